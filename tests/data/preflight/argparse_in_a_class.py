# job: parameters: {epochs: ten, depth: 5, fast: "false"}
# expect: error arguments.invalid-value parameters.epochs
# expect: error arguments.invalid-value parameters.depth
# expect: error arguments.type-lost parameters.fast
import argparse


class Options:
    def __init__(self):
        self.parser = argparse.ArgumentParser()
        self.parser.add_argument("--data_url")
        self.parser.add_argument("--train_url")
        self.add_model()

    def add_model(self):
        self.parser.add_argument("--epochs", type=int)
        self.parser.add_argument("--depth", type=int, choices=[18, 50])
        self.parser.add_argument("--fast", type=bool, default=False)

    def parse(self):
        self.values = self.parser.parse_args()
        return self.values


options = Options().parse()
