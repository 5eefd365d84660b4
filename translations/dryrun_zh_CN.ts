<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>CommandLine</name>
    <message>
        <source>makes a ready sample project in a new folder</source>
        <translation>在新文件夹中生成可直接运行的示例项目</translation>
    </message>
    <message>
        <source>reads a job and its code for what would fail, in seconds</source>
        <translation>几秒内读完任务定义和代码，找出会失败的地方</translation>
    </message>
    <message>
        <source>checks everything with a few real steps and gives a verdict</source>
        <translation>真实训练几步，全面检查并给出结论</translation>
    </message>
    <message>
        <source>tells the accelerator memory a job will need</source>
        <translation>预估任务需要的显存</translation>
    </message>
    <message>
        <source>starts a run and prints its id</source>
        <translation>启动一次运行并打印其编号</translation>
    </message>
    <message>
        <source>lists the runs</source>
        <translation>列出运行记录</translation>
    </message>
    <message>
        <source>shows one run</source>
        <translation>查看一次运行</translation>
    </message>
    <message>
        <source>prints a run&apos;s log</source>
        <translation>打印运行日志</translation>
    </message>
    <message>
        <source>prints what a run&apos;s log and its machine told</source>
        <translation>打印日志和机器采样得到的指标</translation>
    </message>
    <message>
        <source>stops a run</source>
        <translation>终止运行</translation>
    </message>
    <message>
        <source>reads any training log and prints its events</source>
        <translation>读取任意训练日志并打印其中的事件</translation>
    </message>
    <message>
        <source>draws a run or a log into a PNG file</source>
        <translation>把一次运行或一份日志画成 PNG 图片</translation>
    </message>
    <message>
        <source>walks the whole route on the sample project, with pictures</source>
        <translation>用示例项目走完整个流程，并为每个页面截图</translation>
    </message>
    <message>
        <source>Trainyard takes a training job from set-up to a finished run.
</source>
        <translation>Trainyard 带着训练任务走完从配置到运行结束的全程。
</translation>
    </message>
    <message>
        <source>opens the workbench</source>
        <translation>打开工作台</translation>
    </message>
    <message>
        <source>opens a job in the workbench</source>
        <translation>在工作台中打开任务定义</translation>
    </message>
    <message>
        <source>`trainyard COMMAND --help` shows what a command takes. Exit status: 0 fine, 1 the job has errors or failed, 2 the call or the file is unusable.</source>
        <translation>`trainyard 命令 --help` 查看命令的用法。退出码：0 正常，1 任务有错误或运行失败，2 调用方式或文件无法使用。</translation>
    </message>
    <message>
        <source>%1 is no command of trainyard. `trainyard --help` lists them.</source>
        <translation>trainyard 没有 %1 这个命令。用 `trainyard --help` 查看全部命令。</translation>
    </message>
    <message>
        <source>%1 is no command of trainyard. Did you mean %2?</source>
        <translation>trainyard 没有 %1 这个命令。是不是想用 %2？</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>%1: %2 [%3]</source>
        <comment>severity, message, code</comment>
        <translation>%1：%2 [%3]</translation>
    </message>
    <message>
        <source>%1: %2: %3 [%4]</source>
        <comment>severity, place, message, code</comment>
        <translation>%1：%2：%3 [%4]</translation>
    </message>
    <message>
        <source>Fix: %1</source>
        <translation>处理办法：%1</translation>
    </message>
    <message>
        <source>not checked: %1: %2</source>
        <comment>what, why</comment>
        <translation>未检查：%1：%2</translation>
    </message>
    <message>
        <source>Shows this text.</source>
        <translation>显示本说明。</translation>
    </message>
    <message>
        <source>Answers with JSON on standard output.</source>
        <translation>在标准输出上以 JSON 作答。</translation>
    </message>
    <message>
        <source>%1 `trainyard %2 --help` shows what there is.</source>
        <translation>%1 用 `trainyard %2 --help` 查看可用选项。</translation>
    </message>
    <message>
        <source>It takes no argument but options. `trainyard %1 --help` shows them.</source>
        <translation>该命令只接受选项，不接受其他参数。用 `trainyard %1 --help` 查看。</translation>
    </message>
    <message>
        <source>It takes %1, nothing less and nothing more. `trainyard %2 --help` shows what that is.</source>
        <translation>该命令需要且只需要 %1。用 `trainyard %2 --help` 查看含义。</translation>
    </message>
    <message>
        <source>trainyard %1: %2</source>
        <translation>trainyard %1：%2</translation>
    </message>
    <message>
        <source>trainyard: the answer could not be written to standard output: %1.</source>
        <translation>trainyard：无法将结果写入标准输出：%1。</translation>
    </message>
    <message>
        <source>The folder %1 could not be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>The picture %1 could not be written.</source>
        <translation>图片 %1 无法写入。</translation>
    </message>
    <message>
        <source>Making the sample project</source>
        <translation>正在生成示例项目</translation>
    </message>
    <message>
        <source>Checking the job</source>
        <translation>正在预检任务</translation>
    </message>
    <message>
        <source>Dry-running it in the window</source>
        <translation>正在窗口中试跑</translation>
    </message>
    <message>
        <source>The dry-run gave no verdict within %1 s.</source>
        <translation>试跑在 %1 秒内没有给出结论。</translation>
    </message>
    <message>
        <source>The dry-run failed: %1</source>
        <translation>试跑未通过：%1</translation>
    </message>
    <message>
        <source>Submitting it to this machine</source>
        <translation>正在提交到本机</translation>
    </message>
    <message>
        <source>Training; taking pictures of every page meanwhile</source>
        <translation>训练进行中，同时为每个页面截图</translation>
    </message>
    <message>
        <source>The run %1 did not end within %2 s.</source>
        <translation>运行 %1 在 %2 秒内没有结束。</translation>
    </message>
    <message>
        <source>The run ended as %1: %2</source>
        <translation>运行以 %1 结束：%2</translation>
    </message>
    <message>
        <source>The run&apos;s log told no accuracy.</source>
        <translation>运行日志中没有准确率。</translation>
    </message>
    <message>
        <source>dry-run verdict</source>
        <translation>试跑结论</translation>
    </message>
    <message>
        <source>%1, after %2 s</source>
        <translation>%1，用时 %2 秒</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>first loss</source>
        <translation>首个损失值</translation>
    </message>
    <message>
        <source>%1 s after submit</source>
        <translation>提交后 %1 秒</translation>
    </message>
    <message>
        <source>validation accuracy</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>seconds in all</source>
        <translation>总用时（秒）</translation>
    </message>
    <message>
        <source>pictures</source>
        <translation>截图</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 张，位于 %2</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>To submit and follow a run here:</source>
        <translation>在本机提交并跟踪一次运行：</translation>
    </message>
    <message>
        <source>Walks the whole route on the sample project without a screen: sample, check, dry-run, submit, monitor, chart; with pictures of every page.</source>
        <translation>无需屏幕，用示例项目走完整个流程：生成示例、预检、试跑、提交、监控、画图，并为每个页面截图。</translation>
    </message>
    <message>
        <source>The folder for the sample, the pictures and the report; left out: one in Trainyard&apos;s home.</source>
        <translation>存放示例、截图和报告的文件夹；不填则放在 Trainyard 的数据目录中。</translation>
    </message>
    <message>
        <source>The demo failed: %1</source>
        <translation>演示失败：%1</translation>
    </message>
    <message>
        <source>Makes a project with real images and a job.yaml that is ready to run.</source>
        <translation>生成一个带真实图片和可直接运行的 job.yaml 的项目。</translation>
    </message>
    <message>
        <source>The folder to make; it must not exist or be empty.</source>
        <translation>要创建的文件夹；必须不存在或为空。</translation>
    </message>
    <message>
        <source>One of: %1.</source>
        <translation>可选：%1。</translation>
    </message>
    <message>
        <source>Cancelled; nothing was left behind.</source>
        <translation>已取消，没有留下任何文件。</translation>
    </message>
    <message>
        <source>%1 is ready: %2 training and %3 validation images.</source>
        <translation>%1 已就绪：训练图片 %2 张，验证图片 %3 张。</translation>
    </message>
    <message>
        <source>The images are drawn shapes, because the package dataset-fashion-mnist is not installed.</source>
        <translation>由于没有安装软件包 dataset-fashion-mnist，图片是绘制的几何图形。</translation>
    </message>
    <message>
        <source>Next: trainyard dry-run %1</source>
        <translation>下一步：trainyard dry-run %1</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>warn</source>
        <translation>有警告</translation>
    </message>
    <message>
        <source>fail</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>跳过</translation>
    </message>
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
        <source>Verdict: pass, after %1 s.</source>
        <translation>结论：通过，用时 %1 秒。</translation>
    </message>
    <message>
        <source>Verdict: pass with warnings, after %1 s.</source>
        <translation>结论：通过但有警告，用时 %1 秒。</translation>
    </message>
    <message>
        <source>Verdict: fail, after %1 s.</source>
        <translation>结论：未通过，用时 %1 秒。</translation>
    </message>
    <message>
        <source>Reads a job and its code, and tells what would fail or waste money. Takes seconds and starts nothing.</source>
        <translation>读取任务定义和代码，指出会失败或浪费费用的地方。只需几秒，不启动任何程序。</translation>
    </message>
    <message>
        <source>The job&apos;s definition.</source>
        <translation>任务定义文件。</translation>
    </message>
    <message>
        <source>Errors: %1, warnings: %2.</source>
        <translation>错误 %1 个，警告 %2 个。</translation>
    </message>
    <message>
        <source>No errors. Warnings: %1.</source>
        <translation>没有错误，警告 %1 个。</translation>
    </message>
    <message>
        <source>Checks the five points of a first run with a few real steps in a scratch folder: the environment starts, the data can be read, memory is enough, the loss falls, the artifacts land.</source>
        <translation>在临时文件夹中真实训练几步，检查首次运行的五个要点：环境能启动、数据能读取、内存够用、损失下降、产物落盘。</translation>
    </message>
    <message>
        <source>Interrupted; there is no verdict.</source>
        <translation>已中断，没有结论。</translation>
    </message>
    <message>
        <source>Reads a training log of any framework and prints what it tells as JSON lines: metrics, checkpoints, failures.</source>
        <translation>读取任意框架的训练日志，逐行以 JSON 打印其中的指标、检查点和失败。</translation>
    </message>
    <message>
        <source>The log, or - for standard input.</source>
        <translation>日志文件；- 表示标准输入。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>A run&apos;s id, a unique beginning of it, `latest`, or a log file.</source>
        <translation>运行编号或其唯一前缀、`latest`，或日志文件。</translation>
    </message>
    <message>
        <source>Say where the picture goes: --output FILE.png</source>
        <translation>请指明图片写到哪里：--output FILE.png</translation>
    </message>
    <message>
        <source>The platform %1 of this run is not in this version.</source>
        <translation>当前版本不支持该运行所在的平台 %1。</translation>
    </message>
    <message>
        <source>The run&apos;s id, a unique beginning of it, or `latest`.</source>
        <translation>运行编号或其唯一前缀，或 `latest`。</translation>
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
        <source>job</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>submitted</source>
        <translation>提交时间</translation>
    </message>
    <message>
        <source>started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>best metric</source>
        <translation>最佳指标</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>平台配置</translation>
    </message>
    <message>
        <source>flavor</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>command</source>
        <translation>启动命令</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>%1 (declared)</source>
        <translation>%1（声明值）</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>dry-run</source>
        <translation>试跑</translation>
    </message>
    <message>
        <source>submitted anyway</source>
        <translation>仍然提交的理由</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>values</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Lists the runs, the newest first.</source>
        <translation>列出运行记录，最新的在前。</translation>
    </message>
    <message>
        <source>No runs yet. `trainyard submit JOB.yaml` starts one.</source>
        <translation>还没有运行记录。用 `trainyard submit JOB.yaml` 启动一次。</translation>
    </message>
    <message>
        <source>Shows one run: its state, progress and record.</source>
        <translation>查看一次运行的状态、进度和档案。</translation>
    </message>
    <message>
        <source>Prints a run&apos;s log.</source>
        <translation>打印运行日志。</translation>
    </message>
    <message>
        <source>Goes on until the run has ended.</source>
        <translation>持续输出，直到运行结束。</translation>
    </message>
    <message>
        <source>Prints the series that a run&apos;s log and its machine gave.</source>
        <translation>打印日志和机器采样得到的各条曲线。</translation>
    </message>
    <message>
        <source>One row a value: name, phase, step, epoch, time, value.</source>
        <translation>每个数值一行：名称、阶段、步、轮、时间、数值。</translation>
    </message>
    <message>
        <source>Stops a run: the program is asked to end, and ended when it does not.</source>
        <translation>终止运行：先请程序自行退出，不退出则强制结束。</translation>
    </message>
    <message>
        <source>Waits for the next checkpoint before it stops.</source>
        <translation>等下一个检查点保存后再终止。</translation>
    </message>
    <message>
        <source>%1 had ended already: %2.</source>
        <translation>%1 早已结束：%2。</translation>
    </message>
    <message>
        <source>%1 is being stopped.</source>
        <translation>正在终止 %1。</translation>
    </message>
    <message>
        <source>%1 stops after its next checkpoint.</source>
        <translation>%1 将在下一个检查点之后终止。</translation>
    </message>
    <message>
        <source>Starts a run of a job and prints its id. A job that was not dry-run as it is now is dry-run first; a verdict of fail stops it.</source>
        <translation>启动一次运行并打印其编号。任务的当前内容还没有试跑过时先试跑；结论为未通过则不提交。</translation>
    </message>
    <message>
        <source>Waits for the end of the run; the exit status is 0 only when it completed.</source>
        <translation>等待运行结束；只有正常完成时退出码才为 0。</translation>
    </message>
    <message>
        <source>Submits without a passing dry-run; the reason is kept in the run&apos;s record.</source>
        <translation>试跑没有通过也提交；理由会写入运行档案。</translation>
    </message>
    <message>
        <source>--skip-dry-run needs a reason; it is kept in the run&apos;s record.</source>
        <translation>--skip-dry-run 需要填写理由，它会写入运行档案。</translation>
    </message>
    <message>
        <source>This job was not dry-run as it is now: doing that first.</source>
        <translation>任务的当前内容还没有试跑过，先进行试跑。</translation>
    </message>
    <message>
        <source>Interrupted; nothing was submitted.</source>
        <translation>已中断，没有提交。</translation>
    </message>
    <message>
        <source>The dry-run failed; nothing was submitted.</source>
        <translation>试跑未通过，没有提交。</translation>
    </message>
    <message>
        <source>The dry-run failed; nothing was submitted. `--skip-dry-run REASON` submits all the same.</source>
        <translation>试跑未通过，没有提交。确需提交可用 `--skip-dry-run 理由`。</translation>
    </message>
    <message>
        <source>Name the folder to make; &quot;.&quot; is the current one.</source>
        <translation>请给出要新建的文件夹名；“.” 表示当前文件夹。</translation>
    </message>
    <message>
        <source>Making the project; this takes some seconds.</source>
        <translation>正在生成项目，需要几秒钟。</translation>
    </message>
    <message>
        <source>Points not checked: %1 of %2.</source>
        <translation>%2 项中有 %1 项未检查。</translation>
    </message>
    <message>
        <source>The picture cannot be written to %1: name a file in a folder that exists and may be written.</source>
        <translation>无法把图片写到 %1：请指定一个已存在且可写的文件夹中的文件名。</translation>
    </message>
    <message>
        <source>What for</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Full size</source>
        <translation>完整大小</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>The peak is in the %1: %2 allocated, %3 reserved.</source>
        <translation>峰值出现在%1：已分配 %2，已保留 %3。</translation>
    </message>
    <message>
        <source>Parameters: %1, trained of them: %2.</source>
        <translation>参数量：%1，其中参与训练：%2。</translation>
    </message>
    <message>
        <source>Largest batch that fits: %1.</source>
        <translation>放得下的最大批大小：%1。</translation>
    </message>
    <message>
        <source>Not even a batch of 1 fits.</source>
        <translation>批大小为 1 也放不下。</translation>
    </message>
    <message>
        <source>Longest sequence that fits: %1 tokens.</source>
        <translation>放得下的最长序列：%1 个 token。</translation>
    </message>
    <message>
        <source>What would help:</source>
        <translation>可以这样节省：</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>节省 %1</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>需要 %1</translation>
    </message>
    <message>
        <source>Flavors of the profile:</source>
        <translation>该平台配置的规格：</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>  and %1 more: --json has them all.</source>
        <translation>  另有 %1 个：加 --json 可查看全部。</translation>
    </message>
    <message>
        <source>Taken as: %1.</source>
        <translation>按以下取值计算：%1。</translation>
    </message>
    <message>
        <source>Method: %1, so the band is wider.</source>
        <translation>预估方法：%1，因此误差范围更宽。</translation>
    </message>
    <message>
        <source>not forecast: %1</source>
        <translation>未预估：%1</translation>
    </message>
    <message>
        <source>Tells the peak accelerator memory of a job&apos;s training step, what it is made of, the largest batch that fits and what would help.</source>
        <translation>预估任务一个训练步的显存峰值：由哪些部分组成、放得下的最大批大小，以及怎样节省。</translation>
    </message>
    <message>
        <source>The card&apos;s memory instead of the flavor&apos;s, such as 24GiB.</source>
        <translation>用于代替规格的显存大小，例如 24GiB。</translation>
    </message>
    <message>
        <source>“%1” is no size of a card: write a number with its unit, such as 24GiB.</source>
        <translation>“%1”不是有效的显存大小：请写数字和单位，例如 24GiB。</translation>
    </message>
    <message>
        <source>Forecasting the memory of a ResNet-50 on a card</source>
        <translation>正在预估 ResNet-50 需要多少显存</translation>
    </message>
    <message>
        <source>There is no forecast: %1</source>
        <translation>没有显存预估：%1</translation>
    </message>
    <message>
        <source>The pattern of %1 took too long and was switched off: make it simpler.</source>
        <translation>%1 的匹配规则耗时过长，已停用，请改得简单一些。</translation>
    </message>
    <message>
        <source>A metric of your own: a regular expression whose group, such as (?&lt;loss&gt;[-.\de]+), is the number and the name. May be given several times.</source>
        <translation>自定义指标：正则表达式中的分组（例如 (?&lt;loss&gt;[-.\de]+)）给出数值和名称。可多次使用。</translation>
    </message>
    <message>
        <source>Take the patterns of a job: logs.patterns in its file.</source>
        <translation>使用任务定义文件中 logs.patterns 的匹配规则。</translation>
    </message>
    <message>
        <source>%1 %2 It is: %3</source>
        <comment>what is wrong, what to do, the pattern</comment>
        <translation>%1%2规则为：%3</translation>
    </message>
    <message>
        <source>%1, %2: %3 %4</source>
        <comment>file, key, what is wrong, what to do</comment>
        <translation>%1，%2：%3%4</translation>
    </message>
    <message>
        <source>The run in %1 rang for no %2.</source>
        <translation>%1 中的运行没有因 %2 发出过提醒。</translation>
    </message>
    <message>
        <source>The run rang for nothing that Settings or its job ask for.</source>
        <translation>该运行没有触发设置或任务中要求的任何提醒。</translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation>尚无回应</translation>
    </message>
    <message>
        <source>Lists what a run rang for, and how it was told: on the desktop, by the command, to the web address.</source>
        <translation>列出一次运行发出的提醒及其送达方式：桌面通知、命令或网址。</translation>
    </message>
    <message>
        <source>A run&apos;s id, a unique beginning of it, `latest`, or a run&apos;s folder.</source>
        <translation>运行编号、可唯一确定的编号开头、`latest`，或运行的文件夹。</translation>
    </message>
    <message>
        <source>Tells one of them, where nobody did; the run&apos;s supervisor calls it.</source>
        <translation>补发其中一条尚未送达的提醒；由运行的监管程序调用。</translation>
    </message>
    <message>
        <source>lists what a run rang for, and how it was told</source>
        <translation>列出一次运行发出的提醒及其送达方式</translation>
    </message>
    <message>
        <source>Also starts your own script for a few steps: in a copy, without network, on a part of the data.</source>
        <translation>同时启动您自己的脚本跑几步：在副本里、不联网、只用一部分数据。</translation>
    </message>
    <message>
        <source>Draws the monitor of a run, or of any training log, into a PNG or SVG file.</source>
        <translation>把一次运行或任意训练日志的监控画面画成 PNG 或 SVG 文件。</translation>
    </message>
    <message>
        <source>The picture to write; a name that ends in .svg makes it a vector picture.</source>
        <translation>要写入的图片；文件名以 .svg 结尾则为矢量图。</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>预计</translation>
    </message>
</context>
<context>
    <name>DryRun</name>
    <message>
        <source>The data of input %1 is not there: %2 does not exist.</source>
        <translation>输入 %1 的数据不在：%2 不存在。</translation>
    </message>
    <message>
        <source>Set %1 to the folder or file that holds the data. Paths start at the folder of job.yaml.</source>
        <translation>把 %1 改为数据所在的文件夹或文件。路径从 job.yaml 所在文件夹算起。</translation>
    </message>
    <message>
        <source>Input %1 holds no data: there is no file in %2.</source>
        <translation>输入 %1 没有数据：%2 中没有任何文件。</translation>
    </message>
    <message>
        <source>Copy the data there, or set %1 to the folder that holds it.</source>
        <translation>把数据复制到该处，或把 %1 改为数据所在的文件夹。</translation>
    </message>
    <message>
        <source>%1 has no content.</source>
        <translation>%1 是空文件。</translation>
    </message>
    <message>
        <source>%1 files have no content, the first is %2.</source>
        <translation>有 %1 个空文件，第一个是 %2。</translation>
    </message>
    <message>
        <source>Fetch these files again, or leave them out.</source>
        <translation>重新获取这些文件，或把它们去掉。</translation>
    </message>
    <message>
        <source>The data of input %1 (%2)</source>
        <translation>输入 %1 的数据（%2）</translation>
    </message>
    <message>
        <source>It lies on the platform, not on this machine.</source>
        <translation>数据在平台上，不在本机。</translation>
    </message>
    <message>
        <source>The job has no inputs.</source>
        <translation>该任务没有输入。</translation>
    </message>
    <message>
        <source>No data on this machine to look at.</source>
        <translation>本机没有可以查看的数据。</translation>
    </message>
    <message>
        <source>Files: %1, %2 in all.</source>
        <translation>共 %1 个文件，%2。</translation>
    </message>
    <message>
        <source>Files: %1, %2 in all; classes: %3.</source>
        <translation>共 %1 个文件，%2，%3 个类别。</translation>
    </message>
    <message>
        <source>Reading the job and its code</source>
        <translation>正在读取任务定义和代码</translation>
    </message>
    <message>
        <source>Looking for the job&apos;s program</source>
        <translation>正在查找任务要启动的程序</translation>
    </message>
    <message>
        <source>Looking at the data&apos;s layout</source>
        <translation>正在查看数据的目录结构</translation>
    </message>
    <message>
        <source>Starting the model steps</source>
        <translation>正在启动模型训练步骤</translation>
    </message>
    <message>
        <source>Trainyard&apos;s own trainer starts here: preset %1.</source>
        <translation>Trainyard 自带的训练程序可以在本机启动：预置 %1。</translation>
    </message>
    <message>
        <source>Not reached: the steps before it did not come to their end.</source>
        <translation>没有检查到：前面的步骤没有走完。</translation>
    </message>
    <message>
        <source>Everything after the moment of cancelling</source>
        <translation>取消之后的全部检查</translation>
    </message>
    <message>
        <source>The dry-run was cancelled.</source>
        <translation>试跑已取消。</translation>
    </message>
    <message>
        <source>Cancelled before it was checked.</source>
        <translation>在检查之前已取消。</translation>
    </message>
    <message>
        <source>Nothing was said about it.</source>
        <translation>没有得到任何结果。</translation>
    </message>
    <message>
        <source>The script itself, run for a few steps</source>
        <translation>脚本本身（实际跑几步）</translation>
    </message>
    <message>
        <source>Whether the program starts in the job&apos;s image</source>
        <translation>程序能否在任务的镜像中启动</translation>
    </message>
    <message>
        <source>The image is on the platform, not on this machine.</source>
        <translation>镜像在平台上，不在本机。</translation>
    </message>
    <message>
        <source>The job file, the code and the launch were read; the image itself was not started.</source>
        <translation>已读取任务定义、代码和启动方式；没有启动镜像本身。</translation>
    </message>
    <message>
        <source>%1 does not answer as a Python 3 does.</source>
        <translation>%1 的应答不像 Python 3。</translation>
    </message>
    <message>
        <source>%1 is Python %2.</source>
        <translation>%1 是 Python %2。</translation>
    </message>
    <message>
        <source>The program of the command</source>
        <translation>启动命令中的程序</translation>
    </message>
    <message>
        <source>The command is a shell expression: reading does not tell what it starts.</source>
        <translation>启动命令是一段 shell 语句，仅凭阅读无法知道它启动什么。</translation>
    </message>
    <message>
        <source>The command runs in /bin/bash.</source>
        <translation>启动命令由 /bin/bash 执行。</translation>
    </message>
    <message>
        <source>The program %1 of the command is not on this machine.</source>
        <translation>本机没有启动命令中的程序 %1。</translation>
    </message>
    <message>
        <source>Install %1, write its whole path, or use another profile.</source>
        <translation>安装 %1、写出它的完整路径，或换一个平台配置。</translation>
    </message>
    <message>
        <source>The command starts %1.</source>
        <translation>启动命令会运行 %1。</translation>
    </message>
    <message>
        <source>%1 lies among the class folders: trainers would number it as a class.</source>
        <translation>%1 混在类别文件夹中：训练程序会把它当作一个类别编号。</translation>
    </message>
    <message>
        <source>Delete %1, or move it out of the data.</source>
        <translation>删除 %1，或把它移出数据目录。</translation>
    </message>
    <message>
        <source>The class folder %1 has no image in it.</source>
        <translation>类别文件夹 %1 中没有图片。</translation>
    </message>
    <message>
        <source>Put images of the class %1 there, or delete the folder in every split.</source>
        <translation>放入类别 %1 的图片，或在所有划分中删除这个文件夹。</translation>
    </message>
    <message>
        <source>%1 and %2 have different class folders (%3): the same number would mean different classes.</source>
        <translation>%1 与 %2 的类别文件夹不同（%3）：同一个编号会对应不同的类别。</translation>
    </message>
    <message>
        <source>%1 has class folders that %2 lacks (%3): the same number would mean different classes.</source>
        <translation>%1 中有 %2 没有的类别文件夹（%3）：同一个编号会对应不同的类别。</translation>
    </message>
    <message>
        <source>%1 lacks class folders that %2 has (%3): the same number would mean different classes.</source>
        <translation>%1 缺少 %2 中的类别文件夹（%3）：同一个编号会对应不同的类别。</translation>
    </message>
    <message>
        <source>Give every split the same class folders, by adding or removing them.</source>
        <translation>增加或删除类别文件夹，使所有划分的类别一致。</translation>
    </message>
    <message>
        <source>%1 has images directly in it, without class folders.</source>
        <translation>%1 中直接放着图片，没有类别文件夹。</translation>
    </message>
    <message>
        <source>Set %1 to the folder above the class folders: the one that holds train and val, or all classes.</source>
        <translation>把 %1 改为类别文件夹的上一级：包含 train 和 val，或包含全部类别的文件夹。</translation>
    </message>
    <message>
        <source>%1 holds everything in one folder, %2.</source>
        <translation>%1 中的内容全在一个文件夹 %2 里。</translation>
    </message>
    <message>
        <source>Set %1 to %2.</source>
        <translation>把 %1 改为 %2。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences, one after the other</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>reading the data</source>
        <translation>读取数据</translation>
    </message>
    <message>
        <source>measuring memory</source>
        <translation>测量内存</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>writing and reading a checkpoint</source>
        <translation>写入并读回检查点</translation>
    </message>
    <message>
        <source>Use a smaller batch or model, or dry-run on a machine with more memory.</source>
        <translation>减小批大小或换小一些的模型，或在内存更大的机器上试跑。</translation>
    </message>
    <message>
        <source>%1 Its last message: %2</source>
        <translation>%1最后一条消息：%2</translation>
    </message>
    <message>
        <source>The dry-run&apos;s worker %1 could not be started: %2.</source>
        <translation>试跑程序 %1 无法启动：%2。</translation>
    </message>
    <message>
        <source>Install Trainyard again: trainyard-torch belongs into the same folder as trainyard.</source>
        <translation>重新安装 Trainyard：trainyard-torch 应与 trainyard 在同一个文件夹。</translation>
    </message>
    <message>
        <source>The steps needed more than %1 of memory and were stopped at %2.</source>
        <translation>训练步骤需要的内存超过 %1，在 %2 时被终止。</translation>
    </message>
    <message>
        <source>The system killed the steps, as it does when memory runs out; they used %1 at the last look.</source>
        <translation>训练步骤被系统杀掉，通常是内存耗尽；最后一次查看时用了 %1。</translation>
    </message>
    <message>
        <source>The steps were not through after %1 and were stopped while %2.</source>
        <translation>训练步骤 %1 内没有走完，在%2时被终止。</translation>
    </message>
    <message>
        <source>Try again when the machine is less busy, or with a smaller batch.</source>
        <translation>等机器空闲一些再试，或减小批大小。</translation>
    </message>
    <message>
        <source>The steps crashed while %1: signal %2 (%3).</source>
        <translation>训练步骤在%1时崩溃：信号 %2（%3）。</translation>
    </message>
    <message>
        <source>Try another batch size or model; if the crash stays, report it with the diagnostic report.</source>
        <translation>换一个批大小或模型再试；如果仍然崩溃，请附上诊断报告反馈。</translation>
    </message>
    <message>
        <source>The steps ended while %1, with status %2 and without a verdict.</source>
        <translation>训练步骤在%1时退出，退出码 %2，没有给出结论。</translation>
    </message>
    <message>
        <source>Correct what the message says and run the dry-run again.</source>
        <translation>按消息内容修正后重新试跑。</translation>
    </message>
    <message>
        <source>The dry-run&apos;s worker printed something that is no answer, so some answers may be missing: %1</source>
        <translation>试跑程序输出了无法识别的内容，可能缺少部分结果：%1</translation>
    </message>
    <message>
        <source>Run the dry-run again; if it stays, install Trainyard again.</source>
        <translation>重新试跑；如果仍然如此，请重新安装 Trainyard。</translation>
    </message>
    <message>
        <source>The steps needed %1 of memory here; the flavor %2 has %3.</source>
        <translation>训练步骤在本机需要 %1 内存；规格 %2 只有 %3。</translation>
    </message>
    <message>
        <source>Use a smaller batch or model, or a flavor with more memory.</source>
        <translation>减小批大小或换小一些的模型，或选择内存更大的规格。</translation>
    </message>
    <message>
        <source>%1 may not be read by you.</source>
        <translation>您没有读取 %1 的权限。</translation>
    </message>
    <message>
        <source>%1 files and folders may not be read by you, the first is %2.</source>
        <translation>有 %1 个文件或文件夹您无权读取，第一个是 %2。</translation>
    </message>
    <message>
        <source>Give yourself the right to read them, for example with chmod -R u+rX, or leave them out.</source>
        <translation>请为自己加上读取权限，例如执行 chmod -R u+rX，或者把它们移出数据。</translation>
    </message>
    <message>
        <source>%1 is a link that leads nowhere.</source>
        <translation>%1 是失效的链接，指向的文件不存在。</translation>
    </message>
    <message>
        <source>%1 links lead nowhere, the first is %2.</source>
        <translation>有 %1 个链接已失效，第一个是 %2。</translation>
    </message>
    <message>
        <source>Put the file itself in place of the link, or leave it out.</source>
        <translation>请用文件本身替换该链接，或者将其移出数据。</translation>
    </message>
    <message>
        <source>%1 is a pipe, a socket or a device, not a file.</source>
        <translation>%1 是管道、套接字或设备，不是普通文件。</translation>
    </message>
    <message>
        <source>%1 entries are pipes, sockets or devices, not files; the first is %2.</source>
        <translation>有 %1 项是管道、套接字或设备，不是普通文件；第一个是 %2。</translation>
    </message>
    <message>
        <source>Take them out of the data: a loader could wait on them for ever.</source>
        <translation>请将其移出数据：数据加载器可能会在上面一直等待。</translation>
    </message>
    <message>
        <source>Choose a Python 3 on the Platform page, or set interpreter of the profile in profiles.yaml.</source>
        <translation>请在“平台”页选择一个 Python 3，或者在 profiles.yaml 中设置该配置的 interpreter。</translation>
    </message>
    <message>
        <source>The interpreter %1 could not be started: it is not there, or may not be run.</source>
        <translation>无法启动解释器 %1：文件不存在，或者没有执行权限。</translation>
    </message>
    <message>
        <source>Something outside Trainyard killed the steps while %1, with signal 9; they used %2 at the last look, and memory had not run out.</source>
        <translation>试跑在%1时被 Trainyard 以外的程序强行终止（信号 9）；最后一次查看时占用内存 %2，内存并未耗尽。</translation>
    </message>
    <message>
        <source>Run the dry-run again. If it happens again, look which person or service ends programs on this machine.</source>
        <translation>请重新试跑。如果再次发生，请查一查是谁或哪个服务在终止这台机器上的程序。</translation>
    </message>
    <message>
        <source>Forecasting the card&apos;s memory</source>
        <translation>正在预估显存</translation>
    </message>
    <message>
        <source>The forecast of the card&apos;s memory</source>
        <translation>显存预估</translation>
    </message>
    <message>
        <source>A real step with a batch of %1 allocated %2 on this machine&apos;s CPU, and the same step forecast %3 (%4 %).</source>
        <translation>批大小为 %1 的真实训练步在本机 CPU 上分配了 %2，同一训练步的预估为 %3（%4 %）。</translation>
    </message>
    <message>
        <source>Trust the forecast by so much less. Dropout, which a CPU keeps as floats and a card as bytes, is one reason for a lower forecast.</source>
        <translation>请相应降低对预估的信任程度。预估偏低的原因之一是 dropout：CPU 用浮点数保存，显卡用字节保存。</translation>
    </message>
    <message>
        <source>The memory forecast against a real step</source>
        <translation>显存预估与真实训练步的对照</translation>
    </message>
    <message>
        <source>The real step did not come to its end on this machine.</source>
        <translation>真实训练步未能在本机上运行完毕。</translation>
    </message>
    <message>
        <source>%1 is a link to a folder above it: a loader that follows links would never end.</source>
        <translation>%1 是指向其上级文件夹的链接：会跟随链接的加载程序将永不结束。</translation>
    </message>
    <message>
        <source>%1 links lead to a folder above them, the first is %2: a loader that follows links would never end.</source>
        <translation>有 %1 个链接指向其上级文件夹，第一个是 %2：会跟随链接的加载程序将永不结束。</translation>
    </message>
    <message>
        <source>Remove these links.</source>
        <translation>删除这些链接。</translation>
    </message>
    <message>
        <source>The name %1 has blanks or characters that some readers and storage services cannot take.</source>
        <translation>名称 %1 含有空格或某些读取程序、存储服务不支持的字符。</translation>
    </message>
    <message>
        <source>%1 names have blanks or characters that some readers and storage services cannot take, the first is %2.</source>
        <translation>有 %1 个名称含有空格或某些读取程序、存储服务不支持的字符，第一个是 %2。</translation>
    </message>
    <message>
        <source>Rename them in a copy of the data, and keep a list of the old and new names.</source>
        <translation>在数据的副本中改名，并保留新旧名称对照表。</translation>
    </message>
    <message>
        <source>%1 and %2 are the same name where upper and lower case or the way accents are written do not count: one would replace the other.</source>
        <translation>在不区分大小写或重音写法的系统上，%1 与 %2 是同一个名称，一个会覆盖另一个。</translation>
    </message>
    <message>
        <source>Rename one of the two, in a copy.</source>
        <translation>在副本中重命名其中一个。</translation>
    </message>
    <message>
        <source>Reading the data: %1 files, %2 a second</source>
        <translation>正在读取数据：%1 个文件，每秒 %2 个</translation>
    </message>
    <message>
        <source>Reading the data: %1 of %2 files, %3 a second</source>
        <translation>正在读取数据：%1 / %2 个文件，每秒 %3 个</translation>
    </message>
    <message>
        <source>Reading the data: %1 of %2 files, %3 a second, about %4 left</source>
        <translation>正在读取数据：%1 / %2 个文件，每秒 %3 个，约剩 %4</translation>
    </message>
    <message>
        <source>Read to the end: %1 images, %2 records.</source>
        <translation>已完整读取 %1 张图像、%2 条记录。</translation>
    </message>
    <message>
        <source>Decoded to the end: %1 images.</source>
        <translation>已完整解码 %1 张图像。</translation>
    </message>
    <message>
        <source>Read to the end: %1 records.</source>
        <translation>已完整读取 %1 条记录。</translation>
    </message>
    <message>
        <source>Read to the end: %1 files.</source>
        <translation>已完整读取 %1 个文件。</translation>
    </message>
    <message>
        <source>%1 names %2 for the split %3, and it is not there.</source>
        <translation>%1 中划分 %3 指向的 %2 不存在。</translation>
    </message>
    <message>
        <source>Correct the path in a copy of the file: it starts at the file&apos;s own folder.</source>
        <translation>请在副本中改正路径：以该文件所在的文件夹为起点。</translation>
    </message>
    <message>
        <source>%1 says nc: %2 and names %3 classes.</source>
        <translation>%1 中 nc 为 %2，却列出了 %3 个类别名称。</translation>
    </message>
    <message>
        <source>Let nc be the number of names, or leave it out.</source>
        <translation>让 nc 等于名称个数，或去掉 nc。</translation>
    </message>
    <message>
        <source>%1 is no YAML: %2.</source>
        <translation>%1 不是有效的 YAML：%2。</translation>
    </message>
    <message>
        <source>Correct the line in a copy.</source>
        <translation>在副本中改正这一行。</translation>
    </message>
    <message>
        <source>Its environment has errors: they come first.</source>
        <translation>运行环境有错误，请先解决。</translation>
    </message>
    <message>
        <source>It was only read. A rehearsal starts it in a copy, when you ask for it.</source>
        <translation>只阅读了代码。需要时可以预演，它会在副本里启动脚本。</translation>
    </message>
</context>
<context>
    <name>DryRunPoint</name>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation>产物</translation>
    </message>
    <message>
        <source>The job file, its code and its program fit together, and the program starts. About 2 s.</source>
        <translation>任务定义、代码和程序相互匹配，程序能够启动。约 2 秒。</translation>
    </message>
    <message>
        <source>The data lies where the job says, in the layout it says, and a sample of it can be read. About 2 s.</source>
        <translation>数据在任务所写的位置，结构与所写一致，抽样能够读取。约 2 秒。</translation>
    </message>
    <message>
        <source>A real step needs no more memory than there is. Measured during the steps.</source>
        <translation>真实训练一步所需的内存不超过可用内存。在训练步骤中实测。</translation>
    </message>
    <message>
        <source>A few real steps on your data: the loss stays a number and falls. 5 to 60 s.</source>
        <translation>用您的数据真实训练几步：损失始终有效并且下降。5 到 60 秒。</translation>
    </message>
    <message>
        <source>A checkpoint is written, read back and resumed from, at the same step and loss. About 2 s.</source>
        <translation>检查点写入、读回并续训，步数和损失一致。约 2 秒。</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
</context>
<context>
    <name>InputSlice</name>
    <message>
        <source>%1 could not be copied for the rehearsal: %2</source>
        <translation>为预演复制 %1 时失败：%2</translation>
    </message>
    <message>
        <source>The data at %1 is not there.</source>
        <translation>%1 处没有数据。</translation>
    </message>
    <message>
        <source>The rehearsal was cancelled.</source>
        <translation>预演已取消。</translation>
    </message>
</context>
<context>
    <name>Rehearsal</name>
    <message>
        <source>Preparing a copy of the script and a part of the data</source>
        <translation>正在准备脚本的副本和一部分数据</translation>
    </message>
    <message>
        <source>Rehearsing the script: %1 of %2 losses seen</source>
        <translation>正在预演脚本：已看到 %1 个损失，共需 %2 个</translation>
    </message>
    <message>
        <source>Starting it again from its checkpoint: %1 of %2 losses seen</source>
        <translation>正在从检查点重新启动：已看到 %1 个损失，共需 %2 个</translation>
    </message>
    <message>
        <source>The input %1 lies on the platform: there is no data here to rehearse with.</source>
        <translation>输入 %1 在平台上，本机没有可供预演的数据。</translation>
    </message>
    <message>
        <source>The job has no script of its own.</source>
        <translation>该任务没有自己的脚本。</translation>
    </message>
    <message>
        <source>The code does not lie on this machine.</source>
        <translation>代码不在本机。</translation>
    </message>
</context>
<context>
    <name>RehearsalVerdict</name>
    <message>
        <source>The dry-run was cancelled.</source>
        <translation>试跑已取消。</translation>
    </message>
    <message>
        <source>The script starts here and ran for %1.</source>
        <translation>脚本能在本机启动，运行了 %1。</translation>
    </message>
    <message>
        <source>The script needed at most %1 of this machine&apos;s memory.</source>
        <translation>脚本最多占用本机 %1 内存。</translation>
    </message>
    <message>
        <source>The script itself, run for a few steps</source>
        <translation>脚本本身（实际跑几步）</translation>
    </message>
    <message>
        <source>It needs what this machine does not have: %1</source>
        <translation>它需要本机没有的东西：%1</translation>
    </message>
    <message>
        <source>In the rehearsal, without network, the script stopped because it wants to download something: %1</source>
        <translation>预演时不联网，脚本因为要下载内容而停止：%1</translation>
    </message>
    <message>
        <source>Give the files to the job as an input, and load them from that path.</source>
        <translation>请把文件作为输入交给任务，并从该路径加载。</translation>
    </message>
    <message>
        <source>The rehearsal has no network, and the script stopped at a download.</source>
        <translation>预演不联网，脚本停在了下载这一步。</translation>
    </message>
    <message>
        <source>In the rehearsal the script ended with an error: %1</source>
        <translation>预演时脚本出错退出：%1</translation>
    </message>
    <message>
        <source>Read the last lines of its output, correct the script, and check again.</source>
        <translation>请查看它输出的最后几行，改正脚本后重新检查。</translation>
    </message>
    <message>
        <source>The rehearsal was ended because the script took %1 of memory here.</source>
        <translation>脚本在本机占用了 %1 内存，预演被终止。</translation>
    </message>
    <message>
        <source>The rehearsal was ended because the script had filled the scratch folder.</source>
        <translation>脚本写满了临时目录，预演被终止。</translation>
    </message>
    <message>
        <source>Rehearse with a smaller batch, or on a machine with more memory.</source>
        <translation>请用更小的批大小预演，或换一台内存更大的机器。</translation>
    </message>
    <message>
        <source>Save less often, or keep fewer files.</source>
        <translation>请减少保存次数，或少保留一些文件。</translation>
    </message>
    <message>
        <source>In %1 the script printed nothing: the monitor would have nothing to show.</source>
        <translation>脚本运行了 %1，什么都没有打印：监控页面将没有内容可显示。</translation>
    </message>
    <message numerus="yes">
        <source>The script printed %n lines, and none with a loss: the monitor would have no curve.</source>
        <translation>
            <numerusform>脚本打印了 %n 行，但没有一行包含损失：监控页面将没有曲线。</numerusform>
        </translation>
    </message>
    <message>
        <source>Print the loss with its step, and flush: print(f&quot;step {step} loss {loss:.4f}&quot;, flush=True).</source>
        <translation>请打印损失和步数并立即刷新：print(f&quot;step {step} loss {loss:.4f}&quot;, flush=True)。</translation>
    </message>
    <message>
        <source>In the rehearsal the loss became %1 at its line %2.</source>
        <translation>预演时损失在第 %2 个值变成了 %1。</translation>
    </message>
    <message>
        <source>Use a smaller learning rate, and look for broken values in the data.</source>
        <translation>请使用更小的学习率，并检查数据中是否有异常值。</translation>
    </message>
    <message>
        <source>The script&apos;s own loss went from %1 to %2 in %3 lines.</source>
        <translation>脚本自己的损失在 %3 行中从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>The script reads a part of its data.</source>
        <translation>脚本能读取数据（用的是其中一部分）。</translation>
    </message>
    <message>
        <source>The script reads its data.</source>
        <translation>脚本能读取数据。</translation>
    </message>
    <message numerus="yes">
        <source>The script saved %n files in its outputs, such as %1.</source>
        <translation>
            <numerusform>脚本在输出中保存了 %n 个文件，例如 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>The script came to its end in the rehearsal, and its outputs are empty.</source>
        <translation>预演时脚本已运行到结束，但输出是空的。</translation>
    </message>
    <message>
        <source>Save the result below the path of an output.</source>
        <translation>请把结果保存到某个输出的路径下。</translation>
    </message>
    <message>
        <source>Whether the script saves into its outputs</source>
        <translation>脚本是否保存到输出</translation>
    </message>
    <message>
        <source>It saved nothing within %1.</source>
        <translation>%1 内它什么都没有保存。</translation>
    </message>
    <message>
        <source>Whether the script goes on from its checkpoint</source>
        <translation>脚本能否从检查点继续</translation>
    </message>
    <message>
        <source>It came to its end before it could be interrupted.</source>
        <translation>还没来得及中断，它就运行结束了。</translation>
    </message>
    <message>
        <source>No checkpoint was there when it was interrupted.</source>
        <translation>中断时还没有检查点。</translation>
    </message>
    <message>
        <source>Its lines tell no step and no epoch.</source>
        <translation>它打印的内容里没有步数和轮数。</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Interrupted and started again, it went on at %1.</source>
        <translation>中断后重新启动，它从%1继续。</translation>
    </message>
    <message>
        <source>Interrupted and started again, the script began anew at %1, although its outputs held what it had saved.</source>
        <translation>中断后重新启动，脚本从%1重新开始，尽管输出里有它保存的内容。</translation>
    </message>
    <message>
        <source>Load model, optimizer and step from the newest checkpoint at the start of the script.</source>
        <translation>请在脚本开头从最新的检查点加载模型、优化器和步数。</translation>
    </message>
    <message numerus="yes">
        <source>In the rehearsal the script wrote %n files outside its outputs, such as %1.</source>
        <translation>
            <numerusform>预演时脚本在输出之外写了 %n 个文件，例如 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>On other platforms these would be lost.</source>
        <translation>在其他平台上，这些文件会丢失。</translation>
    </message>
    <message>
        <source>They are lost when the job ends.</source>
        <translation>任务结束时它们会丢失。</translation>
    </message>
    <message>
        <source>Save what is needed below the path of an output.</source>
        <translation>请把需要的内容保存到某个输出的路径下。</translation>
    </message>
</context>
<context>
    <name>SampleProject</name>
    <message>
        <source>The package dataset-fashion-mnist is not installed: %1 has no images.</source>
        <translation>没有安装软件包 dataset-fashion-mnist：%1 中没有图片。</translation>
    </message>
    <message>
        <source>The image files in %1 are damaged. Install the package dataset-fashion-mnist again.</source>
        <translation>%1 中的图片文件已损坏。请重新安装软件包 dataset-fashion-mnist。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>The folder %1 could not be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>Creating the sample project was cancelled.</source>
        <translation>已取消生成示例项目。</translation>
    </message>
    <message>
        <source>There is no template %1. There are: %2.</source>
        <translation>没有模板 %1。可用的模板：%2。</translation>
    </message>
    <message>
        <source>%1 exists already and is not empty. Nothing was changed; choose another folder.</source>
        <translation>%1 已存在且不为空。没有改动任何内容，请换一个文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 could not be made: %2.</source>
        <translation>无法创建文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>the folder above it cannot be made</source>
        <translation>无法创建上一级文件夹</translation>
    </message>
    <message>
        <source>%1 exists already and is no folder. Nothing was changed; choose another name.</source>
        <translation>%1 已存在，但不是文件夹。未做任何更改；请换一个名称。</translation>
    </message>
    <message>
        <source>%1 is a link that leads nowhere. Nothing was changed; choose another name.</source>
        <translation>%1 是失效的链接。未做任何更改；请换一个名称。</translation>
    </message>
</context>
<context>
    <name>Trainyard::DryRunPage</name>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新试跑</translation>
    </message>
    <message>
        <source>Run dry-run</source>
        <translation>开始试跑</translation>
    </message>
    <message>
        <source>A dry-run is running.</source>
        <translation>试跑进行中。</translation>
    </message>
    <message>
        <source>No job is open.</source>
        <translation>没有打开的任务。</translation>
    </message>
    <message>
        <source>Dry-run of %1</source>
        <translation>试跑：%1</translation>
    </message>
    <message>
        <source>Dry-run</source>
        <translation>试跑</translation>
    </message>
    <message>
        <source>Submit in spite of the verdict</source>
        <translation>不顾结论继续提交</translation>
    </message>
    <message>
        <source>Why is this no obstacle? The reason is kept in the run&apos;s record, for whoever pays for it.</source>
        <translation>为什么这不是障碍？理由会写入运行档案，供付费的人查看。</translation>
    </message>
    <message>
        <source>Ignore the verdict</source>
        <translation>忽略结论</translation>
    </message>
    <message>
        <source>What would fail in the cloud fails here first</source>
        <translation>会在云上失败的，先在这里暴露</translation>
    </message>
    <message>
        <source>A dry-run checks a job&apos;s environment, data, memory, loss and artifacts with a few real steps on this machine. Open a job to start one.</source>
        <translation>试跑在本机真实训练几步，检查任务的环境、数据、内存、损失和产物。打开一个任务即可开始。</translation>
    </message>
    <message>
        <source>Open the sample project</source>
        <translation>打开示例项目</translation>
    </message>
    <message>
        <source>Shows the last page before the run starts</source>
        <translation>打开提交前的最后一页</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Review and submit</source>
        <translation>确认并提交</translation>
    </message>
    <message>
        <source>should fit</source>
        <translation>应能放下</translation>
    </message>
    <message>
        <source>may not fit</source>
        <translation>可能放不下</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Rehearse my script</source>
        <translation>预演我的脚本</translation>
    </message>
    <message>
        <source>The dry-run, and beside it your own script: started in a copy, without network, on a part of the data, then interrupted and started again. Takes one to three minutes.</source>
        <translation>在试跑的同时启动您自己的脚本：在副本里、不联网、只用一部分数据，然后中断并重新启动一次。需要一到三分钟。</translation>
    </message>
</context>
<context>
    <name>Trainyard::EvidencePanel</name>
    <message>
        <source>What to do: %1</source>
        <translation>处理办法：%1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 处</translation>
    </message>
    <message>
        <source>%1 samples/s on this machine&apos;s %2, batch size %3.</source>
        <translation>在本机 %2 上 %1 样本/s，批大小 %3。</translation>
    </message>
    <message>
        <source>An image of class %1</source>
        <translation>类别 %1 的一张图片</translation>
    </message>
    <message>
        <source>&amp;Go to the field</source>
        <translation>转到该字段(&amp;G)</translation>
    </message>
    <message>
        <source>Open the &amp;file</source>
        <translation>打开文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Explain this</source>
        <translation>详细说明(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Ignore with a reason...</source>
        <translation>说明理由并忽略(&amp;I)…</translation>
    </message>
    <message>
        <source>Measured here, on the CPU</source>
        <translation>在本机 CPU 上实测</translation>
    </message>
    <message>
        <source>The same small step, with a batch of %1: %2 for real on this CPU, %3 as forecast.</source>
        <translation>同一个小训练步（批大小 %1）：在本机 CPU 上实测 %2，预估 %3。</translation>
    </message>
</context>
<context>
    <name>Trainyard::ForecastBar</name>
    <message>
        <source>held but unused</source>
        <translation>闲置占用</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>card, its memory</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The bracket below the bar is the band of the forecast, its dot the expected need.</source>
        <translation>条形下方的括线是预估的误差范围，圆点是预期需求。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of the memory, its size</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Trainyard::ForecastPanel</name>
    <message>
        <source>No forecast: the job does not say which model it trains. With a model section (an architecture, a Hugging Face config.json or a TorchScript file) Trainyard forecasts the card&apos;s memory before anything is uploaded.</source>
        <translation>没有显存预估：任务没有说明训练哪个模型。写上 model 部分（架构名、Hugging Face 的 config.json 或 TorchScript 文件），Trainyard 就能在上传任何内容之前预估显存。</translation>
    </message>
    <message>
        <source>Name the model</source>
        <translation>指明模型</translation>
    </message>
    <message>
        <source>No forecast. %1</source>
        <translation>没有显存预估。%1</translation>
    </message>
    <message>
        <source>Forecast again</source>
        <translation>重新预估</translation>
    </message>
    <message>
        <source>Forecasting the card&apos;s memory...</source>
        <translation>正在预估显存……</translation>
    </message>
    <message>
        <source>The peak is in the %1: %2 allocated, %3 reserved.</source>
        <translation>峰值出现在%1：已分配 %2，已保留 %3。</translation>
    </message>
    <message>
        <source>Largest batch that fits: %1.</source>
        <translation>放得下的最大批大小：%1。</translation>
    </message>
    <message>
        <source>Not even a batch of 1 fits.</source>
        <translation>批大小为 1 也放不下。</translation>
    </message>
    <message>
        <source>Longest sequence that fits: %1 tokens.</source>
        <translation>放得下的最长序列：%1 个 token。</translation>
    </message>
    <message>
        <source>Looking for what would help...</source>
        <translation>正在寻找节省显存的办法……</translation>
    </message>
    <message>
        <source>What would help</source>
        <translation>可以这样节省</translation>
    </message>
    <message>
        <source>Taken as: %1.</source>
        <translation>按以下取值计算：%1。</translation>
    </message>
    <message>
        <source>Not forecast: %1</source>
        <translation>未预估：%1</translation>
    </message>
    <message>
        <source>Need by</source>
        <translation>显存需求随</translation>
    </message>
    <message>
        <source>Need by batch size</source>
        <translation>显存需求随批大小的变化</translation>
    </message>
    <message>
        <source>Need by sequence length</source>
        <translation>显存需求随序列长度的变化</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>改用 %1</translation>
    </message>
    <message>
        <source>Use the selected flavor</source>
        <translation>改用所选规格</translation>
    </message>
    <message>
        <source>One training step</source>
        <translation>一个训练步</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>What the curve goes over</source>
        <translation>曲线的横轴</translation>
    </message>
    <message>
        <source>Flavors of the profile</source>
        <translation>该平台配置的规格</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences, one after the other</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>Trainyard::LossCurve</name>
    <message>
        <source>Loss of each step</source>
        <translation>每一步的损失</translation>
    </message>
    <message>
        <source>From %1 at step 1 to %2 at step %3.</source>
        <translation>从第 1 步的 %1 到第 %3 步的 %2。</translation>
    </message>
</context>
<context>
    <name>Trainyard::MemoryBar</name>
    <message>
        <source>%1 used of %2</source>
        <translation>已用 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>已用 %1</translation>
    </message>
</context>
<context>
    <name>Trainyard::NeedCurve</name>
    <message>
        <source>%1 tokens: %2</source>
        <translation>%1 个 token：%2</translation>
    </message>
    <message>
        <source>batch %1: %2</source>
        <translation>批大小 %1：%2</translation>
    </message>
    <message>
        <source>%1 tokens: %2, fits</source>
        <translation>%1 个 token：%2，放得下</translation>
    </message>
    <message>
        <source>batch %1: %2, fits</source>
        <translation>批大小 %1：%2，放得下</translation>
    </message>
    <message>
        <source>%1 tokens: %2, does not fit</source>
        <translation>%1 个 token：%2，放不下</translation>
    </message>
    <message>
        <source>batch %1: %2, does not fit</source>
        <translation>批大小 %1：%2，放不下</translation>
    </message>
    <message>
        <source>Memory needed by sequence length</source>
        <translation>不同序列长度所需的显存</translation>
    </message>
    <message>
        <source>Memory needed by batch size</source>
        <translation>不同批大小所需的显存</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>card, its memory</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>this job</source>
        <translation>本任务</translation>
    </message>
</context>
<context>
    <name>Trainyard::PointTile</name>
    <message>
        <source>not run yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>检查中</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告 %1 个</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>fail: %1</source>
        <translation>未通过：%1 个错误</translation>
    </message>
    <message>
        <source>fail</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>point, its state</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Trainyard::SourceView</name>
    <message>
        <source>Source</source>
        <translation>源文件</translation>
    </message>
</context>
<context>
    <name>Trainyard::StepTimeline</name>
    <message>
        <source>%1, %2 % of the step: %3 allocated</source>
        <translation>%1，训练步的 %2 % 处：已分配 %3</translation>
    </message>
    <message>
        <source>Allocated memory through one training step</source>
        <translation>一个训练步中已分配的显存</translation>
    </message>
</context>
<context>
    <name>Trainyard::SuggestionList</name>
    <message>
        <source>Saves %1 and then needs %2.</source>
        <translation>节省 %1，之后需要 %2。</translation>
    </message>
    <message>
        <source>Saves %1 and then needs %2: it fits.</source>
        <translation>节省 %1，之后需要 %2：放得下。</translation>
    </message>
    <message>
        <source>Saves %1 and then needs %2: not enough alone.</source>
        <translation>节省 %1，之后需要 %2：单靠它还不够。</translation>
    </message>
    <message>
        <source>Changes %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>应用：%1</translation>
    </message>
    <message>
        <source>Changes the job: %1. Undo takes it back.</source>
        <translation>更改任务：%1。可以撤销。</translation>
    </message>
    <message>
        <source>Needs %1 there: it fits.</source>
        <translation>在那里需要 %1：放得下。</translation>
    </message>
    <message>
        <source>Needs %1 there.</source>
        <translation>在那里需要 %1。</translation>
    </message>
</context>
<context>
    <name>Trainyard::VerdictTile</name>
    <message>
        <source>Running</source>
        <translation>试跑中</translation>
    </message>
    <message>
        <source>No verdict yet</source>
        <translation>还没有结论</translation>
    </message>
    <message>
        <source>It takes about half a minute.</source>
        <translation>约需半分钟。</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>What was found until then stays here.</source>
        <translation>已得到的结果保留在这里。</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Ready to submit. %1</source>
        <translation>可以提交。用时 %1</translation>
    </message>
    <message>
        <source>To look at: %1. It can be submitted. %2</source>
        <translation>%1 处需要留意，可以提交。用时 %2</translation>
    </message>
    <message>
        <source>Pass with warnings</source>
        <translation>通过，有警告</translation>
    </message>
    <message>
        <source>Fail, ignored with a reason</source>
        <translation>未通过，已说明理由忽略</translation>
    </message>
    <message>
        <source>Fail</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>To fix: %1. %2</source>
        <translation>%1 处需要修正。用时 %2</translation>
    </message>
    <message>
        <source>Verdict: %1</source>
        <translation>结论：%1</translation>
    </message>
    <message>
        <source>Pass, as far as checked</source>
        <translation>已检查的部分通过</translation>
    </message>
    <message>
        <source>Points not checked: %1. It can be submitted. %2</source>
        <translation>有 %1 项未检查。可以提交。%2</translation>
    </message>
    <message>
        <source>To look at: %1. Points not checked: %2. It can be submitted. %3</source>
        <translation>有 %1 处需要留意，%2 项未检查。可以提交。%3</translation>
    </message>
</context>
</TS>
