#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QList>
#include <QString>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

namespace Trainyard::Fuzz {

/// Reads every file below @p folder up to @p maxBytes: what the mutations start from.
inline QList<QByteArray> readCorpus(const QString &folder, qint64 maxBytes = 64 * 1024)
{
    QList<QByteArray> corpus;
    const QDir dir(folder);
    for (const QFileInfo &info : dir.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        if (info.isDir()) {
            corpus += readCorpus(info.filePath(), maxBytes);
            continue;
        }
        QFile file(info.filePath());
        if (file.open(QIODevice::ReadOnly))
            corpus.append(file.read(maxBytes));
    }
    return corpus;
}

/// Changes @p data a little: bytes, copies, cuts, joins with another input, numbers at their limits. Same generator state, same answer.
inline QByteArray mutated(QByteArray data, const QList<QByteArray> &corpus, std::mt19937_64 &random)
{
    static const QList<QByteArray> tokens{"nan",
                                          "-inf",
                                          "1e400",
                                          "-9223372036854775809",
                                          "18446744073709551616",
                                          "\r",
                                          "\n",
                                          "\t",
                                          "\x1b[31m",
                                          "\x1b[",
                                          "\b",
                                          QByteArray("\0", 1),
                                          "\xff\xfe",
                                          "\xe2\x96",
                                          "[",
                                          "]",
                                          "{",
                                          "}",
                                          "(",
                                          "'",
                                          "\"",
                                          ": ",
                                          "=",
                                          "%|",
                                          "|",
                                          "/",
                                          "0x",
                                          "- ",
                                          "&a",
                                          "*a",
                                          "${"};
    const auto below = [&](qsizetype limit) { return limit <= 0 ? 0 : qsizetype(random() % quint64(limit)); };
    for (qsizetype changes = 1 + below(8); changes > 0; --changes) {
        const qsizetype at = below(data.size() + 1);
        switch (below(7)) {
        case 0:
            if (at < data.size())
                data[at] = char(random());
            break;
        case 1: data.insert(at, tokens[below(tokens.size())]); break;
        case 2: data.remove(at, 1 + below(32)); break;
        case 3: data.insert(at, data.mid(below(data.size()), below(200))); break;
        case 4: {
            const QByteArray &other = corpus[below(corpus.size())];
            data.insert(at, other.mid(below(other.size()), below(400)));
            break;
        }
        case 5: data.insert(at, QByteArray(1 + below(2000), data.isEmpty() ? '[' : data[below(data.size())])); break;
        case 6: data.truncate(at); break;
        }
    }
    return data.left(256 * 1024);
}

/**
 * The whole of a fuzzer's main(): `PROGRAM SECONDS [SEED]` feeds mutated inputs to @p target until the time is over. The sanitizers (preset asan) find what is
 * wrong; the input in hand is written to `PROGRAM.input` first, so that it is there after a crash. An input that takes over 5 s is reported as a hang.
 */
inline int runFuzzer(int argc, char **argv, const QString &corpusFolder, const std::function<void(const QByteArray &)> &target)
{
    using Clock = std::chrono::steady_clock;
    const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
    const quint64 seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const QList<QByteArray> corpus = readCorpus(corpusFolder);
    if (corpus.isEmpty()) {
        std::fprintf(stderr, "No inputs in %s\n", qPrintable(corpusFolder));
        return 2;
    }
    std::mt19937_64 random(seed);
    QFile current(QString::fromLocal8Bit(argv[0]) + QStringLiteral(".input"));
    if (!current.open(QIODevice::WriteOnly)) {
        std::fprintf(stderr, "%s: %s\n", qPrintable(current.fileName()), qPrintable(current.errorString()));
        return 2;
    }
    const auto start = Clock::now();
    qint64 runs = 0;
    double slowest = 0;
    const auto run = [&](const QByteArray &input) {
        current.seek(0);
        current.write(input);
        current.resize(input.size());
        current.flush();
        const auto before = Clock::now();
        target(input);
        slowest = std::max(slowest, std::chrono::duration<double>(Clock::now() - before).count());
        ++runs;
    };
    for (const QByteArray &input : corpus)
        run(input);
    while (std::chrono::duration<double>(Clock::now() - start).count() < seconds && slowest < 5)
        run(mutated(corpus[qsizetype(random() % quint64(corpus.size()))], corpus, random));
    std::printf("%lld inputs, slowest %.3f s\n", static_cast<long long>(runs), slowest);
    if (slowest >= 5) {
        std::fprintf(stderr, "hang: the input is in %s\n", qPrintable(current.fileName()));
        return 1;
    }
    current.remove();
    return 0;
}

} // namespace Trainyard::Fuzz
