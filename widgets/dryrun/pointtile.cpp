#include "widgets/dryrun/pointtile.h"

#include "models/dryrun/dryrunrowmodel.h"
#include "widgets/common/theme.h"

#include <QEvent>

namespace Trainyard {

namespace {

struct Look
{
    QIcon icon;
    QString word;
};

} // namespace

PointTile::PointTile(DryRunPoint point, QWidget *parent)
    : QToolButton(parent)
    , m_point(point)
{
    setCheckable(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(20, 20));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumWidth(120);
    setMaximumWidth(176);
    setFixedHeight(48);
    refresh();
}

void PointTile::setPending()
{
    setForeknown(StatusColor::Muted, QString());
}

void PointTile::setForeknown(StatusColor status, const QString &word)
{
    m_state = State::Pending;
    m_foreknownStatus = status;
    m_foreknown = word;
    refresh();
}

void PointTile::setRunning()
{
    m_state = State::Running;
    refresh();
}

void PointTile::setResult(const PointResult &result)
{
    m_state = State::Settled;
    m_result = result;
    refresh();
}

void PointTile::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    QToolButton::changeEvent(event);
}

void PointTile::refresh()
{
    Look look;
    if (m_state == State::Pending && !m_foreknown.isEmpty()) {
        look = {Theme::statusIcon(m_foreknownStatus), m_foreknown};
    } else if (m_state == State::Pending) {
        look = {Theme::icon(QStringLiteral("waiting"), StatusColor::Muted), tr("not run yet")};
    } else if (m_state == State::Running) {
        look = {Theme::icon(QStringLiteral("running"), StatusColor::Info), tr("checking")};
    } else {
        const int errors = countOf(m_result.findings, Severity::Error);
        const int warnings = countOf(m_result.findings, Severity::Warning);
        switch (m_result.status) {
        case PointStatus::Pass: look = {Theme::statusIcon(StatusColor::Ok), tr("pass")}; break;
        case PointStatus::Warn: look = {Theme::statusIcon(StatusColor::Warning), warnings > 0 ? tr("warning: %1").arg(warnings) : tr("warning")}; break;
        case PointStatus::Fail: look = {Theme::statusIcon(StatusColor::Error), errors > 0 ? tr("fail: %1").arg(errors) : tr("fail")}; break;
        case PointStatus::Skipped: look = {Theme::statusIcon(StatusColor::Muted), tr("skipped")}; break;
        }
    }
    setIcon(look.icon);
    const QString name = displayPoint(m_point);
    setText(name + u'\n' + look.word);
    setAccessibleName(tr("%1: %2", "point, its state").arg(name, look.word));
    setAccessibleDescription(m_state == State::Settled ? m_result.detail : promiseOf(m_point));
    setToolTip(accessibleDescription());
}

} // namespace Trainyard
