# job: parameters: {lr: 0.1}
# expect: error arguments.unrecognized parameters.lr
# expect: error arguments.platform-injected inputs[0].name
# expect: error arguments.platform-injected outputs[0].name
import hydra


@hydra.main(config_path="conf", config_name="train", version_base=None)
def main(cfg):
    print(cfg)


if __name__ == "__main__":
    main()
