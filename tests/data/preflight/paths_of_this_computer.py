# job: parameters: {epochs: 1, extra: "D:\\\\photos"}
# expect: error paths.local parameters.extra
# expect: error paths.local script.py:10
# expect: error paths.local script.py:18
import argparse
import os

import pandas as pd

CONFIG = {"root": "/Users/li/datasets", "size": 3}

parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser.add_argument("--extra")
parser.add_argument("--epochs", type=int)
args = parser.parse_args()
table = pd.read_csv(r"C:\Users\li\table.csv")
names = os.listdir(os.path.join(CONFIG["root"], "train"))
