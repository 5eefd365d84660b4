# job: parameters: {lr: 0.1}
# expect: info arguments.undecided
import argparse
import json

parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
for name, value in json.load(open("defaults.json")).items():
    parser.add_argument("--" + name, type=type(value), default=value)
args = parser.parse_args()
