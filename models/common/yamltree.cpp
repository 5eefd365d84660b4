#include "models/common/yamltree.h"

#include "models/common/textdecoding.h"
#include "models/common/units.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <array>
#include <optional>
#include <sstream>
#include <utility>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Yaml)
};

/// Leaves the parser at once; caught in parseYaml.
struct TooComplex
{
    QString sentence;
    int line;
};

constexpr const char *coreTagPrefix = "tag:yaml.org,2002:";

/// Builds the tree from the parser's events: aliases arrive as events, so nothing is unfolded that we do not count.
class TreeBuilder final : public YAML::EventHandler
{
public:
    YamlNodePtr root() const { return m_root; }
    std::optional<int> secondDocumentLine() const { return m_secondDocumentLine; }

    void OnDocumentStart(const YAML::Mark &mark) override
    {
        if (m_root)
            m_secondDocumentLine = mark.line + 1;
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override { addScalar(mark, "?", anchor, std::string()); }
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, const std::string &value) override
    {
        addScalar(mark, tag, anchor, value);
    }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        const YamlNodePtr target = m_anchors.value(anchor);
        if (!target)
            throw TooComplex{Text::tr("An alias refers to the value that it is part of."), mark.line + 1};
        countNode(mark);
        attach(target, mark);
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, YAML::EmitterStyle::value style) override
    {
        open(YamlNode::Kind::Sequence, mark, tag, anchor, style);
    }
    void OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, YAML::EmitterStyle::value style) override
    {
        open(YamlNode::Kind::Mapping, mark, tag, anchor, style);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    struct Frame
    {
        std::shared_ptr<YamlNode> node;
        YAML::anchor_t anchor;
        YAML::Mark mark;
        std::optional<YamlEntry> pendingKey;
        bool merges = false; ///< holds a key `<<`
    };

    void countNode(const YAML::Mark &mark)
    {
        if (++m_nodes > maximumYamlNodes)
            throw TooComplex{Text::tr("The file holds more than %n values.", nullptr, int(maximumYamlNodes)), mark.line + 1};
    }

    static QString foreignTag(const std::string &tag)
    {
        const bool isKnown = tag.empty() || tag == "?" || tag == "!" || tag.rfind(coreTagPrefix, 0) == 0;
        const bool isPython = tag.find("python") != std::string::npos;
        return isKnown && !isPython ? QString() : QString::fromStdString(tag);
    }

    void addScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, const std::string &value)
    {
        countNode(mark);
        auto node = std::make_shared<YamlNode>();
        node->text = QString::fromStdString(value);
        node->isPlain = tag == "?" || (tag.rfind(coreTagPrefix, 0) == 0 && tag != "tag:yaml.org,2002:str");
        node->foreignTag = foreignTag(tag);
        node->line = mark.line + 1;
        finish(node, anchor, mark);
    }

    void open(YamlNode::Kind kind, const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor, YAML::EmitterStyle::value style)
    {
        countNode(mark);
        if (m_frames.size() >= maximumYamlDepth)
            throw TooComplex{Text::tr("The values are nested more than %n levels deep.", nullptr, maximumYamlDepth), mark.line + 1};
        auto node = std::make_shared<YamlNode>();
        node->kind = kind;
        node->isFlow = style == YAML::EmitterStyle::Flow;
        node->foreignTag = foreignTag(tag);
        node->line = mark.line + 1;
        m_frames.append({node, anchor, mark, std::nullopt, false});
    }

    void close()
    {
        const Frame frame = m_frames.takeLast();
        if (frame.merges)
            merge(*frame.node);
        finish(frame.node, frame.anchor, frame.mark);
    }

    void finish(const YamlNodePtr &node, YAML::anchor_t anchor, const YAML::Mark &mark)
    {
        if (anchor != YAML::NullAnchor)
            m_anchors.insert(anchor, node);
        attach(node, mark);
    }

    void attach(const YamlNodePtr &node, const YAML::Mark &mark)
    {
        if (m_frames.isEmpty()) {
            m_root = node;
            return;
        }
        Frame &frame = m_frames.last();
        YamlNode &parent = *frame.node;
        parent.unfoldedNodes += node->unfoldedNodes;
        parent.height = std::max(parent.height, node->height + 1);
        if (parent.unfoldedNodes > maximumYamlNodes || parent.height > maximumYamlDepth)
            throw TooComplex{Text::tr("Aliases unfold to more than %n values.", nullptr, int(maximumYamlNodes)), mark.line + 1};
        if (parent.kind == YamlNode::Kind::Sequence) {
            parent.items.append(node);
        } else if (!frame.pendingKey) {
            const bool isText = node->kind == YamlNode::Kind::Scalar;
            frame.pendingKey = YamlEntry{node->text, mark.line + 1, isText, nullptr};
            frame.merges = frame.merges || (isText && node->isPlain && node->text == QLatin1String("<<"));
        } else {
            frame.pendingKey->value = node;
            parent.entries.append(*std::exchange(frame.pendingKey, std::nullopt));
        }
    }

    /// `<<: *base` and `<<: [*a, *b]`: what the mapping has itself wins, then the earlier one.
    static void merge(YamlNode &mapping)
    {
        QList<YamlEntry> own;
        QList<YamlNodePtr> sources;
        for (const YamlEntry &entry : std::as_const(mapping.entries)) {
            if (entry.key != QLatin1String("<<"))
                own.append(entry);
            else if (entry.value->kind == YamlNode::Kind::Sequence)
                sources += entry.value->items;
            else
                sources.append(entry.value);
        }
        QSet<QString> known;
        for (const YamlEntry &entry : std::as_const(own))
            known.insert(entry.key);
        for (const YamlNodePtr &source : std::as_const(sources)) {
            for (const YamlEntry &entry : source->entries) {
                if (!known.contains(entry.key)) {
                    known.insert(entry.key);
                    own.append(entry);
                }
            }
        }
        mapping.entries = own;
    }

    QList<Frame> m_frames;
    QHash<YAML::anchor_t, YamlNodePtr> m_anchors;
    YamlNodePtr m_root;
    std::optional<int> m_secondDocumentLine;
    qint64 m_nodes = 0;
};

/// What the parser's English words mean, for the mistakes that people make.
QString syntaxSentence(const std::string &message)
{
    using namespace YAML::ErrorMsg;
    const std::array<std::pair<const char *, QString>, 10> sentences{{
        {END_OF_MAP, Text::tr("The indentation does not fit: this line belongs to no mapping above.")},
        {END_OF_MAP_FLOW, Text::tr("A { is not closed by }, or a comma is missing between two entries.")},
        {END_OF_SEQ, Text::tr("The indentation does not fit: this line belongs to no list above.")},
        {END_OF_SEQ_FLOW, Text::tr("A [ is not closed by ], or a comma is missing between two entries.")},
        {FLOW_END, Text::tr("There is a } or ] that nothing opened.")},
        {MAP_VALUE, Text::tr("There is a colon where no key can stand: a text that holds “: ” needs quotes, and a key one level of indentation.")},
        {BLOCK_ENTRY, Text::tr("A list entry (“- ”) stands where none can be.")},
        {UNKNOWN_ANCHOR, Text::tr("An alias (*name) refers to an anchor (&name) that is not defined above.")},
        {UNKNOWN_TOKEN, Text::tr("A value starts with a character that needs quotes, such as @, ` or %.")},
        {TAB_IN_INDENTATION, Text::tr("The line is indented with a tab; YAML allows blanks only.")},
    }};
    for (const auto &[known, sentence] : sentences) {
        if (message == known)
            return sentence;
    }
    return Text::tr("This is not YAML (%1).").arg(QString::fromStdString(message));
}

bool isIndentedWithTab(const QByteArray &line)
{
    for (const char c : line) {
        if (c == '\t')
            return true;
        if (c != ' ')
            return false;
    }
    return false;
}

/// The last line with an odd number of the same quotes: where a text that is never closed most likely starts.
std::optional<int> openQuoteLine(const QByteArray &text)
{
    const QList<QByteArray> lines = text.split('\n');
    for (qsizetype i = lines.size() - 1; i >= 0; --i) {
        if (lines[i].count('"') % 2 == 1 || lines[i].count('\'') % 2 == 1)
            return int(i) + 1;
    }
    return std::nullopt;
}

Finding syntaxFinding(const QByteArray &text, const QString &fileName, const YAML::Exception &error)
{
    if (const std::optional<int> line = openQuoteLine(text); line && (error.msg == YAML::ErrorMsg::DOC_IN_SCALAR || error.msg == YAML::ErrorMsg::EOF_IN_SCALAR)) {
        return errorFinding("job.syntax", {fileName, line, QString()}, Text::tr("The quoted text in line %1 is not closed.").arg(*line),
                            Text::tr("Add the missing quote at the end of the text."));
    }
    const int lastLine = int(text.trimmed().count('\n')) + 1; // what is missing at the end is reported at the last line there is
    const int line = error.mark.is_null() ? 1 : std::min(error.mark.line + 1, lastLine);
    const int column = error.mark.is_null() ? 1 : error.mark.column + 1;
    const QList<QByteArray> linesAbove = text.split('\n').mid(0, line);
    for (qsizetype i = 0; i < linesAbove.size(); ++i) {
        if (isIndentedWithTab(linesAbove[i])) {
            return errorFinding("job.syntax", {fileName, int(i) + 1, QString()},
                                Text::tr("Line %1 is indented with a tab; YAML allows blanks only.").arg(i + 1),
                                Text::tr("Replace the tabs at the start of the lines by blanks, two for each level."));
        }
    }
    const QString shown = QString::fromUtf8(linesAbove.value(line - 1)).trimmed().left(80);
    return errorFinding("job.syntax", {fileName, line, QString()},
                        Text::tr("Line %1, column %2: %3").arg(line).arg(column).arg(syntaxSentence(error.msg)),
                        shown.isEmpty() ? Text::tr("Look at the lines above line %1.").arg(line)
                                        : Text::tr("Look at “%1” and the line above it.").arg(shown));
}

void findDuplicates(const YamlNode &node, const QString &path, const QString &fileName, Findings &findings)
{
    QHash<QString, int> firstLines;
    for (const YamlEntry &entry : node.entries) {
        const QString key = path.isEmpty() ? entry.key : path + u'.' + entry.key;
        if (entry.isText && firstLines.contains(entry.key)) {
            const int first = firstLines.value(entry.key);
            const QString message = first == entry.line
                ? Text::tr("%1 stands twice in line %2; one of the two would be lost.").arg(key).arg(first)
                : Text::tr("%1 stands twice, in lines %2 and %3; one of the two would be lost.").arg(key).arg(first).arg(entry.line);
            Finding finding = errorFinding("job.duplicate-key", {}, message, Text::tr("Keep one of them, with the values of both."));
            findings.append(atPlaces(finding, {{fileName, entry.line, key}, {fileName, firstLines.value(entry.key), key}}));
            findings.last().count = 1;
        }
        firstLines.insert(entry.key, entry.line);
        findDuplicates(*entry.value, key, fileName, findings);
    }
    for (qsizetype i = 0; i < node.items.size(); ++i)
        findDuplicates(*node.items[i], QStringLiteral("%1[%2]").arg(path).arg(i), fileName, findings);
}

YamlTree failed(const Finding &finding)
{
    return {nullptr, {finding}};
}

} // namespace

bool YamlNode::isNull() const
{
    return kind == Kind::Scalar && isPlain
        && (text.isEmpty() || text == u"~" || text == u"null" || text == u"Null" || text == u"NULL");
}

const YamlNode *YamlNode::value(QStringView key) const
{
    for (const YamlEntry &entry : entries) {
        if (entry.isText && entry.key == key)
            return entry.value.get();
    }
    return nullptr;
}

YamlTree parseYaml(const QByteArray &bytes, const QString &fileName, qint64 maximumBytes)
{
    if (bytes.size() > maximumBytes) {
        return failed(errorFinding("job.too-complex", {fileName, std::nullopt, QString()},
                                   Text::tr("The file is larger than %1, and was not read.").arg(displaySize(maximumBytes)),
                                   Text::tr("Choose the right file; a job file is a few kilobytes of text.")));
    }
    const DecodedText text = decodeText(bytes);
    if (!text.problem.isEmpty()) {
        return failed(errorFinding("job.encoding", {fileName, text.problemLine, QString()}, text.problem,
                                   Text::tr("Save the file as UTF-8 in your editor, or choose the right file.")));
    }
    TreeBuilder builder;
    YamlTree tree;
    try {
        // yaml-cpp 0.7 takes the end of the file for the end of a quoted text; a document end marker in it is refused.
        std::istringstream stream(text.utf8.toStdString() + "\n...\n");
        YAML::Parser parser(stream);
        if (parser.HandleNextDocument(builder)) {
            tree.root = builder.root();
            parser.HandleNextDocument(builder);
        }
    } catch (const TooComplex &problem) {
        return failed(errorFinding("job.too-complex", {fileName, problem.line, QString()}, problem.sentence,
                                   Text::tr("Write the values out, without anchors and aliases.")));
    } catch (const YAML::Exception &error) {
        return failed(syntaxFinding(text.utf8, fileName, error));
    }
    if (const std::optional<int> line = builder.secondDocumentLine()) {
        tree.findings.append(errorFinding("job.syntax", {fileName, line, QString()},
                                          Text::tr("A second document starts at line %1; only the first is read.").arg(*line),
                                          Text::tr("Keep one document to a file: remove the line “---” and what follows it.")));
    }
    if (tree.root)
        findDuplicates(*tree.root, QString(), fileName, tree.findings);
    return tree;
}

} // namespace Trainyard
