# job: parameters: {beta: 0.1}
# expect: info arguments.undecided
from transformers import HfArgumentParser
from trl import DPOConfig

parser = HfArgumentParser(DPOConfig)
config = parser.parse_args_into_dataclasses()[0]
