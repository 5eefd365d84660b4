#pragma once

#include "services/torch/forecast/networks/convolutionlayers.h"

#include <QList>

namespace Trainyard {

/// What an image network is built for.
struct ImageTask
{
    qint64 channels = 3, height = 224, width = 224;
    qint64 classes = 1000;
};

/// A network over [batch, channels, height, width].
struct ImageModel
{
    /// The scores, then those of the auxiliary heads, which training has.
    std::function<std::vector<at::Tensor>(const at::Tensor &)> forward;
    double auxiliaryWeight = 0; ///< of each auxiliary loss
};

struct ImageArchitecture
{
    QString name;
    std::function<ImageModel(const NetworkPath &root, const ImageTask &task)> build;
    ImageTask usual{};           ///< what it is made for
    bool isSegmentation = false; ///< scores [batch, classes, height, width]
    bool hasConvolutions = true;
    bool hasAttention = false;   ///< whose core selective checkpointing runs again
    bool isShared = false;       ///< built for one device of a tensor-parallel group
};

QList<ImageArchitecture> residualArchitectures();     ///< resnet, wide_resnet, resnext
QList<ImageArchitecture> classicArchitectures();      ///< alexnet, vgg, squeezenet, small-cnn
QList<ImageArchitecture> inceptionArchitectures();    ///< googlenet, inception_v3
QList<ImageArchitecture> mobileArchitectures();       ///< mobilenet, efficientnet
QList<ImageArchitecture> denseArchitectures();        ///< densenet
QList<ImageArchitecture> attentionArchitectures();    ///< vit, swin, convnext
QList<ImageArchitecture> segmentationArchitectures(); ///< fcn, deeplabv3, unet

/// The stages of a ResNet over bottleneck blocks, dilated in the last two as the segmentation networks want it.
struct ResidualBackbone
{
    std::shared_ptr<Stages> toThird, fourth;
};
ResidualBackbone dilatedResNet(const NetworkPath &path, const ImageTask &task, const std::array<int, 4> &blocks);

} // namespace Trainyard
