#pragma once

#include "models/job/jobtablemodel.h"
#include "widgets/common/page.h"

class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace Trainyard {

class EmptyState;
class JobEditor;
class NoticeLine;

/// A template that a new job can start from.
struct JobTemplate
{
    QString id; ///< a sample template's name, or the file of a person's own
    QString title;
    bool operator==(const JobTemplate &) const = default;
};

/// The list of definitions, and in its place the editor of the one that is edited.
class JobsPage final : public Page
{
    Q_OBJECT
public:
    explicit JobsPage(QWidget *parent = nullptr);

    void setEntries(const QList<JobEntry> &entries);
    void setRuns(const QList<Run> &runs);
    void setTemplates(const QList<JobTemplate> &templates);
    /// After a removal: one click brings it back.
    void offerUndo(const QString &sentence);
    JobEditor &editor() { return *m_editor; }
    void showEditor(bool isEditing);
    bool isEditing() const;

    JobTableModel *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    QString selectedFile() const;
    void select(const QString &file);

    void checkAgain() override { Q_EMIT refreshRequested(); }
    void startSearch() override;
    void cancelCurrent() override;
    void toggleHelp() override;
    void focusFirst() override;

Q_SIGNALS:
    void openRequested(const QString &file);
    void editRequested(const QString &file);
    void newRequested(const QString &templateId);
    void newFromFolderRequested();
    void duplicateRequested(const QString &file);
    void importRequested();
    void exportRequested(const QString &file);
    void removeRequested(const QString &file);
    void undoRequested();
    void refreshRequested();
    void sampleRequested();

protected:
    void retranslate() override;

private:
    void buildActions();
    QWidget *makeToolRow();
    QWidget *makeList();
    void updateActions();
    void updateEmpty();
    void showTemplates();

    JobTableModel *m_model;
    QSortFilterProxyModel *m_proxy;
    QList<JobTemplate> m_templates;
    QStackedWidget *m_stack;
    QTableView *m_table;
    QLineEdit *m_filter;
    EmptyState *m_empty;
    NoticeLine *m_notice;
    JobEditor *m_editor;
    QMenu *m_newMenu;
    QAction *m_open;
    QAction *m_edit;
    QAction *m_new;
    QAction *m_duplicate;
    QAction *m_import;
    QAction *m_export;
    QAction *m_remove;
    QAction *m_back;
    QWidget *m_listPage;
};

} // namespace Trainyard
