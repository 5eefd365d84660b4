# job: parameters: {batch_size: 4}
# expect: info arguments.undecided
import torch

batch_size = 12
out_dir = "out"
exec(open("configurator.py").read())
torch.save({}, out_dir + "/model.pt")
