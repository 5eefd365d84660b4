#include "app/cli/demotour.h"

#include "services/common/language.h"
#include "widgets/common/theme.h"
#include "widgets/dryrun/pointtile.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QTimer>

namespace Trainyard {

namespace {
constexpr QSize windowSize(1280, 800);
constexpr int pageSettleMs = 250; ///< a page's own checks answer within that, as a rule
}

void settle(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

bool waitUntil(const std::function<bool()> &isReached, int timeoutMs)
{
    const QDeadlineTimer deadline(timeoutMs);
    while (!isReached()) {
        if (deadline.hasExpired())
            return false;
        settle(50);
    }
    return true;
}

DemoTour::DemoTour(AppContext &context, QString folder)
    : m_context(context)
    , m_folder(std::move(folder))
    , m_window(context)
{
    use(Language::English, false);
    m_window.resize(windowSize);
    m_window.show();
    m_window.startServices();
    settle(pageSettleMs);
}

void DemoTour::use(Language language, bool isDark)
{
    m_isDark = isDark;
    useLanguage(language);
    Theme::apply(*qApp, isDark ? ThemeChoice::Dark : ThemeChoice::Light);
    settle(20);
}

void DemoTour::picture(const QString &name)
{
    const QString file = QStringLiteral("%1-%2-%3.png").arg(name, languageCode(currentLanguage()), m_isDark ? QStringLiteral("dark") : QStringLiteral("light"));
    if (!m_window.grab().save(m_folder + u'/' + file) && m_failure.isEmpty())
        m_failure = file;
    m_pictures.append(file);
}

void DemoTour::showStart()
{
    m_window.navigation().showStart();
    settle(pageSettleMs);
    picture(QStringLiteral("start"));
}

void DemoTour::showPages()
{
    for (const char *step : {"platform", "permissions", "quota", "job", "dry-run", "upload", "review"}) {
        m_window.navigation().showSetup(QLatin1String(step));
        settle(pageSettleMs);
        picture(QStringLiteral("setup-") + QLatin1String(step));
    }
    m_window.navigation().showJobs();
    settle(pageSettleMs);
    picture(QStringLiteral("jobs"));
    m_window.navigation().showDryRun();
    settle(pageSettleMs);
    picture(QStringLiteral("dry-run"));
    m_window.navigation().showSettings();
    settle(pageSettleMs);
    picture(QStringLiteral("settings"));
}

void DemoTour::showRun(const QString &runId, const QString &name)
{
    m_window.navigation().showRun(runId);
    settle(pageSettleMs);
    picture(name);
}

void DemoTour::showRuns(const QString &name)
{
    m_window.navigation().showRuns();
    settle(pageSettleMs);
    picture(name);
}

void DemoTour::showForecast()
{
    m_window.navigation().showDryRun();
    for (PointTile *tile : m_window.findChildren<PointTile *>()) {
        if (tile->point() == DryRunPoint::Memory && !tile->isChecked())
            tile->click();
    }
    settle(pageSettleMs);
    picture(QStringLiteral("forecast"));
}

} // namespace Trainyard
