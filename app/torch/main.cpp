#include "models/job/jobdocument.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "services/torch/dryrunworker.h"
#include "services/torch/forecast/forecastworker.h"
#include "services/torch/stoprequest.h"
#include "services/torch/torchruntime.h"
#include "services/torch/trainer.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QLoggingCategory>

#include <cstdio>
#include <cstring>

namespace {

using namespace Trainyard;

constexpr int exitFine = 0, exitFailed = 1, exitUnusable = 2, exitInterrupted = 130, exitTerminated = 143;

void writeLine(FILE *stream, const QString &line)
{
    const QByteArray bytes = line.toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stream);
    std::fflush(stream);
}

int runTrain(const QStringList &arguments)
{
    if (arguments.contains(QStringLiteral("--help")) || arguments.contains(QStringLiteral("-h"))) {
        writeLine(stdout, trainerHelp());
        return exitFine;
    }
    const Result<TrainerOptions> options = parseTrainerOptions(arguments);
    if (!options) {
        writeLine(stderr, QStringLiteral("trainyard-torch train: error: ") + options.error().message);
        return exitUnusable;
    }
    configureTorch(options->threads);
    const Result<TrainerEnd> end = train(*options, {.log = [](const QString &line) { writeLine(stdout, line); }});
    if (!end) {
        const Error &error = end.error();
        const bool addsReason = error.kind == Error::Kind::Io && !error.message.contains(error.detail);
        writeLine(stderr, QStringLiteral("error: ") + error.message + (addsReason ? QStringLiteral(" (%1)").arg(error.detail.section(u'\n', 0, 0)) : QString()));
        return exitFailed;
    }
    switch (*end) {
    case TrainerEnd::Completed:
    case TrainerEnd::StoppedAsAsked: return exitFine;
    case TrainerEnd::Terminated: return exitTerminated;
    case TrainerEnd::Interrupted: return exitInterrupted;
    }
    Q_UNREACHABLE();
}

int runDryRunCommand()
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return exitUnusable;
    const Result<DryRunRequest> request = DryRunRequest::fromJson(input.readAll());
    if (!request) {
        writeLine(stderr, request.error().message);
        return exitUnusable;
    }
    configureTorch();
    DryRunEvents events([](const QJsonObject &event) { writeLine(stdout, QString::fromUtf8(QJsonDocument(event).toJson(QJsonDocument::Compact))); });
    inEveryLanguage([&] { runDryRun(*request, readJobFile(request->jobFile), events); });
    return exitFine;
}

} // namespace

int main(int argc, char *argv[])
{
    const bool computes = argc < 2 || std::strcmp(argv[1], "forecast") != 0; // a forecast runs no arithmetic, and is waited for
    blockStopSignals();
    if (computes)
        restartWithPassiveThreads(argv);
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("trainyard-torch"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    useLanguage(environmentLanguage());
    QLoggingCategory::setFilterRules(QStringLiteral("qt.gui.imageio*=false")); // broken images are reported once, by us

    const QStringList arguments = application.arguments();
    const QString command = arguments.value(1);
    if (command == QLatin1String("train")) {
        installStopSignals();
        return runTrain(arguments.mid(2));
    }
    if (command == QLatin1String("dry-run")) {
        releaseStopSignals();
        return runDryRunCommand();
    }
    if (command == QLatin1String("forecast")) {
        releaseStopSignals();
        configureTorch(1);
        return runForecastWorker();
    }
    if (command == QLatin1String("--version")) {
        writeLine(stdout, QStringLiteral("trainyard-torch " TRAINYARD_VERSION));
        return exitFine;
    }
    const bool wantsHelp = command == QLatin1String("--help") || command == QLatin1String("-h");
    writeLine(wantsHelp ? stdout : stderr, QStringLiteral("usage: trainyard-torch {train,dry-run,forecast,--version} ..."));
    return wantsHelp ? exitFine : exitUnusable;
}
