#include "app/appcontext.h"

#include "services/credentials/keychainstore.h"

namespace Trainyard {

AppContext::AppContext(AppPaths appPaths)
    : paths(std::move(appPaths))
    , preferences(paths)
    , platforms(paths)
    , runs(paths, platforms)
    , credentials(std::make_unique<KeychainStore>())
    , forecasts(session, platforms, runs, paths.torchProgram())
{
}

AppContext::~AppContext() = default;

} // namespace Trainyard
