#include "mixedlog.h"

#include <array>
#include <cstdio>
#include <string>

namespace Trainyard::Bench {

namespace {

template<typename... Values>
void print(QByteArray &log, const char *format, Values... values)
{
    std::array<char, 1024> line;
    const int length = std::snprintf(line.data(), line.size(), format, values...);
    log.append(line.data(), std::min<qsizetype>(length, qsizetype(line.size()) - 1));
}

constexpr int forms = 12;

} // namespace

QByteArray MixedLog::next()
{
    QByteArray log;
    const int form = int(m_stretch++ % forms);
    setup(log);
    if (m_stretch % 12 == 5)
        traceback(log);
    for (int i = 0; i < 400; ++i) {
        ++m_step;
        if (form % 3 == 0 && i % 10 != 0) {
            bar(log);
            continue;
        }
        metrics(log, form);
        if (i % 4 == 0)
            between(log);
    }
    log.append('\n');
    return log;
}

void MixedLog::metrics(QByteArray &log, int form)
{
    const double value = loss();
    const double rate = 1e-4 * (1 - double(m_step % 100000) / 100000);
    const int second = int(m_step % 60);
    const int minute = int(m_step / 60 % 60);
    const int hour = int(m_step / 3600 % 24);
    const auto step = static_cast<long long>(m_step);
    switch (form) {
    case 0:
        print(log, "\r{'loss': %.4f, 'grad_norm': %.6f, 'learning_rate': %.6e, 'epoch': %.2f}\n", value, value * 1.7, rate, double(m_step) / 1e5);
        break;
    case 1:
        print(log, " [2026-03-01 %02d:%02d:%02d] iteration %8lld/ 9000000 | consumed samples: %12lld | elapsed time per iteration (ms): %.1f | learning rate: %.6E | "
                   "global batch size:   256 | lm loss: %.6E | loss scale: 1.0 | grad norm: %.3f | number of skipped iterations:   0 |\n",
              hour, minute, second, step, step * 256, 4900 + value * 10, rate, value, value * 1.3);
        break;
    case 2:
        print(log, "Epoch: [%lld]  [%4lld/9890]  eta: 0:%02d:%02d  lr: %.6f  loss: %.4f (%.4f)  acc1: %.4f (%.4f)  time: %.4f  data: %.4f  max mem: 6612\n",
              step / 9890, step % 9890, minute, second, rate, value, value * 1.01, 60 + value, 59 + value, 0.3 + value / 100, 0.01 + value / 1000);
        break;
    case 3:
        print(log, "\r2026-03-01 %02d:%02d:%02d,%03d - INFO - trainer - step %lld/9000000 loss %.4f lr %.2e samples/s %.1f\n", hour, minute, second, below(1000), step, value,
              rate, 800 + value);
        break;
    case 4:
        print(log, "[rank%d]: step: %lld loss: %.5f grad_norm: %.4f memory: %.2fGiB(%.2f%%) tps: %d mfu: %.2f%%\n", below(8), step, value, value * 2, 40 + value, 50 + value,
              5000 + below(999), 40 + value);
        break;
    case 5:
        print(log, "{\"mode\": \"train\", \"epoch\": %lld, \"iter\": %lld, \"lr\": %.5f, \"memory\": 3905, \"data_time\": %.5f, \"loss_cls\": %.5f, \"loss\": %.5f, \"time\": %.5f}\n",
              1 + step / 9000, step % 9000, rate, value / 100, value / 2, value, value / 10);
        break;
    case 6:
        print(log, "\repoch %lld/5000 step %lld/1800 loss %.4f accuracy %.4f lr %.4f samples/s %.1f\n", 1 + step / 1800, step % 1800, value, 1 / value, rate, 2400 + value);
        break;
    case 7: {
        const int rank = below(4);
        print(log, "%d: Train Epoch: %lld [%lld/60000 (%d%%)]\tLoss: %.6f\n", rank, step / 900, step % 900 * 64, int(step % 900 / 9), value);
        break;
    }
    case 8:
        print(log, "2026-03-01 %02d:%02d:%02d | INFO | train_inner | epoch %03lld: %6lld / 1102 loss=%.3f, nll_loss=%.3f, ppl=%.2f, wps=%.1f, ups=%.2f, num_updates=%lld, "
                   "lr=%.5e, gnorm=%.3f, wall=%lld\n",
              hour, minute, second, step / 1102 % 1000, step % 1102, value, value * 0.9, value * 5, 43000 + value, 2 + value / 10, step, rate, value, step);
        break;
    case 9:
        print(log, "\r%lld,%lld,%.5f,%.5f,%.6f\n", step / 1000, step, value, value * 1.1, rate);
        break;
    case 10:
        print(log, "(WorkerDict pid=17001) step:%lld - actor/kl_loss:%.6f - actor/pg_loss:%.6f - actor/grad_norm:%.6f - perf/throughput:%.3f - response_length/mean:%.3f\n", step,
              value / 1000, -value / 1000, value / 10, 1000 + value, 300 + value);
        break;
    default:
        print(log, "\x1b[32m[03/01 %02d:%02d:%02d d2.utils.events]: \x1b[0m eta: 1:%02d:%02d  iter: %lld  total_loss: %.4g  loss_cls: %.4g  loss_box_reg: %.4g  time: %.4f  "
                   "data_time: %.4f  lr: %.5g  max_mem: 7542M\n",
              hour, minute, second, minute, second, step, value, value / 2, value / 3, 0.3 + value / 100, 0.01, rate);
    }
}

/// Drawn over as long as the line is the same.
void MixedLog::bar(QByteArray &log)
{
    const int percent = int(m_step % 100);
    QByteArray drawing = QByteArray("\xe2\x96\x88").repeated(percent / 10);
    drawing += QByteArray(10 - percent / 10, ' ');
    const bool hasMetrics = m_stretch % 2 == 0;
    print(log, "\r %2d%%|%s| %lld/900000 [%02d:%02d<%02d:%02d, %5.2fit/s%s", percent, drawing.constData(), static_cast<long long>(m_step % 900000), int(m_step / 60 % 60),
          int(m_step % 60), int(59 - m_step / 60 % 60), int(59 - m_step % 60), 1.5 + below(100) * 0.01, hasMetrics ? ", loss=" : "]");
    if (hasMetrics)
        print(log, "%.3f]", loss());
}

void MixedLog::between(QByteArray &log)
{
    const auto step = static_cast<long long>(m_step);
    switch (below(10)) {
    case 0: log += "The attention mask is not set and cannot be inferred from input, because pad token is same as eos token.\n"; break;
    case 1:
        print(log, "2026-03-01 10:%02d:%02d,120 - INFO - data - worker %d opened shard %05lld-of-90000 and found %d records in it\n", int(m_step / 60 % 60), int(m_step % 60),
              below(16), step % 90000, 8000 + below(400));
        break;
    case 2:
        log += "/usr/lib/python3.10/site-packages/torch/optim/lr_scheduler.py:130: UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`. "
               "In PyTorch 1.1.0 and later, you should call them in the opposite order.\n";
        break;
    case 3: print(log, "[rank%d]: NCCL INFO Channel %02d/0 : %d[%x] -> %d[%x] via P2P/IPC\n", below(8), below(32), below(8), below(65536), below(8), below(65536)); break;
    case 4: log += "huggingface/tokenizers: The current process just got forked, after parallelism has already been used. Disabling parallelism to avoid deadlocks...\n"; break;
    case 5: print(log, "W0301 10:%02d:%02d.%06d 140001 torch/distributed/run.py:793] resharding took %d ms\n", int(m_step / 60 % 60), int(m_step % 60), below(1000000), below(4000)); break;
    case 6:
        if (below(20) == 0)
            print(log, "Saving model checkpoint to output/checkpoint-%lld\n", step);
        else
            log += "Configuration saved, the next evaluation comes at the end of the epoch.\n";
        break;
    case 7: { // comes once
        std::string words;
        for (int i = 0; i < 12; ++i)
            words.append(size_t(2 + below(8)), char('a' + below(26))).push_back(' ');
        print(log, "sample %x: %s\n", unsigned(m_random()), words.c_str());
        break;
    }
    case 8: print(log, "time=\"2026-03-01T10:%02d:%02d+08:00\" level=info msg=\"auth file has been updated\" file=\"authentication.go:105\"\n", int(m_step / 60 % 60), int(m_step % 60)); break;
    default: print(log, "DEBUG urllib3.connectionpool https://obs.example.com:443 \"PUT /bucket/part-%lld HTTP/1.1\" 200 0\n", step); break;
    }
}

void MixedLog::setup(QByteArray &log)
{
    log += "***** Running training *****\n  Num examples = 52,002\n  Num Epochs = 3\n  Instantaneous batch size per device = 8\n";
    log += "Namespace(lr=0.001, epochs=20, batch_size=64, loss='ce', accuracy=None, weight_decay=0.0001)\n";
    log += "optimizer:\n  type: AdamW\n  lr: 0.0003\n  betas: [0.9, 0.95]\nmodel:\n  hidden_size: 4096\n  layers: 32\n";
    log += "train_dataset\n-------------------------------\n";
    if (m_stretch % 12 == 10) // the CSV stretch, form 9
        log += "epoch,step,train_loss,val_loss,lr\n";
}

void MixedLog::traceback(QByteArray &log)
{
    log += "Traceback (most recent call last):\n  File \"/opt/job/train.py\", line 214, in <module>\n    main()\n  File \"/opt/job/train.py\", line 133, in main\n"
           "    batch = next(loader)\nValueError: too many values to unpack (expected 2)\n";
}

} // namespace Trainyard::Bench
