# job: parameters: {epochs: 1}
# expect: error paths.outside-output script.py:23
import argparse
import os
from pathlib import Path

import torch


class Trainer:
    def __init__(self, model, folder):
        self.model = model
        self.folder = Path(folder)

    def fit(self, epochs):
        for epoch in range(epochs):
            self.save(f"epoch-{epoch}.pt")
        if os.environ.get("RANK", "0") == "0":
            self.save("last.pt")

    def save(self, name):
        self.folder.mkdir(exist_ok=True)
        torch.save(self.model.state_dict(), self.folder / name)


parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser.add_argument("--work_dir", default="./work")
parser.add_argument("--epochs", type=int)
args = parser.parse_args()
Trainer(torch.nn.Linear(1, 1), args.work_dir).fit(args.epochs)
