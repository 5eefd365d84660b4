# job: parameters: {epochs: 1}
# expect: error environment.variable-unset script.py:11
import argparse
import os

import torch
import torch.multiprocessing as mp


def worker(rank, world, args):
    node = os.environ["MY_NODE"]
    if rank == 0:
        torch.save({}, os.path.join(args.train_url, "model.pt"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data_url")
    parser.add_argument("--train_url")
    parser.add_argument("--epochs", type=int)
    args = parser.parse_args()
    os.environ["MASTER_ADDR"] = "localhost"
    mp.spawn(worker, args=(2, args), nprocs=2)
