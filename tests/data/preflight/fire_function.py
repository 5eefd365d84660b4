# job: parameters: {batch-size: 8, shuffle: false, other: 1}
# expect: error arguments.type-lost parameters.shuffle
# expect: error arguments.unrecognized parameters.other
import fire


def train(data_url, train_url, batch_size=4, shuffle=True):
    print(batch_size)


if __name__ == "__main__":
    fire.Fire(train)
