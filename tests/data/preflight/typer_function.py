# job: parameters: {batch_size: 8, epochs: 2}
# expect: error arguments.unrecognized parameters.batch_size
import typer

app = typer.Typer()


@app.command()
def main(data_url: str = typer.Option(..., "--data_url"), train_url: str = typer.Option(..., "--train_url"), epochs: int = 1, batch_size: int = 4):
    print(epochs)


if __name__ == "__main__":
    app()
