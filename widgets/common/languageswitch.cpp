#include "widgets/common/languageswitch.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace Trainyard {

namespace {
constexpr int buttonHeight = 20; // fits the status bar
}

LanguageSwitch::LanguageSwitch(QWidget *parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    const auto add = [&](Language language, const QString &text, const QString &name) {
        auto *button = new QToolButton(this);
        button->setText(text);
        button->setAccessibleName(name);
        button->setToolTip(name);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setFixedHeight(buttonHeight);
        layout->addWidget(button);
        m_buttons->addButton(button, int(language));
    };
    add(Language::English, QStringLiteral("EN"), QStringLiteral("English"));
    add(Language::Chinese, QStringLiteral("中文"), QStringLiteral("简体中文"));
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) { Q_EMIT languageChosen(Language(id)); });
}

void LanguageSwitch::setLanguage(Language language)
{
    m_buttons->button(int(language))->setChecked(true);
}

} // namespace Trainyard
