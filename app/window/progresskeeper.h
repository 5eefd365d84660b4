#pragma once

#include "app/window/runfeed.h"

#include <QObject>
#include <QSet>

#include <map>
#include <memory>

namespace Trainyard {

struct AppContext;

/**
 * Follows the log of every active run, so that the runs list shows how far it is also when nobody has it in the monitor; and reads once
 * the log of a run that ended while no window was open.
 */
class ProgressKeeper final : public QObject
{
    Q_OBJECT

public:
    ProgressKeeper(AppContext &context, QObject *parent);
    ~ProgressKeeper() override;

private:
    void update();
    void follow(const Run &run);
    void report(const QString &runId, const RunProgress &progress);

    AppContext &m_context;
    std::map<QString, std::unique_ptr<RunFeed>> m_feeds;
    QSet<QString> m_done; ///< runs that ended and were read to their end
};

} // namespace Trainyard
