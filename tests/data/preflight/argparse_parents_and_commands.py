# job: parameters: {epochs: 3, seed: 1, depth: 9}
# command: python command.py train
# expect: error arguments.unrecognized parameters.depth
import argparse

common = argparse.ArgumentParser(add_help=False)
common.add_argument("--data_url", required=True)
common.add_argument("--train_url", required=True)
common.add_argument("--seed", type=int)
parser = argparse.ArgumentParser()
commands = parser.add_subparsers(dest="command", required=True)
train = commands.add_parser("train", parents=[common])
train.add_argument("--epochs", type=int)
test = commands.add_parser("test", parents=[common])
test.add_argument("--depth", type=int)
args = parser.parse_args()
