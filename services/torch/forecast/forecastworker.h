#pragma once

namespace Trainyard {

/**
 * `trainyard-torch forecast`: reads requests, one JSON object a line, from standard input until it closes, and answers each with one line on
 * standard output, in order (docs/architecture.md). A request that arrives while another is worked on cancels that one.
 *
 * Returns the exit code: 0 once the input has closed and the last answer is written.
 */
int runForecastWorker();

} // namespace Trainyard
