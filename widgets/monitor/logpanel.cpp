#include "widgets/monitor/logpanel.h"

#include "services/common/async.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/linescanner.h"
#include "widgets/monitor/logview.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QRegularExpression>
#include <QSaveFile>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <utility>

namespace Trainyard {

namespace {

constexpr int typingPauseMs = 150;
constexpr int mapIntervalMs = 300;

LineTest patternTest(const QRegularExpression &pattern)
{
    return [pattern](const LogSlice &slice) {
        QList<int> passing;
        for (int i = 0; i < slice.page.lineCount(); ++i) {
            if (pattern.match(displayLine(slice.line(i))).hasMatch())
                passing.append(i);
        }
        return passing;
    };
}

/// Copies a line of any length in pieces; false: the file could not be written.
bool writeLine(const LogBytes &bytes, qint64 start, qint64 length, const QString &path)
{
    constexpr qint64 pieceSize = 1 << 20;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    for (qint64 done = 0; done < length;) {
        const QByteArray piece = bytes.read(start + done, std::min(pieceSize, length - done));
        if (piece.isEmpty())
            break;
        if (file.write(piece) != piece.size())
            return false;
        done += piece.size();
    }
    return file.commit();
}

} // namespace

LogPanel::LogPanel(QWidget *parent)
    : QWidget(parent)
    , m_view(new LogView(this))
    , m_matches(new LineScanner(this))
    , m_tools(new QWidget(this))
    , m_searchEdit(new QLineEdit(m_tools))
    , m_countLabel(new QLabel(m_tools))
{
    buildBanners();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pinned);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_hidden);
    buildTools();
    buildFilterMenu();

    m_searchTimer.setSingleShot(true);
    m_searchTimer.setInterval(typingPauseMs);
    m_mapTimer.setSingleShot(true);
    m_mapTimer.setInterval(mapIntervalMs);
    connect(&m_searchTimer, &QTimer::timeout, this, &LogPanel::search);
    connect(&m_mapTimer, &QTimer::timeout, m_view, &LogView::updateMap);
    connect(m_matches, &LineScanner::advanced, this, &LogPanel::handleScanned);
    connect(m_view, &LogView::followingChanged, m_followButton, &QToolButton::setChecked);
    connect(m_view, &LogView::lineActivated, this, &LogPanel::lineActivated);
    connect(m_view, &LogView::lineActivated, this, &LogPanel::updateSearchCount);
    connect(m_view, &LogView::lineNumberWanted, this, &LogPanel::goToLine);
    connect(m_view, &LogView::saveLineWanted, this, &LogPanel::saveLine);
    const auto addShortcut = [this](const QKeySequence &keys, auto work) {
        connect(new QShortcut(keys, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut), &QShortcut::activated, this, work);
    };
    addShortcut(QKeySequence(Qt::Key_F3), [this] { jumpToMatch(1); });
    addShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { jumpToMatch(-1); });
    addShortcut(QKeySequence(Qt::CTRL | Qt::Key_G), [this] { goToLine(); });
    retranslate();
}

LogPanel::~LogPanel() = default;

void LogPanel::buildTools()
{
    auto *tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 2);
    tools->setSpacing(2);
    m_searchEdit->setClearButtonEnabled(true);
    m_searchEdit->setFixedWidth(170);
    m_searchEdit->addAction(Theme::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_searchEdit->installEventFilter(this);
    tools->addWidget(m_countLabel);
    tools->addWidget(m_searchEdit);
    m_caseButton = addButton(QString(), true);
    m_caseButton->setText(QStringLiteral("Aa"));
    m_regexButton = addButton(QString(), true);
    m_regexButton->setText(QStringLiteral(".*"));
    m_previousButton = addButton(QStringLiteral("chevron-up"), false);
    m_nextButton = addButton(QStringLiteral("chevron-down"), false);
    m_errorsButton = addButton(QStringLiteral("error"), true);
    m_errorsButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_filterButton = addButton(QStringLiteral("filter"), false);
    m_filterButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_filterButton->setPopupMode(QToolButton::InstantPopup);
    m_followButton = addButton(QStringLiteral("follow"), true);
    m_followButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_followButton->setChecked(true);
    m_copyButton = addButton(QStringLiteral("copy"), false);

    connect(m_searchEdit, &QLineEdit::textChanged, this, [this] {
        m_isJumpWanted = true;
        m_searchTimer.start();
    });
    connect(m_caseButton, &QToolButton::toggled, this, &LogPanel::search);
    connect(m_regexButton, &QToolButton::toggled, this, &LogPanel::search);
    connect(m_previousButton, &QToolButton::clicked, this, [this] { jumpToMatch(-1); });
    connect(m_nextButton, &QToolButton::clicked, this, [this] { jumpToMatch(1); });
    connect(m_errorsButton, &QToolButton::toggled, this, &LogPanel::applyFilter);
    connect(m_followButton, &QToolButton::clicked, m_view, &LogView::setFollowing);
    connect(m_copyButton, &QToolButton::clicked, m_view, &LogView::copy);
}

void LogPanel::buildFilterMenu()
{
    auto *menu = new QMenu(m_filterButton);
    m_warningsAction = menu->addAction(QString());
    m_warningsAction->setCheckable(true);
    m_rankMenu = menu->addMenu(QString());
    m_rankGroup = new QActionGroup(m_rankMenu);
    menu->addSeparator();
    m_barGroup = new QActionGroup(menu);
    for (const LineFilter::Bars bars : {LineFilter::Bars::Folded, LineFilter::Bars::All, LineFilter::Bars::Hidden}) {
        QAction *action = menu->addAction(QString());
        action->setCheckable(true);
        action->setChecked(bars == m_filter.bars);
        action->setData(int(bars));
        m_barGroup->addAction(action);
    }
    menu->addSeparator();
    m_wrapAction = menu->addAction(QString());
    m_wrapAction->setCheckable(true);
    m_filterButton->setMenu(menu);
    connect(m_warningsAction, &QAction::toggled, this, &LogPanel::applyFilter);
    connect(m_barGroup, &QActionGroup::triggered, this, &LogPanel::applyFilter);
    connect(m_rankGroup, &QActionGroup::triggered, this, &LogPanel::applyFilter);
    connect(m_wrapAction, &QAction::toggled, m_view, &LogView::setWrapping);
}

/// Two lines that are there only when they say something: the first error above the log, what the filter hides below it.
void LogPanel::buildBanners()
{
    const auto makeBanner = [this](QLabel *&label) {
        auto *banner = new QWidget(this);
        auto *layout = new QHBoxLayout(banner);
        layout->setContentsMargins(8, 1, 4, 1);
        layout->setSpacing(8);
        label = new QLabel(banner);
        label->setTextFormat(Qt::PlainText);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        layout->addWidget(label, 1);
        banner->hide();
        return banner;
    };
    const auto addTo = [](QWidget *banner) {
        auto *button = new QToolButton(banner);
        button->setAutoRaise(true);
        banner->layout()->addWidget(button);
        return button;
    };
    m_pinned = makeBanner(m_pinnedLabel);
    auto *icon = new QLabel(m_pinned);
    icon->setPixmap(Theme::statusIcon(StatusColor::Error).pixmap(16, 16));
    static_cast<QHBoxLayout *>(m_pinned->layout())->insertWidget(0, icon);
    m_pinnedJump = addTo(m_pinned);
    m_pinnedClose = addTo(m_pinned);
    m_pinnedClose->setIcon(Theme::icon(QStringLiteral("close")));
    connect(m_pinnedJump, &QToolButton::clicked, this, &LogPanel::jumpToFirstError);
    connect(m_pinnedClose, &QToolButton::clicked, this, [this] {
        m_dismissedError = m_view->text().firstError().value_or(0);
        updateBanners();
    });
    m_hidden = makeBanner(m_hiddenLabel);
    m_showAllButton = addTo(m_hidden);
    connect(m_showAllButton, &QToolButton::clicked, this, [this] {
        m_errorsButton->setChecked(false);
        m_warningsAction->setChecked(false);
        if (!m_rankGroup->actions().isEmpty())
            m_rankGroup->actions().first()->setChecked(true);
        if (m_filter.bars == LineFilter::Bars::Hidden)
            m_barGroup->actions().first()->setChecked(true);
        applyFilter();
    });
}

QToolButton *LogPanel::addButton(const QString &iconName, bool isCheckable)
{
    auto *button = new QToolButton(m_tools);
    button->setAutoRaise(true);
    button->setCheckable(isCheckable);
    if (!iconName.isEmpty())
        button->setIcon(Theme::icon(iconName));
    m_tools->layout()->addWidget(button);
    return button;
}

void LogPanel::setBytes(const std::shared_ptr<const LogBytes> &bytes)
{
    if (bytes == m_bytes)
        return;
    clear();
    m_bytes = bytes;
    m_view->setBytes(bytes);
}

void LogPanel::append(const LogChunk &chunk)
{
    m_view->append(chunk);
    const LogText &text = m_view->text();
    const std::array<qint64, 4> counts{text.count(LineKind::Error), text.count(LineKind::Warning), text.ranks().size(), text.firstError().value_or(0)};
    if (std::exchange(m_shownCounts, counts) != counts)
        updateCounts();
    else if (m_filter.hidesLines())
        updateBanners();
    if (m_matches->isActive())
        m_matches->follow(m_view->text());
    else if (!m_searchEdit->text().isEmpty() && m_searchProblem.isEmpty() && !m_searchTimer.isActive())
        search();
    if (!m_mapTimer.isActive())
        m_mapTimer.start();
}

void LogPanel::setGaps(const QList<LogGap> &gaps)
{
    m_view->setGaps(gaps);
}

void LogPanel::clear()
{
    m_bytes.reset();
    m_view->clear();
    m_matches->stop();
    m_dismissedError = 0;
    updateCounts();
}

void LogPanel::showLine(qint64 line)
{
    // A line that the filter hides is what the person asked for: the filter goes.
    if (m_filter.hidesLines() && line <= m_view->text().lineCount() && !m_view->isLineShown(line))
        m_showAllButton->click();
    m_view->showLine(line);
    updateSearchCount();
}

void LogPanel::jumpToFirstError()
{
    if (const std::optional<qint64> line = m_view->text().firstError())
        showLine(*line);
}

void LogPanel::startSearch()
{
    m_searchEdit->setFocus(Qt::ShortcutFocusReason);
    m_searchEdit->selectAll();
}

void LogPanel::goToLine()
{
    const qint64 lines = m_view->text().lineCount();
    if (lines == 0)
        return;
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Go to line"));
    dialog->setLabelText(tr("Line, 1 to %1:").arg(QLocale().toString(lines)));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, int(lines));
    dialog->setIntValue(int(std::max<qint64>(1, m_view->currentLine())));
    connect(dialog, &QInputDialog::intValueSelected, this, [this](int line) {
        showLine(line);
        m_view->setFocus();
        Q_EMIT lineActivated(line);
    });
    dialog->open();
}

void LogPanel::applyFilter()
{
    m_filter.errors = m_errorsButton->isChecked();
    m_filter.warnings = m_warningsAction->isChecked();
    if (const QAction *bars = m_barGroup->checkedAction())
        m_filter.bars = LineFilter::Bars(bars->data().toInt());
    const QAction *rank = m_rankGroup->checkedAction();
    m_filter.rank = rank && rank->data().isValid() ? std::optional(rank->data().toInt()) : std::nullopt;
    if (m_filter != m_view->filter())
        m_view->setFilter(m_filter);
    updateBanners();
    m_view->updateMap();
}

void LogPanel::search()
{
    m_searchTimer.stop();
    m_searchProblem.clear();
    m_matches->stop();
    const QString needle = m_searchEdit->text();
    const bool isPattern = m_regexButton->isChecked();
    QRegularExpression wanted(isPattern ? needle : QRegularExpression::escape(needle),
                              m_caseButton->isChecked() ? QRegularExpression::NoPatternOption : QRegularExpression::CaseInsensitiveOption);
    if (!wanted.isValid())
        m_searchProblem = tr("Character %1: %2").arg(wanted.patternErrorOffset()).arg(wanted.errorString());
    const bool isUsable = !needle.isEmpty() && m_searchProblem.isEmpty();
    m_view->setHighlight(isUsable ? wanted : QRegularExpression());
    m_view->setMatches(isUsable ? m_matches : nullptr);
    if (isUsable)
        m_matches->start(isPattern ? patternTest(wanted) : plainTest(needle, m_caseButton->isChecked()), m_view->text());
    updateSearchCount();
}

void LogPanel::handleScanned()
{
    if (m_isJumpWanted && m_matches->counts().total() > 0) {
        const qint64 from = std::max<qint64>(0, m_view->firstVisibleLine() - 1);
        std::optional<qint64> line = m_matches->nextAfter(from);
        if (!line && m_matches->isComplete())
            line = m_matches->nextAfter(0);
        if (line) {
            m_isJumpWanted = false;
            showLine(*line);
        }
    }
    if (m_matches->isComplete())
        m_isJumpWanted = false;
    updateSearchCount();
    if (!m_mapTimer.isActive())
        m_mapTimer.start();
}

void LogPanel::jumpToMatch(int direction)
{
    if (m_matches->counts().total() == 0)
        return;
    const qint64 current = m_view->currentLine();
    std::optional<qint64> line = direction > 0 ? m_matches->nextAfter(current) : m_matches->lastBefore(current);
    if (!line) // around the end
        line = direction > 0 ? m_matches->nextAfter(0) : m_matches->lastBefore(m_view->text().lineCount() + 1);
    if (line)
        showLine(*line);
}

void LogPanel::updateCounts()
{
    const LogText &text = m_view->text();
    const QLocale locale;
    const qint64 errors = text.count(LineKind::Error);
    m_errorsButton->setText(tr("&Errors %1").arg(locale.toString(errors)));
    m_errorsButton->setIcon(errors > 0 ? Theme::statusIcon(StatusColor::Error) : Theme::icon(QStringLiteral("error")));
    m_warningsAction->setText(tr("&Warnings (%1)").arg(locale.toString(text.count(LineKind::Warning))));
    updateRanks();
    updateBanners();
}

void LogPanel::updateSearchCount()
{
    const qint64 total = m_matches->counts().total();
    m_previousButton->setEnabled(total > 0);
    m_nextButton->setEnabled(total > 0);
    QPalette colors = palette();
    if (!m_searchProblem.isEmpty())
        colors.setColor(QPalette::WindowText, Theme::color(StatusColor::Error));
    m_countLabel->setPalette(colors);
    m_countLabel->setToolTip(m_searchProblem);
    if (!m_searchProblem.isEmpty()) {
        m_countLabel->setText(m_countLabel->fontMetrics().elidedText(m_searchProblem, Qt::ElideRight, 200));
    } else if (!m_matches->isActive()) {
        m_countLabel->clear();
    } else if (total == 0) {
        m_countLabel->setText(m_matches->isComplete() ? tr("no match") : tr("searching…"));
    } else {
        const qsizetype block = m_view->text().blockOfLine(std::max<qint64>(1, m_view->currentLine()));
        const qsizetype place = m_matches->linesOf(block).indexOf(m_view->currentLine());
        const QString count = QLocale().toString(total) + (m_matches->isComplete() ? QString() : QStringLiteral("+"));
        if (place >= 0)
            m_countLabel->setText(tr("%1 of %2", "match, matches").arg(QLocale().toString(m_matches->counts().before(block) + place + 1), count));
        else
            m_countLabel->setText(m_matches->isComplete() ? tr("%n match(es)", nullptr, int(total)) : tr("%1 matches so far").arg(QLocale().toString(total)));
    }
}

void LogPanel::updateRanks()
{
    const QList<int> &ranks = m_view->text().ranks();
    m_rankMenu->menuAction()->setVisible(ranks.size() > 1);
    if (m_rankGroup->actions().size() == ranks.size() + 1)
        return;
    for (QAction *action : m_rankGroup->actions())
        delete action;
    const auto add = [this](const QString &text, const QVariant &rank, bool isChecked) {
        QAction *action = m_rankMenu->addAction(text);
        action->setCheckable(true);
        action->setData(rank);
        m_rankGroup->addAction(action);
        action->setChecked(isChecked);
    };
    add(tr("All ranks"), QVariant(), !m_filter.rank);
    for (const int rank : ranks)
        add(tr("Rank %1").arg(rank), rank, m_filter.rank == rank);
}

void LogPanel::updateBanners()
{
    const LogText &text = m_view->text();
    const std::optional<qint64> error = text.firstError();
    const bool isPinned = error && *error != m_dismissedError;
    if (isPinned)
        m_pinnedLabel->setText(tr("First error, line %1: %2").arg(QLocale().toString(*error), text.text(*error).trimmed().left(300)));
    m_pinned->setVisible(isPinned);
    const qint64 hidden = m_filter.hidesLines() ? m_view->hiddenLineCount() : 0;
    if (m_filter.hidesLines())
        m_hiddenLabel->setText(tr("The filter hides %1 of %2 lines.").arg(QLocale().toString(hidden), QLocale().toString(text.lineCount())));
    m_hidden->setVisible(m_filter.hidesLines());
    m_view->setEmptyText(m_filter.hidesLines() && text.lineCount() > 0 ? tr("No line passes the filter.") : tr("The log is empty so far."));
    QFont font = m_filterButton->font();
    const bool isFiltering = m_filter.warnings || m_filter.rank || m_filter.bars == LineFilter::Bars::Hidden;
    if (font.bold() != isFiltering) {
        font.setBold(isFiltering);
        m_filterButton->setFont(font);
    }
}

void LogPanel::saveLine(qint64 line)
{
    if (!m_bytes)
        return;
    auto *dialog = new QFileDialog(this, tr("Save line %1").arg(QLocale().toString(line)));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QStringLiteral("line-%1.txt").arg(line));
    connect(dialog, &QFileDialog::fileSelected, this, [this, line](const QString &path) {
        const auto work = [bytes = m_bytes, start = m_view->text().lineStart(line), length = m_view->text().lineLength(line), path] {
            return bytes && writeLine(*bytes, start, length, path);
        };
        onFinished(QtConcurrent::run(work), this, [this, path](bool isWritten) {
            if (isWritten)
                return;
            m_searchProblem = tr("%1 could not be written. Choose another folder.").arg(path);
            updateSearchCount();
        });
    });
    dialog->open();
}

bool LogPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_searchEdit && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isBackwards = key->modifiers() & Qt::ShiftModifier;
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_F3) {
            jumpToMatch(isBackwards ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Escape && !m_searchEdit->text().isEmpty()) {
            m_searchEdit->clear();
            m_view->setFocus();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void LogPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void LogPanel::retranslate()
{
    m_view->setAccessibleName(tr("Log"));
    m_searchEdit->setPlaceholderText(tr("Search the log"));
    m_searchEdit->setAccessibleName(tr("Search the log"));
    const auto set = [](QToolButton *button, const QString &name) {
        button->setToolTip(name);
        button->setAccessibleName(name);
    };
    set(m_caseButton, tr("Match upper and lower case"));
    set(m_regexButton, tr("Search for a regular expression"));
    set(m_previousButton, tr("Previous match (Shift+F3)"));
    set(m_nextButton, tr("Next match (F3)"));
    set(m_errorsButton, tr("Show error lines only"));
    m_filterButton->setText(tr("F&ilter"));
    set(m_filterButton, tr("Warnings, one rank, progress bars, wrapping"));
    m_rankMenu->setTitle(tr("&Rank"));
    m_barGroup->actions().at(0)->setText(tr("Fold progress &bars"));
    m_barGroup->actions().at(1)->setText(tr("Show every &update of progress bars"));
    m_barGroup->actions().at(2)->setText(tr("&Hide progress bars"));
    m_wrapAction->setText(tr("Wrap &long lines"));
    m_followButton->setText(tr("&Follow"));
    set(m_followButton, tr("Stay at the end of the log (End)"));
    set(m_copyButton, tr("Copy the selection, or the marked line"));
    m_pinnedJump->setText(tr("&Jump to it"));
    set(m_pinnedClose, tr("Hide this line"));
    m_showAllButton->setText(tr("Show &all"));
    for (QAction *action : m_rankGroup->actions())
        delete action;
    updateCounts();
    updateSearchCount();
}

} // namespace Trainyard
