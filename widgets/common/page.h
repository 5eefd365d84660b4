#pragma once

#include <QWidget>

class QAction;

namespace Trainyard {

/**
 * One page of the window: what the rail selects. The window draws the title row from it: title, secondary actions, the primary action at the
 * right, and beside a disabled primary action the reason why.
 */
class Page : public QWidget
{
    Q_OBJECT

public:
    explicit Page(QWidget *parent = nullptr);

    QString title() const { return m_title; }
    /// The next step of the route; nullptr: none. Triggered by its button and by Ctrl+Return; the action itself has no shortcut.
    QAction *primaryAction() const { return m_primaryAction; }
    QList<QAction *> secondaryActions() const { return m_secondaryActions; }
    /// One sentence, shown while the primary action is disabled.
    QString primaryDisabledReason() const { return m_primaryDisabledReason; }
    /// A small number on the rail's button; 0: none. @p isError colours it as an error.
    int badgeCount() const { return m_badgeCount; }
    bool isBadgeError() const { return m_isBadgeError; }

    /// F5, Ctrl+F, Esc, F1 on this page, from the window's menus: a page defines no such shortcut itself. The base class does nothing.
    virtual void checkAgain() {}
    virtual void startSearch() {}
    virtual void cancelCurrent() {}
    virtual void toggleHelp() {}
    /// Puts the focus where a keyboard user starts.
    virtual void focusFirst();

Q_SIGNALS:
    /// Title, actions, reason or badge changed.
    void chromeChanged();
    /// After retranslate(): whoever gave this page sentences gives them again.
    void languageChanged();

protected:
    void setTitle(const QString &title);
    void setPrimaryAction(QAction *action);
    void setSecondaryActions(const QList<QAction *> &actions);
    void setPrimaryDisabledReason(const QString &reason);
    void setBadge(int count, bool isError);

    /// Sets every translated text again; called at the end of construction by the subclass and at each change of language.
    virtual void retranslate() {}
    void changeEvent(QEvent *event) override;

private:
    QString m_title;
    QAction *m_primaryAction = nullptr;
    QList<QAction *> m_secondaryActions;
    QString m_primaryDisabledReason;
    int m_badgeCount = 0;
    bool m_isBadgeError = false;
};

} // namespace Trainyard
