#include "services/torch/traineroptions.h"

#include "models/common/units.h"

#include <QCoreApplication>

#include <cmath>
#include <functional>

namespace Trainyard {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("TrainerOptions", text);
}

/// Puts one value into the options, or answers what is expected instead.
using Setter = std::function<QString(TrainerOptions &, const QString &)>;

struct Option
{
    QStringList names; ///< the first is the one shown
    Setter set;
    const char *help; ///< translated when shown
};

template<typename Number>
Setter integer(Number TrainerOptions::*field, qint64 least, qint64 most = 1'000'000'000)
{
    return [=](TrainerOptions &options, const QString &text) {
        bool ok = false;
        const qint64 value = text.toLongLong(&ok);
        if (!ok || value < least || value > most)
            return translated(QT_TRANSLATE_NOOP("TrainerOptions", "a whole number from %1 to %2")).arg(least).arg(most);
        if constexpr (std::is_same_v<Number, std::optional<int>>)
            options.*field = int(value);
        else
            options.*field = Number(value);
        return QString();
    };
}

template<typename Number>
Setter real(Number TrainerOptions::*field, bool mayBeZero)
{
    return [=](TrainerOptions &options, const QString &text) {
        bool ok = false;
        const double value = text.toDouble(&ok);
        if (!ok || !std::isfinite(value) || value < 0 || (value == 0 && !mayBeZero)) {
            return mayBeZero ? translated(QT_TRANSLATE_NOOP("TrainerOptions", "a number, zero or more"))
                             : translated(QT_TRANSLATE_NOOP("TrainerOptions", "a number above zero"));
        }
        options.*field = value;
        return QString();
    };
}

Setter text(QString TrainerOptions::*field)
{
    return [=](TrainerOptions &options, const QString &value) {
        if (value.isEmpty())
            return translated(QT_TRANSLATE_NOOP("TrainerOptions", "a text that is not empty"));
        options.*field = value;
        return QString();
    };
}

Setter choice(QString TrainerOptions::*field, const QStringList &choices)
{
    return [=](TrainerOptions &options, const QString &value) {
        if (!choices.contains(value))
            return translated(QT_TRANSLATE_NOOP("TrainerOptions", "one of %1")).arg(choices.join(QStringLiteral(", ")));
        options.*field = value;
        return QString();
    };
}

const QList<Option> &optionTable()
{
    using O = TrainerOptions;
    static const QList<Option> table{
        {{QStringLiteral("preset")}, choice(&O::preset, trainerPresets()), QT_TRANSLATE_NOOP("TrainerOptions", "which trainer")},
        {{QStringLiteral("data_url")}, text(&O::dataDirectory),
         QT_TRANSLATE_NOOP("TrainerOptions", "folder with train/CLASS/*.png and val/CLASS/*.png")},
        {{QStringLiteral("train_url")}, text(&O::outputDirectory),
         QT_TRANSLATE_NOOP("TrainerOptions", "folder for the model, metrics and checkpoints")},
        {{QStringLiteral("epochs")}, integer(&O::epochs, 1), QT_TRANSLATE_NOOP("TrainerOptions", "passes over the training images")},
        {{QStringLiteral("batch_size")}, integer(&O::batchSize, 1), QT_TRANSLATE_NOOP("TrainerOptions", "images in one step")},
        {{QStringLiteral("learning_rate"), QStringLiteral("lr")}, real(&O::learningRate, false),
         QT_TRANSLATE_NOOP("TrainerOptions", "highest rate of the schedule")},
        {{QStringLiteral("architecture")}, choice(&O::architecture, trainerArchitectures()), QT_TRANSLATE_NOOP("TrainerOptions", "which network")},
        {{QStringLiteral("optimizer")}, choice(&O::optimizer, trainerOptimizers()), QT_TRANSLATE_NOOP("TrainerOptions", "which optimizer")},
        {{QStringLiteral("momentum")}, real(&O::momentum, true), QT_TRANSLATE_NOOP("TrainerOptions", "of sgd")},
        {{QStringLiteral("weight_decay")}, real(&O::weightDecay, true),
         QT_TRANSLATE_NOOP("TrainerOptions", "how strongly weights are pulled to zero")},
        {{QStringLiteral("schedule")}, choice(&O::schedule, {QStringLiteral("cosine"), QStringLiteral("constant")}),
         QT_TRANSLATE_NOOP("TrainerOptions", "how the rate changes: warm-up and cosine, or not at all")},
        {{QStringLiteral("image_size")}, integer(&O::imageSize, 8, 1024),
         QT_TRANSLATE_NOOP("TrainerOptions", "pixels a side; left out: what the images suggest")},
        {{QStringLiteral("checkpoint_dir"), QStringLiteral("checkpoint_directory")}, text(&O::checkpointDirectory),
         QT_TRANSLATE_NOOP("TrainerOptions", "where checkpoints go; left out: train_url")},
        {{QStringLiteral("checkpoint_every"), QStringLiteral("checkpoint_steps"), QStringLiteral("every_steps")}, integer(&O::checkpointSteps, 0),
         QT_TRANSLATE_NOOP("TrainerOptions", "steps between two checkpoints; 0: only at the end")},
        {{QStringLiteral("checkpoint_keep"), QStringLiteral("keep")}, integer(&O::keep, 1),
         QT_TRANSLATE_NOOP("TrainerOptions", "how many checkpoints are kept")},
        {{QStringLiteral("resume")}, text(&O::resume), QT_TRANSLATE_NOOP("TrainerOptions", "auto, never, or a checkpoint file")},
        {{QStringLiteral("log_steps")}, integer(&O::logSteps, 1), QT_TRANSLATE_NOOP("TrainerOptions", "steps between two log lines")},
        {{QStringLiteral("workers")}, integer(&O::workers, 0, 256), QT_TRANSLATE_NOOP("TrainerOptions", "threads that decode images")},
        {{QStringLiteral("threads")}, integer(&O::threads, 1, 1024),
         QT_TRANSLATE_NOOP("TrainerOptions", "threads that compute; left out: OMP_NUM_THREADS, else all CPUs")},
        {{QStringLiteral("seed")}, integer(&O::seed, 0), QT_TRANSLATE_NOOP("TrainerOptions", "of the weights and the order of the images")},
    };
    return table;
}

const Option *findOption(const QString &name)
{
    const auto found = std::find_if(optionTable().begin(), optionTable().end(), [&](const Option &option) { return option.names.contains(name); });
    return found == optionTable().end() ? nullptr : &*found;
}

QString unrecognized(const QString &argument, const QString &name)
{
    QStringList names;
    for (const Option &option : optionTable())
        names += option.names;
    const QString nearest = nearestWord(name, names);
    const QString fault = QStringLiteral("unrecognized arguments: ") + argument; // argparse's words: log readers know them
    return nearest.isEmpty() ? fault : translated(QT_TRANSLATE_NOOP("TrainerOptions", "%1 (did you mean --%2?)")).arg(fault, nearest);
}

bool isOption(const QString &argument)
{
    return argument.startsWith(QLatin1String("--")) && argument.size() > 2;
}

/// What is left undone after all arguments were read.
QStringList missingOptions(const TrainerOptions &options)
{
    QStringList missing;
    if (options.preset.isEmpty())
        missing.append(QStringLiteral("--preset"));
    if (options.dataDirectory.isEmpty())
        missing.append(QStringLiteral("--data_url"));
    if (options.outputDirectory.isEmpty())
        missing.append(QStringLiteral("--train_url"));
    return missing;
}

} // namespace

double TrainerOptions::learningRateOrDefault() const
{
    return learningRate.value_or(optimizer == QLatin1String("sgd") ? 0.01 : 0.001);
}

QStringList trainerArchitectures()
{
    return {QStringLiteral("small-cnn"), QStringLiteral("resnet18"), QStringLiteral("resnet34"), QStringLiteral("resnet50"), QStringLiteral("mobilenet_v2")};
}

QStringList trainerOptimizers()
{
    return {QStringLiteral("sgd"), QStringLiteral("adam"), QStringLiteral("adamw"), QStringLiteral("rmsprop")};
}

QStringList trainerPresets()
{
    return {QStringLiteral("image-classification")};
}

Result<TrainerOptions> parseTrainerOptions(const QStringList &arguments)
{
    TrainerOptions options;
    QStringList faults;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &argument = arguments[i];
        const QString name = argument.mid(2).section(u'=', 0, 0).replace(u'-', u'_');
        const Option *option = isOption(argument) ? findOption(name) : nullptr;
        const bool hasValueInside = argument.contains(u'=');
        const bool hasValueBehind = !hasValueInside && i + 1 < arguments.size() && !isOption(arguments[i + 1]);
        if (!option) {
            const bool takesValue = isOption(argument) && hasValueBehind;
            faults.append(unrecognized(takesValue ? argument + u' ' + arguments[i + 1] : argument, name));
            i += takesValue ? 1 : 0;
            continue;
        }
        if (!hasValueInside && !hasValueBehind) {
            faults.append(QStringLiteral("argument --%1: expected one argument").arg(option->names.first()));
            continue;
        }
        const QString value = hasValueInside ? argument.section(u'=', 1) : arguments[++i];
        if (const QString expected = option->set(options, value); !expected.isEmpty()) {
            faults.append(translated(QT_TRANSLATE_NOOP("TrainerOptions", "argument --%1: invalid value: '%2' (expected: %3)"))
                              .arg(option->names.first(), value, expected));
        }
    }
    if (const QStringList missing = missingOptions(options); !missing.isEmpty())
        faults.append(QStringLiteral("the following arguments are required: ") + missing.join(QStringLiteral(", ")));
    if (!faults.isEmpty())
        return Error{Error::Kind::Invalid, faults.join(QStringLiteral("; ")), QString()};
    return options;
}

QString trainerHelp()
{
    QString help = translated(QT_TRANSLATE_NOOP("TrainerOptions", "usage: trainyard-torch train --preset image-classification --data_url DIR --train_url DIR [--name value ...]"))
        + QStringLiteral("\n\n");
    for (const Option &option : optionTable())
        help += QStringLiteral("  --%1 %2\n").arg(option.names.first(), -18).arg(translated(option.help));
    return help;
}

} // namespace Trainyard
