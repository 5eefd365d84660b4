#include "services/logs/barformat.h"
#include "services/logs/blockformat.h"
#include "services/logs/deviceformat.h"
#include "services/logs/logformat.h"
#include "services/logs/tableformat.h"

namespace Trainyard {

std::vector<std::unique_ptr<LogFormat>> makeLogFormats()
{
    std::vector<std::unique_ptr<LogFormat>> formats;
    formats.push_back(std::make_unique<Logs::BarFormat>());
    formats.push_back(std::make_unique<Logs::BlockFormat>());
    formats.push_back(std::make_unique<Logs::DeviceFormat>());
    formats.push_back(std::make_unique<Logs::TableFormat>());
    return formats;
}

} // namespace Trainyard
