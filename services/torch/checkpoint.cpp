#include "services/torch/checkpoint.h"

#include "services/common/files.h"
#include "services/torch/torchguard.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>

#include <ATen/CPUGeneratorImpl.h>

#include <sstream>

namespace Trainyard {

namespace {

constexpr qsizetype digestSize = 32; // SHA-256
const QRegularExpression &namePattern()
{
    static const QRegularExpression pattern(QStringLiteral("^step-(\\d+)\\.pt$"));
    return pattern;
}

Error unusable(const QString &path, const QString &reason)
{
    return Error{Error::Kind::Invalid, QCoreApplication::translate("Checkpoint", "The checkpoint %1 cannot be used: %2.").arg(path, reason), QString()};
}

QString damaged()
{
    return QCoreApplication::translate("Checkpoint", "it is cut off or damaged");
}

/// Weights, then buffers, under numbers: names with dots are no attribute names in an archive.
std::vector<std::pair<std::string, torch::Tensor>> tensorsOf(const torch::jit::Module &model)
{
    std::vector<std::pair<std::string, torch::Tensor>> tensors;
    for (const auto &entry : model.named_parameters())
        tensors.emplace_back(entry.name, entry.value);
    for (const auto &entry : model.named_buffers())
        tensors.emplace_back(entry.name, entry.value);
    return tensors;
}

QByteArray archiveBytes(const torch::jit::Module &model, torch::optim::Optimizer &optimizer, const QJsonObject &state)
{
    torch::serialize::OutputArchive archive;
    const auto tensors = tensorsOf(model);
    torch::List<std::string> names;
    for (size_t i = 0; i < tensors.size(); ++i) {
        names.push_back(tensors[i].first);
        archive.write("tensor_" + std::to_string(i), tensors[i].second.detach(), true);
    }
    archive.write("names", names);
    archive.write("random_state", at::detail::getDefaultCPUGenerator().get_state(), true);
    archive.write("state", QJsonDocument(state).toJson(QJsonDocument::Compact).toStdString());
    torch::serialize::OutputArchive optimizerArchive;
    optimizer.save(optimizerArchive);
    archive.write("optimizer", optimizerArchive);
    std::ostringstream stream;
    archive.save_to(stream);
    return QByteArray::fromStdString(stream.str());
}

/// The archive without its digest, once that fits.
Result<QByteArray> readArchive(const QString &path)
{
    Result<QByteArray> content = readFile(path, QFileInfo(path).size());
    if (!content)
        return content.error();
    QByteArray bytes = *std::move(content);
    const QByteArray digest = bytes.right(digestSize);
    bytes.chop(digestSize);
    if (digest.size() != digestSize || QCryptographicHash::hash(bytes, QCryptographicHash::Sha256) != digest)
        return unusable(path, damaged());
    return bytes;
}

QJsonObject stateOf(torch::serialize::InputArchive &archive)
{
    c10::IValue text;
    archive.read("state", text);
    return QJsonDocument::fromJson(QByteArray::fromStdString(text.toStringRef())).object();
}

/// The saved tensors, in the model's order, or why they are those of another network.
Result<std::vector<torch::Tensor>> matchingTensors(torch::serialize::InputArchive &archive, const torch::jit::Module &model, const QString &path)
{
    const auto conflict = [&path](const QString &reason) {
        return Error{Error::Kind::Conflict,
                     QCoreApplication::translate("Checkpoint", "The checkpoint %1 belongs to another network: %2.").arg(path, reason), QString()};
    };
    const auto wanted = tensorsOf(model);
    c10::IValue names;
    archive.read("names", names);
    if (const size_t count = names.toListRef().size(); count != wanted.size()) {
        return conflict(QCoreApplication::translate("Checkpoint", "it has %1 tensors, not %2").arg(qsizetype(count)).arg(qsizetype(wanted.size())));
    }
    std::vector<torch::Tensor> tensors(wanted.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
        archive.read("tensor_" + std::to_string(i), tensors[i], true);
        if (names.toListRef()[i].toStringRef() != wanted[i].first || tensors[i].sizes() != wanted[i].second.sizes())
            return conflict(QCoreApplication::translate("Checkpoint", "%1 differs").arg(QString::fromStdString(wanted[i].first)));
    }
    return tensors;
}

} // namespace

QString checkpointPath(const QString &directory, qint64 step)
{
    return QStringLiteral("%1/step-%2.pt").arg(directory).arg(step);
}

Result<> saveCheckpoint(const QString &path, const torch::jit::Module &model, torch::optim::Optimizer &optimizer, const QJsonObject &state)
{
    return guarded(
        [&]() -> Result<> {
            QByteArray bytes = archiveBytes(model, optimizer, state);
            bytes += QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
            return writeFileAtomically(path, bytes);
        },
        [&path](const QString &reason) {
            return QCoreApplication::translate("Checkpoint", "The checkpoint %1 could not be saved: %2.").arg(path, reason);
        },
        Error::Kind::Io);
}

Result<QJsonObject> readCheckpointState(const QString &path)
{
    const Result<QByteArray> bytes = readArchive(path);
    if (!bytes)
        return bytes.error();
    return guarded(
        [&]() -> Result<QJsonObject> {
            torch::serialize::InputArchive archive;
            archive.load_from(bytes->constData(), size_t(bytes->size()));
            return stateOf(archive);
        },
        [&](const QString &reason) { return unusable(path, reason).message; });
}

Result<QJsonObject> loadCheckpoint(const QString &path, torch::jit::Module &model, torch::optim::Optimizer &optimizer)
{
    const Result<QByteArray> bytes = readArchive(path);
    if (!bytes)
        return bytes.error();
    return guarded(
        [&]() -> Result<QJsonObject> {
            torch::serialize::InputArchive archive;
            archive.load_from(bytes->constData(), size_t(bytes->size()));
            const Result<std::vector<torch::Tensor>> saved = matchingTensors(archive, model, path);
            if (!saved)
                return saved.error();
            torch::serialize::InputArchive optimizerArchive;
            archive.read("optimizer", optimizerArchive);
            optimizer.load(optimizerArchive);
            torch::NoGradGuard noGrad;
            const auto tensors = tensorsOf(model);
            for (size_t i = 0; i < tensors.size(); ++i)
                torch::Tensor(tensors[i].second).copy_((*saved)[i]);
            torch::Tensor randomState;
            archive.read("random_state", randomState, true);
            at::Generator(at::detail::getDefaultCPUGenerator()).set_state(randomState);
            return stateOf(archive);
        },
        [&](const QString &reason) { return unusable(path, reason).message; }, Error::Kind::Conflict);
}

QStringList checkpointsIn(const QString &directory)
{
    QStringList names = QDir(directory).entryList({QStringLiteral("step-*.pt")}, QDir::Files).filter(namePattern());
    const auto stepOf = [](const QString &name) { return namePattern().match(name).captured(1).toLongLong(); };
    std::sort(names.begin(), names.end(), [&](const QString &a, const QString &b) { return stepOf(a) > stepOf(b); });
    for (QString &name : names)
        name = directory + u'/' + name;
    return names;
}

QString newestIntactCheckpoint(const QString &directory, QList<Error> *skipped)
{
    for (const QString &path : checkpointsIn(directory)) {
        const Result<QByteArray> archive = readArchive(path);
        if (archive)
            return path;
        skipped->append(archive.error());
    }
    return QString();
}

void pruneCheckpoints(const QString &directory, int keep)
{
    const QStringList all = checkpointsIn(directory);
    for (const QString &path : all.mid(keep))
        QFile::remove(path);
    for (const QString &name : QDir(directory).entryList({QStringLiteral("step-*.pt.*")}, QDir::Files))
        QFile::remove(directory + u'/' + name); // QSaveFile's temporary names
}

} // namespace Trainyard
