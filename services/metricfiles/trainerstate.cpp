#include "services/metricfiles/trainerstate.h"

#include "services/metricfiles/regularfile.h"
#include "services/metricfiles/rowevents.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(MetricFiles)
};

constexpr qint64 largestFile = qint64(64) << 20;

std::optional<double> numberOf(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toDouble();
    const QString word = value.toString();
    if (word == QLatin1String("NaN"))
        return std::numeric_limits<double>::quiet_NaN();
    if (word == QLatin1String("Infinity"))
        return std::numeric_limits<double>::infinity();
    return word == QLatin1String("-Infinity") ? std::optional(-std::numeric_limits<double>::infinity()) : std::nullopt;
}

bool beginsWith(const QJsonArray &history, const QJsonArray &start)
{
    return history.size() >= start.size() && std::equal(start.begin(), start.end(), history.begin());
}

} // namespace

QByteArray withoutBareNonFinite(const QByteArray &json)
{
    constexpr std::array words{"-Infinity", "Infinity", "NaN"};
    QByteArray cleaned;
    cleaned.reserve(json.size());
    bool isInString = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInString && c == '\\' && i + 1 < json.size()) {
            cleaned += json.mid(i++, 2);
            continue;
        }
        if (c == '"')
            isInString = !isInString;
        const auto word = std::find_if(words.begin(), words.end(), [&](const char *w) { return QByteArrayView(json).sliced(i).startsWith(w); });
        if (isInString || word == words.end()) {
            cleaned += c;
            continue;
        }
        cleaned += '"' + QByteArray(*word) + '"';
        i += qsizetype(strlen(*word)) - 1;
    }
    return cleaned;
}

QString TrainerState::newestFile() const
{
    QString newest;
    QDateTime latest;
    for (const QString &path : m_paths) {
        const QDateTime time = QFileInfo(path).lastModified();
        if (newest.isEmpty() || time > latest) {
            newest = path;
            latest = time;
        }
    }
    return newest;
}

MetricFileNews TrainerState::poll(qint64 &budget)
{
    MetricFileNews news;
    const QString path = newestFile();
    const Result<RegularFile> file = RegularFile::open(path);
    if (!file) {
        if (std::exchange(m_problem, file.error()) != file.error() && file.error().kind != Error::Kind::NotFound)
            news.problems.append(file.error());
        return news;
    }
    if (path == m_path && file->size() == m_size && file->modifiedMs() == m_modifiedMs)
        return news;
    m_path = path;
    m_size = file->size();
    m_modifiedMs = file->modifiedMs();
    if (m_size > largestFile) {
        news.problems.append({Error::Kind::Resource, Text::tr("%1 is larger than 64 MiB and is not read. The log or the event files have the same values.").arg(path), QString()});
        return news;
    }
    const Result<QByteArray> text = file->read(0, largestFile);
    if (!text) {
        news.problems.append(text.error());
        return news;
    }
    budget -= text->size();
    QJsonParseError fault;
    const QJsonDocument document = QJsonDocument::fromJson(withoutBareNonFinite(*text), &fault);
    m_problem.reset();
    if (fault.error != QJsonParseError::NoError)
        m_problem = Error{Error::Kind::Invalid, Text::tr("%1 is no complete JSON: it breaks off at character %2. It is read again when it changes.").arg(path).arg(fault.offset), fault.errorString()};
    else
        takeHistory(document.object(), news);
    return news;
}

MetricFileNews TrainerState::finish()
{
    MetricFileNews news;
    if (m_problem && m_problem->kind == Error::Kind::Invalid)
        news.problems.append(*m_problem);
    return news;
}

void TrainerState::takeHistory(const QJsonObject &state, MetricFileNews &news)
{
    const QJsonArray history = state.value(QLatin1String("log_history")).toArray();
    if (!beginsWith(history, m_history)) {
        m_history = {};
        m_path.clear(); // so that the next look reads it
        news.isReplaced = true;
        return;
    }
    LogEvent totals;
    if (const qint64 steps = state.value(QLatin1String("max_steps")).toInteger(); steps > 0)
        totals.totalSteps = steps;
    if (const double epochs = state.value(QLatin1String("num_train_epochs")).toDouble(); epochs > 0)
        totals.totalEpochs = epochs;
    const qsizetype known = m_history.size();
    m_history = history;
    for (qsizetype i = known; i < history.size(); ++i)
        news.events.append(eventsOf(history.at(i).toObject(), i + 1, totals));
}

QList<TimedEvent> TrainerState::eventsOf(const QJsonObject &entry, qint64 number, const LogEvent &totals)
{
    RowEvents row(number, 0);
    const bool sumsUp = entry.contains(QLatin1String("train_runtime")); // the last entry: its train_loss is the mean of the whole run
    for (auto value = entry.begin(); value != entry.end(); ++value) {
        const std::optional<double> number = numberOf(value.value());
        if (number && !(sumsUp && value.key() == QLatin1String("train_loss")))
            row.add(m_tags.ofColumn(value.key().toUtf8()), *number);
    }
    return row.take(totals);
}

} // namespace Trainyard
