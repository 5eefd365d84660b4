"""Trains a small convolutional network on class folders of 28x28 grey PNG pictures. Needs PyTorch and nothing else."""
import argparse
import math
import os
import pathlib
import struct
import time
import zlib

import torch
from torch import nn


def read_png(path):
    """The pixels of an 8-bit grey PNG file, row by row. Other kinds of PNG are refused by name."""
    data = path.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise SystemExit(f"{path}: not a PNG file")
    position, packed = 8, b""
    width = height = 0
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        chunk = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", chunk)
            if (depth, colour, interlace) != (8, 0, 0):
                raise SystemExit(f"{path}: only 8-bit grey PNG files without interlacing are read here; convert it first")
        elif kind == b"IDAT":
            packed += chunk
        position += 12 + length
    rows, pixels, above = zlib.decompress(packed), bytearray(), bytes(width)
    for start in range(0, height * (width + 1), width + 1):
        above = unfilter(rows[start], rows[start + 1:start + 1 + width], above)
        pixels += above
    return pixels, height, width


def unfilter(kind, row, above):
    """Undoes one of PNG's five row filters (PNG specification, section 9)."""
    if kind == 0:
        return row
    out = bytearray(row)
    for x, value in enumerate(row):
        left, up, corner = (out[x - 1] if x else 0), above[x], (above[x - 1] if x else 0)
        guess = left + up - corner
        paeth = min((left, up, corner), key=lambda neighbour: abs(guess - neighbour))
        out[x] = (value + (left, up, (left + up) // 2, paeth)[kind - 1]) & 255
    return bytes(out)


def read_split(folder, classes):
    """Pictures [count, 1, height, width] in 0..1 and their class numbers [count]."""
    pictures, labels = [], []
    for label, name in enumerate(classes):
        for path in sorted((folder / name).glob("*.png")):
            pixels, height, width = read_png(path)
            pictures.append(torch.frombuffer(pixels, dtype=torch.uint8).view(1, height, width))
            labels.append(label)
    return torch.stack(pictures).float() / 255, torch.tensor(labels)


def build_model(class_count):
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.AdaptiveAvgPool2d(4),
        nn.Flatten(), nn.Linear(64 * 4 * 4, class_count))


def evaluate(model, pictures, labels):
    model.eval()
    with torch.no_grad():
        outputs = torch.cat([model(part) for part in pictures.split(256)])
    model.train()
    return nn.functional.cross_entropy(outputs, labels).item(), (outputs.argmax(1) == labels).float().mean().item()


def save_checkpoint(folder, step, epoch, model, optimizer):
    """Written beside its final name and moved there: a checkpoint is whole or not there. The last three are kept."""
    path = folder / f"checkpoint-{step:06d}.pt"
    partial = path.with_suffix(".partial")
    torch.save({"step": step, "epoch": epoch, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, partial)
    os.replace(partial, path)
    print(f"saved checkpoint {path}", flush=True)
    for old in sorted(folder.glob("checkpoint-*.pt"))[:-3]:
        old.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data_url", type=pathlib.Path, required=True, help="folder with train/CLASS/*.png and val/CLASS/*.png")
    parser.add_argument("--train_url", type=pathlib.Path, required=True, help="folder for checkpoints and the final model")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch_size", type=int, default=64)
    parser.add_argument("--learning_rate", type=float, default=0.002)
    parser.add_argument("--checkpoint_steps", type=int, default=100)
    options = parser.parse_args()

    torch.manual_seed(0)
    classes = sorted(entry.name for entry in (options.data_url / "train").iterdir() if entry.is_dir())
    pictures, labels = read_split(options.data_url / "train", classes)
    validation_pictures, validation_labels = read_split(options.data_url / "val", classes)
    print(f"{len(labels)} training and {len(validation_labels)} validation pictures in {len(classes)} classes", flush=True)

    model = build_model(len(classes))
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.learning_rate)
    options.train_url.mkdir(parents=True, exist_ok=True)
    step, first_epoch = 0, 1
    checkpoints = sorted(options.train_url.glob("checkpoint-*.pt"))
    if checkpoints:
        state = torch.load(checkpoints[-1])
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        step, first_epoch = state["step"], state["epoch"]
        print(f"resumed from {checkpoints[-1]} at step {step}", flush=True)

    steps_per_epoch = -(-len(labels) // options.batch_size)
    total = steps_per_epoch * options.epochs
    for epoch in range(first_epoch, options.epochs + 1):
        order = torch.randperm(len(labels), generator=torch.Generator().manual_seed(epoch)).split(options.batch_size)
        for batch in order[step - (epoch - 1) * steps_per_epoch:]:
            started = time.monotonic()
            outputs = model(pictures[batch])
            loss = nn.functional.cross_entropy(outputs, labels[batch])
            for group in optimizer.param_groups:  # from the full rate down to nothing, along half a cosine
                group["lr"] = options.learning_rate * 0.5 * (1 + math.cos(math.pi * step / total))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
            if step % 10 == 0 or step == total:
                accuracy = (outputs.argmax(1) == labels[batch]).float().mean().item()
                speed = len(batch) / (time.monotonic() - started)
                print(f"epoch: {epoch}/{options.epochs} step: {step}/{total} loss: {loss.item():.4f} accuracy: {accuracy:.4f} "
                      f"samples_per_second: {speed:.1f}", flush=True)
            if step % options.checkpoint_steps == 0 or step == total:
                save_checkpoint(options.train_url, step, epoch, model, optimizer)
        loss, accuracy = evaluate(model, validation_pictures, validation_labels)
        print(f"epoch: {epoch}/{options.epochs} step: {step}/{total} val_loss: {loss:.4f} val_accuracy: {accuracy:.4f}", flush=True)
    torch.jit.script(model.eval()).save(str(options.train_url / "model.pt"))
    print(f"saved {options.train_url / 'model.pt'}", flush=True)


if __name__ == "__main__":
    main()
