<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Alerts</name>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>The loss is not a number</source>
        <translation>损失不是数值</translation>
    </message>
    <message>
        <source>It hangs</source>
        <translation>卡死</translation>
    </message>
    <message>
        <source>No checkpoint</source>
        <translation>没有检查点</translation>
    </message>
    <message>
        <source>Near a limit</source>
        <translation>接近上限</translation>
    </message>
    <message>
        <source>%1 could not be written: the choice is lost when the window closes.</source>
        <translation>%1 无法写入：窗口关闭后，这项选择就会丢失。</translation>
    </message>
    <message>
        <source>No output for %1, and neither processors, cards nor disks work.</source>
        <translation>已有 %1 没有输出，处理器、卡和磁盘也都没有活动。</translation>
    </message>
    <message>
        <source>The loss is not a number at step %1, line %2 of the log.</source>
        <translation>第 %1 步的损失不是数值，见日志第 %2 行。</translation>
    </message>
    <message>
        <source>The loss is not a number, says line %1 of the log.</source>
        <translation>日志第 %1 行显示损失不是数值。</translation>
    </message>
    <message>
        <source>No checkpoint since step %1: the run is at step %2, and the job asks for one every %3 steps.</source>
        <translation>第 %1 步之后没有检查点：运行已到第 %2 步，而任务要求每 %3 步保存一次。</translation>
    </message>
    <message>
        <source>It is stopped in %1: limits.max_duration is %2.</source>
        <translation>%1 后将被终止：limits.max_duration 为 %2。</translation>
    </message>
    <message>
        <source>It is stopped in %1: limits.max_cost is %2, and %3 are used.</source>
        <translation>%1 后将被终止：limits.max_cost 为 %2，已用 %3。</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <comment>job, event, message</comment>
        <translation>%1：%2。%3</translation>
    </message>
</context>
<context>
    <name>LogRow</name>
    <message>
        <source> … show more (%1 left)</source>
        <translation> … 显示更多 (还有 %1)</translation>
    </message>
</context>
<context>
    <name>StripCatalog</name>
    <message>
        <source>samples/s</source>
        <translation>样本/s</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>tokens/s/card</source>
        <translation>token/s/卡</translation>
    </message>
    <message>
        <source>steps/s</source>
        <translation>步/s</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>eval</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Waiting for the first loss: no step yet</source>
        <translation>等待第一个损失值：还没有完成任何一步</translation>
    </message>
    <message>
        <source>Waiting for the first accuracy</source>
        <translation>等待第一个准确率</translation>
    </message>
    <message>
        <source>Waiting for a line with samples/s or tokens/s</source>
        <translation>等待带有 样本/s 或 token/s 的日志行</translation>
    </message>
    <message>
        <source>Waiting for the first sample of the machine</source>
        <translation>等待第一次资源采样</translation>
    </message>
    <message>
        <source>The log has no line with a loss.</source>
        <translation>日志里没有损失值。</translation>
    </message>
    <message>
        <source>The log has no line with an accuracy.</source>
        <translation>日志里没有准确率。</translation>
    </message>
    <message>
        <source>The log has no line with samples/s or tokens/s.</source>
        <translation>日志里没有 样本/s 或 token/s。</translation>
    </message>
    <message>
        <source>There are no samples of the machine.</source>
        <translation>没有资源采样数据。</translation>
    </message>
</context>
<context>
    <name>Ticks</name>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
<context>
    <name>Trainyard::AlertDelivery</name>
    <message>
        <source>it refuses the connection</source>
        <translation>对方拒绝连接</translation>
    </message>
    <message>
        <source>there is no such host</source>
        <translation>没有这个主机</translation>
    </message>
    <message>
        <source>it did not answer within ten seconds</source>
        <translation>十秒内没有回应</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>本机不信任它的证书</translation>
    </message>
    <message>
        <source>it closed the connection</source>
        <translation>对方关闭了连接</translation>
    </message>
    <message>
        <source>network error %1</source>
        <translation>网络错误 %1</translation>
    </message>
    <message>
        <source>The desktop took no notification: %1</source>
        <translation>桌面没有接受通知：%1</translation>
    </message>
    <message>
        <source>The desktop shows it.</source>
        <translation>桌面已显示。</translation>
    </message>
    <message>
        <source>/bin/sh could not be started: %1.</source>
        <translation>无法启动 /bin/sh：%1。</translation>
    </message>
    <message>
        <source>The command was ended by a signal, or because it took over a minute. It said: %1</source>
        <translation>命令被信号终止，或因超过一分钟被终止。输出：%1</translation>
    </message>
    <message>
        <source>The command ended with exit code %1. It said: %2</source>
        <translation>命令以退出码 %1 结束。输出：%2</translation>
    </message>
    <message>
        <source>The command was run.</source>
        <translation>命令已执行。</translation>
    </message>
    <message>
        <source>The command was run. It said: %1</source>
        <translation>命令已执行。输出：%1</translation>
    </message>
    <message>
        <source>The web address is none: it has to begin with https:// or http:// and a host.</source>
        <translation>这不是网址：须以 https:// 或 http:// 加主机名开头。</translation>
    </message>
    <message>
        <source>%1 could not be reached: %2.</source>
        <translation>无法连接 %1：%2。</translation>
    </message>
    <message>
        <source>%1 refused it with HTTP %2. It said: %3</source>
        <translation>%1 拒绝了，HTTP %2。回应：%3</translation>
    </message>
    <message>
        <source>%1 took it: HTTP %2.</source>
        <translation>%1 已接受：HTTP %2。</translation>
    </message>
    <message>
        <source>%1 took it: HTTP %2. It said: %3</source>
        <translation>%1 已接受：HTTP %2。回应：%3</translation>
    </message>
</context>
<context>
    <name>Trainyard::ChartControls</name>
    <message>
        <source>Weight of the moving average: 0 shows the values as they are.</source>
        <translation>滑动平均的权重：0 为不平滑。</translation>
    </message>
    <message>
        <source>How many values are taken together.</source>
        <translation>一起计算的数值个数。</translation>
    </message>
    <message>
        <source>&amp;X axis</source>
        <translation>横轴(&amp;X)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Time since start</source>
        <translation>运行时间</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>平滑(&amp;M)</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>滑动平均</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Average: recent values count more. Median: a single spike leaves no trace. Gaussian: values before and after count alike.</source>
        <translation>滑动平均：越近的值权重越大。中位数：单个尖峰不留痕迹。高斯：前后的值同等对待。</translation>
    </message>
    <message>
        <source>&amp;Clip outliers</source>
        <translation>截去离群值(&amp;C)</translation>
    </message>
    <message>
        <source>A few values far away no longer press the others flat; triangles at the edge show where they are.</source>
        <translation>少数极远的值不再把其余的压平，边缘的小三角标出它们的位置。</translation>
    </message>
    <message>
        <source>&amp;Whole run</source>
        <translation>整个运行(&amp;W)</translation>
    </message>
    <message>
        <source>Leave the zoom (Home). The wheel zooms, dragging moves, dragging with Shift zooms into what is marked.</source>
        <translation>退出缩放（Home 键）。滚轮缩放，拖动平移，按住 Shift 拖动可框选放大。</translation>
    </message>
</context>
<context>
    <name>Trainyard::ChartPanel</name>
    <message>
        <source>no GPU: all CPUs</source>
        <translation>无 GPU：全部 CPU</translation>
    </message>
    <message>
        <source>no GPU: host RAM</source>
        <translation>无 GPU：主机内存</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>what is waited for, since when</comment>
        <translation>%1，已等 %2</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Left and right move the crosshair, with Shift the part that is shown; plus and minus zoom, Home shows the whole run, Return shows the log line.</source>
        <translation>左右键移动十字线，加 Shift 平移；加减号缩放，Home 键显示整个运行，回车键跳到日志行。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>run, curve</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>Show log &amp;line %1</source>
        <translation>显示日志第 %1 行(&amp;L)</translation>
    </message>
    <message>
        <source>Show the log &amp;line</source>
        <translation>显示日志行(&amp;L)</translation>
    </message>
    <message>
        <source>Save as &amp;picture (PNG)...</source>
        <translation>保存为图片 (PNG)(&amp;P)...</translation>
    </message>
    <message>
        <source>Save as &amp;vector picture (SVG)...</source>
        <translation>保存为矢量图 (SVG)(&amp;V)...</translation>
    </message>
    <message>
        <source>Lo&amp;garithmic scale</source>
        <translation>对数刻度(&amp;G)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Hide this strip</source>
        <translation>隐藏这一条(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Show strip</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>Usual &amp;order and heights</source>
        <translation>恢复默认顺序和高度(&amp;O)</translation>
    </message>
    <message>
        <source>Evaluation: loss %1</source>
        <translation>评估：损失 %1</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Checkpoint %1</source>
        <translation>检查点 %1</translation>
    </message>
    <message>
        <source>Save v&amp;alues (CSV)...</source>
        <translation>保存数值 (CSV)(&amp;A)...</translation>
    </message>
</context>
<context>
    <name>Trainyard::ChartStrip</name>
    <message>
        <source>%1, try %2</source>
        <comment>curve, attempt of a resumed run</comment>
        <translation>%1，第 %2 次</translation>
    </message>
    <message numerus="yes">
        <source>log, %n values &lt;= 0 below</source>
        <comment>on a logarithmic axis</comment>
        <translation>
            <numerusform>对数，%n 个值 &lt;= 0 在下方</numerusform>
        </translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数刻度</translation>
    </message>
</context>
<context>
    <name>Trainyard::LogPanel</name>
    <message>
        <source>&amp;Errors %1</source>
        <translation>错误 %1(&amp;E)</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>match, matches</comment>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>No line passes the filter.</source>
        <translation>没有符合筛选条件的行。</translation>
    </message>
    <message>
        <source>The log is empty so far.</source>
        <translation>日志暂时是空的。</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Match upper and lower case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Show error lines only</source>
        <translation>只显示错误行</translation>
    </message>
    <message>
        <source>&amp;Follow</source>
        <translation>跟随(&amp;F)</translation>
    </message>
    <message>
        <source>Stay at the end of the log (End)</source>
        <translation>停留在日志末尾（End）</translation>
    </message>
    <message>
        <source>Copy the selection, or the marked line</source>
        <translation>复制选中的内容，或当前行</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>转到行</translation>
    </message>
    <message>
        <source>Line, 1 to %1:</source>
        <translation>行号，1 到 %1：</translation>
    </message>
    <message>
        <source>Character %1: %2</source>
        <translation>第 %1 个字符：%2</translation>
    </message>
    <message>
        <source>&amp;Warnings (%1)</source>
        <translation>警告 (%1)(&amp;W)</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>%1 matches so far</source>
        <translation>目前 %1 处匹配</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>全部进程</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>First error, line %1: %2</source>
        <translation>第一个错误，第 %1 行：%2</translation>
    </message>
    <message>
        <source>The filter hides %1 of %2 lines.</source>
        <translation>筛选隐藏了 %2 行中的 %1 行。</translation>
    </message>
    <message>
        <source>Save line %1</source>
        <translation>保存第 %1 行</translation>
    </message>
    <message>
        <source>%1 could not be written. Choose another folder.</source>
        <translation>无法写入 %1。换一个目录再试。</translation>
    </message>
    <message>
        <source>Search for a regular expression</source>
        <translation>按正则表达式查找</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一处匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一处匹配 (F3)</translation>
    </message>
    <message>
        <source>F&amp;ilter</source>
        <translation>筛选(&amp;I)</translation>
    </message>
    <message>
        <source>Warnings, one rank, progress bars, wrapping</source>
        <translation>警告、单个进程、进度条、换行</translation>
    </message>
    <message>
        <source>&amp;Rank</source>
        <translation>进程(&amp;R)</translation>
    </message>
    <message>
        <source>Fold progress &amp;bars</source>
        <translation>折叠进度条(&amp;B)</translation>
    </message>
    <message>
        <source>Show every &amp;update of progress bars</source>
        <translation>显示进度条的每次更新(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Hide progress bars</source>
        <translation>隐藏进度条(&amp;H)</translation>
    </message>
    <message>
        <source>Wrap &amp;long lines</source>
        <translation>长行自动换行(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Jump to it</source>
        <translation>跳到那里(&amp;J)</translation>
    </message>
    <message>
        <source>Hide this line</source>
        <translation>收起这一条</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>全部显示(&amp;A)</translation>
    </message>
</context>
<context>
    <name>Trainyard::LogView</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>The file was cut or replaced at %1: what it held before is no longer there</source>
        <translation>文件在 %1 被截断或替换：之前的内容已不在了</translation>
    </message>
    <message>
        <source>Log stream lost from %1 to %2: these lines came late</source>
        <translation>日志流在 %1 至 %2 中断：下面的行是补收的</translation>
    </message>
    <message>
        <source>&amp;Go to line…</source>
        <translation>转到行(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Fold the updates of this bar</source>
        <translation>折叠这个进度条(&amp;F)</translation>
    </message>
    <message>
        <source>Show all &amp;updates of this bar</source>
        <translation>展开这个进度条的全部更新(&amp;U)</translation>
    </message>
    <message>
        <source>Sa&amp;ve this line as a file…</source>
        <translation>把这一行存为文件(&amp;V)…</translation>
    </message>
    <message>
        <source>This number is a &amp;metric…</source>
        <translation>这个数字是指标(&amp;M)…</translation>
    </message>
</context>
<context>
    <name>Trainyard::MonitorPage</name>
    <message>
        <source>Queued: nothing runs yet</source>
        <translation>排队中：尚未开始运行</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>tab, count</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>产物</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>任务定义</translation>
    </message>
    <message>
        <source>All &amp;runs</source>
        <translation>全部运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Opens the run&apos;s folder.</source>
        <translation>打开本次运行的文件夹。</translation>
    </message>
    <message>
        <source>Opens the folder that holds the log.</source>
        <translation>打开日志所在的文件夹。</translation>
    </message>
    <message>
        <source>Copy as co&amp;mmand</source>
        <translation>复制为命令(&amp;M)</translation>
    </message>
    <message>
        <source>Copies the command that shows the same in a terminal.</source>
        <translation>复制在终端里显示同样内容的命令。</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>图片(&amp;P)</translation>
    </message>
    <message>
        <source>Saves this panel as a picture.</source>
        <translation>把这个页面存成图片。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Log line</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>&amp;Show in the log</source>
        <translation>在日志中显示(&amp;S)</translation>
    </message>
    <message>
        <source>The run has not told of a checkpoint yet.</source>
        <translation>运行还没有保存检查点。</translation>
    </message>
    <message>
        <source>The log tells of no checkpoint.</source>
        <translation>日志里没有提到检查点。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>The run has written nothing into its outputs yet.</source>
        <translation>运行还没有写出任何产物。</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Running since %1</source>
        <translation>%1 开始运行</translation>
    </message>
    <message>
        <source>Ended at %1</source>
        <translation>%1 结束</translation>
    </message>
</context>
<context>
    <name>Trainyard::PatternDialog</name>
    <message>
        <source>The metric needs a name.</source>
        <translation>请给指标起个名称。</translation>
    </message>
    <message>
        <source>Trying the pattern on the log…</source>
        <translation>正在用日志试匹配规则…</translation>
    </message>
    <message>
        <source>None of %1 lines matches.</source>
        <translation>%1 行中没有一行匹配。</translation>
    </message>
    <message>
        <source>%1 of the first %2 lines match; the rest was not tried.</source>
        <translation>前 %2 行中有 %1 行匹配，其余未试。</translation>
    </message>
    <message>
        <source>%1 of %2 lines match.</source>
        <translation>%2 行中有 %1 行匹配。</translation>
    </message>
    <message>
        <source>A number of the log as a metric</source>
        <translation>把日志中的数字作为指标</translation>
    </message>
    <message numerus="yes">
        <source>The pattern was made from %n marked numbers. Mark more in the log to loosen it, or change it by hand.</source>
        <translation>
            <numerusform>匹配规则由标出的 %n 个数字得出。在日志中再标几个可放宽规则，也可以直接修改。</numerusform>
        </translation>
    </message>
    <message>
        <source>The pattern finds numbers like the marked one. Mark another in the log to loosen it, or change it by hand.</source>
        <translation>匹配规则会找出与所标数字类似的数字。在日志中再标一个可放宽规则，也可以直接修改。</translation>
    </message>
    <message>
        <source>&amp;Name of the metric</source>
        <translation>指标名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Phase</source>
        <translation>阶段(&amp;P)</translation>
    </message>
    <message>
        <source>Pa&amp;ttern (Perl-compatible regular expression)</source>
        <translation>匹配规则（Perl 兼容的正则表达式）(&amp;T)</translation>
    </message>
    <message>
        <source>Not said (train)</source>
        <translation>未说明（训练）</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Eval</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>The values that were found, in the order of the log</source>
        <translation>找到的数值，按日志中的顺序</translation>
    </message>
    <message>
        <source>The first lines that match</source>
        <translation>最前面的匹配行</translation>
    </message>
</context>
<context>
    <name>Trainyard::RunHeader</name>
    <message>
        <source>environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>artifacts</source>
        <translation>产物</translation>
    </message>
    <message>
        <source>%1–%2 h left</source>
        <translation>还需 %1–%2 小时</translation>
    </message>
    <message>
        <source>about %1 h left</source>
        <translation>还需约 %1 小时</translation>
    </message>
    <message>
        <source>%1–%2 min left</source>
        <translation>还需 %1–%2 分钟</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>还需约 %1 分钟</translation>
    </message>
    <message>
        <source>%1–%2 s left</source>
        <translation>还需 %1–%2 秒</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>还需约 %1 秒</translation>
    </message>
    <message>
        <source>Log file</source>
        <translation>日志文件</translation>
    </message>
    <message>
        <source>Log file, read as %1</source>
        <translation>日志文件，按 %1 格式读取</translation>
    </message>
    <message>
        <source>best %1 %2 at step %3</source>
        <translation>最佳%1 %2，第 %3 步</translation>
    </message>
    <message>
        <source>best %1 %2</source>
        <translation>最佳%1 %2</translation>
    </message>
    <message>
        <source>epoch %1/%2</source>
        <translation>第 %1/%2 轮</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>step %1/%2</source>
        <translation>第 %1/%2 步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The run has not proven this yet.</source>
        <translation>运行尚未证实这一点。</translation>
    </message>
    <message>
        <source>It has written no checkpoint: everything it learned is lost.</source>
        <translation>它还没有保存检查点，训练成果会全部丢失。</translation>
    </message>
    <message>
        <source>Its last checkpoint is %1 old; what it learned since is lost.</source>
        <translation>最近的检查点保存于 %1 前，之后的训练成果会丢失。</translation>
    </message>
    <message>
        <source>What it learned since its last checkpoint is lost.</source>
        <translation>最近一个检查点之后的训练成果会丢失。</translation>
    </message>
    <message>
        <source>It goes on until it has written its next checkpoint; nothing is lost.</source>
        <translation>它会继续到保存下一个检查点为止，不会丢失训练成果。</translation>
    </message>
    <message>
        <source>Stop run %1? It has used %2. %3</source>
        <translation>终止运行 %1？已用时 %2。%3</translation>
    </message>
    <message>
        <source>Stop run</source>
        <translation>终止运行</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>终止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Keep running</source>
        <translation>继续运行(&amp;K)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>终止(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Now</source>
        <translation>立即(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;After the next checkpoint</source>
        <translation>保存下一个检查点之后(&amp;A)</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>运行进度</translation>
    </message>
    <message>
        <source>&amp;Outputs</source>
        <translation>产物(&amp;O)</translation>
    </message>
    <message>
        <source>Opens the folder with what the run wrote.</source>
        <translation>打开运行产物所在的文件夹。</translation>
    </message>
    <message>
        <source>Save as te&amp;mplate</source>
        <translation>存为模板(&amp;M)</translation>
    </message>
    <message>
        <source>Keeps this definition for new jobs.</source>
        <translation>保留这份任务定义，供新任务使用。</translation>
    </message>
    <message>
        <source>Same with my &amp;data</source>
        <translation>换成我的数据(&amp;D)</translation>
    </message>
    <message>
        <source>Keeps environment, flavor and outputs; asks only for code and data.</source>
        <translation>保留环境、规格和输出，只需提供代码和数据。</translation>
    </message>
    <message>
        <source>&amp;Run again</source>
        <translation>再次运行(&amp;R)</translation>
    </message>
    <message>
        <source>Shows what changed since this run, then starts it again.</source>
        <translation>先列出与这次运行的差异，再重新启动。</translation>
    </message>
</context>
<context>
    <name>Trainyard::RunsPage</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 / %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a run to open it.</source>
        <translation>选中一次运行即可打开。</translation>
    </message>
    <message>
        <source>Stop run</source>
        <translation>终止运行</translation>
    </message>
    <message>
        <source>Stop run %1? It has used %2. What it learned since its last checkpoint is lost.</source>
        <translation>终止运行 %1？已用时 %2。最近一个检查点之后的训练成果会丢失。</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>终止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Keep running</source>
        <translation>继续运行(&amp;K)</translation>
    </message>
    <message>
        <source>Log, chart, copied code and record go with it; outputs that were collected to their destination stay.</source>
        <translation>日志、曲线、代码副本和运行档案会一并删除；已经收集到目标位置的产物会保留。</translation>
    </message>
    <message>
        <source>Delete run %1? %2</source>
        <translation>删除运行 %1？%2</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)? %1</source>
        <translation>
            <numerusform>删除 %n 次运行？%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>星标</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行记录</translation>
    </message>
    <message>
        <source>Every job that you submit is listed here: how far it is, how good it became, what it cost.</source>
        <translation>提交的每个任务都列在这里：进度、效果和费用。</translation>
    </message>
    <message>
        <source>&amp;Open the sample project</source>
        <translation>打开示例项目(&amp;O)</translation>
    </message>
    <message>
        <source>Filter by name, state, flavor or note</source>
        <translation>按名称、状态、规格或备注筛选</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>&amp;Open in the monitor</source>
        <translation>打开监控(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Stop...</source>
        <translation>终止…(&amp;S)</translation>
    </message>
    <message>
        <source>Run &amp;again</source>
        <translation>再次运行(&amp;A)</translation>
    </message>
    <message>
        <source>Same with my &amp;data</source>
        <translation>换成我的数据(&amp;D)</translation>
    </message>
    <message>
        <source>Open the run&apos;s &amp;folder</source>
        <translation>打开运行文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>De&amp;lete...</source>
        <translation>删除…(&amp;L)</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>对比(&amp;M)</translation>
    </message>
    <message>
        <source>Lays the selected runs over each other and lists what differs. Select two or more.</source>
        <translation>把选中的运行叠放在一起，并列出不同之处。请选中两个或更多。</translation>
    </message>
</context>
<context>
    <name>Trainyard::SidePanel</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>计算卡</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <comment>number, place</comment>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>Nothing known yet.</source>
        <translation>暂无信息。</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>修改 %1</translation>
    </message>
    <message>
        <source>Show log line %1</source>
        <translation>显示日志第 %1 行</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>This would be disproved by: %1</source>
        <translation>出现以下情况即可推翻这一判断：%1</translation>
    </message>
    <message>
        <source>What differs from the last run that passed</source>
        <translation>与上一次成功的运行相比</translation>
    </message>
</context>
<context>
    <name>Trainyard::ValueTable</name>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
</context>
<context>
    <name>Trainyard::XAxisBar</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>time since start</source>
        <translation>运行时间</translation>
    </message>
    <message>
        <source>log line</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>time of day</source>
        <translation>时刻</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
</context>
</TS>
