#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace Trainyard {

class SentenceLabel;
enum class Severity;

/// One field of a form: label above, editor with its unit beside it, the problem under it in words. Texts come from fieldTexts(key).
class FieldBox final : public QWidget
{
    Q_OBJECT
public:
    FieldBox(const QString &key, QWidget *editor, QWidget *parent = nullptr);

    QString key() const { return m_key; }
    QWidget *editor() const { return m_editor; }
    QString label() const;
    /// A button or an addition at the editor's right.
    void addBeside(QWidget *widget);

    /// @p fix may be empty. Shown until clearProblem().
    void setProblem(Severity severity, const QString &message, const QString &fix = QString());
    void clearProblem();
    bool hasProblem() const { return m_hasProblem; }
    bool hasError() const;
    QString problemText() const;

    /// In narrow windows help is behind a button beside the field.
    void setHelpButtonVisible(bool visible);
    void retranslate();

    /// The field that @p widget belongs to, if any.
    static FieldBox *ofWidget(QWidget *widget);

Q_SIGNALS:
    void helpRequested(Trainyard::FieldBox *field);

protected:
    void changeEvent(QEvent *event) override;
    /// Ctrl+Z and Ctrl+Y belong to the job's own history, not to one line edit's.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QString m_key;
    QWidget *m_editor;
    QLabel *m_label;
    QLabel *m_unit;
    QToolButton *m_helpButton;
    SentenceLabel *m_problem;
    QHBoxLayout *m_row;
    bool m_hasProblem = false;
};

} // namespace Trainyard
