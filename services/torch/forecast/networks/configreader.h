#pragma once

#include "models/result.h"

#include <QJsonObject>
#include <QList>

#include <optional>

namespace Trainyard {

/**
 * A Hugging Face config.json, read with the library's defaults for what is missing or null.
 *
 * What cannot be (a text where a number belongs, 0 heads, a width beyond any model) is remembered as fault() and read as the default, so
 * that a family reads all its keys and asks once. Numbers are held to a limit, so that products of a few of them cannot overflow.
 */
class ConfigReader
{
public:
    /// The key under its names in the library's versions: the first that is there counts.
    using Keys = std::initializer_list<const char *>;

    /// Errors: NotFound, Io, Invalid (no JSON object; the message has the line).
    static Result<ConfigReader> open(const QString &file);
    explicit ConfigReader(QJsonObject config) : m_config(std::move(config)) {}

    static constexpr qint64 mostUnits = qint64(1) << 20;  ///< width of a layer
    static constexpr qint64 mostLayers = 2048;
    static constexpr qint64 mostWords = qint64(1) << 26;

    /// A whole number of at least @p least and at most @p most.
    qint64 count(Keys keys, qint64 fallback, qint64 most = mostUnits, qint64 least = 1) const;
    double number(Keys keys, double fallback) const;
    /// A share from 0 to @p most: a dropout, or a part of a head.
    double share(Keys keys, double fallback, double most = 0.99) const;
    bool flag(Keys keys, bool fallback) const;
    QString text(Keys keys, const QString &fallback) const;
    QList<qint64> counts(Keys keys, const QList<qint64> &fallback, qint64 most = mostUnits) const;
    bool has(Keys keys) const;
    bool isList(Keys keys) const;
    QStringList architectures() const;
    /// num_labels, or as many as id2label has.
    std::optional<qint64> labels() const;

    const std::optional<Error> &fault() const { return m_fault; }
    /// For what is wrong with keys together; the first fault stays.
    void refuse(const QString &message) const;

private:
    QJsonValue value(Keys keys, QString &key) const;

    QJsonObject m_config;
    mutable std::optional<Error> m_fault;
};

} // namespace Trainyard
