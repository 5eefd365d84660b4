# job: parameters: {config: base, epochs: 3, other: 1}
# expect: error arguments.unrecognized parameters.other
import argparse

first = argparse.ArgumentParser(add_help=False)
first.add_argument("--config")
known, rest = first.parse_known_args()
parser = argparse.ArgumentParser(parents=[first])
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser.add_argument("--epochs", type=int, default=1)
args = parser.parse_args(rest)
