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
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QLabel *m_text;
    QToolButton *m_copy;
};

} // namespace Trainyard
