#include "widgets/setup/settingsforms.h"

#include "widgets/setup/fieldbox.h"
#include "widgets/setup/forecastline.h"

#include <QBoxLayout>

namespace Trainyard {

namespace {

/// The section, made where there is none: an empty one is dropped again after storing.
template<typename T>
T &made(std::optional<T> &section)
{
    return section ? *section : section.emplace();
}

Job::Checkpoints &checkpoints(Job &job) { return made(job.checkpoints); }
Job::Model &model(Job &job) { return made(job.model); }
Job::Training &training(Job &job) { return made(job.training); }
Job::Optimizer &optimizer(Job &job) { return made(training(job).optimizer); }
Job::Lora &lora(Job &job) { return made(training(job).lora); }
Job::Parallel &parallel(Job &job) { return made(training(job).parallel); }

QStringList words(std::initializer_list<const char *> texts)
{
    QStringList list;
    for (const char *text : texts)
        list.append(QLatin1String(text));
    return list;
}

void stack(QWidget *parent, std::initializer_list<QWidget *> rows)
{
    auto *layout = new QVBoxLayout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    for (QWidget *widget : rows)
        layout->addWidget(widget);
}

} // namespace

AboutForm::AboutForm(QWidget *parent)
    : Form(parent)
{
    FieldBox *name = addText(QStringLiteral("name"), [](Job &job) -> QString & { return job.name; });
    FieldBox *project = addText(QStringLiteral("project"), [](Job &job) -> QString & { return job.project; });
    FieldBox *purpose = addText(QStringLiteral("purpose"), [](Job &job) -> QString & { return job.purpose; });
    FieldBox *description = addText(QStringLiteral("description"), [](Job &job) -> QString & { return job.description; });
    stack(this, {name, description, row({project, purpose})});
}

LimitsForm::LimitsForm(QWidget *parent)
    : Form(parent)
{
    FieldBox *directory = addText(QStringLiteral("checkpoints.directory"), [](Job &job) -> QString & { return checkpoints(job).directory; });
    FieldBox *every = addInteger(QStringLiteral("checkpoints.every_steps"), [](Job &job) -> auto & { return checkpoints(job).everySteps; });
    FieldBox *keep = addSmallInteger(QStringLiteral("checkpoints.keep"), [](Job &job) -> auto & { return checkpoints(job).keep; });
    FieldBox *resume = addText(QStringLiteral("checkpoints.resume"), [](Job &job) -> QString & { return checkpoints(job).resume; });
    FieldBox *duration = addDuration(QStringLiteral("limits.max_duration"), [](Job &job) -> auto & { return job.limits.maxDuration; });
    FieldBox *cost = addNumber(QStringLiteral("limits.max_cost"), [](Job &job) -> auto & { return job.limits.maxCost; });
    FieldBox *idle = addDuration(QStringLiteral("limits.stop_when_idle"), [](Job &job) -> auto & { return job.limits.stopWhenIdle; });
    stack(this, {row({directory, every}), row({keep, resume}), row({duration, idle}), row({cost, new QWidget})});
}

ModelForm::ModelForm(QWidget *parent)
    : Form(parent)
{
    FieldBox *torchscript = addPath(QStringLiteral("model.torchscript"), [](Job &job) -> QString & { return model(job).torchscript; }, false);
    FieldBox *architecture = addText(QStringLiteral("model.architecture"), [](Job &job) -> QString & { return model(job).architecture; });
    FieldBox *config = addPath(QStringLiteral("model.transformers_config"), [](Job &job) -> QString & { return model(job).transformersConfig; }, false);
    FieldBox *task = addChoice(QStringLiteral("model.task"), [](Job &job) -> QString & { return model(job).task; },
                               words({"image-classification", "causal-lm", "masked-lm", "sequence-classification", "semantic-segmentation", "regression"}));
    FieldBox *classes = addInteger(QStringLiteral("model.num_classes"), [](Job &job) -> auto & { return model(job).numClasses; });
    FieldBox *shape = addWords(
        QStringLiteral("model.input.shape"),
        [](const Job &job) {
            QStringList texts;
            if (job.model && job.model->input) {
                for (const qint64 size : job.model->input->shape)
                    texts.append(QString::number(size));
            }
            return texts;
        },
        [](Job &job, const QStringList &texts) {
            QList<qint64> sizes;
            for (const QString &text : texts) {
                bool ok = false;
                sizes.append(text.toLongLong(&ok));
                if (!ok || sizes.last() < 1)
                    return false;
            }
            made(model(job).input).shape = sizes;
            return true;
        },
        [] { return tr("Whole numbers are expected, such as 1, 28, 28."); });
    FieldBox *dtype = addText(QStringLiteral("model.input.dtype"), [](Job &job) -> QString & { return made(model(job).input).dtype; });
    FieldBox *loss = addChoice(QStringLiteral("model.loss"), [](Job &job) -> QString & { return model(job).loss; }, words({"cross-entropy", "mse"}));
    FieldBox *attention = addChoice(QStringLiteral("model.attention"), [](Job &job) -> QString & { return model(job).attention; },
                                    words({"auto", "math", "flash", "efficient"}));
    stack(this, {row({architecture, task}), row({torchscript, config}), row({classes, loss}), row({shape, dtype}), row({attention, new QWidget})});
}

TrainingForm::TrainingForm(QWidget *parent)
    : Form(parent), m_forecast(new ForecastLine(this))
{
    const auto choice = [this](const char *key, TextOf accessor, const QStringList &values) { return addChoice(QLatin1String(key), std::move(accessor), values); };
    const auto integer = [this](const char *key, OptionalOf<qint64> accessor) { return addInteger(QLatin1String(key), std::move(accessor)); };
    const auto small = [this](const char *key, OptionalOf<int> accessor, int minimum = 1) {
        return addSmallInteger(QLatin1String(key), std::move(accessor), minimum);
    };
    const auto number = [this](const char *key, OptionalOf<double> accessor) { return addNumber(QLatin1String(key), std::move(accessor)); };

    FieldBox *batch = integer("training.batch_size", [](Job &job) -> auto & { return training(job).batchSize; });
    FieldBox *accumulation = integer("training.gradient_accumulation", [](Job &job) -> auto & { return training(job).gradientAccumulation; });
    FieldBox *length = integer("training.sequence_length", [](Job &job) -> auto & { return training(job).sequenceLength; });
    FieldBox *precision = choice("training.precision", [](Job &job) -> auto & { return training(job).precision; },
                                 words({"fp32", "amp-fp16", "amp-bf16", "bf16", "fp16"}));
    FieldBox *optimizerName = choice("training.optimizer.name", [](Job &job) -> auto & { return optimizer(job).name; },
                                     words({"adam", "adamw", "sgd", "rmsprop", "adafactor", "adamw8bit"}));
    FieldBox *rate = number("training.optimizer.learning_rate", [](Job &job) -> auto & { return optimizer(job).learningRate; });
    FieldBox *decay = number("training.optimizer.weight_decay", [](Job &job) -> auto & { return optimizer(job).weightDecay; });
    FieldBox *momentum = number("training.optimizer.momentum", [](Job &job) -> auto & { return optimizer(job).momentum; });
    FieldBox *checkpointing = choice("training.activation_checkpointing", [](Job &job) -> auto & { return training(job).activationCheckpointing; },
                                     words({"false", "true", "selective"}));
    FieldBox *zeroGrad = choice("training.zero_grad", [](Job &job) -> auto & { return training(job).zeroGrad; }, words({"auto", "set-to-none", "keep"}));
    FieldBox *compile = addFlag(QStringLiteral("training.compile"), [](Job &job) -> auto & { return training(job).compile; });
    FieldBox *method = choice("training.method", [](Job &job) -> auto & { return training(job).method; }, words({"full", "lora", "qlora"}));
    FieldBox *rank = integer("training.lora.rank", [](Job &job) -> auto & { return lora(job).rank; });
    FieldBox *alpha = number("training.lora.alpha", [](Job &job) -> auto & { return lora(job).alpha; });
    FieldBox *targets = addWords(
        QStringLiteral("training.lora.targets"),
        [](const Job &job) { return job.training && job.training->lora ? job.training->lora->targets : QStringList(); },
        [](Job &job, const QStringList &texts) {
            lora(job).targets = texts;
            return true;
        });
    FieldBox *data = small("training.parallel.data", [](Job &job) -> auto & { return parallel(job).data; });
    FieldBox *tensor = small("training.parallel.tensor", [](Job &job) -> auto & { return parallel(job).tensor; });
    FieldBox *pipeline = small("training.parallel.pipeline", [](Job &job) -> auto & { return parallel(job).pipeline; });
    FieldBox *zero = small("training.parallel.zero_stage", [](Job &job) -> auto & { return parallel(job).zeroStage; }, 0);
    stack(this, {row({batch, accumulation}), m_forecast, row({precision, length}), row({optimizerName, rate}), row({decay, momentum}), row({checkpointing, zeroGrad}),
                 row({method, rank}), row({alpha, targets}), row({data, tensor}), row({pipeline, zero}), compile});
}

void TrainingForm::setForecast(const ForecastState &forecast)
{
    m_forecast->setForecast(forecast);
}

} // namespace Trainyard
