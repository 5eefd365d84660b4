#include "app/cli/await.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/interruption.h"
#include "services/sample/sampleproject.h"

#include <QDir>

#include <unistd.h>

namespace Trainyard {

int runInit(const QStringList &arguments)
{
    CommandCall call("init", CliText::tr("Makes a project with real images and a job.yaml that is ready to run."));
    call.addPositional(QStringLiteral("DIR"), CliText::tr("The folder to make; it must not exist or be empty."));
    call.addValue(QStringLiteral("template"), CliText::tr("One of: %1.").arg(sampleTemplates().join(QStringLiteral(", "))), QStringLiteral("NAME"),
                  sampleTemplates().first());
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    if (call.positional(0).isEmpty())
        return call.fail(Error{Error::Kind::Invalid, CliText::tr("Name the folder to make; \".\" is the current one."), QString()});
    if (!call.wantsJson() && isatty(STDERR_FILENO) == 1)
        printMessage(CliText::tr("Making the project; this takes some seconds."));

    QFuture<Result<SampleProject>> creation = createSampleProject(QDir::current().absoluteFilePath(call.positional(0)), call.value(QStringLiteral("template")));
    Interruption interruption;
    QObject::connect(&interruption, &Interruption::requested, &interruption, [&creation] { creation.cancel(); });
    const Result<SampleProject> project = await(creation);
    if (!project && project.error().kind == Error::Kind::Cancelled)
        return call.fail(Error{Error::Kind::Cancelled, CliText::tr("Cancelled; nothing was left behind."), QString()}, ExitFailed);
    if (!project)
        return call.fail(project.error());

    if (call.wantsJson()) {
        printJson({{QStringLiteral("directory"), project->directory}, {QStringLiteral("job_file"), project->jobFile},
                   {QStringLiteral("train_images"), project->trainImages}, {QStringLiteral("validation_images"), project->validationImages},
                   {QStringLiteral("synthetic"), project->isSynthetic}});
        return ExitFine;
    }
    print(CliText::tr("%1 is ready: %2 training and %3 validation images.").arg(project->directory).arg(project->trainImages).arg(project->validationImages));
    if (project->isSynthetic)
        print(CliText::tr("The images are drawn shapes, because the package dataset-fashion-mnist is not installed."));
    print(CliText::tr("Next: trainyard dry-run %1").arg(project->jobFile));
    return ExitFine;
}

} // namespace Trainyard
