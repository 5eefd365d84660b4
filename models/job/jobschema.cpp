#include "models/job/jobschema.h"

#include "models/common/enumtext.h"

#include <QRegularExpression>

namespace Trainyard {

namespace {

using Type = SchemaKey::Type;

constexpr EnumText passModes{std::array{std::pair{PassMode::Argument, "argument"}, std::pair{PassMode::Environment, "environment"},
                                        std::pair{PassMode::None, "none"}}};

/// Argument is what a left-out `pass` means: it is not written.
TextAccess passAccess(PassMode &mode)
{
    return {[&mode] { return mode == PassMode::Argument ? QString() : passModes.toText(mode); },
            [&mode](const QString &text) { mode = passModes.fromText(text).value_or(PassMode::Argument); }};
}

TextAccess accessAccess(QString &access)
{
    return {[&access] { return access == QLatin1String("read") ? QString() : access; }, [&access](const QString &text) { access = text; }};
}

TextAccess phaseAccess(std::optional<Phase> &phase)
{
    return {[&phase] { return phase ? phaseToText(*phase) : QString(); }, [&phase](const QString &text) { phase = phaseFromText(text); }};
}

QStringList words(const char *blankSeparated)
{
    return QString::fromLatin1(blankSeparated).split(u' ');
}

SchemaKey text(const char *path)
{
    return {QLatin1String(path), Type::Text};
}

SchemaKey requiredText(const char *path)
{
    SchemaKey key = text(path);
    key.isRequired = true;
    return key;
}

SchemaKey choice(const char *path, const char *choices)
{
    return {QLatin1String(path), Type::Choice, words(choices)};
}

/// A text with values worth suggesting: more are allowed.
SchemaKey suggestion(const char *path, const char *choices)
{
    return {QLatin1String(path), Type::Choice, words(choices), true};
}

SchemaKey choiceList(const char *path, const char *choices)
{
    return {QLatin1String(path), Type::TextList, words(choices)};
}

SchemaKey integer(const char *path, double minimum, std::optional<double> maximum = std::nullopt)
{
    SchemaKey key{QLatin1String(path), Type::Integer};
    key.minimum = minimum;
    key.maximum = maximum;
    return key;
}

SchemaKey positiveNumber(const char *path)
{
    SchemaKey key{QLatin1String(path), Type::Number};
    key.minimum = 0;
    key.excludesMinimum = true;
    return key;
}

SchemaKey numberFromZero(const char *path, std::optional<double> below = std::nullopt)
{
    SchemaKey key{QLatin1String(path), Type::Number};
    key.minimum = 0;
    key.maximum = below;
    key.excludesMaximum = true;
    return key;
}

SchemaKey ofType(const char *path, Type type)
{
    return {QLatin1String(path), type};
}

/// A struct that is always there: written only when it holds something.
SectionAccess plainSection(Job &)
{
    return {};
}

template<typename T>
T &made(std::optional<T> &section)
{
    return section ? *section : section.emplace();
}

Job::Checkpoints &checkpoints(Job &job) { return made(job.checkpoints); }
Job::Model &model(Job &job) { return made(job.model); }
Job::Training &training(Job &job) { return made(job.training); }
Job::Lora &lora(Job &job) { return made(training(job).lora); }
Job::Optimizer &optimizer(Job &job) { return made(training(job).optimizer); }
Job::Parallel &parallel(Job &job) { return made(training(job).parallel); }
Job::ModelInput &modelInput(Job &job) { return made(model(job).input); }

const Schema &inputSchema()
{
    static const Schema schema{{
        schemaField<JobInput>(requiredText("name"), [](JobInput &input) { return &input.name; }),
        schemaField<JobInput>(requiredText("source"), [](JobInput &input) { return &input.source; }),
        schemaField<JobInput>(choice("format", "image-folder csv jsonl text numpy yolo coco parquet tfrecord"), [](JobInput &input) { return &input.format; }),
        schemaField<JobInput>(choice("access", "read read-write"), [](JobInput &input) { return accessAccess(input.access); }),
        schemaField<JobInput>(choice("pass", "argument environment none"), [](JobInput &input) { return passAccess(input.pass); }),
    }};
    return schema;
}

const Schema &outputSchema()
{
    static const Schema schema{{
        schemaField<JobOutput>(requiredText("name"), [](JobOutput &output) { return &output.name; }),
        schemaField<JobOutput>(requiredText("destination"), [](JobOutput &output) { return &output.destination; }),
        schemaField<JobOutput>(choice("pass", "argument environment none"), [](JobOutput &output) { return passAccess(output.pass); }),
    }};
    return schema;
}

const Schema &logPatternSchema()
{
    static const Schema schema{{
        schemaField<LogPattern>(requiredText("name"), [](LogPattern &pattern) { return &pattern.name; }),
        schemaField<LogPattern>(choice("phase", "train eval test"), [](LogPattern &pattern) { return phaseAccess(pattern.phase); }),
        schemaField<LogPattern>(requiredText("pattern"), [](LogPattern &pattern) { return &pattern.pattern; }),
    }};
    return schema;
}

template<typename Accessor>
SchemaField jobField(SchemaKey key, Accessor accessor, const Schema *items = nullptr)
{
    return schemaField<Job>(std::move(key), accessor, items);
}

QList<SchemaField> headFields()
{
    SchemaKey code = ofType("code", Type::Mapping);
    code.isRequired = true;
    return {
        jobField(choice("schema", "trainyard/job/v1"), [](Job &) { return TextAccess{[] { return QStringLiteral("trainyard/job/v1"); }, [](const QString &) {}}; }),
        jobField(requiredText("name"), [](Job &job) { return &job.name; }),
        jobField(text("description"), [](Job &job) { return &job.description; }),
        jobField(text("profile"), [](Job &job) { return &job.profile; }),
        jobField(text("purpose"), [](Job &job) { return &job.purpose; }),
        jobField(text("project"), [](Job &job) { return &job.project; }),
        jobField(ofType("environment", Type::Mapping), plainSection),
        jobField(text("environment.image"), [](Job &job) { return &job.environment.image; }),
        jobField(text("environment.requirements"), [](Job &job) { return &job.environment.requirements; }),
        jobField(text("environment.python"), [](Job &job) { return &job.environment.python; }),
        jobField(ofType("environment.versions", Type::TextMap), [](Job &job) { return &job.environment.versions; }),
        jobField(ofType("compute", Type::Mapping), plainSection),
        jobField(text("compute.flavor"), [](Job &job) { return &job.compute.flavor; }),
        jobField(integer("compute.nodes", 1), [](Job &job) { return &job.compute.nodes; }),
        jobField(ofType("compute.spot", Type::Boolean), [](Job &job) { return &job.compute.spot; }),
        jobField(code, plainSection),
        jobField(text("code.directory"), [](Job &job) { return &job.code.directory; }),
        jobField(text("code.boot_file"), [](Job &job) { return &job.code.bootFile; }),
        jobField(text("code.command"), [](Job &job) { return &job.code.command; }),
        jobField(choice("code.preset", "image-classification"), [](Job &job) { return &job.code.preset; }),
        jobField(ofType("parameters", Type::Parameters), [](Job &job) { return &job.parameters; }),
        jobField(ofType("environment_variables", Type::TextMap), [](Job &job) { return &job.environmentVariables; }),
    };
}

QList<SchemaField> placeFields()
{
    SchemaKey outputs = ofType("outputs", Type::MappingList);
    outputs.isRequired = true;
    return {
        jobField(ofType("inputs", Type::MappingList), [](Job &job) { return listAccess(job.inputs); }, &inputSchema()),
        jobField(outputs, [](Job &job) { return listAccess(job.outputs); }, &outputSchema()),
        jobField(ofType("checkpoints", Type::Mapping), [](Job &job) { return sectionAccess(job.checkpoints); }),
        jobField(text("checkpoints.directory"), [](Job &job) { return &checkpoints(job).directory; }),
        jobField(integer("checkpoints.every_steps", 1), [](Job &job) { return &checkpoints(job).everySteps; }),
        jobField(integer("checkpoints.keep", 1), [](Job &job) { return &checkpoints(job).keep; }),
        jobField(suggestion("checkpoints.resume", "auto never"), [](Job &job) { return &checkpoints(job).resume; }),
        jobField(ofType("logs", Type::Mapping), plainSection),
        jobField(ofType("logs.patterns", Type::MappingList), [](Job &job) { return listAccess(job.logPatterns); }, &logPatternSchema()),
        jobField(ofType("limits", Type::Mapping), plainSection),
        jobField(ofType("limits.max_duration", Type::Duration), [](Job &job) { return &job.limits.maxDuration; }),
        jobField(positiveNumber("limits.max_cost"), [](Job &job) { return &job.limits.maxCost; }),
        jobField(ofType("limits.stop_when_idle", Type::Duration), [](Job &job) { return &job.limits.stopWhenIdle; }),
        jobField(choiceList("alerts", "done failed nan hang checkpoint limit"), [](Job &job) { return &job.alerts; }),
    };
}

QList<SchemaField> modelFields()
{
    SchemaKey shape = integer("model.input.shape", 1);
    shape.type = Type::IntegerList;
    return {
        jobField(ofType("model", Type::Mapping), [](Job &job) { return sectionAccess(job.model); }),
        jobField(text("model.torchscript"), [](Job &job) { return &model(job).torchscript; }),
        jobField(suggestion("model.architecture", "small-cnn resnet18 resnet34 resnet50 resnet101 resnet152 vgg11 vgg13 vgg16 vgg19 "
                                                  "vgg11_bn vgg13_bn vgg16_bn vgg19_bn mobilenet_v2"),
                  [](Job &job) { return &model(job).architecture; }),
        jobField(text("model.transformers_config"), [](Job &job) { return &model(job).transformersConfig; }),
        jobField(suggestion("model.task", "image-classification causal-lm masked-lm sequence-classification semantic-segmentation regression"),
                 [](Job &job) { return &model(job).task; }),
        jobField(integer("model.num_classes", 1), [](Job &job) { return &model(job).numClasses; }),
        jobField(ofType("model.input", Type::Mapping), [](Job &job) { return sectionAccess(model(job).input); }),
        jobField(shape, [](Job &job) { return &modelInput(job).shape; }),
        jobField(choice("model.input.dtype", "float32 float16 bfloat16 float64 uint8 int8 int16 int32 int64 bool"),
                 [](Job &job) { return &modelInput(job).dtype; }),
        jobField(suggestion("model.loss", "cross-entropy mse l1"), [](Job &job) { return &model(job).loss; }),
        jobField(choice("model.attention", "auto math flash efficient"), [](Job &job) { return &model(job).attention; }),
    };
}

QList<SchemaField> trainingFields()
{
    return {
        jobField(ofType("training", Type::Mapping), [](Job &job) { return sectionAccess(job.training); }),
        jobField(choice("training.method", "full lora qlora"), [](Job &job) { return &training(job).method; }),
        jobField(ofType("training.lora", Type::Mapping), [](Job &job) { return sectionAccess(training(job).lora); }),
        jobField(integer("training.lora.rank", 1), [](Job &job) { return &lora(job).rank; }),
        jobField(positiveNumber("training.lora.alpha"), [](Job &job) { return &lora(job).alpha; }),
        jobField(numberFromZero("training.lora.dropout", 1), [](Job &job) { return &lora(job).dropout; }),
        jobField(ofType("training.lora.targets", Type::TextList), [](Job &job) { return &lora(job).targets; }),
        jobField(integer("training.batch_size", 1), [](Job &job) { return &training(job).batchSize; }),
        jobField(integer("training.gradient_accumulation", 1), [](Job &job) { return &training(job).gradientAccumulation; }),
        jobField(integer("training.sequence_length", 1), [](Job &job) { return &training(job).sequenceLength; }),
        jobField(choice("training.precision", "fp32 amp-fp16 amp-bf16 bf16 fp16"), [](Job &job) { return &training(job).precision; }),
        jobField(ofType("training.optimizer", Type::Mapping), [](Job &job) { return sectionAccess(training(job).optimizer); }),
        jobField(choice("training.optimizer.name", "adam adamw sgd rmsprop adafactor adamw8bit"), [](Job &job) { return &optimizer(job).name; }),
        jobField(positiveNumber("training.optimizer.learning_rate"), [](Job &job) { return &optimizer(job).learningRate; }),
        jobField(numberFromZero("training.optimizer.weight_decay"), [](Job &job) { return &optimizer(job).weightDecay; }),
        jobField(numberFromZero("training.optimizer.momentum", 1), [](Job &job) { return &optimizer(job).momentum; }),
        jobField(choice("training.optimizer.implementation", "auto for-loop foreach fused"), [](Job &job) { return &optimizer(job).implementation; }),
        jobField(choice("training.zero_grad", "auto set-to-none keep"), [](Job &job) { return &training(job).zeroGrad; }),
        jobField(choice("training.activation_checkpointing", "false true selective"), [](Job &job) { return &training(job).activationCheckpointing; }),
        jobField(ofType("training.compile", Type::Boolean), [](Job &job) { return &training(job).compile; }),
        jobField(ofType("training.parallel", Type::Mapping), [](Job &job) { return sectionAccess(training(job).parallel); }),
        jobField(integer("training.parallel.data", 1), [](Job &job) { return &parallel(job).data; }),
        jobField(integer("training.parallel.tensor", 1), [](Job &job) { return &parallel(job).tensor; }),
        jobField(integer("training.parallel.pipeline", 1), [](Job &job) { return &parallel(job).pipeline; }),
        jobField(integer("training.parallel.zero_stage", 0, 3), [](Job &job) { return &parallel(job).zeroStage; }),
    };
}

} // namespace

const Schema &jobSchema()
{
    static const Schema schema{headFields() + placeFields() + modelFields() + trainingFields()};
    return schema;
}

std::optional<SchemaKey> jobKey(const QString &key)
{
    static const QRegularExpression index(QStringLiteral("\\[\\d*\\]"));
    const QString wanted = QString(key).replace(index, QStringLiteral("[]"));
    for (const SchemaKey &known : jobSchema().allKeys()) {
        if (known.path == wanted)
            return known;
    }
    return std::nullopt;
}

} // namespace Trainyard
