#include "widgets/setup/flavorform.h"

#include "models/accelerator/forecasttext.h"
#include "models/common/units.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/theme.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/flavordelegate.h"
#include "widgets/setup/forecastline.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>

#include <algorithm>

namespace Trainyard {

FlavorForm::FlavorForm(QWidget *parent)
    : Form(parent), m_description(new MutedLabel(this)), m_forecast(new ForecastLine(this))
{
    m_flavor = addSearch(QStringLiteral("compute.flavor"), [](Job &job) -> QString & { return job.compute.flavor; });
    FieldBox *nodes = addSmallInteger(QStringLiteral("compute.nodes"), [](Job &job) -> std::optional<int> & { return job.compute.nodes; });
    FieldBox *spot = addFlag(QStringLiteral("compute.spot"), [](Job &job) -> std::optional<bool> & { return job.compute.spot; });
    auto *combo = static_cast<QComboBox *>(m_flavor->editor());
    combo->view()->setItemDelegate(new FlavorDelegate(combo->view()));
    combo->completer()->popup()->setItemDelegate(new FlavorDelegate(combo));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_flavor);
    layout->addWidget(m_description);
    layout->addWidget(m_forecast);
    layout->addWidget(row({nodes, spot}));
}

void FlavorForm::setContext(const FormContext &context)
{
    Form::setContext(context);
    QStringList names;
    for (const Flavor &flavor : context.flavors)
        names.append(flavor.name);
    setItems(m_flavor, names);
    markFlavors();
    handleJobShown();
}

void FlavorForm::setForecast(const ForecastState &forecast)
{
    m_forecastState = forecast;
    if (m_forecast)
        m_forecast->setForecast(forecast);
    markFlavors();
}

void FlavorForm::hideForecastLine()
{
    delete m_forecast;
    m_forecast = nullptr;
}

/// In the list: which flavors the job fits, in icon and words.
void FlavorForm::markFlavors()
{
    auto *combo = static_cast<QComboBox *>(m_flavor->editor());
    const QSignalBlocker blocker(combo);
    const QString text = combo->currentText(); // a change of an item's data puts its name into the field
    const int cursor = combo->lineEdit()->cursorPosition();
    const MemoryForecast forecast = m_forecastState.isCurrent() ? *m_forecastState.forecast : MemoryForecast();
    for (int i = 0; i < combo->count(); ++i) {
        const auto fit = std::find_if(forecast.flavors.begin(), forecast.flavors.end(), [&](const FlavorFit &each) { return each.name == combo->itemText(i); });
        const bool isKnown = fit != forecast.flavors.end() && fit->fits;
        const QString remark = fit == forecast.flavors.end() ? QString() : flavorFitText(*fit, forecast.smallestCapacityBytes);
        combo->setItemIcon(i, isKnown ? Theme::statusIcon(*fit->fits ? StatusColor::Ok : StatusColor::Error) : QIcon());
        combo->setItemData(i, remark, FlavorDelegate::RemarkRole);
        combo->setItemData(i, remark, Qt::ToolTipRole);
        combo->setItemData(i, remark.isEmpty() ? QVariant() : tr("%1: %2", "name of a flavor: what it is").arg(combo->itemText(i), remark), Qt::AccessibleTextRole);
    }
    if (combo->currentText() != text) {
        combo->setEditText(text);
        combo->lineEdit()->setCursorPosition(cursor);
    }
}

void FlavorForm::retranslate()
{
    handleJobShown();
    markFlavors();
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
