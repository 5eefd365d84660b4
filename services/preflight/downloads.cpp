#include "services/preflight/downloads.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

using Kind = ScriptValue::Kind;

bool isTrue(const ScriptValue *value)
{
    return value && value->is(Kind::Bool) && value->text == "True"_L1;
}

/// The code itself (or a parameter of the job) says it, from its first character.
bool isNamed(const ScriptValue &value)
{
    return value.is(Kind::Text) && value.origin <= ScriptValue::Origin::Parameter && !value.text.isEmpty();
}

bool looksLikePath(const QString &text)
{
    return text.startsWith(u'/') || text.startsWith(u'.') || text.startsWith(u'~') || text.contains(u'\\') || text.count(u'/') > 1;
}

bool isAddress(const ScriptValue &value)
{
    static const QRegularExpression address(u"^(?:https?|ftp)://(?!localhost|127\\.)"_s);
    return isNamed(value) && value.text.contains(address);
}

std::optional<QString> ofHubName(const ScriptValue &name, const std::function<bool(const QString &)> &isLocalFile)
{
    if (!isNamed(name) || looksLikePath(name.text) || isLocalFile(name.text))
        return std::nullopt;
    return name.text;
}

/// `wget`, `git clone`, `pip install` in a command that the script runs.
std::optional<QString> ofCommand(const ScriptCall &call)
{
    QString command = call.argument(0, "args"_L1).text;
    for (const ScriptValue &word : call.argument(0, "args"_L1).items)
        command += u' ' + word.text;
    static const QRegularExpression loads(u"^\\s*(?:wget|curl|gdown|git\\s+clone|huggingface-cli\\s+download|kaggle|(?:\\S*python\\S*\\s+-m\\s+)?pip3?\\s+install)\\b"_s);
    return command.contains(loads) ? std::optional(command.simplified()) : std::nullopt;
}

} // namespace

std::optional<QString> downloadOf(const ScriptCall &call, const std::function<bool(const QString &)> &isLocalFile)
{
    const QString &callee = call.callee;
    const QString name = call.name();
    const ScriptValue first = call.argument(0, "url"_L1);
    if (isTrue(call.keyword("local_files_only"_L1)))
        return std::nullopt;
    if (name == "from_pretrained"_L1)
        return ofHubName(call.argument(0, "pretrained_model_name_or_path"_L1), isLocalFile);
    if (name == "load_dataset"_L1) {
        static const QStringList builders{u"json"_s, u"csv"_s, u"text"_s, u"parquet"_s, u"arrow"_s, u"imagefolder"_s, u"audiofolder"_s, u"pandas"_s, u"xml"_s, u"webdataset"_s,
                                          u"videofolder"_s, u"sql"_s, u"generator"_s};
        const ScriptValue dataset = call.argument(0, "path"_L1);
        return builders.contains(dataset.text) ? std::nullopt : ofHubName(dataset, isLocalFile);
    }
    static const QStringList byName{u"sentence_transformers.SentenceTransformer"_s, u"evaluate.load"_s, u"whisper.load_model"_s, u"clip.load"_s, u"datasets.load_metric"_s,
                                    u"huggingface_hub.snapshot_download"_s, u"huggingface_hub.hf_hub_download"_s, u"modelscope.snapshot_download"_s, u"tensorflow_datasets.load"_s,
                                    u"nltk.download"_s, u"kagglehub.dataset_download"_s, u"spacy.cli.download"_s, u"modelscope.hub.snapshot_download.snapshot_download"_s};
    if (byName.contains(callee)) {
        const ScriptValue named = call.arguments.isEmpty() && !call.keywords.isEmpty() ? call.keywords.first().second : call.argument(0);
        return ofHubName(named, isLocalFile);
    }
    if (callee == "transformers.pipeline"_L1)
        return ofHubName(call.argument(1, "model"_L1), isLocalFile);
    if (callee == "torch.hub.load"_L1) {
        const ScriptValue *source = call.keyword("source"_L1);
        return source && source->text == "local"_L1 ? std::nullopt : ofHubName(first.is(Kind::Unknown) ? call.argument(0, "repo_or_dir"_L1) : first, isLocalFile);
    }
    static const QStringList byAddress{u"urllib.request.urlretrieve"_s, u"urllib.request.urlopen"_s, u"requests.get"_s, u"requests.post"_s, u"wget.download"_s, u"gdown.download"_s,
                                       u"torch.hub.load_state_dict_from_url"_s, u"torch.utils.model_zoo.load_url"_s, u"torch.hub.download_url_to_file"_s,
                                       u"torchvision.datasets.utils.download_url"_s, u"torchvision.datasets.utils.download_and_extract_archive"_s, u"httpx.get"_s,
                                       u"pandas.read_csv"_s, u"pandas.read_json"_s, u"pandas.read_parquet"_s};
    if (byAddress.contains(callee) || name == "load_url"_L1 || name == "load_state_dict_from_url"_L1) {
        if (isAddress(first) || isAddress(call.argument(0)))
            return call.argument(0).is(Kind::Unknown) ? first.text : call.argument(0).text;
        if (callee == "gdown.download"_L1)
            return callee;
        return std::nullopt;
    }
    if (callee == "os.system"_L1 || callee.startsWith("subprocess."_L1))
        return ofCommand(call);
    if (isTrue(call.keyword("download"_L1)))
        return name;
    if (isTrue(call.keyword("pretrained"_L1)) || (callee.startsWith("torchvision.models."_L1) && isTrue(call.arguments.isEmpty() ? nullptr : &call.arguments.first())))
        return name == u'?' ? u"pretrained=True"_s : name;
    static const QRegularExpression keras(u"(?:keras\\.applications|keras\\.datasets)\\..*"_s);
    if (callee.contains(keras)) {
        if (name == "load_data"_L1)
            return callee.section(u'.', -2, -2);
        const ScriptValue *weights = call.keyword("weights"_L1);
        const bool isModel = !name.isEmpty() && name.front().isUpper();
        return isModel && !(weights && (weights->is(Kind::None) || weights->is(Kind::Unknown))) ? std::optional(name) : std::nullopt;
    }
    if (callee.startsWith("sklearn.datasets.fetch_"_L1))
        return name;
    for (const QLatin1StringView keyword : {"weights"_L1, "weights_backbone"_L1, "encoder_weights"_L1}) {
        const ScriptValue *weights = call.keyword(keyword);
        if (!weights)
            continue;
        const bool isVision = callee.startsWith("torchvision.models"_L1) || callee.startsWith("segmentation_models_pytorch"_L1) || callee.startsWith(u'?');
        const bool isEnum = weights->is(Kind::External) && weights->text.contains("_Weights"_L1);
        static const QStringList known{u"DEFAULT"_s, u"imagenet"_s};
        if (isEnum || (isVision && isNamed(*weights) && (known.contains(weights->text) || weights->text.startsWith("IMAGENET"_L1) || weights->text.startsWith("COCO"_L1))))
            return name == u'?' ? weights->text : name;
    }
    return std::nullopt;
}

QString trackerOf(const ScriptCall &call)
{
    static const QStringList offline{u"offline"_s, u"disabled"_s, u"local"_s, u"dryrun"_s};
    const ScriptValue *mode = call.keyword("mode"_L1);
    if (mode && (!mode->is(Kind::Text) || offline.contains(mode->text)))
        return {};
    if (isTrue(call.keyword("offline"_L1)))
        return {};
    const QString &callee = call.callee;
    if (callee == "wandb.init"_L1 || callee == "wandb.login"_L1 || callee.endsWith(".WandbLogger"_L1))
        return u"wandb"_s;
    if (callee == "swanlab.init"_L1 || callee == "swanlab.login"_L1)
        return u"swanlab"_s;
    if (callee == "comet_ml.Experiment"_L1 || callee == "comet_ml.start"_L1 || callee.endsWith(".CometLogger"_L1))
        return u"comet_ml"_s;
    if (callee.startsWith("neptune."_L1) && call.name().startsWith("init"_L1))
        return u"neptune"_s;
    if (callee == "clearml.Task.init"_L1)
        return u"clearml"_s;
    if (callee == "mlflow.set_tracking_uri"_L1 && isAddress(call.argument(0)))
        return u"mlflow"_s;
    if (const ScriptValue *report = call.keyword("report_to"_L1); report && call.name().endsWith("Arguments"_L1)) {
        for (const ScriptValue &item : report->is(Kind::List) ? report->items : QList<ScriptValue>{*report}) {
            if (item.text == "wandb"_L1 || item.text == "swanlab"_L1 || item.text == "comet_ml"_L1)
                return item.text;
        }
    }
    return {};
}

} // namespace Trainyard
