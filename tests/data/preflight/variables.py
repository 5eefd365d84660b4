# job: environment_variables: {GIVEN: a}
# expect: error environment.variable-unset script.py:10
import os
import sys

given = os.environ["GIVEN"]
node = os.environ["MA_CURRENT_HOST"]
os.environ["OWN"] = "1"
own = os.environ["OWN"]
tag = os.environ["EXPERIMENT"]
try:
    optional = os.environ["OPTIONAL"]
except KeyError:
    optional = None
if "TEST" in os.environ:
    test = os.environ["TEST"]
print(sys.version)
