#!/usr/bin/env python3
"""Writes twenty logs of runs that went well, in the forms of twenty frameworks.

  generate.py    writes NAME.log beside this file; the same bytes every time

They hold what healthy runs hold: a slow first step, warm-up, noise, pauses for evaluation and for saving, a learning rate that
ends at zero, a skipped step of mixed precision, warnings that mean nothing. A judge of runs has nothing to say about them.
"""
import datetime
import json
import math
import pathlib
import random

FOLDER = pathlib.Path(__file__).parent
START = datetime.datetime(2025, 3, 4, 8, 0, 0)
RUNS = []


def run(function):
    RUNS.append(function)
    return function


class Run:
    """Lines and a clock."""

    def __init__(self, name):
        self.random = random.Random(name)
        self.now = START
        self.lines = []

    def wait(self, seconds):
        self.now += datetime.timedelta(seconds=seconds * self.random.uniform(0.97, 1.03))

    def add(self, text):
        self.lines.append(text)

    def time(self, form="%Y-%m-%d %H:%M:%S,%f"):
        text = self.now.strftime(form)
        return text[:-3] if form.endswith("%f") else text

    def near(self, value, share=0.02):
        return value * self.random.uniform(1 - share, 1 + share)

    def loss(self, done, start=2.5, end=1.1, noise=0.02):
        """Falls quickly, then slowly. done: 0..1"""
        return self.near(end + (start - end) * math.exp(-4 * done), noise)


def cosine(done, peak, warmup=0.05):
    """Rises to the peak and ends at zero."""
    if done < warmup:
        return peak * done / warmup
    return peak * 0.5 * (1 + math.cos(math.pi * (done - warmup) / (1 - warmup)))


def bar(step, total, seconds, rate, postfix="", head=""):
    filled = "#" * (10 * step // total)
    left = (total - step) / rate
    clock = lambda s: f"{int(s) // 60:02d}:{int(s) % 60:02d}"
    tail = f", {postfix}" if postfix else ""
    return f"\r{head}{100 * step // total:3d}%|{filled:<10}| {step}/{total} [{clock(seconds)}<{clock(left)}, {rate:5.2f}it/s{tail}]"


@run
def hf_trainer(r):
    r.add("Some weights of BertForSequenceClassification were not initialized from the model checkpoint and are newly initialized: ['classifier.bias']")
    r.add("***** Running training *****")
    r.add("  Num examples = 32,000")
    r.add("  Total optimization steps = 3,000")
    for step in range(50, 3001, 50):
        done = step / 3000
        r.add(f"{{'loss': {r.loss(done):.4f}, 'grad_norm': {r.near(1.8, 0.3):.6f}, 'learning_rate': {cosine(done, 5e-5):.6e}, 'epoch': {done * 3:.2f}}}")
        if step % 500 == 0:
            r.add(f"{{'eval_loss': {r.loss(done, 2.5, 1.15, 0.005):.4f}, 'eval_accuracy': {0.9 - 0.5 * math.exp(-4 * done):.4f}, 'eval_runtime': {r.near(31):.4f}, "
                  f"'eval_samples_per_second': {r.near(129):.3f}, 'eval_steps_per_second': {r.near(4.0):.3f}, 'epoch': {done * 3:.2f}}}")
            r.add(f"Saving model checkpoint to out/checkpoint-{step}")
    r.add("{'train_runtime': 1624.1, 'train_samples_per_second': 59.1, 'train_steps_per_second': 1.847, 'train_loss': 1.3841, 'epoch': 3.0}")


@run
def llama_factory(r):
    for step in range(5, 401, 5):
        done = step / 400
        r.wait(52)
        r.add(f"[INFO|{r.time('%Y-%m-%d %H:%M:%S')}] llamafactory.train.callbacks:143 >> {{'loss': {r.loss(done, 1.8, 1.2):.4f}, "
              f"'learning_rate': {cosine(done, 1e-4):.4e}, 'epoch': {done * 2:.2f}, 'throughput': {r.near(9214):.2f}}}")
        if step % 100 == 0:
            r.wait(9)
            r.add(f"[INFO|trainer.py:3993] {r.time()} >> Saving model checkpoint to saves/qwen/lora/sft/checkpoint-{step}")


@run
def lightning(r):
    r.add("GPU available: True (cuda), used: True")
    for epoch in range(8):
        line = ""
        for step in range(0, 391, 30):
            done = (epoch + step / 391) / 8
            line += bar(step, 391, step / 24, r.near(24), f"v_num=4, train_loss={r.loss(done):.3f}", f"Epoch {epoch}: ")
        r.add(line + bar(391, 391, 17, 24, f"v_num=4, train_loss={r.loss((epoch + 1) / 8):.3f}, val_loss={r.loss((epoch + 1) / 8, 2.5, 1.15, 0.005):.3f}",
                         f"Epoch {epoch}: "))
    r.add("`Trainer.fit` stopped: `max_epochs=8` reached.")


@run
def keras(r):
    for epoch in range(1, 21):
        done = epoch / 20
        r.add(f"Epoch {epoch}/20")
        r.add(f"1875/1875 - {r.near(5):.0f}s - {r.near(3):.0f}ms/step - accuracy: {0.97 - 0.3 * math.exp(-4 * done):.4f} - loss: {r.loss(done, 0.9, 0.12):.4f} - "
              f"val_accuracy: {0.96 - 0.3 * math.exp(-4 * done):.4f} - val_loss: {r.loss(done, 0.9, 0.14, 0.01):.4f} - learning_rate: 0.0010")
        if epoch % 5 == 0:
            r.add(f"Epoch {epoch}: saving model to ckpt/weights.{epoch:02d}.keras")


@run
def mmengine(r):
    for epoch in range(1, 7):
        for step in range(50, 501, 50):
            done = (epoch - 1 + step / 500) / 6
            r.wait(17)
            r.add(f"{r.time('%Y/%m/%d %H:%M:%S')} - mmengine - INFO - Epoch(train)  [{epoch}][{step:4d}/500]  lr: {2e-2 if epoch < 5 else 2e-3:.4e}  "
                  f"eta: {datetime.timedelta(seconds=int(1020 * (1 - done)))}  time: {r.near(0.34):.4f}  data_time: {r.near(0.012, 0.2):.4f}  memory: 5120  "
                  f"grad_norm: {r.near(4.1, 0.3):.4f}  loss: {r.loss(done, 1.9, 0.7):.4f}  loss_cls: {r.loss(done, 0.9, 0.3):.4f}  loss_bbox: {r.loss(done, 1.0, 0.4):.4f}")
        r.add(f"{r.time('%Y/%m/%d %H:%M:%S')} - mmengine - INFO - Saving checkpoint at {epoch} epochs")
        r.wait(45)
        r.add(f"{r.time('%Y/%m/%d %H:%M:%S')} - mmengine - INFO - Epoch(val) [{epoch}][200/200]    coco/bbox_mAP: {0.05 * epoch:.4f}  "
              f"coco/bbox_mAP_50: {0.08 * epoch:.4f}  data_time: 0.0021  time: 0.0601")


@run
def detectron2(r):
    for step in range(19, 1800, 20):
        done = step / 1800
        r.wait(8)
        r.add(f"[{r.time('%m/%d %H:%M:%S')} d2.utils.events]:  eta: {datetime.timedelta(seconds=int(720 * (1 - done)))}  iter: {step}  total_loss: {r.loss(done, 2.6, 0.9, 0.05):.4f}  "
              f"loss_cls: {r.loss(done, 0.9, 0.3, 0.05):.4f}  loss_box_reg: {r.near(0.4, 0.1):.4f}    time: {r.near(0.39):.4f}  last_time: {r.near(0.39, 0.1):.4f}  "
              f"data_time: {r.near(0.008, 0.2):.4f}  last_data_time: {r.near(0.007, 0.3):.4f}   lr: {min(1, (step + 1) / 200) * 0.002:.6f}  max_mem: 6981M")
        if step % 600 == 599:
            r.add(f"[{r.time('%m/%d %H:%M:%S')} fvcore.common.checkpoint]: Saving checkpoint to ./output/model_{step:07d}.pth")


@run
def megatron(r):
    for step in range(10, 901, 10):
        done = step / 900
        r.wait(50 if step > 10 else 110)
        skipped = 1 if step == 40 else 0
        r.add(f" [{r.time('%Y-%m-%d %H:%M:%S')}] iteration {step:8d}/     900 | consumed samples: {step * 256:12d} | elapsed time per iteration (ms): "
              f"{r.near(5000 if step > 10 else 11000, 0.03):.1f} | throughput per GPU (TFLOP/s/GPU): {r.near(188, 0.03):.1f} | learning rate: {cosine(done, 1.5e-4):.6E} | "
              f"global batch size:   256 | lm loss: {r.loss(done, 10.5, 3.4, 0.01):.6E} | loss scale: {32768.0 if step >= 40 else 65536.0} | grad norm: {r.near(1.2, 0.2):.3f} | "
              f"number of skipped iterations:   {skipped} | number of nan iterations:   0 |")
        if step % 300 == 0:
            loss = r.loss(done, 10.5, 3.45, 0.002)
            r.wait(40)
            r.add(f" validation loss at iteration {step} | lm loss value: {loss:.6E} | lm loss PPL: {math.exp(loss):.6E} | ")
            r.add(f"saving checkpoint at iteration {step:7d} to /ckpt/gpt in torch_dist format")
            r.wait(20)
            r.add(f"  successfully saved checkpoint from iteration {step:7d} to /ckpt/gpt [ t 1/4, p 1/1 ]")


@run
def nanogpt(r):
    for step in range(0, 2001, 20):
        done = step / 2000
        if step % 500 == 0:
            loss = r.loss(done, 10.9, 3.3, 0.002)
            r.add(f"step {step}: train loss {loss:.4f}, val loss {loss + 0.03:.4f}")
            if step:
                r.add("saving checkpoint to out-owt")
        r.add(f"iter {step}: loss {r.loss(done, 10.9, 3.3, 0.01):.4f}, time {r.near(412 if step else 31000):.2f}ms, mfu {r.near(39) if step > 100 else -100:.2f}%")


@run
def torchtitan(r):
    for step in range(1, 101):
        done = step / 100
        r.wait(6 if step > 1 else 25)
        r.add(f"[rank0]:[titan] {r.time()} - root - INFO - step: {step:2d}  loss: {r.loss(done, 10.7, 4.6, 0.01):7.4f}  grad_norm: {r.near(1.4, 0.2):.4f}  "
              f"memory: 47.2GiB(49.71%)  tps: {int(r.near(6120 if step > 1 else 410)):,}  tflops: {r.near(312 if step > 1 else 21):.2f}  mfu: {r.near(31.5 if step > 1 else 2.1):.2f}%")
        if step % 50 == 0:
            r.add(f"[rank0]:[titan] {r.time()} - root - INFO - Saving the checkpoint (or staging if async is enabled).")
            r.wait(7)
            r.add(f"[rank0]:[titan] {r.time()} - root - INFO - Finished saving the checkpoint (or staging if async is enabled)in 6.9 seconds.")


@run
def paddledetection(r):
    for epoch in range(4):
        for step in range(0, 401, 20):
            done = (epoch + step / 401) / 4
            r.wait(12)
            r.add(f"[{r.time('%m/%d %H:%M:%S')}] ppdet.engine INFO: Epoch: [{epoch}] [{step:3d}/401] learning_rate: {cosine(done, 1e-3):.6f} loss_cls: {r.loss(done, 0.9, 0.4):.6f} "
                  f"loss: {r.loss(done, 3.1, 1.4):.6f} eta: {datetime.timedelta(seconds=int(970 * (1 - done)))} batch_cost: {r.near(0.6):.4f} data_cost: {r.near(0.005, 0.3):.4f} "
                  f"ips: {r.near(39.8):.4f} images/s, max_mem_reserved: 11311 MB, max_mem_allocated: 10522 MB")
        r.add(f"[{r.time('%m/%d %H:%M:%S')}] ppdet.utils.checkpoint INFO: Save checkpoint: output/ppyoloe")


@run
def mindformers(r):
    for step in range(2, 161, 2):
        done = step / 160
        r.wait(2)
        stamp = r.time()
        r.add(f"{stamp} - mindformers/log[mindformers/core/callback/callback.py:491] - INFO - {{ Epoch:[  1/  1], step:[{step:5d}/  160], loss: {r.loss(done, 2.1, 1.3):.3f}, "
              f"per_step_time: {int(r.near(1020))}ms, lr: {max(1e-12, cosine(done, 1e-5)):.7g}, overflow cond: False, loss_scale: 65536.0, global_norm: [{r.near(1.9, 0.3):.6f}], "
              f"train_throughput_per_npu: {r.near(168):.3f}T")
        r.add(f"{stamp} - mindformers/log[mindformers/core/callback/callback.py:509] - INFO -   {100 * done:5.1f}% |{'#' * int(50 * done):<50}| {r.near(3.9):.5f} samples/s/p  "
              f"{datetime.timedelta(seconds=160 - step)} }}")
    r.add(f"{r.time()} - mindformers/log[mindformers/core/callback/callback.py:1352] - INFO - ......Saving ckpt......")


@run
def yolo(r):
    for epoch in range(1, 31):
        done = epoch / 30
        r.add("")
        r.add("      Epoch    GPU_mem   box_loss   cls_loss   dfl_loss  Instances       Size")
        r.add(f"      {epoch}/30      4.91G {r.loss(done, 1.6, 0.9):10.3f} {r.loss(done, 2.9, 0.8):10.3f} {r.loss(done, 1.4, 1.0):10.3f}        112        640: "
              f"100%|##########| 125/125 [00:19<00:00,  6.31it/s]")
        r.add("                 Class     Images  Instances      Box(P          R      mAP50  mAP50-95): 100%|##########| 20/20 [00:04<00:00,  4.71it/s]")
        r.add(f"                   all        640       4011 {0.2 + 0.5 * done:10.3f} {0.2 + 0.4 * done:10.3f} {0.1 + 0.5 * done:10.3f} {0.05 + 0.35 * done:10.3f}")


@run
def timm(r):
    for epoch in range(5):
        for step in range(0, 626, 50):
            done = (epoch + step / 626) / 5
            r.add(f"Train: {epoch} [{step:4d}/626 ({100 * step / 625:3.0f}%)]  Loss: {r.loss(done, 6.9, 3.1, 0.03):.3f} ({r.loss(done, 6.9, 3.1, 0.01):.2f})  "
                  f"Time: {r.near(0.41):.3f}s, {r.near(2461):.2f}/s  (0.415s, 2455.30/s)  LR: {cosine(done, 1e-3):.3e}  Data: {r.near(0.011, 0.3):.3f} (0.012)")
        r.add(f"Test: [  48/48]  Time: 0.112 (0.201)  Loss:  {r.loss((epoch + 1) / 5, 6.5, 2.8):6.3f} ({r.loss((epoch + 1) / 5, 6.5, 2.8):6.3f})  "
              f"Acc@1: {11 * epoch + 9.0:7.3f} ({11 * epoch + 9.5:7.3f})  Acc@5: {12 * epoch + 30.0:7.3f} ({12 * epoch + 31.2:7.3f})")


@run
def fairseq(r):
    for update in range(100, 6001, 100):
        done = update / 6000
        epoch = 1 + (update - 1) // 1500
        r.wait(41)
        loss = r.loss(done, 12.1, 4.4, 0.01)
        r.add(f"{r.time('%Y-%m-%d %H:%M:%S')} | INFO | train_inner | epoch {epoch:03d}: {(update - 1) % 1500 + 1:6d} / 1500 loss={loss:.3f}, nll_loss={loss - 0.8:.3f}, "
              f"ppl={2 ** (loss - 0.8):.2f}, wps={r.near(43000):.1f}, ups={r.near(2.4):.2f}, wpb=15821.1, bsz=512.9, num_updates={update}, lr={min(1, update / 4000) * 5e-4:.6g}, "
              f"gnorm={r.near(1.1, 0.2):.3f}, loss_scale=128, train_wall=39, wall={int(update * 0.42)}")
        if update % 1500 == 0:
            loss = r.loss(done, 12.1, 4.5, 0.002)
            r.wait(20)
            r.add(f"{r.time('%Y-%m-%d %H:%M:%S')} | INFO | valid | epoch {epoch:03d} | valid on 'valid' subset | loss {loss:.3f} | nll_loss {loss - 0.8:.3f} | ppl {2 ** (loss - 0.8):.2f} | num_updates {update}")
            r.wait(5)
            r.add(f"{r.time('%Y-%m-%d %H:%M:%S')} | INFO | fairseq.checkpoint_utils | Saved checkpoint ckpt/checkpoint{epoch}.pt (epoch {epoch} @ {update} updates, score {loss:.3f}) (writing took 2.31 seconds)")


@run
def xgboost(r):
    for step in range(0, 500, 5):
        done = step / 500
        r.add(f"[{step}]\ttrain-logloss:{0.25 + 0.42 * math.exp(-4 * done):.5f}\teval-logloss:{0.30 + 0.37 * math.exp(-4 * done):.5f}")


@run
def imagenet(r):
    r.add("=> creating model 'resnet50'")
    for epoch in range(3):
        for step in range(1, 1252, 50):
            done = (epoch + step / 1251) / 3
            loss = r.loss(done, 6.9, 2.6, 0.02)
            top1 = 60 * (1 - math.exp(-3 * done))
            r.add(f"Epoch: [{epoch}][{step:4d}/1251]\tTime {r.near(0.35):6.3f} ({r.near(0.35, 0.01):6.3f})\tData {r.near(0.02, 0.3):6.3f} ({r.near(0.02, 0.1):6.3f})\t"
                  f"Loss {loss:.4e} ({r.near(loss, 0.01):.4e})\tAcc@1 {top1:6.2f} ({top1 * 0.99:6.2f})\tAcc@5 {top1 * 1.4:6.2f} ({top1 * 1.38:6.2f})")
        r.add(f" *   Acc@1 {58 * (1 - math.exp(-epoch - 1)):.3f} Acc@5 {80 * (1 - math.exp(-epoch - 1)):.3f}")


@run
def ms_swift(r):
    for step in range(5, 301, 5):
        done = step / 300
        r.add(f"{{'loss': {r.loss(done, 1.7, 1.0):.8f}, 'grad_norm': {r.near(2.4, 0.3):.8f}, 'learning_rate': {cosine(done, 1e-4):.7e}, 'token_acc': {0.6 + 0.1 * done:.8f}, "
              f"'epoch': {done:.2f}, 'global_step/max_steps': '{step}/300', 'percentage': '{100 * done:.2f}%', 'elapsed_time': '{step * 2 // 60}m {step * 2 % 60}s', "
              f"'remaining_time': '{(300 - step) * 2 // 60}m {(300 - step) * 2 % 60}s', 'memory(GiB)': {r.near(38.2, 0.005):.2f}, 'train_speed(iter/s)': {r.near(0.48):.6f}}}")
        if step % 100 == 0:
            r.add(f"[INFO:swift] Saving model checkpoint to /output/v0/checkpoint-{step}")


@run
def json_lines(r):
    """A policy's loss may be negative, and a rewarded one wanders."""
    for step in range(10, 801, 10):
        done = step / 800
        r.wait(31)
        record = {"ts": r.time("%Y-%m-%dT%H:%M:%S.%f") + "Z", "level": "info", "msg": "train", "step": step, "loss": round(r.random.uniform(-0.03, 0.03), 5),
                  "reward": round(0.2 + 0.5 * (1 - math.exp(-3 * done)) + r.random.uniform(-0.03, 0.03), 4), "kl": round(0.02 * done, 5),
                  "grad_norm": round(r.near(0.4, 0.2), 4), "lr": 1e-6, "tokens_per_sec": round(r.near(21400), 1)}
        r.add(json.dumps(record))
        if step % 200 == 0:
            r.add(json.dumps({"ts": r.time("%Y-%m-%dT%H:%M:%S.%f") + "Z", "level": "info", "event": "checkpoint_saved", "step": step, "path": f"/ckpt/step_{step}.pt"}))


@run
def maxtext(r):
    for step in range(0, 120):
        done = step / 120
        seconds = r.near(2.5 if step else 41)
        r.add(f"completed step: {step}, seconds: {seconds:.3f}, TFLOP/s/device: {430 / seconds:.3f}, Tokens/s/device: {8192 / seconds:.3f}, total_weights: 65536, loss: {r.loss(done, 11, 5.2, 0.01):.3f}")


@run
def plain_with_cards(r):
    """Another process prints the cards' use between the steps: busy and steady."""
    r.add("timestamp, index, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W], temperature.gpu")
    for minute in range(40):
        done = minute / 40
        r.wait(60)
        for card in range(2):
            r.add(f"{r.time('%Y/%m/%d %H:%M:%S.%f')}, {card}, {r.random.randint(93, 99)} %, {r.random.randint(71200, 71260)} MiB, 81920 MiB, {r.near(390, 0.05):.2f} W, {r.random.randint(58, 63)}")
        r.add(f"{r.time()} INFO train: step={100 * (minute + 1)} epoch={minute // 10} loss={r.loss(done, 3.2, 1.4):.4f} lr={cosine(done, 3e-4):.3e} grad_norm={r.near(0.9, 0.2):.3f} samples/s={r.near(812, 0.01):.1f}")
        if minute % 10 == 9:
            r.add(f"{r.time()} INFO train: saved checkpoint to runs/a/epoch_{minute // 10}.pt")
            r.add(f"{r.time()} INFO eval: epoch={minute // 10} val_loss={r.loss(done, 3.2, 1.45, 0.005):.4f} val_acc={0.8 - 0.4 * math.exp(-4 * done):.4f}")


def main():
    for function in RUNS:
        r = Run(function.__name__)
        function(r)
        (FOLDER / f"{function.__name__.replace('_', '-')}.log").write_text("\n".join(r.lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
