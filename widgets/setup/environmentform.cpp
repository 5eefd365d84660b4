#include "widgets/setup/environmentform.h"

#include "widgets/setup/fieldbox.h"

#include <QBoxLayout>

namespace Trainyard {

EnvironmentForm::EnvironmentForm(QWidget *parent)
    : Form(parent)
{
    m_image = addSearch(QStringLiteral("environment.image"), [](Job &job) -> QString & { return job.environment.image; });
    FieldBox *requirements = addPath(QStringLiteral("environment.requirements"), [](Job &job) -> QString & { return job.environment.requirements; }, false,
                                     [](Job &job) -> QString & { return job.code.directory; });
    FieldBox *python = addText(QStringLiteral("environment.python"), [](Job &job) -> QString & { return job.environment.python; });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_image);
    layout->addWidget(row({requirements, python}));
}

void EnvironmentForm::setContext(const FormContext &context)
{
    Form::setContext(context);
    QStringList names;
    for (const Image &image : context.images)
        names.append(image.name);
    setItems(m_image, names);
}

QString EnvironmentForm::summary() const
{
    if (!job().environment.image.isEmpty())
        return job().environment.image;
    if (!job().code.preset.isEmpty())
        return tr("None needed: the preset trainer brings its own.");
    if (context().platform == QLatin1String("local"))
        return tr("The Python of this machine.");
    return tr("Choose the image that the run starts in.");
}

bool EnvironmentForm::isDecided() const
{
    return !job().environment.image.isEmpty() || !job().code.preset.isEmpty() || context().platform == QLatin1String("local");
}

} // namespace Trainyard
