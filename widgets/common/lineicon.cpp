#include "widgets/common/lineicon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace Trainyard {

namespace {

QString iconFile(const QString &name)
{
    return QStringLiteral(":/icons/%1.svg").arg(name);
}

class LineIconEngine final : public QIconEngine
{
public:
    LineIconEngine(QString name, std::optional<StatusColor> status)
        : m_name(std::move(name))
        , m_status(status)
    {
    }

    QIconEngine *clone() const override { return new LineIconEngine(*this); }
    QString iconName() override { return m_name; }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, linePixmap(m_name, (QSizeF(rect.size()) * ratio).toSize(), color(mode)));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State) override { return linePixmap(m_name, size, color(mode)); }

private:
    QColor color(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::WindowText);
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return m_status ? Theme::color(*m_status) : palette.color(QPalette::WindowText);
    }

    QString m_name;
    std::optional<StatusColor> m_status;
};

} // namespace

bool hasLineIcon(const QString &name)
{
    return QFile::exists(iconFile(name));
}

QIcon lineIcon(const QString &name, std::optional<StatusColor> status)
{
    return QIcon(new LineIconEngine(name, status));
}

QPixmap linePixmap(const QString &name, const QSize &size, const QColor &color)
{
    const QString key = QStringLiteral("trainyard/%1/%2x%3/%4").arg(name).arg(size.width()).arg(size.height()).arg(color.rgba());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QFile file(iconFile(name));
    if (file.open(QIODevice::ReadOnly) && !size.isEmpty()) {
        QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toLatin1()));
        QPainter painter(&pixmap);
        renderer.render(&painter);
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace Trainyard
