# job: parameters: {epochs: 1}
# expect: info arguments.undecided
#!/bin/bash
while [[ $# -gt 0 ]]; do
  case $1 in
    --epochs) EPOCHS="$2"; shift 2;;
    *) shift;;
  esac
done
python script.py --epochs "$EPOCHS"
