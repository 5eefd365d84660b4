#pragma once

#include "services/diagnosis/rundigester.h"
#include "services/platforms/platformregistry.h"
#include "services/records/runservice.h"

#include <QJsonObject>

#include <functional>

namespace Trainyard {

/// The services that commands about runs need, made for one call.
class RunAccess
{
public:
    RunAccess();

    /// Asks every active run's platform how it is; answers the first thing that went wrong.
    Result<> refresh();
    /// By id, a unique beginning of it, or `latest`; with its present state.
    Result<Run> find(const QString &idOrPrefix);
    /// Calls @p received with the log from its beginning to its present end; with @p follows until the run has ended or Ctrl+C.
    Result<> readLog(const Run &run, bool follows, const std::function<void(const QByteArray &)> &received);

    AppPaths paths;
    PlatformRegistry platforms;
    RunService runs;
};

enum class KeepsOutput { Yes, No /**< series and progress are enough: the log's text does not pile up */ };

/// Reads everything there is now of a run's log and samples into @p digester.
Result<> digestRun(RunAccess &access, const Run &run, RunDigester &digester, KeepsOutput keeps = KeepsOutput::Yes);

QJsonObject runToJson(const Run &run);

} // namespace Trainyard
