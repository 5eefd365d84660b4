# job: parameters: {epochs: 1}
# expect: error paths.outside-output script.py:15
import argparse

import pytorch_lightning as pl
from pytorch_lightning.callbacks import ModelCheckpoint


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data_url")
    parser.add_argument("--train_url")
    parser.add_argument("--epochs", type=int)
    args = parser.parse_args()
    keep = ModelCheckpoint(dirpath="checkpoints", monitor="loss")
    trainer = pl.Trainer(max_epochs=args.epochs, callbacks=[keep])
    trainer.fit(None)


main()
