#include "widgets/monitor/logpanel.h"

#include "widgets/common/theme.h"
#include "widgets/monitor/logview.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int typingPauseMs = 150;

} // namespace

LogPanel::LogPanel(QWidget *parent)
    : QWidget(parent)
    , m_view(new LogView(this))
    , m_tools(new QWidget(this))
    , m_searchEdit(new QLineEdit(m_tools))
    , m_countLabel(new QLabel(m_tools))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);

    auto *tools = new QHBoxLayout(m_tools);
    tools->setContentsMargins(0, 0, 0, 2);
    tools->setSpacing(4);
    m_searchEdit->setClearButtonEnabled(true);
    m_searchEdit->setFixedWidth(150);
    m_searchEdit->addAction(Theme::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_searchEdit->installEventFilter(this);
    tools->addWidget(m_countLabel);
    tools->addWidget(m_searchEdit);
    m_caseButton = addButton(QString(), true);
    m_caseButton->setText(QStringLiteral("Aa"));
    m_previousButton = addButton(QStringLiteral("chevron-up"), false);
    m_nextButton = addButton(QStringLiteral("chevron-down"), false);
    m_errorsButton = addButton(QStringLiteral("error"), true);
    m_errorsButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_firstErrorButton = addButton(QStringLiteral("flag"), false);
    m_barsButton = addButton(QStringLiteral("filter"), true);
    m_barsButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_followButton = addButton(QStringLiteral("follow"), true);
    m_followButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_followButton->setChecked(true);
    m_copyButton = addButton(QStringLiteral("copy"), false);

    m_searchTimer.setSingleShot(true);
    connect(&m_searchTimer, &QTimer::timeout, this, &LogPanel::search);
    connect(m_searchEdit, &QLineEdit::textChanged, this, [this] {
        m_isJumpWanted = true;
        m_searchedLines = 0;
        m_searchTimer.start(typingPauseMs);
    });
    connect(m_caseButton, &QToolButton::toggled, this, [this] {
        m_searchedLines = 0;
        search();
    });
    connect(m_previousButton, &QToolButton::clicked, this, [this] { jumpToMatch(-1); });
    connect(m_nextButton, &QToolButton::clicked, this, [this] { jumpToMatch(1); });
    connect(m_errorsButton, &QToolButton::toggled, this, &LogPanel::applyFilter);
    connect(m_firstErrorButton, &QToolButton::clicked, this, &LogPanel::jumpToFirstError);
    connect(m_barsButton, &QToolButton::toggled, this, &LogPanel::applyFilter);
    connect(m_followButton, &QToolButton::clicked, m_view, &LogView::setFollowing);
    connect(m_copyButton, &QToolButton::clicked, m_view, &LogView::copy);
    connect(m_view, &LogView::followingChanged, m_followButton, &QToolButton::setChecked);
    connect(m_view, &LogView::lineActivated, this, &LogPanel::lineActivated);
    connect(&m_searchWatcher, &QFutureWatcherBase::finished, this, &LogPanel::handleSearchFinished);
    retranslate();
    updateCounts();
}

LogPanel::~LogPanel()
{
    if (m_cancelSearch)
        m_cancelSearch->store(true);
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

void LogPanel::append(const LogChunk &chunk)
{
    const qint64 errorsBefore = m_view->text().errorCount();
    m_view->append(chunk);
    if (errorsBefore != m_view->text().errorCount())
        updateCounts();
    if (!m_searchEdit->text().isEmpty() && !m_searchTimer.isActive() && !chunk.lineEnds.isEmpty())
        m_searchTimer.start(500);
}

void LogPanel::clear()
{
    m_view->clear();
    m_matches.clear();
    m_searchedLines = 0;
    updateCounts();
}

void LogPanel::showLine(qint64 line)
{
    // A line that the filter hides is what the person asked for: the filter goes.
    if ((m_errorsButton->isChecked() && !(m_view->text().flags(line) & ErrorLine))
        || (m_barsButton->isChecked() && (m_view->text().flags(line) & BarLine))) {
        m_errorsButton->setChecked(false);
        m_barsButton->setChecked(false);
    }
    m_view->showLine(line);
}

void LogPanel::jumpToFirstError()
{
    const QList<qint64> errors = m_view->text().linesWith(ErrorLine, 0);
    if (!errors.isEmpty())
        showLine(errors.first());
}

void LogPanel::startSearch()
{
    m_searchEdit->setFocus(Qt::ShortcutFocusReason);
    m_searchEdit->selectAll();
}

void LogPanel::applyFilter()
{
    updateEmptyText();
    m_view->setFilter(m_errorsButton->isChecked() ? ErrorLine : 0, m_barsButton->isChecked() ? BarLine : 0);
}

/// Searches the lines that came since the last search; all of them after the words changed.
void LogPanel::search()
{
    if (m_cancelSearch)
        m_cancelSearch->store(true);
    if (m_searchedLines == 0)
        m_matches.clear();
    const QString needle = m_searchEdit->text();
    if (needle.isEmpty()) {
        m_view->setMatches({}, QString(), false);
        updateCounts();
        return;
    }
    m_cancelSearch = std::make_shared<std::atomic_bool>(false);
    const auto find = [text = m_view->text(), needle, isCaseSensitive = m_caseButton->isChecked(), from = m_searchedLines + 1,
                       cancel = m_cancelSearch] { return text.find(needle, isCaseSensitive, from, [&] { return cancel->load(); }); };
    m_searchedLines = std::max<qint64>(0, m_view->text().lineCount() - 1);
    m_searchWatcher.setFuture(QtConcurrent::run(find));
}

void LogPanel::handleSearchFinished()
{
    const Matches found = m_searchWatcher.result();
    while (!m_matches.isEmpty() && !found.isEmpty() && m_matches.last() >= found.first())
        m_matches.removeLast(); // the last line was unfinished and was searched twice
    m_matches.append(found);
    m_view->setMatches(m_matches, m_searchEdit->text(), m_caseButton->isChecked());
    if (m_isJumpWanted && !m_matches.isEmpty()) {
        const auto next = std::lower_bound(m_matches.cbegin(), m_matches.cend(), m_view->firstVisibleLine());
        showLine(next == m_matches.cend() ? m_matches.first() : *next);
    }
    m_isJumpWanted = false;
    updateCounts();
}

void LogPanel::jumpToMatch(int direction)
{
    if (m_matches.isEmpty())
        return;
    const qint64 current = m_view->currentLine();
    const auto next = direction > 0 ? std::upper_bound(m_matches.cbegin(), m_matches.cend(), current)
                                    : std::lower_bound(m_matches.cbegin(), m_matches.cend(), current);
    qint64 index = next - m_matches.cbegin() - (direction > 0 ? 0 : 1);
    index = (index + m_matches.size()) % m_matches.size();
    showLine(m_matches.at(index));
    updateCounts();
}

void LogPanel::updateCounts()
{
    const qint64 errors = m_view->text().errorCount();
    m_errorsButton->setText(tr("&Errors %1").arg(QLocale().toString(errors)));
    m_errorsButton->setIcon(errors > 0 ? Theme::statusIcon(StatusColor::Error) : Theme::icon(QStringLiteral("error")));
    m_firstErrorButton->setEnabled(errors > 0);
    m_previousButton->setEnabled(!m_matches.isEmpty());
    m_nextButton->setEnabled(!m_matches.isEmpty());
    if (m_searchEdit->text().isEmpty()) {
        m_countLabel->clear();
        return;
    }
    const auto current = std::lower_bound(m_matches.cbegin(), m_matches.cend(), m_view->currentLine());
    const bool isOnMatch = current != m_matches.cend() && *current == m_view->currentLine();
    const QString total = QLocale().toString(m_matches.size());
    if (m_matches.isEmpty())
        m_countLabel->setText(tr("no match"));
    else if (isOnMatch)
        m_countLabel->setText(tr("%1 of %2", "match, matches").arg(QLocale().toString(current - m_matches.cbegin() + 1), total));
    else
        m_countLabel->setText(tr("%n match(es)", nullptr, int(m_matches.size())));
}

bool LogPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_searchEdit && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            jumpToMatch(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
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

void LogPanel::updateEmptyText()
{
    const bool isFiltered = m_errorsButton->isChecked() || m_barsButton->isChecked();
    m_view->setEmptyText(isFiltered ? tr("No line passes the filter.") : tr("The log is empty so far."));
}

void LogPanel::retranslate()
{
    updateEmptyText();
    m_view->setAccessibleName(tr("Log"));
    m_searchEdit->setPlaceholderText(tr("Search the log"));
    m_searchEdit->setAccessibleName(tr("Search the log"));
    const auto set = [](QToolButton *button, const QString &name) {
        button->setToolTip(name);
        button->setAccessibleName(name);
    };
    set(m_caseButton, tr("Match upper and lower case"));
    set(m_previousButton, tr("Previous match (Shift+Return)"));
    set(m_nextButton, tr("Next match (Return)"));
    set(m_errorsButton, tr("Show error lines only"));
    set(m_firstErrorButton, tr("Jump to the first error"));
    m_barsButton->setText(tr("Hide &bars"));
    set(m_barsButton, tr("Hide progress bars"));
    m_followButton->setText(tr("&Follow"));
    set(m_followButton, tr("Stay at the end of the log (End)"));
    set(m_copyButton, tr("Copy the selection, or the marked line"));
    updateCounts();
}

} // namespace Trainyard
