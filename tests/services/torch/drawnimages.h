#pragma once

#include <QDir>
#include <QImage>
#include <QRandomGenerator>

/// A folder of drawn images that are easy to tell apart: a bright bar at the left, at the top, or across, on noise.
inline void drawImageFolder(const QString &root, int trainPerClass = 40, int validationPerClass = 10, int side = 16)
{
    QRandomGenerator random(7);
    const auto draw = [&](const QString &path, const QString &className) {
        QImage image(side, side, QImage::Format_Grayscale8);
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x)
                image.scanLine(y)[x] = uchar(random.bounded(90));
        }
        const int bar = side / 4, shift = int(random.bounded(bar));
        const QRect rectangle = className == QLatin1String("left") ? QRect(shift, 0, bar, side) : QRect(0, shift, side, bar);
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                if (className == QLatin1String("across") ? std::abs(x - y) < bar / 2 : rectangle.contains(x, y))
                    image.scanLine(y)[x] = uchar(190 + random.bounded(60));
            }
        }
        image.save(path);
    };
    for (const QString &split : {QStringLiteral("train"), QStringLiteral("val")}) {
        for (const QString &className : {QStringLiteral("across"), QStringLiteral("left"), QStringLiteral("top")}) {
            const QString folder = root + u'/' + split + u'/' + className;
            QDir().mkpath(folder);
            const int count = split == QLatin1String("train") ? trainPerClass : validationPerClass;
            for (int i = 0; i < count; ++i)
                draw(QStringLiteral("%1/%2.png").arg(folder).arg(i, 3, 10, QLatin1Char('0')), className);
        }
    }
}
