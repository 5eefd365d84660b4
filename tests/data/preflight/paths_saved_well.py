# job: parameters: {epochs: 1}
# clean
import argparse
import os
import shutil

import torch


def save(model, folder, name="last.pt"):
    torch.save(model.state_dict(), os.path.join(folder, name))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data_url", default="/home/me/data")
    parser.add_argument("--train_url", default="./out")
    parser.add_argument("--epochs", type=int)
    args = parser.parse_args()
    model = torch.nn.Linear(1, 1)
    if os.path.exists("/home/me/cache"):
        print("at home", os.listdir("/home/me/cache"))
    output = args.train_url if args.train_url else "./out"
    save(model, output)
    torch.save(model, "/cache/best.pt")
    shutil.copy("/cache/best.pt", os.path.join(args.train_url, "best.pt"))


main()
