# job: parameters: {epoch_count: 3}
# expect: error arguments.unrecognized parameters.epoch_count
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser.add_argument("--epochs")
args, unknown = parser.parse_known_args()
if unknown:
    parser.error(f"unknown arguments: {unknown}")
