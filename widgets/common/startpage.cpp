#include "widgets/common/startpage.h"

#include "widgets/common/elidedlabel.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/startdoor.h"
#include "widgets/common/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

constexpr int contentWidth = 1160;
constexpr int doorHeight = 196;
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

} // namespace

StartPage::StartPage(QWidget *parent)
    : Page(parent)
    , m_sample(new StartDoor(QStringLiteral("play"), this))
    , m_script(new StartDoor(QStringLiteral("script"), this))
    , m_log(new StartDoor(QStringLiteral("chart"), this))
    , m_recentTitle(new QLabel(this))
    , m_placesTitle(new QLabel(this))
    , m_recentRows(new QVBoxLayout)
    , m_placeRows(new QVBoxLayout)
{
    auto *doors = new QHBoxLayout;
    doors->setSpacing(16);
    for (StartDoor *door : {m_sample, m_script, m_log}) {
        door->setMinimumHeight(doorHeight);
        doors->addWidget(door, 1);
    }
    auto *content = new QWidget(this);
    content->setMaximumWidth(contentWidth);
    auto *contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(0, 0, 0, 0);
    contentLayout->setSpacing(24);
    contentLayout->addLayout(doors);
    contentLayout->addLayout(makeLists());
    contentLayout->addStretch();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->addWidget(content);

    connect(m_sample, &StartDoor::activated, this, &StartPage::sampleRequested);
    connect(m_script, &StartDoor::activated, this, &StartPage::chooseFolderRequested);
    connect(m_log, &StartDoor::activated, this, &StartPage::chooseLogRequested);
    retranslate();
}

QLayout *StartPage::makeLists()
{
    auto *lists = new QHBoxLayout;
    lists->setSpacing(16);
    const auto addList = [&](QLabel *title, QVBoxLayout *rows, int stretch) {
        title->setFont(Theme::sectionFont());
        rows->setSpacing(2);
        auto *column = new QVBoxLayout;
        column->setSpacing(8);
        column->addWidget(title);
        column->addLayout(rows);
        column->addStretch();
        lists->addLayout(column, stretch);
    };
    addList(m_recentTitle, m_recentRows, 2);
    addList(m_placesTitle, m_placeRows, 1);
    return lists;
}

void StartPage::setRecentFiles(const QStringList &files)
{
    if (files == m_recentFiles)
        return;
    m_recentFiles = files;
    rebuildRecent();
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
    if (m_recentFiles.isEmpty()) {
        auto *nothing = new MutedLabel(this);
        nothing->setText(tr("Nothing yet. Jobs and logs that were opened stand here."));
        m_recentRows->addWidget(nothing);
    }
    for (const QString &path : m_recentFiles.mid(0, shownRecentFiles)) {
        const QFileInfo file(path);
        auto *row = new QWidget(this);
        auto *open = new QToolButton(row);
        open->setAutoRaise(true);
        open->setFocusPolicy(Qt::StrongFocus);
        open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        open->setIcon(Theme::icon(file.suffix() == QLatin1String("yaml") ? QStringLiteral("jobs") : QStringLiteral("log")));
        open->setText(displayName(file));
        open->setAccessibleDescription(path);
        auto *folder = new ElidedLabel(row, Qt::ElideMiddle);
        folder->setText(file.absolutePath());
        folder->setForegroundRole(QPalette::PlaceholderText);
        auto *layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(open);
        layout->addWidget(folder, 1);
        m_recentRows->addWidget(row);
        connect(open, &QToolButton::clicked, this, [this, path] { Q_EMIT fileRequested(path); });
    }
}

void StartPage::rebuildPlaces()
{
    clear(m_placeRows);
    for (const Place &place : m_places) {
        auto *row = new QToolButton(this);
        row->setAutoRaise(true);
        row->setFocusPolicy(Qt::StrongFocus);
        row->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        row->setIcon(Theme::icon(place.profile == QLatin1String("local") ? QStringLiteral("computer") : QStringLiteral("cloud")));
        row->setText(tr("%1 (%2)", "profile (platform)").arg(place.profile, place.platformName));
        row->setToolTip(tr("Show the platform profiles in the settings"));
        m_placeRows->addWidget(row);
        connect(row, &QToolButton::clicked, this, &StartPage::profilesRequested);
    }
    auto *note = new MutedLabel(this);
    note->setText(tr("This machine needs no account. Other platforms are profiles, kept in the settings."));
    m_placeRows->addWidget(note);
}

void StartPage::retranslate()
{
    setTitle(tr("Start here"));
    m_sample->setTexts(tr("Try the sample"),
                       tr("A real training on this machine with real images: about 3 minutes, without GPU, account or Python. "
                          "The project is made in ~/Trainyard and yours to change."),
                       tr("Open the &sample"));
    m_script->setTexts(tr("My own script"),
                       tr("Drop a folder or a script here, or choose the folder with your train.py. "
                          "Nothing in it is changed: the job lies in ~/Trainyard."),
                       tr("Choose &folder"));
    m_log->setTexts(tr("Watch a log"),
                    tr("Drop a .log, a TensorBoard file or a job.yaml: the charts come without a set-up. A log that still grows is followed."),
                    tr("Open f&ile"));
    m_recentTitle->setText(tr("Recent"));
    m_placesTitle->setText(tr("Where jobs run"));
    rebuildRecent();
    rebuildPlaces();
}

} // namespace Trainyard
