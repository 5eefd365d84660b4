# job: checkpoints: {directory: train_url, every_steps: 10, resume: auto}
# expect: warning checkpoints.resume-unused checkpoints.resume
# expect: warning launch.fixed-port script.py:13
import argparse
import os

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
args = parser.parse_args()
os.environ["MASTER_PORT"] = "29500"
os.environ.setdefault("MASTER_ADDR", "localhost")
torch.save({}, os.path.join(args.train_url, "model.pt"))
