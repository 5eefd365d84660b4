#include "services/logs/failuresignatures.h"

#include "services/logs/bytetext.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <string>
#include <unordered_map>
#include <vector>

namespace Trainyard::Logs {

namespace {

/// All of `parts` must occur, none of `unless`. The first signature that fits wins: the more telling ones stand first.
struct Signature
{
    const char *code;
    std::array<std::string_view, 3> parts;
    std::array<std::string_view, 3> unless{};
};

constexpr Signature signatures[]{
    {"npu_oom", {"NPU out of memory"}},
    {"npu_oom", {"EL0004"}},
    {"npu_oom", {"207001"}, {"loss"}},
    {"npu_oom", {"error code is 200000"}},
    {"npu_oom", {"error code is 207018"}},
    {"npu_oom", {"rtMalloc", "failed"}},
    {"npu_oom", {"Alloc device memory failed"}},
    {"npu_oom", {"alloc device memory failed"}},
    {"npu_oom", {"ailed to alloc", "HBM"}},
    {"npu_oom", {"emory isn't enough"}},
    {"npu_oom", {"Memory not enough", "evice"}},
    {"cuda_oom", {"CUDA out of memory", "Tried to allocate"}},
    {"cuda_oom", {"HIP out of memory"}},
    {"cuda_oom", {"hipErrorOutOfMemory"}},
    {"cuda_oom", {"uda runtime error (2)", "out of memory"}},
    {"cuda_oom", {"udaMalloc", "out of memory"}},
    {"cuda_oom", {"cudaErrorMemoryAllocation"}},
    {"cuda_oom", {"CUDNN_STATUS_ALLOC_FAILED"}},
    {"cuda_oom", {"CUDA failure 2: out of memory"}},
    {"cuda_oom", {"CUDA error 2 [", "out of memory"}},
    {"cuda_oom", {"CUDA out of memory"}, {"If you", "if you", "avoid"}},
    {"cuda_oom", {"OutOfMemoryError:"}, {"NPU"}},
    {"cuda_oom", {"CUDA error: out of memory"}},
    {"cuda_oom", {"CUDA_ERROR_OUT_OF_MEMORY"}},
    {"cuda_oom", {"CUBLAS_STATUS_ALLOC_FAILED"}},
    {"cuda_oom", {"OOM when allocating tensor"}},
    {"cuda_oom", {"Out of memory error on GPU"}},
    {"cuda_oom", {"ResourceExhaustedError", "ut of memory"}},
    {"cuda_oom", {"RESOURCE_EXHAUSTED", "ut of memory"}},
    {"dataloader_worker_killed", {"DataLoader worker (pid", "killed by signal"}},
    {"dataloader_worker_killed", {"DataLoader worker (pid", "exited unexpectedly"}},
    {"dataloader_worker_killed", {"bus error encountered in worker"}},
    {"dataloader_worker_killed", {"insufficient shared memory (shm)"}},
    {"dataloader_worker_killed", {"DataLoader worker exited unexpectedly"}},
    {"dataloader_worker_killed", {"ataLoader", "worker", "killed by signal"}},
    {"dataloader_worker_killed", {"DataLoader process", "exited unexpectedly"}},
    {"dataloader_worker_killed", {"Bus error (core dumped)"}},
    {"dataloader_worker_killed", {"unable to open shared memory object"}},
    {"dataloader_worker_killed", {"unable to write to file </torch_"}},
    {"host_oom", {"oom_kill"}},
    {"host_oom", {"oom-killer"}},
    {"host_oom", {"died with <Signals.SIGKILL: 9>"}},
    {"host_oom", {"terminated by signal SIGKILL"}},
    {"host_oom", {"signal 9 (SIGKILL)"}},
    {"host_oom", {"ignal: 9 (Killed)"}},
    {"host_oom", {"exit status: 137"}},
    {"host_oom", {"exited with code 137"}},
    {"host_oom", {"Exit Code:", "137"}},
    {"host_oom", {"exitCode: 137"}},
    {"host_oom", {"\"exitCode\":137"}},
    {"host_oom", {"State=OUT_OF_MEMORY"}},
    {"host_oom", {"OUT_OF_ME+"}},
    {"host_oom", {"not enough memory: you tried to allocate"}},
    {"host_oom", {"running low on memory"}},
    {"host_oom", {"ray.exceptions.OutOfMemoryError"}},
    {"host_oom", {"Cannot allocate memory", "[Errno 12]"}},
    {"host_oom", {"DefaultCPUAllocator", "allocate memory"}},
    {"host_oom", {"std::bad_alloc"}},
    {"host_oom", {"oom-kill"}},
    {"host_oom", {"OOM Killed"}},
    {"host_oom", {"OOMKilled"}},
    {"host_oom", {"xceeded job memory limit"}},
    {"host_oom", {"xceeded step memory limit"}},
    {"host_oom", {"exit code 137"}, {"means"}},
    {"host_oom", {"exit code: 137"}},
    {"host_oom", {"exitcode: -9"}},
    {"host_oom", {"exitcode  : -9"}},
    {"host_oom", {"exitcode -9"}},
    {"host_oom", {"exit code -9"}},
    {"host_oom", {"exit status 137"}},
    {"host_oom", {"Signals.SIGKILL"}},
    {"host_oom", {"terminated with signal SIGKILL"}},
    {"host_oom", {"Out of memory: Kill"}},
    {"host_oom", {"srun: error", "Out Of Memory"}},
    {"host_oom", {"MemoryError: Unable to allocate"}},
    {"nan_loss", {"Invalid loss, terminating"}},
    {"nan_loss", {"Loss is nan, stopping"}},
    {"nan_loss", {"diverged with loss = NaN"}},
    {"nan_loss", {"NanLossDuringTrainingError"}},
    {"nan_loss", {"Loss became infinite or NaN"}},
    {"nan_loss", {"loss is nan"}, {"if ", "may ", "might "}},
    {"nan_loss", {"Loss is NaN"}, {"if ", "may ", "might "}},
    {"nan_loss", {"NaN loss", "detected"}},
    {"nan_loss", {"nan loss", "detected"}},
    {"nan_loss", {"found NaN in local forward loss"}},
    {"nan_loss", {"Model diverged with loss"}},
    {"nan_loss", {"loss is NaN or Inf"}},
    {"module_not_found", {"ModuleNotFoundError"}},
    {"module_not_found", {"ImportError: No module named"}},
    {"module_not_found", {"ImportError: Please install"}},
    {"module_not_found", {"ImportError: Missing optional dependency"}},
    {"module_not_found", {"ImportError", "requires the", "library but it was not found"}},
    {"module_not_found", {"PackageNotFoundError"}},
    {"module_not_found", {": No module named ", "python"}},
    {"module_not_found", {"ImportError", "packages that were not found"}},
    {"bad_arguments", {"error: unrecognized arguments"}},
    {"bad_arguments", {"error: the following arguments are required"}},
    {"bad_arguments", {"error: argument "}},
    {"bad_arguments", {"error: ambiguous option"}},
    {"bad_arguments", {"Error: No such option"}},
    {"bad_arguments", {"No such option:"}},
    {"bad_arguments", {"Error: Missing option"}},
    {"bad_arguments", {"Error: Missing argument"}},
    {"bad_arguments", {"Error: Invalid value for"}},
    {"bad_arguments", {"Error: Got unexpected extra argument"}},
    {"bad_arguments", {"error: expected one argument"}},
    {"bad_arguments", {"ould not consume arg"}},
    {"bad_arguments", {"Could not override '"}},
    {"bad_arguments", {"rror parsing override '"}},
    {"bad_arguments", {"Key '", "' is not in struct"}},
    {"bad_arguments", {"error: Unrecognized arguments"}},
    {"bad_arguments", {"error: Parser key "}},
    {"bad_arguments", {"error: invalid choice"}},
    {"bad_arguments", {"error: one of the arguments"}},
    {"bad_arguments", {"error: Unrecognized option"}},
    {"bad_arguments", {"sbatch: error: Invalid"}},
    {"bad_arguments", {"unrecognized option '--"}},
    {"bad_arguments", {"Unknown command line flag"}},
    {"bad_arguments", {"specified arguments are not used by the HfArgumentParser"}},
    {"hub_download_failed", {"We couldn't connect to 'https://huggingface.co'"}},
    {"hub_download_failed", {"LocalEntryNotFoundError"}},
    {"hub_download_failed", {"ouldn't connect to 'https://huggingface.co"}},
    {"hub_download_failed", {"ouldn't connect to 'https://hf-mirror.com"}},
    {"hub_download_failed", {"ouldn't reach", "on the Hub"}},
    {"hub_download_failed", {"offline mode is enabled", "Cannot reach https://"}},
    {"hub_download_failed", {"annot find the requested files in the disk cache"}},
    {"hub_download_failed", {"HTTPSConnectionPool", "huggingface.co", "timed out"}},
    {"hub_download_failed", {"HTTPSConnectionPool", "modelscope.cn"}, {"Retrying"}},
    {"hub_download_failed", {"GatedRepoError"}},
    {"hub_download_failed", {"RepositoryNotFoundError"}},
    {"hub_download_failed", {"You are trying to access a gated repo"}},
    {"hub_download_failed", {"is not a local folder and is not a valid model identifier"}},
    {"hub_download_failed", {"ProxyError", "huggingface.co"}},
    {"hub_download_failed", {"SSLError", "huggingface.co"}},
    {"hub_download_failed", {"HfHubHTTPError"}},
    {"hub_download_failed", {"OfflineModeIsEnabled"}},
    {"hub_download_failed", {"outgoing traffic has been disabled"}},
    {"hub_download_failed", {"Max retries exceeded", "huggingface.co"}},
    {"hub_download_failed", {"on the Hub (ConnectionError)"}},
    {"hub_download_failed", {"urllib.error.URLError"}},
    {"object_storage_access_denied", {"errorCode:AccessDenied"}},
    {"object_storage_access_denied", {"(AccessDenied)"}},
    {"object_storage_access_denied", {"(InvalidAccessKeyId)"}},
    {"object_storage_access_denied", {"(SignatureDoesNotMatch)"}},
    {"object_storage_access_denied", {"(ExpiredToken)"}},
    {"object_storage_access_denied", {"errorCode:InvalidAccessKeyId"}},
    {"object_storage_access_denied", {"errorCode:SignatureDoesNotMatch"}},
    {"object_storage_access_denied", {"errorCode: AccessDenied"}},
    {"object_storage_access_denied", {"Status=403", "Code=AccessDenied"}},
    {"object_storage_access_denied", {"'status': 403", "oss"}},
    {"object_storage_access_denied", {"'Code': 'AccessDenied'"}},
    {"object_storage_access_denied", {"ErrorCode=AccessDenied"}},
    {"object_storage_access_denied", {"AccessDeniedException"}},
    {"object_storage_access_denied", {"An error occurred (Forbidden)"}},
    {"object_storage_access_denied", {"S3 error: 403"}},
    {"object_storage_access_denied", {"s3", "403 Forbidden"}},
    {"object_storage_access_denied", {"storage.googleapis.com", "403"}},
    {"object_storage_access_denied", {"does not have storage.objects"}},
    {"object_storage_access_denied", {"NoCredentialsError"}},
    {"object_storage_access_denied", {"An error occurred (403)"}},
    {"object_storage_access_denied", {"stat:403"}},
    {"object_storage_access_denied", {"<Code>AccessDenied</Code>"}},
    {"object_storage_not_found", {"NoSuchKey"}},
    {"object_storage_not_found", {"NoSuchBucket"}},
    {"object_storage_not_found", {"FileNotFoundError", "obs://"}},
    {"object_storage_not_found", {"FileNotFoundError", "s3://"}},
    {"object_storage_not_found", {"No such file or directory", "obs://"}},
    {"object_storage_not_found", {"No such file or directory", "s3://"}},
    {"object_storage_not_found", {"s3", "404 Not Found"}},
    {"object_storage_not_found", {"An error occurred (404)"}},
    {"object_storage_not_found", {"stat:404"}},
    {"disk_full", {"No space left on device"}},
    {"disk_full", {"[Errno 28]"}},
    {"disk_full", {"file write failed"}},
    {"disk_full", {"Disk quota exceeded"}},
    {"disk_full", {"isk quota exceeded"}},
    {"disk_full", {"[Errno 122]"}},
    {"disk_full", {"ENOSPC"}},
    {"disk_full", {"not enough free disk space"}},
    {"disk_full", {"ephemeral-storage", "exceed"}},
    {"disk_full", {"low on resource: ephemeral-storage"}},
    {"disk_full", {"unexpected pos ", " vs "}},
    {"read_only_filesystem", {"Read-only file system"}},
    {"read_only_filesystem", {"[Errno 30]"}},
    {"permission_denied", {"PermissionError"}},
    {"permission_denied", {"[Errno 13]"}},
    {"permission_denied", {": Permission denied"}, {"ssh", "publickey"}},
    {"permission_denied", {"Operation not permitted", "[Errno 1]"}},
    {"file_not_found", {"FileNotFoundError"}, {"NoSuchKey", "obs://", "s3://"}},
    {"file_not_found", {"NotADirectoryError"}},
    {"file_not_found", {"bash: ", ": No such file or directory"}},
    {"file_not_found", {"cannot stat '", "No such file or directory"}},
    {"file_not_found", {"Couldn't find any data file at"}},
    {"file_not_found", {"OSError: [Errno 2]"}, {"obs://", "s3://"}},
    {"file_not_found", {"IOError: [Errno 2]"}, {"obs://", "s3://"}},
    {"file_not_found", {"NotFoundError", "No such file or directory"}, {"NoSuchKey", "obs://", "s3://"}},
    {"file_not_found", {"can't open file", "No such file or directory"}},
    {"nccl_timeout", {"ollective operation timeout"}, {"WorkHCCL"}},
    {"hccl_timeout", {"ollective operation timeout", "WorkHCCL"}},
    {"hccl_timeout", {"EI0002"}},
    {"hccl_timeout", {"EI0006"}},
    {"hccl_timeout", {"HCCL", "wait timeout"}},
    {"hccl_timeout", {"Notify register times out"}},
    {"nccl_timeout", {"NCCL", "operation", "timed out"}, {"Some NCCL", "HCCL"}},
    {"nccl_timeout", {"Timed out initializing process group"}},
    {"nccl_timeout", {"Monitored barrier timed out"}},
    {"nccl_timeout", {"monitoredBarrier", "timeout"}},
    {"nccl_timeout", {"imeout at NCCL work"}},
    {"shape_mismatch", {"shapes cannot be multiplied"}},
    {"shape_mismatch", {"must match the size of tensor"}},
    {"shape_mismatch", {"must match the existing size"}},
    {"shape_mismatch", {"Sizes of tensors must match"}},
    {"shape_mismatch", {"size mismatch, m1"}},
    {"shape_mismatch", {"size mismatch, got"}},
    {"shape_mismatch", {"' is invalid for input of size"}},
    {"shape_mismatch", {"Target size (", "must be the same"}},
    {"shape_mismatch", {"expected to be in range of", "dimension out of range"}},
    {"shape_mismatch", {"doesn't match the broadcast shape"}},
    {"shape_mismatch", {"inconsistent tensor size"}},
    {"shape_mismatch", {"stack expects each tensor to be equal size"}},
    {"shape_mismatch", {"is incompatible with the layer"}},
    {"shape_mismatch", {"Shapes ", "are incompatible"}},
    {"shape_mismatch", {"dot_general requires contracting dimensions to have the same shape"}},
    {"shape_mismatch", {"add got incompatible shapes for broadcasting"}},
    {"shape_mismatch", {"incompatible shapes for broadcasting"}},
    {"shape_mismatch", {"Input dimension mismatch"}},
    {"shape_mismatch", {"shapes mismatch"}},
    {"shape_mismatch", {"shape mismatch:"}},
    {"shape_mismatch", {"x.shape and y.shape need to broadcast"}},
    {"shape_mismatch", {"matmul: Input operand 1 has a mismatch"}},
    {"shape_mismatch", {"ShapeError"}},
    {"shape_mismatch", {"to match target batch_size"}},
    {"shape_mismatch", {"Given groups=", "expected input"}},
    {"shape_mismatch", {"must be the same as input size"}},
    {"shape_mismatch", {"operands could not be broadcast"}},
    {"shape_mismatch", {"Incompatible shapes"}},
    {"shape_mismatch", {"Matrix size-incompatible"}},
    {"shape_mismatch", {"Dimensions must be equal"}},
    {"label_out_of_range", {">= 0 && t < n_classes"}},
    {"label_out_of_range", {"cur_target >= 0 && cur_target < n_classes"}},
    {"label_out_of_range", {">= 0 && t < C"}},
    {"label_out_of_range", {"Received a label value of", "outside the valid range"}},
    {"label_out_of_range", {"Label value", "out of range"}},
    {"label_out_of_range", {"label value should", "range"}},
    {"label_out_of_range", {"Variable value", "should be in range", "abel"}},
    {"label_out_of_range", {"IndexError: Target", "is out of bounds"}},
    {"device_side_assert", {"device-side assert"}, {"enable device-side", "TORCH_USE_CUDA_DSA"}},
    {"device_side_assert", {".cu:", "Assertion `", "` failed"}},
    {"checkpoint_mismatch", {"Error(s) in loading state_dict"}},
    {"checkpoint_mismatch", {"load_param_into_net", "same shape"}},
    {"checkpoint_mismatch", {"copying a param with shape", "from checkpoint"}},
    {"checkpoint_mismatch", {"n the checkpoint does not match the shape of"}},
    {"checkpoint_mismatch", {"loaded state dict contains a parameter group that doesn't match"}},
    {"checkpoint_mismatch", {"loaded state dict has a different number of parameter groups"}},
    {"checkpoint_mismatch", {"not found in checkpoint", "Key "}},
    {"checkpoint_mismatch", {"Cannot load", "shape", "mismatch"}},
    {"checkpoint_mismatch", {"ayer count mismatch when loading weights"}},
    {"checkpoint_mismatch", {"weights file containing", "layers into a model with"}},
    {"cuda_driver_too_old", {"driver on your system is too old"}},
    {"cuda_driver_too_old", {"CUDA driver version is insufficient"}},
    {"cuda_driver_too_old", {"driver version", "too old"}},
    {"cuda_driver_too_old", {"unsatisfied condition: cuda>="}},
    {"cuda_driver_too_old", {"provided PTX was compiled with an unsupported toolchain"}},
    {"cuda_driver_too_old", {"cudaErrorInsufficientDriver"}},
    {"cuda_no_kernel_image", {"cudaErrorNoKernelImageForDevice"}},
    {"cuda_no_kernel_image", {"CUDA_ERROR_NO_BINARY_FOR_GPU"}},
    {"cuda_no_kernel_image", {"device kernel image is invalid"}},
    {"cuda_no_kernel_image", {"invalid device function"}},
    {"cuda_no_kernel_image", {"no kernel image is available"}},
    {"corrupt_image", {"image file is truncated"}},
    {"corrupt_image", {"Invalid JPEG data"}},
    {"corrupt_image", {"Input is empty, or truncated"}},
    {"corrupt_image", {"broken PNG file"}},
    {"corrupt_image", {"nable to decode", "image"}},
    {"corrupt_image", {"cannot identify image file"}},
    {"corrupt_image", {"broken data stream when reading image"}},
    {"port_in_use", {"Address already in use"}},
    {"port_in_use", {"errno: 98"}},
    {"port_in_use", {"[Errno 98]"}},
    {"port_in_use", {"EADDRINUSE"}},
    {"preempted", {"DUE TO PREEMPTION"}},
    {"preempted", {"got signal: 15"}},
    {"preempted", {"exit status 143"}},
    {"preempted", {"exited with code 143"}},
    {"preempted", {"signal handler called with signal 15"}},
    {"preempted", {"ot SIGTERM"}},
    {"preempted", {"etected SIGTERM"}},
    {"preempted", {"ob was preempted"}},
    {"preempted", {"eceived 15 death signal"}},
    {"preempted", {"eceived signal 15"}},
    {"preempted", {"(signal 15)"}},
    {"preempted", {"eceived SIGTERM"}},
    {"preempted", {"SIGTERM received"}},
    {"preempted", {"aught SIGTERM"}},
    {"preempted", {"exit code 143"}},
    {"preempted", {"exit code: 143"}},
    {"preempted", {"preemption notice"}},
    {"preempted", {"has been preempted"}},
    {"preempted", {"pot instance", "nterrupt"}},
    {"preempted", {"pot instance", "reclaim"}},
    {"time_limit", {"DUE TO TIME LIMIT"}},
    {"time_limit", {"DeadlineExceeded"}},
    {"time_limit", {"active longer than specified deadline"}},
    {"time_limit", {"walltime", "exceeded limit"}},
    {"time_limit", {"TERM_RUNLIMIT"}},
    {"time_limit", {"exceeded the maximum", "duration"}},
};

/**
 * Finds the signatures that a line may fit in one pass over its bytes: each signature is filed under the rarest three bytes of its first part, and
 * nearly all lines hold none of them.
 */
class SignatureIndex
{
public:
    using Candidates = std::bitset<std::size(signatures) + 2>;
    static constexpr size_t keyError = std::size(signatures);
    static constexpr size_t shellKill = keyError + 1;

    SignatureIndex()
    {
        for (size_t i = 0; i < std::size(signatures); ++i)
            file(signatures[i].parts[0], i);
        file("KeyError: ", keyError);
        file("Killed", shellKill);
    }

    Candidates candidatesIn(std::string_view text) const
    {
        Candidates candidates;
        for (size_t i = 0; i + 2 < text.size(); ++i) {
            const uint16_t key = hashOf(text.data() + i);
            if (m_isFiled[key])
                candidates |= m_filed.at(key);
        }
        return candidates;
    }

private:
    static uint16_t hashOf(const char *three)
    {
        const uint32_t bytes = uint32_t(uint8_t(three[0])) | uint32_t(uint8_t(three[1])) << 8 | uint32_t(uint8_t(three[2])) << 16;
        return uint16_t((bytes * 0x9E3779B1U) >> 16);
    }

    /// Capitals, digits and symbols are rare in a log's ordinary lines.
    static int rarity(std::string_view bytes)
    {
        int sum = 0;
        for (char c : bytes) {
            const bool isRareLetter = contains("jkqvwxzfbp", std::string_view(&c, 1));
            sum += c == ' ' || c == '_' ? 1 : isDigit(c) ? 2 : c >= 'a' && c <= 'z' ? (isRareLetter ? 3 : 1) : c >= 'A' && c <= 'Z' ? 4 : 3;
        }
        return sum;
    }

    void file(std::string_view part, size_t signature)
    {
        size_t best = 0;
        for (size_t at = 0; at + 2 < part.size(); ++at) {
            if (rarity(part.substr(at, 3)) > rarity(part.substr(best, 3)))
                best = at;
        }
        const uint16_t key = hashOf(part.data() + best);
        m_isFiled[key] = true;
        m_filed[key].set(signature);
    }

    std::array<bool, 65536> m_isFiled{};
    std::unordered_map<uint16_t, Candidates> m_filed;
};

bool fits(const Signature &signature, std::string_view text)
{
    for (std::string_view part : signature.parts) {
        if (!part.empty() && !contains(text, part))
            return false;
    }
    for (std::string_view part : signature.unless) {
        if (!part.empty() && contains(text, part))
            return false;
    }
    return true;
}

/// A shell's word on a killed program: alone, or `line 12: 4711 Killed   python train.py`.
bool isShellKill(std::string_view text)
{
    const std::string_view line = trimmed(text);
    return line == "Killed" || (contains(line, " Killed ") && contains(line, ": line "));
}

} // namespace

const char *failureIn(std::string_view text, std::string_view record)
{
    static const SignatureIndex index;
    const SignatureIndex::Candidates candidates = index.candidatesIn(text);
    if (candidates.none())
        return nullptr;
    for (size_t i = 0; i < std::size(signatures); ++i) {
        if (candidates[i] && fits(signatures[i], text))
            return signatures[i].code;
    }
    if (candidates[SignatureIndex::shellKill] && (isShellKill(text) || record == "Killed"))
        return "host_oom";
    return candidates[SignatureIndex::keyError] && trimmed(record).starts_with("KeyError: ") ? "key_error" : nullptr;
}

namespace {

bool isAllDigits(std::string_view text)
{
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Every run of digits as one `#`.
std::string withoutDigits(std::string_view text)
{
    std::string result;
    for (char c : text) {
        if (!isDigit(c))
            result.push_back(c);
        else if (result.empty() || result.back() != '#')
            result.push_back('#');
    }
    return result;
}

} // namespace

bool mayFailWithOtherNumbers(std::string_view text)
{
    const std::string line = withoutDigits(text);
    return std::any_of(std::begin(signatures), std::end(signatures), [&](const Signature &signature) {
        bool hasDigits = false;
        for (std::string_view part : signature.parts) {
            if (part.empty())
                continue;
            if (isAllDigits(part)) {
                hasDigits = hasDigits || !signature.parts[1].empty();
                continue;
            }
            const std::string wanted = withoutDigits(part);
            hasDigits = hasDigits || contains(wanted, "#");
            if (!contains(line, wanted))
                return false;
        }
        return hasDigits;
    });
}

bool isFailureNumber(std::string_view digits)
{
    static const std::vector<std::string_view> known = [] {
        std::vector<std::string_view> numbers;
        for (const Signature &signature : signatures) {
            if (signature.parts[1].empty() && isAllDigits(signature.parts[0]))
                numbers.push_back(signature.parts[0]);
        }
        return numbers;
    }();
    return std::any_of(known.begin(), known.end(), [&](std::string_view number) { return contains(digits, number); });
}

} // namespace Trainyard::Logs
