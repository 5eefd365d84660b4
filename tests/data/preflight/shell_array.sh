# job: parameters: {epochs: 1}
# clean
#!/bin/bash
set -e
args=("$@")
cmd="python script.py --lr 0.1"
exec $cmd "${args[@]}"
