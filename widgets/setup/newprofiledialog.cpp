#include "widgets/setup/newprofiledialog.h"

#include "models/preflight/finding.h"
#include "widgets/setup/fieldbox.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>

namespace Trainyard {

NewProfileDialog::NewProfileDialog(const QList<std::pair<QString, QString>> &platforms, const QStringList &takenNames, QWidget *parent)
    : QDialog(parent), m_name(new QLineEdit), m_platform(new QComboBox), m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setWindowTitle(tr("New profile"));
    for (const auto &[id, name] : platforms)
        m_platform->addItem(name, id);
    auto *nameBox = new FieldBox(QStringLiteral("profile.name"), m_name);
    auto *platformBox = new FieldBox(QStringLiteral("profile.platform"), m_platform);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(nameBox);
    layout->addWidget(platformBox);
    layout->addWidget(m_buttons);
    setMinimumWidth(360);
    const auto check = [this, nameBox, takenNames] {
        const bool isTaken = takenNames.contains(name());
        if (isTaken)
            nameBox->setProblem(Severity::Error, tr("There is a profile named “%1” already.").arg(name()));
        else
            nameBox->clearProblem();
        m_buttons->button(QDialogButtonBox::Ok)->setEnabled(!name().isEmpty() && !isTaken);
    };
    connect(m_name, &QLineEdit::textChanged, this, check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

QString NewProfileDialog::name() const
{
    return m_name->text().trimmed();
}

QString NewProfileDialog::platform() const
{
    return m_platform->currentData().toString();
}

} // namespace Trainyard
