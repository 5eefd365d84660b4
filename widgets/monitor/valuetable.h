#pragma once

#include <QTreeWidget>

namespace Trainyard {

/// A small read-only table: sortable, copied as text, with a context menu that does what a double click does.
class ValueTable final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit ValueTable(QWidget *parent = nullptr);

    struct Cell
    {
        QString text;
        QVariant sortValue; ///< what the column is sorted by; not valid: the text
        bool isNumber = false;
    };

    void setRows(const QList<QList<Cell>> &rows);
    /// What activating a row does, as the context menu calls it.
    void setActivationText(const QString &text) { m_activationText = text; }
    /// Shown while there is no row.
    void setEmptyText(const QString &text);

Q_SIGNALS:
    void rowActivated(int row);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void copy() const;

    QString m_activationText;
    QString m_emptyText;
    QList<QList<QString>> m_shown;
};

} // namespace Trainyard
