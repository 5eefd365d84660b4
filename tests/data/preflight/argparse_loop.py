# job: parameters: {lr: 0.1, momentum: fast}
# expect: error arguments.invalid-value parameters.momentum
import argparse

parser = argparse.ArgumentParser()
for name in ("data_url", "train_url"):
    parser.add_argument("--" + name)
DEFAULTS = {"lr": 0.1, "momentum": 0.9}
for name, value in DEFAULTS.items():
    parser.add_argument(f"--{name}", type=float, default=value)
args = parser.parse_args()
