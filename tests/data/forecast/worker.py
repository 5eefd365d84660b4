#!/usr/bin/python3
"""Speaks the protocol of `trainyard-torch forecast`; the job's name says how it behaves. The answer is the file of TRAINYARD_TEST_ANSWER,
with the job's batch size in GiB as its need."""
import json
import os
import re
import signal
import sys
import time


def say(message):
    print(json.dumps(message), flush=True)


waiting = None
for line in sys.stdin:
    request = json.loads(line)
    if waiting is not None:
        say({"id": waiting, "event": "cancelled"})
        waiting = None
    job = request.get("job_text") or open(request["job_file"], encoding="utf-8").read()
    name = re.search(r"^name: (\S+)", job, re.MULTILINE).group(1)
    if name == "hangs":
        time.sleep(600)
    elif name == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif name == "is-killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif name == "ends":
        print("the model file is from the future", file=sys.stderr, flush=True)
        sys.exit(3)
    elif name == "grows":
        hoard = [bytearray(b"x") * (20 << 20) for _ in range(100)]
        time.sleep(600)
    elif name == "waits":
        waiting = request["id"]
    elif name == "refuses":
        say({"id": request["id"], "event": "error", "kind": "unavailable", "message": "aten::nonzero is not forecast.", "not_checked": []})
    elif name == "strange":
        print("a line of a library that cannot be quiet", flush=True)
        say({"id": request["id"], "event": "forecast", "memory": {"device": 7}})
    else:
        with open(os.environ["TRAINYARD_TEST_ANSWER"], encoding="utf-8") as answer:
            memory = json.load(answer)
        memory["device"] = name
        batch = re.search(r"batch_size: (\d+)", job)
        if batch:  # each sample needs a GiB
            need = int(batch.group(1)) << 30
            memory.update(smallest_capacity_bytes=need, low_bytes=need, high_bytes=need, fits=need <= memory["capacity_bytes"])
        say({"id": request["id"], "event": "forecast", "memory": memory, "findings": [], "not_checked": [{"what": "a", "why": "b"}]})
