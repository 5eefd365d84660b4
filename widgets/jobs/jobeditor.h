#pragma once

#include "widgets/setup/form.h"

class QLabel;
class QTabWidget;

namespace Trainyard {

class HelpPanel;
class SentenceLabel;
class YamlEdit;

/// The forms of the wizard in tabs, and the file as text. Whatever is edited is in the job at once; undo and saving are the session's.
class JobEditor final : public Form
{
    Q_OBJECT
public:
    explicit JobEditor(QWidget *parent = nullptr);

    void showFindings(const Findings &findings);
    void setText(const QString &text);
    /// Text that holds no job, with its faults: shown in the File tab, and the forms wait until it is readable or discarded.
    void setUnreadableText(const QString &text, const Findings &findings);
    void setSaveLine(bool isSaved, const QString &sentence);
    QString jobName() const { return job().name; }
    YamlEdit &yaml() { return *m_yaml; }
    QTabWidget &tabs() { return *m_tabs; }
    void toggleHelp();

Q_SIGNALS:
    void textEdited(const QString &text);
    void discardTextRequested();

protected:
    void retranslate() override;

private:
    int fileTab() const;
    void setFormsEnabled(bool isEnabled);
    void addTab(const QList<Form *> &forms);
    void showHelpFor(QWidget *focused);

    QTabWidget *m_tabs;
    HelpPanel *m_help;
    YamlEdit *m_yaml;
    SentenceLabel *m_saved;
};

} // namespace Trainyard
