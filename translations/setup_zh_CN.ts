<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>FieldTexts</name>
    <message>
        <source>Profile</source>
        <translation>平台配置</translation>
    </message>
    <message>
        <source>A named, configured platform: where the job runs. “local” is this machine and always exists.</source>
        <translation>起了名字、配置好的平台：任务在哪里跑。“local”就是本机，始终存在。</translation>
    </message>
    <message>
        <source>The same job moves to another platform by choosing another profile here.</source>
        <translation>同一个任务，在这里换一个平台配置，就能换到另一个平台上跑。</translation>
    </message>
    <message>
        <source>Profiles are kept in profiles.yaml; a profile never holds a secret.</source>
        <translation>平台配置保存在 profiles.yaml 中，从不包含密钥。</translation>
    </message>
    <message>
        <source>Name of the profile</source>
        <translation>配置名称</translation>
    </message>
    <message>
        <source>The name by which jobs call this profile.</source>
        <translation>任务通过这个名称引用该配置。</translation>
    </message>
    <message>
        <source>A name that tells the team and the region saves questions later.</source>
        <translation>名称里带上团队和区域，以后不用再问。</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>平台</translation>
    </message>
    <message>
        <source>Which kind of platform the profile speaks to.</source>
        <translation>这个配置对接哪一种平台。</translation>
    </message>
    <message>
        <source>Each platform has its own limits and its own way to pass arguments; checks go by them.</source>
        <translation>每个平台的限制和传参方式都不同，检查会按平台来做。</translation>
    </message>
    <message>
        <source>Python interpreter</source>
        <translation>Python 解释器</translation>
    </message>
    <message>
        <source>The Python that runs scripts on this machine. A preset trainer needs none.</source>
        <translation>在本机运行脚本的 Python。预置训练器不需要。</translation>
    </message>
    <message>
        <source>Packages are installed per interpreter: the wrong one says “no module named torch”.</source>
        <translation>软件包是装在某个解释器里的，选错了就会报“no module named torch”。</translation>
    </message>
    <message>
        <source>In a terminal: which -a python3. In a conda environment: echo $CONDA_PREFIX/bin/python.</source>
        <translation>在终端里运行 which -a python3；conda 环境里运行 echo $CONDA_PREFIX/bin/python。</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>终端节点</translation>
    </message>
    <message>
        <source>The address of the platform&apos;s service.</source>
        <translation>平台服务的地址。</translation>
    </message>
    <message>
        <source>Each region has its own; with the wrong one every check says “no network” or “not found”.</source>
        <translation>每个区域的地址不同，填错了每项检查都会报“网络不通”或“找不到”。</translation>
    </message>
    <message>
        <source>ModelArts: the documentation lists them under “Regions and endpoints”.</source>
        <translation>ModelArts：见文档“地区和终端节点”。</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Where the platform&apos;s machines stand.</source>
        <translation>平台机器所在的区域。</translation>
    </message>
    <message>
        <source>Data, code and job must lie in the same region.</source>
        <translation>数据、代码和任务必须在同一个区域。</translation>
    </message>
    <message>
        <source>ModelArts: top left in the console, beside the logo.</source>
        <translation>ModelArts：控制台左上角，标志旁边。</translation>
    </message>
    <message>
        <source>Project of the platform</source>
        <translation>平台项目</translation>
    </message>
    <message>
        <source>The project inside the account, by its ID.</source>
        <translation>账号下的项目，填项目 ID。</translation>
    </message>
    <message>
        <source>Rights and quota belong to a project.</source>
        <translation>权限和配额都是按项目给的。</translation>
    </message>
    <message>
        <source>ModelArts: user name at top right &gt; My credentials &gt; Projects.</source>
        <translation>ModelArts：右上角用户名 &gt; 我的凭证 &gt; 项目列表。</translation>
    </message>
    <message>
        <source>Access key (AK)</source>
        <translation>访问密钥 ID（AK）</translation>
    </message>
    <message>
        <source>The public half of the key pair that signs requests.</source>
        <translation>签名用的密钥对中公开的那一半。</translation>
    </message>
    <message>
        <source>Without it the platform does not know who asks.</source>
        <translation>没有它，平台不知道是谁在访问。</translation>
    </message>
    <message>
        <source>ModelArts: user name at top right &gt; My credentials &gt; Access keys. A downloaded credentials.csv can be dropped on this field.</source>
        <translation>ModelArts：右上角用户名 &gt; 我的凭证 &gt; 访问密钥。下载的 credentials.csv 可以直接拖到这里。</translation>
    </message>
    <message>
        <source>Secret key (SK)</source>
        <translation>秘密访问密钥（SK）</translation>
    </message>
    <message>
        <source>The secret half of the key pair. It goes to the system keychain and into no file.</source>
        <translation>密钥对中保密的那一半。只存入系统钥匙串，不写入任何文件。</translation>
    </message>
    <message>
        <source>Whoever has it can spend the account&apos;s money.</source>
        <translation>拿到它的人可以花账号里的钱。</translation>
    </message>
    <message>
        <source>It is shown once, in the credentials.csv that the console lets you download.</source>
        <translation>只在下载的 credentials.csv 里出现一次。</translation>
    </message>
    <message>
        <source>Data place</source>
        <translation>数据存储位置</translation>
    </message>
    <message>
        <source>no data: the script brings its own</source>
        <translation>无数据：脚本自带</translation>
    </message>
    <message>
        <source>Where the training data lies: a folder or a file, relative to the job&apos;s folder, or a URL of the platform.</source>
        <translation>训练数据放在哪里：相对于任务文件夹的目录或文件，或平台上的地址。</translation>
    </message>
    <message>
        <source>It is read before the run starts, so that a missing right or a wrong path shows here and not an hour into the queue.</source>
        <translation>运行前先真实读一次：缺权限或路径写错，在这里就能发现，而不是排队一小时之后。</translation>
    </message>
    <message>
        <source>ModelArts: Object Storage Service &gt; bucket &gt; Copy path. On this machine: drop the folder on the field.</source>
        <translation>ModelArts：对象存储服务 &gt; 桶 &gt; 复制路径。本机：把文件夹拖到输入框。</translation>
    </message>
    <message>
        <source>Format of the data</source>
        <translation>数据格式</translation>
    </message>
    <message>
        <source>How the data place is laid out. Left to “automatic”, the dry-run looks.</source>
        <translation>数据的组织方式。选“自动”时由试跑判断。</translation>
    </message>
    <message>
        <source>The checks know what a broken file looks like only when they know the format.</source>
        <translation>知道格式，检查才认得出什么样的文件是坏的。</translation>
    </message>
    <message>
        <source>image-folder: one folder for each class, in train/ and val/.</source>
        <translation>image-folder：train/ 和 val/ 下每个类别一个文件夹。</translation>
    </message>
    <message>
        <source>The argument under which the script gets the path: --NAME PATH.</source>
        <translation>脚本用哪个参数拿到这个路径：--名称 路径。</translation>
    </message>
    <message>
        <source>A name the script does not know stops it at once.</source>
        <translation>脚本不认识的参数名会让它立刻退出。</translation>
    </message>
    <message>
        <source>In the script: the add_argument calls.</source>
        <translation>在脚本里看 add_argument 的调用。</translation>
    </message>
    <message>
        <source>Output place</source>
        <translation>输出位置</translation>
    </message>
    <message>
        <source>Where the results go: model, checkpoints, metrics. Each run gets a folder of its own in it.</source>
        <translation>结果放在哪里：模型、检查点、指标。每次运行各有一个子文件夹。</translation>
    </message>
    <message>
        <source>Only what lies here survives the run on a rented machine.</source>
        <translation>在租用的机器上，只有放在这里的东西会保留下来。</translation>
    </message>
    <message>
        <source>ModelArts: an Object Storage Service path. On this machine: any folder with space.</source>
        <translation>ModelArts：对象存储服务路径。本机：任何空间足够的文件夹。</translation>
    </message>
    <message>
        <source>The argument under which the script gets the output path: --NAME PATH.</source>
        <translation>脚本用哪个参数拿到输出路径：--名称 路径。</translation>
    </message>
    <message>
        <source>The script must save there and nowhere else.</source>
        <translation>脚本必须存到这里，不能存到别处。</translation>
    </message>
    <message>
        <source>In the script: the argument that save calls use.</source>
        <translation>在脚本里看保存时用的是哪个参数。</translation>
    </message>
    <message>
        <source>All inputs</source>
        <translation>全部输入</translation>
    </message>
    <message>
        <source>Every data place of the job, with its name and how the script gets it.</source>
        <translation>任务的每个数据位置，以及脚本怎样拿到它。</translation>
    </message>
    <message>
        <source>A second input is passed like the first: under its name.</source>
        <translation>第二个输入和第一个一样，用自己的名称传入。</translation>
    </message>
    <message>
        <source>All outputs</source>
        <translation>全部输出</translation>
    </message>
    <message>
        <source>Every output place of the job.</source>
        <translation>任务的每个输出位置。</translation>
    </message>
    <message>
        <source>Checkpoints may go to an output of their own.</source>
        <translation>检查点可以单独放到一个输出位置。</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型规模</translation>
    </message>
    <message>
        <source>M parameters</source>
        <translation>百万参数</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>How many numbers the model learns.</source>
        <translation>模型要学习的参数个数。</translation>
    </message>
    <message>
        <source>Memory grows with it: with AdamW in full precision about 16 bytes for each, before activations.</source>
        <translation>显存随它增长：全精度 AdamW 每个参数约 16 字节，还不算激活。</translation>
    </message>
    <message>
        <source>On the model&apos;s card, or in the name: 7B is 7,000 million.</source>
        <translation>看模型卡片或名称：7B 就是 7000 百万。</translation>
    </message>
    <message>
        <source>Data size</source>
        <translation>数据大小</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>How much data has to be brought to the platform.</source>
        <translation>要送到平台上的数据有多大。</translation>
    </message>
    <message>
        <source>It decides how to upload, and whether the flavor&apos;s disk is large enough.</source>
        <translation>它决定怎么上传，以及规格的磁盘够不够。</translation>
    </message>
    <message>
        <source>Filled from the data place where it can be read.</source>
        <translation>数据位置可读时会自动量出来。</translation>
    </message>
    <message>
        <source>Expected hours</source>
        <translation>预计时长</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>How long the run takes, as far as you know.</source>
        <translation>据你所知，跑一次要多久。</translation>
    </message>
    <message>
        <source>Times nodes and cards it is what the quota pays: 8 cards for 1 h use 8 card-hours.</source>
        <translation>乘以节点数和卡数就是消耗的配额：8 张卡跑 1 小时用 8 卡时。</translation>
    </message>
    <message>
        <source>From an earlier run, or the dry-run&apos;s throughput.</source>
        <translation>参考以前的运行，或试跑得到的吞吐量。</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>The run environment: framework, driver and libraries in one named package.</source>
        <translation>运行环境：框架、驱动和库打成的一个包。</translation>
    </message>
    <message>
        <source>Versions decide what works: a script for PyTorch 2 stops on 1.8.</source>
        <translation>版本决定能不能跑：为 PyTorch 2 写的脚本在 1.8 上会停。</translation>
    </message>
    <message>
        <source>ModelArts: Training &gt; Create &gt; Boot mode lists the preset images.</source>
        <translation>ModelArts：训练作业 &gt; 创建 &gt; 启动方式，里面列出预置镜像。</translation>
    </message>
    <message>
        <source>Requirements file</source>
        <translation>依赖文件</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Packages that are installed before the script starts; a file in the code folder.</source>
        <translation>脚本启动前要安装的软件包，文件放在代码目录里。</translation>
    </message>
    <message>
        <source>What the image lacks is missing at the first import.</source>
        <translation>镜像里没有的包，第一次 import 就会报错。</translation>
    </message>
    <message>
        <source>Python version</source>
        <translation>Python 版本</translation>
    </message>
    <message>
        <source>as the image</source>
        <translation>同镜像</translation>
    </message>
    <message>
        <source>The Python the code is written for.</source>
        <translation>代码是为哪个 Python 版本写的。</translation>
    </message>
    <message>
        <source>Newer syntax stops an older Python at the first line.</source>
        <translation>新语法在旧版 Python 上第一行就报错。</translation>
    </message>
    <message>
        <source>In a terminal: python3 --version.</source>
        <translation>在终端里运行 python3 --version。</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>The machine: type and number of cards, memory, CPUs, disk, price per hour.</source>
        <translation>机器的配置：卡的型号和数量、内存、CPU、磁盘、每小时价格。</translation>
    </message>
    <message>
        <source>Too small runs out of memory, too large costs money for idle cards.</source>
        <translation>太小会显存溢出，太大则为闲置的卡付钱。</translation>
    </message>
    <message>
        <source>This machine&apos;s own are listed. ModelArts: Resources &gt; Specifications.</source>
        <translation>本机的规格已列出。ModelArts：资源管理 &gt; 规格。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>How many such machines work on one run.</source>
        <translation>一次运行用几台这样的机器。</translation>
    </message>
    <message>
        <source>Each node costs the same again, and the code must be written for it.</source>
        <translation>每多一个节点就多一份费用，代码也要支持多机。</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>竞价实例</translation>
    </message>
    <message>
        <source>Cheaper machines that the platform may take back at any time.</source>
        <translation>价格更低，但平台随时可能收回。</translation>
    </message>
    <message>
        <source>A run without checkpoints starts again from zero when that happens.</source>
        <translation>没有检查点的话，被收回后只能从头再来。</translation>
    </message>
    <message>
        <source>What starts</source>
        <translation>启动方式</translation>
    </message>
    <message>
        <source>A script with its interpreter, a command of your own, or a trainer that comes with Trainyard.</source>
        <translation>用解释器跑脚本、自己写的启动命令，或 Trainyard 自带的训练器。</translation>
    </message>
    <message>
        <source>The job starts exactly one of the three.</source>
        <translation>三选一。</translation>
    </message>
    <message>
        <source>Preset trainer</source>
        <translation>预置训练器</translation>
    </message>
    <message>
        <source>A trainer that comes with Trainyard and needs neither Python nor code.</source>
        <translation>Trainyard 自带的训练器，不需要 Python，也不用写代码。</translation>
    </message>
    <message>
        <source>The quickest way to see a real run.</source>
        <translation>最快看到一次真实运行的办法。</translation>
    </message>
    <message>
        <source>Code folder</source>
        <translation>代码目录</translation>
    </message>
    <message>
        <source>The folder that is copied to the run. It is the script&apos;s start folder.</source>
        <translation>会复制到运行里的文件夹，也是脚本的起始目录。</translation>
    </message>
    <message>
        <source>What lies outside of it is not there when the job runs.</source>
        <translation>放在它外面的东西，运行时都看不到。</translation>
    </message>
    <message>
        <source>Boot file</source>
        <translation>启动文件</translation>
    </message>
    <message>
        <source>The script that is started, inside the code folder: .py or .sh.</source>
        <translation>代码目录里要启动的脚本：.py 或 .sh。</translation>
    </message>
    <message>
        <source>With another letter case or in another folder it is not found.</source>
        <translation>大小写不一致或在别的文件夹里，就找不到。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>启动命令</translation>
    </message>
    <message>
        <source>What is started, as in a shell. Parameters, inputs and outputs are appended.</source>
        <translation>像在 shell 里一样写。超参、输入和输出会接在后面。</translation>
    </message>
    <message>
        <source>For launchers such as torchrun.</source>
        <translation>适合 torchrun 这类启动器。</translation>
    </message>
    <message>
        <source>Name of the job</source>
        <translation>任务名称</translation>
    </message>
    <message>
        <source>What the job is called; runs carry it in their id.</source>
        <translation>任务叫什么，运行编号里也会带上它。</translation>
    </message>
    <message>
        <source>A name that says what is special is found again in a month.</source>
        <translation>名称写出特点，一个月后还找得到。</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>A sentence for whoever opens the job next.</source>
        <translation>给下一个打开它的人留一句话。</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>One word, used for naming what is archived.</source>
        <translation>一个词，归档时用来命名。</translation>
    </message>
    <message>
        <source>Without it a folder of models is a folder of dates.</source>
        <translation>没有它，一堆模型就只剩日期可认。</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Who pays: the quota ledger counts by it.</source>
        <translation>由谁付费：用量台账按它统计。</translation>
    </message>
    <message>
        <source>One quota is shared by many.</source>
        <translation>一份配额往往是大家共用的。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>超参</translation>
    </message>
    <message>
        <source>Passed to the script exactly as written: --name value.</source>
        <translation>原样传给脚本：--名称 值。</translation>
    </message>
    <message>
        <source>A name the script does not know stops it; a value of the wrong kind changes what is trained.</source>
        <translation>脚本不认识的名称会让它停下；类型不对的值会改变训练内容。</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Set before the script starts.</source>
        <translation>在脚本启动前设置。</translation>
    </message>
    <message>
        <source>Secrets do not belong here: they would be readable in the job&apos;s file.</source>
        <translation>不要放密钥：写在任务定义里谁都能读到。</translation>
    </message>
    <message>
        <source>Recorded versions</source>
        <translation>记录的版本</translation>
    </message>
    <message>
        <source>Framework, library, CUDA and driver as they are known; left out: the image&apos;s.</source>
        <translation>已知的框架、库、CUDA 和驱动版本；不填则按镜像。</translation>
    </message>
    <message>
        <source>Later, a re-run tells what changed since.</source>
        <translation>以后重跑时能看出有什么变化。</translation>
    </message>
    <message>
        <source>Checkpoint folder</source>
        <translation>检查点目录</translation>
    </message>
    <message>
        <source>An output&apos;s name, or a path.</source>
        <translation>某个输出的名称，或一个路径。</translation>
    </message>
    <message>
        <source>A run that stops can go on only from a checkpoint that survived it.</source>
        <translation>中断的运行只能从保留下来的检查点接着跑。</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>保存间隔</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>as the script</source>
        <translation>由脚本决定</translation>
    </message>
    <message>
        <source>After how many steps a checkpoint is written.</source>
        <translation>每隔多少步写一个检查点。</translation>
    </message>
    <message>
        <source>Often costs time, rarely costs work when the run stops.</source>
        <translation>太频繁费时间，太少则中断时丢得多。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>个检查点</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>How many of the newest stay.</source>
        <translation>只留最新的几个。</translation>
    </message>
    <message>
        <source>Each holds the weights and the optimizer&apos;s state: three times the model with AdamW.</source>
        <translation>每个都含权重和优化器状态：用 AdamW 约为模型的三倍。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>断点续训</translation>
    </message>
    <message>
        <source>auto: from the newest checkpoint if there is one. never: from the beginning. Or the path of one.</source>
        <translation>auto：有检查点就从最新的接着跑。never：从头开始。也可以填某个检查点的路径。</translation>
    </message>
    <message>
        <source>Stop after</source>
        <translation>最长时长</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>The run is ended when it takes longer.</source>
        <translation>超过这个时长就终止运行。</translation>
    </message>
    <message>
        <source>A loop without an end is paid by the hour.</source>
        <translation>死循环也按小时计费。</translation>
    </message>
    <message>
        <source>Stop at cost</source>
        <translation>费用上限</translation>
    </message>
    <message>
        <source>The run is ended when it has cost more, by the flavor&apos;s price.</source>
        <translation>按规格价格计算，超过这个费用就终止运行。</translation>
    </message>
    <message>
        <source>Stop when idle for</source>
        <translation>空闲自动停止</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>The run is ended when neither log nor device moves for so long.</source>
        <translation>日志和设备都这么久没有动静，就终止运行。</translation>
    </message>
    <message>
        <source>A hung run looks like a running one on the bill.</source>
        <translation>卡死的运行在账单上和正常运行没有区别。</translation>
    </message>
    <message>
        <source>TorchScript file</source>
        <translation>TorchScript 文件</translation>
    </message>
    <message>
        <source>The model as a file that LibTorch can load.</source>
        <translation>LibTorch 能加载的模型文件。</translation>
    </message>
    <message>
        <source>The dry-run builds it and trains a few steps here.</source>
        <translation>试跑会在本机构建它并训练几步。</translation>
    </message>
    <message>
        <source>In Python: torch.jit.script(model).save(&quot;model.pt&quot;).</source>
        <translation>在 Python 里：torch.jit.script(model).save(&quot;model.pt&quot;)。</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>模型结构</translation>
    </message>
    <message>
        <source>A model that Trainyard can build by itself, by its name.</source>
        <translation>Trainyard 能自己构建的模型，填名称。</translation>
    </message>
    <message>
        <source>Transformers configuration</source>
        <translation>Transformers 配置</translation>
    </message>
    <message>
        <source>The config.json of a Hugging Face model.</source>
        <translation>Hugging Face 模型的 config.json。</translation>
    </message>
    <message>
        <source>On the model&apos;s page: Files &gt; config.json.</source>
        <translation>在模型页面：Files &gt; config.json。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务类型</translation>
    </message>
    <message>
        <source>by the model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>What is learnt.</source>
        <translation>要学的是什么。</translation>
    </message>
    <message>
        <source>It decides which loss is checked.</source>
        <translation>它决定检查哪一种损失。</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>How many classes the model tells apart.</source>
        <translation>模型区分多少个类别。</translation>
    </message>
    <message>
        <source>A label outside of them stops the run on the card with a message nobody understands.</source>
        <translation>标签超出范围时，卡上会报一个谁也看不懂的错。</translation>
    </message>
    <message>
        <source>Input shape</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>One sample, without the batch: channels, height, width.</source>
        <translation>单个样本，不含批：通道、高、宽。</translation>
    </message>
    <message>
        <source>Input type</source>
        <translation>输入类型</translation>
    </message>
    <message>
        <source>The number type of one sample.</source>
        <translation>单个样本的数值类型。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>by the task</source>
        <translation>按任务类型</translation>
    </message>
    <message>
        <source>How wrong is measured.</source>
        <translation>怎样衡量误差。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力实现</translation>
    </message>
    <message>
        <source>Which attention is used where there is one.</source>
        <translation>有注意力层时用哪种实现。</translation>
    </message>
    <message>
        <source>math needs memory with the square of the length, flash does not.</source>
        <translation>math 的显存随长度平方增长，flash 不会。</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>训练方法</translation>
    </message>
    <message>
        <source>Everything is learnt, or small matrices beside it (lora, qlora).</source>
        <translation>全部参数都训练，或只训练旁路的小矩阵（lora、qlora）。</translation>
    </message>
    <message>
        <source>LoRA fits large models on small cards.</source>
        <translation>LoRA 能让大模型放进小显存的卡。</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>per device</source>
        <translation>每张卡</translation>
    </message>
    <message>
        <source>Samples of one step on one card.</source>
        <translation>一张卡一步处理的样本数。</translation>
    </message>
    <message>
        <source>Memory grows with it; ${parameters.batch_size} takes the parameter&apos;s value.</source>
        <translation>显存随它增长；写 ${parameters.batch_size} 就取超参的值。</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>How many batches make one step of the optimizer.</source>
        <translation>几个批合成一次优化器更新。</translation>
    </message>
    <message>
        <source>A larger batch without more memory.</source>
        <translation>不多占显存，等效更大的批。</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>The longest text of one sample.</source>
        <translation>单个样本最长的文本。</translation>
    </message>
    <message>
        <source>Memory grows with it, with the square of it without flash attention.</source>
        <translation>显存随它增长，没有 flash 注意力时按平方增长。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>The number type of the calculation.</source>
        <translation>计算用的数值类型。</translation>
    </message>
    <message>
        <source>Half precision halves activations; fp16 needs loss scaling.</source>
        <translation>半精度让激活减半；fp16 需要损失缩放。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>AdamW keeps two more numbers for each weight, SGD none.</source>
        <translation>AdamW 每个权重多存两个数，SGD 不多存。</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>How far one step goes.</source>
        <translation>每一步走多远。</translation>
    </message>
    <message>
        <source>Too high: the loss becomes nan. Too low: it does not move.</source>
        <translation>太大：损失变成 nan。太小：损失不动。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>For SGD.</source>
        <translation>用于 SGD。</translation>
    </message>
    <message>
        <source>It keeps one more number for each weight.</source>
        <translation>每个权重多存一个数。</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>激活重计算</translation>
    </message>
    <message>
        <source>Activations are computed again instead of kept.</source>
        <translation>激活不保存，反向时重新计算。</translation>
    </message>
    <message>
        <source>Saves memory, costs about a third more time.</source>
        <translation>省显存，时间约多三分之一。</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>The model is compiled before the first step.</source>
        <translation>第一步之前先编译模型。</translation>
    </message>
    <message>
        <source>The first step takes minutes, the others are quicker.</source>
        <translation>第一步要几分钟，之后更快。</translation>
    </message>
    <message>
        <source>Gradients between steps</source>
        <translation>步间梯度处理</translation>
    </message>
    <message>
        <source>Whether gradients are freed or set to zero between steps.</source>
        <translation>两步之间梯度是释放还是置零。</translation>
    </message>
    <message>
        <source>Kept ones need memory all the time.</source>
        <translation>保留的梯度一直占着显存。</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA 秩</translation>
    </message>
    <message>
        <source>The width of the small matrices.</source>
        <translation>小矩阵的宽度。</translation>
    </message>
    <message>
        <source>LoRA alpha</source>
        <translation>LoRA alpha</translation>
    </message>
    <message>
        <source>How strongly they count.</source>
        <translation>小矩阵的权重有多大。</translation>
    </message>
    <message>
        <source>LoRA targets</source>
        <translation>LoRA 目标层</translation>
    </message>
    <message>
        <source>Names of the layers that get them, separated by blanks.</source>
        <translation>加小矩阵的层名，用空格分开。</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>On how many cards the batch is spread.</source>
        <translation>批分到几张卡上。</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Over how many cards each layer is cut.</source>
        <translation>每一层切到几张卡上。</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Over how many cards the layers are laid.</source>
        <translation>各层排到几张卡上。</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>What is spread over the cards: 1 optimizer, 2 also gradients, 3 also weights.</source>
        <translation>分摊到各卡的内容：1 优化器，2 再加梯度，3 再加权重。</translation>
    </message>
    <message>
        <source>for every job of this profile</source>
        <translation>此配置下的所有任务共用</translation>
    </message>
    <message>
        <source>Argument name</source>
        <translation>参数名</translation>
    </message>
</context>
<context>
    <name>SetupStep</name>
    <message>
        <source>Platform</source>
        <translation>平台</translation>
    </message>
    <message>
        <source>Platform and account</source>
        <translation>平台与账号</translation>
    </message>
    <message>
        <source>Where the job runs, and whether it can be reached.</source>
        <translation>任务在哪里跑，能不能连上。</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Where the data lies and where the results go. Both are tried for real: read, write, delete.</source>
        <translation>数据在哪里，结果放哪里。两处都会真实试一遍：读、写、删。</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>配额</translation>
    </message>
    <message>
        <source>Quota and resources</source>
        <translation>配额与资源</translation>
    </message>
    <message>
        <source>What there is to run on, and whether it is enough for this job.</source>
        <translation>有哪些资源可用，够不够跑这个任务。</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Four decisions. Everything else has a sensible value behind “More settings”.</source>
        <translation>只需定四件事，其余都有合适的默认值，在“更多设置”里。</translation>
    </message>
    <message>
        <source>Dry-run</source>
        <translation>试跑</translation>
    </message>
    <message>
        <source>What would fail there fails here first, for free. Nothing in the job&apos;s folder is changed.</source>
        <translation>到那边会出的错，先在这里免费暴露。任务文件夹不会有任何改动。</translation>
    </message>
    <message>
        <source>Upload</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>How code and data get to the platform.</source>
        <translation>代码和数据怎样到平台上。</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Review and submit</source>
        <translation>确认并提交</translation>
    </message>
    <message>
        <source>What is started, what it costs, and what differs from the run before.</source>
        <translation>会启动什么、要花多少钱、和上次运行有什么不同。</translation>
    </message>
    <message>
        <source>A profile is chosen once and used by many jobs. On this machine nothing has to be set up: the checks look at disk space, at Trainyard&apos;s programs and, where a script needs it, at Python.</source>
        <translation>平台配置选一次，许多任务都能用。本机什么都不用配：检查只看磁盘空间、Trainyard 自己的程序，脚本需要时再看 Python。</translation>
    </message>
    <message>
        <source>Most runs that fail in their first minute cannot read their data or write their result. Here a file is really read, and a small one written and deleted again.</source>
        <translation>第一分钟就失败的运行，大多是读不到数据或写不出结果。这里会真的读一个文件，再写一个小文件并删掉。</translation>
    </message>
    <message>
        <source>Hours are card-hours: 8 cards for 1 h use 8. The three figures are estimates; what was measured fills them by itself.</source>
        <translation>时长按卡时算：8 张卡跑 1 小时用 8 卡时。三个数都是估计值，能测到的会自动填上。</translation>
    </message>
    <message>
        <source>A card closes to one line when it is decided, and opens again with a click. Ctrl+Z takes any change back.</source>
        <translation>定好的卡片会收成一行，点一下就能再展开。任何改动都可以用 Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <source>It reads your data, trains a few real steps and writes a checkpoint, all in a scratch folder. Its verdict decides whether the run can be submitted.</source>
        <translation>试跑会读你的数据，真实训练几步，写一个检查点，全部在临时目录里进行。能不能提交，由试跑的结论决定。</translation>
    </message>
    <message>
        <source>On a rented machine, code and data travel before the run starts. On this one there is nothing to bring anywhere.</source>
        <translation>在租用的机器上，运行前要先把代码和数据送过去。本机不需要送。</translation>
    </message>
    <message>
        <source>The run&apos;s folder keeps this job, its code, the versions and the log, so that it can be repeated. RUN in a path stands for the run&apos;s own id.</source>
        <translation>运行文件夹会保存这份任务、代码、版本和日志，以后可以重现。路径里的 RUN 代表运行编号。</translation>
    </message>
</context>
<context>
    <name>Trainyard::CheckList</name>
    <message>
        <source>checked %1</source>
        <translation>检查于 %1</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a check: what came out</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Copy message for the administrator</source>
        <translation>复制给管理员的说明</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Check again (F5)</source>
        <translation>重新检查（F5）</translation>
    </message>
</context>
<context>
    <name>Trainyard::CodeBlock</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Trainyard::DecisionCard</name>
    <message>
        <source>Close this card</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Change this decision</source>
        <translation>修改</translation>
    </message>
</context>
<context>
    <name>Trainyard::DryRunSummary</name>
    <message>
        <source>Environment: the command, its interpreter and its code are there and start.</source>
        <translation>环境：启动命令、解释器和代码都在，并且能启动。</translation>
    </message>
    <message>
        <source>Data: the layout is right, and images can really be decoded.</source>
        <translation>数据：目录结构正确，图片确实能解码。</translation>
    </message>
    <message>
        <source>Memory: one real step fits the flavor.</source>
        <translation>内存：真实跑一步，所选规格放得下。</translation>
    </message>
    <message>
        <source>Loss: a few real steps give finite numbers that fall.</source>
        <translation>损失：真实跑几步，数值有限并且在下降。</translation>
    </message>
    <message>
        <source>Artifacts: a checkpoint is written, read back and resumed from.</source>
        <translation>产物：写出检查点，能读回，并能断点续训。</translation>
    </message>
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
        <source>%1: %2</source>
        <comment>a point of the dry-run: what it found</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>What the dry-run proves, in about half a minute</source>
        <translation>试跑会验证这些，大约半分钟</translation>
    </message>
    <message>
        <source>Run dry-run</source>
        <translation>开始试跑</translation>
    </message>
    <message>
        <source>The dry-run failed after %1 s</source>
        <translation>试跑未通过，用时 %1 秒</translation>
    </message>
    <message>
        <source>The dry-run passed with warnings in %1 s</source>
        <translation>试跑通过但有警告，用时 %1 秒</translation>
    </message>
    <message>
        <source>The dry-run passed in %1 s</source>
        <translation>试跑通过，用时 %1 秒</translation>
    </message>
    <message>
        <source>Run it again</source>
        <translation>再试跑一次</translation>
    </message>
    <message>
        <source>Show the evidence</source>
        <translation>查看详情</translation>
    </message>
</context>
<context>
    <name>Trainyard::EnvironmentForm</name>
    <message>
        <source>None needed: the preset trainer brings its own.</source>
        <translation>不需要：预置训练器自带环境。</translation>
    </message>
    <message>
        <source>The Python of this machine.</source>
        <translation>本机的 Python。</translation>
    </message>
    <message>
        <source>Choose the image that the run starts in.</source>
        <translation>请选择运行所用的镜像。</translation>
    </message>
</context>
<context>
    <name>Trainyard::FieldBox</name>
    <message>
        <source>What is this?</source>
        <translation>这是什么？</translation>
    </message>
    <message>
        <source>What is this? %1</source>
        <translation>这是什么？%1</translation>
    </message>
</context>
<context>
    <name>Trainyard::FlavorForm</name>
    <message>
        <source>%1 CPUs</source>
        <translation>%1 核 CPU</translation>
    </message>
    <message>
        <source>%1 RAM</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Choose the machine that the run gets.</source>
        <translation>请选择运行用的机器。</translation>
    </message>
    <message>
        <source>%1 nodes of %2</source>
        <translation>%2 × %1 个节点</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a flavor: what it is</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Trainyard::ForecastLine</name>
    <message>
        <source>%1 The largest batch that fits is %2.</source>
        <translation>%1放得下的最大批大小为 %2。</translation>
    </message>
    <message>
        <source>%1 Not even a batch of 1 fits.</source>
        <translation>%1批大小为 1 也放不下。</translation>
    </message>
    <message>
        <source>No memory forecast. %1</source>
        <translation>没有显存预估。%1</translation>
    </message>
    <message>
        <source>%1 Forecasting again...</source>
        <translation>%1正在重新预估……</translation>
    </message>
    <message>
        <source>Forecasting the card&apos;s memory...</source>
        <translation>正在预估显存……</translation>
    </message>
</context>
<context>
    <name>Trainyard::Form</name>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>“%1” cannot be used here. %2</source>
        <translation>“%1”不能用在这里。%2</translation>
    </message>
    <message>
        <source>A whole number from %1 up is expected.</source>
        <translation>应为不小于 %1 的整数。</translation>
    </message>
    <message>
        <source>A number from %1 up is expected, such as 0.01 or 1e-4.</source>
        <translation>应为不小于 %1 的数，例如 0.01 或 1e-4。</translation>
    </message>
    <message>
        <source>Write a number with its unit: 90s, 15m, 2h or 1d.</source>
        <translation>数字要带单位：90s、15m、2h 或 1d。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
</context>
<context>
    <name>Trainyard::InputsForm</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Passed as</source>
        <translation>传递方式</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>去向</translation>
    </message>
</context>
<context>
    <name>Trainyard::JobEditor</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Click a field: what it is, why it matters and an example stand here.</source>
        <translation>点一个字段，这里会说明它是什么、为什么重要，并给出示例。</translation>
    </message>
    <message>
        <source>The text under File has a fault: put it right, or discard it, first.</source>
        <translation>“文件”页中的文本有错误：先改正或放弃它。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>超参</translation>
    </message>
    <message>
        <source>About</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>Checkpoints, limits</source>
        <translation>检查点与限制</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>Trainyard::JobForm</name>
    <message>
        <source>Parameters</source>
        <translation>超参</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a decision of the job: what was decided</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>Data and outputs</source>
        <translation>数据与输出</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>更多设置</translation>
    </message>
    <message>
        <source>About</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>Checkpoints, limits</source>
        <translation>检查点与限制</translation>
    </message>
    <message>
        <source>Inputs, outputs</source>
        <translation>输入与输出</translation>
    </message>
</context>
<context>
    <name>Trainyard::JobSession</name>
    <message>
        <source>%1 holds no job.</source>
        <translation>%1 里没有任务定义。</translation>
    </message>
    <message>
        <source>%1 was changed by another program meanwhile. It was not overwritten.</source>
        <translation>%1 期间被别的程序改过，没有覆盖。</translation>
    </message>
    <message>
        <source>Read the changed file</source>
        <translation>读入改动后的文件</translation>
    </message>
    <message>
        <source>%1 could not be saved: its folder is gone.</source>
        <translation>%1 无法保存：所在文件夹已不存在。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Not saved, because the text of the job has a fault: %1 Put it right, or discard it, under Jobs &gt; Edit &gt; File.</source>
        <translation>任务的文本有错误，尚未保存：%1 在“训练任务 &gt; 编辑 &gt; 文件”中改正或放弃它。</translation>
    </message>
</context>
<context>
    <name>Trainyard::JobsPage</name>
    <message>
        <source>From my own script…</source>
        <translation>用我自己的脚本…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Set up and run</source>
        <translation>去配置并运行</translation>
    </message>
    <message>
        <source>New job from it</source>
        <translation>用它新建任务</translation>
    </message>
    <message>
        <source>Open job</source>
        <translation>打开任务</translation>
    </message>
    <message>
        <source>Choose a job first.</source>
        <translation>请先选一个任务。</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>All settings, and the file as text</source>
        <translation>全部设置，以及文件原文</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>A new job from a template or from a script of your own</source>
        <translation>用模板或自己的脚本新建任务</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>A copy beside it, to be changed</source>
        <translation>在旁边复制一份，供修改</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Put a job.yaml on this list</source>
        <translation>把一个 job.yaml 加入列表</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>A copy with absolute paths, which means the same anywhere</source>
        <translation>路径改为绝对路径的副本，放到哪里都一样</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>移出列表</translation>
    </message>
    <message>
        <source>The file itself stays where it is</source>
        <translation>文件本身不会动</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter the jobs</source>
        <translation>筛选任务</translation>
    </message>
    <message>
        <source>Jobs are kept here</source>
        <translation>任务都在这里</translation>
    </message>
    <message>
        <source>A job says what runs, on what, with which data, and where the results go. The sample is a good first one.</source>
        <translation>任务定义写明跑什么、在什么机器上跑、用哪些数据、结果放哪里。可以先从示例开始。</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
</context>
<context>
    <name>Trainyard::KeychainStore</name>
    <message>
        <source>The keychain has no entry “%1”. Enter the key once more.</source>
        <translation>钥匙串里没有“%1”，请重新输入密钥。</translation>
    </message>
    <message>
        <source>No keychain answers on this machine, and “%1” was not entered in this session.</source>
        <translation>本机没有可用的钥匙串，本次也没有输入过“%1”。</translation>
    </message>
    <message>
        <source>The keychain did not let go of “%1”.</source>
        <translation>钥匙串没有删除“%1”。</translation>
    </message>
</context>
<context>
    <name>Trainyard::LaunchForm</name>
    <message>
        <source>A preset trainer</source>
        <translation>预置训练器</translation>
    </message>
    <message>
        <source>A script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>A command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Preset trainer %1</source>
        <translation>预置训练器 %1</translation>
    </message>
    <message>
        <source>Choose what is started.</source>
        <translation>请选择启动什么。</translation>
    </message>
</context>
<context>
    <name>Trainyard::ModelForm</name>
    <message>
        <source>Whole numbers are expected, such as 1, 28, 28.</source>
        <translation>应为整数，例如 1, 28, 28。</translation>
    </message>
</context>
<context>
    <name>Trainyard::NewProfileDialog</name>
    <message>
        <source>New profile</source>
        <translation>新建平台配置</translation>
    </message>
    <message>
        <source>There is a profile named “%1” already.</source>
        <translation>已经有名为“%1”的平台配置。</translation>
    </message>
</context>
<context>
    <name>Trainyard::ParametersForm</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>Trainyard::PathEdit</name>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
</context>
<context>
    <name>Trainyard::PlacesForm</name>
    <message>
        <source>Say where the results go.</source>
        <translation>请填写结果放在哪里。</translation>
    </message>
    <message>
        <source>No data, results to %1</source>
        <translation>无数据，结果放到 %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>Trainyard::PlatformForm</name>
    <message>
        <source>Access key: kept until Trainyard is closed. This machine has no keychain.</source>
        <translation>访问密钥：保留到 Trainyard 关闭为止，本机没有钥匙串。</translation>
    </message>
    <message>
        <source>Access key: stored in the system keychain.</source>
        <translation>访问密钥：已存入系统钥匙串。</translation>
    </message>
    <message>
        <source>%1 holds no key pair. Expected is the credentials.csv that the console lets you download.</source>
        <translation>%1 里没有密钥对。需要的是从控制台下载的 credentials.csv。</translation>
    </message>
    <message>
        <source>New profile…</source>
        <translation>新建配置…</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Keep both keys in the system keychain, and in no file</source>
        <translation>两个密钥都只存入系统钥匙串，不写入文件</translation>
    </message>
    <message>
        <source>Show the secret key</source>
        <translation>显示秘密访问密钥</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>更换</translation>
    </message>
    <message>
        <source>A downloaded credentials.csv can be dropped here: it fills both keys.</source>
        <translation>下载的 credentials.csv 可以拖到这里，自动填好两个密钥。</translation>
    </message>
</context>
<context>
    <name>Trainyard::QuotaForm</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>What there is to run on</source>
        <translation>可用的资源</translation>
    </message>
    <message>
        <source>Ask for more…</source>
        <translation>申请更多…</translation>
    </message>
    <message>
        <source>Draft a request for more quota, to be copied</source>
        <translation>起草一份扩容申请，可复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Draft of the request</source>
        <translation>申请草稿</translation>
    </message>
    <message>
        <source>“%1” cannot be used here. A number above zero, at most 10 million, is expected.</source>
        <translation>“%1”不能用在这里，应为大于 0、不超过一千万的数。</translation>
    </message>
    <message>
        <source>known: %1</source>
        <translation>已知 %1</translation>
    </message>
</context>
<context>
    <name>Trainyard::QuotaTableModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Card-hours left</source>
        <translation>剩余卡时</translation>
    </message>
</context>
<context>
    <name>Trainyard::ReviewForm</name>
    <message>
        <source>Not dry-run yet: what would fail there fails here first, in half a minute.</source>
        <translation>还没有试跑：到那边会出的错，半分钟内先在这里暴露。</translation>
    </message>
    <message>
        <source>The dry-run failed. Problems that would stop the run: %1.</source>
        <translation>试跑未通过。会让运行失败的问题：%1 个。</translation>
    </message>
    <message>
        <source>The dry-run passed. Warnings: %1.</source>
        <translation>试跑通过。警告：%1 个。</translation>
    </message>
    <message>
        <source>The dry-run passed.</source>
        <translation>试跑通过。</translation>
    </message>
    <message>
        <source>Since run %1</source>
        <translation>与运行 %1 相比</translation>
    </message>
    <message>
        <source>What is started</source>
        <translation>实际启动的命令</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>The same as a command</source>
        <translation>等价的命令</translation>
    </message>
    <message>
        <source>The job&apos;s file</source>
        <translation>任务定义</translation>
    </message>
    <message>
        <source>To submit all the same, say why. The reason is kept in the run&apos;s record.</source>
        <translation>仍要提交的话，请写明原因。原因会记入运行档案。</translation>
    </message>
    <message>
        <source>The finding is known and harmless because…</source>
        <translation>这个问题已知且无害，因为…</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Definition, environment and code are the same.</source>
        <translation>任务定义、环境和代码都没有变化。</translation>
    </message>
</context>
<context>
    <name>Trainyard::SetupFooter</name>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>Save and c&amp;lose</source>
        <translation>保存并关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Everything is kept: open the job again and go on where you stopped</source>
        <translation>全部保留：再次打开任务，就从停下的地方继续</translation>
    </message>
    <message>
        <source>Fold or unfold the help (F1)</source>
        <translation>收起或展开帮助（F1）</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>The job&apos;s file was changed by another program. Nothing was overwritten.</source>
        <translation>任务定义被别的程序改过，没有覆盖任何内容。</translation>
    </message>
    <message>
        <source>Use the file</source>
        <translation>用文件里的</translation>
    </message>
    <message>
        <source>Take what is in the file; what was typed here is one Undo away</source>
        <translation>采用文件里的内容；这里输入的内容撤销一次就能找回</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Write what is shown here over the file</source>
        <translation>用这里显示的内容覆盖文件</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>Trainyard::SetupPage</name>
    <message>
        <source>Code, arguments and settings were read; nothing in them would stop the run.</source>
        <translation>已读过代码、参数和设置，没有会让运行失败的问题。</translation>
    </message>
    <message>
        <source>Fields above that need a change: %1.</source>
        <translation>上面需要修改的字段：%1 个。</translation>
    </message>
    <message>
        <source>Checking the platform and the account</source>
        <translation>正在检查平台和账号</translation>
    </message>
    <message>
        <source>Reading the data place, writing to the output place</source>
        <translation>正在试读数据位置、试写输出位置</translation>
    </message>
    <message>
        <source>The run is being prepared.</source>
        <translation>正在准备运行。</translation>
    </message>
    <message>
        <source>The dry-run failed: write down below why the run may start all the same.</source>
        <translation>试跑未通过：请在下面写明为什么仍可运行。</translation>
    </message>
    <message>
        <source>Run dry-run</source>
        <translation>开始试跑</translation>
    </message>
    <message>
        <source>Submit all the same</source>
        <translation>仍然提交</translation>
    </message>
    <message>
        <source>Upload and submit</source>
        <translation>上传并提交</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Start a run of this job (Ctrl+Return)</source>
        <translation>启动一次运行（Ctrl+Return）</translation>
    </message>
    <message>
        <source>Try the job here first (Ctrl+Return)</source>
        <translation>先在本机试跑（Ctrl+Return）</translation>
    </message>
    <message>
        <source>Set up a job</source>
        <translation>配置任务</translation>
    </message>
    <message>
        <source>Code and data are brought to the platform when the run is submitted.</source>
        <translation>提交运行时，代码和数据会送到平台。</translation>
    </message>
    <message>
        <source>Not needed here: the run reads the data where it lies, and gets a copy of the code.</source>
        <translation>这里不需要：运行直接读取原位置的数据，代码会复制一份。</translation>
    </message>
</context>
<context>
    <name>Trainyard::StepList</name>
    <message>
        <source>still to do</source>
        <translation>待完成</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>has a warning</source>
        <translation>有警告</translation>
    </message>
    <message>
        <source>has a problem</source>
        <translation>有问题</translation>
    </message>
    <message>
        <source>not needed here</source>
        <translation>这里不需要</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a step, its state</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
</context>
<context>
    <name>Trainyard::TableField</name>
    <message>
        <source>Add a row (Insert)</source>
        <translation>添加一行（Insert）</translation>
    </message>
    <message>
        <source>Add a row</source>
        <translation>添加一行</translation>
    </message>
    <message>
        <source>Remove the row (Delete)</source>
        <translation>删除该行（Delete）</translation>
    </message>
    <message>
        <source>Remove the row</source>
        <translation>删除该行</translation>
    </message>
</context>
<context>
    <name>Trainyard::VariablesForm</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>Trainyard::YamlEdit</name>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>The job&apos;s file</source>
        <translation>任务定义</translation>
    </message>
    <message>
        <source>Faults in the file</source>
        <translation>文件中的问题</translation>
    </message>
    <message>
        <source>Line %1</source>
        <comment>how a sentence about a line begins</comment>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Discard this text</source>
        <translation>放弃这段文本</translation>
    </message>
    <message>
        <source>Back to the text of the job as it was last readable</source>
        <translation>回到任务上一次可读的文本</translation>
    </message>
</context>
</TS>
