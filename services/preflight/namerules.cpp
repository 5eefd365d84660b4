#include "services/preflight/namerules.h"

#include <QCoreApplication>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(NameRules)
};

QString fixFor(const QString &key, const QString &name, const QStringList &known, const QString &file)
{
    const QString nearest = nearestWord(name, known);
    if (!nearest.isEmpty())
        return Text::tr("Did you mean “%1”? Set %2 to one of %3.").arg(nearest, key, known.join(QStringLiteral(", ")));
    return Text::tr("Set %1 to one of %2, or add it to %3.").arg(key, known.join(QStringLiteral(", ")), file);
}

void checkFlavor(const PreflightContext &context, CheckReport &report)
{
    const QString &flavor = context.job().compute.flavor;
    if (flavor.isEmpty() || context.flavor())
        return;
    QStringList known;
    for (const Flavor &candidate : context.flavors)
        known.append(candidate.name);
    if (known.isEmpty()) {
        report.notChecked.append({Text::tr("The flavor %1").arg(flavor), Text::tr("The platform's flavors are not known here.")});
        return;
    }
    const QString key = QStringLiteral("compute.flavor");
    report.findings.append(errorFinding("job.invalid-value", context.document.place(key), Text::tr("There is no flavor “%1” on %2.").arg(flavor, context.profile.name),
                                        fixFor(key, flavor, known, QStringLiteral("catalogue.yaml"))));
}

} // namespace

CheckReport nameRules(const PreflightContext &context)
{
    CheckReport report;
    const Job &job = context.job();
    if (context.profile.name != job.profileOrDefault()) {
        const QString key = QStringLiteral("profile");
        QStringList known = context.profileNames;
        if (known.isEmpty())
            known.append(QStringLiteral("local"));
        report.findings.append(errorFinding("job.invalid-value", context.document.place(key), Text::tr("There is no profile “%1”.").arg(job.profile),
                                            fixFor(key, job.profile, known, QStringLiteral("profiles.yaml"))));
        report.notChecked.append({Text::tr("Everything that depends on the platform"), Text::tr("The profile %1 is not known.").arg(job.profile)});
        return report; // its flavors and images are unknown with it
    }
    checkFlavor(context, report);
    const QString &image = job.environment.image;
    if (!image.isEmpty() && !context.image())
        report.notChecked.append({Text::tr("The image %1").arg(image), Text::tr("The catalogue does not say what is in it.")});
    return report;
}

} // namespace Trainyard
