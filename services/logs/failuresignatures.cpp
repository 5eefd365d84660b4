#include "services/logs/failuresignatures.h"

#include "services/logs/bytetext.h"

#include <array>
#include <bitset>
#include <unordered_map>

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
    {"npu_oom", {"emory isn't enough"}},
    {"npu_oom", {"Memory not enough", "evice"}},
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
    {"dataloader_worker_killed", {"unable to open shared memory object"}},
    {"dataloader_worker_killed", {"unable to write to file </torch_"}},
    {"host_oom", {"oom_kill"}},
    {"host_oom", {"oom-kill"}},
    {"host_oom", {"OOM Killed"}},
    {"host_oom", {"OOMKilled"}},
    {"host_oom", {"exit code 137"}},
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
    {"module_not_found", {"ModuleNotFoundError"}},
    {"module_not_found", {"ImportError: No module named"}},
    {"module_not_found", {"ImportError", "packages that were not found"}},
    {"bad_arguments", {"error: unrecognized arguments"}},
    {"bad_arguments", {"error: the following arguments are required"}},
    {"bad_arguments", {"error: argument "}},
    {"bad_arguments", {"error: ambiguous option"}},
    {"bad_arguments", {"Error: No such option"}},
    {"bad_arguments", {"Unknown command line flag"}},
    {"bad_arguments", {"specified arguments are not used by the HfArgumentParser"}},
    {"hub_download_failed", {"We couldn't connect to 'https://huggingface.co'"}},
    {"hub_download_failed", {"LocalEntryNotFoundError"}},
    {"hub_download_failed", {"OfflineModeIsEnabled"}},
    {"hub_download_failed", {"outgoing traffic has been disabled"}},
    {"hub_download_failed", {"Max retries exceeded", "huggingface.co"}},
    {"hub_download_failed", {"on the Hub (ConnectionError)"}},
    {"hub_download_failed", {"urllib.error.URLError"}},
    {"object_storage_access_denied", {"errorCode:AccessDenied"}},
    {"object_storage_access_denied", {"(AccessDenied)"}},
    {"object_storage_access_denied", {"An error occurred (403)"}},
    {"object_storage_access_denied", {"stat:403"}},
    {"object_storage_access_denied", {"<Code>AccessDenied</Code>"}},
    {"object_storage_not_found", {"NoSuchKey"}},
    {"object_storage_not_found", {"NoSuchBucket"}},
    {"object_storage_not_found", {"An error occurred (404)"}},
    {"object_storage_not_found", {"stat:404"}},
    {"disk_full", {"No space left on device"}},
    {"disk_full", {"[Errno 28]"}},
    {"disk_full", {"file write failed"}},
    {"disk_full", {"Disk quota exceeded"}},
    {"read_only_filesystem", {"Read-only file system"}},
    {"read_only_filesystem", {"[Errno 30]"}},
    {"permission_denied", {"PermissionError"}},
    {"permission_denied", {"[Errno 13]"}},
    {"file_not_found", {"FileNotFoundError"}, {"NoSuchKey", "obs://", "s3://"}},
    {"file_not_found", {"can't open file", "No such file or directory"}},
    {"nccl_timeout", {"ollective operation timeout"}, {"WorkHCCL"}},
    {"hccl_timeout", {"ollective operation timeout", "WorkHCCL"}},
    {"hccl_timeout", {"EI0002"}},
    {"shape_mismatch", {"shapes cannot be multiplied"}},
    {"shape_mismatch", {"must match the size of tensor"}},
    {"shape_mismatch", {"must match the existing size"}},
    {"shape_mismatch", {"Sizes of tensors must match"}},
    {"shape_mismatch", {"size mismatch, m1"}},
    {"shape_mismatch", {"to match target batch_size"}},
    {"shape_mismatch", {"Given groups=", "expected input"}},
    {"shape_mismatch", {"must be the same as input size"}},
    {"shape_mismatch", {"operands could not be broadcast"}},
    {"shape_mismatch", {"Incompatible shapes"}},
    {"shape_mismatch", {"Matrix size-incompatible"}},
    {"shape_mismatch", {"Dimensions must be equal"}},
    {"label_out_of_range", {">= 0 && t < n_classes"}},
    {"label_out_of_range", {"cur_target >= 0 && cur_target < n_classes"}},
    {"label_out_of_range", {"IndexError: Target", "is out of bounds"}},
    {"device_side_assert", {"device-side assert"}, {"enable device-side", "TORCH_USE_CUDA_DSA"}},
    {"device_side_assert", {".cu:", "Assertion `", "` failed"}},
    {"checkpoint_mismatch", {"Error(s) in loading state_dict"}},
    {"cuda_driver_too_old", {"driver on your system is too old"}},
    {"cuda_driver_too_old", {"CUDA driver version is insufficient"}},
    {"cuda_no_kernel_image", {"no kernel image is available"}},
    {"corrupt_image", {"image file is truncated"}},
    {"corrupt_image", {"cannot identify image file"}},
    {"corrupt_image", {"broken data stream when reading image"}},
    {"port_in_use", {"Address already in use"}},
    {"port_in_use", {"errno: 98"}},
    {"port_in_use", {"[Errno 98]"}},
    {"port_in_use", {"EADDRINUSE"}},
    {"preempted", {"DUE TO PREEMPTION"}},
    {"preempted", {"got signal: 15"}},
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

const char *failureIn(std::string_view text)
{
    static const SignatureIndex index;
    const SignatureIndex::Candidates candidates = index.candidatesIn(text);
    if (candidates.none())
        return nullptr;
    for (size_t i = 0; i < std::size(signatures); ++i) {
        if (candidates[i] && fits(signatures[i], text))
            return signatures[i].code;
    }
    if (candidates[SignatureIndex::shellKill] && isShellKill(text))
        return "host_oom";
    return candidates[SignatureIndex::keyError] && trimmed(text).starts_with("KeyError: ") ? "key_error" : nullptr;
}

} // namespace Trainyard::Logs
