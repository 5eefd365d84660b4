# job: parameters: {epochs: 1}
# clean
"""Usage: python train.py --data_url /home/me/data"""
import argparse
import logging

parser = argparse.ArgumentParser(epilog="see /home/me/notes.txt")
parser.add_argument("--data_url", default="/home/me/data", help="such as /home/me/data")
parser.add_argument("--train_url", default="/home/me/out")
parser.add_argument("--epochs", type=int)
args = parser.parse_args()
logging.info("not %s", "/home/me/data")
if args.data_url is None:
    args.data_url = "/home/me/data"
names = open(args.data_url)
