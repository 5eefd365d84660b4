#pragma once

#include "app/appcontext.h"
#include "app/window/mainwindow.h"

#include <functional>

namespace Trainyard {

/// Runs the event loop for a while: what a person would wait for.
void settle(int milliseconds);
/// Runs the event loop until @p isReached, at most @p timeoutMs; answers whether it was.
bool waitUntil(const std::function<bool()> &isReached, int timeoutMs);

/// Goes through the pages of a real window and takes their pictures.
class DemoTour
{
public:
    /// @p folder exists; pictures are PNG files in it.
    DemoTour(AppContext &context, QString folder);

    MainWindow &window() { return m_window; }
    /// The page as it is now, as NAME-LANGUAGE-THEME.png.
    void picture(const QString &name);
    /// The doors of the first start.
    void showStart();
    /// Every page of the open job: each step of the wizard, Jobs, Dry-run, Settings.
    void showPages();
    /// The monitor page of a run.
    void showRun(const QString &runId, const QString &name);
    void showRuns(const QString &name);
    /// The Dry-run page with the evidence of the memory.
    void showForecast();
    void use(Language language, bool isDark);

    QStringList pictures() const { return m_pictures; }
    /// The first picture that could not be written; empty: all were.
    QString failure() const { return m_failure; }

private:
    AppContext &m_context;
    QString m_folder;
    MainWindow m_window;
    bool m_isDark = false;
    QStringList m_pictures;
    QString m_failure;
};

} // namespace Trainyard
