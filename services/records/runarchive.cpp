#include "services/records/runarchive.h"

#include "services/agent/launchfile.h"
#include "services/agent/nvml.h"
#include "services/agent/runfolder.h"
#include "services/platforms/local/localchecks.h"
#include "services/records/codearchive.h"

#include <QCoreApplication>
#include <QDir>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RunRecord)
};

struct TextField
{
    const char *key;
    QString Run::*member;
};

constexpr std::array textFields{TextField{"id", &Run::id},           TextField{"name", &Run::name},       TextField{"profile", &Run::profile},
                                TextField{"platform", &Run::platform}, TextField{"flavor", &Run::flavor}, TextField{"project", &Run::project},
                                TextField{"job_file", &Run::jobFile}};

void addObserved(QList<VersionRecord> &versions, const QString &name, const QString &value)
{
    if (!value.isEmpty())
        versions.append({name, value, true});
}

/// What was seen counts more than what was declared.
QString effectiveVersion(const RunRecord &record, const QString &name)
{
    QString declared;
    for (const VersionRecord &version : record.versions) {
        if (version.name == name && version.observed)
            return version.value;
        if (version.name == name)
            declared = version.value;
    }
    return declared;
}

} // namespace

Result<> writeRecord(const Run &run)
{
    QJsonObject facts{{u"created_at"_s, run.createdAt.toUTC().toString(Qt::ISODateWithMs)}};
    for (const auto &[key, member] : textFields)
        facts.insert(QLatin1String(key), run.*member);
    if (run.pricePerHour)
        facts.insert("price_per_hour"_L1, *run.pricePerHour);
    QJsonObject object = run.record.toJson();
    object.insert("run"_L1, facts);
    return writeJsonFile(RunFolder{run.directory}.recordFile(), object);
}

Result<Run> readRecord(const QString &runFolder)
{
    const RunFolder folder{runFolder};
    const Result<QJsonObject> object = readJsonFile(folder.recordFile());
    if (!object)
        return object.error();
    const QJsonObject facts = object->value("run"_L1).toObject();
    Run run;
    for (const auto &[key, member] : textFields)
        run.*member = facts.value(QLatin1String(key)).toString();
    run.directory = runFolder;
    run.createdAt = QDateTime::fromString(facts.value("created_at"_L1).toString(), Qt::ISODateWithMs);
    if (facts.value("price_per_hour"_L1).isDouble())
        run.pricePerHour = facts.value("price_per_hour"_L1).toDouble();
    run.record = RunRecord::fromJson(*object);
    if (const auto status = readJsonFile(folder.statusFile()))
        run.status = RunStatus::fromJson(*status).value_or(RunStatus());
    if (run.id != QDir(runFolder).dirName() || !run.createdAt.isValid())
        return Error{Error::Kind::Invalid, Text::tr("%1 is not the record of a run.").arg(folder.recordFile()), QString()};
    return run;
}

RunRecord observeRecord(const Job &job, const QString &jobFolder, const Profile &profile, const QString &runsFolder)
{
    RunRecord record;
    if (!job.environment.image.isEmpty())
        record.versions.append({u"image"_s, job.environment.image, false});
    if (!job.environment.python.isEmpty())
        record.versions.append({u"python"_s, job.environment.python, false});
    for (const auto &[name, value] : job.environment.versions)
        record.versions.append({name, value, false});

    if (profile.platform == "local"_L1) {
        if (needsPython(job)) {
            const QString interpreter = profile.interpreter.isEmpty() ? u"/usr/bin/python3"_s : profile.interpreter;
            const InterpreterProbe probe = probeInterpreter(interpreter, TorchProbe::Installed);
            addObserved(record.versions, u"interpreter"_s, probe.python.isEmpty() ? QString() : interpreter);
            addObserved(record.versions, u"python"_s, probe.python);
            addObserved(record.versions, u"framework"_s, probe.torch.isEmpty() ? QString() : u"pytorch "_s + probe.torch);
            addObserved(record.versions, u"cuda"_s, probe.torchCuda);
        }
        addObserved(record.versions, u"driver"_s, Nvml().driverVersion());
        addObserved(record.versions, u"system"_s, QSysInfo::prettyProductName());
        addObserved(record.versions, u"kernel"_s, QSysInfo::kernelVersion());
        addObserved(record.versions, u"trainyard"_s, QLatin1String(TRAINYARD_VERSION));
    }
    const CodeSelection code = selectCode(job, jobFolder, runsFolder);
    record.codeHash = hashCode(code);
    record.gitCommit = gitCommit(code.folder);
    return record;
}

QStringList recordDrift(const RunRecord &before, const RunRecord &now)
{
    QStringList names;
    for (const RunRecord &record : {before, now}) {
        for (const VersionRecord &version : record.versions)
            names.append(version.name);
    }
    names.removeDuplicates();
    QStringList sentences;
    for (const QString &name : names) {
        const QString old = effectiveVersion(before, name);
        const QString current = effectiveVersion(now, name);
        if (old == current)
            continue;
        if (old.isEmpty())
            sentences.append(Text::tr("%1 was not recorded and is %2 now.").arg(name, current));
        else if (current.isEmpty())
            sentences.append(Text::tr("%1 was %2 and is not known now.").arg(name, old));
        else
            sentences.append(Text::tr("%1 was %2 and is %3 now.").arg(name, old, current));
    }
    if (before.codeHash != now.codeHash)
        sentences.append(Text::tr("The code was changed."));
    if (before.gitCommit != now.gitCommit) {
        const auto text = [](const QString &commit) { return commit.isEmpty() ? Text::tr("none") : commit.left(10) + (commit.endsWith(u'+') ? u"+"_s : QString()); };
        sentences.append(Text::tr("The git commit was %1 and is %2 now.").arg(text(before.gitCommit), text(now.gitCommit)));
    }
    return sentences;
}

} // namespace Trainyard
