# job: parameters: {batch: 32, learning-rate: 0.1, wd: 1e-4, no-amp: null, names: [a, b], size: [1, 2, 3]}
# expect: error arguments.invalid-value parameters.size
import argparse


def add_optimizer(group):
    group.add_argument("--lr", "--learning-rate", type=float, default=0.1)
    group.add_argument("--wd", type=float)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data_url", required=True)
    parser.add_argument("--train_url", required=True)
    parser.add_argument("--batch-size", type=int)
    parser.add_argument("--names", nargs="+")
    parser.add_argument("--size", nargs=2, type=int)
    parser.add_argument("--amp", action=argparse.BooleanOptionalAction, default=True)
    add_optimizer(parser.add_argument_group("optimizer"))
    args = parser.parse_args()
    print(args)


if __name__ == "__main__":
    main()
