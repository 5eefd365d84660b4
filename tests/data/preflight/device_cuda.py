# flavor: npu
# expect: error environment.cuda-on-npu script.py:6
import torch
import torch.distributed as dist

dist.init_process_group(backend="nccl")
model = torch.nn.Linear(1, 1).to("cuda:0")
