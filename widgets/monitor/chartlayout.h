#pragma once

#include <QJsonArray>
#include <QList>
#include <QStringList>

namespace Trainyard {

/// How a person has one strip.
struct StripLayout
{
    QString id;
    QStringList metrics; ///< that were put into it by hand; the others find their strip by themselves
    int height = 0;      ///< pixels; 0: its share of the page
    bool isLogarithmic = false;
    bool isHidden = false;
    bool operator==(const StripLayout &) const = default;
};

/**
 * Which strips there are, in which order and height, and which metrics go in. Strips that it does not name stand where they always stand.
 */
struct ChartLayout
{
    QList<StripLayout> strips; ///< in order

    const StripLayout *find(const QString &id) const;
    /// Made when it is not there: at the end.
    StripLayout &strip(const QString &id);
    /// The strip that a metric was put into by hand; empty: none.
    QString stripOf(const QString &metric) const;
    /// Puts @p metric into a strip, and out of every other one.
    void putInto(const QString &metric, const QString &id);

    QJsonArray toJson() const;
    static ChartLayout fromJson(const QJsonArray &json);
    bool operator==(const ChartLayout &) const = default;
};

} // namespace Trainyard
