// Prints a log's events as JSON lines, like `trainyard parse-log`.

#include "services/logs/logreader.h"

#include <QFile>
#include <QJsonDocument>

#include <cstdio>

int main(int argc, char **argv)
{
    QFile file(QString::fromLocal8Bit(argc > 1 ? argv[1] : "/dev/stdin"));
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "%s\n", qPrintable(file.errorString()));
        return 2;
    }
    Trainyard::LogReader reader;
    const auto print = [](const QList<Trainyard::LogEvent> &events) {
        for (const Trainyard::LogEvent &event : events)
            std::puts(QJsonDocument(event.toJson()).toJson(QJsonDocument::Compact).constData());
    };
    for (QByteArray data = file.read(64 * 1024); !data.isEmpty(); data = file.read(64 * 1024))
        print(reader.feed(data));
    print(reader.finish());
    return 0;
}
