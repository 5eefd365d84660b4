#pragma once

#include "services/alerts/alertsettings.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace Trainyard {

class MutedLabel;

/// Of what a person is told and how: desktop, command, web address, and one button that tries them. Every change counts at once.
class AlertsForm final : public QWidget
{
    Q_OBJECT

public:
    explicit AlertsForm(QWidget *parent = nullptr);

    void setSettings(const AlertSettings &settings);
    /// What is to be said of the web address: kept in the keychain, or why not.
    void setAddressState(const QString &sentence);
    /// One line for each channel that was tried.
    void setTestAnswers(const QStringList &answers);

Q_SIGNALS:
    void changed(const Trainyard::AlertSettings &settings);
    /// Entered in full; empty: it is to be forgotten. It is a secret.
    void addressEntered(const QString &address);
    void testRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void change();
    void enterAddress();
    void retranslate();

    AlertSettings m_settings;
    QList<QCheckBox *> m_events; ///< like allAlertEvents
    MutedLabel *m_eventsHelp;
    QCheckBox *m_desktop;
    QLabel *m_commandLabel;
    QLineEdit *m_command;
    MutedLabel *m_commandHelp;
    QLabel *m_addressLabel;
    QLineEdit *m_address;
    QPushButton *m_save;
    MutedLabel *m_addressHelp;
    QLabel *m_addressState;
    QPushButton *m_test;
    QLabel *m_answers;
};

} // namespace Trainyard
