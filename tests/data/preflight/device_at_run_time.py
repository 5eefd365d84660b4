# flavor: npu
# clean
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torch.nn.Linear(1, 1).to(device)
if torch.cuda.is_available():
    model = model.cuda()
