#include "services/logs/timestamps.h"

#include "services/logs/bytetext.h"

namespace Trainyard::Logs {

namespace {

/// Reads @p digits digits at @p at; -1: they are not there.
int digitsAt(std::string_view text, size_t at, size_t digits)
{
    if (at + digits > text.size())
        return -1;
    int number = 0;
    for (size_t i = at; i < at + digits; ++i) {
        if (!isDigit(text[i]))
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

/// Days since an arbitrary day, in the proleptic Gregorian calendar.
long daysOf(int year, int month, int day)
{
    year -= month <= 2 ? 1 : 0;
    const int era = year / 400;
    const int yearOfEra = year - era * 400;
    const int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097L + yearOfEra * 365L + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
}

/// `10:00:00,120`, `10:00:00.123456Z`, `10:00:00+08:00` at @p at; @return the end, 0: it is no time.
size_t timeOfDayAt(std::string_view text, size_t at, double &seconds)
{
    const int hour = digitsAt(text, at, 2);
    const int minute = digitsAt(text, at + 3, 2);
    const int second = digitsAt(text, at + 6, 2);
    if (hour < 0 || hour > 24 || minute < 0 || minute > 59 || second < 0 || second > 60 || text[at + 2] != ':' || text[at + 5] != ':')
        return 0;
    seconds = hour * 3600.0 + minute * 60.0 + second;
    size_t end = at + 8;
    if (end + 1 < text.size() && (text[end] == '.' || text[end] == ',') && isDigit(text[end + 1])) {
        double place = 0.1;
        for (++end; end < text.size() && isDigit(text[end]); ++end, place /= 10)
            seconds += (text[end] - '0') * place;
    }
    if (end < text.size() && text[end] == 'Z')
        return end + 1;
    if (end + 5 < text.size() && (text[end] == '+' || text[end] == '-') && digitsAt(text, end + 1, 2) >= 0) {
        size_t zone = end + 3;
        if (text[zone] == ':')
            ++zone;
        if (digitsAt(text, zone, 2) >= 0)
            end = zone + 2;
    }
    return end;
}

constexpr std::string_view months[]{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

int monthAt(std::string_view text)
{
    for (int i = 0; i < 12; ++i) {
        if (text.starts_with(months[i]))
            return i + 1;
    }
    return 0;
}

size_t finish(std::string_view text, size_t timeStart, long days, double &seconds)
{
    const size_t end = timeOfDayAt(text, timeStart, seconds);
    if (end > 0)
        seconds += double(days) * 86400;
    return end;
}

/// `2025-03-01 10:00:00`, `2025/03/01T10:00:00`, `2025-03-01-10:00:00`
size_t yearFirst(std::string_view text, double &seconds)
{
    const int year = digitsAt(text, 0, 4);
    const int month = digitsAt(text, 5, 2);
    const int day = digitsAt(text, 8, 2);
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || text.size() < 19 || text[4] != text[7] || (text[4] != '-' && text[4] != '/'))
        return 0;
    if (text[10] != ' ' && text[10] != 'T' && text[10] != '-' && text[10] != '_')
        return 0;
    return finish(text, 11, daysOf(year, month, day), seconds);
}

/// `03/01/2025 10:00:00`, `03/01/25 10:00:00`, `03/01 10:00:00`
size_t monthFirst(std::string_view text, double &seconds)
{
    const int month = digitsAt(text, 0, 2);
    const int day = digitsAt(text, 3, 2);
    if (month < 1 || month > 12 || day < 1 || day > 31 || text.size() < 14 || (text[2] != '/' && text[2] != '-'))
        return 0;
    if (text[5] == ' ')
        return finish(text, 6, daysOf(2000, month, day), seconds);
    if (text[5] == text[2] && digitsAt(text, 6, 2) >= 0 && text[8] == ' ' && text.size() >= 17)
        return finish(text, 9, daysOf(2000 + digitsAt(text, 6, 2), month, day), seconds);
    const int year = digitsAt(text, 6, 4);
    if (year < 1970 || text.size() < 19 || (text[10] != ' ' && text[10] != '-'))
        return 0;
    return finish(text, 11, daysOf(year, month, day), seconds);
}

/// `Mar  4 10:00:01`, `Tue Mar  4 10:00:01 2025`
size_t monthByName(std::string_view text, double &seconds)
{
    size_t at = 0;
    if (monthAt(text) == 0 && text.size() > 4 && text[3] == ' ')
        at = 4;
    const int month = monthAt(text.substr(at));
    if (month == 0 || text.size() < at + 15 || text[at + 3] != ' ')
        return 0;
    const int day = text[at + 4] == ' ' ? digitsAt(text, at + 5, 1) : digitsAt(text, at + 4, 2);
    return day < 1 || text[at + 6] != ' ' ? 0 : finish(text, at + 7, daysOf(2000, month, day), seconds);
}

} // namespace

size_t timestampAt(std::string_view text, double &seconds)
{
    if (text.size() < 8)
        return 0;
    if (isDigit(text[0])) {
        if (const size_t length = yearFirst(text, seconds))
            return length;
        if (const size_t length = monthFirst(text, seconds))
            return length;
        return timeOfDayAt(text, 0, seconds);
    }
    return isLetter(text[0]) && isLetter(text[1]) && isLetter(text[2]) ? monthByName(text, seconds) : 0;
}

} // namespace Trainyard::Logs
