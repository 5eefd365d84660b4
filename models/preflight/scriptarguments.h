#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// One argument that a script takes, as reading it tells.
struct ScriptOption
{
    enum class Action {
        Store,   ///< takes values
        Flag,    ///< takes none
        Switch,  ///< takes none, and `--no-NAME` is its opposite
        Special, ///< --help, --version: ends the script
    };

    QStringList names;    ///< `--batch_size`, `-b`; of a positional one its bare name
    QString destination;  ///< what the script calls it: `batch_size`
    Action action = Action::Store;
    QString type;         ///< int, float, str, bool, list; empty: a function of the script's own, or not known
    QString valueCount;   ///< empty: exactly one; `?`, `*`, `+`, or a number
    std::optional<QString> defaultText;
    std::optional<QStringList> choices;
    std::optional<double> minimum;
    std::optional<double> maximum;
    bool isPositional = false;
    bool isRequired = false;
    bool takesOptionalValue = false; ///< a switch that may be told true or false
    QString help;
    QString file; ///< relative to the code directory
    int line = 0;

    bool operator==(const ScriptOption &) const = default;
};

/// A script's own argument parser: what the job form can offer, and what a command line is parsed back with.
struct ScriptArguments
{
    enum class Style {
        Argparse,    ///< argparse and what behaves as it does
        Dataclasses, ///< HfArgumentParser, simple-parsing
        Tyro,
        Click,
        Fire,
        Absl,
        Overrides,   ///< hydra: NAME=VALUE without dashes
    };

    Style style = Style::Argparse;
    QList<ScriptOption> options;
    QList<std::pair<QString, ScriptArguments>> commands; ///< sub-parsers
    bool allowsPrefixes = true;
    bool toleratesUnknown = false; ///< parse_known_args: what it does not know reaches nobody
    bool hyphensAreUnderscores = false;
    QString undecided; ///< why there may be more options than these; empty: they are all
    QString file;
    int line = 0; ///< where it is made

    bool operator==(const ScriptArguments &) const = default;
};

} // namespace Trainyard
