#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QImage>

#include <random>

namespace Trainyard {

/// A small picture of noise that decodes; another @p seed gives another picture.
inline QByteArray noisePng(unsigned seed)
{
    std::mt19937 random(seed);
    QImage image(16, 16, QImage::Format_RGB888);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            image.setPixel(x, y, qRgb(int(random() % 256), int(random() % 256), int(random() % 256)));
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace Trainyard
