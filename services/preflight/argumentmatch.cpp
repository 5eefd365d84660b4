#include "services/preflight/argumentmatch.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

using Style = ScriptArguments::Style;
using Action = ScriptOption::Action;

const QStringList trueWords{u"true"_s, u"t"_s, u"yes"_s, u"y"_s, u"1"_s, u"on"_s};
const QStringList falseWords{u"false"_s, u"f"_s, u"no"_s, u"n"_s, u"0"_s, u"off"_s};

bool isWholeNumber(const QString &text)
{
    static const QRegularExpression pattern(u"^\\s*[+-]?[0-9]+(?:_[0-9]+)*\\s*$"_s);
    return pattern.match(text).hasMatch();
}

/// As Python's float() takes it.
bool isNumber(const QString &text)
{
    static const QRegularExpression pattern(u"^\\s*[+-]?(?:(?:[0-9][0-9_]*\\.?[0-9_]*|\\.[0-9][0-9_]*)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)\\s*$"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    return pattern.match(text).hasMatch();
}

QString bare(const QString &name)
{
    return name.startsWith("--"_L1) ? name.mid(2) : name.startsWith(u'-') ? name.mid(1) : name;
}

QString underscored(QString name)
{
    return name.replace(u'-', u'_');
}

/// argparse takes `-3` and `-.5` for values, but not `-1e-3`.
bool looksLikeOption(const QString &word)
{
    static const QRegularExpression negative(u"^-\\d+$|^-\\d*\\.\\d+$"_s);
    return word.size() > 1 && word.startsWith(u'-') && !word.contains(u' ') && !negative.match(word).hasMatch();
}

struct Found
{
    const ScriptOption *option = nullptr;
    bool isOpposite = false; ///< --no-NAME
    QStringList candidates;
};

/// The option that a word like `--name` means, by the rules of the style.
Found findOption(const ScriptArguments &arguments, const QString &name)
{
    Found found;
    QList<const ScriptOption *> byPrefix;
    const auto same = [&arguments](const QString &a, const QString &b) { return a == b || (arguments.hyphensAreUnderscores && underscored(a) == underscored(b)); };
    for (const ScriptOption &option : arguments.options) {
        if (option.isPositional) {
            if (arguments.style == Style::Fire && same(bare(name), option.destination))
                return {&option, false, {}};
            continue;
        }
        for (const QString &known : option.names) {
            const bool singleDash = arguments.style == Style::Absl && name == known.mid(1);
            if (same(bare(name), bare(known)) && (name.startsWith("--"_L1) == known.startsWith("--"_L1) || singleDash))
                return {&option, false, {}};
            if (option.action == Action::Switch && known.startsWith("--"_L1)) {
                const QString own = bare(known);
                const bool isTyped = arguments.style == Style::Dataclasses || arguments.style == Style::Absl;
                if (same(bare(name), u"no-"_s + own) || (isTyped && (bare(name) == u"no_"_s + own || bare(name) == u"no"_s + own)))
                    return {&option, true, {}};
            }
            if (arguments.allowsPrefixes && name.startsWith("--"_L1) && name.size() > 2) {
                const bool isPrefix = known.startsWith(name) || (arguments.hyphensAreUnderscores && underscored(known).startsWith(underscored(name)));
                if (isPrefix && !byPrefix.contains(&option)) {
                    byPrefix.append(&option);
                    found.candidates.append(bare(known));
                }
            }
        }
    }
    if (byPrefix.size() == 1)
        return {byPrefix.first(), false, {}};
    return found;
}

class Matcher
{
public:
    Matcher(const ScriptArguments &arguments, const QList<CommandWord> &words)
        : m_words(words)
    {
        m_parsers.append(&arguments);
    }

    ArgumentMatch match(bool wordsAreAll)
    {
        while (m_at < m_words.size())
            takeWord();
        if (wordsAreAll)
            checkRequired();
        return m_match;
    }

private:
    const ScriptArguments &parser() const { return *m_parsers.last(); }

    void add(ArgumentProblem::Kind kind, int source, const QString &name, const ScriptOption &option = {}, const QString &value = {}, const QStringList &candidates = {})
    {
        m_match.problems.append({kind, source, name, option, value, candidates});
    }

    void takeWord()
    {
        const CommandWord word = m_words[m_at++];
        if (parser().style == Style::Overrides) {
            static const QStringList own{u"--config-name"_s, u"--config-path"_s, u"--config-dir"_s, u"--multirun"_s, u"--cfg"_s, u"--resolve"_s, u"--package"_s, u"--run"_s,
                                         u"--info"_s, u"--help"_s, u"--version"_s, u"--experimental-rerun"_s};
            if (looksLikeOption(word.text) && word.text.startsWith("--"_L1) && !own.contains(word.text.section(u'=', 0, 0)))
                add(ArgumentProblem::Kind::Unrecognized, word.source, bare(word.text.section(u'=', 0, 0)));
            return;
        }
        if (word.text == "--"_L1 || m_isRemainder)
            return;
        if (!looksLikeOption(word.text) || word.isUnknown) {
            takePositional(word);
            return;
        }
        const bool hasValue = word.text.contains(u'=');
        const QString name = word.text.section(u'=', 0, 0);
        const Found found = findOption(parser(), name);
        if (!found.option) {
            const bool isShort = !name.startsWith("--"_L1) && parser().style != Style::Absl;
            const Found grouped = isShort && name.size() > 2 ? findOption(parser(), name.left(2)) : Found(); // -b32, -vv
            if (grouped.option)
                m_match.received.insert(word.source);
            else
                add(found.candidates.size() > 1 ? ArgumentProblem::Kind::Ambiguous : ArgumentProblem::Kind::Unrecognized, word.source, bare(name), {}, {}, found.candidates);
            skipValues(word.source);
            return;
        }
        m_match.received.insert(word.source);
        m_given.append(found.option->names);
        takeValues(*found.option, found.isOpposite, word, hasValue ? std::optional(word.text.section(u'=', 1)) : std::nullopt);
    }

    /// Values behind an unknown option are not looked at: the option is the fault.
    void skipValues(int source)
    {
        while (m_at < m_words.size() && m_words[m_at].source == source && !looksLikeOption(m_words[m_at].text))
            ++m_at;
    }

    void takePositional(const CommandWord &word)
    {
        if (!parser().commands.isEmpty()) {
            for (const auto &[name, child] : parser().commands) {
                if (name == word.text) {
                    m_parsers.append(&child);
                    m_positionals = 0;
                    return;
                }
            }
        }
        int at = 0;
        for (const ScriptOption &option : parser().options) {
            if (!option.isPositional || m_given.contains(option.names) || at++ < m_positionals)
                continue;
            if (option.valueCount.isEmpty() || option.valueCount == u'?')
                ++m_positionals;
            m_isRemainder = option.valueCount == "..."_L1;
            m_positionalsGiven.insert(option.names.first());
            if (word.source >= 0)
                check(option, word.text, word.source, word.isUnknown);
            return;
        }
    }

    void takeValues(const ScriptOption &option, bool isOpposite, const CommandWord &word, const std::optional<QString> &inlineValue)
    {
        QList<CommandWord> behind;
        for (qsizetype i = m_at; i < m_words.size() && (!looksLikeOption(m_words[i].text) || m_words[i].isUnknown) && m_words[i].source == word.source; ++i)
            behind.append(m_words[i]);
        const auto rejectValue = [&](const QString &value) { add(ArgumentProblem::Kind::WrongCount, word.source, bare(word.text.section(u'=', 0, 0)), option, value); };
        if (option.valueCount == "?own"_L1) {
            m_at += behind.size();
            return;
        }
        if (option.action != Action::Store) {
            takeSwitch(option, isOpposite, word, inlineValue, behind, rejectValue);
            return;
        }
        if (inlineValue) {
            const bool isCounted = option.valueCount.toInt() > 1;
            if (isCounted)
                rejectValue(*inlineValue);
            else
                check(option, *inlineValue, word.source, word.isUnknown || inlineValue->contains(QChar(1)));
            return;
        }
        qsizetype most = behind.size(), least = 0;
        if (option.valueCount.isEmpty() || option.valueCount.toInt() > 0)
            most = least = option.valueCount.isEmpty() ? 1 : option.valueCount.toInt();
        else if (option.valueCount == u'?')
            most = 1;
        else if (option.valueCount == u'+')
            least = 1;
        if (behind.size() < least || (behind.size() > most && behind.first().source >= 0)) {
            QStringList values;
            for (const CommandWord &value : behind)
                values.append(value.text);
            rejectValue(values.join(u' '));
        } else {
            for (const CommandWord &value : behind.mid(0, most))
                check(option, value.text, word.source, value.isUnknown || value.text.contains(QChar(1)));
        }
        m_at += word.source >= 0 ? behind.size() : std::min(most, behind.size());
    }

    template<typename Reject>
    void takeSwitch(const ScriptOption &option, bool isOpposite, const CommandWord &word, const std::optional<QString> &inlineValue, const QList<CommandWord> &behind,
                    const Reject &rejectValue)
    {
        const bool isOwnWord = word.source < 0; // of a command: what stands behind a flag may be a positional
        const QString value = inlineValue ? *inlineValue : behind.isEmpty() || isOwnWord ? QString() : behind.first().text;
        if (!isOwnWord)
            m_at += behind.size();
        if (value.isEmpty() && !inlineValue)
            return;
        if (!option.takesOptionalValue || isOpposite) {
            rejectValue(value);
        } else if (parser().style == Style::Absl && !inlineValue) {
            if (falseWords.contains(value.toLower())) // the flag is on, "false" is a word of its own
                add(ArgumentProblem::Kind::TypeLost, word.source, bare(word.text), option, value);
        } else if (!trueWords.contains(value.toLower()) && !falseWords.contains(value.toLower())) {
            add(ArgumentProblem::Kind::InvalidValue, word.source, bare(word.text.section(u'=', 0, 0)), option, value);
        }
    }

    void check(const ScriptOption &option, const QString &value, int source, bool isUnknown)
    {
        if (isUnknown)
            return;
        const auto reject = [&](ArgumentProblem::Kind kind) { add(kind, source, option.destination, option, value); };
        if (option.type == "int"_L1 && !isWholeNumber(value)) {
            reject(ArgumentProblem::Kind::InvalidValue);
        } else if (option.type == "float"_L1 && !isNumber(value)) {
            reject(ArgumentProblem::Kind::InvalidValue);
        } else if (option.type == "click-bool"_L1 && !trueWords.contains(value.toLower()) && !falseWords.contains(value.toLower())) {
            reject(ArgumentProblem::Kind::InvalidValue);
        } else if (option.type == "bool"_L1 && (falseWords.contains(value.toLower()) || value.toLower() == "none"_L1)) {
            reject(ArgumentProblem::Kind::TypeLost); // bool("false") is True
        } else if (option.type == "fire-bool"_L1 && falseWords.contains(value.toLower()) && value != "False"_L1 && value != "0"_L1) {
            reject(ArgumentProblem::Kind::TypeLost); // fire hands over the text, which is true
        } else if (option.type == "list"_L1 && value.size() > 1) {
            reject(ArgumentProblem::Kind::TypeLost); // list("2,3") has three items
        } else if (option.choices && !option.type.isEmpty() && !isAmongChoices(option, value)) {
            reject(ArgumentProblem::Kind::InvalidValue);
        } else if (option.choices && option.type.isEmpty() && parser().style != Style::Argparse && !option.choices->contains(value)) {
            reject(ArgumentProblem::Kind::InvalidValue);
        } else if (isNumber(value) && ((option.minimum && value.toDouble() < *option.minimum) || (option.maximum && value.toDouble() > *option.maximum))) {
            reject(ArgumentProblem::Kind::InvalidValue);
        }
    }

    static bool isAmongChoices(const ScriptOption &option, const QString &value)
    {
        if (option.type != "int"_L1 && option.type != "float"_L1)
            return option.choices->contains(value);
        return std::any_of(option.choices->begin(), option.choices->end(), [&value](const QString &choice) { return choice.toDouble() == value.toDouble(); });
    }

    void checkRequired()
    {
        for (const ScriptArguments *arguments : std::as_const(m_parsers)) {
            for (const ScriptOption &option : arguments->options) {
                const bool isGiven = m_given.contains(option.names) || (option.isPositional && m_positionalsGiven.contains(option.names.first()));
                if (option.isRequired && !isGiven)
                    add(ArgumentProblem::Kind::MissingRequired, -1, bare(option.names.first()), option);
            }
        }
    }

    const QList<CommandWord> &m_words;
    QList<const ScriptArguments *> m_parsers; ///< the main one, then the commands that were chosen
    QList<QStringList> m_given;
    QSet<QString> m_positionalsGiven;
    qsizetype m_at = 0;
    int m_positionals = 0;
    bool m_isRemainder = false;
    ArgumentMatch m_match;
};

} // namespace

ArgumentMatch matchArguments(const ScriptArguments &arguments, const QList<CommandWord> &words, bool wordsAreAll)
{
    return Matcher(arguments, words).match(wordsAreAll);
}

bool isNameOf(const QString &name, const ScriptOption &option, const ScriptArguments &arguments)
{
    const Found found = findOption(arguments, u"--"_s + name);
    return found.option && found.option->names == option.names && !found.isOpposite;
}

} // namespace Trainyard
