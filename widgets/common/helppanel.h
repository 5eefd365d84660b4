#pragma once

#include <QUrl>
#include <QWidget>

class QLabel;
class QPushButton;

namespace Trainyard {

/// What a field is, why it matters, where to find it, an example.
struct HelpText
{
    QString title;
    QString what;
    QString why;
    QString where;
    QString example; ///< shown in monospace, copied by the copy button
    QUrl page;       ///< the platform's console, or none
    bool operator==(const HelpText &) const = default;
};

/// "What is this?" beside a form, 208 px wide: follows the focused field.
class HelpPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HelpPanel(QWidget *parent = nullptr);

    void setHelp(const HelpText &help);
    const HelpText &help() const { return m_help; }

Q_SIGNALS:
    void openPageRequested(const QUrl &page);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    HelpText m_help;
    QLabel *m_title;
    QLabel *m_what;
    QLabel *m_why;
    QLabel *m_where;
    QLabel *m_example;
    QPushButton *m_openPage;
    QPushButton *m_copy;
};

} // namespace Trainyard
