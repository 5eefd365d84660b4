#pragma once

#include "services/preflight/scriptanalysis.h"

#include <QJsonObject>

namespace Trainyard {

/// A JSON file that the job is made with: a model's configuration, a DeepSpeed configuration.
struct JsonFile
{
    QString path;  ///< absolute
    QString shown; ///< as findings name it
    QByteArray text;
    QJsonObject object;

    /// The line on which the key @p name first stands, outside of other objects if it is there.
    Place place(const QString &name) const;
    std::optional<qint64> number(const QString &name) const;
};

/// Nothing: not there, larger than 64 MiB, or no JSON object.
std::optional<JsonFile> readJsonFile(const PreflightContext &context, const QString &path);

/// Configurations of Hugging Face models: that of `model`, and those that the script loads from its own folder.
QList<JsonFile> modelConfigurations(const PreflightContext &context, const ScriptAnalysis &script);

/// The largest id of the tokens of a tokenizer, and the file that says so.
struct LargestToken
{
    qint64 id = 0;
    QString text;  ///< the token
    QString shown; ///< the file, as findings name it
};

/// Of the tokenizer that lies beside @p configuration (tokenizer.json, vocab.json, vocab.txt, added_tokens.json); nothing: there is none that can be read.
std::optional<LargestToken> largestToken(const PreflightContext &context, const JsonFile &configuration);

} // namespace Trainyard
