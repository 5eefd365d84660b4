#pragma once

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// What can be wrong with a file's content. Stored in the cache by number: new ones go to the end.
enum class Trouble : quint8 {
    Unreadable, Changed, Empty, WrongContent, WrongSuffix, TruncatedImage, DamagedImage, DeepColour,
    BadLine, OneDocument, ByteOrderMark, Encoding, MixedTypes, MissingKey, EmptySample, ChatShape,
    RaggedRow, MissingTarget, MissingValue, MissingText, TextInNumbers, DuplicateColumn, LabelOutOfRange,
    MissingFile, WindowsSeparator, LocalPath, TruncatedFile, DamagedFile, ObjectArray, ArrayShape, ArrayType,
    BoxOutOfRange, OrphanLabel, MissingLabel, DuplicateId, UnknownId, ClassNames, TooLarge, MaskValue, NotDecoded, NoFileOfList
};

/// All of one kind in one file.
struct FileTrouble
{
    Trouble trouble = Trouble::BadLine;
    QString subject;      ///< column, key or array: different subjects are different findings
    QString value;        ///< what was found, of the first
    qint64 count = 1;
    QList<qint64> lines;  ///< the first ten; empty: the file as a whole
    bool operator==(const FileTrouble &) const = default;
};

/// A decoded image.
struct ImageFacts
{
    enum class Mode : quint8 { Grey, GreyAlpha, Palette, Rgb, Rgba, Cmyk, Other };
    Mode mode = Mode::Rgb;
    qint32 width = 0;
    qint32 height = 0;
    quint8 bitsPerChannel = 8;
    quint64 looks = 0;    ///< difference hash of the brightness, 0: too even to tell
    QByteArray values;    ///< of a mask: one bit for each of the 256 values, 32 bytes; else empty
    bool operator==(const ImageFacts &) const = default;
};

QString imageModeToText(ImageFacts::Mode mode); ///< `L`, `RGB`, ...: as Pillow names them

/// Records of a table or of JSON lines.
struct RecordFacts
{
    qint64 records = 0;
    QString target;               ///< column that holds the label; empty: none
    QMap<QString, qint64> labels; ///< how often each; at most 1,000 different ones
    bool hasMoreLabels = false;
    QList<quint64> hashes;        ///< of each record, for files of a split
    bool operator==(const RecordFacts &) const = default;
};

/// What reading one file to its end told. Made in a worker thread, kept in the cache, put together by the scan.
struct FileReport
{
    QList<FileTrouble> troubles;
    std::optional<ImageFacts> image;
    std::optional<RecordFacts> records;
    quint64 contentHash = 0; ///< 0: not asked for
    bool wasCancelled = false;

    /// One more of its kind; @p line 0: the file as a whole.
    void add(Trouble trouble, qint64 line = 0, const QString &subject = QString(), const QString &value = QString(), qint64 count = 1);
    bool has(Trouble trouble) const;
    QByteArray toBytes() const;
    static std::optional<FileReport> fromBytes(const QByteArray &bytes);
    bool operator==(const FileReport &) const = default;
};

/// The first 8 bytes of a cryptographic hash: the same on every machine and in every version.
quint64 stableHash(QByteArrayView bytes);
/// Of much content, at memory speed; against chance only, not against somebody who wants two files to be alike.
quint64 fastHash(QByteArrayView bytes);

} // namespace Trainyard
