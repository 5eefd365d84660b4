# job: parameters: {root: /share/data}
# expect: info arguments.undecided
import argparse


class Settings:
    root = "/home/me/data"

    def update(self, values):
        for name, value in values.items():
            setattr(self, name, value)


settings = Settings()
parser = argparse.ArgumentParser()
for name in vars(Settings):
    parser.add_argument("--" + name)
settings.update(vars(parser.parse_args()))
print(open(settings.root + "/names.txt").read())
