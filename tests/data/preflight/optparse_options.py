# job: parameters: {epochs: many}
# expect: error arguments.invalid-value parameters.epochs
from optparse import OptionParser

parser = OptionParser()
parser.add_option("--data_url")
parser.add_option("--train_url")
parser.add_option("--epochs", type="int", default=3)
options, rest = parser.parse_args()
