# job: parameters: {epochs: 1}
# expect: error arguments.not-forwarded boot.sh:5
#!/bin/bash
echo "python script.py $@"
torchrun --nproc_per_node=1 \
    script.py --epochs 3 > log.txt 2>&1
