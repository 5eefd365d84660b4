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

constexpr int contentWidth = 1600;
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
    , m_placesTitle(new QLabel(this))
    , m_recentRows(new QGridLayout)
    , m_placeRows(new QVBoxLayout)
{
    auto *content = new QWidget(this);
    content->setMaximumWidth(contentWidth);
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
    m_recentTitle->setFont(Theme::sectionFont());
    m_placesTitle->setFont(Theme::sectionFont());
    m_recentRows->setHorizontalSpacing(16);
    m_recentRows->setVerticalSpacing(2);
    m_recentRows->setColumnStretch(1, 1);
    m_placeRows->setSpacing(2);
    grid->addWidget(m_recentTitle, 2, 0, 1, 2);
    grid->addWidget(m_placesTitle, 2, 2);
    grid->addLayout(m_recentRows, 3, 0, 1, 2, Qt::AlignTop);
    grid->addLayout(m_placeRows, 3, 2, Qt::AlignTop);
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
        m_recentRows->addWidget(nothing, 0, 0, 1, 2);
    }
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
}

QToolButton *StartPage::makeRow(const QString &iconName, const QString &text)
{
    auto *row = new QToolButton(this);
    row->setAutoRaise(true);
    row->setFocusPolicy(Qt::StrongFocus);
    row->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row->setIcon(Theme::icon(iconName));
    row->setText(text);
    return row;
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
    auto *note = new MutedLabel(this);
    note->setText(tr("This machine needs no account. Other platforms are profiles, kept in the settings."));
    m_placeRows->addWidget(note);
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
                    tr("Drop a .log, a TensorBoard file or a job.yaml: the charts come without a set-up. A log that still grows is followed."),
                    tr("Open f&ile"));
    m_recentTitle->setText(tr("Recent"));
    m_placesTitle->setText(tr("Where jobs run"));
    rebuildRecent();
    rebuildPlaces();
}

} // namespace Trainyard
