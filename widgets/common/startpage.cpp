#include "widgets/common/startpage.h"

#include "widgets/common/elidedlabel.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/startdoor.h"
#include "widgets/common/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

constexpr int doorHeight = 168;
constexpr int shownRecentFiles = 6;

void clear(QLayout *layout)
{
    while (QLayoutItem *item = layout->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
}

/// `project/job.yaml` for a job: its folder is what tells it from others.
QString displayName(const QFileInfo &file)
{
    return file.dir().dirName() + QLatin1Char('/') + file.fileName();
}

QString displayFolder(const QFileInfo &file)
{
    const QString home = QDir::homePath() + QLatin1Char('/');
    const QString folder = file.absolutePath();
    return folder.startsWith(home) ? QStringLiteral("~/") + folder.mid(home.size()) : folder;
}

} // namespace

StartPage::StartPage(QWidget *parent)
    : Page(parent)
    , m_sample(new StartDoor(QStringLiteral("play"), true, this))
    , m_script(new StartDoor(QStringLiteral("script"), false, this))
    , m_log(new StartDoor(QStringLiteral("chart"), false, this))
    , m_recentTitle(new QLabel(this))
    , m_runsTitle(new QLabel(this))
    , m_placesTitle(new QLabel(this))
    , m_recentRows(new QGridLayout)
    , m_runRows(new QVBoxLayout)
    , m_placeRows(new QVBoxLayout)
{
    auto *content = new QWidget(this);
    auto *grid = new QGridLayout(content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    int column = 0;
    for (StartDoor *door : {m_sample, m_script, m_log}) {
        door->setMinimumHeight(doorHeight);
        grid->setColumnStretch(column, 1);
        grid->addWidget(door, 0, column++);
    }
    grid->setRowMinimumHeight(1, 16);
    m_recentRows->setHorizontalSpacing(16);
    m_recentRows->setVerticalSpacing(2);
    m_recentRows->setColumnStretch(1, 1);
    column = 0;
    for (QLabel *title : {m_recentTitle, m_runsTitle, m_placesTitle}) {
        title->setFont(Theme::sectionFont());
        grid->addWidget(title, 2, column++);
    }
    column = 0;
    for (QLayout *rows : std::initializer_list<QLayout *>{m_recentRows, m_runRows, m_placeRows})
        grid->addLayout(rows, 3, column++, Qt::AlignTop);
    m_runRows->setSpacing(2);
    m_placeRows->setSpacing(2);
    grid->setRowStretch(4, 1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->addWidget(content);

    connect(m_sample, &StartDoor::activated, this, &StartPage::sampleRequested);
    connect(m_script, &StartDoor::activated, this, &StartPage::chooseFolderRequested);
    connect(m_log, &StartDoor::activated, this, &StartPage::chooseLogRequested);
    retranslate();
}

void StartPage::setRecentFiles(const QStringList &files)
{
    if (files == m_recentFiles)
        return;
    m_recentFiles = files;
    rebuildRecent();
}

void StartPage::setRuns(const QList<LatestRun> &runs)
{
    if (runs == m_runs)
        return;
    m_runs = runs;
    rebuildRuns();
}

void StartPage::setPlaces(const QList<Place> &places)
{
    if (places == m_places)
        return;
    m_places = places;
    rebuildPlaces();
}

void StartPage::focusFirst()
{
    m_sample->button()->setFocus(Qt::OtherFocusReason);
}

void StartPage::rebuildRecent()
{
    clear(m_recentRows);
    if (m_recentFiles.isEmpty())
        m_recentRows->addWidget(makeNote(tr("Nothing yet. Jobs and logs that were opened stand here.")), 0, 0, 1, 2);
    for (const QString &path : m_recentFiles.mid(0, shownRecentFiles)) {
        const QFileInfo file(path);
        auto *open = makeRow(file.suffix() == QLatin1String("yaml") ? QStringLiteral("jobs") : QStringLiteral("log"), displayName(file));
        open->setAccessibleDescription(path);
        auto *folder = new ElidedLabel(this, Qt::ElideMiddle);
        folder->setText(displayFolder(file));
        folder->setForegroundRole(QPalette::PlaceholderText);
        const int row = m_recentRows->rowCount();
        m_recentRows->addWidget(open, row, 0);
        m_recentRows->addWidget(folder, row, 1);
        connect(open, &QToolButton::clicked, this, [this, path] { Q_EMIT fileRequested(path); });
    }
    orderRows();
}

QToolButton *StartPage::makeRow(const QString &iconName, const QString &text)
{
    auto *row = new QToolButton(this);
    row->setAutoRaise(true);
    row->setFocusPolicy(Qt::StrongFocus);
    row->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    if (!iconName.isEmpty())
        row->setIcon(Theme::icon(iconName));
    row->setText(text);
    return row;
}

void StartPage::rebuildRuns()
{
    clear(m_runRows);
    if (m_runs.isEmpty())
        m_runRows->addWidget(makeNote(tr("None yet. Every run, finished or not, is kept under Runs.")));
    for (const LatestRun &run : m_runs) {
        QToolButton *row = makeRow(QString(), tr("%1: %2", "run: its state").arg(run.name, run.state));
        row->setIcon(Theme::statusIcon(run.status));
        m_runRows->addWidget(row);
        connect(row, &QToolButton::clicked, this, [this, id = run.id] { Q_EMIT runRequested(id); });
    }
    orderRows();
}

MutedLabel *StartPage::makeNote(const QString &text)
{
    auto *note = new MutedLabel(this);
    note->setText(text);
    return note;
}

void StartPage::rebuildPlaces()
{
    clear(m_placeRows);
    for (const Place &place : m_places) {
        auto *row = makeRow(place.profile == QLatin1String("local") ? QStringLiteral("computer") : QStringLiteral("cloud"),
                            tr("%1 (%2)", "profile (platform)").arg(place.profile, place.platformName));
        row->setToolTip(tr("Show the platform profiles in the settings"));
        m_placeRows->addWidget(row);
        connect(row, &QToolButton::clicked, this, &StartPage::profilesRequested);
    }
    m_placeRows->addWidget(makeNote(tr("This machine needs no account. Other platforms are profiles, kept in the settings.")));
    orderRows();
}

/// Rows come and go: the order of the keyboard is that of reading, not of making.
void StartPage::orderRows()
{
    QWidget *last = m_log->button();
    for (const QLayout *rows : std::initializer_list<const QLayout *>{m_recentRows, m_runRows, m_placeRows}) {
        for (int i = 0; i < rows->count(); ++i) {
            if (auto *row = qobject_cast<QToolButton *>(rows->itemAt(i)->widget())) {
                setTabOrder(last, row);
                last = row;
            }
        }
    }
}

void StartPage::retranslate()
{
    const QString projects = QStringLiteral("~/\u2060Trainyard"); // never broken at the slash
    setTitle(tr("Start here"));
    m_sample->setTexts(tr("Try the sample"),
                       tr("A real training on this machine with real images: about 3 minutes, without GPU, account or Python. "
                          "The project is made in %1 and yours to change.").arg(projects),
                       tr("Open the &sample"));
    m_script->setTexts(tr("My own script"),
                       tr("Drop a folder or a script here, or choose the folder with your train.py. "
                          "Nothing in it is changed: the job lies in %1.").arg(projects),
                       tr("Choose &folder"));
    m_log->setTexts(tr("Watch a log"),
                    tr("Drop a .log or a job.yaml: the charts come without a set-up. A log that still grows is followed."),
                    tr("Open f&ile"));
    m_recentTitle->setText(tr("Recent"));
    m_runsTitle->setText(tr("Latest runs"));
    m_placesTitle->setText(tr("Where jobs run"));
    rebuildRecent();
    rebuildRuns();
    rebuildPlaces();
}

} // namespace Trainyard
