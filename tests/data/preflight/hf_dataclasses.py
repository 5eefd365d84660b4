# job: parameters: {model-name: bert, per_device_train_batch_size: 8, fp16: maybe, learning_rte: 1e-4, task: qa}
# expect: error arguments.invalid-value parameters.fp16
# expect: error arguments.unrecognized parameters.learning_rte
# expect: error arguments.invalid-value parameters.task
from dataclasses import dataclass, field
from typing import Literal, Optional

from transformers import HfArgumentParser, TrainingArguments


@dataclass
class Arguments:
    data_url: str
    train_url: str
    model_name: Optional[str] = field(default=None, metadata={"help": "the model"})
    task: Literal["ner", "pos"] = "ner"


parser = HfArgumentParser((Arguments, TrainingArguments))
arguments, training = parser.parse_args_into_dataclasses()
