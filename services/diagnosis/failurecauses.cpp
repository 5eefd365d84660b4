#include "services/diagnosis/failurecauses.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace Trainyard {

namespace {

struct Entry
{
    const char *code;
    const char *cause;
    const char *fix;
    const char *jobKey = "";
};

/// Sorted by code. The texts are looked up in the translation context FailureCause.
constexpr std::array entries{
    Entry{"bad_arguments", QT_TRANSLATE_NOOP("FailureCause", "The script does not know one of the parameters it was started with, or misses one."),
          QT_TRANSLATE_NOOP(
              "FailureCause",
              "Compare the parameters of the job with the script's own list (run it with --help) and rename or remove the one it refused."),
          "parameters"},
    Entry{"checkpoint_mismatch",
          QT_TRANSLATE_NOOP("FailureCause", "The checkpoint was saved by a model with other layers or other sizes than the one that loads it."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Load a checkpoint of this model, build the model with the settings it was saved with, or start without resuming."),
          "checkpoints.resume"},
    Entry{"child_failed", QT_TRANSLATE_NOOP("FailureCause", "One of the training processes ended with an error and the launcher stopped the others."),
          QT_TRANSLATE_NOOP("FailureCause", "Look further up in the log for the first error: that process holds the cause."), ""},
    Entry{"corrupt_image", QT_TRANSLATE_NOOP("FailureCause", "An image of the data set is cut off or cannot be decoded."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Remove or replace the broken image; the data check of the dry-run names it when it is in the part it decodes."),
          "inputs"},
    Entry{"cuda_driver_too_old",
          QT_TRANSLATE_NOOP("FailureCause", "The graphics driver of the machine is too old for the CUDA version of the image."),
          QT_TRANSLATE_NOOP("FailureCause", "Choose an image with an older CUDA version, or a flavor whose machines have a newer driver."),
          "environment.image"},
    Entry{
        "cuda_no_kernel_image", QT_TRANSLATE_NOOP("FailureCause", "The framework or an extension was built without code for this type of card."),
        QT_TRANSLATE_NOOP("FailureCause", "Choose an image whose framework supports the card, or rebuild the extension for its compute capability."),
        "environment.image"},
    Entry{"cuda_oom", QT_TRANSLATE_NOOP("FailureCause", "The memory of the card was not enough for this model and batch."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Halve the batch size and double the gradient accumulation, turn on activation checkpointing, or take a flavor with more "
                            "memory per card."),
          "training.batch_size"},
    Entry{"dataloader_worker_killed",
          QT_TRANSLATE_NOOP("FailureCause",
                            "A process that loads data was killed, most often because the shared memory of the container is too small."),
          QT_TRANSLATE_NOOP("FailureCause", "Use fewer loading workers (0 proves it), smaller batches, or a container with more shared memory."),
          "parameters"},
    Entry{"device_side_assert",
          QT_TRANSLATE_NOOP("FailureCause", "A computation on the card met a value out of range, such as an index beyond the end of a table."),
          QT_TRANSLATE_NOOP(
              "FailureCause",
              "Run a few steps on the CPU or with CUDA_LAUNCH_BLOCKING=1: the error then names the real line. Check labels and token indices first."),
          "model.num_classes"},
    Entry{"disk_full", QT_TRANSLATE_NOOP("FailureCause", "The disk that the run writes to is full."),
          QT_TRANSLATE_NOOP("FailureCause", "Keep fewer checkpoints, free space at the output's place, or take a flavor with a larger disk."),
          "checkpoints.keep"},
    Entry{"file_not_found", QT_TRANSLATE_NOOP("FailureCause", "The script opened a file that is not there under this path."),
          QT_TRANSLATE_NOOP(
              "FailureCause",
              "Compare the path in the log with the inputs of the job; a path of your own machine does not exist where the run takes place."),
          "inputs"},
    Entry{"hccl_timeout",
          QT_TRANSLATE_NOOP("FailureCause",
                            "The NPUs waited too long for one another: one process stopped, is much slower, or has no network to the others."),
          QT_TRANSLATE_NOOP(
              "FailureCause",
              "Look for the process that reported an error first, check that all ranks take the same number of steps, then raise HCCL_EXEC_TIMEOUT."),
          "environment_variables"},
    Entry{"host_oom", QT_TRANSLATE_NOOP("FailureCause", "The machine's main memory (not the card's) ran out, and the system killed the process."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Load the data in pieces instead of at once, use fewer loading workers, or take a flavor with more main memory."),
          "compute.flavor"},
    Entry{"hub_download_failed",
          QT_TRANSLATE_NOOP("FailureCause",
                            "The script tried to download a model or data set, and the hub cannot be reached from where the run takes place."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Download it beforehand, give it to the job as an input and load it by its path; HF_HUB_OFFLINE=1 makes a forgotten "
                            "download fail at once."),
          "inputs"},
    Entry{"key_error",
          QT_TRANSLATE_NOOP("FailureCause",
                            "The script looked for a key that a dictionary does not have: a column, a setting or a part of a checkpoint."),
          QT_TRANSLATE_NOOP("FailureCause", "The key is in the log line; compare it with the names in your data or checkpoint."), ""},
    Entry{"label_out_of_range", QT_TRANSLATE_NOOP("FailureCause", "A label is not below the number of classes of the model, or is negative."),
          QT_TRANSLATE_NOOP("FailureCause", "Count labels from 0 and set the number of classes to the highest label plus one."), "model.num_classes"},
    Entry{"module_not_found", QT_TRANSLATE_NOOP("FailureCause", "A Python module that the script imports is not installed where it runs."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Add the package to requirements.txt (its name may differ from the module's), or choose an image that has it."),
          "environment.requirements"},
    Entry{"nan_loss", QT_TRANSLATE_NOOP("FailureCause", "The loss is no longer a number: from here on the run learns nothing."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Stop it and restart from the last good checkpoint with a lower learning rate or gradient clipping; with fp16 try bf16. "
                            "Check the data for empty or huge values."),
          "learning_rate"},
    Entry{"nccl_timeout",
          QT_TRANSLATE_NOOP("FailureCause",
                            "The cards waited too long for one another: one process stopped, is much slower, or has no network to the others."),
          QT_TRANSLATE_NOOP(
              "FailureCause",
              "Look for the rank that reported an error first or prints nothing, and check that every rank gets the same number of batches."),
          "environment_variables"},
    Entry{"npu_oom", QT_TRANSLATE_NOOP("FailureCause", "The memory of the NPU was not enough for this model and batch."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Halve the batch size and double the gradient accumulation, turn on recomputation, or spread the model over more cards."),
          "training.batch_size"},
    Entry{
        "object_storage_access_denied",
        QT_TRANSLATE_NOOP("FailureCause", "The object storage refused the run: its identity may not read or write that place."),
        QT_TRANSLATE_NOOP(
            "FailureCause",
            "Ask whoever administers the bucket for read rights on the inputs and write rights on the outputs; check the bucket's name and region."),
        "outputs"},
    Entry{"object_storage_not_found", QT_TRANSLATE_NOOP("FailureCause", "The object or bucket does not exist under this name."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Compare the name in the log letter by letter with what is in the bucket, and upload the data if it is missing."),
          "inputs"},
    Entry{"permission_denied", QT_TRANSLATE_NOOP("FailureCause", "The run may not read or write this path."),
          QT_TRANSLATE_NOOP("FailureCause",
                            "Write only below the outputs of the job; inputs are read-only. Otherwise ask the owner of the folder for the right."),
          "outputs"},
    Entry{"port_in_use", QT_TRANSLATE_NOOP("FailureCause", "Another process on the machine already listens on the port that the launcher wants."),
          QT_TRANSLATE_NOOP("FailureCause", "Choose another master port, or end the training that was left over on this machine."), "code.command"},
    Entry{"preempted", QT_TRANSLATE_NOOP("FailureCause", "The platform took the machine back or ended the run from outside."),
          QT_TRANSLATE_NOOP("FailureCause", "Submit it again with resuming from the last checkpoint; save more often, or do without spot machines."),
          "compute.spot"},
    Entry{"read_only_filesystem", QT_TRANSLATE_NOOP("FailureCause", "The script writes to a place that is mounted read-only."),
          QT_TRANSLATE_NOOP("FailureCause", "Write below an output of the job, or to /tmp for what may be lost."), "outputs"},
    Entry{"shape_mismatch",
          QT_TRANSLATE_NOOP("FailureCause", "Two tensors do not fit together: the data or a layer has another size than the model expects."),
          QT_TRANSLATE_NOOP("FailureCause", "Compare the sizes in the log line with the input shape and the layer named in the traceback."),
          "model.input"},
    Entry{"stalled", QT_TRANSLATE_NOOP("FailureCause", "The log stood still for at least half an hour, much longer than its usual pace."),
          QT_TRANSLATE_NOOP(
              "FailureCause",
              "Look at what was going on before the gap: one rank waiting for another, a network file system, or a save to slow storage."),
          ""},
    Entry{"time_limit", QT_TRANSLATE_NOOP("FailureCause", "The platform ended the run because its time was over."),
          QT_TRANSLATE_NOOP("FailureCause", "Ask for more time, and save checkpoints so that the next run goes on where this one ended."),
          "limits.max_duration"},
};

} // namespace

std::optional<FailureCause> failureCause(const QString &code)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry &entry) { return code == QLatin1String(entry.code); });
    if (found == entries.end())
        return std::nullopt;
    return FailureCause{QCoreApplication::translate("FailureCause", found->cause), QCoreApplication::translate("FailureCause", found->fix),
                        QLatin1String(found->jobKey)};
}

QStringList failureCodes()
{
    QStringList codes;
    for (const Entry &entry : entries)
        codes.append(QLatin1String(entry.code));
    return codes;
}

} // namespace Trainyard
