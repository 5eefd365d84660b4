# command: python inner/script.py
# expect: error paths.relative inner/script.py:6
import json
from pathlib import Path

first = json.load(open("settings.json"))
second = json.load(open(Path(__file__).parent / "settings.json"))
