#include "widgets/setup/flavorform.h"

#include "models/common/units.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/setup/fieldbox.h"

#include <QBoxLayout>
#include <QLocale>

namespace Trainyard {

FlavorForm::FlavorForm(QWidget *parent)
    : Form(parent), m_description(new MutedLabel(this))
{
    m_flavor = addSearch(QStringLiteral("compute.flavor"), [](Job &job) -> QString & { return job.compute.flavor; });
    FieldBox *nodes = addSmallInteger(QStringLiteral("compute.nodes"), [](Job &job) -> std::optional<int> & { return job.compute.nodes; });
    FieldBox *spot = addFlag(QStringLiteral("compute.spot"), [](Job &job) -> std::optional<bool> & { return job.compute.spot; });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_flavor);
    layout->addWidget(m_description);
    layout->addWidget(row({nodes, spot}));
}

void FlavorForm::setContext(const FormContext &context)
{
    Form::setContext(context);
    QStringList names;
    for (const Flavor &flavor : context.flavors)
        names.append(flavor.name);
    setItems(m_flavor, names);
    handleJobShown();
}

std::optional<Flavor> FlavorForm::flavor() const
{
    for (const Flavor &flavor : context().flavors) {
        if (flavor.name == job().compute.flavor)
            return flavor;
    }
    return std::nullopt;
}

QString FlavorForm::describe(const Flavor &flavor)
{
    QStringList parts;
    if (flavor.accelerator) {
        parts.append(QStringLiteral("%1 × %2").arg(flavor.accelerator->count).arg(flavor.accelerator->type));
        if (flavor.accelerator->memoryBytes)
            parts.last() += u' ' + displaySize(*flavor.accelerator->memoryBytes);
    }
    if (flavor.cpus)
        parts.append(tr("%1 CPUs").arg(*flavor.cpus));
    if (flavor.ramBytes)
        parts.append(tr("%1 RAM").arg(displaySize(*flavor.ramBytes)));
    if (flavor.pricePerHour)
        parts.append(tr("%1 per hour").arg(QLocale().toString(*flavor.pricePerHour, 'f', 2)));
    return parts.join(tr(", ", "between parts of a list"));
}

void FlavorForm::handleJobShown()
{
    const std::optional<Flavor> known = flavor();
    m_description->setText(known ? describe(*known) : QString());
    m_description->setVisible(known.has_value());
}

QString FlavorForm::summary() const
{
    if (!isDecided())
        return tr("Choose the machine that the run gets.");
    const std::optional<Flavor> known = flavor();
    const QString name = job().nodes() > 1 ? tr("%1 nodes of %2").arg(job().nodes()).arg(job().compute.flavor) : job().compute.flavor;
    return known ? tr("%1: %2", "name of a flavor: what it is").arg(name, describe(*known)) : name;
}

bool FlavorForm::isDecided() const
{
    return !job().compute.flavor.isEmpty();
}

} // namespace Trainyard
