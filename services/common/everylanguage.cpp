#include "services/common/everylanguage.h"

#include "services/common/language.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace Trainyard {

namespace {

// Of Unicode's private use area: no file of a person's has them, and JSON carries them.
constexpr QChar groupBegin(0xF8D0), nextAlternative(0xF8D1), groupEnd(0xF8D2);

thread_local int t_scopes = 0;

} // namespace

EveryLanguageScope::EveryLanguageScope() { ++t_scopes; }
EveryLanguageScope::~EveryLanguageScope() { --t_scopes; }

bool EveryLanguageScope::isActive()
{
    return t_scopes > 0;
}

QString EveryLanguageScope::group(const QString &english, const QString &chinese)
{
    return groupBegin + english + nextAlternative + chinese + groupEnd;
}

QString inLanguage(const QString &text, Language language)
{
    if (!text.contains(groupBegin))
        return text;
    QString result;
    QList<int> alternatives; // in each group we are in, the outermost first
    for (const QChar c : text) {
        if (c == groupBegin)
            alternatives.append(0);
        else if (c == nextAlternative && !alternatives.isEmpty())
            ++alternatives.last();
        else if (c == groupEnd && !alternatives.isEmpty())
            alternatives.removeLast();
        else if (std::all_of(alternatives.cbegin(), alternatives.cend(), [language](int each) { return each == int(language); }))
            result.append(c);
    }
    return result;
}

QJsonValue inLanguage(const QJsonValue &value, Language language)
{
    if (value.isString())
        return inLanguage(value.toString(), language);
    if (value.isArray()) {
        QJsonArray array = value.toArray();
        for (QJsonValueRef entry : array)
            entry = inLanguage(QJsonValue(entry), language);
        return array;
    }
    if (value.isObject()) {
        QJsonObject object = value.toObject();
        for (QJsonValueRef entry : object)
            entry = inLanguage(QJsonValue(entry), language);
        return object;
    }
    return value;
}

} // namespace Trainyard
