# job: parameters: {epochs: 2.5, optimizer: lamb, shufle: true}
# expect: error arguments.invalid-value parameters.epochs
# expect: error arguments.invalid-value parameters.optimizer
# expect: error arguments.unrecognized parameters.shufle
from absl import app, flags

FLAGS = flags.FLAGS
flags.DEFINE_string("data_url", None, "data", required=True)
flags.DEFINE_string("train_url", None, "result")
flags.DEFINE_integer("epochs", 3, "epochs", lower_bound=1)
flags.DEFINE_enum("optimizer", "sgd", ["sgd", "adam"], "optimizer")
flags.DEFINE_bool("shuffle", True, "shuffle")


def main(argv):
    print(FLAGS.epochs)


if __name__ == "__main__":
    app.run(main)
