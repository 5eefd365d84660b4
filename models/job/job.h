#pragma once

#include "models/common/units.h"
#include "models/job/logpattern.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <variant>

namespace Trainyard {

/// One parameter: passed exactly as written. A flag has no value, a list has several.
struct Parameter
{
    QString name;
    QStringList values;    ///< as written in the file, `${...}` still in place
    bool isFlag = false;   ///< `name: null`: a bare `--name`
    bool isList = false;   ///< `name: [a, b]`: `--name a b`; an empty list passes nothing

    QString text() const { return values.join(QLatin1Char(' ')); }
    bool operator==(const Parameter &) const = default;
};

enum class PassMode { Argument, Environment, None };

struct JobInput
{
    QString name;
    QString source;  ///< a path relative to the job's folder, or a URL of the platform
    QString format;  ///< image-folder, csv, jsonl, text, numpy, yolo, coco, parquet, tfrecord; empty: not said
    QString access = QStringLiteral("read");
    PassMode pass = PassMode::Argument;
    bool operator==(const JobInput &) const = default;
};

struct JobOutput
{
    QString name;
    QString destination;
    PassMode pass = PassMode::Argument;
    bool operator==(const JobOutput &) const = default;
};

/**
 * The definition of what to run, on what, with which data, to where. The file is job.yaml (schema trainyard/job/v1).
 *
 * Every field that the file left out is empty (QString, QList) or not set (std::optional): what a left-out value comes to
 * is decided by whoever uses it, by the accessors below where it is the same everywhere.
 */
struct Job
{
    struct Environment
    {
        QString image;
        QString requirements;
        QString python;
        /// framework, library, cuda, driver, ...: as written, in the file's order.
        QList<std::pair<QString, QString>> versions;
        bool operator==(const Environment &) const = default;
    };

    struct Compute
    {
        QString flavor;
        std::optional<int> nodes;
        std::optional<bool> spot;
        bool operator==(const Compute &) const = default;
    };

    /// Exactly one of bootFile, command and preset is set in a valid job.
    struct Code
    {
        QString directory;
        QString bootFile;
        QString command;
        QString preset;
        bool operator==(const Code &) const = default;
    };

    struct Checkpoints
    {
        QString directory; ///< an output's name, or a path
        std::optional<qint64> everySteps;
        std::optional<int> keep;
        QString resume;    ///< auto, never, or a path; empty: auto
        bool operator==(const Checkpoints &) const = default;
    };

    struct Limits
    {
        std::optional<Milliseconds> maxDuration;
        std::optional<double> maxCost;
        std::optional<Milliseconds> stopWhenIdle;
        bool operator==(const Limits &) const = default;
    };

    struct ModelInput
    {
        QList<qint64> shape; ///< one sample, without the batch dimension
        QString dtype;
        bool operator==(const ModelInput &) const = default;
    };

    struct Model
    {
        QString torchscript;
        QString architecture;
        QString transformersConfig;
        QString task;
        std::optional<qint64> numClasses;
        std::optional<ModelInput> input;
        QString loss;
        QString attention;
        bool operator==(const Model &) const = default;
    };

    struct Lora
    {
        std::optional<qint64> rank;
        std::optional<double> alpha;
        std::optional<double> dropout;
        QStringList targets;
        bool operator==(const Lora &) const = default;
    };

    struct Optimizer
    {
        QString name;
        std::optional<double> learningRate;
        std::optional<double> weightDecay;
        std::optional<double> momentum;
        QString implementation;
        bool operator==(const Optimizer &) const = default;
    };

    struct Parallel
    {
        std::optional<int> data;
        std::optional<int> tensor;
        std::optional<int> pipeline;
        std::optional<int> zeroStage;
        bool operator==(const Parallel &) const = default;
    };

    struct Training
    {
        QString method;
        std::optional<Lora> lora;
        std::optional<qint64> batchSize; ///< per device
        std::optional<qint64> gradientAccumulation;
        std::optional<qint64> sequenceLength;
        QString precision;
        std::optional<Optimizer> optimizer;
        QString zeroGrad;
        QString activationCheckpointing; ///< false, true, selective; empty: false
        std::optional<bool> compile;
        std::optional<Parallel> parallel;
        bool operator==(const Training &) const = default;
    };

    QString name;
    QString description;
    QString profile;
    QString purpose;
    QString project;
    Environment environment;
    Compute compute;
    Code code;
    QList<Parameter> parameters;
    QList<std::pair<QString, QString>> environmentVariables;
    QList<JobInput> inputs;
    QList<JobOutput> outputs;
    std::optional<Checkpoints> checkpoints;
    QList<LogPattern> logPatterns; ///< `logs.patterns`
    Limits limits;
    std::optional<QStringList> alerts; ///< events to tell of, in place of what the person chose for all runs
    std::optional<Model> model;
    std::optional<Training> training;

    /**
     * Values that hold a `${...}`: dotted key -> text as written, kept so that writing gives back what was read
     * (`training.batch_size` -> `${parameters.batch_size}`). The typed fields hold the resolved values.
     */
    QList<std::pair<QString, QString>> references;

    QString profileOrDefault() const { return profile.isEmpty() ? QStringLiteral("local") : profile; }
    int nodes() const { return compute.nodes.value_or(1); }
    const Parameter *parameter(QStringView parameterName) const;
    const JobOutput *output(QStringView outputName) const;
    bool operator==(const Job &) const = default;
};

} // namespace Trainyard
