#pragma once

#include <QByteArray>

#include <random>

namespace Trainyard::Bench {

/**
 * Makes a log of any size in the forms of tests/data/logs, the same for the same seed: stretches of one framework's lines each, with numbers that change,
 * bars that are drawn over, tables, JSON, rank prefixes, and between them what real logs are full of: warnings, settings, prose, tracebacks, lines that
 * come once.
 */
class MixedLog
{
public:
    explicit MixedLog(quint32 seed = 1)
        : m_random(seed)
    {
    }

    /// The next stretch, some tens of kilobytes.
    QByteArray next();

private:
    int below(int limit) { return int(m_random() % quint32(limit)); }
    double loss() { return 0.2 + 3.0 / (1 + m_step * 1e-5) + below(1000) * 1e-4; }
    void metrics(QByteArray &log, int form);
    void bar(QByteArray &log);
    void between(QByteArray &log);
    void setup(QByteArray &log);
    void traceback(QByteArray &log);

    std::mt19937 m_random;
    qint64 m_step = 0;
    qint64 m_stretch = 0;
};

} // namespace Trainyard::Bench
