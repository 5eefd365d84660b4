#include "widgets/monitor/ansipalette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Trainyard {

namespace {

constexpr double readableContrast = 4.5;

/// black red green yellow blue magenta cyan white, then the bright ones.
constexpr std::array<QRgb, 16> named{0x000000, 0xc62828, 0x2e7d32, 0xb26a00, 0x1565c0, 0x8e24aa, 0x00838f, 0xc0c0c0,
                                     0x707070, 0xef5350, 0x43a047, 0xe0a100, 0x42a5f5, 0xba68c8, 0x26a5b5, 0xffffff};

QColor indexedColor(quint32 index)
{
    if (index < 16)
        return QColor(named.at(index));
    if (index >= 232) {
        const int gray = 8 + int(index - 232) * 10;
        return QColor(gray, gray, gray);
    }
    const auto level = [](quint32 step) { return step == 0 ? 0 : 55 + int(step) * 40; };
    const quint32 cube = index - 16;
    return QColor(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
}

std::optional<QColor> colorOf(const AnsiColor &color)
{
    switch (color.kind) {
    case AnsiColor::Kind::Default: return std::nullopt;
    case AnsiColor::Kind::Indexed: return indexedColor(color.value);
    case AnsiColor::Kind::Rgb: return QColor(QRgb(color.value));
    }
    Q_UNREACHABLE();
}

/// Relative luminance as WCAG 2.1 defines it.
double luminance(const QColor &color)
{
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

QColor mixed(const QColor &a, const QColor &b, double part)
{
    const auto mix = [part](float x, float y) { return float(x + (y - x) * part); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QColor readable(const QColor &color, const QColor &base)
{
    const QColor end = luminance(base) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    for (double part = 0; part < 1; part += 0.1) {
        const QColor candidate = mixed(color, end, part);
        if (contrast(candidate, base) >= readableContrast)
            return candidate;
    }
    return end;
}

} // namespace

QTextCharFormat ansiFormat(const TextStyle &style, const QColor &text, const QColor &base)
{
    std::optional<QColor> foreground = colorOf(style.foreground);
    std::optional<QColor> background = colorOf(style.background);
    if (style.isInverse) {
        std::swap(foreground, background);
        foreground = foreground.value_or(base);
        background = background.value_or(text);
    }
    QTextCharFormat format;
    const QColor under = background.value_or(base);
    if (background)
        format.setBackground(*background);
    if (foreground || background || style.isFaint) {
        const QColor wanted = foreground.value_or(text);
        format.setForeground(readable(style.isFaint ? mixed(wanted, under, 0.35) : wanted, under));
    }
    if (style.isBold)
        format.setFontWeight(QFont::Bold);
    format.setFontItalic(style.isItalic);
    format.setFontUnderline(style.isUnderlined);
    return format;
}

} // namespace Trainyard
