# job: parameters: {optim.lr: 0.1, epochs: 3, optim.beta: 0.9}
# expect: error arguments.unrecognized parameters.optim.beta
from dataclasses import dataclass, field

import tyro


@dataclass
class Optim:
    lr: float = 0.1


@dataclass
class Config:
    data_url: str
    train_url: str
    epochs: int = 1
    optim: Optim = field(default_factory=Optim)


config = tyro.cli(Config)
