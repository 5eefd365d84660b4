# job: parameters: {shuffle: false, sizes: "1,2", ratio: 0.5, note: "-3", level: 2}
# clean
import argparse
import json


def switch(text):
    return text.lower() in ("true", "1")


class Append(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


def ratio(text):
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(text)
    return value


parser = argparse.ArgumentParser()
parser.register("type", "bool", switch)
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser.add_argument("--shuffle", type=switch)
parser.add_argument("--sizes", type=lambda text: [int(part) for part in text.split(",")])
parser.add_argument("--ratio", type=ratio, choices=(0.5, 1))
parser.add_argument("--note", type=int)
parser.add_argument("--level", action=Append, type=int)
args = parser.parse_args()
print(json.dumps(vars(args)))
