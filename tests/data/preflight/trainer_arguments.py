# expect: error paths.outside-output script.py:11
import argparse

from transformers import Trainer, TrainingArguments

parser = argparse.ArgumentParser()
parser.add_argument("--data_url")
parser.add_argument("--train_url")
given = parser.parse_args()

arguments = TrainingArguments(output_dir="./results", num_train_epochs=1)
trainer = Trainer(args=arguments)
trainer.train()
trainer.save_model()
