#include "app/appcontext.h"
#include "app/window/mainmenu.h"
#include "app/window/mainwindow.h"
#include "app/window/pagestack.h"
#include "app/window/startup.h"
#include "widgets/common/activitystrip.h"
#include "widgets/common/navigationrail.h"
#include "widgets/common/noticeline.h"
#include "widgets/common/page.h"
#include "widgets/common/railbutton.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace Trainyard;
using namespace Qt::StringLiterals;

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void opensWithTheStartPage();
    void firstPaintIsReported();
    void everyPageOpensFromTheKeyboard();
    void languageSwitchesWithoutRestart();
    void nothingStaysUntranslated();
    void everythingHasAnAccessibleName();
    void themeSwitchesWithoutRestart();
    void choicesSurviveTheWindow();
    void geometryIsRestored();
    void smallWindowCutsNothingOff();
    void droppedJobIsOpened();
    void droppedScriptBecomesADraft();
    void damagedJobIsOneMessage();
    void damagedSettingsAreOneMessage_data();
    void damagedSettingsAreOneMessage();
    void sampleIsMadeAndOpenedAgain();
    void activitiesAreShownAndCancelled();
    void menusHaveMnemonicsInBothLanguages();
    void tabFollowsReadingOrder();
    void closingSaysThatRunsGoOn();

private:
    void show();
    void drop(const QString &path);
    QString write(const QString &name, const QByteArray &content) const;
    static QHash<QString, QString> textsOf(QWidget &window);
    void showEveryPage();
    QStringList namelessControls() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AppContext> m_context;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("HOME", m_folder->path().toLocal8Bit());
    AppPaths paths = AppPaths::standard();
    paths.home = m_folder->filePath(u"state"_s);
    paths.programs = QStringLiteral(TRAINYARD_BIN_DIR);
    useLanguage(Language::English);
    Theme::apply(*qApp, ThemeChoice::Light);
    m_context = std::make_unique<AppContext>(paths);
    show();
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    m_context.reset();
    m_folder.reset();
}

void TestMainWindow::show()
{
    m_window.reset();
    m_window = std::make_unique<MainWindow>(*m_context);
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->startServices();
}

QString TestMainWindow::write(const QString &name, const QByteArray &content) const
{
    const QString path = m_folder->filePath(name);
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(content);
    return path;
}

void TestMainWindow::drop(const QString &path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(600, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(600, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &event);
}

void TestMainWindow::showEveryPage()
{
    for (int id = MainWindow::StartPageId; id <= MainWindow::MonitorPageId; ++id)
        m_window->pages().page(id);
}

/// Every text that a person can read, by the object and property that has it.
QHash<QString, QString> TestMainWindow::textsOf(QWidget &window)
{
    QHash<QString, QString> texts;
    const QList<QObject *> objects = window.findChildren<QObject *>();
    for (const QObject *object : objects) {
        if (object->objectName().startsWith(u"__qt__"_s) || object->objectName().startsWith(u"qt_wizard"_s)) // QWizard's own buttons, which we hide
            continue;
        for (const char *property : {"text", "toolTip", "accessibleName", "accessibleDescription", "title", "placeholderText"}) {
            const QString text = object->property(property).toString();
            if (!text.isEmpty())
                texts.insert(QStringLiteral("%1 %2 %3").arg(QLatin1String(object->metaObject()->className())).arg(quintptr(object)).arg(QLatin1String(property)), text);
        }
    }
    return texts;
}

void TestMainWindow::opensWithTheStartPage()
{
    QCOMPARE(m_window->pages().currentId(), int(MainWindow::StartPageId));
    QCOMPARE(m_window->rail().current(), int(MainWindow::SetupPageId));
    QCOMPARE(m_window->windowTitle(), u"Trainyard"_s);
    QVERIFY(!m_window->pages().existingPage(MainWindow::SettingsPageId)); // made when it is shown
}

void TestMainWindow::firstPaintIsReported()
{
    QWidget window;
    FirstPaint paint(window);
    QSignalSpy happened(&paint, &FirstPaint::happened);
    window.show();
    QTRY_COMPARE(happened.size(), 1);
    QVERIFY(happened.first().first().toLongLong() > 0);
    window.repaint();
    QCoreApplication::processEvents();
    QCOMPARE(happened.size(), 1);
}

void TestMainWindow::everyPageOpensFromTheKeyboard()
{
    const int count = int(m_window->rail().findChildren<RailButton *>().size());
    QVERIFY(count >= 2);
    QSet<int> pages;
    for (int i = 0; i < count; ++i) {
        QTest::keyClick(m_window.get(), Qt::Key(Qt::Key_1 + i), Qt::ControlModifier);
        pages.insert(m_window->rail().current());
        QVERIFY(m_window->pages().currentPage()->isVisible());
        QVERIFY(!m_window->pages().currentPage()->title().isEmpty());
    }
    QCOMPARE(pages.size(), count);
}

void TestMainWindow::languageSwitchesWithoutRestart()
{
    showEveryPage();
    QAbstractButton *chinese = nullptr;
    const QList<QAbstractButton *> buttons = m_window->statusBar()->findChildren<QAbstractButton *>();
    for (QAbstractButton *button : buttons) {
        if (button->text() == u"中文"_s)
            chinese = button;
    }
    QVERIFY(chinese);
    chinese->click();
    QTRY_COMPARE(m_window->menuBar()->actions().first()->text(), u"文件(&F)"_s);
    QCOMPARE(m_window->pages().currentPage()->title(), u"从这里开始"_s);
    QCOMPARE(m_context->preferences.language(), std::optional(Language::Chinese));
    useLanguage(Language::English);
    QTRY_COMPARE(m_window->menuBar()->actions().first()->text(), u"&File"_s);
}

void TestMainWindow::nothingStaysUntranslated()
{
    showEveryPage();
    QCoreApplication::processEvents();
    const QHash<QString, QString> english = textsOf(*m_window);
    useLanguage(Language::Chinese);
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const QHash<QString, QString> chinese = textsOf(*m_window);
    // Names, paths and numbers are the same in both; a sentence or a word of ours is not.
    static const QRegularExpression ours(u"[A-Za-z]{2,}"_s);
    static const QRegularExpression data(u"^(EN|&?English|Trainyard|local.*|job\\.yaml|profiles\\.yaml|YAML|CPU|GPU|RAM|GiB|MiB|Aa|float32|auto|data_url|train_url|output|LoRA alpha|Scroll (Left|Right)|F\\d+|(Ctrl|Shift)\\+.*|[~/].*|https?:.*|echo .*)$"_s);
    QStringList untranslated;
    for (auto it = english.cbegin(); it != english.cend(); ++it) {
        if (chinese.value(it.key()) == it.value() && it.value().contains(ours) && !it.value().contains(data))
            untranslated << it.key() + u": "_s + it.value();
    }
    QVERIFY2(untranslated.isEmpty(), qPrintable(untranslated.join(u'\n')));
}

/// The controls that a keyboard reaches on the page that is shown, and that tell no name.
QStringList TestMainWindow::namelessControls() const
{
    QStringList nameless;
    const QList<QWidget *> widgets = m_window->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        const bool isInner = widget->objectName().startsWith(u"qt_"_s) || widget->focusProxy() || qobject_cast<QComboBox *>(widget->parentWidget())
            || widget->parentWidget()->inherits("QAbstractScrollArea") || widget->inherits("QMenu") || widget->inherits("QMenuBar") || widget->inherits("QScrollArea");
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || isInner)
            continue;
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(widget);
        if (!interface || interface->text(QAccessible::Name).isEmpty())
            nameless << QStringLiteral("%1 %2 in %3").arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                                          QLatin1String(widget->parentWidget()->metaObject()->className()));
    }
    return nameless;
}

void TestMainWindow::everythingHasAnAccessibleName()
{
    for (const Language language : {Language::English, Language::Chinese}) {
        useLanguage(language);
        for (int id = MainWindow::StartPageId; id <= MainWindow::MonitorPageId; ++id) {
            m_window->pages().showPage(id);
            QCoreApplication::processEvents();
            const QStringList nameless = namelessControls();
            QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
        }
        const QList<QMenu *> menus = m_window->menuBar()->findChildren<QMenu *>();
        for (const QMenu *menu : menus) {
            const QList<QAction *> actions = menu->actions();
            for (const QAction *action : actions)
                QVERIFY2(action->isSeparator() || !action->text().isEmpty(), qPrintable(menu->title()));
        }
    }
}

void TestMainWindow::themeSwitchesWithoutRestart()
{
    m_window->menu().themeChosen(ThemeChoice::Dark);
    QVERIFY(Theme::isDark());
    QTRY_VERIFY(m_window->palette().color(QPalette::Window).lightness() < 128);
    m_window->menu().themeChosen(ThemeChoice::Light);
    QTRY_VERIFY(m_window->palette().color(QPalette::Window).lightness() > 128);
}

void TestMainWindow::choicesSurviveTheWindow()
{
    m_window->menu().themeChosen(ThemeChoice::Dark);
    m_window->menu().languageChosen(Language::Chinese);
    const Preferences later(m_context->paths);
    QCOMPARE(later.theme(), u"dark"_s);
    QCOMPARE(later.language(), std::optional(Language::Chinese));
    m_window->menu().languageChosen(std::nullopt);
    QCOMPARE(Preferences(m_context->paths).language(), std::nullopt);
}

void TestMainWindow::geometryIsRestored()
{
    m_window->resize(1111, 666);
    m_window->menu().action(MainMenu::Command::ShowRail)->trigger();
    QVERIFY(!m_window->rail().isVisible());
    m_window->close();
    m_window = std::make_unique<MainWindow>(*m_context);
    m_window->show();
    QVERIFY(!m_window->rail().isVisible());
    // The offscreen screen is 800 x 800: Qt keeps a restored window on it.
    QVERIFY(m_window->size() == QSize(1111, 666) || m_window->width() <= m_window->screen()->availableGeometry().width());
}

void TestMainWindow::smallWindowCutsNothingOff()
{
    m_window->resize(1024, 640);
    for (const Language language : {Language::English, Language::Chinese}) {
        useLanguage(language);
        for (int id = MainWindow::StartPageId; id <= MainWindow::MonitorPageId; ++id) {
            m_window->pages().showPage(id);
            QCoreApplication::processEvents();
            QCOMPARE(m_window->size(), QSize(1024, 640));
            const QSize needed = m_window->pages().currentPage()->minimumSizeHint();
            QVERIFY2(needed.width() <= m_window->pages().width() && needed.height() <= m_window->pages().height(),
                     qPrintable(QStringLiteral("page %1 needs %2x%3").arg(id).arg(needed.width()).arg(needed.height())));
        }
    }
}

void TestMainWindow::droppedJobIsOpened()
{
    const QString job = write(u"project/job.yaml"_s, "schema: trainyard/job/v1\nname: dropped\ncode: {directory: src, boot_file: train.py}\n"
                                                     "outputs:\n  - {name: out, destination: out}\n");
    drop(job);
    QTRY_COMPARE(m_context->session.path(), job);
    QTRY_VERIFY(m_window->windowTitle().contains(u"dropped"_s));
    QCOMPARE(m_context->preferences.recentFiles(), QStringList{job});
    QVERIFY(m_window->menu().action(MainMenu::Command::CloseJob)->isEnabled());
    m_window->menu().action(MainMenu::Command::CloseJob)->trigger();
    QVERIFY(!m_context->session.isOpen());
    QCOMPARE(m_window->pages().currentId(), int(MainWindow::StartPageId));
}

void TestMainWindow::droppedScriptBecomesADraft()
{
    drop(write(u"my code/train.py"_s, "print('loss: 1')\n"));
    QTRY_COMPARE(m_context->session.path(), m_folder->filePath(u"Trainyard/my-code/job.yaml"_s));
    QCOMPARE(m_context->session.job().code.bootFile, u"train.py"_s);
}

void TestMainWindow::damagedJobIsOneMessage()
{
    drop(write(u"broken/job.yaml"_s, QByteArray(100, '\0')));
    auto *notice = m_window->findChild<NoticeLine *>();
    QTRY_VERIFY(notice->isVisible());
    QVERIFY(notice->text().size() > 10);
    QVERIFY(!m_context->session.isOpen());
}

void TestMainWindow::damagedSettingsAreOneMessage_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("place");
    QTest::newRow("profiles") << u"profiles.yaml"_s << u"profiles.yaml, line 2"_s;
    QTest::newRow("catalogue") << u"catalogue.yaml"_s << u"catalogue.yaml, line 2"_s;
    QTest::newRow("no file") << u"profiles.yaml/x"_s << u"profiles.yaml"_s;
}

void TestMainWindow::damagedSettingsAreOneMessage()
{
    QFETCH(QString, file);
    QFETCH(QString, place);
    write(u"state/"_s + file, "# mine\n- not: [closed\n");
    show();
    auto *notice = m_window->findChild<NoticeLine *>();
    QVERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains(place), qPrintable(notice->text()));
    m_window->navigation().openPath(write(u"fine/job.yaml"_s, "name: fine\ncode: {preset: image-classification}\noutputs:\n  - {name: out, destination: out}\n"));
    QTRY_VERIFY(m_context->session.isOpen());
    QVERIFY2(notice->isVisible() && notice->text().contains(place), qPrintable(notice->text()));
    m_context->session.close();
}

void TestMainWindow::sampleIsMadeAndOpenedAgain()
{
    m_window->navigation().openSample();
    QTRY_VERIFY_WITH_TIMEOUT(m_context->session.isOpen(), 60000);
    const QString first = m_context->session.path();
    QCOMPARE(first, m_folder->filePath(u"Trainyard/fashion-mnist/job.yaml"_s));
    QVERIFY(!m_window->findChild<ActivityStrip *>()->isVisible());
    m_window->navigation().showStart();
    m_window->navigation().openSample();
    QTRY_COMPARE(m_context->session.path(), first);
    QCOMPARE(QDir(m_folder->filePath(u"Trainyard"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
}

void TestMainWindow::activitiesAreShownAndCancelled()
{
    QSignalSpy cancelled(&m_window->navigation(), &Navigation::cancelActivityRequested);
    m_window->navigation().startActivity(u"x"_s, u"Working"_s, true);
    auto *strip = m_window->findChild<ActivityStrip *>();
    QVERIFY(strip->isVisible());
    strip->findChild<QAbstractButton *>()->click();
    QCOMPARE(cancelled.size(), 1);
    m_window->navigation().finishActivity(u"x"_s);
    QVERIFY(!strip->isVisible());
}

void TestMainWindow::menusHaveMnemonicsInBothLanguages()
{
    for (const Language language : {Language::English, Language::Chinese}) {
        useLanguage(language);
        QCoreApplication::processEvents();
        const QList<QAction *> menus = m_window->menuBar()->actions();
        for (const QAction *menu : menus) {
            QStringList seen;
            const QList<QAction *> actions = menu->menu()->actions();
            for (const QAction *action : actions) {
                const qsizetype mark = action->text().indexOf(u'&');
                if (mark < 0)
                    continue;
                const QString letter = action->text().mid(mark + 1, 1).toUpper();
                QVERIFY2(!seen.contains(letter), qPrintable(menu->text() + u": "_s + letter + u" twice"_s));
                seen << letter;
            }
        }
    }
}

void TestMainWindow::tabFollowsReadingOrder()
{
    const QString job = write(u"project/job.yaml"_s, "schema: trainyard/job/v1\nname: kept\noutputs:\n  - {name: out, destination: out}\n");
    m_window->navigation().openJob(job);
    m_window->navigation().showStart();
    const QList<const QWidget *> parts{&m_window->pages(), m_window->statusBar(), &m_window->rail()};
    m_window->pages().currentPage()->focusFirst();
    const QWidget *first = m_window->focusWidget();
    QList<qsizetype> visited;
    int widgets = 0;
    do {
        for (qsizetype part = 0; part < parts.size(); ++part) {
            if (parts.at(part)->isAncestorOf(m_window->focusWidget()) && (visited.isEmpty() || visited.last() != part))
                visited.append(part);
        }
        QTest::keyClick(m_window.get(), Qt::Key_Tab);
        ++widgets;
    } while (m_window->focusWidget() != first && widgets < 50);
    QCOMPARE(m_window->focusWidget(), first);
    QCOMPARE(visited, (QList<qsizetype>{0, 1, 2}));
    QTest::keyClick(m_window.get(), Qt::Key_Backtab);
    QVERIFY(parts.at(2)->isAncestorOf(m_window->focusWidget()));
}

void TestMainWindow::closingSaysThatRunsGoOn()
{
    const QString job = write(u"project/job.yaml"_s, "schema: trainyard/job/v1\nname: long\nprofile: local\ncompute: {flavor: local.cpu}\n"
                                                     "code: {directory: ., command: sleep 60}\noutputs:\n  - {name: out, destination: out}\n");
    const QFuture<Result<Run>> submitted = m_context->runs.submit(SubmitOptions{job, std::nullopt, u"a test"_s});
    QTRY_VERIFY_WITH_TIMEOUT(submitted.isFinished(), 20'000);
    QVERIFY2(submitted.result(), qPrintable(submitted.result() ? QString() : submitted.result().error().message));
    m_context->runs.refresh();
    QTRY_VERIFY(!m_context->runs.runs().isEmpty());
    m_window->close();
    auto *notice = m_window->findChild<NoticeLine *>();
    QVERIFY(m_window->isVisible());
    QVERIFY(notice->isVisible());
    QVERIFY2(notice->text().startsWith(u"1 run goes on"_s), qPrintable(notice->text()));
    m_window->close(); // at once
    QVERIFY(!m_window->isVisible());
    QSignalSpy ended(&m_context->runs, &RunService::runEnded);
    const QFuture<Result<>> stopped = m_context->runs.stop(submitted.result()->id, Platform::StopMode::Now);
    QTRY_VERIFY_WITH_TIMEOUT(stopped.isFinished(), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 20'000);
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
