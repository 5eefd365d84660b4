#include "services/logs/patternlearner.h"

#include "services/logs/logpatterns.h"
#include "services/logs/metricnames.h"

#include <QElapsedTimer>

#include <algorithm>

namespace Trainyard {

namespace {

using Logs::MetricName;

const QString numberPattern = QStringLiteral("[-+]?(?:\\d[\\d,]*)?\\.?\\d+(?:[eE][-+]?\\d+)?");
const QString valuePattern = numberPattern + QStringLiteral("|[-+]?(?i:nan|inf)");
constexpr qsizetype longestLine = 4096;
constexpr qsizetype mostTokens = 200;
constexpr qsizetype mostContext = 20;  ///< tokens before the number that go into a pattern
constexpr qsizetype longestWord = 40;  ///< a longer one is an identifier, not a name

struct Token
{
    enum class Kind { Word, Number, Variable, Blank, Sign };

    Kind kind = Kind::Word;
    QString text;
    qsizetype start = 0;

    /// What any token of its kind is.
    QString generalised() const
    {
        switch (kind) {
        case Kind::Number: return numberPattern;
        case Kind::Blank: return QStringLiteral("\\s+");
        case Kind::Word:
        case Kind::Variable: return QStringLiteral("\\S+?");
        case Kind::Sign: break;
        }
        return QRegularExpression::escape(text);
    }
    QString asPattern() const { return kind == Kind::Word && text.size() <= longestWord ? QRegularExpression::escape(text) : generalised(); }
    bool operator==(const Token &other) const { return kind == other.kind && (kind != Kind::Word && kind != Kind::Sign ? true : text == other.text); }
};

/// Times, dates, addresses, hexadecimal ids; then numbers, words, blanks; any other character is a sign.
QList<Token> tokensOf(const QString &line)
{
    static const QRegularExpression expression(QStringLiteral("(?<variable>\\d{4}-\\d\\d-\\d\\dT?|\\d{1,2}:\\d\\d:\\d\\d(?:[.,]\\d+)?Z?|0x[0-9a-fA-F]+|[0-9a-f]{8}-[0-9a-f-]{9,}|"
                                                              "\\b(?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\\b)"
                                                              "|(?<number>(?:(?<![\\w.)\\]])[-+])?(?:\\d[\\d,]*\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?|\\b(?i:nan|inf)\\b)"
                                                              "|(?<blank>\\s+)|(?<word>[\\p{L}_][\\p{L}\\p{N}_@]*)|."),
                                               QRegularExpression::UseUnicodePropertiesOption);
    QList<Token> tokens;
    auto matches = expression.globalMatch(line.left(longestLine));
    while (matches.hasNext() && tokens.size() < mostTokens) {
        const QRegularExpressionMatch match = matches.next();
        const auto is = [&](QLatin1String group) { return match.capturedLength(group) > 0; };
        const Token::Kind kind = is(QLatin1String("variable")) ? Token::Kind::Variable
            : is(QLatin1String("number"))                      ? Token::Kind::Number
            : is(QLatin1String("blank"))                       ? Token::Kind::Blank
            : is(QLatin1String("word"))                        ? Token::Kind::Word
                                                               : Token::Kind::Sign;
        tokens.append({kind, match.captured(), match.capturedStart()});
    }
    return tokens;
}

/// The tokens before the number, the nearest first.
QList<Token> before(const MarkedNumber &number)
{
    QList<Token> tokens = tokensOf(number.line.left(number.start));
    std::reverse(tokens.begin(), tokens.end());
    return tokens;
}

/// A position that the line names before the number: `step 10`, `epoch=3`.
struct PositionTokens
{
    QString group;
    qsizetype label = 0; ///< index of its word in the tokens of the line
    qsizetype number = 0;
};

QList<PositionTokens> positionsIn(const QList<Token> &tokens, qsizetype end)
{
    Logs::MetricNames names;
    QList<PositionTokens> positions;
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::Word)
            continue;
        const QByteArray word = tokens[i].text.toUtf8();
        const MetricName::Role role = names.resolve({word.constData(), size_t(word.size())}).role;
        const bool isStep = role == MetricName::Role::Step || role == MetricName::Role::GlobalStep;
        if (!isStep && role != MetricName::Role::Epoch)
            continue;
        qsizetype number = i + 1;
        while (number < tokens.size() && number <= i + 4 && (tokens[number].kind == Token::Kind::Blank || tokens[number].kind == Token::Kind::Sign))
            ++number;
        const QString group = isStep ? QStringLiteral("step") : QStringLiteral("epoch");
        const bool isTaken = std::any_of(positions.begin(), positions.end(), [&](const PositionTokens &known) { return known.group == group; });
        if (number < tokens.size() && tokens[number].kind == Token::Kind::Number && tokens[number].start < end && !isTaken)
            positions.append({group, i, number});
    }
    return positions;
}

/// The positions' part of the pattern: up to @p contextStart, where the words before the number begin.
QString positionPattern(const MarkedNumber &example, qsizetype contextStart)
{
    const QList<Token> tokens = tokensOf(example.line);
    QString pattern;
    qsizetype last = -1;
    for (const PositionTokens &position : positionsIn(tokens, contextStart)) {
        if (position.label <= last)
            continue;
        pattern += pattern.isEmpty() ? QStringLiteral("\\b") : QStringLiteral(".*?\\b");
        for (qsizetype i = position.label; i < position.number; ++i)
            pattern += tokens[i].kind == Token::Kind::Blank ? QStringLiteral("\\s*") : tokens[i].asPattern();
        pattern += QStringLiteral("(?<%1>%2)").arg(position.group, position.group == QLatin1String("step") ? QStringLiteral("\\d+") : QStringLiteral("[\\d.]+"));
        last = position.number;
    }
    return pattern.isEmpty() ? pattern : pattern + QStringLiteral("\\b.*?");
}

/// How many tokens before the number every example shares in kind.
qsizetype sharedDepth(const QList<QList<Token>> &contexts)
{
    qsizetype depth = contexts.first().size();
    for (const QList<Token> &context : contexts) {
        qsizetype same = 0;
        while (same < std::min(depth, context.size())
               && (context[same].kind == contexts.first()[same].kind && (context[same].kind != Token::Kind::Sign || context[same] == contexts.first()[same])))
            ++same;
        depth = same;
    }
    return depth;
}

/// A first guess: back to the words that name the number, at most three of them.
qsizetype namingDepth(const QList<Token> &context)
{
    qsizetype depth = 0;
    int words = 0;
    for (; depth < context.size(); ++depth) {
        const Token &token = context[depth];
        const bool endsPhrase = token.kind == Token::Kind::Number || token.kind == Token::Kind::Variable
            || (token.kind == Token::Kind::Sign && (token.text == QLatin1String(",") || token.text == QLatin1String("|") || token.text == QLatin1String(";")));
        if (words > 0 && (endsPhrase || words == 3))
            break;
        words += token.kind == Token::Kind::Word;
    }
    while (depth > 0 && context[depth - 1].kind == Token::Kind::Blank)
        --depth;
    return words > 0 ? depth : context.size();
}

/// A blank beside a sign may be missing; between two words it is what keeps them apart.
QString blankPattern(const QList<Token> &context, qsizetype i)
{
    const bool isBesideSign = (i > 0 && context[i - 1].kind == Token::Kind::Sign) || (i + 1 < context.size() && context[i + 1].kind == Token::Kind::Sign);
    return isBesideSign ? QStringLiteral("\\s*") : QStringLiteral("\\s+");
}

QString contextPattern(const QList<QList<Token>> &contexts, qsizetype depth)
{
    QString pattern;
    for (qsizetype i = depth - 1; i >= 0; --i) {
        const Token &token = contexts.first()[i];
        const bool isSame = std::all_of(contexts.begin(), contexts.end(), [&](const QList<Token> &context) { return context[i] == token; });
        pattern += token.kind == Token::Kind::Blank ? blankPattern(contexts.first(), i) : isSame ? token.asPattern() : token.generalised();
    }
    return pattern;
}

bool matchesAtItsPlace(const QRegularExpression &expression, int group, const MarkedNumber &example)
{
    const QRegularExpressionMatch match = expression.match(example.line);
    return match.hasMatch() && match.capturedStart(group) == example.start && match.capturedLength(group) == example.length;
}

} // namespace

std::optional<MarkedNumber> markedNumber(const QString &line, qsizetype column, qsizetype length)
{
    for (const Token &token : tokensOf(line)) {
        const qsizetype end = token.start + token.text.size();
        const bool isTouched = length > 0 ? token.start < column + length && end > column : token.start <= column && column <= end;
        if (isTouched && token.kind == Token::Kind::Number)
            return MarkedNumber{line, token.start, token.text.size()};
    }
    return std::nullopt;
}

NameProposal proposedNames(const MarkedNumber &number)
{
    NameProposal proposal;
    Logs::MetricNames names;
    QStringList own;
    const QList<Token> context = before(number);
    qsizetype end = namingDepth(context);
    if (std::none_of(context.begin(), context.begin() + end, [](const Token &token) { return token.kind == Token::Kind::Word; }))
        end = 0;
    QString phrase;
    for (qsizetype i = 0; i < end; ++i) {
        if (context[i].kind != Token::Kind::Word) {
            if (!phrase.isEmpty())
                phrase.prepend(context[i].kind == Token::Kind::Blank ? QStringLiteral("_") : context[i].text);
            continue;
        }
        phrase.prepend(context[i].text);
        const QByteArray printed = phrase.toUtf8();
        const MetricName &name = names.resolve({printed.constData(), size_t(printed.size())});
        if (name.phase && !proposal.phase)
            proposal.phase = name.phase;
        if (name.role == MetricName::Role::Metric && name.isKnown && !proposal.names.contains(name.name))
            proposal.names.append(name.name);
        else if (name.role == MetricName::Role::Metric && !own.contains(name.name))
            own.append(name.name);
    }
    proposal.names += own;
    if (proposal.names.isEmpty())
        proposal.names.append(QStringLiteral("value"));
    return proposal;
}

LogPattern learnPattern(const QList<MarkedNumber> &examples, const QString &name, std::optional<Phase> phase)
{
    static const QRegularExpression groupName(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]{0,30}$"));
    LogPattern pattern{name, phase, QString()};
    if (examples.isEmpty())
        return pattern;
    QList<QList<Token>> contexts;
    for (const MarkedNumber &example : examples)
        contexts.append(before(example));
    const bool isPosition = name == QLatin1String("step") || name == QLatin1String("epoch");
    const QString group = groupName.match(name).hasMatch() && !isPosition ? name : QStringLiteral("value");
    const QString value = QStringLiteral("(?<%1>%2)").arg(group, valuePattern);
    const MarkedNumber &first = examples.first();
    const qsizetype deepest = std::min(sharedDepth(contexts), mostContext);
    for (qsizetype depth = std::min(namingDepth(contexts.first()), deepest); depth <= deepest; ++depth) {
        const bool isWhole = std::all_of(contexts.begin(), contexts.end(), [&](const QList<Token> &context) { return context.size() == depth; });
        const qsizetype start = depth > 0 ? contexts.first()[depth - 1].start : first.start;
        const QString own = contextPattern(contexts, depth) + value;
        const bool startsWithWord = depth > 0 && contexts.first()[depth - 1].kind == Token::Kind::Word;
        const QString anchored = (isWhole ? QStringLiteral("^") : startsWithWord ? QStringLiteral("(?<![\\p{L}\\p{N}_])") : QString()) + own;
        for (const QString &text : {isWhole ? anchored : QString(positionPattern(first, start) + anchored), anchored}) {
            pattern.pattern = text;
            const QRegularExpression expression = compiledPattern(pattern);
            const int number = valueGroup(expression, name);
            const bool fits = std::all_of(examples.begin(), examples.end(), [&](const MarkedNumber &e) { return matchesAtItsPlace(expression, number, e); });
            if (fits)
                return pattern;
        }
    }
    return pattern;
}

PatternTrial tryPattern(const LogPattern &pattern, const TrialLines &log, const std::function<bool()> &isCancelled, std::chrono::milliseconds patience)
{
    constexpr qsizetype mostShown = 50;
    constexpr size_t mostValues = 100000;
    PatternTrial trial;
    if (problemOf(pattern))
        return trial;
    const QRegularExpression expression = compiledPattern(pattern);
    const int group = valueGroup(expression, pattern.name);
    QElapsedTimer timer;
    timer.start();
    for (qint64 line = 1; line <= log.count; ++line) {
        if (timer.elapsed() > patience.count() || (isCancelled && isCancelled())) {
            trial.isCutShort = true;
            break;
        }
        ++trial.linesTried;
        const QString text = log.line(line);
        const QRegularExpressionMatch match = expression.match(text);
        const std::optional<double> value = match.hasMatch() ? Logs::numberIn(match.captured(group)) : std::nullopt;
        if (!value)
            continue;
        ++trial.linesMatched;
        if (trial.values.size() < mostValues)
            trial.values.push_back(*value);
        if (trial.first.size() < mostShown)
            trial.first.append({line, {text, match.capturedStart(group), match.capturedLength(group)}});
    }
    return trial;
}

} // namespace Trainyard
