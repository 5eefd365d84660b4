#include "services/preflight/modelfiles.h"

#include "services/preflight/preflightpaths.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

constexpr qint64 longestJson = 64 << 20; // tokenizer.json of 256,000 tokens: about 35 MB

void take(std::optional<LargestToken> &largest, qint64 id, const QString &text, const QString &shown)
{
    if (id >= 0 && (!largest || id > largest->id))
        largest = LargestToken{id, text, shown};
}

/// tokens to ids, as vocab.json and added_tokens.json have them, or a list of pieces, as a unigram model has.
void takeVocabulary(const QJsonValue &vocabulary, const QString &shown, std::optional<LargestToken> &largest)
{
    const QJsonObject tokens = vocabulary.toObject();
    for (auto token = tokens.begin(); token != tokens.end(); ++token)
        take(largest, token.value().toInteger(-1), token.key(), shown);
    const QJsonArray pieces = vocabulary.toArray();
    if (!pieces.isEmpty())
        take(largest, pieces.size() - 1, pieces.last().toArray().first().toString(), shown);
}

void takeTokenizer(const JsonFile &file, std::optional<LargestToken> &largest)
{
    takeVocabulary(file.object.value("model"_L1).toObject().value("vocab"_L1), file.shown, largest);
    for (const QJsonValue &added : file.object.value("added_tokens"_L1).toArray())
        take(largest, added.toObject().value("id"_L1).toInteger(-1), added.toObject().value("content"_L1).toString(), file.shown);
}

void takeLines(const PreflightContext &context, const QString &path, std::optional<LargestToken> &largest)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > longestJson || !file.open(QIODevice::ReadOnly))
        return;
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    take(largest, lines.size() - 1, QString::fromUtf8(lines.last().trimmed()), shownPath(context, path));
}

} // namespace

Place JsonFile::place(const QString &name) const
{
    const QRegularExpression key(u"^[ \\t{,]*\"%1\"[ \\t]*:"_s.arg(QRegularExpression::escape(name)), QRegularExpression::MultilineOption);
    const QString whole = QString::fromUtf8(text);
    const QRegularExpressionMatch match = key.match(whole);
    if (!match.hasMatch())
        return {shown, 1, QString()};
    return {shown, int(QStringView(whole).left(match.capturedEnd()).count(u'\n')) + 1, QString()};
}

std::optional<qint64> JsonFile::number(const QString &name) const
{
    const QJsonValue value = object.value(name);
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

std::optional<JsonFile> readJsonFile(const PreflightContext &context, const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > longestJson || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    JsonFile json{path, shownPath(context, path), file.readAll(), {}};
    json.object = QJsonDocument::fromJson(json.text).object();
    return json.object.isEmpty() ? std::nullopt : std::optional(json);
}

QList<JsonFile> modelConfigurations(const PreflightContext &context, const ScriptAnalysis &script)
{
    QStringList paths;
    if (const auto &model = context.job().model; model && !model->transformersConfig.isEmpty())
        paths.append(QDir::cleanPath(QDir(context.jobFolder).absoluteFilePath(model->transformersConfig)));
    for (const ScriptCall &call : script.reading ? script.reading->calls : QList<ScriptCall>()) {
        if (call.isUnreached || (call.name() != "from_pretrained"_L1 && call.name() != "from_json_file"_L1))
            continue;
        const QString path = fileInCode(context, script, call.argument(0, "pretrained_model_name_or_path"_L1));
        if (!path.isEmpty())
            paths.append(path);
    }
    QList<JsonFile> configurations;
    for (QString path : std::as_const(paths)) {
        if (QFileInfo(path).isDir())
            path += u"/config.json"_s;
        const bool isKnown = std::any_of(configurations.begin(), configurations.end(), [&path](const JsonFile &known) { return known.path == path; });
        const std::optional<JsonFile> file = isKnown ? std::nullopt : readJsonFile(context, path);
        if (file && file->object.contains("model_type"_L1))
            configurations.append(*file);
    }
    return configurations;
}

std::optional<LargestToken> largestToken(const PreflightContext &context, const JsonFile &configuration)
{
    const QDir folder = QFileInfo(configuration.path).dir();
    std::optional<LargestToken> largest;
    if (const auto tokenizer = readJsonFile(context, folder.filePath(u"tokenizer.json"_s))) {
        takeTokenizer(*tokenizer, largest);
    } else if (const auto vocabulary = readJsonFile(context, folder.filePath(u"vocab.json"_s))) {
        takeVocabulary(vocabulary->object, vocabulary->shown, largest);
    } else {
        takeLines(context, folder.filePath(u"vocab.txt"_s), largest);
    }
    if (const auto added = readJsonFile(context, folder.filePath(u"added_tokens.json"_s)))
        takeVocabulary(added->object, added->shown, largest);
    return largest;
}

} // namespace Trainyard
