#pragma once

#include "services/logs/logtokens.h"
#include "services/logs/metricnames.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Trainyard::Logs {

/// One `name value` of a record.
struct Field
{
    enum class Join { Blank, Explicit, Dict };

    const MetricName *name = nullptr;
    Join join = Join::Blank;
    double value = 0;              ///< in the measure's unit: seconds, bytes
    std::optional<double> total;   ///< the 470 of 268/470
    std::optional<double> average; ///< the running average printed behind the value
    std::optional<Phase> phase;    ///< of the name, or of the section it stands in
    bool isInteger = false;
};

/// What the generic grammar finds in a record: `key: value`, `key=value`, `key value`, dicts, JSON, Keras and rich bars.
struct ScannedRecord
{
    struct Position
    {
        double value = 0;
        std::optional<double> total;
        bool isAtHead = false; ///< nothing but a word of phase stands before it
    };

    std::vector<Field> fields;
    std::vector<Position> positions; ///< [100], [50/1251], 5/10 without a name
    std::optional<Phase> phase;      ///< the record's own word of phase, at its head or as "mode": "val"
    bool isDict = false;             ///< the record is one dict or JSON object
    bool hasBar = false;
    bool hasCall = false;           ///< source text, an object's dump
    size_t words = 0;               ///< that belong to no field: prose has many
    std::string_view path;          ///< of `"path": "..."` in JSON
    bool tellsOfCheckpoint = false; ///< `"event": "checkpoint_saved"`

    void clear();
    const Field *find(MetricName::Role role) const;
    const Field *findNamed(std::string_view name) const; ///< by its canonical or own name
};

/// Reads the generic grammar. Keeps its buffers between records.
class RecordScanner
{
public:
    explicit RecordScanner(MetricNames &names)
        : m_names(names)
    {
    }

    /// The result is valid until the next call.
    ScannedRecord &scan(std::string_view record);

private:
    void step();
    void readWord();
    void readQuoted();
    void readSeparator();
    void readNumber();
    void readOpen();
    bool readValue(size_t at, Field::Join join);
    bool readBracketValue(size_t at, Field::Join join);
    void readAverages();
    bool readDuration(size_t at, double &seconds, size_t &end) const;
    bool blankJoined(double value, const Token &token, std::optional<double> total);
    bool nameFollows(const Token &token, size_t end);
    void loneNumber(const Token &token, std::optional<double> total);
    void readString(std::string_view text);
    void section(std::string_view text);
    void addField(const MetricName &name, Field::Join join, double value, const Token *token, std::optional<double> total);
    const MetricName *nameOfPhrase(Field::Join join);
    void forgetPhrase() { m_phraseStart = npos; }
    std::optional<double> totalAt(size_t at, size_t &end) const;
    bool is(size_t at, Token::Kind kind, char symbol = 0) const;
    std::string_view phraseText() const;

    static constexpr size_t npos = size_t(-1);

    MetricNames &m_names;
    std::vector<Token> m_tokens;
    ScannedRecord m_record;
    std::string m_joinedName;
    size_t m_at = 0;
    size_t m_phraseStart = npos; ///< first and last token of the words that may become a name
    size_t m_phraseEnd = 0;
    std::vector<std::string_view> m_path; ///< keys of the dicts around
    std::vector<bool> m_pathIsNamed;      ///< for each open brace: it has a key in m_path
    std::optional<Phase> m_sectionPhase;
    const MetricName *m_phasedResult = nullptr; ///< the last result that named its phase: `loss train: 1.2, val: 1.3`
};

} // namespace Trainyard::Logs
