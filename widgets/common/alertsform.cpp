#include "widgets/common/alertsform.h"

#include "widgets/common/mutedlabel.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace Trainyard {

namespace {

QLabel *addSentence(QVBoxLayout *layout)
{
    auto *label = new QLabel(layout->parentWidget());
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    layout->addWidget(label);
    return label;
}

void showSentence(QLabel *label, const QString &sentence)
{
    label->setText(sentence);
    label->setVisible(!sentence.isEmpty());
}

} // namespace

AlertsForm::AlertsForm(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto *events = new QGridLayout;
    for (size_t i = 0; i < allAlertEvents.size(); ++i) {
        m_events.append(new QCheckBox(this));
        events->addWidget(m_events.last(), int(i % 3), int(i / 3));
        connect(m_events.last(), &QCheckBox::clicked, this, &AlertsForm::change);
    }
    layout->addLayout(events);
    layout->addWidget(m_eventsHelp = new MutedLabel(this));
    layout->addWidget(m_desktop = new QCheckBox(this));
    connect(m_desktop, &QCheckBox::clicked, this, &AlertsForm::change);

    layout->addWidget(m_commandLabel = new QLabel(this));
    layout->addWidget(m_command = new QLineEdit(this));
    m_commandLabel->setBuddy(m_command);
    m_command->setFont(Theme::monospaceFont());
    connect(m_command, &QLineEdit::editingFinished, this, &AlertsForm::change);
    layout->addWidget(m_commandHelp = new MutedLabel(this));

    layout->addWidget(m_addressLabel = new QLabel(this));
    auto *addressRow = new QHBoxLayout;
    addressRow->addWidget(m_address = new QLineEdit(this), 1);
    addressRow->addWidget(m_save = new QPushButton(this));
    m_addressLabel->setBuddy(m_address);
    m_address->setEchoMode(QLineEdit::PasswordEchoOnEdit);
    layout->addLayout(addressRow);
    connect(m_save, &QPushButton::clicked, this, &AlertsForm::enterAddress);
    connect(m_address, &QLineEdit::returnPressed, this, &AlertsForm::enterAddress);
    connect(m_address, &QLineEdit::textChanged, this, &AlertsForm::retranslate);
    layout->addWidget(m_addressHelp = new MutedLabel(this));
    m_addressState = addSentence(layout);

    auto *testRow = new QHBoxLayout;
    testRow->addWidget(m_test = new QPushButton(this));
    testRow->addStretch();
    layout->addLayout(testRow);
    connect(m_test, &QPushButton::clicked, this, &AlertsForm::testRequested);
    m_answers = addSentence(layout);
    retranslate();
}

void AlertsForm::setSettings(const AlertSettings &settings)
{
    m_settings = settings;
    for (size_t i = 0; i < allAlertEvents.size(); ++i)
        m_events.at(qsizetype(i))->setChecked(settings.wants(allAlertEvents[i]));
    m_desktop->setChecked(settings.notifiesDesktop);
    if (!m_command->hasFocus())
        m_command->setText(settings.command);
    retranslate();
}

void AlertsForm::change()
{
    AlertSettings settings = m_settings;
    settings.events.clear();
    for (size_t i = 0; i < allAlertEvents.size(); ++i) {
        if (m_events.at(qsizetype(i))->isChecked())
            settings.events.append(allAlertEvents[i]);
    }
    settings.notifiesDesktop = m_desktop->isChecked();
    settings.command = m_command->text().trimmed();
    if (settings == m_settings)
        return;
    m_settings = settings;
    retranslate();
    Q_EMIT changed(settings);
}

void AlertsForm::enterAddress()
{
    const QString address = m_address->text().trimmed();
    if (address.isEmpty() && m_settings.webhookHost.isEmpty())
        return;
    m_address->clear();
    Q_EMIT addressEntered(address);
}

void AlertsForm::setAddressState(const QString &sentence)
{
    showSentence(m_addressState, sentence);
}

void AlertsForm::setTestAnswers(const QStringList &answers)
{
    showSentence(m_answers, answers.join(QLatin1Char('\n')));
}

void AlertsForm::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        m_command->setFont(Theme::monospaceFont());
    QWidget::changeEvent(event);
}

void AlertsForm::retranslate()
{
    const QStringList events{tr("The run is done"),   tr("The run failed, or was stopped by a limit"), tr("The loss is not a number"),
                             tr("The run hangs"),     tr("A checkpoint is missing"),                   tr("A time or cost limit is near")};
    for (qsizetype i = 0; i < m_events.size(); ++i)
        m_events.at(i)->setText(events.at(i));
    m_eventsHelp->setText(tr("Told from outside the run, also when it was killed and no window is open, and once for each cause. A job can name its own events: alerts in job.yaml."));
    m_desktop->setText(tr("&Notify on the desktop"));
    m_commandLabel->setText(tr("Run a co&mmand"));
    m_command->setPlaceholderText(QStringLiteral("echo \"$TRAINYARD_MESSAGE\" | mail -s \"$TRAINYARD_JOB: $TRAINYARD_EVENT\" me@example.org"));
    m_commandHelp->setText(tr("By /bin/sh. It finds TRAINYARD_EVENT, TRAINYARD_RUN, TRAINYARD_JOB, TRAINYARD_MESSAGE and TRAINYARD_RUN_FOLDER in its environment. It is kept in settings.ini: put no secret here."));
    m_addressLabel->setText(tr("Post to a &web address"));
    const bool hasAddress = !m_settings.webhookHost.isEmpty();
    m_address->setPlaceholderText(hasAddress ? tr("%1: stored in the system keychain").arg(m_settings.webhookHost) : QStringLiteral("https://..."));
    m_save->setText(hasAddress && m_address->text().isEmpty() ? tr("F&orget it") : tr("St&ore"));
    m_save->setEnabled(hasAddress || !m_address->text().isEmpty());
    m_addressHelp->setText(tr("Gets the alert as JSON. The whole address is a secret and is kept in the system's keychain only; without one, set the environment variable %1.")
                               .arg(QLatin1String(webhookVariable)));
    m_test->setText(tr("&Try it now"));
    m_test->setEnabled(m_settings.hasChannel());
    m_test->setToolTip(m_settings.hasChannel() ? QString() : tr("Nothing is set up that could tell anything here."));
    m_command->setAccessibleName(tr("Command"));
    m_address->setAccessibleName(tr("Web address"));
}

} // namespace Trainyard
