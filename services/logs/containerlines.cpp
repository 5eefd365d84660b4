#include "services/logs/containerlines.h"

#include "services/logs/bytetext.h"

namespace Trainyard::Logs {

namespace {

void appendUtf8(uint32_t code, std::string &text)
{
    if (code < 0x80) {
        text.push_back(char(code));
    } else if (code < 0x800) {
        text.push_back(char(0xC0 | code >> 6));
        text.push_back(char(0x80 | (code & 0x3F)));
    } else {
        text.push_back(char(0xE0 | code >> 12));
        text.push_back(char(0x80 | (code >> 6 & 0x3F)));
        text.push_back(char(0x80 | (code & 0x3F)));
    }
}

/// Four hexadecimal digits; what is none counts as 0.
uint32_t codeOf(std::string_view digits)
{
    uint32_t code = 0;
    for (char c : digits.substr(0, 4))
        code = code * 16 + uint32_t(isDigit(c) ? c - '0' : lowered(c) >= 'a' && lowered(c) <= 'f' ? lowered(c) - 'a' + 10 : 0);
    return code;
}

/// The JSON string whose text begins @p text, up to its closing quote.
void unescape(std::string_view line, std::string &storage)
{
    storage.clear();
    for (size_t i = 0; i < line.size() && line[i] != '"'; ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            storage.push_back(line[i]);
            continue;
        }
        const char escaped = line[++i];
        if (escaped == 'r') {
            if (storage.find_first_not_of(' ') != std::string::npos && i + 1 < line.size() && line[i + 1] != '"' && line[i + 1] != '\\')
                storage.clear();
        } else if (escaped == 'u') {
            appendUtf8(codeOf(line.substr(i + 1)), storage);
            i += 4;
        } else if (escaped == 't') {
            storage.push_back('\t');
        } else if (escaped != 'n') {
            storage.push_back(escaped);
        }
    }
}

} // namespace

std::string_view withoutContainerRecord(std::string_view line, std::string &storage)
{
    constexpr std::string_view start = "{\"log\":\"";
    if (!line.starts_with(start) || !contains(line, "\"stream\":\""))
        return line;
    unescape(line.substr(start.size()), storage);
    return storage;
}

std::string_view messageOfJson(std::string_view record, std::string &storage)
{
    for (std::string_view key : {std::string_view("\"message\":"), std::string_view("\"msg\":")}) {
        const size_t at = record.find(key);
        const size_t quote = at == std::string_view::npos ? at : record.find_first_not_of(' ', at + key.size());
        if (quote == std::string_view::npos || record[quote] != '"')
            continue;
        unescape(record.substr(quote + 1), storage);
        return storage;
    }
    return {};
}

} // namespace Trainyard::Logs
