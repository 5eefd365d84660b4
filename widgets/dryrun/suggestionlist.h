#pragma once

#include "models/accelerator/memoryforecast.h"

#include <QWidget>

class QVBoxLayout;

namespace Trainyard {

/// What would make a job smaller, each with what it saves, what it changes in the job, and a button that does it.
class SuggestionList final : public QWidget
{
    Q_OBJECT

public:
    explicit SuggestionList(QWidget *parent = nullptr);

    void setSuggestions(const QList<MemorySuggestion> &suggestions);

Q_SIGNALS:
    void applyRequested(const Trainyard::MemorySuggestion &suggestion);

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    void addRow(const MemorySuggestion &suggestion);

    QList<MemorySuggestion> m_suggestions;
    QVBoxLayout *m_layout;
};

} // namespace Trainyard
