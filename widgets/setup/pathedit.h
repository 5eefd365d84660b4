#pragma once

#include <QWidget>

#include <functional>

class QLineEdit;
class QToolButton;

namespace Trainyard {

/// A path as text, with a button that chooses it and a drop that fills it. What lies in the base folder is written relative to it.
class PathEdit final : public QWidget
{
    Q_OBJECT
public:
    explicit PathEdit(bool isFolder, QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    void setBaseFolder(std::function<QString()> baseFolder) { m_baseFolder = std::move(baseFolder); }
    /// @p path as it is written in the job.
    QString relativeText(const QString &path) const;

Q_SIGNALS:
    void textChanged(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void choose();
    void retranslate();

    QLineEdit *m_edit;
    QToolButton *m_button;
    bool m_isFolder;
    std::function<QString()> m_baseFolder = [] { return QString(); };
};

} // namespace Trainyard
