<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Diagnosis</name>
    <message>
        <source>Something is wrong</source>
        <translation>跑得不对</translation>
    </message>
    <message>
        <source>It runs, but slowly</source>
        <translation>跑得慢</translation>
    </message>
    <message>
        <source>Cut short; nothing wrong until then</source>
        <translation>提前停止，此前无异常</translation>
    </message>
    <message>
        <source>All is well</source>
        <translation>一切正常</translation>
    </message>
    <message>
        <source>Nothing wrong so far</source>
        <translation>目前没有异常</translation>
    </message>
    <message>
        <source>Nothing to judge yet</source>
        <translation>暂无可判断的内容</translation>
    </message>
    <message>
        <source>The log tells of a failure (%1).</source>
        <translation>日志中出现了故障（%1）。</translation>
    </message>
    <message>
        <source>Log line %1 says so.</source>
        <translation>依据：日志第 %1 行。</translation>
    </message>
    <message>
        <source>The run went on after that line and its steps still rise.</source>
        <translation>如果该行之后运行仍在继续、步数仍在增长，则此判断不成立。</translation>
    </message>
    <message>
        <source>The run failed, and its log names no cause that Trainyard knows.</source>
        <translation>运行失败，日志中没有 Trainyard 认识的原因。</translation>
    </message>
    <message>
        <source>Read the last lines of the log.</source>
        <translation>请查看日志的最后几行。</translation>
    </message>
    <message>
        <source>An error stands in the log that this list does not show.</source>
        <translation>如果日志里有此处未列出的错误，则此判断不成立。</translation>
    </message>
    <message>
        <source>The log has told nothing to judge by yet.</source>
        <translation>日志中还没有可供判断的内容。</translation>
    </message>
    <message>
        <source>The log tells of no error.</source>
        <translation>日志中没有错误。</translation>
    </message>
    <message>
        <source>Too few samples of the machine yet: a minute of them is needed.</source>
        <translation>机器采样还太少：需要约一分钟的数据。</translation>
    </message>
    <message>
        <source>Median of the last minute: %1 %.</source>
        <translation>最近一分钟的中位数：%1%。</translation>
    </message>
    <message>
        <source>The card is busy.</source>
        <translation>加速卡处于忙碌状态。</translation>
    </message>
    <message>
        <source>The processor is busy; this run uses no card.</source>
        <translation>处理器处于忙碌状态；本次运行不使用加速卡。</translation>
    </message>
    <message>
        <source>Nothing suggests that the machine waits.</source>
        <translation>没有迹象表明机器在空等。</translation>
    </message>
    <message>
        <source>The card waits most of the time.</source>
        <translation>加速卡大部分时间在等待。</translation>
    </message>
    <message>
        <source>The processor waits most of the time.</source>
        <translation>处理器大部分时间在等待。</translation>
    </message>
    <message>
        <source>Most often loading data is too slow: use more loading workers, read from local storage, or decode the data beforehand.</source>
        <translation>最常见的原因是数据读取太慢：可增加读取进程数、改从本地存储读取，或提前解码数据。</translation>
    </message>
    <message>
        <source>Steps become no faster when the data is replaced by one batch kept in memory.</source>
        <translation>如果改用常驻内存的一个批次后每步并未变快，则此判断不成立。</translation>
    </message>
    <message>
        <source>The log names no throughput, or too rarely to judge it.</source>
        <translation>日志没有给出吞吐量，或次数太少，无法判断。</translation>
    </message>
    <message>
        <source>The throughput is judged from its twentieth value on.</source>
        <translation>吞吐量从第 20 个数值起开始判断。</translation>
    </message>
    <message>
        <source>%1: median %2 in the last values, %3 in the best stretch before.</source>
        <translation>%1：最近的中位数为 %2，此前为 %3。</translation>
    </message>
    <message>
        <source>Training has become much slower than it was.</source>
        <translation>训练比之前慢了很多。</translation>
    </message>
    <message>
        <source>Look at what changed at that time: another job on the machine, a longer sequence length, a save or an evaluation under way, a hot card.</source>
        <translation>看看那时有什么变化：机器上有别的任务、序列变长、正在保存或评估、加速卡过热。</translation>
    </message>
    <message>
        <source>The throughput comes back by itself within a few minutes.</source>
        <translation>如果几分钟内吞吐量自行恢复，则此判断不成立。</translation>
    </message>
    <message>
        <source>The throughput is steady.</source>
        <translation>吞吐量稳定。</translation>
    </message>
    <message>
        <source>Checkpoints saved: %1.</source>
        <translation>已保存检查点：%1 个。</translation>
    </message>
    <message>
        <source>The last one in log line %1.</source>
        <translation>最近一次见日志第 %1 行。</translation>
    </message>
    <message>
        <source>The last one in log line %1: %2</source>
        <translation>最近一次见日志第 %1 行：%2</translation>
    </message>
    <message>
        <source>The last checkpoint is %1 steps old, though one is due every %2 steps.</source>
        <translation>距上一个检查点已有 %1 步，而设定是每 %2 步保存一次。</translation>
    </message>
    <message>
        <source>Check the free space at the output&apos;s place and the script&apos;s settings for saving.</source>
        <translation>请检查输出位置的剩余空间，以及脚本的保存设置。</translation>
    </message>
    <message>
        <source>A newer file lies in the checkpoint folder.</source>
        <translation>如果检查点目录中有更新的文件，则此判断不成立。</translation>
    </message>
    <message>
        <source>No checkpoint has been saved, though one is due every %1 steps.</source>
        <translation>还没有保存过检查点，而设定是每 %1 步保存一次。</translation>
    </message>
    <message>
        <source>The run is at step %1.</source>
        <translation>运行已到第 %1 步。</translation>
    </message>
    <message>
        <source>Check that the script takes the checkpoint settings of the job and saves to its output; a run that is interrupted now starts from nothing.</source>
        <translation>请确认脚本采用了任务中的检查点设置并保存到任务的输出；现在中断的话只能从头再来。</translation>
    </message>
    <message>
        <source>A file lies in the checkpoint folder: the script saves without saying so in its log.</source>
        <translation>如果检查点目录中已有文件（脚本保存时没有写日志），则此判断不成立。</translation>
    </message>
    <message>
        <source>The log tells of no checkpoint.</source>
        <translation>日志中没有提到检查点。</translation>
    </message>
    <message>
        <source>The first checkpoint is due at step %1.</source>
        <translation>第一个检查点应在第 %1 步保存。</translation>
    </message>
    <message>
        <source>No checkpoint so far.</source>
        <translation>目前还没有检查点。</translation>
    </message>
    <message>
        <source>The loss is no longer a number: from here on the run learns nothing.</source>
        <translation>损失已不是有效数值：从这里起训练不再有效果。</translation>
    </message>
    <message>
        <source>The loss is judged from its thirtieth value on.</source>
        <translation>损失从第 30 个数值起开始判断。</translation>
    </message>
    <message>
        <source>The loss falls.</source>
        <translation>损失在下降。</translation>
    </message>
    <message>
        <source>From %1 to %2.</source>
        <translation>从 %1 降到 %2。</translation>
    </message>
    <message>
        <source>The loss has fallen and settled.</source>
        <translation>损失已经下降并趋于平稳。</translation>
    </message>
    <message>
        <source>The loss has not fallen since the start.</source>
        <translation>损失从开始到现在没有下降。</translation>
    </message>
    <message>
        <source>%1 values, all between %2 and %3.</source>
        <translation>共 %1 个数值，都在 %2 与 %3 之间。</translation>
    </message>
    <message>
        <source>Try to overfit one batch: if that fails too, look for a learning rate that is zero or far too high, frozen layers, or labels that do not belong to their samples.</source>
        <translation>试着只用一个批次训练到过拟合：如果也做不到，请检查学习率是否为零或过高、是否有冻结的层、标签与样本是否对应。</translation>
    </message>
    <message>
        <source>The run has just started its warm-up, and the loss falls afterwards.</source>
        <translation>如果运行刚进入预热阶段、之后损失开始下降，则此判断不成立。</translation>
    </message>
    <message>
        <source>The loss rises far above where it was.</source>
        <translation>损失大幅升高，远超之前的水平。</translation>
    </message>
    <message>
        <source>Its best was %1, now it is %2.</source>
        <translation>最低曾为 %1，现在为 %2。</translation>
    </message>
    <message>
        <source>Stop, go back to the checkpoint before the rise, and lower the learning rate or clip gradients.</source>
        <translation>请终止运行，回到升高之前的检查点，降低学习率或启用梯度裁剪。</translation>
    </message>
    <message>
        <source>It is a spike: within some dozen steps the loss is back.</source>
        <translation>如果只是尖峰、几十步之内损失就恢复，则此判断不成立。</translation>
    </message>
    <message>
        <source>The run waits for its turn.</source>
        <translation>运行正在排队。</translation>
    </message>
    <message>
        <source>Log line %1: %2</source>
        <translation>日志第 %1 行：%2</translation>
    </message>
    <message>
        <source>The script imports the Python module %1, which is not installed where it runs.</source>
        <translation>脚本要导入 Python 模块 %1，但运行环境中没有安装它。</translation>
    </message>
    <message>
        <source>Install the package that brings it (its name may differ from the module&apos;s) for the Python interpreter of the profile, or choose another interpreter there.</source>
        <translation>请为配置所用的 Python 解释器安装提供该模块的包（包名可能与模块名不同），或在配置中换用其他解释器。</translation>
    </message>
    <message>
        <source>The loss was no longer a number: from there on the run learnt nothing, and its result is of no use.</source>
        <translation>损失曾变为无效数值：从那里起训练没有效果，所得结果不可用。</translation>
    </message>
    <message>
        <source>Start again from the last good checkpoint with a lower learning rate or gradient clipping; with fp16 try bf16. Check the data for empty or huge values.</source>
        <translation>请从最后一个完好的检查点重新开始，并降低学习率或做梯度裁剪；使用 fp16 时可改用 bf16。同时检查数据中有无空值或极大的数值。</translation>
    </message>
    <message>
        <source>The values after that line are numbers again.</source>
        <translation>该行之后的数值又恢复为有效数值。</translation>
    </message>
    <message>
        <source>The script ended with an exception: %1</source>
        <translation>脚本因异常而结束：%1</translation>
    </message>
    <message>
        <source>Read the traceback above that line upwards: its last entry in your own code is the place.</source>
        <translation>请从该行往上看调用栈：其中最靠下的、属于您自己代码的那一处就是出错位置。</translation>
    </message>
    <message>
        <source>The script caught it and went on.</source>
        <translation>脚本捕获了该异常并继续运行。</translation>
    </message>
    <message>
        <source>The run was stopped before its end; its log tells of no error.</source>
        <translation>运行未到结束就被停止；日志中没有报错。</translation>
    </message>
    <message>
        <source>The end of the run was not seen; its log tells of no error.</source>
        <translation>没有观察到运行如何结束；日志中没有报错。</translation>
    </message>
    <message>
        <source>The log tells of no loss.</source>
        <translation>日志中没有损失值。</translation>
    </message>
    <message>
        <source>The loss has too few values, or moves too little, to see a trend.</source>
        <translation>损失的数值太少或变化太小，看不出趋势。</translation>
    </message>
    <message>
        <source>Go back to the checkpoint before the rise, and lower the learning rate or clip gradients.</source>
        <translation>请回到损失上升之前的检查点，并降低学习率或做梯度裁剪。</translation>
    </message>
    <message>
        <source>The run ended at step %1.</source>
        <translation>运行在第 %1 步结束。</translation>
    </message>
    <message>
        <source>It cannot be resumed. Check before the next run that the script takes the checkpoint settings of the job and saves to its output.</source>
        <translation>这次运行无法断点续训。下次运行前，请检查脚本是否采用任务的检查点设置，并保存到任务的输出。</translation>
    </message>
</context>
<context>
    <name>FailureCause</name>
    <message>
        <source>The script does not know one of the parameters it was started with, or misses one.</source>
        <translation>脚本不认识启动时传入的某个参数，或缺少必需的参数。</translation>
    </message>
    <message>
        <source>Compare the parameters of the job with the script&apos;s own list (run it with --help) and rename or remove the one it refused.</source>
        <translation>请把任务的超参与脚本自己的参数列表（用 --help 查看）对照，改名或删除被拒绝的那一个。</translation>
    </message>
    <message>
        <source>The checkpoint was saved by a model with other layers or other sizes than the one that loads it.</source>
        <translation>检查点来自层或尺寸不同的另一个模型。</translation>
    </message>
    <message>
        <source>Load a checkpoint of this model, build the model with the settings it was saved with, or start without resuming.</source>
        <translation>请加载本模型的检查点、按保存时的设置构建模型，或不续训、从头开始。</translation>
    </message>
    <message>
        <source>One of the training processes ended with an error and the launcher stopped the others.</source>
        <translation>某个训练进程出错退出，启动器随之终止了其余进程。</translation>
    </message>
    <message>
        <source>Look further up in the log for the first error: that process holds the cause.</source>
        <translation>请向上查找日志中的第一个错误，原因在那个进程里。</translation>
    </message>
    <message>
        <source>An image of the data set is cut off or cannot be decoded.</source>
        <translation>数据集中有图片被截断或无法解码。</translation>
    </message>
    <message>
        <source>Remove or replace the broken image; the data check of the dry-run names it when it is in the part it decodes.</source>
        <translation>请删除或替换损坏的图片；如果它在试跑解码的范围内，数据检查会指出是哪一张。</translation>
    </message>
    <message>
        <source>The graphics driver of the machine is too old for the CUDA version of the image.</source>
        <translation>机器的显卡驱动太旧，不支持镜像的 CUDA 版本。</translation>
    </message>
    <message>
        <source>Choose an image with an older CUDA version, or a flavor whose machines have a newer driver.</source>
        <translation>请选择 CUDA 版本较低的镜像，或驱动较新的规格。</translation>
    </message>
    <message>
        <source>The framework or an extension was built without code for this type of card.</source>
        <translation>框架或扩展在编译时没有包含这种加速卡的代码。</translation>
    </message>
    <message>
        <source>Choose an image whose framework supports the card, or rebuild the extension for its compute capability.</source>
        <translation>请选择支持该卡的镜像，或按它的计算能力重新编译扩展。</translation>
    </message>
    <message>
        <source>The memory of the card was not enough for this model and batch.</source>
        <translation>显存不足以容纳当前的模型和批次。</translation>
    </message>
    <message>
        <source>Halve the batch size and double the gradient accumulation, turn on activation checkpointing, or take a flavor with more memory per card.</source>
        <translation>请把批大小减半并把梯度累积加倍、开启激活重计算，或选用单卡显存更大的规格。</translation>
    </message>
    <message>
        <source>A process that loads data was killed, most often because the shared memory of the container is too small.</source>
        <translation>数据读取进程被杀死，多半是因为容器的共享内存太小。</translation>
    </message>
    <message>
        <source>Use fewer loading workers (0 proves it), smaller batches, or a container with more shared memory.</source>
        <translation>请减少读取进程数（设为 0 可验证）、减小批大小，或使用共享内存更大的容器。</translation>
    </message>
    <message>
        <source>A computation on the card met a value out of range, such as an index beyond the end of a table.</source>
        <translation>卡上的某个计算遇到越界的值，例如索引超出了表的范围。</translation>
    </message>
    <message>
        <source>Run a few steps on the CPU or with CUDA_LAUNCH_BLOCKING=1: the error then names the real line. Check labels and token indices first.</source>
        <translation>请在 CPU 上或设置 CUDA_LAUNCH_BLOCKING=1 跑几步，错误就会指向真正出错的行。先检查标签和 token 索引。</translation>
    </message>
    <message>
        <source>The disk that the run writes to is full.</source>
        <translation>运行写入的磁盘已满。</translation>
    </message>
    <message>
        <source>Keep fewer checkpoints, free space at the output&apos;s place, or take a flavor with a larger disk.</source>
        <translation>请少保留几个检查点、清理输出位置的空间，或选用磁盘更大的规格。</translation>
    </message>
    <message>
        <source>The script opened a file that is not there under this path.</source>
        <translation>脚本要打开的文件在该路径下不存在。</translation>
    </message>
    <message>
        <source>Compare the path in the log with the inputs of the job; a path of your own machine does not exist where the run takes place.</source>
        <translation>请把日志中的路径与任务的输入对照；您自己电脑上的路径在运行环境里并不存在。</translation>
    </message>
    <message>
        <source>The NPUs waited too long for one another: one process stopped, is much slower, or has no network to the others.</source>
        <translation>NPU 之间互相等待超时：某个进程停止、明显偏慢，或与其他进程网络不通。</translation>
    </message>
    <message>
        <source>Look for the process that reported an error first, check that all ranks take the same number of steps, then raise HCCL_EXEC_TIMEOUT.</source>
        <translation>请找到最先报错的进程，确认各 rank 的步数一致，再考虑调大 HCCL_EXEC_TIMEOUT。</translation>
    </message>
    <message>
        <source>The machine&apos;s main memory (not the card&apos;s) ran out, and the system killed the process.</source>
        <translation>机器的内存（不是显存）耗尽，系统杀死了进程。</translation>
    </message>
    <message>
        <source>Load the data in pieces instead of at once, use fewer loading workers, or take a flavor with more main memory.</source>
        <translation>请分批而不是一次性读入数据、减少读取进程数，或选用内存更大的规格。</translation>
    </message>
    <message>
        <source>The script tried to download a model or data set, and the hub cannot be reached from where the run takes place.</source>
        <translation>脚本试图下载模型或数据集，但运行环境连不上模型仓库。</translation>
    </message>
    <message>
        <source>Download it beforehand, give it to the job as an input and load it by its path; HF_HUB_OFFLINE=1 makes a forgotten download fail at once.</source>
        <translation>请提前下载，作为任务的输入，用路径加载；设置 HF_HUB_OFFLINE=1 可让遗漏的下载立即报错。</translation>
    </message>
    <message>
        <source>The script looked for a key that a dictionary does not have: a column, a setting or a part of a checkpoint.</source>
        <translation>脚本要找的键在字典里不存在：可能是某一列、某项设置或检查点的某个部分。</translation>
    </message>
    <message>
        <source>The key is in the log line; compare it with the names in your data or checkpoint.</source>
        <translation>键名就在这行日志里；请与数据或检查点中的名称对照。</translation>
    </message>
    <message>
        <source>A label is not below the number of classes of the model, or is negative.</source>
        <translation>有标签大于等于模型的类别数，或为负数。</translation>
    </message>
    <message>
        <source>Count labels from 0 and set the number of classes to the highest label plus one.</source>
        <translation>标签请从 0 开始编号，类别数设为最大标签加一。</translation>
    </message>
    <message>
        <source>Add the package to requirements.txt (its name may differ from the module&apos;s), or choose an image that has it.</source>
        <translation>请把对应的包加入 requirements.txt（包名可能与模块名不同），或选择已包含它的镜像。</translation>
    </message>
    <message>
        <source>The loss is no longer a number: from here on the run learns nothing.</source>
        <translation>损失已不是有效数值：从这里起训练不再有效果。</translation>
    </message>
    <message>
        <source>Stop it and restart from the last good checkpoint with a lower learning rate or gradient clipping; with fp16 try bf16. Check the data for empty or huge values.</source>
        <translation>请终止运行，从最近的正常检查点以更低的学习率或梯度裁剪重新开始；使用 fp16 时可改用 bf16。并检查数据中是否有空值或极大值。</translation>
    </message>
    <message>
        <source>The cards waited too long for one another: one process stopped, is much slower, or has no network to the others.</source>
        <translation>加速卡之间互相等待超时：某个进程停止、明显偏慢，或与其他进程网络不通。</translation>
    </message>
    <message>
        <source>Look for the rank that reported an error first or prints nothing, and check that every rank gets the same number of batches.</source>
        <translation>请找到最先报错或没有输出的 rank，并确认每个 rank 的批次数相同。</translation>
    </message>
    <message>
        <source>The memory of the NPU was not enough for this model and batch.</source>
        <translation>NPU 显存不足以容纳当前的模型和批次。</translation>
    </message>
    <message>
        <source>Halve the batch size and double the gradient accumulation, turn on recomputation, or spread the model over more cards.</source>
        <translation>请把批大小减半并把梯度累积加倍、开启激活重计算，或把模型分到更多卡上。</translation>
    </message>
    <message>
        <source>The object storage refused the run: its identity may not read or write that place.</source>
        <translation>对象存储拒绝了访问：运行的身份无权读写该位置。</translation>
    </message>
    <message>
        <source>Ask whoever administers the bucket for read rights on the inputs and write rights on the outputs; check the bucket&apos;s name and region.</source>
        <translation>请向桶的管理员申请输入的读权限和输出的写权限，并检查桶名和区域。</translation>
    </message>
    <message>
        <source>The object or bucket does not exist under this name.</source>
        <translation>没有这个名称的对象或桶。</translation>
    </message>
    <message>
        <source>Compare the name in the log letter by letter with what is in the bucket, and upload the data if it is missing.</source>
        <translation>请把日志中的名称与桶里的内容逐字对照，缺少数据时先上传。</translation>
    </message>
    <message>
        <source>The run may not read or write this path.</source>
        <translation>运行无权读写该路径。</translation>
    </message>
    <message>
        <source>Write only below the outputs of the job; inputs are read-only. Otherwise ask the owner of the folder for the right.</source>
        <translation>请只写入任务的输出位置，输入是只读的；否则请向目录的所有者申请权限。</translation>
    </message>
    <message>
        <source>Another process on the machine already listens on the port that the launcher wants.</source>
        <translation>启动器要用的端口已被机器上的另一个进程占用。</translation>
    </message>
    <message>
        <source>Choose another master port, or end the training that was left over on this machine.</source>
        <translation>请换一个主端口，或结束机器上残留的训练进程。</translation>
    </message>
    <message>
        <source>The platform took the machine back or ended the run from outside.</source>
        <translation>平台收回了机器，或从外部结束了运行。</translation>
    </message>
    <message>
        <source>Submit it again with resuming from the last checkpoint; save more often, or do without spot machines.</source>
        <translation>请重新提交并从最近的检查点续训；可以更频繁地保存，或不使用竞价实例。</translation>
    </message>
    <message>
        <source>The script writes to a place that is mounted read-only.</source>
        <translation>脚本写入的位置是只读挂载的。</translation>
    </message>
    <message>
        <source>Write below an output of the job, or to /tmp for what may be lost.</source>
        <translation>请写入任务的输出位置；可以丢弃的内容写到 /tmp。</translation>
    </message>
    <message>
        <source>Two tensors do not fit together: the data or a layer has another size than the model expects.</source>
        <translation>两个张量的形状不匹配：数据或某一层的尺寸与模型预期不同。</translation>
    </message>
    <message>
        <source>Compare the sizes in the log line with the input shape and the layer named in the traceback.</source>
        <translation>请把日志中的尺寸与输入形状以及报错堆栈里的层对照。</translation>
    </message>
    <message>
        <source>The log stood still for at least half an hour, much longer than its usual pace.</source>
        <translation>日志至少半小时没有更新，远超平时的间隔。</translation>
    </message>
    <message>
        <source>Look at what was going on before the gap: one rank waiting for another, a network file system, or a save to slow storage.</source>
        <translation>请看停顿之前在做什么：rank 之间互相等待、网络文件系统卡顿，或正在向慢速存储保存。</translation>
    </message>
    <message>
        <source>The platform ended the run because its time was over.</source>
        <translation>运行时间已到上限，被平台结束。</translation>
    </message>
    <message>
        <source>Ask for more time, and save checkpoints so that the next run goes on where this one ended.</source>
        <translation>请申请更长的时间，并保存检查点，以便下次接着训练。</translation>
    </message>
    <message>
        <source>A Python module that the script imports is not installed where it runs.</source>
        <translation>脚本要导入的某个 Python 模块在运行环境中没有安装。</translation>
    </message>
</context>
<context>
    <name>MetricFiles</name>
    <message>
        <source>%1 is damaged at byte %2: a checksum is wrong. What stands there is left out, the rest is read.</source>
        <translation>%1 在第 %2 字节处损坏（校验和不符）。损坏的记录已跳过，其余内容照常读取。</translation>
    </message>
    <message>
        <source>%1 is damaged: from some place on there is no record any more. What stands before it was read.</source>
        <translation>%1 已损坏：后半部分找不到任何完整记录，损坏处之前的内容已读取。</translation>
    </message>
    <message>
        <source>%1 breaks off within its last record: its writer was stopped, or is still writing.</source>
        <translation>%1 的最后一条记录不完整：写入程序已中断，或仍在写入。</translation>
    </message>
    <message>
        <source>%1 holds no metrics: no event file, trainer_state.json, table or log of them.</source>
        <translation>%1 中没有指标：既没有事件文件和 trainer_state.json，也没有指标表格或日志。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is a folder, a pipe or a device, not a file.</source>
        <translation>%1 是文件夹、管道或设备，不是文件。</translation>
    </message>
    <message>
        <source>%1 is larger than 64 MiB and is not read. The log or the event files have the same values.</source>
        <translation>%1 超过 64 MiB，未读取。日志或事件文件中有同样的数值。</translation>
    </message>
    <message>
        <source>%1 is no complete JSON: it breaks off at character %2. It is read again when it changes.</source>
        <translation>%1 不是完整的 JSON，在第 %2 个字符处中断。文件变化后会重新读取。</translation>
    </message>
</context>
<context>
    <name>PointJudgement</name>
    <message>
        <source>%1 (log line %2)</source>
        <translation>%1（日志第 %2 行）</translation>
    </message>
    <message>
        <source>The script started and reached its training loop.</source>
        <translation>脚本已启动并进入训练循环。</translation>
    </message>
    <message>
        <source>Waiting for the first line of training.</source>
        <translation>正在等待第一行训练日志。</translation>
    </message>
    <message>
        <source>Batches were read and a loss came out of them.</source>
        <translation>已读取批次并算出损失。</translation>
    </message>
    <message>
        <source>Waiting for the first batch.</source>
        <translation>正在等待第一个批次。</translation>
    </message>
    <message>
        <source>The memory was enough; at most %1 were used.</source>
        <translation>内存足够，最多使用了 %1。</translation>
    </message>
    <message>
        <source>The memory was enough for the first steps.</source>
        <translation>内存足够完成最初的若干步。</translation>
    </message>
    <message>
        <source>Waiting for the first ten steps.</source>
        <translation>正在等待前 10 步完成。</translation>
    </message>
    <message>
        <source>Waiting for the first loss.</source>
        <translation>正在等待第一个损失值。</translation>
    </message>
    <message>
        <source>The loss is no longer a number.</source>
        <translation>损失已不是有效数值。</translation>
    </message>
    <message>
        <source>The loss fell from %1 to %2.</source>
        <translation>损失从 %1 降到 %2。</translation>
    </message>
    <message>
        <source>The loss has not fallen over %1 values.</source>
        <translation>损失在 %1 个数值中没有下降。</translation>
    </message>
    <message>
        <source>The loss rises far above where it was.</source>
        <translation>损失大幅升高，远超之前的水平。</translation>
    </message>
    <message>
        <source>The loss has too few values to see a trend.</source>
        <translation>损失的数值太少，还看不出趋势。</translation>
    </message>
    <message>
        <source>A checkpoint was saved (log line %1).</source>
        <translation>已保存检查点（日志第 %1 行）。</translation>
    </message>
    <message>
        <source>A checkpoint was saved: %1</source>
        <translation>已保存检查点：%1</translation>
    </message>
    <message>
        <source>The run ended and its log tells of no checkpoint.</source>
        <translation>运行已结束，日志中没有提到检查点。</translation>
    </message>
    <message>
        <source>Waiting for the first checkpoint.</source>
        <translation>正在等待第一个检查点。</translation>
    </message>
</context>
</TS>
