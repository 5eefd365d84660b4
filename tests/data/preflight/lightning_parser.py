# job: parameters: {max_epochs: 3, lr: fast}
# expect: error arguments.invalid-value parameters.lr
# expect: info arguments.undecided
from argparse import ArgumentParser

import pytorch_lightning as pl


class Model(pl.LightningModule):
    @staticmethod
    def add_arguments(parent):
        parser = ArgumentParser(parents=[parent], add_help=False)
        parser.add_argument("--lr", type=float, default=0.1)
        return parser


parser = ArgumentParser(add_help=False)
parser.add_argument("--data_url")
parser.add_argument("--train_url")
parser = pl.Trainer.add_argparse_args(parser)
parser = Model.add_arguments(parser)
args = parser.parse_args()
