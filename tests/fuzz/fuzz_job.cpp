#include "fuzzdriver.h"

#include "models/job/jobdocument.h"
#include "models/platform/profile.h"

#include <cstdlib>

using namespace Trainyard;

/// Any bytes give a document with findings that say something; what was read is written and reads back equal.
static void readAndWrite(const QByteArray &input)
{
    const JobDocument document = readJob(input);
    for (const Finding &finding : document.findings) {
        if (finding.code.isEmpty() || finding.message.isEmpty() || finding.fix.isEmpty())
            std::abort();
    }
    if (!document.isReadable && document.findings.isEmpty())
        std::abort();
    if (document.isReadable && document.findings.isEmpty() && readJob(writeJob(document.job)).job != document.job)
        std::abort();
    (void)updateJobText(input, document.job);
    (void)readProfiles(input);
    (void)readCatalogue(input);
}

int main(int argc, char **argv)
{
    return Fuzz::runFuzzer(argc, argv, QStringLiteral(TRAINYARD_TEST_DATA "/job"), readAndWrite);
}
