#include "widgets/common/theme.h"

#include "widgets/common/lineicon.h"
#include "widgets/common/workbenchstyle.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QStyle>

#include <array>

namespace Trainyard {

namespace {

ThemeChoice s_choice = ThemeChoice::System;
std::optional<bool> s_systemDark;
bool s_isDark = false;

struct Colors
{
    QRgb window, base, alternate, text, muted, button, line, accent, onAccent, disabled;
};

// Each text on each of its grounds was measured: tests/widgets/common/tst_theme.cpp.
constexpr Colors lightColors{0xf4f5f7, 0xffffff, 0xf7f8fa, 0x1d2329, 0x59626d, 0xf7f8f9, 0xd3d8de, 0x1a64ad, 0xffffff, 0x8e959d};
constexpr Colors darkColors{0x1f2328, 0x181b1f, 0x1c2024, 0xe3e7eb, 0xa3abb4, 0x2c3239, 0x3a4149, 0x2f74b8, 0xffffff, 0x757d86};

const Colors &colors(bool dark)
{
    return dark ? darkColors : lightColors;
}

bool systemIsDark(const QApplication &application)
{
    // Before the first apply() the application's palette is still the desktop's own.
    static const bool isPaletteDark = application.palette().color(QPalette::Window).lightness() < 128;
    return s_systemDark.value_or(isPaletteDark);
}

/// Without a Chinese locale the system's own fallback may be a Japanese or Taiwanese drawing of the same characters. The first family is the one
/// that is really used: an alias such as "Sans Serif" would lose against the others.
QFont withSimplifiedChinese(QFont font, const QStringList &chineseFamilies)
{
    font.setFamilies(QStringList{QFontInfo(font).family()} + chineseFamilies);
    return font;
}

QFont scaledFont(double factor)
{
    QFont font = QApplication::font();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(qRound(font.pixelSize() * factor));
    return font;
}

} // namespace

void Theme::apply(QApplication &application, ThemeChoice choice)
{
    const bool isDark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemIsDark(application));
    s_choice = choice;
    s_isDark = isDark;
    if (!qobject_cast<WorkbenchStyle *>(application.style())) {
        application.setStyle(new WorkbenchStyle);
        application.setFont(withSimplifiedChinese(QApplication::font(), {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC"),
                                                                         QStringLiteral("Source Han Sans SC"), QStringLiteral("WenQuanYi Micro Hei")}));
    }
    application.setPalette(palette(isDark));
}

ThemeChoice Theme::choice()
{
    return s_choice;
}

void Theme::setSystemDark(std::optional<bool> isDark)
{
    s_systemDark = isDark;
    if (s_choice == ThemeChoice::System && isDark.value_or(s_isDark) != s_isDark)
        apply(*qApp, s_choice);
}

bool Theme::isDark()
{
    return s_isDark;
}

QPalette Theme::palette(bool dark)
{
    const Colors &c = colors(dark);
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, QRgb color) { palette.setColor(role, QColor(color)); };
    set(QPalette::Window, c.window);
    set(QPalette::WindowText, c.text);
    set(QPalette::Base, c.base);
    set(QPalette::AlternateBase, c.alternate);
    set(QPalette::Text, c.text);
    set(QPalette::PlaceholderText, c.muted);
    set(QPalette::Button, c.button);
    set(QPalette::ButtonText, c.text);
    set(QPalette::BrightText, 0xffffff);
    set(QPalette::ToolTipBase, dark ? c.button : c.base);
    set(QPalette::ToolTipText, c.text);
    set(QPalette::Highlight, c.accent);
    set(QPalette::HighlightedText, c.onAccent);
    set(QPalette::Link, dark ? 0x64b5f6 : 0x1565c0);
    set(QPalette::LinkVisited, dark ? 0xb39ddb : 0x6a3ea1);
    set(QPalette::Light, dark ? 0x3a4149 : 0xffffff);
    set(QPalette::Midlight, dark ? 0x323840 : 0xe9ecef);
    set(QPalette::Mid, c.line);
    set(QPalette::Dark, dark ? 0x111417 : 0xa9b0b8);
    set(QPalette::Shadow, dark ? 0x0b0d0f : 0x7b838b);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, QColor(c.disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(c.line));
    palette.setColor(QPalette::Disabled, QPalette::Base, QColor(c.window));
    return palette;
}

QColor Theme::color(StatusColor status)
{
    return color(status, s_isDark);
}

QColor Theme::color(StatusColor status, bool dark)
{
    switch (status) {
    case StatusColor::Ok:
        return dark ? 0xff66bb6a : 0xff2e7d32;
    case StatusColor::Warning:
        return dark ? 0xffffb74d : 0xffa35d00;
    case StatusColor::Error:
        return dark ? 0xffef5350 : 0xffc62828;
    case StatusColor::Info:
        return dark ? 0xff64b5f6 : 0xff1565c0;
    case StatusColor::Muted:
        break;
    }
    return QColor(colors(dark).muted);
}

QColor Theme::seriesColor(int index)
{
    static constexpr std::array<QRgb, 6> palette{0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9};
    const int count = int(palette.size()) + 1;
    const int position = ((index % count) + count) % count;
    if (position == int(palette.size()))
        return s_isDark ? QColor(Qt::white) : QColor(Qt::black);
    return QColor(palette[size_t(position)]);
}

QColor Theme::lineColor()
{
    return QColor(colors(s_isDark).line);
}

QIcon Theme::icon(const QString &name)
{
    return hasLineIcon(name) ? lineIcon(name, std::nullopt) : QIcon::fromTheme(name);
}

QIcon Theme::icon(const QString &name, StatusColor status)
{
    return lineIcon(name, status);
}

QIcon Theme::statusIcon(StatusColor status)
{
    switch (status) {
    case StatusColor::Ok:
        return icon(QStringLiteral("ok"), status);
    case StatusColor::Warning:
        return icon(QStringLiteral("warning"), status);
    case StatusColor::Error:
        return icon(QStringLiteral("error"), status);
    case StatusColor::Info:
        return icon(QStringLiteral("info"), status);
    case StatusColor::Muted:
        break;
    }
    return icon(QStringLiteral("not-checked"), status);
}

QIcon Theme::applicationIcon()
{
    return QIcon(QStringLiteral(":/icons/trainyard.svg"));
}

QFont Theme::titleFont()
{
    return scaledFont(1.4);
}

QFont Theme::sectionFont()
{
    QFont font = scaledFont(1.15);
    font.setBold(true);
    return font;
}

QFont Theme::helpFont()
{
    return scaledFont(0.92);
}

QFont Theme::monospaceFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QApplication::font().pointSizeF());
    return withSimplifiedChinese(font, {QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("Noto Sans CJK SC")});
}

} // namespace Trainyard
