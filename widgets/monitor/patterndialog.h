#pragma once

#include "services/logs/patternlearner.h"

#include <QDialog>
#include <QFutureWatcher>
#include <QTimer>

#include <atomic>
#include <memory>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QTextBrowser;

namespace Trainyard {

class StatusLabel;
class ValueSparkline;

/**
 * Makes a metric of a number that a person marked in a log: proposes name and pattern, and shows at once what the pattern finds in the log.
 *
 * Not modal: a further number that is marked while it is open is one more example. What was typed into the pattern stays until then.
 */
class PatternDialog final : public QDialog
{
    Q_OBJECT

public:
    PatternDialog(TrialLines log, const MarkedNumber &number, QWidget *parent);
    ~PatternDialog() override;

    void addExample(const MarkedNumber &number);
    LogPattern pattern() const;

Q_SIGNALS:
    void patternAccepted(const Trainyard::LogPattern &pattern);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void learn();
    void rename();
    void check();
    void startTrial();
    void showTrial();
    void retranslate();

    TrialLines m_log;
    QList<MarkedNumber> m_examples;
    QLabel *m_explanation;
    QLabel *m_nameLabel;
    QComboBox *m_name;
    QLabel *m_phaseLabel;
    QComboBox *m_phase;
    QLabel *m_patternLabel;
    QLineEdit *m_pattern;
    StatusLabel *m_verdict;
    ValueSparkline *m_preview;
    QTextBrowser *m_matches;
    QDialogButtonBox *m_buttons;
    QString m_groupName; ///< the name that stands in the pattern
    QTimer m_trialTimer;
    QFutureWatcher<PatternTrial> m_trial;
    std::shared_ptr<std::atomic_bool> m_cancelTrial;
};

} // namespace Trainyard
