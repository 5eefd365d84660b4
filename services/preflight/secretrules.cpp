#include "services/preflight/secretrules.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>

#include <array>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(SecretRules)
};

constexpr qint64 largestFile = 1 << 20;
constexpr qint64 mostBytes = 64 << 20;

/// Letters and digits mixed as no word is: what keys are made of. `changeme` and `your-password-here` are none.
bool looksRandom(const QString &value)
{
    static const QRegularExpression digits(QStringLiteral("[0-9]")), lower(QStringLiteral("[a-z]")), upper(QStringLiteral("[A-Z]"));
    static const QRegularExpression placeholder(QStringLiteral("example|your|change|xxx|placeholder|dummy|<|\\$|\\{|\\*"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression documentedExample(QStringLiteral("^[A-Za-z0-9/+]+EXAMPLE(KEY)?$"));
    if (value.size() < 16 || (placeholder.match(value).hasMatch() && !documentedExample.match(value).hasMatch()))
        return false;
    return digits.match(value).hasMatch() && (lower.match(value).hasMatch() || upper.match(value).hasMatch());
}

bool isSecretLine(const QString &line)
{
    // NAME = value, NAME: "value", export NAME=value. Names of hashes and of a tokenizer's tokens do not count.
    static const QRegularExpression assignment(
        QStringLiteral("(?:^|[\\s,{\"'])[A-Za-z0-9_.-]*(?:secret|passw(?:or)?d|api_?key|access_?key|auth_?token|access_?token|private_?key)[A-Za-z0-9_]*"
                       "[\"']?\\s*[:=]\\s*[\"']?([A-Za-z0-9/+_.~-]{16,})[\"']?\\s*(?:[,;}#].*)?$"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression knownToken(QStringLiteral("(?<![A-Za-z0-9])(?:hf_[A-Za-z0-9]{30,}|gh[pousr]_[A-Za-z0-9]{36,}|glpat-[A-Za-z0-9_-]{20,}|xox[bp]-[0-9A-Za-z-]{20,})"));
    static const QRegularExpression login(QStringLiteral("[a-z]+://[A-Za-z0-9_.-]+:([^\\s/:@\"'<>{}$*]{6,})@[A-Za-z0-9]"));
    if (line.contains(QLatin1String("://"))) {
        const QString password = login.match(line).captured(1);
        if (!password.isEmpty() && !password.contains(QLatin1String("pass"), Qt::CaseInsensitive) && password != u"secret")
            return true;
    }
    if (knownToken.match(line).hasMatch())
        return true;
    const QRegularExpressionMatch match = assignment.match(line);
    // os.environ["SECRET_KEY"], config.secret_key: a value with points and letters alone is code that reads one.
    return match.hasMatch() && looksRandom(match.captured(1)) && !match.captured(1).contains(u'.');
}

bool isPrivateKeyStart(const QString &line)
{
    static const QRegularExpression start(QStringLiteral("-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"));
    return start.match(line).hasMatch();
}

} // namespace

QList<int> secretLines(const QByteArray &text)
{
    constexpr qsizetype longestLine = 2000; // minified code and data: no place where a person writes a key
    QList<int> found;
    const QList<QByteArray> lines = text.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].size() > longestLine)
            continue;
        const QString line = QString::fromUtf8(lines[i]).trimmed();
        static const QRegularExpression keyBody(QStringLiteral("^[A-Za-z0-9+/=:, -]{16,}$"));
        const bool isKey = isPrivateKeyStart(line) && i + 1 < lines.size() && keyBody.match(QString::fromUtf8(lines[i + 1].left(longestLine)).trimmed()).hasMatch();
        if (isKey || isSecretLine(line))
            found.append(int(i) + 1);
    }
    return found;
}

Findings secretFindings(const PreflightContext &context, const QString &directory, const FileTree &tree)
{
    Findings findings;
    qint64 bytesRead = 0;
    for (const TreeFile &entry : tree.files) {
        if (entry.bytes == 0 || entry.bytes > largestFile || bytesRead + entry.bytes > mostBytes)
            continue;
        QFile file(directory + u'/' + entry.path);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray text = file.readAll();
        bytesRead += text.size();
        if (text.left(8000).contains('\0'))
            continue;
        QList<Place> places;
        for (const int line : secretLines(text))
            places.append({shownPath(context, file.fileName()), line, QString()});
        if (!places.isEmpty()) {
            findings.append(atPlaces(errorFinding("code.secret", {}, Text::tr("%1 holds a key or password, and would be sent along with the code.").arg(places.first().file),
                                                  Text::tr("Take it out of the code directory and make it void where it was issued; read it from an environment variable instead.")),
                                     places));
        }
    }
    return findings;
}

} // namespace Trainyard
