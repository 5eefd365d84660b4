#pragma once

#include "services/logs/logformat.h"

#include <string>

namespace Trainyard::Logs {

/**
 * Results over several lines under a title, one event for each phase: Hugging Face's `***** eval metrics *****`, wandb's `Run summary:`,
 * Ray's `Result for`, Composer's `[batch=1/4800]:`, Coqui's `--> STEP: 24/304 -- GLOBAL_STEP: 25`, a dict printed over lines, and boxes of two columns (Stable-Baselines3, Ray, Lightning's `Trainer.test`).
 *
 * The rows are put together to one record, which the generic grammar reads when the block ends.
 */
class BlockFormat final : public LogFormat
{
public:
    QString name() const override { return QStringLiteral("block"); }
    QList<QByteArray> samples() const override;
    bool read(const LogLine &line, const LogServices &services) override;
    void end(const LogServices &services) override;
    std::optional<size_t> state() const override { return m_kind == Kind::None ? std::optional<size_t>(0) : std::nullopt; }

private:
    enum class Kind { None, Colons, Equals, Blanks, Indented, Box, Dict };

    bool readTitle(const LogLine &line);
    bool readRow(const LogLine &line);
    bool readDictLine(const LogLine &line, const LogServices &services);
    bool readBoxLine(const LogLine &line, const LogServices &services);
    void addRow(std::string_view key, std::string_view value, const LogLine &line);
    void start(Kind kind, std::string_view heading);
    void finish(const LogServices &services);

    Kind m_kind = Kind::None;
    std::string m_record;
    bool m_isSkipped = false;     ///< a box of configuration
    bool m_isWithoutBars = false; ///< a box whose rows are `name   value`
    int m_rows = 0;
    qint64 m_lastLine = 0;
    qint64 m_lastOffset = 0;
};

} // namespace Trainyard::Logs
