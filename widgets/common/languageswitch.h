#pragma once

#include "services/common/language.h"

#include <QWidget>

class QButtonGroup;

namespace Trainyard {

/// EN | 中文: each in its own script, so that it is understood whatever language the window speaks.
class LanguageSwitch : public QWidget
{
    Q_OBJECT

public:
    explicit LanguageSwitch(QWidget *parent = nullptr);

    void setLanguage(Language language);

Q_SIGNALS:
    void languageChosen(Trainyard::Language language);

private:
    QButtonGroup *m_buttons;
};

} // namespace Trainyard
