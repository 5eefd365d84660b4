#include "app/jobsession.h"

#include "services/common/files.h"
#include "services/dryrun/retelling.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace Trainyard {

namespace {

constexpr std::chrono::seconds autosaveDelay{1};
constexpr std::chrono::milliseconds fileChangeDelay{200};

/// A comment of @p before stands nowhere in @p after, or @p before had faults that are gone with the text around them.
bool losesText(const QByteArray &before, const QByteArray &after)
{
    if (!readJob(before).findings.isEmpty())
        return true;
    const QList<QByteArray> lines = before.split('\n');
    return std::any_of(lines.cbegin(), lines.cend(), [&after](const QByteArray &line) {
        const qsizetype mark = line.startsWith('#') ? 0 : line.indexOf(" #");
        return mark >= 0 && !after.contains(line.mid(mark).trimmed());
    });
}

Error unreadableError(const JobDocument &document, const QString &path)
{
    if (document.findings.isEmpty())
        return {Error::Kind::Invalid, JobSession::tr("%1 holds no job.").arg(path), QString()};
    const Finding &finding = document.findings.first();
    return {Error::Kind::Invalid, JobSession::tr("%1 cannot be read: %2").arg(path, finding.message), finding.fix};
}

} // namespace

/// One undo step. The versions share their data, so a step costs a few hundred bytes.
class JobSession::ChangeCommand final : public QUndoCommand
{
public:
    ChangeCommand(JobSession &session, Version before, Version after, const QString &text, const QString &mergeKey)
        : QUndoCommand(text), m_session(session), m_before(std::move(before)), m_after(std::move(after)), m_mergeKey(mergeKey)
    {
    }

    void undo() override { m_session.apply(m_before); }
    void redo() override { m_session.apply(m_after); }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const ChangeCommand *>(other);
        if (next->m_mergeKey != m_mergeKey)
            return false;
        m_after = next->m_after;
        setObsolete(m_after.job == m_before.job && m_after.handWrittenText == m_before.handWrittenText);
        return true;
    }

private:
    JobSession &m_session;
    Version m_before;
    Version m_after;
    QString m_mergeKey;
};

JobSession::JobSession(QObject *parent)
    : QObject(parent)
{
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(autosaveDelay);
    connect(&m_saveTimer, &QTimer::timeout, this, [this] { (void)saveNow(); }); // the signals tell how it went
    m_fileTimer.setSingleShot(true);
    m_fileTimer.setInterval(fileChangeDelay);
    connect(&m_fileTimer, &QTimer::timeout, this, &JobSession::handleFileChanged);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_fileTimer, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_fileTimer, qOverload<>(&QTimer::start));
}

JobSession::~JobSession()
{
    blockSignals(true); // nobody is left to hear them
    (void)saveNow();
}

QString JobSession::folder() const
{
    return isOpen() ? QFileInfo(m_path).absolutePath() : QString();
}

QByteArray JobSession::text() const
{
    return m_version.handWrittenText.isEmpty() ? updateJobText(m_savedText, m_version.job) : m_version.handWrittenText;
}

Result<> JobSession::open(const QString &path)
{
    const QString absolutePath = QFileInfo(path).absoluteFilePath();
    const Result<QByteArray> content = readFile(absolutePath);
    if (!content)
        return content.error();
    JobDocument document = readJob(*content, QFileInfo(absolutePath).fileName());
    if (!document.isReadable)
        return unreadableError(document, absolutePath);

    (void)saveNow(); // of the job that was open before; saveFailed tells
    m_saveTimer.stop();
    m_undoStack.clear();
    m_path = absolutePath;
    m_document = std::move(document);
    m_openedVersion = {m_document.job, *content};
    m_version = m_openedVersion;
    m_savedText = *content;
    m_isInConflict = false;
    m_dryRun.reset();
    m_isCopyKept = false;
    m_unreadableText = readFile(unsavedFile()).value_or(QByteArray());
    watch();
    Q_EMIT opened();
    return success();
}

void JobSession::close()
{
    if (!isOpen())
        return;
    (void)saveNow();
    m_saveTimer.stop();
    m_path.clear();
    m_undoStack.clear();
    m_document = {};
    m_version = m_openedVersion = {};
    m_savedText.clear();
    m_unreadableText.clear();
    m_dryRun.reset();
    m_isInConflict = false;
    watch();
    Q_EMIT opened();
}

void JobSession::setJob(const Job &job, const QString &text, const QString &mergeKey)
{
    if (!isOpen() || job == m_version.job)
        return;
    push(job == m_openedVersion.job ? m_openedVersion : Version{job, QByteArray()}, text, mergeKey);
}

Result<> JobSession::setText(const QByteArray &text, const QString &description)
{
    if (!isOpen())
        return success();
    const JobDocument document = readJob(text, QFileInfo(m_path).fileName());
    if (!document.isReadable) {
        setUnreadableText(text);
        return unreadableTextError();
    }
    const QByteArray before = std::exchange(m_unreadableText, QByteArray()); // whoever hears of the job hears of no other text
    if (text != this->text())
        push({document.job, text}, description, QString());
    if (!before.isEmpty()) {
        QFile::remove(unsavedFile());
        Q_EMIT unreadableTextChanged();
    }
    return success();
}

/// Beside the file at once: text that is no job is lost as little as any other.
void JobSession::setUnreadableText(const QByteArray &text)
{
    if (text == m_unreadableText)
        return;
    m_unreadableText = text;
    if (text.isEmpty())
        QFile::remove(unsavedFile());
    else if (const Result<> kept = writeFileAtomically(unsavedFile(), text); !kept)
        Q_EMIT saveFailed(kept.error());
    Q_EMIT unreadableTextChanged();
}

void JobSession::dropUnreadableText()
{
    setUnreadableText(QByteArray());
}

Findings JobSession::unreadableTextFindings() const
{
    return m_unreadableText.isEmpty() ? Findings() : readJob(m_unreadableText, QFileInfo(m_path).fileName()).findings;
}

Error JobSession::unreadableTextError() const
{
    const Findings findings = unreadableTextFindings();
    const QString fault = findings.isEmpty() ? tr("%1 holds no job.").arg(m_path) : findings.first().message;
    return {Error::Kind::Invalid, tr("Not saved, because the text of the job has a fault: %1 Put it right, or discard it, under Jobs > Edit > File.").arg(fault), QString()};
}

void JobSession::push(const Version &version, const QString &text, const QString &mergeKey)
{
    m_undoStack.push(new ChangeCommand(*this, m_version, version, text, mergeKey)); // calls redo()
}

void JobSession::apply(const Version &version)
{
    m_version = version;
    m_document = readJob(text(), QFileInfo(m_path).fileName()); // lines and findings of the new text
    m_document.job = version.job;
    m_saveTimer.start();
    Q_EMIT jobChanged(m_document.job);
}

std::optional<DryRunReport> JobSession::dryRun() const
{
    if (!isOpen() || !m_dryRun || m_dryRun->first != job())
        return std::nullopt;
    return told(m_dryRun->second);
}

void JobSession::setDryRun(const Job &job, const DryRunReport &report)
{
    m_dryRun = {job, report};
    m_overrideReason.clear();
    Q_EMIT dryRunChanged();
}

void JobSession::setOverrideReason(const QString &reason)
{
    m_overrideReason = reason;
    Q_EMIT dryRunChanged();
}

Result<> JobSession::saveNow()
{
    m_saveTimer.stop();
    const auto done = [this]() -> Result<> {
        if (m_unreadableText.isEmpty())
            return success();
        return unreadableTextError();
    };
    if (!hasUnsavedChanges())
        return done();
    const Error conflict{Error::Kind::Conflict, tr("%1 was changed by another program meanwhile. It was not overwritten.").arg(m_path), QString()};
    if (m_isInConflict)
        return conflict;
    const Result<QByteArray> onDisk = readFile(m_path);
    if (onDisk && *onDisk != m_savedText && *onDisk != text()) {
        m_isInConflict = true;
        Q_EMIT conflictDetected(m_path);
        return conflict;
    }
    const Result<> written = write();
    return written ? done() : written;
}

Result<> JobSession::reload()
{
    const Result<QByteArray> content = readFile(m_path);
    if (!content)
        return content.error();
    const JobDocument document = readJob(*content, QFileInfo(m_path).fileName());
    if (!document.isReadable)
        return unreadableError(document, m_path);
    m_isInConflict = false;
    if (!m_unreadableText.isEmpty()) {
        (void)writeFileAtomically(m_path + QLatin1Char('~'), m_unreadableText); // chosen against, and still to be found
        dropUnreadableText();
    }
    m_savedText = *content;
    m_isCopyKept = false; // a person wrote it: kept once more before it changes
    push({document.job, *content}, tr("Read the changed file"), QString());
    m_saveTimer.stop();
    return success();
}

Result<> JobSession::overwrite()
{
    m_isInConflict = false;
    return write();
}

Result<> JobSession::write()
{
    const QByteArray newText = text();
    Result<> result = success();
    if (!QFileInfo(folder()).isDir()) {
        result = Error{Error::Kind::NotFound, tr("%1 could not be saved: its folder is gone.").arg(m_path), QString()};
    } else {
        if (!m_isCopyKept && losesText(m_savedText, newText)) {
            result = writeFileAtomically(m_path + QLatin1Char('~'), m_savedText);
            m_isCopyKept = result.has_value();
        }
        if (result)
            result = writeFileAtomically(m_path, newText);
    }
    if (!result) {
        Q_EMIT saveFailed(result.error());
        return result;
    }
    m_savedText = newText;
    watch(); // the file was replaced: the old watch is gone with it
    Q_EMIT saved(QDateTime::currentDateTime());
    return result;
}

void JobSession::handleFileChanged()
{
    if (!isOpen())
        return;
    watch();
    const Result<QByteArray> onDisk = readFile(m_path);
    if (!onDisk || *onDisk == m_savedText || m_isInConflict)
        return;
    if (!hasUnsavedChanges() && m_unreadableText.isEmpty()) {
        (void)reload(); // half written or no job: the next notification tries again
    } else if (*onDisk != text()) {
        m_isInConflict = true;
        Q_EMIT conflictDetected(m_path);
    }
}

void JobSession::watch()
{
    QStringList wanted;
    if (isOpen())
        wanted << m_path << folder();
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    for (const QString &path : watched) {
        if (!wanted.contains(path))
            m_watcher.removePath(path);
    }
    for (const QString &path : wanted) {
        if (!watched.contains(path) && QFile::exists(path))
            m_watcher.addPath(path);
    }
}

} // namespace Trainyard
