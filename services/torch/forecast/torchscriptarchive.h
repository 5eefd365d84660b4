#pragma once

#include "models/result.h"

#include <QCoreApplication>

#include <caffe2/serialize/read_adapter_interface.h>

#include <memory>

namespace Trainyard {

/// The translation context of what is said of TorchScript files.
struct TorchScriptText
{
    Q_DECLARE_TR_FUNCTIONS(Trainyard::TorchScriptText)
};

/**
 * Opens a TorchScript archive (zip) as if its weights were empty: a model of any size loads in milliseconds.
 *
 * Tensors of up to 4 KiB keep their values, which graphs may ask for; larger ones have their shape and no memory behind it: only their
 * shapes may be used, and they must be replaced before anything runs. Errors: Io, Invalid (no archive, cut off, records of absurd size).
 */
Result<std::shared_ptr<caffe2::serialize::ReadAdapterInterface>> openWithoutWeights(const QString &path);

} // namespace Trainyard
