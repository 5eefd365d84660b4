# expect: warning network.hub-download script.py:9
# expect: warning network.hub-download script.py:10
# expect: warning network.hub-download script.py:12
# expect: warning network.tracker script.py:13
import timm
import torchvision
import wandb
from transformers import AutoModel
model = AutoModel.from_pretrained("org/model")
net = timm.create_model("resnet18", pretrained=True)
local = AutoModel.from_pretrained("./weights")
data = torchvision.datasets.CIFAR10("/cache", download=True)
wandb.init(project="x")
wandb.init(project="x", mode="offline")
plain = torchvision.models.resnet18(weights=None)
