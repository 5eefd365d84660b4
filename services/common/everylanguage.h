#pragma once

#include <QJsonValue>
#include <QString>

namespace Trainyard {

enum class Language;

/// While it lives, tr() in this thread gives marked alternatives; inEveryLanguage() is how to use it.
class EveryLanguageScope
{
public:
    EveryLanguageScope();
    ~EveryLanguageScope();
    Q_DISABLE_COPY_MOVE(EveryLanguageScope)

    static bool isActive();
    /// The group of alternatives, in the order of enum Language.
    static QString group(const QString &english, const QString &chinese);
};

/**
 * For texts that outlive the language they were made in, as those of a stored dry-run do: what @p make answers has each text in every
 * language at once, as alternatives between marks (private characters, never on a screen).
 *
 * `.arg()` fills all alternatives, arguments may be alternatives themselves, and joining or storing needs no care; cutting does.
 * inLanguage() picks one, and leaves plain text as it is. @p make must not reach a widget.
 */
template<typename Make>
auto inEveryLanguage(Make make)
{
    const EveryLanguageScope scope;
    return make();
}

QString inLanguage(const QString &text, Language language);
/// Every text in @p value; keys stay.
QJsonValue inLanguage(const QJsonValue &value, Language language);

} // namespace Trainyard
