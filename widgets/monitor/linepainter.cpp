#include "widgets/monitor/linepainter.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

/// In pieces: the raster engine's time for one thick line rises with the square of its points. A dashed line must stay whole.
void drawThickLine(QPainter *painter, const QPolygonF &line)
{
    if (painter->pen().style() != Qt::SolidLine)
        return painter->drawPolyline(line);
    constexpr qsizetype pieceSize = 24;
    for (qsizetype begin = 0; begin + 1 < line.size(); begin += pieceSize)
        painter->drawPolyline(line.constData() + begin, int(std::min(pieceSize + 1, line.size() - begin)));
}

/// A point between gaps, or the first one of all: a dot that can be seen.
void drawDot(QPainter *painter, const QPointF &point)
{
    const QPen pen = painter->pen();
    painter->setPen(QPen(pen.color(), 4, Qt::SolidLine, Qt::RoundCap));
    painter->drawPoint(point);
    painter->setPen(pen);
}

/// Pixels of one image, a column at a time.
class ColumnFiller
{
public:
    ColumnFiller(QImage &picture, const QColor &color, double width)
        : m_bits(reinterpret_cast<QRgb *>(picture.bits()))
        , m_stride(picture.bytesPerLine() / qsizetype(sizeof(QRgb)))
        , m_width(picture.width())
        , m_height(picture.height())
        , m_half(std::max(0.5, width / 2))
        , m_color(qPremultiply(color.rgba()))
    {
    }

    void fill(int column, double top, double bottom)
    {
        if (column < 0 || column >= m_width)
            return;
        top = std::clamp(top - m_half, 0.0, double(m_height));
        bottom = std::clamp(bottom + m_half, 0.0, double(m_height));
        const int first = int(std::ceil(top));
        const int last = int(std::floor(bottom)); // rows first to before last are full
        if (first > last)
            return blend(column, last, bottom - top);
        blend(column, first - 1, first - top);
        for (int row = first; row < last; ++row)
            mix(m_bits[row * m_stride + column], m_color);
        blend(column, last, bottom - last);
    }

private:
    static void mix(QRgb &pixel, QRgb color)
    {
        const unsigned rest = 255 - qAlpha(color);
        // Two channels at a time: x * rest / 255, rounded.
        unsigned even = (pixel & 0xff00ff) * rest + 0x800080;
        even = ((even + ((even >> 8) & 0xff00ff)) >> 8) & 0xff00ff;
        unsigned odd = ((pixel >> 8) & 0xff00ff) * rest + 0x800080;
        odd = (odd + ((odd >> 8) & 0xff00ff)) & 0xff00ff00;
        pixel = color + (even | odd);
    }

    void blend(int column, int row, double coverage)
    {
        if (row < 0 || row >= m_height || coverage <= 0)
            return;
        const auto share = unsigned(coverage * 255);
        const auto part = [share](int channel) { return int(unsigned(channel) * share / 255); };
        mix(m_bits[row * m_stride + column], qRgba(part(qRed(m_color)), part(qGreen(m_color)), part(qBlue(m_color)), part(qAlpha(m_color))));
    }

    QRgb *m_bits;
    qsizetype m_stride;
    int m_width;
    int m_height;
    double m_half;
    QRgb m_color;
};

/// Fills the columns that a line goes through, each with what it reaches there.
void fillLine(ColumnFiller &filler, const QPolygonF &line)
{
    int column = int(std::floor(line.first().x()));
    double top = line.first().y(), bottom = top;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF &from = line.at(i - 1), &to = line.at(i);
        const int next = int(std::floor(to.x()));
        const double slope = next > column ? (to.y() - from.y()) / (to.x() - from.x()) : 0;
        double y = from.y();
        while (column < next) { // up to the border of each column on the way
            const double atBorder = from.y() + slope * (column + 1 - from.x());
            filler.fill(column, std::min({top, y, atBorder}), std::max({bottom, y, atBorder}));
            ++column;
            top = bottom = y = atBorder;
        }
        top = std::min(top, to.y());
        bottom = std::max(bottom, to.y());
    }
    filler.fill(column, top, bottom);
}

} // namespace

void drawLines(QPainter *painter, const std::vector<QPolygonF> &lines, const QPen &pen)
{
    painter->setPen(pen);
    for (const QPolygonF &line : lines)
        line.size() == 1 ? drawDot(painter, line.first()) : drawThickLine(painter, line);
}

void fillLines(QImage &picture, const std::vector<QPolygonF> &lines, const QColor &color, double width)
{
    ColumnFiller filler(picture, color, width);
    for (const QPolygonF &line : lines)
        fillLine(filler, line);
}

} // namespace Trainyard
