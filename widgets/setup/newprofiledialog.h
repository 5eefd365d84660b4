#pragma once

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLineEdit;

namespace Trainyard {

/// Name and platform of a new profile; accepts only a name that is free.
class NewProfileDialog final : public QDialog
{
    Q_OBJECT
public:
    /// @p platforms: id and name for people.
    NewProfileDialog(const QList<std::pair<QString, QString>> &platforms, const QStringList &takenNames, QWidget *parent = nullptr);

    QString name() const;
    QString platform() const;

private:
    QLineEdit *m_name;
    QComboBox *m_platform;
    QDialogButtonBox *m_buttons;
};

} // namespace Trainyard
