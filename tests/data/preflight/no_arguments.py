# job: parameters: {epochs: 3}
# expect: error arguments.ignored parameters.epochs
import time

for epoch in range(10):
    time.sleep(1)
    print(epoch)
