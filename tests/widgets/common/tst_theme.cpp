#include "widgets/common/emptystate.h"
#include "widgets/common/lineicon.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/primarybutton.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QDir>
#include <QImage>
#include <QSvgRenderer>
#include <QTest>

#include <cmath>

using namespace Trainyard;

namespace {

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor &color)
{
    const auto linear = [](double part) { return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textCanBeReadOnItsGround_data();
    void textCanBeReadOnItsGround();
    void statusColorsCanBeRead_data();
    void statusColorsCanBeRead();
    void seriesColorsAreSeen();
    void themeChangesWhileWidgetsAreShown();
    void systemChoiceFollowsTheDesktop();
    void everyIconIsDrawn();
    void iconsTakeTheTextColor();
    void iconsAreSharpAtTwiceTheSize();
};

void TestTheme::textCanBeReadOnItsGround_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<QPalette::ColorRole>("text");
    QTest::addColumn<QPalette::ColorRole>("ground");
    const std::pair<const char *, std::pair<QPalette::ColorRole, QPalette::ColorRole>> rows[] = {
        {"window", {QPalette::WindowText, QPalette::Window}},     {"field", {QPalette::Text, QPalette::Base}},
        {"every other row", {QPalette::Text, QPalette::AlternateBase}}, {"button", {QPalette::ButtonText, QPalette::Button}},
        {"selection", {QPalette::HighlightedText, QPalette::Highlight}}, {"tool tip", {QPalette::ToolTipText, QPalette::ToolTipBase}},
        {"placeholder", {QPalette::PlaceholderText, QPalette::Base}},    {"muted on window", {QPalette::PlaceholderText, QPalette::Window}},
        {"link", {QPalette::Link, QPalette::Window}},                    {"visited link", {QPalette::LinkVisited, QPalette::Window}},
        {"rail", {QPalette::WindowText, QPalette::Midlight}},
    };
    for (const bool isDark : {false, true}) {
        for (const auto &[name, roles] : rows)
            QTest::addRow("%s, %s", name, isDark ? "dark" : "light") << isDark << roles.first << roles.second;
    }
}

void TestTheme::textCanBeReadOnItsGround()
{
    QFETCH(bool, isDark);
    QFETCH(QPalette::ColorRole, text);
    QFETCH(QPalette::ColorRole, ground);
    const QPalette palette = Theme::palette(isDark);
    const double ratio = contrast(palette.color(text), palette.color(ground));
    QVERIFY2(ratio >= 4.5, qPrintable(QString::number(ratio)));
}

void TestTheme::statusColorsCanBeRead_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<StatusColor>("status");
    for (const bool isDark : {false, true}) {
        for (const StatusColor status : {StatusColor::Ok, StatusColor::Warning, StatusColor::Error, StatusColor::Info, StatusColor::Muted})
            QTest::addRow("%d, %s", int(status), isDark ? "dark" : "light") << isDark << status;
    }
}

void TestTheme::statusColorsCanBeRead()
{
    QFETCH(bool, isDark);
    QFETCH(StatusColor, status);
    const QColor color = Theme::color(status, isDark);
    for (const QPalette::ColorRole ground : {QPalette::Base, QPalette::Window})
        QVERIFY2(contrast(color, Theme::palette(isDark).color(ground)) >= 4.5, qPrintable(color.name()));
    QVERIFY(contrast(Qt::white, Theme::color(status == StatusColor::Error ? StatusColor::Error : StatusColor::Info, false)) >= 4.5); // badges
}

void TestTheme::seriesColorsAreSeen()
{
    QSet<QRgb> seen;
    for (int i = 0; i < 7; ++i)
        seen.insert(Theme::seriesColor(i).rgb());
    QCOMPARE(seen.size(), 7);
    QCOMPARE(Theme::seriesColor(7), Theme::seriesColor(0));
    QCOMPARE(Theme::seriesColor(-1), Theme::seriesColor(6));
}

void TestTheme::themeChangesWhileWidgetsAreShown()
{
    Theme::apply(*qApp, ThemeChoice::Light);
    QWidget window;
    auto *muted = new MutedLabel(&window);
    auto *primary = new PrimaryButton(&window);
    auto *empty = new EmptyState(QStringLiteral("runs"), &window);
    window.show();
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::Dark}) {
        Theme::apply(*qApp, choice);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(Theme::isDark(), choice == ThemeChoice::Dark);
        QCOMPARE(window.palette().color(QPalette::Window), Theme::palette(Theme::isDark()).color(QPalette::Window));
        QCOMPARE(muted->palette().color(QPalette::WindowText), Theme::color(StatusColor::Muted));
        QCOMPARE(primary->palette().color(QPalette::Button), Theme::palette(Theme::isDark()).color(QPalette::Highlight));
        QCOMPARE(empty->palette().color(QPalette::Window), Theme::palette(Theme::isDark()).color(QPalette::Window));
    }
    primary->setEnabled(false);
    QCOMPARE(primary->palette().color(QPalette::ButtonText), Theme::palette(true).color(QPalette::Disabled, QPalette::ButtonText));
}

void TestTheme::systemChoiceFollowsTheDesktop()
{
    Theme::apply(*qApp, ThemeChoice::System);
    Theme::setSystemDark(true);
    QVERIFY(Theme::isDark());
    Theme::setSystemDark(false);
    QVERIFY(!Theme::isDark());
    Theme::apply(*qApp, ThemeChoice::Light);
    Theme::setSystemDark(true);
    QVERIFY(!Theme::isDark());
    Theme::setSystemDark(std::nullopt);
}

void TestTheme::everyIconIsDrawn()
{
    const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
    QVERIFY(files.size() > 60);
    for (const QString &file : files) {
        QVERIFY2(QSvgRenderer(QStringLiteral(":/icons/") + file).isValid(), qPrintable(file));
        const QString name = file.chopped(4);
        const QImage image = linePixmap(name, QSize(24, 24), Qt::red).toImage();
        bool isEmpty = true;
        for (int y = 0; y < 24; ++y) {
            for (int x = 0; x < 24; ++x)
                isEmpty = isEmpty && qAlpha(image.pixel(x, y)) == 0;
        }
        QVERIFY2(!isEmpty, qPrintable(file));
    }
}

void TestTheme::iconsTakeTheTextColor()
{
    const QIcon icon = Theme::icon(QStringLiteral("remove")); // one horizontal stroke through the middle
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        Theme::apply(*qApp, choice);
        const QColor drawn = icon.pixmap(QSize(24, 24), 1.0).toImage().pixelColor(12, 12);
        const QColor text = Theme::palette(Theme::isDark()).color(QPalette::WindowText);
        QVERIFY2(std::abs(drawn.lightness() - text.lightness()) < 24, qPrintable(drawn.name()));
    }
    QVERIFY(!Theme::icon(QStringLiteral("there-is-no-such-icon")).availableSizes().size());
}

void TestTheme::iconsAreSharpAtTwiceTheSize()
{
    const QPixmap pixmap = Theme::icon(QStringLiteral("runs")).pixmap(QSize(24, 24), 2.0);
    QCOMPARE(pixmap.size(), QSize(48, 48));
    QCOMPARE(pixmap.devicePixelRatio(), 2.0);
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
