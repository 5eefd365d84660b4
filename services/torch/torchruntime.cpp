#include "services/torch/torchruntime.h"

#include <QThread>
#include <QtGlobal>

#include <torch/csrc/jit/python/update_graph_executor_opt.h>
#include <torch/torch.h>

#include <unistd.h>

namespace Trainyard {

void restartWithPassiveThreads(char *argv[])
{
    if (qEnvironmentVariableIsSet("OMP_WAIT_POLICY") || qEnvironmentVariableIsSet("GOMP_SPINCOUNT"))
        return;
    qputenv("OMP_WAIT_POLICY", "passive");
    execv("/proc/self/exe", argv); // where that fails, training is slower, not wrong
}

void configureTorch(std::optional<int> threads)
{
    bool isSet = false;
    const int wished = qEnvironmentVariableIntValue("OMP_NUM_THREADS", &isSet);
    torch::set_num_threads(threads.value_or(isSet && wished > 0 ? wished : QThread::idealThreadCount()));
    torch::jit::setGraphExecutorOptimize(false); // networks run a few hundred times: profiling them costs more than it gains
}

} // namespace Trainyard
