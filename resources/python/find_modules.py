"""Which of the modules named on the command line can this Python not find? Answers a JSON list. Imports none of them."""
import importlib.util
import json
import sys

sys.path[:] = [entry for entry in sys.path if entry]  # not the current folder


def is_missing(name):
    try:
        return importlib.util.find_spec(name) is None
    except (ImportError, ValueError, AttributeError):
        return name not in sys.modules


json.dump([name for name in sys.argv[1:] if is_missing(name)], sys.stdout)
