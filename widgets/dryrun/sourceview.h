#pragma once

#include <QPlainTextEdit>

namespace Trainyard {

/// A few lines of a file around the one that matters, with their numbers; that line is marked.
class SourceView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit SourceView(QWidget *parent = nullptr);

    /// @p line counts from 1; a line that is not in @p text shows nothing.
    void setSource(const QString &text, int line);

protected:
    void changeEvent(QEvent *event) override;

private:
    void mark();

    int m_markedBlock = -1;
};

} // namespace Trainyard
