#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Trainyard {

class Navigation;
class Page;
class ProgressKeeper;
class RunActions;
class RunsPage;
struct AppContext;

/// Feeds the runs page with the service's list, once a second with the time, and answers its wishes.
class RunsController final : public QObject
{
    Q_OBJECT

public:
    RunsController(AppContext &context, Navigation &navigation, QObject *parent);
    ~RunsController() override;

    Page *page();

private:
    RunsPage &ensurePage();
    void handleRunsChanged();

    AppContext &m_context;
    Navigation &m_navigation;
    RunActions *m_actions;
    ProgressKeeper *m_keeper;
    QPointer<RunsPage> m_page;
    QTimer m_clock;
};

} // namespace Trainyard
