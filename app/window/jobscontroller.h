#pragma once

#include "services/drafts/joblibrary.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace Trainyard {

class JobsPage;
class Navigation;
class Page;
struct AppContext;
struct PreflightContext;

/// Connects the list of jobs with the files, and the editor with the open job.
class JobsController final : public QObject
{
    Q_OBJECT
public:
    JobsController(AppContext &context, Navigation &navigation, QObject *parent = nullptr);
    ~JobsController() override;

    Page *page();

private:
    void connectPage();
    void connectEditor();
    void refresh();
    void edit(const QString &file);
    void open(const QString &file);
    void createFrom(const QString &templateId);
    void remove(const QString &file);
    void undoRemove();
    void importJob();
    void exportTo(const QString &file);
    void showSession();
    void collectContext();
    void handle(const Result<QString> &file);
    void report(const Result<> &result);

    AppContext &m_context;
    Navigation &m_navigation;
    QPointer<JobsPage> m_page;
    JobLibrary m_library;
    std::function<Result<>()> m_undoRemove;
};

} // namespace Trainyard
