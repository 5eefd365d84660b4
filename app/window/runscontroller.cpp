#include "app/window/runscontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "app/window/progresskeeper.h"
#include "app/window/runactions.h"
#include "widgets/runs/runspage.h"

namespace Trainyard {

namespace {

const QString columnsKey = QStringLiteral("runs_columns");

} // namespace

RunsController::RunsController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_navigation(navigation)
    , m_actions(new RunActions(context, navigation, this))
    , m_keeper(new ProgressKeeper(context, this))
{
    connect(&m_context.runs, &RunService::runsChanged, this, &RunsController::handleRunsChanged);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_page && m_page->isVisible())
            m_page->setNow(QDateTime::currentDateTimeUtc());
    });
    m_clock.start();
}

RunsController::~RunsController() = default;

Page *RunsController::page()
{
    return &ensurePage();
}

RunsPage &RunsController::ensurePage()
{
    if (m_page)
        return *m_page;
    m_page = new RunsPage;
    m_actions->setDialogParent(m_page);
    m_page->restoreColumns(m_context.preferences.bytes(columnsKey));
    connect(m_page, &Page::languageChanged, this, &RunsController::handleRunsChanged);
    connect(m_page, &RunsPage::columnsChanged, this, [this] { m_context.preferences.setBytes(columnsKey, m_page->columns()); });
    connect(m_page, &RunsPage::openRequested, &m_navigation, &Navigation::showRun);
    connect(m_page, &RunsPage::compareRequested, &m_navigation, &Navigation::compareRuns);
    connect(m_page, &RunsPage::sampleRequested, &m_navigation, &Navigation::openSample);
    connect(m_page, &RunsPage::refreshRequested, &m_context.runs, &RunService::refresh);
    connect(m_page, &RunsPage::stopRequested, this, [this](const QString &id) { m_actions->stop(id, Platform::StopMode::Now); });
    connect(m_page, &RunsPage::removeRequested, m_actions, &RunActions::remove);
    connect(m_page, &RunsPage::runAgainRequested, m_actions, &RunActions::runAgain);
    connect(m_page, &RunsPage::sameWithMyDataRequested, m_actions, &RunActions::sameWithMyData);
    connect(m_page, &RunsPage::folderRequested, this, [this](const QString &id) {
        if (const std::optional<Run> run = m_context.runs.run(id))
            m_actions->openFolder(run->directory);
    });
    const auto report = [this](const Result<> &result) {
        if (!result)
            m_navigation.showMessage(result.error().message, Navigation::Tone::Error);
    };
    connect(m_page, &RunsPage::starEdited, this, [this, report](const QString &id, bool isStarred) { report(m_context.runs.setStarred(id, isStarred)); });
    connect(m_page, &RunsPage::noteEdited, this, [this, report](const QString &id, const QString &note) { report(m_context.runs.setNote(id, note)); });
    handleRunsChanged();
    m_context.runs.refresh();
    return *m_page;
}

void RunsController::handleRunsChanged()
{
    if (m_page)
        m_page->setRuns(m_context.runs.runs());
}

} // namespace Trainyard
