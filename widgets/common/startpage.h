#pragma once

#include "widgets/common/page.h"

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

    explicit StartPage(QWidget *parent = nullptr);

    /// Absolute paths, the latest first.
    void setRecentFiles(const QStringList &files);
    void setPlaces(const QList<Place> &places);
    void focusFirst() override;

Q_SIGNALS:
    void sampleRequested();
    void chooseFolderRequested();
    void chooseLogRequested();
    void fileRequested(const QString &path);
    void profilesRequested();

protected:
    void retranslate() override;

private:
    QToolButton *makeRow(const QString &iconName, const QString &text);
    void rebuildRecent();
    void rebuildPlaces();

    StartDoor *m_sample;
    StartDoor *m_script;
    StartDoor *m_log;
    QLabel *m_recentTitle;
    QLabel *m_placesTitle;
    QGridLayout *m_recentRows;
    QVBoxLayout *m_placeRows;
    QStringList m_recentFiles;
    QList<Place> m_places;
};

} // namespace Trainyard
