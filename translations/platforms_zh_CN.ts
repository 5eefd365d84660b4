<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Agent</name>
    <message>
        <source>Stopped while it was queued: the command was never started.</source>
        <translation>排队时被终止，命令未曾启动。</translation>
    </message>
    <message>
        <source>Waits for a free slot of %1: next in line.</source>
        <translation>正在等待规格 %1 的空闲名额：下一个就是它。</translation>
    </message>
    <message>
        <source>Stopping at the limit max_duration.</source>
        <translation>已达到 max_duration 时长上限，正在终止。</translation>
    </message>
    <message>
        <source>Stopping at the limit max_cost.</source>
        <translation>已达到 max_cost 费用上限，正在终止。</translation>
    </message>
    <message>
        <source>Stopping because it is idle.</source>
        <translation>因长时间空闲，正在终止。</translation>
    </message>
    <message>
        <source>Stopping on request.</source>
        <translation>按要求正在终止。</translation>
    </message>
    <message>
        <source>Stops after the next checkpoint.</source>
        <translation>将在保存下一个检查点后终止。</translation>
    </message>
    <message>
        <source>The output %1 is empty: the command wrote nothing to it.</source>
        <translation>输出 %1 为空：命令没有写入任何内容。</translation>
    </message>
    <message>
        <source>An input was changed while the run was going, though inputs are read-only: %1.</source>
        <translation>输入本应只读，但运行期间被修改：%1。</translation>
    </message>
    <message>
        <source>launch.json has no usable %1: the run cannot be started. Submit the job again.</source>
        <translation>launch.json 中没有可用的 %1，无法启动。请重新提交训练任务。</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>it is damaged at byte %1</source>
        <translation>第 %1 字节处已损坏</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2.</source>
        <translation>%1 无法使用：%2。</translation>
    </message>
    <message>
        <source>The output %1 could not be brought to %2: %3. It is complete in %4.</source>
        <translation>输出 %1 未能存到 %2：%3。完整内容仍保留在 %4。</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>you may not write there</source>
        <translation>没有写入权限</translation>
    </message>
    <message>
        <source>it is on a read-only file system</source>
        <translation>所在文件系统为只读</translation>
    </message>
    <message>
        <source>its folder cannot be made</source>
        <translation>无法创建其所在文件夹</translation>
    </message>
    <message>
        <source>something is there already</source>
        <translation>目标位置已有内容</translation>
    </message>
    <message>
        <source>The start folder %1 cannot be entered: %2.</source>
        <translation>无法进入启动文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>The run&apos;s log file could not be opened: %1.</source>
        <translation>无法打开日志文件：%1。</translation>
    </message>
    <message>
        <source>%1 could not be started: the program that its first line (#!) names does not exist.</source>
        <translation>%1 无法启动：首行（#!）指定的程序不存在。</translation>
    </message>
    <message>
        <source>%1 was not found. Install it, or name the full path of the program.</source>
        <translation>找不到 %1。请先安装，或写出程序的完整路径。</translation>
    </message>
    <message>
        <source>%1 may not be executed: give it the execute permission (chmod +x), or name its interpreter.</source>
        <translation>%1 没有执行权限：请用 chmod +x 授予权限，或指定它的解释器。</translation>
    </message>
    <message>
        <source>%1 is no program that this machine can execute: a script needs a first line such as #!/bin/bash.</source>
        <translation>%1 不是本机可执行的程序：脚本需要类似 #!/bin/bash 的首行。</translation>
    </message>
    <message>
        <source>The command line is too long for this machine: pass long lists in a file.</source>
        <translation>命令行超出本机长度限制：过长的列表请改用文件传递。</translation>
    </message>
    <message>
        <source>%1 could not be started: %2.</source>
        <translation>%1 无法启动：%2。</translation>
    </message>
    <message>
        <source>Stopped at the limit max_duration of %1.</source>
        <translation>已达到 max_duration 时长上限 %1，自动终止。</translation>
    </message>
    <message>
        <source>Stopped at the limit max_cost of %1.</source>
        <translation>已达到 max_cost 费用上限 %1，自动终止。</translation>
    </message>
    <message>
        <source>Stopped because it was idle for %1: nothing came into the log and the processors had nothing to do.</source>
        <translation>空闲了 %1，自动终止：日志没有新内容，处理器也没有负载。</translation>
    </message>
    <message>
        <source>Stopped on request.</source>
        <translation>已按要求终止。</translation>
    </message>
    <message>
        <source>It did not end within %1 and was killed.</source>
        <translation>它在 %1 内没有结束，已被强制结束。</translation>
    </message>
    <message>
        <source>Out of host memory: the system killed the command. Use fewer data workers, a smaller batch or a flavor with more RAM.</source>
        <translation>内存不足，系统强制结束了命令。请减少数据加载进程数、减小批大小，或换用内存更大的规格。</translation>
    </message>
    <message>
        <source>Killed by signal %1 (%2), which Trainyard did not send.</source>
        <translation>被信号 %1（%2）强制结束，该信号并非 Trainyard 发出。</translation>
    </message>
    <message>
        <source>The command crashed or was ended by signal %1 (%2).</source>
        <translation>命令崩溃，或被信号 %1（%2）结束。</translation>
    </message>
    <message>
        <source>The disk is full: the command ended with exit code %1. Make room and submit again.</source>
        <translation>磁盘已满，命令以退出码 %1 结束。请腾出空间后重新提交。</translation>
    </message>
    <message>
        <source>Out of host memory: the system killed one of the command&apos;s processes, and it ended with exit code %1.</source>
        <translation>内存不足，系统强制结束了命令的一个子进程，命令以退出码 %1 结束。</translation>
    </message>
    <message>
        <source>The command ended with exit code %1: a program in it was ended by signal %2 (%3).</source>
        <translation>命令以退出码 %1 结束：其中的程序被信号 %2（%3）终止。</translation>
    </message>
    <message>
        <source>The command ended with exit code %1. The log&apos;s last lines say why.</source>
        <translation>命令以退出码 %1 结束，原因见日志末尾。</translation>
    </message>
    <message>
        <source>The machine was restarted while the run was going: how it ended is not known.</source>
        <translation>运行期间机器重启，结果未知。</translation>
    </message>
    <message>
        <source>The process that watched the command was killed: what was left of the command was stopped.</source>
        <translation>看护命令的进程被强制结束，残留的命令进程已终止。</translation>
    </message>
    <message>
        <source>Completed.</source>
        <translation>已完成。</translation>
    </message>
    <message>
        <source>The command was not started: its supervisor ended at once, also when it was tried again. Submit the job again.</source>
        <translation>命令未能启动：监管进程一启动就退出，重试后仍然如此。请重新提交训练任务。</translation>
    </message>
    <message>
        <source>Waits for a free slot of %1: number %2 in the queue.</source>
        <translation>正在等待规格 %1 的空闲名额：排在第 %2 位。</translation>
    </message>
    <message>
        <source>The process that watched the command was killed: stopping what is left of the command.</source>
        <translation>看护命令的进程被强制结束，正在终止残留的命令进程。</translation>
    </message>
</context>
<context>
    <name>CodeArchive</name>
    <message>
        <source>The code file %1 could not be copied into the run&apos;s folder: %2.</source>
        <translation>代码文件 %1 无法复制到运行文件夹：%2。</translation>
    </message>
    <message>
        <source>its folder cannot be made</source>
        <translation>无法创建其所在文件夹</translation>
    </message>
    <message>
        <source>The code directory %1 does not exist.</source>
        <translation>代码目录 %1 不存在。</translation>
    </message>
    <message>
        <source>The submit was cancelled.</source>
        <translation>提交已取消。</translation>
    </message>
</context>
<context>
    <name>FileFollower</name>
    <message>
        <source>The run&apos;s folder %1 is gone.</source>
        <translation>运行文件夹 %1 已不存在。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is not a regular file. Let the program write to a file, and open that.</source>
        <translation>%1 不是普通文件。让程序写到文件里，再打开那个文件。</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 不见了。</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>its folder cannot be made</source>
        <translation>无法创建其所在文件夹</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is larger than %2 MiB and was not read.</source>
        <translation>%1 超过 %2 MiB，未读取。</translation>
    </message>
</context>
<context>
    <name>LocalChecks</name>
    <message>
        <source>Read %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>%1 was read.</source>
        <translation>已成功读取 %1。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>Correct the source of the input %1, or bring the data there.</source>
        <translation>请更正输入 %1 的数据来源，或把数据放到该位置。</translation>
    </message>
    <message>
        <source>Write %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>A file was written into %1 and deleted again.</source>
        <translation>已在 %1 中试写文件并删除。</translation>
    </message>
    <message>
        <source>%1 will be made: a file was written into %2 and deleted again.</source>
        <translation>将会创建 %1：已在 %2 中试写文件并删除。</translation>
    </message>
    <message>
        <source>it is a file, not a folder</source>
        <translation>它是文件，不是文件夹</translation>
    </message>
    <message>
        <source>Read the code</source>
        <translation>读取代码</translation>
    </message>
    <message>
        <source>The code directory %1 does not exist.</source>
        <translation>代码目录 %1 不存在。</translation>
    </message>
    <message>
        <source>Correct code.directory.</source>
        <translation>请更正 code.directory。</translation>
    </message>
    <message>
        <source>Folder for runs</source>
        <translation>运行记录文件夹</translation>
    </message>
    <message>
        <source>Runs are kept in %1.</source>
        <translation>运行记录保存在 %1。</translation>
    </message>
    <message>
        <source>Disk space</source>
        <translation>磁盘空间</translation>
    </message>
    <message>
        <source>%1 are free for runs.</source>
        <translation>可用空间 %1。</translation>
    </message>
    <message>
        <source>Only %1 are free for runs and their checkpoints.</source>
        <translation>可用空间只剩 %1，可能放不下运行产物和检查点。</translation>
    </message>
    <message>
        <source>Delete old runs, or set TRAINYARD_HOME to a folder on a larger disk.</source>
        <translation>请删除旧的运行记录，或把 TRAINYARD_HOME 设为更大磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Not needed for this job: it runs no Python script.</source>
        <translation>本训练任务不运行 Python 脚本，不需要。</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>%1 is Python %2.</source>
        <translation>%1 的版本是 Python %2。</translation>
    </message>
    <message>
        <source>Choose another interpreter in the profile, or install the package python3. The built-in trainers need none.</source>
        <translation>请在平台配置中换一个解释器，或安装 python3 软件包。内置训练器不需要 Python。</translation>
    </message>
    <message>
        <source>Not checked: there is no Python to ask.</source>
        <translation>未检查：没有可用的 Python。</translation>
    </message>
    <message>
        <source>%1 has no PyTorch: a script that imports torch fails.</source>
        <translation>%1 中没有 PyTorch：导入 torch 的脚本会失败。</translation>
    </message>
    <message>
        <source>Install it for this interpreter (Debian: python3-torch), or choose another interpreter in the profile.</source>
        <translation>请为该解释器安装 PyTorch（Debian 软件包 python3-torch），或在平台配置中换一个解释器。</translation>
    </message>
    <message>
        <source>PyTorch %1, for the CPU.</source>
        <translation>PyTorch %1，CPU 版。</translation>
    </message>
    <message>
        <source>PyTorch %1, CUDA %2.</source>
        <translation>PyTorch %1，CUDA %2。</translation>
    </message>
    <message>
        <source>Trainyard&apos;s programs</source>
        <translation>Trainyard 程序</translation>
    </message>
    <message>
        <source>The supervisor and the trainer are in %1.</source>
        <translation>监管程序和训练程序位于 %1。</translation>
    </message>
    <message>
        <source>Not found: %1.</source>
        <translation>找不到：%1。</translation>
    </message>
    <message>
        <source>Build or install Trainyard again: its three programs belong into one folder.</source>
        <translation>请重新构建或安装 Trainyard：三个程序应在同一个文件夹中。</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2.</source>
        <translation>%1 无法启动：%2。</translation>
    </message>
    <message>
        <source>%1 was not found.</source>
        <translation>找不到 %1。</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 没有及时响应。</translation>
    </message>
    <message>
        <source>%1 is no Python 3: it did not run a three-line script.</source>
        <translation>%1 不是 Python 3：无法运行一段简单的脚本。</translation>
    </message>
    <message>
        <source>Access key</source>
        <translation>访问密钥</translation>
    </message>
    <message>
        <source>Not needed for this machine: it has no account.</source>
        <translation>本机没有账号，不需要。</translation>
    </message>
    <message>
        <source>The folder %1 may not be entered.</source>
        <translation>没有进入文件夹 %1 的权限。</translation>
    </message>
    <message>
        <source>%1 may not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>No file can be written into %1: %2.</source>
        <translation>无法在 %1 中写入文件：%2。</translation>
    </message>
    <message>
        <source>Please give the user %1 the right to write and delete files in %2 on %3.</source>
        <translation>请在主机 %3 上授予用户 %1 在 %2 中写入和删除文件的权限。</translation>
    </message>
    <message>
        <source>Please give the user %1 the right to enter and read %2 on %3.</source>
        <translation>请在主机 %3 上授予用户 %1 进入并读取 %2 的权限。</translation>
    </message>
    <message>
        <source>%1 belongs to the user %2 (group %3, mode %4).</source>
        <translation>%1 属于用户 %2（用户组 %3，权限 %4）。</translation>
    </message>
    <message>
        <source>The owner or an administrator of this machine can grant the right; or choose another place.</source>
        <translation>可由所有者或本机管理员授权，也可以换一个位置。</translation>
    </message>
    <message>
        <source>The training job %1 reads its data there.</source>
        <translation>训练任务 %1 要从那里读取数据。</translation>
    </message>
    <message>
        <source>The training job %1 keeps its results there.</source>
        <translation>训练任务 %1 的产物要保存在那里。</translation>
    </message>
    <message>
        <source>The code of the training job %1 is there.</source>
        <translation>训练任务 %1 的代码在那里。</translation>
    </message>
    <message>
        <source>Trainyard keeps its runs there.</source>
        <translation>Trainyard 的运行记录保存在那里。</translation>
    </message>
</context>
<context>
    <name>LogFile</name>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is not a regular file. Let the program write to a file, and open that.</source>
        <translation>%1 不是普通文件。让程序写到文件里，再打开那个文件。</translation>
    </message>
    <message>
        <source>The log cannot be kept in %1: %2.</source>
        <translation>日志无法暂存到 %1：%2。</translation>
    </message>
</context>
<context>
    <name>PlatformFacts</name>
    <message>
        <source>A built-in platform file has no usable %1. Install Trainyard again.</source>
        <translation>内置的平台文件中没有可用的 %1。请重新安装 Trainyard。</translation>
    </message>
</context>
<context>
    <name>PlatformRegistry</name>
    <message>
        <source>Check the rights of the file.</source>
        <translation>请检查该文件的权限。</translation>
    </message>
    <message>
        <source>%1 has faults, so nothing was saved in it: %2 Correct the file first.</source>
        <translation>%1 有错误，因此没有写入任何内容：%2请先改正这个文件。</translation>
    </message>
</context>
<context>
    <name>RunComparison</name>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>best metric</source>
        <translation>最佳指标</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>费用</translation>
    </message>
</context>
<context>
    <name>RunForecast</name>
    <message>
        <source>ends about %1</source>
        <translation>预计 %1 结束</translation>
    </message>
    <message>
        <source>ends %1–%2</source>
        <translation>预计 %1–%2 结束</translation>
    </message>
    <message>
        <source>%1, cost %2–%3</source>
        <translation>%1，费用 %2–%3</translation>
    </message>
    <message>
        <source>%1; %2 stops it before that</source>
        <translation>%1；在那之前会被 %2 终止</translation>
    </message>
    <message>
        <source>%1; %2 may stop it before that</source>
        <translation>%1；在那之前可能被 %2 终止</translation>
    </message>
</context>
<context>
    <name>RunRecord</name>
    <message>
        <source>%1 is not the record of a run.</source>
        <translation>%1 不是有效的运行档案。</translation>
    </message>
    <message>
        <source>%1 was not recorded and is %2 now.</source>
        <translation>%1 以前没有记录，现在是 %2。</translation>
    </message>
    <message>
        <source>%1 was %2 and is not known now.</source>
        <translation>%1 以前是 %2，现在未知。</translation>
    </message>
    <message>
        <source>%1 was %2 and is %3 now.</source>
        <translation>%1 以前是 %2，现在是 %3。</translation>
    </message>
    <message>
        <source>The code was changed.</source>
        <translation>代码有改动。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The git commit was %1 and is %2 now.</source>
        <translation>git 提交以前是 %1，现在是 %2。</translation>
    </message>
</context>
<context>
    <name>RunService</name>
    <message>
        <source>The folder %1 cannot be removed: check the rights.</source>
        <translation>无法删除文件夹 %1，请检查权限。</translation>
    </message>
    <message>
        <source>Not everything in %1 could be deleted: check the rights.</source>
        <translation>%1 中有内容无法删除，请检查权限。</translation>
    </message>
    <message>
        <source>The submit was interrupted before the run was handed over. Submit the job again.</source>
        <translation>提交过程被中断，尚未交给平台运行。请重新提交训练任务。</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 is gone, and with it what became of the run.</source>
        <translation>运行文件夹 %1 已不存在，运行结果无从得知。</translation>
    </message>
    <message>
        <source>Its last loss was not a number: the model has learned nothing since then. Use a lower learning rate, or look for broken data.</source>
        <translation>最后的损失已不是有效数值，此后模型没有学到任何东西。请调低学习率，或检查数据是否损坏。</translation>
    </message>
</context>
<context>
    <name>RunState</name>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>终止中</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已终止</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>失联</translation>
    </message>
</context>
<context>
    <name>RunStore</name>
    <message>
        <source>The list of runs %1 is locked by another program for over 5 seconds. Try again.</source>
        <translation>运行列表 %1 被其他程序锁定超过 5 秒，请重试。</translation>
    </message>
    <message>
        <source>The list of runs %1 cannot be written: the disk is full. Make room and try again.</source>
        <translation>磁盘已满，无法写入运行列表 %1。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>The list of runs %1 is damaged.</source>
        <translation>运行列表 %1 已损坏。</translation>
    </message>
    <message>
        <source>The list of runs %1 cannot be used: %2.</source>
        <translation>运行列表 %1 无法使用：%2。</translation>
    </message>
    <message>
        <source>There is no run %1. `trainyard runs` lists them.</source>
        <translation>没有运行 %1。可用 `trainyard runs` 查看列表。</translation>
    </message>
    <message>
        <source>The list of runs %1 was written by a newer Trainyard. Use that one, or set TRAINYARD_HOME to another folder.</source>
        <translation>运行列表 %1 由更新版本的 Trainyard 写入。请使用该版本，或把 TRAINYARD_HOME 设为其他文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made. Choose another one with TRAINYARD_HOME.</source>
        <translation>无法创建文件夹 %1。请用 TRAINYARD_HOME 指定其他文件夹。</translation>
    </message>
    <message>
        <source>The list of runs %1 is damaged and is being replaced. Try again.</source>
        <translation>运行列表 %1 已损坏，正在重建，请重试。</translation>
    </message>
    <message>
        <source>The list of runs %1 was damaged. It is kept as %2; the list is made anew from the runs&apos; folders, notes and stars are lost.</source>
        <translation>运行列表 %1 已损坏，原文件另存为 %2。列表将根据各运行文件夹重建，备注和星标会丢失。</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>还没有运行记录。</translation>
    </message>
    <message>
        <source>%1 begins several runs: %2. Write more of the one you mean.</source>
        <translation>有多个运行以 %1 开头：%2。请再多写几个字符。</translation>
    </message>
    <message>
        <source>The list of runs %1 cannot be written: check the rights of its folder, and that the disk is not read-only.</source>
        <translation>无法写入运行列表 %1：请检查所在文件夹的权限，以及磁盘是否为只读。</translation>
    </message>
</context>
<context>
    <name>Trainyard::FactsOnlyPlatform</name>
    <message>
        <source>%1 cannot be reached by this version of Trainyard: it checks jobs for it, but submits only to this machine.</source>
        <translation>本版本的 Trainyard 还不能连接 %1：可以为它做预检，但只能提交到本机。</translation>
    </message>
</context>
<context>
    <name>Trainyard::LocalPlatform</name>
    <message>
        <source>%1 needs %2 × %3, which this machine does not have. Choose a flavor of this machine.</source>
        <translation>规格 %1 需要 %2 张 %3，本机没有。请选择本机的规格。</translation>
    </message>
    <message>
        <source>This machine has no images: a run uses the interpreter of the profile.</source>
        <translation>本机没有镜像：运行时使用平台配置中的解释器。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>available</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>占用中</translation>
    </message>
    <message>
        <source>The run %1 has not ended: stop it first.</source>
        <translation>运行 %1 尚未结束，请先终止。</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 does not exist.</source>
        <translation>运行文件夹 %1 不存在。</translation>
    </message>
    <message>
        <source>This machine is one node: set compute.nodes to 1.</source>
        <translation>本机只有一个节点，请把 compute.nodes 设为 1。</translation>
    </message>
    <message>
        <source>%1 holds no run that was handed over: its folder is gone or was never complete.</source>
        <translation>%1 中没有已提交的运行：文件夹已不存在，或内容不完整。</translation>
    </message>
    <message>
        <source>The state file was damaged and is being written anew.</source>
        <translation>状态文件已损坏，正在重新写入。</translation>
    </message>
    <message>
        <source>This run names no checkpoint directory, so there is no next checkpoint to wait for: stop it now instead.</source>
        <translation>本次运行没有指定检查点目录，等不到下一个检查点：请改为立即终止。</translation>
    </message>
    <message>
        <source>The supervisor %1 could not be started: %2. Build or install Trainyard again.</source>
        <translation>监管程序 %1 无法启动：%2。请重新构建或安装 Trainyard。</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>Trainyard::RunService</name>
    <message>
        <source>There is no run %1. It may have been removed.</source>
        <translation>没有运行 %1，它可能已被删除。</translation>
    </message>
    <message>
        <source>The run %1 has not ended: stop it before you remove it.</source>
        <translation>运行 %1 尚未结束，请先终止再删除。</translation>
    </message>
</context>
<context>
    <name>Trainyard::RunTableModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>metric, value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Starred</source>
        <translation>已加星标</translation>
    </message>
    <message>
        <source>Not starred</source>
        <translation>未加星标</translation>
    </message>
    <message>
        <source>The flavor has no price, so the cost is not known.</source>
        <translation>该规格没有单价，费用未知。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Best metric</source>
        <translation>最佳指标</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>Trainyard::SubmitTask</name>
    <message>
        <source>The folder %1 cannot be made. Choose another one with TRAINYARD_HOME.</source>
        <translation>无法创建文件夹 %1。请用 TRAINYARD_HOME 指定其他文件夹。</translation>
    </message>
    <message>
        <source>No folder for the run can be made in %1: check the rights and the disk space.</source>
        <translation>无法在 %1 中创建运行文件夹，请检查权限和磁盘空间。</translation>
    </message>
    <message>
        <source>%1%2: %3</source>
        <translation>%1%2：%3</translation>
    </message>
    <message>
        <source>The dry-run of this job failed. Correct what it found, or give a reason to submit all the same.</source>
        <translation>本训练任务试跑未通过。请先修正问题；若仍要提交，请写明理由。</translation>
    </message>
    <message>
        <source>There is no usable profile %1. Settings lists the profiles.</source>
        <translation>没有可用的平台配置 %1。可在设置中查看平台配置。</translation>
    </message>
    <message>
        <source>There is no flavor %1 here. There are: %2.</source>
        <translation>这里没有规格 %1。可用规格：%2。</translation>
    </message>
    <message>
        <source>The submit was cancelled.</source>
        <translation>提交已取消。</translation>
    </message>
</context>
</TS>
