#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace Trainyard {

class Form;
class SentenceLabel;

/// One of the job's four decisions: a form that closes to one line when it is decided, and opens again with a click.
class DecisionCard final : public QFrame
{
    Q_OBJECT
public:
    explicit DecisionCard(Form *form, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    QString title() const;
    /// Reads the form's summary again. A problem inside is shown on the closed card, too.
    void refresh();
    void setOpen(bool isOpen);
    bool isOpen() const;
    Form *form() const { return m_form; }

protected:
    void mousePressEvent(QMouseEvent *event) override;

private:
    Form *m_form;
    QToolButton *m_toggle;
    QLabel *m_title;
    SentenceLabel *m_summary;
};

} // namespace Trainyard
