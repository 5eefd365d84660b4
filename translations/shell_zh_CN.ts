<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>DerivedJob</name>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>%1 is now %2; it was not set.</source>
        <translation>%1 现为 %2；原来没有设置。</translation>
    </message>
    <message>
        <source>%1 is no longer set; it was %2.</source>
        <translation>%1 不再设置；原来是 %2。</translation>
    </message>
    <message>
        <source>%1 is now %2; it was %3.</source>
        <translation>%1 现为 %2；原来是 %3。</translation>
    </message>
    <message>
        <source>Other settings of the job have changed.</source>
        <translation>任务的其他设置有改动。</translation>
    </message>
</context>
<context>
    <name>JobDraft</name>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
</context>
<context>
    <name>JobLibrary</name>
    <message>
        <source>The file is gone.</source>
        <translation>文件已不存在。</translation>
    </message>
    <message>
        <source>The file holds no job.</source>
        <translation>文件里没有任务定义。</translation>
    </message>
    <message>
        <source>%1 holds no job.</source>
        <translation>%1 里没有任务定义。</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>There is no display for the window. &quot;trainyard --help&quot; lists the commands that need none.</source>
        <translation>没有可用的显示器，无法打开窗口。“trainyard --help”列出不需要窗口的命令。</translation>
    </message>
</context>
<context>
    <name>QuotaAdvice</name>
    <message>
        <source>The model needs about %1: one device of %2 is enough.</source>
        <translation>模型约需 %1：%2 的一张卡就够。</translation>
    </message>
    <message>
        <source>The model needs about %1: more than one device of %2, so it has to be spread (zero_stage 2 or 3, or tensor parallel).</source>
        <translation>模型约需 %1：%2 的一张卡放不下，需要分摊（zero_stage 2 或 3，或张量并行）。</translation>
    </message>
    <message>
        <source>The model needs about %1: more than %2 has. LoRA, a smaller model or another flavor helps.</source>
        <translation>模型约需 %1：超过 %2 的总量。可以用 LoRA、换小模型或换规格。</translation>
    </message>
    <message>
        <source>Flavors with a device that is large enough: %1.</source>
        <translation>单卡够大的规格：%1。</translation>
    </message>
    <message>
        <source>Request for %1 more card-hours on %2</source>
        <translation>申请增加 %2 的配额 %1 卡时</translation>
    </message>
    <message>
        <source>Job: %1. %2</source>
        <translation>任务：%1。%2</translation>
    </message>
    <message>
        <source>Purpose: %1</source>
        <translation>用途：%1</translation>
    </message>
    <message>
        <source>Project: %1</source>
        <translation>项目：%1</translation>
    </message>
    <message>
        <source>Size: %1 node(s) of %2, about %3 for each run</source>
        <translation>规模：%2 × %1 个节点，每次运行约 %3</translation>
    </message>
    <message>
        <source>Model: %1 million parameters</source>
        <translation>模型：%1 百万参数</translation>
    </message>
    <message>
        <source>Data: %1</source>
        <translation>数据：%1</translation>
    </message>
    <message>
        <source>One run takes about %1. There is no limit of hours on %2.</source>
        <translation>一次运行约 %1。%2 不限时长。</translation>
    </message>
    <message>
        <source>There is no limit of hours on %1.</source>
        <translation>%1 不限时长。</translation>
    </message>
    <message>
        <source>Not compared: enter the expected hours.</source>
        <translation>未比较：请填写预计时长。</translation>
    </message>
    <message>
        <source>Not compared: the platform does not say how many hours are left.</source>
        <translation>未比较：平台没有给出剩余时长。</translation>
    </message>
    <message>
        <source>The run uses about %1 card-hours (%2 × %3 cards × %4 h); %5 card-hours are left.</source>
        <translation>这次运行约用 %1 卡时（%2 节点 × %3 卡 × %4 小时），还剩 %5 卡时。</translation>
    </message>
    <message>
        <source>%1 is not among the flavors of this platform.</source>
        <translation>这个平台没有规格 %1。</translation>
    </message>
    <message>
        <source>The data takes %1, but %2 has %3 of disk.</source>
        <translation>数据有 %1，而 %2 的磁盘只有 %3。</translation>
    </message>
    <message>
        <source>Nothing to upload: the data is read where it lies.</source>
        <translation>无需上传：直接读取原位置的数据。</translation>
    </message>
    <message>
        <source>Upload %1 in parts, so that a lost connection costs one part.</source>
        <translation>%1 建议分段上传，断线只损失一段。</translation>
    </message>
    <message>
        <source>%1 go up in one piece within minutes.</source>
        <translation>%1 一次上传，几分钟内完成。</translation>
    </message>
    <message>
        <source>Not known: the flavor is not known yet.</source>
        <translation>未知：还不知道规格。</translation>
    </message>
    <message>
        <source>Not counted: %1 has no price per hour.</source>
        <translation>不计费：%1 没有每小时价格。</translation>
    </message>
    <message>
        <source>%1 per hour. How long the run takes is not known: enter the expected hours on the Quota page.</source>
        <translation>每小时 %1。运行要多久还不知道：请在“配额”页填写预计时长。</translation>
    </message>
    <message>
        <source>About %1: %2 at %3 per hour.</source>
        <translation>约 %1：%2，每小时 %3。</translation>
    </message>
    <message>
        <source>The forecast expects %1 for one run; the longer time is reckoned with.</source>
        <translation>预估一次运行需要 %1；按较长的时间计算。</translation>
    </message>
</context>
<context>
    <name>Trainyard::ActivityStrip</name>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>取消：%1</translation>
    </message>
</context>
<context>
    <name>Trainyard::AlertsForm</name>
    <message>
        <source>The run is done</source>
        <translation>运行已完成</translation>
    </message>
    <message>
        <source>The run failed, or was stopped by a limit</source>
        <translation>运行失败，或因上限被终止</translation>
    </message>
    <message>
        <source>The loss is not a number</source>
        <translation>损失不是数值</translation>
    </message>
    <message>
        <source>The run hangs</source>
        <translation>运行卡死</translation>
    </message>
    <message>
        <source>A checkpoint is missing</source>
        <translation>缺少检查点</translation>
    </message>
    <message>
        <source>A time or cost limit is near</source>
        <translation>接近时长或费用上限</translation>
    </message>
    <message>
        <source>Told from outside the run, also when it was killed and no window is open, and once for each cause. A job can name its own events: alerts in job.yaml.</source>
        <translation>由运行之外的进程发出：运行被强行终止、没有打开窗口时也会通知；同一原因只通知一次。任务可用 job.yaml 的 alerts 指定自己的事件。</translation>
    </message>
    <message>
        <source>&amp;Notify on the desktop</source>
        <translation>桌面通知(&amp;N)</translation>
    </message>
    <message>
        <source>Run a co&amp;mmand</source>
        <translation>执行命令(&amp;M)</translation>
    </message>
    <message>
        <source>By /bin/sh. It finds TRAINYARD_EVENT, TRAINYARD_RUN, TRAINYARD_JOB, TRAINYARD_MESSAGE and TRAINYARD_RUN_FOLDER in its environment. It is kept in settings.ini: put no secret here.</source>
        <translation>由 /bin/sh 执行，环境变量中有 TRAINYARD_EVENT、TRAINYARD_RUN、TRAINYARD_JOB、TRAINYARD_MESSAGE 和 TRAINYARD_RUN_FOLDER。命令保存在 settings.ini 中：不要写入密钥。</translation>
    </message>
    <message>
        <source>Post to a &amp;web address</source>
        <translation>发送到网址(&amp;W)</translation>
    </message>
    <message>
        <source>%1: stored in the system keychain</source>
        <translation>%1：已存入系统钥匙串</translation>
    </message>
    <message>
        <source>F&amp;orget it</source>
        <translation>忘记(&amp;O)</translation>
    </message>
    <message>
        <source>St&amp;ore</source>
        <translation>保存(&amp;O)</translation>
    </message>
    <message>
        <source>Gets the alert as JSON. The whole address is a secret and is kept in the system&apos;s keychain only; without one, set the environment variable %1.</source>
        <translation>以 JSON 接收告警。整个网址都视为密钥，只存放在系统钥匙串中；没有钥匙串时，设置环境变量 %1。</translation>
    </message>
    <message>
        <source>&amp;Try it now</source>
        <translation>立即测试(&amp;T)</translation>
    </message>
    <message>
        <source>Nothing is set up that could tell anything here.</source>
        <translation>这里还没有任何可用的通知方式。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Web address</source>
        <translation>网址</translation>
    </message>
</context>
<context>
    <name>Trainyard::DryRunController</name>
    <message>
        <source>Use the flavor %1</source>
        <translation>改用规格 %1</translation>
    </message>
</context>
<context>
    <name>Trainyard::HelpPanel</name>
    <message>
        <source>What is this?</source>
        <translation>这是什么？</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>Open this page of the platform&apos;s console in the browser</source>
        <translation>在浏览器中打开平台控制台的这个页面</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the example</source>
        <translation>复制示例</translation>
    </message>
</context>
<context>
    <name>Trainyard::JobsController</name>
    <message>
        <source>Choose the folder of your script</source>
        <translation>选择脚本所在的文件夹</translation>
    </message>
    <message>
        <source>Change “%1”</source>
        <translation>修改“%1”</translation>
    </message>
    <message>
        <source>Edit the file</source>
        <translation>编辑文件</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Not saved: the file was changed by another program. The Setup page asks which version to keep.</source>
        <translation>没有保存：文件被别的程序改过。请到“配置”页选择保留哪个版本。</translation>
    </message>
    <message>
        <source>Sample: %1</source>
        <translation>示例：%1</translation>
    </message>
    <message>
        <source>Put a job on the list</source>
        <translation>把任务加入列表</translation>
    </message>
    <message>
        <source>Jobs (%1)</source>
        <translation>任务（%1）</translation>
    </message>
    <message>
        <source>Export the job</source>
        <translation>导出任务</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>已导出到 %1。</translation>
    </message>
    <message>
        <source>%1 was removed from the list.</source>
        <translation>已把 %1 移出列表。</translation>
    </message>
    <message>
        <source>Not saved: the text has a fault. The job is still the one before it.</source>
        <translation>未保存：文本有错误。任务仍是改动之前的内容。</translation>
    </message>
</context>
<context>
    <name>Trainyard::MainMenu</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;New job</source>
        <translation>新建训练任务(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>打开(&amp;O)...</translation>
    </message>
    <message>
        <source>Open &amp;folder...</source>
        <translation>打开文件夹(&amp;F)...</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close job</source>
        <translation>关闭训练任务(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>设置(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销：%1(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做：%1(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Find on this page</source>
        <translation>在本页查找(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Next step of this page</source>
        <translation>本页的下一步(&amp;N)</translation>
    </message>
    <message>
        <source>Run &amp;dry-run</source>
        <translation>开始试跑(&amp;D)</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>重新检查(&amp;A)</translation>
    </message>
    <message>
        <source>Show all &amp;runs</source>
        <translation>查看全部运行记录(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help on this field</source>
        <translation>当前字段的说明(&amp;H)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Navigation bar</source>
        <translation>导航栏(&amp;N)</translation>
    </message>
    <message>
        <source>Status &amp;bar</source>
        <translation>状态栏(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>使用指南(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Copy diagnostic report</source>
        <translation>复制诊断报告(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;About Trainyard</source>
        <translation>关于 Trainyard(&amp;A)</translation>
    </message>
    <message>
        <source>Cancel what is running on this page</source>
        <translation>取消本页正在进行的操作</translation>
    </message>
</context>
<context>
    <name>Trainyard::MainWindow</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active runs</source>
        <translation>
            <numerusform>%n 个运行进行中</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 - Trainyard</source>
        <comment>window title</comment>
        <translation>%1 - Trainyard</translation>
    </message>
    <message>
        <source>Run %1 is done.</source>
        <translation>运行 %1 已完成。</translation>
    </message>
    <message>
        <source>Run %1 was stopped.</source>
        <translation>运行 %1 已终止。</translation>
    </message>
    <message>
        <source>Run %1 failed: %2</source>
        <translation>运行 %1 失败：%2</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>查看该运行</translation>
    </message>
    <message numerus="yes">
        <source>%n runs go on without the window. Open Trainyard again, or use the command &quot;trainyard runs&quot;, to see them.</source>
        <translation>
            <numerusform>窗口已关闭，%n 个运行仍在继续。重新打开 Trainyard，或执行命令“trainyard runs”即可查看。</numerusform>
        </translation>
    </message>
    <message>
        <source>Trainyard was closed</source>
        <translation>Trainyard 已关闭</translation>
    </message>
    <message>
        <source>About Trainyard</source>
        <translation>关于 Trainyard</translation>
    </message>
    <message>
        <source>Trainyard %1</source>
        <translation>Trainyard %1</translation>
    </message>
    <message>
        <source>A workbench for training models on rented compute: what would have failed in the cloud fails here first, in a minute, for free, with the fix beside it.

Free software under the GNU General Public License, version 3 or later. Built with Qt %1.</source>
        <translation>租用算力训练模型的工作台：本来会在云上失败的问题，一分钟内先在这里免费暴露，旁边就是改法。

自由软件，采用 GNU 通用公共许可证第 3 版或更新版本。基于 Qt %1 构建。</translation>
    </message>
    <message>
        <source>The guide is not installed. &quot;trainyard --help&quot; lists the commands, F1 explains a field.</source>
        <translation>使用指南没有安装。“trainyard --help”列出全部命令，按 F1 可查看当前字段的说明。</translation>
    </message>
    <message>
        <source>No viewer is set up for the guide; it is the file %1</source>
        <translation>系统没有设置查看指南的程序；指南文件是 %1</translation>
    </message>
    <message>
        <source>The diagnostic report is on the clipboard. It holds no secrets; look at it before you send it.</source>
        <translation>诊断报告已复制到剪贴板，其中不含密钥；发送前请自己看一遍。</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Dry-run</source>
        <translation>试跑</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <comment>file and line</comment>
        <translation>%1 第 %2 行</translation>
    </message>
    <message>
        <source>%1: %2 Nothing can be submitted until this is corrected.</source>
        <comment>place, what is wrong there</comment>
        <translation>%1：%2改正之前无法提交任何任务。</translation>
    </message>
    <message>
        <source>Keep the window open</source>
        <translation>不关闭窗口</translation>
    </message>
</context>
<context>
    <name>Trainyard::MonitorController</name>
    <message>
        <source>The platform %1 is not known here, so this run cannot be followed.</source>
        <translation>这里没有平台 %1，因此无法跟踪这次运行。</translation>
    </message>
    <message>
        <source>%1 gives no log while a run lasts.</source>
        <translation>%1 在运行期间不提供日志。</translation>
    </message>
    <message>
        <source>%1 It is tried again by itself.</source>
        <translation>%1 稍后会自动重试。</translation>
    </message>
    <message>
        <source>There is no run %1.</source>
        <translation>没有运行 %1。</translation>
    </message>
    <message>
        <source>This run was deleted. What is shown is no longer on the disk.</source>
        <translation>这次运行已被删除，这里显示的内容已不在磁盘上。</translation>
    </message>
    <message>
        <source>Nothing that is recorded: definition, code and environment are those of run %1.</source>
        <translation>有记录的内容没有差异：任务定义、代码和环境都与运行 %1 相同。</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 could not be written. Choose another folder.</source>
        <translation>无法写入 %1。请另选文件夹。</translation>
    </message>
    <message>
        <source>Log stream lost since %1: %2</source>
        <translation>日志流自 %1 起中断：%2</translation>
    </message>
    <message>
        <source>%1 Run state: %2. The stream is tried again by itself.</source>
        <translation>%1 运行状态：%2。日志流会自动重连。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>run, when it was submitted</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Save values</source>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Vector pictures (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
</context>
<context>
    <name>Trainyard::NoticeLine</name>
    <message>
        <source>Close this message</source>
        <translation>关闭这条消息</translation>
    </message>
</context>
<context>
    <name>Trainyard::PatternController</name>
    <message>
        <source>Add the pattern of %1</source>
        <translation>添加 %1 的匹配规则</translation>
    </message>
    <message>
        <source>The pattern is remembered for this log, but could not be written into %1: the file is no readable job.</source>
        <translation>匹配规则已为这份日志记住，但无法写入 %1：该文件不是可读的任务定义。</translation>
    </message>
</context>
<context>
    <name>Trainyard::RunActions</name>
    <message>
        <source>Run %1 is no longer there.</source>
        <translation>运行 %1 已不存在。</translation>
    </message>
    <message>
        <source>The run stops as soon as it has written its next checkpoint.</source>
        <translation>写完下一个检查点后，运行就会终止。</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>No program here opens %1.</source>
        <translation>本机没有能打开 %1 的程序。</translation>
    </message>
    <message>
        <source>Saved as template %1. New jobs can start from it.</source>
        <translation>已保存为模板 %1，新建训练任务时可以使用。</translation>
    </message>
    <message>
        <source>Choose the folder with your code, or with your data</source>
        <translation>选择您的代码或数据所在的文件夹</translation>
    </message>
    <message>
        <source>%1 is gone. The definition as it was submitted is %2.</source>
        <translation>%1 已不存在。提交时的任务定义是 %2。</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Run %1 again? Nothing has changed since: definition, code and environment are the same.</source>
        <translation>再次运行 %1？自上次以来没有变化：任务定义、代码和环境都相同。</translation>
    </message>
    <message>
        <source>Run %1 again? This has changed since:</source>
        <translation>再次运行 %1？自上次以来有以下变化：</translation>
    </message>
    <message>
        <source>&amp;Run again</source>
        <translation>再次运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Dry-run first</source>
        <translation>先试跑(&amp;D)</translation>
    </message>
    <message>
        <source>The dry-run of this job failed, so nothing was submitted. Correct what it found, or give a reason here to submit all the same.</source>
        <translation>这个任务的试跑未通过，因此没有提交。请改正发现的问题；若仍要提交，请在这里写明理由。</translation>
    </message>
    <message>
        <source>This job was not dry-run as it is now: that comes first. Submit it from here when it has passed.</source>
        <translation>这个任务改动后还没有试跑过：先做试跑，通过后可以在这里提交。</translation>
    </message>
</context>
<context>
    <name>Trainyard::SettingsController</name>
    <message>
        <source>%1: %2</source>
        <comment>profile: platform</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No editor is set up for this file: %1</source>
        <translation>系统没有设置编辑该文件的程序：%1</translation>
    </message>
    <message>
        <source>No file manager is set up; the folder is %1</source>
        <translation>系统没有设置文件管理器；文件夹是 %1</translation>
    </message>
    <message>
        <source>This is no web address: it has to begin with https:// or http:// and a host. Nothing was stored.</source>
        <translation>这不是网址：须以 https:// 或 http:// 加主机名开头。没有保存任何内容。</translation>
    </message>
    <message>
        <source>The environment variable %1 is set: its address is used.</source>
        <translation>已设置环境变量 %1，使用其中的网址。</translation>
    </message>
    <message>
        <source>No keychain answers here, so the address is forgotten when this window closes, and alerts from outside cannot use it. Set %1 in the environment instead.</source>
        <translation>这里没有可用的钥匙串，窗口关闭后网址就会丢失，窗口之外的告警也无法使用。请改为设置环境变量 %1。</translation>
    </message>
    <message>
        <source>Trying...</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>channel of an alert: its answer</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>This is how Trainyard tells what happens to a run.</source>
        <translation>Trainyard 会这样通知运行中发生的事。</translation>
    </message>
</context>
<context>
    <name>Trainyard::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Language and appearance</source>
        <translation>语言与外观</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Platform profiles</source>
        <translation>平台配置</translation>
    </message>
    <message>
        <source>&amp;Edit profiles.yaml</source>
        <translation>编辑 profiles.yaml(&amp;E)</translation>
    </message>
    <message>
        <source>A profile names a platform and how to reach it. It never holds a secret: keys are kept in the system&apos;s keychain.</source>
        <translation>平台配置记录一个平台的名称和连接方式，从不保存密钥：密钥存放在系统钥匙串中。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Open &amp;projects</source>
        <translation>打开项目文件夹(&amp;P)</translation>
    </message>
    <message>
        <source>Where the sample and jobs for your own scripts are made</source>
        <translation>示例项目和为您自己的脚本建立的训练任务都在这里</translation>
    </message>
    <message>
        <source>Open &amp;data</source>
        <translation>打开数据文件夹(&amp;D)</translation>
    </message>
    <message>
        <source>Runs, profiles and the database</source>
        <translation>运行记录、平台配置和数据库</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>&amp;Copy diagnostic report</source>
        <translation>复制诊断报告(&amp;C)</translation>
    </message>
    <message>
        <source>Versions, paths, profiles and the last errors, without secrets, for a question or a bug report.</source>
        <translation>包含版本、路径、平台配置和最近的错误，不含密钥，用于提问或报告缺陷。</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
</context>
<context>
    <name>Trainyard::SetupChecks</name>
    <message>
        <source>There is no profile named “%1”. Choose one of the list, or make it.</source>
        <translation>没有名为“%1”的平台配置。请从列表中选择，或新建一个。</translation>
    </message>
    <message>
        <source>Not checked: the job&apos;s profile is not known.</source>
        <translation>未检查：不知道任务的平台配置。</translation>
    </message>
</context>
<context>
    <name>Trainyard::SetupController</name>
    <message>
        <source>Change “%1”</source>
        <translation>修改“%1”</translation>
    </message>
    <message>
        <source>Preparing the run: copying the code, recording versions</source>
        <translation>正在准备运行：复制代码，记录版本</translation>
    </message>
    <message>
        <source>Runs cannot be submitted to “%1” from here: choose the profile “local”.</source>
        <translation>这里还不能向“%1”提交运行，请选择平台配置“local”。</translation>
    </message>
    <message>
        <source>Text not saved: %1 See Jobs &gt; Edit &gt; File.</source>
        <translation>文本未保存：%1 见“训练任务 &gt; 编辑 &gt; 文件”。</translation>
    </message>
</context>
<context>
    <name>Trainyard::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>Trainyard::StartController</name>
    <message>
        <source>Making the sample in %1</source>
        <translation>正在 %1 中生成示例项目</translation>
    </message>
    <message>
        <source>Writing image %1 of %2</source>
        <translation>正在写入第 %1 张图片，共 %2 张</translation>
    </message>
    <message>
        <source>Debian&apos;s package dataset-fashion-mnist is not installed: the sample has drawn shapes instead of photographs.</source>
        <translation>没有安装 Debian 软件包 dataset-fashion-mnist：示例项目改用绘制的图形代替照片。</translation>
    </message>
    <message>
        <source>Drop credentials.csv on the key fields of the platform step: it fills both.</source>
        <translation>请把 credentials.csv 拖到“平台”步骤的密钥输入框上：两个密钥会一并填好。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 is no job, log, script or folder.</source>
        <translation>%1 既不是任务定义、日志、脚本，也不是文件夹。</translation>
    </message>
    <message>
        <source>Open a job or a log</source>
        <translation>打开任务定义或日志</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose the folder with the training script</source>
        <translation>选择训练脚本所在的文件夹</translation>
    </message>
    <message>
        <source>Jobs, logs and metric files (*.yaml *.yml *.log *.txt *.out *.jsonl *.csv *.json *tfevents*)</source>
        <translation>任务定义、日志和指标文件 (*.yaml *.yml *.log *.txt *.out *.jsonl *.csv *.json *tfevents*)</translation>
    </message>
</context>
<context>
    <name>Trainyard::StartPage</name>
    <message>
        <source>Nothing yet. Jobs and logs that were opened stand here.</source>
        <translation>还没有内容。打开过的任务定义和日志会列在这里。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>profile (platform)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Show the platform profiles in the settings</source>
        <translation>在设置中查看平台配置</translation>
    </message>
    <message>
        <source>This machine needs no account. Other platforms are profiles, kept in the settings.</source>
        <translation>本机无需账号。其他平台以平台配置的形式保存在设置中。</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>试试示例项目</translation>
    </message>
    <message>
        <source>A real training on this machine with real images: about 3 minutes, without GPU, account or Python. The project is made in %1 and yours to change.</source>
        <translation>在本机用真实图片完成一次真实训练：约 3 分钟，不需要 GPU、账号或 Python。项目建在 %1 中，可以随意修改。</translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation>打开示例项目(&amp;S)</translation>
    </message>
    <message>
        <source>My own script</source>
        <translation>我自己的脚本</translation>
    </message>
    <message>
        <source>Drop a folder or a script here, or choose the folder with your train.py. Nothing in it is changed: the job lies in %1.</source>
        <translation>把文件夹或脚本拖到这里，或选择 train.py 所在的文件夹。其中的内容不会被改动：任务定义放在 %1 中。</translation>
    </message>
    <message>
        <source>Choose &amp;folder</source>
        <translation>选择文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Watch a log</source>
        <translation>查看日志</translation>
    </message>
    <message>
        <source>Drop a .log or a job.yaml: the charts come without a set-up. A log that still grows is followed.</source>
        <translation>把 .log 或 job.yaml 拖到这里：无需配置即可看到曲线。仍在增长的日志会持续跟踪。</translation>
    </message>
    <message>
        <source>Open f&amp;ile</source>
        <translation>打开文件(&amp;I)</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Where jobs run</source>
        <translation>训练任务在哪里运行</translation>
    </message>
    <message>
        <source>None yet. Every run, finished or not, is kept under Runs.</source>
        <translation>还没有运行。所有运行，无论是否结束，都保存在“运行记录”中。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>run: its state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Latest runs</source>
        <translation>最近的运行</translation>
    </message>
</context>
<context>
    <name>Trainyard::WindowStatusBar</name>
    <message>
        <source>Profile: %1</source>
        <translation>平台配置：%1</translation>
    </message>
    <message>
        <source>The platform that the open job runs on</source>
        <translation>当前训练任务所用的平台</translation>
    </message>
    <message>
        <source>No active runs</source>
        <translation>没有进行中的运行</translation>
    </message>
    <message numerus="yes">
        <source>%n runs active</source>
        <translation>
            <numerusform>%n 个运行进行中</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the runs</source>
        <translation>查看运行记录</translation>
    </message>
    <message>
        <source>No keychain: keys are kept for this session only</source>
        <translation>没有钥匙串：密钥只在本次会话中保留</translation>
    </message>
    <message>
        <source>Keys are in the system&apos;s keychain</source>
        <translation>密钥保存在系统钥匙串中</translation>
    </message>
</context>
</TS>
