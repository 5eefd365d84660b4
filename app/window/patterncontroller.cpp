#include "app/window/patterncontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "services/common/files.h"
#include "widgets/monitor/patterndialog.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace Trainyard {

namespace {

const QString storeKey = QStringLiteral("log_patterns");
constexpr qsizetype mostLogs = 100;

/// The folder and the name, its digits as one #: `/runs/train-#.log`.
QString placeOf(const QString &logFile)
{
    static const QRegularExpression digits(QStringLiteral("\\d+"));
    const QFileInfo info(logFile);
    return info.absolutePath() + QLatin1Char('/') + info.fileName().replace(digits, QStringLiteral("#"));
}

QJsonObject toJson(const LogPattern &pattern)
{
    return {{QStringLiteral("name"), pattern.name}, {QStringLiteral("phase"), pattern.phase ? phaseToText(*pattern.phase) : QString()}, {QStringLiteral("pattern"), pattern.pattern}};
}

LogPattern fromJson(const QJsonObject &object)
{
    return {object.value(QLatin1String("name")).toString(), phaseFromText(object.value(QLatin1String("phase")).toString()), object.value(QLatin1String("pattern")).toString()};
}

/// A pattern of the same metric and phase is replaced.
void put(QList<LogPattern> &patterns, const LogPattern &pattern)
{
    patterns.removeIf([&](const LogPattern &known) { return known.name == pattern.name && known.phase == pattern.phase; });
    patterns.append(pattern);
}

} // namespace

PatternController::PatternController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_navigation(navigation)
{
}

QList<LogPattern> PatternController::rememberedFor(const QString &logFile) const
{
    QList<LogPattern> patterns;
    const QString place = placeOf(logFile);
    const QJsonArray logs = QJsonDocument::fromJson(m_context.preferences.bytes(storeKey)).array();
    for (const QJsonValue &log : logs) {
        if (log.toObject().value(QLatin1String("log")).toString() != place)
            continue;
        const QJsonArray stored = log.toObject().value(QLatin1String("patterns")).toArray();
        for (const QJsonValue &pattern : stored)
            patterns.append(fromJson(pattern.toObject()));
    }
    return patterns;
}

void PatternController::mark(const MarkedNumber &number, const TrialLines &log, const QString &logFile, const QString &jobFile, QWidget *parent)
{
    if (m_dialog)
        return m_dialog->addExample(number);
    m_dialog = new PatternDialog(log, number, parent);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &PatternDialog::patternAccepted, this, [this, logFile, jobFile](const LogPattern &pattern) { keep(pattern, logFile, jobFile); });
    m_dialog->show();
}

void PatternController::closeDialog()
{
    if (m_dialog)
        m_dialog->close();
}

void PatternController::keep(const LogPattern &pattern, const QString &logFile, const QString &jobFile)
{
    remember(pattern, logFile);
    if (!jobFile.isEmpty() && QFileInfo::exists(jobFile)) {
        if (const Result<> written = writeToJob(pattern, jobFile); !written)
            m_navigation.showMessage(written.error().message, Navigation::Tone::Error);
    }
    Q_EMIT patternAdded(pattern);
}

void PatternController::remember(const LogPattern &pattern, const QString &logFile)
{
    const QString place = placeOf(logFile);
    QList<LogPattern> patterns = rememberedFor(logFile);
    put(patterns, pattern);
    QJsonArray stored;
    for (const LogPattern &one : std::as_const(patterns))
        stored.append(toJson(one));
    QJsonArray logs{QJsonObject{{QStringLiteral("log"), place}, {QStringLiteral("patterns"), stored}}};
    const QJsonArray before = QJsonDocument::fromJson(m_context.preferences.bytes(storeKey)).array();
    for (const QJsonValue &log : before) {
        if (log.toObject().value(QLatin1String("log")).toString() != place && logs.size() < mostLogs)
            logs.append(log);
    }
    m_context.preferences.setBytes(storeKey, QJsonDocument(logs).toJson(QJsonDocument::Compact));
}

Result<> PatternController::writeToJob(const LogPattern &pattern, const QString &jobFile)
{
    JobSession &session = m_context.session;
    if (session.isOpen() && QFileInfo(session.path()) == QFileInfo(jobFile)) {
        Job job = session.job();
        put(job.logPatterns, pattern);
        session.setJob(job, tr("Add the pattern of %1").arg(pattern.name));
        return success();
    }
    const Result<QByteArray> text = readFile(jobFile);
    if (!text)
        return text.error();
    const JobDocument document = readJob(*text, QFileInfo(jobFile).fileName());
    if (!document.isReadable)
        return Error{Error::Kind::Invalid, tr("The pattern is remembered for this log, but could not be written into %1: the file is no readable job.").arg(jobFile), QString()};
    Job job = document.job;
    put(job.logPatterns, pattern);
    return writeFileAtomically(jobFile, updateJobText(*text, job));
}

} // namespace Trainyard
