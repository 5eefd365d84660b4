#pragma once

#include "services/sample/sampleproject.h"

#include <QFutureWatcher>
#include <QObject>

namespace Trainyard {

class Navigation;
class Page;
class StartPage;
struct AppContext;



/// The start page and everything that makes a path the open job or log: the sample, drafts, dropped files.
class StartController final : public QObject
{
    Q_OBJECT

public:
    StartController(AppContext &context, Navigation &navigation, QObject *parent);
    ~StartController() override;

    Page *page();
    /// Recent files and profiles, read again.
    void refresh();
    void updateRuns();

    void openSample();
    void openPath(const QString &path);
    void chooseFile();
    void chooseFolder();

private:
    void makeSample(const QString &directory);
    void handleSample(const Result<SampleProject> &result);
    void makeDraft(const QString &folderOrScript);

    AppContext &m_context;
    Navigation &m_navigation;
    StartPage *m_page = nullptr;
    QFutureWatcher<Result<SampleProject>> *m_sampleWatcher = nullptr;
};

} // namespace Trainyard
