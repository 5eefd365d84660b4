# job: parameters: {batch_size: 8, lr: 3, mode: slow, shuffle: null}
# expect: error arguments.unrecognized parameters.batch_size
# expect: error arguments.invalid-value parameters.mode
# expect: error arguments.invalid-value parameters.workers
# also: parameters: {workers: 99}
# expect: warning arguments.out-of-range parameters.lr
import click


@click.command()
@click.option("--data_url", required=True)
@click.option("--train_url", required=True)
@click.option("--batch-size", type=int, default=4)
@click.option("--workers", type=click.IntRange(0, 16), default=2)
@click.option("--lr", default=0.1)
@click.option("--mode", type=click.Choice(["fast", "exact"]))
@click.option("--shuffle/--no-shuffle", default=True)
def main(data_url, train_url, batch_size, workers, lr, mode, shuffle):
    print(batch_size)


if __name__ == "__main__":
    main()
