# job: parameters: {per_device_train_batch_size: 8, fp16: true, text-columns: [a, b], no_shuffle: null}
# clean
from dataclasses import dataclass, field
from enum import Enum
from typing import List, Optional

import transformers


class Task(str, Enum):
    NER = "ner"


@dataclass
class Arguments(transformers.TrainingArguments):
    data_url: str = "data"
    train_url: Optional[str] = None
    text_columns: List[str] = field(default_factory=lambda: ["text"])
    shuffle: bool = True
    task: Task = Task.NER


parser = transformers.HfArgumentParser(Arguments)
(arguments,) = parser.parse_args_into_dataclasses()
