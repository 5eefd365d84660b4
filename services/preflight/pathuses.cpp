#include "services/preflight/pathuses.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// Where a function of this name takes a path.
struct PathArgument
{
    PathUse::Kind kind;
    int position; ///< -1: only by keyword
    const char *keyword;
};

using K = PathUse::Kind;

const QHash<QString, PathArgument> &knownFunctions()
{
    static const QHash<QString, PathArgument> functions{
        {u"torch.save"_s, {K::SaveModel, 1, "f"}},
        {u"torch.jit.save"_s, {K::SaveModel, 1, "f"}},
        {u"torch.onnx.export"_s, {K::SaveModel, 2, "f"}},
        {u"accelerate.Accelerator().save"_s, {K::SaveModel, 1, "f"}},
        {u"save_pretrained"_s, {K::SaveModel, 0, "save_directory"}},
        {u"save_model"_s, {K::SaveModel, 0, "output_dir"}},
        {u"safetensors.torch.save_model"_s, {K::SaveModel, 1, "filename"}},
        {u"save_file"_s, {K::SaveModel, 1, "filename"}},
        {u"save_state"_s, {K::SaveModel, 0, "output_dir"}},
        {u"save_checkpoint"_s, {K::SaveModel, 0, "save_dir"}},
        {u"save_weights"_s, {K::SaveModel, 0, "filepath"}},
        {u"TrainingArguments"_s, {K::SaveModel, 0, "output_dir"}},
        {u"Seq2SeqTrainingArguments"_s, {K::SaveModel, 0, "output_dir"}},
        {u"SFTConfig"_s, {K::SaveModel, -1, "output_dir"}},
        {u"ModelCheckpoint"_s, {K::SaveModel, 0, "dirpath"}},
        {u"mindspore.save_checkpoint"_s, {K::SaveModel, 1, "ckpt_file_name"}},
        {u"joblib.dump"_s, {K::SaveModel, 1, "filename"}},
        {u"pickle.dump"_s, {K::SaveModel, 1, "file"}},
        {u"save"_s, {K::SaveOther, 0, "filepath"}},
        {u"numpy.save"_s, {K::SaveOther, 0, "file"}},
        {u"numpy.savez"_s, {K::SaveOther, 0, "file"}},
        {u"numpy.savez_compressed"_s, {K::SaveOther, 0, "file"}},
        {u"json.dump"_s, {K::SaveOther, 1, "fp"}},
        {u"yaml.dump"_s, {K::SaveOther, 1, "stream"}},
        {u"to_csv"_s, {K::SaveOther, 0, "path_or_buf"}},
        {u"to_parquet"_s, {K::SaveOther, 0, "path"}},
        {u"savefig"_s, {K::SaveOther, 0, "fname"}},
        {u"torch.load"_s, {K::Read, 0, "f"}},
        {u"numpy.load"_s, {K::Read, 0, "file"}},
        {u"pandas.read_csv"_s, {K::Read, 0, "filepath_or_buffer"}},
        {u"pandas.read_json"_s, {K::Read, 0, "path_or_buf"}},
        {u"pandas.read_parquet"_s, {K::Read, 0, "path"}},
        {u"PIL.Image.open"_s, {K::Read, 0, "fp"}},
        {u"cv2.imread"_s, {K::Read, 0, "filename"}},
        {u"ImageFolder"_s, {K::Read, 0, "root"}},
        {u"DatasetFolder"_s, {K::Read, 0, "root"}},
        {u"os.listdir"_s, {K::Read, 0, "path"}},
        {u"os.scandir"_s, {K::Read, 0, "path"}},
        {u"load_from_disk"_s, {K::Read, 0, "dataset_path"}},
        {u"OmegaConf.load"_s, {K::Read, 0, "file_"}},
        {u"shutil.copy"_s, {K::Copy, 0, "src"}},
        {u"shutil.copy2"_s, {K::Copy, 0, "src"}},
        {u"shutil.copyfile"_s, {K::Copy, 0, "src"}},
        {u"shutil.copytree"_s, {K::Copy, 0, "src"}},
        {u"shutil.move"_s, {K::Copy, 0, "src"}},
        {u"os.rename"_s, {K::Copy, 0, "src"}},
        {u"os.replace"_s, {K::Copy, 0, "src"}},
        {u"os.symlink"_s, {K::Copy, 0, "src"}},
        {u"copy_tree"_s, {K::Copy, 0, "src"}},
        {u"copy_parallel"_s, {K::Copy, 0, "src_url"}},
        {u"moxing.file.copy"_s, {K::Copy, 0, "src_url"}},
        {u"os.path.exists"_s, {K::Test, 0, "path"}},
        {u"os.path.isdir"_s, {K::Test, 0, "s"}},
        {u"os.path.isfile"_s, {K::Test, 0, "path"}},
        {u"os.makedirs"_s, {K::Test, 0, "name"}},
        {u"os.mkdir"_s, {K::Test, 0, "path"}},
        {u"exists"_s, {K::Test, -1, ""}},
        {u"is_file"_s, {K::Test, -1, ""}},
        {u"is_dir"_s, {K::Test, -1, ""}},
        {u"mkdir"_s, {K::Test, -1, ""}},
        {u"write_text"_s, {K::SaveOther, -1, ""}},
        {u"write_bytes"_s, {K::SaveOther, -1, ""}},
        {u"read_text"_s, {K::Read, -1, ""}},
        {u"read_bytes"_s, {K::Read, -1, ""}},
        {u"iterdir"_s, {K::Read, -1, ""}},
        {u"glob"_s, {K::Read, -1, ""}},
        {u"rglob"_s, {K::Read, -1, ""}},
    };
    return functions;
}

/// An open file stands for its path.
ScriptValue unwrapped(const ScriptValue &value)
{
    return value.is(ScriptValue::Kind::External) && value.items.size() == 1 ? value.items.first() : value;
}

PathUse useOfOpen(const ScriptCall &call)
{
    const ScriptValue mode = call.argument(1, "mode"_L1);
    const bool writes = mode.is(ScriptValue::Kind::Text) && !mode.isPartial && mode.text.contains(QRegularExpression(u"[wax]"_s));
    const bool reads = mode.is(ScriptValue::Kind::Unknown) ? call.arguments.size() < 2 && !call.keyword("mode"_L1) : mode.text.contains(u'r');
    return {writes ? K::SaveOther : reads ? K::Read : K::Other, call.argument(0, "file"_L1), {}, &call};
}

} // namespace

QList<PathUse> pathUses(const QList<ScriptCall> &calls)
{
    QList<PathUse> uses;
    for (const ScriptCall &call : calls) {
        if (call.callee == "open"_L1) {
            uses.append(useOfOpen(call));
            continue;
        }
        const QHash<QString, PathArgument> &functions = knownFunctions();
        auto known = functions.constFind(call.callee);
        known = known == functions.constEnd() ? functions.constFind(call.callee.section(u'.', -2)) : known;
        known = known == functions.constEnd() ? functions.constFind(call.name()) : known;
        if (known == functions.constEnd()) {
            for (const ScriptValue &argument : call.arguments)
                uses.append({K::Other, unwrapped(argument), {}, &call});
            for (const auto &[name, argument] : call.keywords)
                uses.append({K::Other, unwrapped(argument), {}, &call});
            continue;
        }
        const bool isMethodOfPath = known->position < 0 && QByteArrayView(known->keyword).isEmpty();
        PathUse use{known->kind, isMethodOfPath ? call.receiver : unwrapped(call.argument(known->position, QLatin1StringView(known->keyword))), {}, &call};
        if (use.kind == K::Copy)
            use.target = call.argument(1, "dst"_L1);
        if (call.name() == "ModelCheckpoint"_L1 && use.path.is(ScriptValue::Kind::Unknown))
            use.path = call.argument(-1, "filepath"_L1);
        uses.append(use);
    }
    return uses;
}

} // namespace Trainyard
