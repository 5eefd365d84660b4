#include "widgets/setup/placesform.h"

#include "widgets/setup/fieldbox.h"
#include "widgets/setup/pathedit.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>

namespace Trainyard {

namespace {

const QString defaultInputName = QStringLiteral("data_url");
const QString defaultOutputName = QStringLiteral("train_url");

QString textOf(const FieldBox *box)
{
    if (const auto *path = qobject_cast<PathEdit *>(box->editor()))
        return path->text().trimmed();
    if (const auto *combo = qobject_cast<QComboBox *>(box->editor()))
        return combo->currentData().toString();
    return static_cast<QLineEdit *>(box->editor())->text().trimmed();
}

/// The first entry of a list, without making one where there is none: an emptied job stays empty.
template<typename Entry>
QString &member(QList<Entry> &entries, QString Entry::*text)
{
    static thread_local QString none;
    if (!entries.isEmpty())
        return entries.first().*text;
    none.clear();
    return none;
}

} // namespace

PlacesForm::PlacesForm(QWidget *parent)
    : Form(parent)
{
    FieldBox *source = addPath(QStringLiteral("inputs[0].source"), [](Job &job) -> QString & { return member(job.inputs, &JobInput::source); }, true);
    FieldBox *inputName = addText(QStringLiteral("inputs[0].name"), [](Job &job) -> QString & { return member(job.inputs, &JobInput::name); });
    FieldBox *format = addChoice(QStringLiteral("inputs[0].format"), [](Job &job) -> QString & { return member(job.inputs, &JobInput::format); }, formats());
    FieldBox *destination =
        addPath(QStringLiteral("outputs[0].destination"), [](Job &job) -> QString & { return member(job.outputs, &JobOutput::destination); }, true);
    FieldBox *outputName = addText(QStringLiteral("outputs[0].name"), [](Job &job) -> QString & { return member(job.outputs, &JobOutput::name); });

    // What is typed first makes the entry; emptying its place takes it away again. Name and format stay in their fields meanwhile.
    const auto storeInput = [this, source, inputName, format](Job &job) {
        const QString place = textOf(source), name = textOf(inputName);
        if (job.inputs.isEmpty() && !place.isEmpty())
            job.inputs.append(JobInput{.name = name.isEmpty() ? defaultInputName : name, .source = place, .format = textOf(format)});
        else if (job.inputs.size() == 1 && place.isEmpty() && !this->job().inputs.isEmpty() && !this->job().inputs.first().source.isEmpty())
            job.inputs.clear();
    };
    const auto storeOutput = [this, destination, outputName](Job &job) {
        const QString place = textOf(destination), name = textOf(outputName);
        if (job.outputs.isEmpty() && !place.isEmpty())
            job.outputs.append(JobOutput{.name = name.isEmpty() ? defaultOutputName : name, .destination = place});
        else if (job.outputs.size() == 1 && place.isEmpty() && !this->job().outputs.isEmpty() && !this->job().outputs.first().destination.isEmpty())
            job.outputs.clear();
    };
    addHook(storeInput);
    addHook(storeOutput);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(source);
    layout->addWidget(row({inputName, format}));
    layout->addWidget(destination);
    layout->addWidget(outputName);
}

QStringList PlacesForm::formats()
{
    return {QStringLiteral("image-folder"), QStringLiteral("csv"),  QStringLiteral("jsonl"),   QStringLiteral("text"),    QStringLiteral("numpy"),
            QStringLiteral("yolo"),         QStringLiteral("coco"), QStringLiteral("parquet"), QStringLiteral("tfrecord")};
}

QString PlacesForm::summary() const
{
    if (!isDecided())
        return tr("Say where the results go.");
    const QString destination = job().outputs.first().destination;
    if (job().inputs.isEmpty())
        return tr("No data, results to %1").arg(destination);
    return tr("From %1 to %2").arg(job().inputs.first().source, destination);
}

bool PlacesForm::isDecided() const
{
    return !job().outputs.isEmpty() && !job().outputs.first().destination.isEmpty()
           && (job().inputs.isEmpty() || !job().inputs.first().source.isEmpty());
}

} // namespace Trainyard
