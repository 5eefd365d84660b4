#include "services/common/apppaths.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

namespace Trainyard {

AppPaths AppPaths::standard()
{
    AppPaths paths;
    paths.home = qEnvironmentVariable("TRAINYARD_HOME");
    if (paths.home.isEmpty())
        paths.home = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/trainyard");
    paths.home = QDir(paths.home).absolutePath();
    paths.programs = QCoreApplication::applicationDirPath();
    return paths;
}

} // namespace Trainyard
