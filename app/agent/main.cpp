#include "services/agent/agent.h"
#include "services/agent/keeper.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"

#include <QCoreApplication>
#include <QTextStream>

using namespace Qt::StringLiterals;
using namespace Trainyard;

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments().mid(1);
    if (arguments.size() == 2 && arguments[0] == "--keep"_L1)
        return runKeeper(arguments[1]);
    if (arguments == QStringList{u"--version"_s}) {
        QTextStream(stdout) << "trainyard-agent " TRAINYARD_VERSION << Qt::endl;
        return 0;
    }
    if (arguments.size() != 1 || arguments[0].startsWith(u'-')) {
        QTextStream(stderr) << "trainyard-agent RUNDIR: supervises the run in that folder; Trainyard starts it." << Qt::endl;
        return 2;
    }
    useLanguage(environmentLanguage());
    return inEveryLanguage([&arguments] { return Agent(arguments[0]).run(); }); // its sentences are read for as long as the run is kept
}
