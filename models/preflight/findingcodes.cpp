#include "models/preflight/findingcodes.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace Trainyard {

namespace {

struct CodeText
{
    const char *code;
    const char *text;
};

constexpr CodeText codeTexts[] = {
    {"arguments.ambiguous", QT_TRANSLATE_NOOP("FindingCodes", "The script takes shortened names, and this one fits two of its options. Its parser would stop. Write the whole name.")},
    {"arguments.ignored", QT_TRANSLATE_NOOP("FindingCodes", "The script drops arguments that it does not know, and nothing in it receives this one. The job would run with the script's own value instead of yours, and nobody would notice. Use the spelling of the script.")},
    {"arguments.invalid-value", QT_TRANSLATE_NOOP("FindingCodes", "The program refuses the value of an argument: not a number, out of range, or not among its choices. It would stop within the first second, after the machine was paid for. Give a value that it accepts.")},
    {"arguments.missing-required", QT_TRANSLATE_NOOP("FindingCodes", "The script insists on an argument that the job does not give. It would stop before its first step. Add it to parameters, or give an input or output that name.")},
    {"arguments.not-forwarded", QT_TRANSLATE_NOOP("FindingCodes", "A shell script stands between the platform and the trainer, and starts it without the arguments that it was given itself. Parameters, inputs and outputs would all be lost. Add \"$@\" to the call.")},
    {"arguments.out-of-range", QT_TRANSLATE_NOOP("FindingCodes", "The value is one that no training can use: a batch of none, no epochs, a learning rate of zero. The script would stop, or do nothing and cost money all the same. Give a sensible value.")},
    {"arguments.platform-injected", QT_TRANSLATE_NOOP("FindingCodes", "The platform passes the paths of inputs and outputs, and sometimes arguments of its own, under their names. This script does not know one of them and stops at every argument that it does not know. Define it, or parse with parse_known_args.")},
    {"arguments.type-lost", QT_TRANSLATE_NOOP("FindingCodes", "The script accepts the value, but turns it into another one: with type=bool every text is true, also “false”; with type=list a word falls apart into letters. The job would run with something else than it says.")},
    {"arguments.undecided", QT_TRANSLATE_NOOP("FindingCodes", "The script makes its arguments while it runs: from a file, in a loop, or by a library that is not known here. Reading cannot tell whether it takes those of the job. That is no fault; its own --help can tell.")},
    {"arguments.unrecognized", QT_TRANSLATE_NOOP("FindingCodes", "The job passes a parameter that the program does not know. Most programs stop at once with a usage message. Spell the parameter as the program defines it, or remove it.")},
    {"checkpoints.ephemeral", QT_TRANSLATE_NOOP("FindingCodes", "Some folders of a rented machine vanish with the job: scratch disks always, and on some platforms everything but the outputs. A checkpoint there is lost exactly when it is needed. Let checkpoints.directory name an output.")},
    {"checkpoints.exceed-disk", QT_TRANSLATE_NOOP("FindingCodes", "A checkpoint holds the weights and the optimizer's states, with Adam three times the weights. As many as checkpoints.keep says lie on the disk, and one more while it is being written. A full disk ends the run in the middle of a save, often with a damaged file. Keep fewer, or choose a flavor with a larger disk.")},
    {"checkpoints.missing", QT_TRANSLATE_NOOP("FindingCodes", "A spot machine is cheap because it can be taken away at any time. Without checkpoints the whole run starts again from step 0. Save one every few minutes of work into an output.")},
    {"checkpoints.not-resumed", QT_TRANSLATE_NOOP("FindingCodes", "A checkpoint was written and read back here, but training did not go on where it had stopped. After an interruption the run would lose its progress, or change its result without a word. Save the model, the optimizer and the step together, and load all of them.")},
    {"checkpoints.not-written", QT_TRANSLATE_NOOP("FindingCodes", "The dry-run could not write a checkpoint where the job declares one. The real run would train and keep nothing. Check the output's name and the rights of its folder.")},
    {"checkpoints.resume-unused", QT_TRANSLATE_NOOP("FindingCodes", "The job wants to go on from its newest checkpoint, but the script never loads one. After an interruption everything would start again and be paid for again. Load model, optimizer and step at the start of the script.")},
    {"checkpoints.signal-lost", QT_TRANSLATE_NOOP("FindingCodes", "The script saves its state when the platform tells it to stop, but it is started by a shell that keeps the signal to itself. It would be ended without saving. Start it with exec, or hand the signal on with trap.")},
    {"checkpoints.slow-resume", QT_TRANSLATE_NOOP("FindingCodes", "To go on where it stopped, the script reads all batches that were trained already, and throws them away. After a long run that alone takes hours of a paid card. Let the sampler start at the right place.")},
    {"checkpoints.steps-interrupted", QT_TRANSLATE_NOOP("FindingCodes", "The program that tries the steps ended before the artifacts were checked. Its last words are in the finding. Remove the cause, often too little memory or time, and check again.")},
    {"checkpoints.too-late", QT_TRANSLATE_NOOP("FindingCodes", "The first checkpoint would come after the last step: nothing is saved before the end. A machine that is taken away, a limit or a fault loses all of it. Save more often.")},
    {"checkpoints.world-size", QT_TRANSLATE_NOOP("FindingCodes", "The checkpoint holds one part for each process that wrote it, and the job has another number of them. Optimizer states that are cut in eight cannot be loaded by four. Use as many cards, or convert the checkpoint.")},
    {"code.crlf-script", QT_TRANSLATE_NOOP("FindingCodes", "The shell script was saved with Windows line ends or with a byte-order mark. Linux shells take these for a part of the commands and stop with errors such as “$'\\r': command not found”. Save it with Unix line ends; Python files need no change.")},
    {"code.missing-directory", QT_TRANSLATE_NOOP("FindingCodes", "The folder that holds the code is not there, or is empty. Nothing could be sent, so nothing would start. Paths in job.yaml start at the folder that job.yaml lies in.")},
    {"code.missing-entry", QT_TRANSLATE_NOOP("FindingCodes", "The script that the job starts is not in the code directory. Linux tells upper from lower case, so Train.py and train.py are two files. Only what lies in the code directory is sent along.")},
    {"code.secret", QT_TRANSLATE_NOOP("FindingCodes", "A file of the code directory holds what looks like a key or a password. It would be copied to the platform, and often to version control and logs as well. Take it out, have it revoked where it was issued, and pass it as an environment variable. The value itself is never shown here.")},
    {"code.syntax-error", QT_TRANSLATE_NOOP("FindingCodes", "The interpreter of this job cannot read the script at all. Either there is a slip of the pen in the line, or the line uses syntax of a newer Python. The run would end before its first step.")},
    {"code.too-large", QT_TRANSLATE_NOOP("FindingCodes", "The code directory is larger than the platform advises or allows. Mostly it holds data, old results, weights or a virtual environment that do not belong there. Move them out: data belongs into inputs, results into outputs.")},
    {"config.number-as-text", QT_TRANSLATE_NOOP("FindingCodes", "PyYAML takes a number such as 1e-4 for text unless it has a dot: 1.0e-4. A learning rate that is text stops the optimizer, or is compared in odd ways. Write the dot.")},
    {"data.broken-link", QT_TRANSLATE_NOOP("FindingCodes", "A link in the data leads nowhere, or back to itself. The loader lists its name and fails when it opens it, perhaps after hours. Put the file there, or take the link out.")},
    {"data.class-count", QT_TRANSLATE_NOOP("FindingCodes", "The data has another number of classes than the model has outputs. With fewer classes some outputs are never trained; with more, training stops with an index error. Set model.num_classes to the number of class folders.")},
    {"data.class-mismatch", QT_TRANSLATE_NOOP("FindingCodes", "Training and validation data do not have the same class folders. Classes are numbered in the order of their names, so one folder more shifts all numbers behind it, and the validation figures mean nothing. Give each split the same folders.")},
    {"data.empty-class", QT_TRANSLATE_NOOP("FindingCodes", "A class folder has no image that a loader would take. Some loaders stop, others train a class that has no example. Fill the folder, convert its files, or remove it from every split.")},
    {"data.empty-file", QT_TRANSLATE_NOOP("FindingCodes", "A file has no content, mostly after a copy that was cut off. The loader fails when it reaches it, perhaps after hours. Copy it again, or take it out.")},
    {"data.empty-source", QT_TRANSLATE_NOOP("FindingCodes", "The place that an input names is there, but holds no file. Nothing could be learnt from it. Copy the data there, or name the folder that has it.")},
    {"data.hidden-class", QT_TRANSLATE_NOOP("FindingCodes", "Among the class folders lies one that a tool left behind, such as .ipynb_checkpoints or __MACOSX. Image loaders take it for a class and shift the numbers of the others. Delete it.")},
    {"data.label-out-of-range", QT_TRANSLATE_NOOP("FindingCodes", "A label is outside of what the model has outputs for: labels count from 0 to the number of classes minus 1. On a GPU this shows as a crash that names no cause. Shift the labels, or raise the number of classes.")},
    {"data.missing-source", QT_TRANSLATE_NOOP("FindingCodes", "The folder or file that an input names does not exist. Paths in job.yaml start at the folder that job.yaml lies in. Correct the path, or copy the data there.")},
    {"data.special-file", QT_TRANSLATE_NOOP("FindingCodes", "Among the data lies a pipe, a socket or a device. A loader that opens it waits for ever, or fails. Take it out of the data.")},
    {"data.steps-interrupted", QT_TRANSLATE_NOOP("FindingCodes", "The program that reads the data ended before it was done. Its last words are in the finding. Remove the cause, often too little memory or time, and check again.")},
    {"data.truncated-image", QT_TRANSLATE_NOOP("FindingCodes", "The start of the image is fine, but it breaks off before its end, mostly after an interrupted copy. Loaders notice only when they decode it in full, somewhere within an epoch. Copy it again, or take it out.")},
    {"data.unknown-dataset", QT_TRANSLATE_NOOP("FindingCodes", "The trainer looks its datasets up in a registry, and the name that the job passes is not in it, or its file is missing. It would stop before its first step. Add the dataset to the registry, or use a name that is there.")},
    {"data.unreadable", QT_TRANSLATE_NOOP("FindingCodes", "A file or folder of the data is there, but you have no right to read it. What lies in it counts as missing, or training stops when it comes to it. Ask its owner, or change its rights with chmod.")},
    {"data.wrong-content", QT_TRANSLATE_NOOP("FindingCodes", "The file is not what its name says. Often it is a web page with an error message that a download saved under the name of an image. Download it again, or take it out.")},
    {"data.wrong-level", QT_TRANSLATE_NOOP("FindingCodes", "The input points one folder too high or too low: class folders are expected right there, or below train and val. Everything would count as one class, or as none. Point it at the folder that holds the class folders.")},
    {"data.wrong-suffix", QT_TRANSLATE_NOOP("FindingCodes", "The image can be read, but is of another kind than its name says. Most loaders do not mind, some choose the decoder by the name and fail. Rename it in a copy of the data.")},
    {"environment.card-architecture", QT_TRANSLATE_NOOP("FindingCodes", "The framework in the image was built for other cards than the one of this flavor. The job would start, and stop at the first operation on the card with “no kernel image is available”. Take a newer image for a newer card.")},
    {"environment.command-missing", QT_TRANSLATE_NOOP("FindingCodes", "The program that the command starts is not on this machine. A local run needs it here. Install it, name its whole path, or run the job on another profile.")},
    {"environment.cuda-on-npu", QT_TRANSLATE_NOOP("FindingCodes", "The flavor has NPUs, but the script asks for CUDA cards. It would stop at the first such call. Import the adapter torch_npu and use its calls, or its module that redirects those of CUDA.")},
    {"environment.cuda-without-gpu", QT_TRANSLATE_NOOP("FindingCodes", "The flavor has no card, but the script moves its model to one without asking whether it is there. It would stop at that line. Choose the device at run time.")},
    {"environment.interpreter", QT_TRANSLATE_NOOP("FindingCodes", "The Python that should run the script could not be started, or is none. Settings and profiles.yaml say which interpreter a local run uses. Choose one that is there.")},
    {"environment.missing-package", QT_TRANSLATE_NOOP("FindingCodes", "The script imports a package that nothing brings: not the image, not the requirements, or not the interpreter on this machine. The run would end with ModuleNotFoundError. Add it to the requirements, or install it. An import inside a function fails only when that runs, so it is a warning.")},
    {"environment.python-version", QT_TRANSLATE_NOOP("FindingCodes", "The script uses syntax or a module that the image's Python does not have: too new, or removed since. The run would end before its first step. Choose another image, or write it in the older form.")},
    {"environment.requirements-missing", QT_TRANSLATE_NOOP("FindingCodes", "The requirements file is not in the code directory, and only that is sent. The platform would install nothing and not say so. Move the file there.")},
    {"environment.steps-interrupted", QT_TRANSLATE_NOOP("FindingCodes", "The program that tries the job's steps here ended before it was done: out of memory, out of time, or crashed. Its last words are in the finding. Nothing else of Trainyard is affected; remove the cause and check again.")},
    {"environment.system-library", QT_TRANSLATE_NOOP("FindingCodes", "A Python package needs a library or a program of the system that the image does not have. Installing the package works, importing it fails. For OpenCV take the headless package; otherwise choose an image that has the library.")},
    {"environment.variable-unset", QT_TRANSLATE_NOOP("FindingCodes", "The script reads an environment variable without a default, and neither job, platform, launcher nor script sets it. It would stop with KeyError. Set it under environment_variables, or give it a default.")},
    {"environment.worker-missing", QT_TRANSLATE_NOOP("FindingCodes", "trainyard-torch, the program that does everything with LibTorch, is not beside trainyard. The installation is not complete. Build or install it again.")},
    {"environment.worker-output", QT_TRANSLATE_NOOP("FindingCodes", "The program that tries the steps wrote something between its answers that is none. Mostly a library printed a warning of its own. The answers were read all the same.")},
    {"environment.wrong-package-name", QT_TRANSLATE_NOOP("FindingCodes", "A line of the requirements names what the script imports, but the package is called otherwise: cv2 is in opencv-python, sklearn in scikit-learn. pip would stop, or install something else. Write the package's name.")},
    {"job.conflicting-keys", QT_TRANSLATE_NOOP("FindingCodes", "Two keys exclude each other: a job starts with one of boot_file, command and preset, and a model has one source. Nobody can tell which one is meant. Keep one.")},
    {"job.duplicate-key", QT_TRANSLATE_NOOP("FindingCodes", "The same key stands twice at one level. Most programs keep the last and drop the first without a word, and with it the values you see there. Merge the two.")},
    {"job.encoding", QT_TRANSLATE_NOOP("FindingCodes", "The file is not UTF-8 text. Some editors save in an encoding of the system, such as GBK or UTF-16 without a mark; read as something else, names and paths would change. Save it as UTF-8.")},
    {"job.invalid-value", QT_TRANSLATE_NOOP("FindingCodes", "A value is of the wrong kind or out of range, or names something that does not exist. Sizes and durations need their unit, so that nobody has to guess it. The finding says what is expected.")},
    {"job.missing-key", QT_TRANSLATE_NOOP("FindingCodes", "Something that every job needs is not said. Required are name, code and outputs; the rest has sensible defaults. The finding says what to add.")},
    {"job.syntax", QT_TRANSLATE_NOOP("FindingCodes", "The file is not YAML, so nothing in it could be understood. Usual causes are tabs, an open quote or bracket, indentation that does not fit, or a text with a colon that needs quotes. The line named is where reading stopped; the slip may be just above.")},
    {"job.too-complex", QT_TRANSLATE_NOOP("FindingCodes", "The file is too large or nested too deep, or its aliases unfold to an enormous size. A job file is a page of text. Mostly it is the wrong file; otherwise write the values out.")},
    {"job.unknown-key", QT_TRANSLATE_NOOP("FindingCodes", "A key that means nothing at this place: misspelt, or indented under the wrong section. It would be ignored, and the job would run with another value than you think. The finding names the nearest key there is.")},
    {"job.unreadable", QT_TRANSLATE_NOOP("FindingCodes", "The job file could not be opened: it is not there, is a folder, or may not be read. Check its path and its rights.")},
    {"launch.fixed-port", QT_TRANSLATE_NOOP("FindingCodes", "The command says which network port its processes meet at. Two jobs on one machine would want the same port, and the second one fails. Let the launcher choose a free one.")},
    {"launch.process-count", QT_TRANSLATE_NOOP("FindingCodes", "The launcher starts another number of processes than the flavor has cards. With fewer, paid cards stay idle; with more, processes fight for one card or fail. Start one process for each card.")},
    {"limits.cost-before-duration", QT_TRANSLATE_NOOP("FindingCodes", "At the flavor's price the money ends before the time does: max_cost stops the job earlier than max_duration. That may be what you want. If not, bring the two in line.")},
    {"memory.exceeds-device", QT_TRANSLATE_NOOP("FindingCodes", "The job needs more memory than there is, even by the lowest estimate. It would end with “out of memory” in its first steps. A smaller batch, gradient accumulation, lower precision or a larger flavor help.")},
    {"memory.exceeds-host", QT_TRANSLATE_NOOP("FindingCodes", "The steps needed more of the computer's own memory than the flavor has, or nearly all of it. The system ends a program that asks for more, mostly without a word in its log. Use a smaller batch or fewer loader workers, or a flavor with more RAM.")},
    {"memory.forecast-differs", QT_TRANSLATE_NOOP("FindingCodes", "The dry-run ran one small training step for real and once more as the forecast runs it. The two allocated different amounts of memory, so the forecast of the whole job may be off by as much. Operators that need scratch memory, and dropout, which a CPU keeps as floats and a card as bytes, are the usual reasons.")},
    {"memory.may-exceed-device", QT_TRANSLATE_NOOP("FindingCodes", "The forecast is a range, and the upper end of it is over the card's memory. Whether the job fits depends on what cannot be known before it runs, such as the workspace of convolutions. A slightly smaller batch removes the doubt; so does a rehearsal on the card itself.")},
    {"memory.shared-memory", QT_TRANSLATE_NOOP("FindingCodes", "Loader workers hand their batches over in /dev/shm, two batches for each worker. In a container it often has only 64 MiB, and a worker that finds it full is killed with a bus error. Use fewer workers or smaller batches, or ask for a container with more shared memory.")},
    {"memory.steps-interrupted", QT_TRANSLATE_NOOP("FindingCodes", "The program that measures the memory ended before it was done, often because this machine has too little of it. Its last words are in the finding. Use a smaller batch and check again.")},
    {"model.batch-of-one", QT_TRANSLATE_NOOP("FindingCodes", "The last batch would have a single sample, and a batch normalisation cannot work on one value. Training would stop at the end of the first epoch. Drop the last batch, or change the batch size.")},
    {"model.missing-file", QT_TRANSLATE_NOOP("FindingCodes", "The file that describes the model is not there. Paths in job.yaml start at the folder that job.yaml lies in. Correct the path, or leave the model section out: then only the script is checked.")},
    {"model.sequence-too-long", QT_TRANSLATE_NOOP("FindingCodes", "Sequences are longer than the model has positions. With a table of positions training stops with an index error, on a card one that names no cause; with rotary positions it runs, but the model was never made for it. Shorten the sequences.")},
    {"model.step-failed", QT_TRANSLATE_NOOP("FindingCodes", "The model was built, but a real step on your data failed. Shapes, number of classes or data types do not fit together. The finding has the framework's own words; the real run would fail in the same way.")},
    {"model.vocabulary", QT_TRANSLATE_NOOP("FindingCodes", "The tokenizer gives ids for which the model has no embedding, mostly after tokens were added. The first such token stops training with an index error, on a card with one that names no cause. Resize the embeddings; more rows than tokens do no harm.")},
    {"network.hub-download", QT_TRANSLATE_NOOP("FindingCodes", "The script fetches weights, data or packages by name or address when it runs. Where the platform has no way out to the internet it fails; elsewhere it costs time in every run, and fails on a bad day. Give the files to the job as an input.")},
    {"network.tracker", QT_TRANSLATE_NOOP("FindingCodes", "The script connects to an experiment tracker on the internet. Without a connection and a login it stops or waits. Switch it to offline mode, and upload its folder afterwards.")},
    {"paths.local", QT_TRANSLATE_NOOP("FindingCodes", "The code or the job names a folder of your own computer, such as a home folder or a drive of Windows. It is not there where the job runs. Take the path from an argument, and give the data to the job as an input.")},
    {"paths.outside-output", QT_TRANSLATE_NOOP("FindingCodes", "The script saves its result into a folder that nobody brings back: the platform keeps only the job's outputs. Hours of training would be lost. Save below the path of an output, or copy it there at the end.")},
    {"paths.relative", QT_TRANSLATE_NOOP("FindingCodes", "A relative path starts at the folder that the job is started in, which is not always the script's own. The file would not be found. Anchor it at the script with Path(__file__).")},
    {"paths.windows-separator", QT_TRANSLATE_NOOP("FindingCodes", "Paths with backslashes are no folders on Linux: the whole text is one file name, which does not exist. Write slashes, or use pathlib.")},
    {"resources.too-many-workers", QT_TRANSLATE_NOOP("FindingCodes", "Every loader worker is a process that wants a CPU of its own, in each of the training processes. More of them than CPUs only wait for each other and use memory. Start at most as many as there are CPUs for each process.")},
    {"training.global-batch", QT_TRANSLATE_NOOP("FindingCodes", "The job names two batch sizes that do not agree: the one the script is given, and the one in training, which the dry-run measures with. Decide on one, and let the other refer to it: ${parameters.batch_size}. In a DeepSpeed configuration the batch of all cards has to be the product of batch, accumulation and processes; otherwise it stops at its start.")},
    {"training.loss-diverged", QT_TRANSLATE_NOOP("FindingCodes", "Within a few steps the loss became infinite, or many times what it was. The learning rate is too high for this batch size and optimizer, or the data has broken values. Divide the learning rate by ten and check again.")},
    {"training.loss-not-falling", QT_TRANSLATE_NOOP("FindingCodes", "After the trial steps the loss is no lower than at their start. With few steps that can be chance; it can also be a learning rate that is far too small, or labels that do not belong to their samples. Look at the loss values in the report.")},
    {"training.precision-overflow", QT_TRANSLATE_NOOP("FindingCodes", "Half precision (fp16) ends at 65504, and this model was made in bfloat16, or is of a family known to have larger values: they become infinite, and the loss is no number any more. Use bf16 where the card has it.")},
    {"training.precision-unsupported", QT_TRANSLATE_NOOP("FindingCodes", "The card cannot compute in the precision that the job asks for. Some trainers refuse to start, others become very slow. Choose another precision, or a newer card.")},
    {"training.steps-interrupted", QT_TRANSLATE_NOOP("FindingCodes", "The program that runs the trial steps ended before it was done. Its last words are in the finding. Remove the cause, often too little memory or time, and check again.")},
};

} // namespace

QStringList findingCodes()
{
    QStringList codes;
    for (const CodeText &entry : codeTexts)
        codes.append(QLatin1String(entry.code));
    return codes;
}

QString explanation(const QString &code)
{
    const auto found = std::find_if(std::begin(codeTexts), std::end(codeTexts), [&code](const CodeText &entry) { return code == QLatin1String(entry.code); });
    return found == std::end(codeTexts) ? QString() : QCoreApplication::translate("FindingCodes", found->text);
}

} // namespace Trainyard
