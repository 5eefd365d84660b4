#include "app/cli/await.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/demotour.h"
#include "app/cli/picture.h"
#include "app/cli/runaccess.h"
#include "services/common/files.h"
#include "services/dryrun/contextcollector.h"
#include "services/preflight/preflight.h"
#include "services/sample/sampleproject.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

namespace Trainyard {

namespace {

constexpr int dryRunTimeoutMs = 180'000;
constexpr int runTimeoutMs = 900'000;
constexpr int forecastTimeoutMs = 120'000;
constexpr char forecastJob[] = "schema: trainyard/job/v1\nname: resnet50-imagenet\nprofile: local\nenvironment:\n  versions: {framework: pytorch 2.1.0, cuda: \"12.1\"}\n"
                               "compute: {flavor: local.cpu}\ncode: {directory: ., command: python3 train.py}\noutputs:\n  - {name: out, destination: output}\n"
                               "model: {architecture: resnet50, num_classes: 1000, input: {shape: [3, 224, 224], dtype: float32}}\n"
                               "training: {batch_size: 64, precision: amp-fp16, optimizer: {name: sgd, momentum: 0.9, learning_rate: 0.1}}\n";

/// The whole route, step by step; each step answers why the demo cannot go on.
class Demo
{
public:
    Demo(QString output, bool isQuiet)
        : m_output(std::move(output))
        , m_isQuiet(isQuiet)
        , m_context(AppPaths::standard())
    {
    }

    Result<> walk();
    QJsonObject report(const Result<> &result) const;
    void printSummary() const;

private:
    Result<> makeSample();
    Result<> check();
    Result<> dryRun();
    Result<> submit();
    Result<> watch();
    Result<> forecast();
    Result<> drawChart();
    std::optional<Run> run() const { return m_context.runs.run(m_runId); }
    void say(const QString &sentence) const
    {
        if (!m_isQuiet)
            printMessage(sentence);
    }
    static Error failure(const QString &message) { return Error{Error::Kind::Internal, message, QString()}; }

    QString m_output;
    bool m_isQuiet;
    AppContext m_context;
    std::unique_ptr<DemoTour> m_tour;
    QElapsedTimer m_clock;
    QString m_jobFile;
    std::optional<DryRunReport> m_dryRun;
    QString m_runId;
    double m_firstLossSeconds = 0;
    std::optional<BestMetric> m_best;
    double m_seconds = 0;
};

Result<> Demo::walk()
{
    m_clock.start();
    if (!QDir().mkpath(m_output + QStringLiteral("/pictures")))
        return Error{Error::Kind::Io, CliText::tr("The folder %1 could not be made.").arg(m_output), QString()};
    for (const auto step : {&Demo::makeSample, &Demo::check, &Demo::dryRun, &Demo::submit, &Demo::watch, &Demo::forecast, &Demo::drawChart}) {
        if (const Result<> done = (this->*step)(); !done)
            return done.error();
    }
    m_seconds = double(m_clock.elapsed()) / 1000.0;
    if (const QString missing = m_tour->failure(); !missing.isEmpty())
        return failure(CliText::tr("The picture %1 could not be written.").arg(missing));
    return success();
}

Result<> Demo::makeSample()
{
    say(CliText::tr("Making the sample project"));
    const Result<SampleProject> project = await(createSampleProject(m_output + QStringLiteral("/sample")));
    if (!project)
        return project.error();
    m_jobFile = project->jobFile;
    return success();
}

Result<> Demo::check()
{
    say(CliText::tr("Checking the job"));
    const JobDocument document = readJobFile(m_jobFile);
    const PreflightContext context = await(collectContext(document, m_output + QStringLiteral("/sample"), m_context.platforms), PreflightContext{});
    for (const Finding &finding : runStaticChecks(context).findings) {
        if (finding.severity == Severity::Error)
            return failure(findingText(finding));
    }
    return success();
}

Result<> Demo::dryRun()
{
    say(CliText::tr("Dry-running it in the window"));
    m_tour = std::make_unique<DemoTour>(m_context, m_output + QStringLiteral("/pictures"));
    m_tour->showStart();
    m_tour->window().navigation().openJob(m_jobFile);
    m_tour->window().navigation().startDryRun();
    settle(1500);
    m_tour->picture(QStringLiteral("dry-run-running"));
    if (!waitUntil([this] { return m_context.session.dryRun().has_value(); }, dryRunTimeoutMs))
        return failure(CliText::tr("The dry-run gave no verdict within %1 s.").arg(dryRunTimeoutMs / 1000));
    m_dryRun = m_context.session.dryRun();
    settle(100);
    m_tour->picture(QStringLiteral("dry-run-verdict"));
    if (m_dryRun->verdict != Verdict::Fail)
        return success();
    QStringList findings;
    for (const Finding &finding : m_dryRun->allFindings())
        findings.append(findingText(finding));
    return failure(CliText::tr("The dry-run failed: %1").arg(findings.join(u'\n')));
}

Result<> Demo::submit()
{
    say(CliText::tr("Submitting it to this machine"));
    const Result<Run> run = await(m_context.runs.submit(SubmitOptions{m_jobFile, m_dryRun, QString()}));
    if (!run)
        return run.error();
    m_runId = run->id;
    m_context.runs.startPolling();
    m_tour->showRun(m_runId, QStringLiteral("monitor-start"));
    return success();
}

/// While the run trains, the pages are shown in both languages and themes.
Result<> Demo::watch()
{
    say(CliText::tr("Training; taking pictures of every page meanwhile"));
    for (const auto &[language, isDark] : {std::pair(Language::English, false), std::pair(Language::Chinese, false), std::pair(Language::English, true)}) {
        m_tour->use(language, isDark);
        m_tour->showPages();
        m_tour->showRun(m_runId, QStringLiteral("monitor-running"));
        m_tour->showRuns(QStringLiteral("runs-running"));
    }
    m_tour->use(Language::English, false);
    const auto hasEnded = [this] {
        const std::optional<Run> now = run();
        return now && isFinal(now->status.state);
    };
    m_tour->window().navigation().showRun(m_runId);
    if (!waitUntil(hasEnded, runTimeoutMs))
        return failure(CliText::tr("The run %1 did not end within %2 s.").arg(m_runId).arg(runTimeoutMs / 1000));
    const RunStatus status = run()->status;
    if (status.state != RunState::Done)
        return failure(CliText::tr("The run ended as %1: %2").arg(runStateToText(status.state), status.message));
    settle(2500); // the feed reads the log's last lines
    for (const auto &[language, isDark] : {std::pair(Language::English, false), std::pair(Language::Chinese, true)}) {
        m_tour->use(language, isDark);
        m_tour->showRun(m_runId, QStringLiteral("monitor-done"));
        m_tour->showRuns(QStringLiteral("runs-done"));
    }
    m_tour->use(Language::English, false);
    return success();
}

/// A model that this machine could not train, forecast all the same.
Result<> Demo::forecast()
{
    say(CliText::tr("Forecasting the memory of a ResNet-50 on a card"));
    const QString file = m_output + QStringLiteral("/forecast/job.yaml");
    if (!QDir().mkpath(m_output + QStringLiteral("/forecast")))
        return Error{Error::Kind::Io, CliText::tr("The folder %1 could not be made.").arg(m_output), QString()};
    if (const Result<> written = writeFileAtomically(file, forecastJob); !written)
        return written;
    m_tour->window().navigation().openJob(file);
    for (const Language language : {Language::English, Language::Chinese}) {
        m_tour->use(language, false);
        const auto isAnswered = [this] {
            const ForecastState::Kind kind = m_context.forecasts.state().kind;
            return kind == ForecastState::Kind::Full || kind == ForecastState::Kind::Failed;
        };
        if (!waitUntil(isAnswered, forecastTimeoutMs) || m_context.forecasts.state().kind == ForecastState::Kind::Failed)
            return failure(CliText::tr("There is no forecast: %1").arg(m_context.forecasts.state().message));
        m_tour->showForecast();
    }
    m_tour->use(Language::English, false);
    return success();
}

Result<> Demo::drawChart()
{
    RunAccess access;
    const Result<Run> run = access.find(m_runId);
    if (!run)
        return run.error();
    RunDigester digester;
    if (const Result<> read = digestRun(access, *run, digester); !read)
        return read.error();
    m_best = digester.progress().best();
    for (const SeriesKey &key : digester.series().keys()) {
        const MetricPoint first = digester.series().series(key)->at(0);
        if (key.name == QLatin1String("loss") && key.phase != Phase::Eval && first.timeMs > 0)
            m_firstLossSeconds = double(first.timeMs - run->createdAt.toMSecsSinceEpoch()) / 1000.0;
    }
    if (!m_best)
        return failure(CliText::tr("The run's log told no accuracy."));
    return drawRun(access, *run, m_output + QStringLiteral("/chart.png"));
}

QJsonObject Demo::report(const Result<> &result) const
{
    QJsonObject object{{QStringLiteral("ok"), result.has_value()}, {QStringLiteral("folder"), m_output}, {QStringLiteral("job_file"), m_jobFile},
                       {QStringLiteral("seconds"), m_seconds}};
    if (!result)
        object.insert(QStringLiteral("error"), result.error().message);
    if (m_dryRun)
        object.insert(QStringLiteral("dry_run"), m_dryRun->toJson());
    if (const std::optional<Run> ended = run())
        object.insert(QStringLiteral("run"), runToJson(*ended));
    if (m_best)
        object.insert(QStringLiteral("best_metric"), QJsonObject{{QStringLiteral("name"), m_best->name}, {QStringLiteral("phase"), phaseToText(m_best->phase)},
                                                                 {QStringLiteral("value"), m_best->value}});
    if (m_firstLossSeconds > 0)
        object.insert(QStringLiteral("first_loss_seconds"), m_firstLossSeconds);
    if (m_tour)
        object.insert(QStringLiteral("pictures"), QJsonArray::fromStringList(m_tour->pictures()));
    return object;
}

void Demo::printSummary() const
{
    const std::optional<Run> ended = run();
    const auto seconds = [](double value) { return QLocale().toString(value, 'f', 1); };
    printTable({{CliText::tr("dry-run verdict"), CliText::tr("%1, after %2 s").arg(verdictToText(m_dryRun->verdict), seconds(m_dryRun->seconds))},
                {CliText::tr("run"), CliText::tr("%1: %2").arg(m_runId, ended ? runStateToText(ended->status.state) : QString())},
                {CliText::tr("first loss"), CliText::tr("%1 s after submit").arg(seconds(m_firstLossSeconds))},
                {CliText::tr("validation accuracy"), displayNumber(m_best->value)},
                {CliText::tr("seconds in all"), seconds(m_seconds)},
                {CliText::tr("pictures"), CliText::tr("%1 in %2").arg(m_tour->pictures().size()).arg(m_output + QStringLiteral("/pictures"))},
                {CliText::tr("report"), m_output + QStringLiteral("/report.json")}});
    const QString program = QCoreApplication::applicationFilePath();
    print(u'\n' + CliText::tr("To submit and follow a run here:"));
    print(QStringLiteral("  %1 submit %2").arg(program, m_jobFile));
    print(QStringLiteral("  %1 logs latest -f").arg(program));
    print(QStringLiteral("  %1 chart latest --output chart.png").arg(program));
}

} // namespace

int runDemo(const QStringList &arguments)
{
    CommandCall call("demo", CliText::tr("Walks the whole route on the sample project without a screen: sample, check, dry-run, submit, monitor, chart; with pictures of every page."));
    call.addValue(QStringLiteral("output"), CliText::tr("The folder for the sample, the pictures and the report; left out: one in Trainyard's home."), QStringLiteral("DIR"));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    const QString fallback = AppPaths::standard().home + QStringLiteral("/demo/") + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const QString output = QDir::current().absoluteFilePath(call.isSet(QStringLiteral("output")) ? call.value(QStringLiteral("output")) : fallback);

    Demo demo(output, call.wantsJson());
    const Result<> result = demo.walk();
    const QJsonObject report = demo.report(result);
    const Result<> written = writeFileAtomically(output + QStringLiteral("/report.json"), QJsonDocument(report).toJson());
    if (call.wantsJson())
        printJson(report);
    if (!result || !written) {
        printMessage(CliText::tr("The demo failed: %1").arg(result ? written.error().message : result.error().message));
        return ExitFailed;
    }
    if (!call.wantsJson())
        demo.printSummary();
    return ExitFine;
}

} // namespace Trainyard
