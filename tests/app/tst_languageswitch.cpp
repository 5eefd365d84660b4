// Everything that a page can show is brought onto the screen, then the language changes: nothing may stay in the old one.
#include "app/appcontext.h"
#include "app/window/mainmenu.h"
#include "app/window/mainwindow.h"
#include "app/window/pagestack.h"
#include "services/common/files.h"
#include "services/common/language.h"
#include "widgets/jobs/jobspage.h"
#include "widgets/setup/setuppage.h"
#include "tests/support/sampleimages.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QWizard>

using namespace Trainyard;
using namespace Qt::StringLiterals;

namespace {

/// Speaks as the real worker does: each text in both languages.
const char *const worker = R"(#!/bin/bash
if [ "$1" = train ]; then
    for step in $(seq 1 40); do echo "epoch 1/1 step $step/40 loss 0.$((90 - step)) samples/s 120"; done
    echo "Saved checkpoint to model.pt at step 40"
    exit 3
fi
cat > /dev/null
point() { echo "{\"event\": \"point\", \"point\": {\"name\": \"$1\", \"status\": \"pass\", \"detail\": \"BEGIN$2NEXT$3END\", \"findings\": []}}"; }
emit() {
    point data "All images were decoded." "图片全部解码成功。"
    point loss "The loss falls." "损失在下降。"
    point memory "The step fits." "显存足够。"
    echo "{\"event\": \"not_checked\", \"what\": \"BEGINThe tokenizerNEXT分词器END\", \"why\": \"BEGINThere is none here.NEXT这里没有。END\"}"
    point artifacts "They are read back." "产物可以读回。"
    echo '{"event": "done"}'
}
emit | sed -e $'s/BEGIN/\xef\xa3\x90/g' -e $'s/NEXT/\xef\xa3\x91/g' -e $'s/END/\xef\xa3\x92/g'
)";

const QByteArray job = "schema: trainyard/job/v1\n"
                       "name: abc\n"
                       "profile: local\n"
                       "compute: {flavor: local.cpu}\n"
                       "code: {preset: image-classification}\n"
                       "parameters: {epochs: 1, batch_size: 4}\n"
                       "inputs:\n"
                       "  - {name: data_url, source: data, format: image-folder}\n"
                       "outputs:\n"
                       "  - {name: train_url, destination: output}\n"
                       "checkpoints: {directory: train_url, every_steps: 100}\n";

void addModelTexts(const QAbstractItemView &view, QStringList &texts)
{
    const QAbstractItemModel *model = view.model();
    for (int row = 0; model && row < std::min(model->rowCount(), 50); ++row) {
        for (int column = 0; column < model->columnCount(); ++column) {
            const QModelIndex index = model->index(row, column);
            texts << index.data().toString() << index.data(Qt::ToolTipRole).toString() << index.data(Qt::AccessibleTextRole).toString();
        }
    }
    const auto *header = view.findChild<QHeaderView *>();
    for (int column = 0; header && header->isVisible() && model && column < model->columnCount(); ++column)
        texts << model->headerData(column, Qt::Horizontal).toString();
}

/// What a person can read of @p widget: on it, on its tool tip, through a screen reader. What a person wrote (fields, source, logs) is not ours.
QStringList textsOf(const QWidget &widget)
{
    QStringList texts{widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip()};
    for (const char *property : {"text", "title", "placeholderText"}) {
        if (!qobject_cast<const QLineEdit *>(&widget) || QLatin1String(property) != QLatin1String("text"))
            texts << widget.property(property).toString();
    }
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget)) {
        for (int i = 0; i < combo->count(); ++i)
            texts << combo->itemText(i) << combo->itemData(i, Qt::ToolTipRole).toString();
    }
    if (const auto *tabs = qobject_cast<const QTabWidget *>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            texts << tabs->tabText(i) << tabs->tabToolTip(i);
    }
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget))
        addModelTexts(*view, texts);
    for (const QAction *action : widget.actions())
        texts << action->text() << action->toolTip();
    texts.removeAll(QString());
    return texts;
}

/// A word of English that is no name: of a file, a key, a unit, a product, a value of job.yaml.
bool isEnglish(QString text)
{
    static const QRegularExpression names(
        u"Trainyard|English|PyTorch|TorchScript|Python|Fashion|MNIST|LoRA|Slurm|ModelArts|ModelScope|TensorBoard|profiles\\.yaml|job\\.yaml|YAML|NVIDIA|Transformers|"
        u"trainyard [a-z-]+( [^ ]*/job\\.yaml)?|trainyard-(torch|agent)|--[a-z_-]+ ?[^ ]*|image-folder|image-classification|fashion-mnist|batch size|num_classes|"
        u"[a-z]+[_.][a-z0-9_.\\[\\]]+|[~./][^ ]*/[^ ]*|Ctrl\\+\\w+|Shift\\+\\w+|\\(&.\\)|bf16|fp16|fp32|float\\d+|[a-z]+://[^ ]*|[A-Z]{2,}[a-z]?s?|[KMGT]iB|Scroll (Left|Right)"_s);
    static const QRegularExpression values(u"^(abc|local|data|output|epochs|argument|value|token|loss [0-9.]+|[0-9]+-[0-9]+-abc|LoRA alpha|"
                                           u"csv|jsonl|text|numpy|yolo|coco|parquet|tfrecord|auto|true|false|full|keep|math|flash|"
                                           u"[a-z0-9]+(-[a-z0-9]+)+|adam|adamw|adamw8bit|sgd|rmsprop|adafactor|selective|q?lora|efficient|regression|mse)$"_s);
    if (text.contains(values) || text.startsWith(u"PYTHONUNBUFFERED=1 "_s) || text.startsWith(u"echo "_s)) // the last two are command lines
        return false;
    text.remove(names);
    static const QRegularExpression sentence(u"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}"_s), word(u"[A-Za-z]{3,}"_s), han(u"\\p{Han}"_s);
    return text.contains(sentence) || (text.contains(word) && !text.contains(han));
}

bool isChinese(const QString &text)
{
    static const QRegularExpression han(u"\\p{Han}"_s);
    return text.contains(han) && text != u"中文"_s && text != u"简体中文"_s && !text.startsWith(u"简体中文("_s);
}

} // namespace

class TestLanguageSwitch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void nothingStaysEnglish();
    void nothingStaysChinese();

private:
    void write(const QString &name, const QByteArray &content, bool isProgram = false) const;
    void fillEveryPage();
    /// Each page, step and tab in turn.
    void visitAll(const std::function<void(const QString &place)> &look);
    QStringList leftOvers(const std::function<bool(const QString &)> &isOld);

    QTemporaryDir m_folder;
    std::unique_ptr<AppContext> m_context;
    std::unique_ptr<MainWindow> m_window;
    QString m_runId;
};

void TestLanguageSwitch::write(const QString &name, const QByteArray &content, bool isProgram) const
{
    QVERIFY(writeFileAtomically(m_folder.filePath(name), content));
    if (isProgram)
        QVERIFY(QFile::setPermissions(m_folder.filePath(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void TestLanguageSwitch::initTestCase()
{
    qputenv("HOME", m_folder.path().toLocal8Bit());
    for (unsigned seed = 0; const char *name : {"train/a", "train/b", "val/a", "val/b"})
        write(u"1/data/%1/1.png"_s.arg(QLatin1String(name)), noisePng(++seed));
    write(u"1/job.yaml"_s, job);
    write(u"bin/trainyard-torch"_s, worker, true);
    QVERIFY(QFile::link(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard-agent"), m_folder.filePath(u"bin/trainyard-agent"_s)));
    useLanguage(Language::English);
    m_context = std::make_unique<AppContext>(AppPaths{m_folder.filePath(u"home"_s), m_folder.filePath(u"bin"_s)});
    m_window = std::make_unique<MainWindow>(*m_context);
    m_window->resize(1280, 800);
    m_window->show();
    m_window->startServices();
    fillEveryPage();
}

void TestLanguageSwitch::cleanupTestCase()
{
    m_window.reset();
    m_context.reset();
}

void TestLanguageSwitch::fillEveryPage()
{
    m_window->navigation().openJob(m_folder.filePath(u"1/job.yaml"_s));
    m_window->navigation().startDryRun();
    QTRY_VERIFY_WITH_TIMEOUT(m_context->session.dryRun().has_value(), 20'000);
    QSignalSpy ended(&m_context->runs, &RunService::runEnded);
    const QFuture<Result<Run>> submitted = m_context->runs.submit(SubmitOptions{m_context->session.path(), m_context->session.dryRun(), QString()});
    QTRY_VERIFY_WITH_TIMEOUT(submitted.isFinished(), 20'000);
    QVERIFY2(submitted.result(), qPrintable(submitted.result() ? QString() : submitted.result().error().message));
    m_runId = submitted.result()->id;
    QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 30'000);
}

void TestLanguageSwitch::visitAll(const std::function<void(const QString &)> &look)
{
    const auto lookAt = [&](const QString &place) {
        QTest::qWait(50);
        look(place);
    };
    for (const char *step : {"platform", "permissions", "quota", "job", "dry-run", "upload", "review"}) {
        m_window->navigation().showSetup(QLatin1String(step));
        lookAt(u"setup "_s + QLatin1String(step));
    }
    m_window->navigation().showJobs();
    lookAt(u"jobs"_s);
    auto *jobs = static_cast<JobsPage *>(m_window->pages().currentPage());
    Q_EMIT jobs->editRequested(m_context->session.path());
    for (QTabWidget *tabs : jobs->findChildren<QTabWidget *>()) {
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            lookAt(u"editor %1"_s.arg(i));
        }
    }
    jobs->showEditor(false);
    m_window->navigation().showDryRun();
    for (QAbstractItemView *view : m_window->pages().currentPage()->findChildren<QAbstractItemView *>()) {
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            view->setCurrentIndex(view->model()->index(row, 0));
            lookAt(u"dry-run row %1"_s.arg(row));
        }
    }
    m_window->navigation().showRuns();
    lookAt(u"runs"_s);
    m_window->navigation().showSettings();
    lookAt(u"settings"_s);
    m_window->navigation().showRun(m_runId);
    QTest::qWait(1500); // read and judged
    for (QTabWidget *tabs : m_window->pages().currentPage()->findChildren<QTabWidget *>()) {
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            lookAt(u"monitor %1"_s.arg(i));
        }
    }
    lookAt(u"monitor"_s);
}

QStringList TestLanguageSwitch::leftOvers(const std::function<bool(const QString &)> &isOld)
{
    QStringList found;
    const auto add = [&](const QString &place, const QWidget &widget) {
        for (const QString &text : textsOf(widget)) {
            if (const QString line = u"%1, %2: %3"_s.arg(place, QLatin1String(widget.metaObject()->className()), text); isOld(text) && !found.contains(line))
                found << line;
        }
    };
    visitAll([&](const QString &place) {
        const QList<QWidget *> widgets = m_window->findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            if (widget->isVisible() && !widget->objectName().startsWith(u"__qt__"_s))
                add(place, *widget);
        }
    });
    const QList<QMenu *> menus = m_window->findChildren<QMenu *>();
    for (const QMenu *menu : menus)
        add(u"menu"_s, *menu);
    return found;
}

void TestLanguageSwitch::nothingStaysEnglish()
{
    visitAll([](const QString &) {});
    useLanguage(Language::Chinese);
    QTest::qWait(1500); // what is checked is checked again
    const QStringList found = leftOvers(isEnglish);
    for (const QString &line : found)
        qWarning("%s", qPrintable(line));
    QVERIFY(found.isEmpty());
}

void TestLanguageSwitch::nothingStaysChinese()
{
    useLanguage(Language::English);
    QTest::qWait(1500);
    const QStringList found = leftOvers(isChinese);
    for (const QString &line : found)
        qWarning("%s", qPrintable(line));
    QVERIFY(found.isEmpty());
}

QTEST_MAIN(TestLanguageSwitch)
#include "tst_languageswitch.moc"
