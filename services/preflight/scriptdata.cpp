#include "services/preflight/scriptdata.h"

#include <algorithm>

namespace Trainyard {

using namespace Qt::StringLiterals;

namespace {

using Answer = ScriptHints::Answer;

/// The last name of what is called: `open` of Image.open().
QString calledName(const SyntaxNode &call)
{
    const SyntaxNode &function = call.at("func"_L1);
    return function.is("Attribute"_L1) ? function.text : function.is("Name"_L1) ? function.text : QString();
}

/// The whole of it, as far as it is made of names: `Image.open`.
QString dottedName(const SyntaxNode &node)
{
    if (node.is("Name"_L1))
        return node.text;
    if (!node.is("Attribute"_L1))
        return QString();
    const QString base = dottedName(node.at("value"_L1));
    return base.isEmpty() ? node.text : base + u'.' + node.text;
}

std::optional<qint64> wholeNumber(const SyntaxNode &node)
{
    const bool isNegative = node.is("UnaryOp"_L1) && node.operators.contains("USub"_L1);
    bool isNumber = false;
    const qint64 value = (isNegative ? node.at("operand"_L1) : node).text.toLongLong(&isNumber);
    return isNumber ? std::optional(isNegative ? -value : value) : std::nullopt;
}

class HintReader
{
public:
    explicit HintReader(ScriptHints &hints)
        : m_hints(hints)
    {
    }

    void read(const SyntaxNode &tree)
    {
        visitNodes(tree, [this](const SyntaxNode &node) {
            if (node.is("Call"_L1))
                lookAtCall(node);
            else if (node.is("Subscript"_L1))
                lookAtKey(node);
            else if (node.is("Compare"_L1))
                lookAtTest(node);
            else if (node.is("BinOp"_L1))
                lookAtDifference(node);
            else if (node.is("Try"_L1))
                lookAtTry(node);
            else if (node.is("Constant"_L1) && (node.text == "65535"_L1 || node.text == "65535.0"_L1 || node.text == "65536"_L1 || node.text.startsWith("I;16"_L1)))
                m_hints.handlesDeepColour = true;
            else if (node.is("Attribute"_L1) && (node.text == "uint16"_L1 || node.text == "IMREAD_UNCHANGED"_L1 || node.text == "IMREAD_ANYDEPTH"_L1))
                m_hints.handlesDeepColour = true;
            else if (node.is("Attribute"_L1) && node.text == "mode"_L1)
                m_looksAtModes = true;
            return true;
        });
    }

    void finish()
    {
        m_hints.convertsImages = m_converts ? Answer::Yes : m_opensRaw && !m_looksAtModes ? Answer::No : Answer::Unknown;
    }

private:
    void lookAtCall(const SyntaxNode &call)
    {
        const QString name = calledName(call);
        lookAtImageCall(call, name);
        lookAtTextCall(call, name);
        static const QStringList filling{u"dropna"_s, u"fillna"_s, u"nan_to_num"_s, u"isnan"_s, u"isfinite"_s, u"isna"_s, u"isnull"_s, u"notna"_s, u"interpolate"_s, u"SimpleImputer"_s, u"KNNImputer"_s, u"ffill"_s, u"bfill"_s, u"nanmean"_s};
        if (filling.contains(name))
            m_hints.fillsMissing = true;
        if (name == "WeightedRandomSampler"_L1 || name == "compute_class_weight"_L1 || name.contains("Focal"_L1) || name.contains("Balanced"_L1)
            || (name.contains("CrossEntropy"_L1, Qt::CaseInsensitive) || name == "cross_entropy"_L1 ? bool(call.keyword("weight"_L1)) : bool(call.keyword("class_weight"_L1)))
            || call.keyword("pos_weight"_L1))
            m_hints.weightsClasses = true;
        static const QStringList mapping{u"LabelEncoder"_s, u"factorize"_s, u"get_dummies"_s, u"class_encode_column"_s, u"OrdinalEncoder"_s};
        const bool looksUp = (name == "index"_L1 || name == "map"_L1 || name == "replace"_L1) && call.at("func"_L1).is("Attribute"_L1) && mentionsLabel(call);
        if (mapping.contains(name) || looksUp)
            m_hints.changesLabels = true;
        if (const auto ignored = wholeNumber(call.keyword("ignore_index"_L1)))
            m_hints.ignoredLabels.append(*ignored);
        if (call.keyword("allow_pickle"_L1).text == "True"_L1)
            m_hints.allowsPickle = true;
        const SyntaxNode &first = call.at("args"_L1);
        if ((name == "get"_L1 || name == "pop"_L1) && first.isText())
            m_hints.optionalKeys.insert(first.text);
    }

    void lookAtImageCall(const SyntaxNode &call, const QString &name)
    {
        const QString dotted = dottedName(call.at("func"_L1));
        const SyntaxNode &first = call.at("args"_L1);
        static const QStringList converting{u"pil_loader"_s, u"load_img"_s, u"image_dataset_from_directory"_s, u"flow_from_directory"_s, u"flow_from_dataframe"_s, u"to_rgb"_s, u"ToRGB"_s, u"cvtColor"_s, u"gray2rgb"_s,
                                            u"load_image"_s, u"Grayscale"_s, u"from_folder"_s, u"from_name_func"_s};
        if ((name == "convert"_L1 && call.list("args"_L1).size() >= 1) || converting.contains(name) || (name == "ImageFolder"_L1 && !call.keyword("loader"_L1)))
            m_converts = true;
        else if (dotted == "cv2.imread"_L1)
            m_converts = m_converts || call.list("args"_L1).size() < 2 || !(call.list("args"_L1)[1].text.contains("UNCHANGED"_L1) || wholeNumber(call.list("args"_L1)[1]) == -1);
        else if (name == "read_image"_L1 || name == "decode_image"_L1 || name == "decode_jpeg"_L1 || name == "decode_png"_L1)
            (call.keyword("mode"_L1) || call.keyword("channels"_L1) || call.list("args"_L1).size() > 1 ? m_converts : m_opensRaw) = true;
        else if (dotted == "Image.open"_L1 || dotted == "PIL.Image.open"_L1 || name == "imread"_L1)
            m_opensRaw = true;
        else if (name == "load_dataset"_L1 && first.text == "imagefolder"_L1)
            m_opensRaw = true;
        static const QStringList channels{u"repeat"_s, u"expand"_s, u"expand_as"_s, u"repeat_interleave"_s, u"getbands"_s, u"ensure_rgb"_s};
        if (channels.contains(name) || name.contains("create_dataset"_L1))
            m_looksAtModes = true;
        static const QStringList sizing{u"Resize"_s, u"resize"_s, u"RandomResizedCrop"_s, u"CenterCrop"_s, u"RandomCrop"_s, u"crop"_s, u"thumbnail"_s, u"interpolate"_s, u"pad"_s, u"LongestMaxSize"_s, u"pad_sequence"_s, u"fit"_s, u"create_transform"_s, u"transforms"_s, u"preprocess"_s, u"letterbox"_s,
                                        u"image_dataset_from_directory"_s, u"flow_from_directory"_s, u"flow_from_dataframe"_s};
        if (sizing.contains(name) || name.contains("resize"_L1, Qt::CaseInsensitive) || name.contains("crop"_L1, Qt::CaseInsensitive) || name.contains("processor"_L1, Qt::CaseInsensitive) || call.keyword("collate_fn"_L1) || call.keyword("image_size"_L1)
            || call.keyword("target_size"_L1))
            m_hints.resizesImages = true;
    }

    void lookAtTextCall(const SyntaxNode &call, const QString &name)
    {
        static const QStringList readers{u"open"_s, u"read_csv"_s, u"read_table"_s, u"read_json"_s, u"read_text"_s, u"loadtxt"_s, u"genfromtxt"_s, u"load_dataset"_s};
        if (!readers.contains(name) || dottedName(call.at("func"_L1)).endsWith("Image.open"_L1))
            return;
        const SyntaxNode &mode = name == "open"_L1 && call.list("args"_L1).size() > 1 ? call.list("args"_L1)[1] : call.keyword("mode"_L1);
        if (mode.isText() && (mode.text.contains(u'b') || mode.text.contains(u'w') || mode.text.contains(u'a')))
            return;
        const SyntaxNode &encoding = call.keyword("encoding"_L1);
        const QString said = encoding.text.toLower().remove(u'-').remove(u'_');
        if (encoding)
            m_hints.encodings.append(said);
        m_hints.opensText = m_hints.opensText || said.isEmpty() || said == "utf8"_L1 || said == "utf8sig"_L1;
        const SyntaxNode &errors = call.keyword("errors"_L1) ? call.keyword("errors"_L1) : call.keyword("encoding_errors"_L1);
        if (errors && errors.text != "strict"_L1)
            m_hints.ignoresEncodingErrors = true;
    }

    void lookAtKey(const SyntaxNode &subscript)
    {
        const SyntaxNode &key = subscript.at("slice"_L1);
        if (key.is("Subscript"_L1) && mentionsLabel(key)) // numbers[row["label"]]
            m_hints.changesLabels = true;
        if (key.isText())
            m_hints.neededKeys.insert(key.text);
        for (const SyntaxNode &item : key.list("elts"_L1)) { // frame[["a", "b"]]
            if (item.isText())
                m_hints.neededKeys.insert(item.text);
        }
    }

    /// `"key" in row`: it may be missing.
    void lookAtTest(const SyntaxNode &comparison)
    {
        if (comparison.operators.contains("In"_L1) && comparison.at("left"_L1).isText())
            m_hints.optionalKeys.insert(comparison.at("left"_L1).text);
    }

    static bool mentionsLabel(const SyntaxNode &tree)
    {
        bool found = false;
        visitNodes(tree, [&found](const SyntaxNode &node) {
            const QString text = node.text.toLower();
            found = found || text.contains("label"_L1) || text.contains("target"_L1) || text == "class"_L1 || text == "y"_L1;
            return !found;
        });
        return found;
    }

    /// `label - 1`, `row["label"] - 1`: labels that are counted from 1.
    void lookAtDifference(const SyntaxNode &operation)
    {
        if (!operation.operators.contains("Sub"_L1) || operation.at("right"_L1).text != "1"_L1)
            return;
        if (mentionsLabel(operation.at("left"_L1)))
            m_hints.changesLabels = true;
    }

    /// try: json.loads(line) except: continue
    void lookAtTry(const SyntaxNode &statement)
    {
        bool loads = false;
        for (const SyntaxNode &part : statement.list("body"_L1)) {
            visitNodes(part, [&loads](const SyntaxNode &node) {
                loads = loads || (node.is("Call"_L1) && calledName(node) == "loads"_L1);
                return true;
            });
        }
        m_hints.skipsBadLines = m_hints.skipsBadLines || loads;
    }

    ScriptHints &m_hints;
    bool m_converts = false;
    bool m_opensRaw = false;
    bool m_looksAtModes = false;
};

/// What the job calls `name`: a parameter of one of the names.
QString parameterText(const Job &job, const QStringList &names)
{
    for (const QString &name : names) {
        if (const Parameter *parameter = job.parameter(name); parameter && !parameter->isFlag)
            return resolvedValues(job, *parameter).value(0);
    }
    return QString();
}

} // namespace

ScriptHints scriptHints(const PreflightContext &context, const ScriptScan *scan)
{
    ScriptHints hints;
    if (!context.job().code.preset.isEmpty()) { // our own trainer's loader
        hints.isRead = true;
        hints.convertsImages = Answer::Yes;
        hints.resizesImages = true;
        return hints;
    }
    if (!scan)
        return hints;
    HintReader reader(hints);
    hints.isRead = scan->isComplete && !scan->files.isEmpty();
    for (const ScriptFile &file : scan->files) {
        if (file.tree)
            reader.read(*file.tree);
        else
            hints.isRead = false;
    }
    reader.finish();
    hints.neededKeys -= hints.optionalKeys;
    return hints;
}

ReadOptions readOptions(const PreflightContext &context, const JobInput &input, const ScriptHints &hints)
{
    const Job &job = context.job();
    ReadOptions options;
    options.format = input.format;
    options.targetColumn = parameterText(job, {u"target"_s, u"label"_s, u"target_column"_s, u"label_column"_s, u"target-column"_s, u"label-column"_s});
    options.ignoredLabels = hints.ignoredLabels;
    bool isNumber = false;
    const qint64 asked = parameterText(job, {u"num_classes"_s, u"num_labels"_s, u"n_classes"_s, u"num-classes"_s, u"num-labels"_s, u"nclasses"_s}).toLongLong(&isNumber);
    if (isNumber && asked > 0) {
        options.numClasses = asked;
        options.isClassification = true;
    }
    if (!job.model)
        return options;
    if (job.model->numClasses)
        options.numClasses = job.model->numClasses;
    const QString &loss = job.model->loss, &task = job.model->task;
    const bool isRegression = task.contains("regression"_L1) || loss.contains("mse"_L1) || loss.contains("l1"_L1) || loss.contains("huber"_L1) || loss.contains("mae"_L1);
    options.isClassification = options.numClasses && !isRegression && !task.contains("lm"_L1);
    options.readsMasks = task.contains("segmentation"_L1);
    if (job.model->input) {
        options.inputShape = job.model->input->shape;
        options.inputType = job.model->input->dtype;
    }
    return options;
}

} // namespace Trainyard
