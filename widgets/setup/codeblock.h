#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace Trainyard {

/// A command line or a file's text, to be read and copied.
class CodeBlock final : public QFrame
{
    Q_OBJECT
public:
    explicit CodeBlock(QWidget *parent = nullptr);

    void setText(const QString &text);
    /// A shell's command: lines that are too long go on after an argument, with a backslash before, as in a terminal.
    void setCommand(const QString &command);
    QString text() const { return m_whole; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void showText();

    QString m_whole;
    bool m_isCommand = false;
    QLabel *m_text;
    QToolButton *m_copy;
};

} // namespace Trainyard
