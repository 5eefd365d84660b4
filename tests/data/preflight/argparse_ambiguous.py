# job: parameters: {weight: 1}
# expect: error arguments.ambiguous parameters.weight
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser.add_argument("--weights")
parser.add_argument("--weight_decay", type=float)
args = parser.parse_args()
