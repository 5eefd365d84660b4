#include "app/window/windowstatusbar.h"

#include "widgets/common/languageswitch.h"
#include "widgets/common/statuslabel.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>

namespace Trainyard {

namespace {

constexpr int buttonHeight = 20;
constexpr int barHeight = 24;

QToolButton *makeButton(QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setFixedHeight(buttonHeight);
    return button;
}

} // namespace

WindowStatusBar::WindowStatusBar(QWidget *parent)
    : QStatusBar(parent)
    , m_profile(makeButton(this))
    , m_runs(makeButton(this))
    , m_keychainLabel(new StatusLabel(this))
    , m_language(new LanguageSwitch(this))
{
    setSizeGripEnabled(false);
    setFixedHeight(barHeight);
    addWidget(m_profile);
    addWidget(m_runs);
    addWidget(m_keychainLabel);
    addPermanentWidget(m_language);
    m_keychainLabel->hide();
    connect(m_profile, &QToolButton::clicked, this, &WindowStatusBar::profileClicked);
    connect(m_runs, &QToolButton::clicked, this, &WindowStatusBar::runsClicked);
    connect(m_language, &LanguageSwitch::languageChosen, this, &WindowStatusBar::languageChosen);
    retranslate();
}

void WindowStatusBar::setProfile(const QString &profile)
{
    m_profileName = profile;
    retranslate();
}

void WindowStatusBar::setActiveRuns(int count)
{
    m_activeRuns = count;
    retranslate();
}

void WindowStatusBar::setKeychain(Keychain keychain)
{
    m_keychain = keychain;
    retranslate();
}

void WindowStatusBar::setLanguage(Language language)
{
    m_language->setLanguage(language);
}

void WindowStatusBar::changeEvent(QEvent *event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void WindowStatusBar::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(0, 0, width(), 1), Theme::lineColor());
}

void WindowStatusBar::retranslate()
{
    m_profile->setText(tr("Profile: %1").arg(m_profileName));
    m_profile->setToolTip(tr("The platform that the open job runs on"));
    m_runs->setText(m_activeRuns == 0 ? tr("No active runs") : tr("%n runs active", nullptr, m_activeRuns));
    m_runs->setToolTip(tr("Show the runs"));
    m_keychainLabel->setVisible(m_keychain == Keychain::Persistent || m_keychain == Keychain::SessionOnly);
    if (m_keychain == Keychain::SessionOnly) {
        m_keychainLabel->setStatus(StatusColor::Warning, tr("No keychain: keys are kept for this session only"));
    } else {
        m_keychainLabel->setStatus(StatusColor::Ok, tr("Keys are in the system's keychain"));
    }
}

} // namespace Trainyard
