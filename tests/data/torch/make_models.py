"""Makes the TorchScript files of this folder, with python3-torch 1.13: weights of zero, packed.

What PyTorch 2.x writes is made by changing the code in an archive: 1.13 cannot write operators that it does not have.
"""
import io
import zipfile
from typing import Tuple

import torch
import torch.nn as nn


def save(model, name, change=lambda code: code):
    with torch.no_grad():
        for tensor in list(model.parameters()) + list(model.buffers()):
            tensor.zero_()
    plain = io.BytesIO(model.save_to_buffer())
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for entry in source.infolist():
            if entry.filename.endswith(".debug_pkl"):
                continue
            content = source.read(entry)
            if entry.filename.endswith(".py"):
                content = change(content.decode()).encode()
            item = zipfile.ZipInfo(entry.filename, (2024, 1, 1, 0, 0, 0))
            item.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(item, content)


def convolution(inside, outside, kernel, stride):
    return [nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outside)]


class Residual(nn.Module):
    def __init__(self, inside, outside, stride):
        super().__init__()
        self.body = nn.Sequential(*convolution(inside, outside, 3, stride), nn.ReLU(inplace=True), *convolution(outside, outside, 3, 1))
        changes = stride != 1 or inside != outside
        self.short = nn.Sequential(*convolution(inside, outside, 1, stride)) if changes else nn.Identity()
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        y = self.body(x)
        y += self.short(x)
        return self.relu(y)


def resnet18():
    sizes = [(64, 64, 1), (64, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2), (256, 256, 1), (256, 512, 2), (512, 512, 1)]
    return nn.Sequential(*convolution(3, 64, 7, 2), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1), *[Residual(*size) for size in sizes],
                         nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.first = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.second = nn.LayerNorm(width)
        self.feed = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.drop = nn.Dropout(0.1)
        self.heads = heads
        self.register_buffer("future", torch.ones(64, 64, dtype=torch.bool).triu(1))

    def forward(self, x):
        batch, words, width = x.shape
        q, k, v = [part.view(batch, words, self.heads, width // self.heads).transpose(1, 2) for part in self.qkv(self.first(x)).chunk(3, -1)]
        scores = (q @ k.transpose(-2, -1)) * 0.125
        scores = scores.masked_fill(self.future[:words, :words], -1e4).softmax(-1)
        x = x + self.drop(self.out((self.drop(scores) @ v).transpose(1, 2).reshape(batch, words, width)))
        return x + self.drop(self.feed(self.second(x)))


class Gpt(nn.Module):
    def __init__(self, words=500, width=64, heads=4, layers=2):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(64, width)
        self.blocks = nn.ModuleList([Block(width, heads) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)

    def forward(self, x):
        y = self.words(x) + self.places(torch.arange(x.shape[1], device=x.device))
        for block in self.blocks:
            y = block(y)
        return self.head(self.norm(y))


class TiedHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(100, 32)
        self.head = nn.Linear(32, 100, bias=False)
        self.head.weight = self.words.weight

    def forward(self, x):
        return self.head(self.words(x))


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 8, 3, padding=1)
        self.head = nn.Conv2d(8, 5, 1)
        self.other = nn.Conv2d(8, 5, 1)

    def forward(self, x):
        y = torch.relu(self.body(x))
        return {"out": self.head(y), "aux": self.other(y)}


class Chooser(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 4)

    def forward(self, x):
        y = self.layer(x)
        if bool(y.sum() > 0):
            y = y * 2
        return y


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.zeros(5000)

    @torch.jit.export
    def __getstate__(self):
        return self.table, self.training

    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]):
        self.table = state[0] + 1
        self.training = state[1]

    def forward(self, x):
        return x + self.table[:4]


class Rebuilt(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 4)
        self.table = Table()

    def forward(self, x):
        return self.table(self.layer(x))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(64, 192)

    def forward(self, x):
        q, k, v = [part.view(x.shape[0], x.shape[1], 4, 16).transpose(1, 2) for part in self.qkv(x).chunk(3, -1)]
        return torch.baddbmm(q, k, v).transpose(1, 2).flatten(2)


def newer(code):
    return code.replace("torch.baddbmm(q, k, v)", "torch.scaled_dot_product_attention(q, k, v, None, 0., True, scale=None, enable_gqa=False)")


torch.manual_seed(0)
save(torch.jit.script(resnet18()), "resnet18-scripted.pt")
save(torch.jit.trace(resnet18().train(), torch.zeros(2, 3, 64, 64), check_trace=False), "resnet18-traced.pt")
save(torch.jit.script(Gpt()), "gpt-scripted.pt")
save(torch.jit.trace(Gpt().eval(), torch.zeros(1, 64, dtype=torch.long)), "gpt-traced.pt")
save(torch.jit.script(TiedHead()), "tied.pt")
save(torch.jit.script(Segmenter()), "segmenter.pt")
save(torch.jit.script(Chooser()), "chooser.pt")
save(torch.jit.script(Rebuilt()), "rebuilt.pt")
save(torch.jit.script(Attention()), "attention-2.5.pt", newer)
save(torch.jit.script(Attention()), "unknown-operator.pt", lambda code: code.replace("torch.baddbmm(", "torch.brand_new("))
torch.save({"weight": torch.zeros(2)}, "state-dict.pt")
