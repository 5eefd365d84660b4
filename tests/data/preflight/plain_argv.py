# job: parameters: {epochs: 3}
# expect: info arguments.undecided
import sys

epochs = int(sys.argv[2])
