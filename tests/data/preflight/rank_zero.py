# job: parameters: {track: true}
# expect: info network.hub-download
# expect: warning network.tracker script.py:20
import argparse
import os

import torch
import wandb
from transformers import AutoModel

parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser.add_argument("--track")
args = parser.parse_args()
rank = int(os.environ.get("RANK", 0))
if not os.path.exists("/cache/model"):
    model = AutoModel.from_pretrained("org/model")
if rank == 0:
    wandb.init(project="x")
    torch.save({}, os.path.join(args.train_url, "model.pt"))
if os.path.exists("/cache/tracked"):
    wandb.init(project="y")
