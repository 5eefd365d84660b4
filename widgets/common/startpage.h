#pragma once

#include "widgets/common/page.h"
#include "widgets/common/theme.h"

class QGridLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace Trainyard {

class MutedLabel;
class StartDoor;

/// The Setup page while no job is open: three doors, recent files, and where jobs run.
class StartPage : public Page
{
    Q_OBJECT

public:
    /// A configured platform as the page shows it.
    struct Place
    {
        QString profile;
        QString platformName;
        bool operator==(const Place &) const = default;
    };

    struct LatestRun
    {
        QString id;
        QString name;
        QString state;
        StatusColor status = StatusColor::Muted;
        bool operator==(const LatestRun &) const = default;
    };

    explicit StartPage(QWidget *parent = nullptr);

    /// Absolute paths, the latest first.
    void setRecentFiles(const QStringList &files);
    /// The latest first; as many as are given are shown.
    void setRuns(const QList<LatestRun> &runs);
    void setPlaces(const QList<Place> &places);
    void focusFirst() override;

Q_SIGNALS:
    void sampleRequested();
    void chooseFolderRequested();
    void chooseLogRequested();
    void fileRequested(const QString &path);
    void runRequested(const QString &runId);
    void profilesRequested();

protected:
    void retranslate() override;

private:
    QToolButton *makeRow(const QString &iconName, const QString &text);
    void rebuildRecent();
    MutedLabel *makeNote(const QString &text);
    void rebuildRuns();
    void rebuildPlaces();
    void orderRows();

    StartDoor *m_sample;
    StartDoor *m_script;
    StartDoor *m_log;
    QLabel *m_recentTitle;
    QLabel *m_runsTitle;
    QLabel *m_placesTitle;
    QGridLayout *m_recentRows;
    QVBoxLayout *m_runRows;
    QVBoxLayout *m_placeRows;
    QStringList m_recentFiles;
    QList<LatestRun> m_runs;
    QList<Place> m_places;
};

} // namespace Trainyard
