#pragma once

#include "app/forecastfeed.h"
#include "app/jobsession.h"
#include "services/common/apppaths.h"
#include "services/common/preferences.h"
#include "services/credentials/credentialstore.h"
#include "services/platforms/platformregistry.h"
#include "services/records/runservice.h"

#include <memory>

namespace Trainyard {

/// Every service of one window, made once and handed down. Order of members is order of construction. Nothing here reads a file yet.
struct AppContext
{
    explicit AppContext(AppPaths appPaths);
    ~AppContext();

    AppPaths paths;
    Preferences preferences;
    PlatformRegistry platforms;
    RunService runs;
    std::unique_ptr<CredentialStore> credentials;
    JobSession session;
    ForecastFeed forecasts;
};

} // namespace Trainyard
