#pragma once

#include "models/preflight/finding.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>

namespace Trainyard {

struct YamlNode;
using YamlNodePtr = std::shared_ptr<const YamlNode>;

struct YamlEntry
{
    QString key;
    int line = 0;       ///< of the key, from 1
    bool isText = true; ///< false: the key is a list or a mapping, and @c key is empty
    YamlNodePtr value;
};

/// One node of a YAML file as it was written: scalars keep their characters, nothing is taken for a number or a switch.
struct YamlNode
{
    enum class Kind { Scalar, Sequence, Mapping };

    Kind kind = Kind::Scalar;
    QString text;          ///< of a scalar, quotes and escapes resolved
    bool isPlain = false;  ///< a scalar without quotes: only then do `~` and nothing at all mean null
    bool isFlow = false;   ///< `[...]` and `{...}`
    QString foreignTag;    ///< a tag that we do not know, such as `!!python/object`
    int line = 1;          ///< where the value starts
    QList<YamlNodePtr> items;
    QList<YamlEntry> entries;

    qint64 unfoldedNodes = 1; ///< nodes below and including this one, aliases written out
    int height = 1;           ///< levels below and including this one

    bool isNull() const;
    /// The first value under @p key of a mapping, or nullptr.
    const YamlNode *value(QStringView key) const;
};

/// A YAML file, read in time and memory proportional to its size, whatever is in it.
struct YamlTree
{
    YamlNodePtr root;   ///< nullptr: empty or unreadable
    Findings findings;  ///< job.syntax, job.encoding, job.too-complex, job.duplicate-key
    bool isReadable() const { return root != nullptr; }
};

constexpr qint64 maximumJobBytes = 256 * 1024;    // a hostile file of this size is refused in 0.2 s
constexpr qint64 maximumCatalogueBytes = 1024 * 1024;
constexpr qint64 maximumYamlNodes = 100'000;
constexpr int maximumYamlDepth = 64;

/**
 * Reads the first document of @p bytes. @p fileName is what findings call the file.
 *
 * Merge keys (`<<`) are merged, aliases share their node, and unfolding beyond the limits ends at once with job.too-complex.
 */
YamlTree parseYaml(const QByteArray &bytes, const QString &fileName, qint64 maximumBytes);

} // namespace Trainyard
