#pragma once

#include "services/logs/logformat.h"
#include "services/logs/progressbar.h"

#include <optional>
#include <string>

namespace Trainyard::Logs {

/// tqdm's bars. What is in the postfix or the description is metrics; a bar of training without any gives its position and pace.
class BarFormat final : public LogFormat
{
public:
    QString name() const override { return QStringLiteral("progress-bar"); }
    QList<QByteArray> samples() const override;
    bool read(const LogLine &line, const LogServices &services) override;
    std::optional<size_t> state() const override { return qHashMulti(0, m_mainTotal.value_or(-1), m_mainIsDone); }

private:
    bool isOfTraining(const ProgressBar &bar);
    void emitPosition(const ProgressBar &bar, const LogLine &line, const LogServices &services);
    bool emitMetrics(const ProgressBar &bar, const LogLine &line, const LogServices &services);

    std::optional<double> m_mainTotal; ///< of the bar without description that came first: the trainer's own, not one inside an evaluation
    bool m_mainIsDone = false;
    std::string m_joined;
};

} // namespace Trainyard::Logs
