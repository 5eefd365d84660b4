<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ArgumentRules</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等，另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The arguments of %1</source>
        <translation>%1 的参数</translation>
    </message>
    <message>
        <source>the shell script takes the arguments apart itself</source>
        <translation>Shell 脚本自行解析参数</translation>
    </message>
    <message>
        <source>The job&apos;s arguments are appended at the end of the command and do not reach %1.</source>
        <translation>作业的参数会追加在命令末尾，传不到 %1。</translation>
    </message>
    <message>
        <source>%1 is started without the arguments of the job: none of them would reach it.</source>
        <translation>启动 %1 时没有带上作业的参数，它一个也收不到。</translation>
    </message>
    <message>
        <source>Add &quot;$@&quot; behind %1.</source>
        <translation>请在 %1 后面加上 &quot;$@&quot;。</translation>
    </message>
    <message>
        <source>Whether %1 takes the job&apos;s arguments cannot be told by reading: %2.</source>
        <translation>只看代码无法判断 %1 是否接受作业的参数：%2。</translation>
    </message>
    <message>
        <source>Whether %1 takes %2 cannot be told by reading: %3.</source>
        <translation>只看代码无法判断 %1 是否接受 %2：%3。</translation>
    </message>
    <message>
        <source>Ask the script itself: run it with --help.</source>
        <translation>可以用 --help 运行脚本来确认。</translation>
    </message>
    <message>
        <source>not all of its files could be read</source>
        <translation>它的文件没有全部读到</translation>
    </message>
    <message>
        <source>%1 may add more</source>
        <translation>%1 可能还会添加其他参数</translation>
    </message>
    <message>
        <source>Write it into code.command as %1=VALUE; the script takes no --%1.</source>
        <translation>请在 code.command 中写成 %1=值；脚本不接受 --%1。</translation>
    </message>
    <message>
        <source>Did you mean “%1”? The script takes %2.</source>
        <translation>您是不是想写“%1”？脚本接受的参数有 %2。</translation>
    </message>
    <message>
        <source>Remove it, or define it in the script.</source>
        <translation>请删除它，或在脚本中定义它。</translation>
    </message>
    <message>
        <source>Remove it, or define it in the script. It takes %1.</source>
        <translation>请删除它，或在脚本中定义它。脚本接受的参数有 %1。</translation>
    </message>
    <message>
        <source>The call of %1 says --%2, which the script does not know.</source>
        <translation>调用 %1 时写了 --%2，但脚本不认识这个参数。</translation>
    </message>
    <message>
        <source>%1 does not know the argument --%2 and would stop.</source>
        <translation>%1 不认识参数 --%2，会直接退出。</translation>
    </message>
    <message>
        <source>Nothing in %1 receives --%2: it would be dropped, and the script&apos;s own value used.</source>
        <translation>%1 中没有任何地方接收 --%2：它会被丢弃，脚本将使用自己的值。</translation>
    </message>
    <message>
        <source>The platform adds --%2 by itself, which %1 does not know: it would stop.</source>
        <translation>平台会自动加上 --%2，但 %1 不认识它，会直接退出。</translation>
    </message>
    <message>
        <source>--%2 is passed with its path, but %1 does not know it and would stop.</source>
        <translation>路径会以 --%2 传入，但 %1 不认识它，会直接退出。</translation>
    </message>
    <message>
        <source>Define --%1 in the script, name it “%2” in the job, or parse with parse_known_args.</source>
        <translation>请在脚本中定义 --%1，或在作业中改名为“%2”，或使用 parse_known_args 解析。</translation>
    </message>
    <message>
        <source>Define --%1 in the script, or parse with parse_known_args.</source>
        <translation>请在脚本中定义 --%1，或使用 parse_known_args 解析。</translation>
    </message>
    <message>
        <source>--%1 could be %2: the script would stop.</source>
        <translation>--%1 可能指 %2，脚本会直接退出。</translation>
    </message>
    <message>
        <source>Write the whole name.</source>
        <translation>请写完整的名称。</translation>
    </message>
    <message>
        <source>%1 needs %2, and the job does not give it (line %3).</source>
        <translation>%1 必须有 %2（第 %3 行），但作业没有提供。</translation>
    </message>
    <message>
        <source>Name it in code.command, or make it an option of the script.</source>
        <translation>请在 code.command 中写明，或在脚本中把它改成选项。</translation>
    </message>
    <message>
        <source>Add %1 to parameters, or name an input or output so.</source>
        <translation>请把 %1 加入 parameters，或让某个输入、输出使用这个名称。</translation>
    </message>
    <message>
        <source>--%1 is “%2”, but the script takes only %3.</source>
        <translation>--%1 为“%2”，但脚本只接受 %3。</translation>
    </message>
    <message>
        <source>Choose one of %1.</source>
        <translation>请从 %1 中选择。</translation>
    </message>
    <message>
        <source>Did you mean “%1”?</source>
        <translation>您是不是想写“%1”？</translation>
    </message>
    <message>
        <source>--%1 has type=list, which takes “%2” apart into single characters.</source>
        <translation>--%1 使用了 type=list，会把“%2”拆成单个字符。</translation>
    </message>
    <message>
        <source>--%1 turns the switch on; the “%2” behind it is a word of its own that changes nothing.</source>
        <translation>--%1 会打开这个开关；后面的“%2”是一个单独的词，不起任何作用。</translation>
    </message>
    <message>
        <source>--%1 is “%2”, but any text counts as true there: the script would get True.</source>
        <translation>--%1 为“%2”，但在那里任何文本都算作真，脚本得到的会是 True。</translation>
    </message>
    <message>
        <source>Use nargs=&quot;+&quot; in the script, and a list in the job.</source>
        <translation>请在脚本中使用 nargs=&quot;+&quot;，并在作业中写成列表。</translation>
    </message>
    <message>
        <source>Write False, with a capital letter.</source>
        <translation>请写成 False，首字母大写。</translation>
    </message>
    <message>
        <source>Give it as no%1 without a value.</source>
        <translation>请写成 no%1，不带值。</translation>
    </message>
    <message>
        <source>Leave it out, or give the script a type function that understands false (line %1).</source>
        <translation>请不要传它，或在脚本中（第 %1 行）换用能识别 false 的类型函数。</translation>
    </message>
    <message>
        <source>--%1 is a flag and takes no value, but “%2” is given: the script would stop.</source>
        <translation>--%1 是开关，不带值，但这里给了“%2”，脚本会直接退出。</translation>
    </message>
    <message>
        <source>--%1 needs a value, and none is given.</source>
        <translation>--%1 需要一个值，但没有提供。</translation>
    </message>
    <message>
        <source>--%1 is given “%2”, which is not the number of values that it takes (%3).</source>
        <translation>--%1 得到的是“%2”，与它要求的值的个数（%3）不符。</translation>
    </message>
    <message>
        <source>--%1 is %2, but the script takes %3 to %4.</source>
        <translation>--%1 为 %2，但脚本只接受 %3 到 %4。</translation>
    </message>
    <message>
        <source>--%1 is “%2”, which the script cannot read as a whole number.</source>
        <translation>--%1 为“%2”，脚本无法把它读成整数。</translation>
    </message>
    <message>
        <source>--%1 is “%2”, which the script cannot read as a number.</source>
        <translation>--%1 为“%2”，脚本无法把它读成数字。</translation>
    </message>
    <message>
        <source>--%1 is “%2”, which the script cannot read as true or false.</source>
        <translation>--%1 为“%2”，脚本无法把它读成真或假。</translation>
    </message>
    <message>
        <source>Write “%1: null” for the bare flag, or leave it out.</source>
        <translation>只要开关时请写“%1: null”，否则请删除。</translation>
    </message>
    <message>
        <source>Write %1.</source>
        <translation>请写成 %1。</translation>
    </message>
    <message>
        <source>Give a list: [2, 3].</source>
        <translation>请写成列表，如 [2, 3]。</translation>
    </message>
    <message>
        <source>Give a value that line %1 of %2 accepts.</source>
        <translation>请提供 %2 第 %1 行能接受的值。</translation>
    </message>
    <message>
        <source>%1 is %2: nothing would be trained.</source>
        <translation>%1 为 %2，什么也训练不了。</translation>
    </message>
    <message>
        <source>Give a number of 1 or more.</source>
        <translation>请提供不小于 1 的数。</translation>
    </message>
    <message>
        <source>%1 is %2: there cannot be fewer than none.</source>
        <translation>%1 为 %2，数量不能小于 0。</translation>
    </message>
    <message>
        <source>Give 0 or more.</source>
        <translation>请提供不小于 0 的数。</translation>
    </message>
    <message>
        <source>%1 is %2: the model would not learn.</source>
        <translation>%1 为 %2，模型学不到任何东西。</translation>
    </message>
    <message>
        <source>Give a rate above 0, such as 0.001.</source>
        <translation>请提供大于 0 的学习率，如 0.001。</translation>
    </message>
    <message>
        <source>%1 is %2, which is far above what optimizers use.</source>
        <translation>%1 为 %2，远高于优化器常用的范围。</translation>
    </message>
    <message>
        <source>Rates lie between 0.000001 and 1.</source>
        <translation>学习率一般在 0.000001 到 1 之间。</translation>
    </message>
    <message>
        <source>it reads its arguments in a way of its own</source>
        <translation>它用自己的方式读取参数</translation>
    </message>
    <message>
        <source>%1 reads them</source>
        <translation>参数由 %1 读取</translation>
    </message>
    <message>
        <source>%1 reads no arguments: --%2 would reach nobody.</source>
        <translation>%1 不读取任何参数，--%2 不会有人接收。</translation>
    </message>
    <message>
        <source>Read it in the script with argparse, or remove it.</source>
        <translation>请在脚本中用 argparse 读取它，或删除它。</translation>
    </message>
</context>
<context>
    <name>CodeRules</name>
    <message>
        <source>Set code.directory to the folder that holds the script; paths start at the folder of job.yaml.</source>
        <translation>请把 code.directory 设为脚本所在的文件夹；路径从 job.yaml 所在的文件夹算起。</translation>
    </message>
    <message>
        <source>Did you mean “%1”? Paths start at the folder of job.yaml.</source>
        <translation>您是不是想写“%1”？路径从 job.yaml 所在的文件夹算起。</translation>
    </message>
    <message>
        <source>code.boot_file is “%1”, but this platform starts files ending in %2.</source>
        <translation>code.boot_file 为“%1”，但该平台只能启动以 %2 结尾的文件。</translation>
    </message>
    <message>
        <source>Name a file of that kind, or start it with code.command.</source>
        <translation>请指定这类文件，或改用 code.command 启动。</translation>
    </message>
    <message>
        <source>The boot file %1 lies outside the code directory %2: it would not be sent along.</source>
        <translation>启动文件 %1 在代码目录 %2 之外，不会随代码一起上传。</translation>
    </message>
    <message>
        <source>Move it into %1, or set code.directory to a folder that holds it.</source>
        <translation>请把它移入 %1，或把 code.directory 设为包含它的文件夹。</translation>
    </message>
    <message>
        <source>The boot file %1 is not in the code directory %2.</source>
        <translation>代码目录 %2 中没有启动文件 %1。</translation>
    </message>
    <message>
        <source>Set code.boot_file to the script, relative to %1.</source>
        <translation>请把 code.boot_file 设为脚本相对于 %1 的路径。</translation>
    </message>
    <message>
        <source>Did you mean “%1”? Upper and lower case count.</source>
        <translation>您是不是想写“%1”？注意区分大小写。</translation>
    </message>
    <message>
        <source>%1 is not in the code directory %2, so nothing would be installed.</source>
        <translation>%1 不在代码目录 %2 中，因此不会安装任何依赖。</translation>
    </message>
    <message>
        <source>Move %1 from beside job.yaml into %2.</source>
        <translation>请把 job.yaml 旁边的 %1 移入 %2。</translation>
    </message>
    <message>
        <source>Put %1 into %2, or remove environment.requirements.</source>
        <translation>请把 %1 放入 %2，或删除 environment.requirements。</translation>
    </message>
    <message>
        <source>Save %1 with Unix line ends (LF) and without byte-order mark.</source>
        <translation>请以 Unix 换行符（LF）、不带 BOM 的格式保存 %1。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Move data, weights and old results out of %1. Heaviest: %2.</source>
        <translation>请把数据、权重和旧结果移出 %1。占用最大的是：%2。</translation>
    </message>
    <message>
        <source>The code directory holds %1, the platform takes at most %2. Heaviest: %3.</source>
        <translation>代码目录共 %1，平台最多接受 %2。占用最大的是：%3。</translation>
    </message>
    <message>
        <source>The code directory holds %1; %2 are advised. Heaviest: %3.</source>
        <translation>代码目录共 %1，建议不超过 %2。占用最大的是：%3。</translation>
    </message>
    <message>
        <source>The code directory holds %1 files, the platform takes at most %2.</source>
        <translation>代码目录有 %1 个文件，平台最多接受 %2 个。</translation>
    </message>
    <message>
        <source>Move data and old results out of %1.</source>
        <translation>请把数据和旧结果移出 %1。</translation>
    </message>
    <message>
        <source>The code in %1</source>
        <translation>%1 中的代码</translation>
    </message>
    <message>
        <source>It lies on the platform, not on this machine.</source>
        <translation>它在平台上，不在本机。</translation>
    </message>
    <message>
        <source>The code directory %1 is a file.</source>
        <translation>代码目录 %1 是一个文件。</translation>
    </message>
    <message>
        <source>The code directory %1 does not exist.</source>
        <translation>代码目录 %1 不存在。</translation>
    </message>
    <message>
        <source>The code directory %1 is empty.</source>
        <translation>代码目录 %1 是空的。</translation>
    </message>
    <message>
        <source>The rest of the code directory</source>
        <translation>代码目录的其余部分</translation>
    </message>
    <message>
        <source>It holds more than %L1 files.</source>
        <translation>其中的文件超过 %L1 个。</translation>
    </message>
    <message>
        <source>%1 starts with a byte-order mark: the shell takes it for a part of the first command.</source>
        <translation>%1 以 BOM（字节顺序标记）开头，shell 会把它当成第一条命令的一部分。</translation>
    </message>
    <message numerus="yes">
        <source>%1 has Windows line ends (%n lines): the shell takes the carriage return for a part of each command.</source>
        <translation>
            <numerusform>%1 使用 Windows 换行符（%n 行），shell 会把回车符当成每条命令的一部分。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DataCopy</name>
    <message>
        <source>The copy was cancelled, and what was written of it removed.</source>
        <translation>复制已取消，已写入的部分已删除。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is no folder: only folders can be copied with corrections.</source>
        <translation>%1 不是文件夹：只能对文件夹生成修正后的副本。</translation>
    </message>
    <message>
        <source>The copy cannot lie inside the original %1. Choose another folder.</source>
        <translation>副本不能放在原数据 %1 内。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 exists already. Choose a folder that does not exist yet.</source>
        <translation>%1 已存在。请选择一个尚不存在的文件夹。</translation>
    </message>
</context>
<context>
    <name>DataScan</name>
    <message>
        <source>The content of files: %1, the first is %2</source>
        <translation>%1 个文件的内容，第一个是 %2</translation>
    </message>
    <message>
        <source>They are too large to be read here.</source>
        <translation>文件过大，未在此读取。</translation>
    </message>
    <message>
        <source>Nothing on this machine decodes this kind of image, or it has too many pixels.</source>
        <translation>本机无法解码这类图像，或像素数过多。</translation>
    </message>
    <message>
        <source>Images with other channels than the rest, which are %3: %1 (%4), the first is %2.</source>
        <translation>有 %1 张图像的通道与其余的（%3）不同（%4），第一张是 %2。</translation>
    </message>
    <message>
        <source>%1 Reading the script does not tell whether it converts them.</source>
        <translation>%1从脚本中看不出是否会统一转换。</translation>
    </message>
    <message>
        <source>Convert each image when loading: Image.open(path).convert(&quot;RGB&quot;).</source>
        <translation>加载时统一转换：Image.open(path).convert(&quot;RGB&quot;)。</translation>
    </message>
    <message>
        <source>The images have different sizes, %1 to %2, and nothing in the script brings them to one: a batch cannot be put together.</source>
        <translation>图像大小不一（%1 至 %2），脚本中也没有统一大小的步骤：无法组成批次。</translation>
    </message>
    <message>
        <source>Resize or crop them when loading, for example with transforms.Resize.</source>
        <translation>加载时缩放或裁剪，例如使用 transforms.Resize。</translation>
    </message>
    <message>
        <source>Data of one split that another split holds, too: %1, the first is %2, the same as %3. The result on it would flatter.</source>
        <translation>有 %1 项数据同时出现在两个划分中，第一项是 %2，与 %3 相同。在其上得到的结果会虚高。</translation>
    </message>
    <message>
        <source>Remove them from one of the splits.</source>
        <translation>从其中一个划分中移除。</translation>
    </message>
    <message>
        <source>Images that look like one of another split: %1, the first is %2, like %3.</source>
        <translation>有 %1 张图像与另一划分中的图像看起来一样，第一张是 %2，与 %3 相似。</translation>
    </message>
    <message>
        <source>Look at them: a copy in another size or compression flatters the result.</source>
        <translation>请查看：换了大小或压缩方式的副本会使结果虚高。</translation>
    </message>
    <message>
        <source>The same image under two classes: %1, the first is %2, the same as %3.</source>
        <translation>有 %1 张图像同时出现在两个类别中，第一张是 %2，与 %3 相同。</translation>
    </message>
    <message>
        <source>Keep each image in the class that it shows.</source>
        <translation>每张图像只保留在它所属的类别中。</translation>
    </message>
    <message>
        <source>The classes are very uneven: %2 samples of %1, %4 of %3. A model that always says %1 would look good.</source>
        <translation>类别极不均衡：%1 有 %2 个样本，%3 只有 %4 个。总是回答 %1 的模型也会显得不错。</translation>
    </message>
    <message>
        <source>Weight the classes in the loss or the sampler, and look at each class&apos;s own result.</source>
        <translation>在损失或采样器中按类别加权，并分别查看每一类的结果。</translation>
    </message>
    <message>
        <source>The target column %1 holds nothing but %2: there is nothing to tell apart.</source>
        <translation>目标列 %1 的值全是 %2：没有可区分的内容。</translation>
    </message>
    <message>
        <source>Add samples of the other classes, or name the right column.</source>
        <translation>补充其他类别的样本，或指定正确的列。</translation>
    </message>
    <message>
        <source>The target column %1 has %2 different labels, and the model %3 classes.</source>
        <translation>目标列 %1 有 %2 种不同的标签，而模型只有 %3 个类别。</translation>
    </message>
    <message>
        <source>Set model.num_classes to the number of labels.</source>
        <translation>将 model.num_classes 设为标签的种类数。</translation>
    </message>
    <message>
        <source>The data has labels of %1 classes, the model outputs %2.</source>
        <translation>数据中有 %1 个类别的标签，模型输出 %2 个。</translation>
    </message>
    <message>
        <source>Set model.num_classes to the number of labels, if no class is missing.</source>
        <translation>若没有缺少类别，请将 model.num_classes 设为标签的种类数。</translation>
    </message>
    <message>
        <source>All images lie in one class, %1: there is nothing to tell apart.</source>
        <translation>所有图像都在同一个类别 %1 中：没有可区分的内容。</translation>
    </message>
    <message>
        <source>Add folders for the other classes, or set the input to the right folder.</source>
        <translation>为其他类别添加文件夹，或将输入指向正确的文件夹。</translation>
    </message>
    <message>
        <source>The files of the data after the first %1</source>
        <translation>数据中前 %1 个之后的文件</translation>
    </message>
    <message>
        <source>The scan was cancelled; it goes on there next time.</source>
        <translation>扫描已取消，下次会从那里继续。</translation>
    </message>
    <message>
        <source>Copy them again from the source, or leave them out.</source>
        <translation>从来源重新复制，或将其去掉。</translation>
    </message>
    <message>
        <source>Files that cannot be read: %1, the first is %2.</source>
        <translation>有 %1 个文件无法读取，第一个是 %2。</translation>
    </message>
    <message>
        <source>Give yourself the right to read them, for example with chmod -R u+rX, or leave them out.</source>
        <translation>为自己加上读取权限，例如执行 chmod -R u+rX，或将其去掉。</translation>
    </message>
    <message>
        <source>Files that vanished or changed while they were read: %1, the first is %2.</source>
        <translation>有 %1 个文件在读取期间消失或被改动，第一个是 %2。</translation>
    </message>
    <message>
        <source>Wait until nothing writes to the data any more, then check again.</source>
        <translation>等不再有程序写入数据后再检查。</translation>
    </message>
    <message>
        <source>Files without content: %1, the first is %2.</source>
        <translation>有 %1 个文件没有内容，第一个是 %2。</translation>
    </message>
    <message>
        <source>Images of another kind than their name says: %1, the first is %2 (%4).</source>
        <translation>有 %1 张图像的实际格式与文件名不符，第一张是 %2（%4）。</translation>
    </message>
    <message>
        <source>Give copies of them the right suffix.</source>
        <translation>在副本中改用正确的扩展名。</translation>
    </message>
    <message>
        <source>Images that cannot be decoded to the end: %1, the first is %2.</source>
        <translation>有 %1 张图像无法完整解码，第一张是 %2。</translation>
    </message>
    <message>
        <source>Images with damaged content, which loaders paint over with stripes or grey: %1, the first is %2.</source>
        <translation>有 %1 张图像内容损坏，加载时会被条纹或灰色掩盖，第一张是 %2。</translation>
    </message>
    <message>
        <source>Files that end too early: %1, the first is %2 (%4).</source>
        <translation>有 %1 个文件提前结束，第一个是 %2（%4）。</translation>
    </message>
    <message>
        <source>Files whose content contradicts itself: %1, the first is %2 (%4).</source>
        <translation>有 %1 个文件的内容自相矛盾，第一个是 %2（%4）。</translation>
    </message>
    <message>
        <source>Arrays of Python objects: %1, the first is %2. NumPy refuses to load them, since they may run code.</source>
        <translation>有 %1 个数组保存的是 Python 对象，第一个是 %2。它们可能会执行代码，NumPy 默认拒绝加载。</translation>
    </message>
    <message>
        <source>Save them again as numbers, or load them with allow_pickle=True if you trust them.</source>
        <translation>重新保存为数字，或在信任来源时用 allow_pickle=True 加载。</translation>
    </message>
    <message>
        <source>Arrays of another shape than the model&apos;s input (%5): %1, the first is %2 with %4.</source>
        <translation>有 %1 个数组的形状与模型输入（%5）不同，第一个是 %2，为 %4。</translation>
    </message>
    <message>
        <source>Save them in the shape of model.input, or correct model.input.</source>
        <translation>按 model.input 的形状保存，或修正 model.input。</translation>
    </message>
    <message>
        <source>Arrays of another type than model.input says: %1, the first is %2 with %4.</source>
        <translation>有 %1 个数组的数据类型与 model.input 不同，第一个是 %2，为 %4。</translation>
    </message>
    <message>
        <source>Convert them in the loader, or correct model.input.dtype.</source>
        <translation>在加载时转换，或修正 model.input.dtype。</translation>
    </message>
    <message>
        <source>Labels beyond the model&apos;s classes 0 to %5: %1, with the values %4; the first is in %2.</source>
        <translation>有 %1 个标签超出模型的类别范围 0 至 %5，值为 %4，第一个位于 %2。</translation>
    </message>
    <message>
        <source>Number the labels from 0, or set model.num_classes to how many there are.</source>
        <translation>标签从 0 开始编号，或将 model.num_classes 设为实际类别数。</translation>
    </message>
    <message>
        <source>Masks with class numbers beyond 0 to %5: %1, the first is %2 with the value %4.</source>
        <translation>有 %1 个掩码的类别编号超出 0 至 %5，第一个是 %2，值为 %4。</translation>
    </message>
    <message>
        <source>Number the classes in the masks from 0, correct model.num_classes, or name the value as ignore_index in the loss.</source>
        <translation>掩码中的类别从 0 开始编号，修正 model.num_classes，或在损失中将该值设为 ignore_index。</translation>
    </message>
    <message>
        <source>Boxes that reach beyond their image or have no area: %1, the first is in %2 (%4).</source>
        <translation>有 %1 个标注框超出图像或面积为零，第一个位于 %2（%4）。</translation>
    </message>
    <message>
        <source>Correct or remove these boxes; YOLO wants centre and size as fractions of the image.</source>
        <translation>改正或删除这些框；YOLO 的中心与宽高是相对图像的比例。</translation>
    </message>
    <message>
        <source>Label files without an image: %1, the first is %2.</source>
        <translation>有 %1 个标注文件没有对应图像，第一个是 %2。</translation>
    </message>
    <message>
        <source>Add the images, or remove these label files.</source>
        <translation>补上图像，或删除这些标注文件。</translation>
    </message>
    <message>
        <source>Images without a label file, taken for background: %1, the first is %2.</source>
        <translation>有 %1 张图像没有标注文件，会被当作背景，第一张是 %2。</translation>
    </message>
    <message>
        <source>Add the label files if there is something on these images.</source>
        <translation>若图像上有目标，请补上标注文件。</translation>
    </message>
    <message>
        <source>The data&apos;s description contradicts itself: %4 (%2).</source>
        <translation>数据描述自相矛盾：%4（%2）。</translation>
    </message>
    <message>
        <source>Let nc be the number of names.</source>
        <translation>让 nc 等于名称个数。</translation>
    </message>
    <message>
        <source>Ids that are given twice: %1, the first is %4 in %2.</source>
        <translation>有 %1 个 id 重复，第一个是 %2 中的 %4。</translation>
    </message>
    <message>
        <source>Give each image and each annotation an id of its own.</source>
        <translation>为每个图像和标注分配独立的 id。</translation>
    </message>
    <message>
        <source>Annotations that name an image or a category that is not listed: %1, the first is %4 in %2.</source>
        <translation>有 %1 个标注引用了未列出的图像或类别，第一个是 %2 中的 %4。</translation>
    </message>
    <message>
        <source>Add what they name, or remove these annotations.</source>
        <translation>补上所引用的内容，或删除这些标注。</translation>
    </message>
    <message>
        <source>Entries that name a file that is not there: %1, the first is %4 in %2.</source>
        <translation>有 %1 个条目指向不存在的文件，第一个是 %2 中的 %4。</translation>
    </message>
    <message>
        <source>Add these files, or take the entries out of a copy of the list.</source>
        <translation>补上这些文件，或在列表副本中去掉这些条目。</translation>
    </message>
    <message>
        <source>None of the %1 files that %2 names was found near it, %4 for one. Perhaps the script looks for them in another folder.</source>
        <translation>%2 中提到的 %1 个文件在附近一个也没找到，例如 %4。脚本也许会到别的文件夹查找。</translation>
    </message>
    <message>
        <source>Check that they are sent along, and where the script looks for them.</source>
        <translation>请确认它们会一并上传，以及脚本从哪里查找。</translation>
    </message>
    <message>
        <source>Entries with backslashes or a drive, which name no file on Linux: %1, the first is %4 in %2.</source>
        <translation>有 %1 个条目使用反斜杠或盘符，在 Linux 上找不到对应文件，第一个是 %2 中的 %4。</translation>
    </message>
    <message>
        <source>Write them with slashes, in a copy of the list.</source>
        <translation>在列表副本中改用正斜杠。</translation>
    </message>
    <message>
        <source>Entries that name a folder of this computer, which is nowhere else: %1, the first is %4 in %2.</source>
        <translation>有 %1 个条目指向本机特有的文件夹，第一个是 %2 中的 %4。</translation>
    </message>
    <message>
        <source>Write the paths relative to the data.</source>
        <translation>改用相对于数据的路径。</translation>
    </message>
    <message>
        <source>Rows with another number of cells than the header: %1, the first is %2 with %4.</source>
        <translation>有 %1 行的单元格数与表头不同，第一处是 %2，有 %4 个。</translation>
    </message>
    <message>
        <source>Put cells that hold the delimiter in quotes, or repair the rows in a copy.</source>
        <translation>给含有分隔符的单元格加引号，或在副本中修正这些行。</translation>
    </message>
    <message>
        <source>The column %3 is there twice in %2: readers keep one of them, or rename it.</source>
        <translation>%2 中有两列都叫 %3：读取程序会只保留一列，或自动改名。</translation>
    </message>
    <message>
        <source>Rename one of them.</source>
        <translation>重命名其中一列。</translation>
    </message>
    <message>
        <source>Rows without a value in the target column %3: %1, the first is %2.</source>
        <translation>有 %1 行的目标列 %3 没有值，第一处是 %2。</translation>
    </message>
    <message>
        <source>Fill in the labels, or leave these rows out.</source>
        <translation>补上标签，或去掉这些行。</translation>
    </message>
    <message>
        <source>Values of %3 that are blank or not finite: %1, the first is in %2. One of them makes the loss NaN.</source>
        <translation>%3 中有 %1 个值为空或非有限数，第一个位于 %2。只要有一个，损失就会变成 NaN。</translation>
    </message>
    <message>
        <source>Fill them in or leave these rows out, in a copy or when loading.</source>
        <translation>在副本中或加载时填补这些值，或去掉这些行。</translation>
    </message>
    <message>
        <source>Rows with nothing in the text column %3: %1, the first is %2.</source>
        <translation>有 %1 行的文本列 %3 为空，第一处是 %2。</translation>
    </message>
    <message>
        <source>Check that the script takes an empty text.</source>
        <translation>请确认脚本能处理空文本。</translation>
    </message>
    <message>
        <source>Text among the numbers of column %3: %1, the first is “%4” in %2.</source>
        <translation>数字列 %3 中混有 %1 个文本，第一个是 %2 的“%4”。</translation>
    </message>
    <message>
        <source>Write numbers, without units and thousands separators.</source>
        <translation>请写纯数字，不带单位和千位分隔符。</translation>
    </message>
    <message>
        <source>Rows that cannot be read: %1, the first is %2. A quote that is opened there is never closed, or a value is none.</source>
        <translation>有 %1 行无法读取，第一处是 %2：引号没有闭合，或有不成立的值。</translation>
    </message>
    <message>
        <source>Correct the line in a copy.</source>
        <translation>在副本中改正这一行。</translation>
    </message>
    <message>
        <source>Lines that are no JSON: %1, the first is %2, from column %4 on.</source>
        <translation>有 %1 行不是 JSON，第一处是 %2，从第 %4 列开始出错。</translation>
    </message>
    <message>
        <source>Correct or remove these lines in a copy.</source>
        <translation>在副本中改正或删除这些行。</translation>
    </message>
    <message>
        <source>%2 is one JSON document spread over many lines; JSON lines want each record in a line of its own.</source>
        <translation>%2 是跨多行的单个 JSON 文档；JSON Lines 要求每条记录独占一行。</translation>
    </message>
    <message>
        <source>Write one record per line in a copy, or name the file .json if the script reads it whole.</source>
        <translation>在副本中每行写一条记录；若脚本整体读取，可改名为 .json。</translation>
    </message>
    <message>
        <source>Files that begin with a byte-order mark: %1, the first is %2. JSON readers refuse it, others take it for a part of the first name.</source>
        <translation>有 %1 个文件以 BOM 开头，第一个是 %2。JSON 读取程序会拒绝，其他程序会把它当成第一个名称的一部分。</translation>
    </message>
    <message>
        <source>Save a copy as UTF-8 without a mark.</source>
        <translation>另存为不带 BOM 的 UTF-8 副本。</translation>
    </message>
    <message>
        <source>Lines that are not UTF-8 text: %1, the first is %2. It looks like %4.</source>
        <translation>有 %1 行不是 UTF-8 文本，第一处是 %2，看起来像 %4。</translation>
    </message>
    <message>
        <source>Save a copy as UTF-8, or give the script&apos;s reader the encoding.</source>
        <translation>另存为 UTF-8 副本，或在脚本读取时指明编码。</translation>
    </message>
    <message>
        <source>Records of different kinds: %1 odd ones, the first is %2 (%4).</source>
        <translation>记录类型不一，有 %1 条与众不同，第一条是 %2（%4）。</translation>
    </message>
    <message>
        <source>The key %3 has values of different types (%4): %1 odd ones, the first is %2.</source>
        <translation>键 %3 的值类型不一（%4），有 %1 个与众不同，第一个是 %2。</translation>
    </message>
    <message>
        <source>Give all records the same shape, in a copy.</source>
        <translation>在副本中统一所有记录的结构。</translation>
    </message>
    <message>
        <source>Records without %3, which the others have: %1, the first is %2.</source>
        <translation>有 %1 条记录缺少其他记录都有的 %3，第一条是 %2。</translation>
    </message>
    <message>
        <source>Records without %3, which the others have: %1, the first is %2, with %4 in its place.</source>
        <translation>有 %1 条记录缺少其他记录都有的 %3，第一条是 %2，其中写的是 %4。</translation>
    </message>
    <message>
        <source>Add the key, or correct its name, in a copy.</source>
        <translation>在副本中补上该键，或改正键名。</translation>
    </message>
    <message>
        <source>Samples without content: %1, the first is %2.</source>
        <translation>有 %1 个样本没有内容，第一个是 %2。</translation>
    </message>
    <message>
        <source>Samples with an empty %3: %1, the first is %2.</source>
        <translation>有 %1 个样本的 %3 为空，第一个是 %2。</translation>
    </message>
    <message>
        <source>Leave these samples out: they teach nothing, or to say nothing.</source>
        <translation>去掉这些样本：它们毫无作用，或教模型什么都不说。</translation>
    </message>
    <message>
        <source>Chats that most templates refuse: %1, the first is %2 (%4).</source>
        <translation>有 %1 段对话不符合大多数模板的要求，第一段是 %2（%4）。</translation>
    </message>
    <message>
        <source>Give each turn a role (system, user, assistant, tool) and a content.</source>
        <translation>为每一轮写明角色（system、user、assistant、tool）和内容。</translation>
    </message>
    <message>
        <source>Images with %4 bits for each colour: %1, the first is %2. Most loaders cut or overflow them to 8 bits.</source>
        <translation>有 %1 张图像每通道为 %4 位，第一张是 %2。大多数加载程序会截断或溢出到 8 位。</translation>
    </message>
    <message>
        <source>Scale them to 8 bits in a copy, or read them with a loader that keeps 16 bits.</source>
        <translation>在副本中缩放到 8 位，或使用保留 16 位的加载方式。</translation>
    </message>
    <message>
        <source>Files that are not what their name says: %1, the first is %2.</source>
        <translation>有 %1 个文件的内容与文件名不符，第一个是 %2。</translation>
    </message>
    <message>
        <source>Files that are not what their name says: %1, the first is %2, which is %4.</source>
        <translation>有 %1 个文件的内容与文件名不符，第一个是 %2，实际是 %4。</translation>
    </message>
    <message>
        <source>Fetch them again: often an error page or a login form was saved in place of the file.</source>
        <translation>请重新获取：往往是把错误页面或登录页面存成了文件。</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1 第 %2 行</translation>
    </message>
</context>
<context>
    <name>DatasetRegistry</name>
    <message>
        <source>%1 knows no dataset “%2”.</source>
        <translation>%1 中没有数据集“%2”。</translation>
    </message>
    <message>
        <source>Add “%1” to %2.</source>
        <translation>请把“%1”加入 %2。</translation>
    </message>
    <message>
        <source>Did you mean “%1”? Otherwise add “%2” to %3.</source>
        <translation>您是不是想写“%1”？否则请把“%2”加入 %3。</translation>
    </message>
    <message>
        <source>The dataset “%1” is in the file %2, which is not in %3.</source>
        <translation>数据集“%1”对应的文件 %2 不在 %3 中。</translation>
    </message>
    <message>
        <source>Copy the file there, or correct file_name of “%1”.</source>
        <translation>请把文件复制到那里，或改正“%1”的 file_name。</translation>
    </message>
</context>
<context>
    <name>DeepSpeedRules</name>
    <message>
        <source>train_batch_size is %1, but %2 samples per card x %3 accumulation steps x %4 processes make %5: DeepSpeed stops at its start.</source>
        <translation>train_batch_size 为 %1，但每卡 %2 个样本 × %3 次梯度累积 × %4 个进程等于 %5：DeepSpeed 启动时就会报错退出。</translation>
    </message>
    <message>
        <source>Set train_batch_size to %1, or change one of the three.</source>
        <translation>请把 train_batch_size 设为 %1，或修改这三个数中的一个。</translation>
    </message>
    <message>
        <source>train_batch_size is %1, which cannot be divided by %2 (what is set, for %3 processes): DeepSpeed stops at its start.</source>
        <translation>train_batch_size 为 %1，不能被 %2 整除（按已设置的值和 %3 个进程计算）：DeepSpeed 启动时就会报错退出。</translation>
    </message>
    <message>
        <source>Set train_batch_size to a multiple of %1.</source>
        <translation>请把 train_batch_size 设为 %1 的倍数。</translation>
    </message>
    <message>
        <source>%1 is %2 in %3, but the job passes %4 %5: the Trainer refuses two values that differ.</source>
        <translation>%3 中 %1 为 %2，但任务传入的 %4 为 %5：两处不一致时 Trainer 会拒绝运行。</translation>
    </message>
    <message>
        <source>Write &quot;auto&quot; for %1, so that the job decides.</source>
        <translation>请把 %1 写成 &quot;auto&quot;，以任务中的值为准。</translation>
    </message>
</context>
<context>
    <name>FindingCodes</name>
    <message>
        <source>The program refuses the value of an argument: not a number, out of range, or not among its choices. It would stop within the first second, after the machine was paid for. Give a value that it accepts.</source>
        <translation>程序不接受某个参数的值：不是数字、超出范围，或不在可选值之中。程序会在付费开始后的第一秒就停止。请给出它能接受的值。</translation>
    </message>
    <message>
        <source>The job passes a parameter that the program does not know. Most programs stop at once with a usage message. Spell the parameter as the program defines it, or remove it.</source>
        <translation>任务传递了程序不认识的超参。大多数程序会立刻打印用法并退出。请按程序的定义书写该超参，或将其删除。</translation>
    </message>
    <message>
        <source>Some folders of a rented machine vanish with the job: scratch disks always, and on some platforms everything but the outputs. A checkpoint there is lost exactly when it is needed. Let checkpoints.directory name an output.</source>
        <translation>租用机器上的某些文件夹会随任务消失：临时盘一定会，有的平台除输出之外都会。写在那里的检查点恰恰在最需要时丢失。请让 checkpoints.directory 指向一个输出。</translation>
    </message>
    <message>
        <source>A spot machine is cheap because it can be taken away at any time. Without checkpoints the whole run starts again from step 0. Save one every few minutes of work into an output.</source>
        <translation>竞价实例便宜，是因为它随时可能被收回。没有检查点，整个运行就要从第 0 步重来。请每隔几分钟把检查点保存到输出中。</translation>
    </message>
    <message>
        <source>A checkpoint was written and read back here, but training did not go on where it had stopped. After an interruption the run would lose its progress, or change its result without a word. Save the model, the optimizer and the step together, and load all of them.</source>
        <translation>检查点在这里写出并读回了，但训练没有从中断处继续。真正中断时，运行会丢失进度，或在不知不觉中改变结果。请把模型、优化器和步数一起保存，并全部加载。</translation>
    </message>
    <message>
        <source>The dry-run could not write a checkpoint where the job declares one. The real run would train and keep nothing. Check the output&apos;s name and the rights of its folder.</source>
        <translation>试跑无法在任务声明的位置写出检查点。真正运行时会一直训练，却什么也留不下。请检查输出的名字及其文件夹的权限。</translation>
    </message>
    <message>
        <source>The program that tries the steps ended before the artifacts were checked. Its last words are in the finding. Remove the cause, often too little memory or time, and check again.</source>
        <translation>试跑程序在检查产物之前就结束了，其最后的输出见该问题。请消除原因（多半是内存或时间不足），然后重新检查。</translation>
    </message>
    <message>
        <source>The shell script was saved with Windows line ends or with a byte-order mark. Linux shells take these for a part of the commands and stop with errors such as “$&apos;\r&apos;: command not found”. Save it with Unix line ends; Python files need no change.</source>
        <translation>该 shell 脚本以 Windows 换行符或带 BOM 的格式保存。Linux 的 shell 会把它们当成命令的一部分，报出“$&apos;\r&apos;: command not found”之类的错误。请以 Unix 换行符保存；Python 文件无需改动。</translation>
    </message>
    <message>
        <source>The folder that holds the code is not there, or is empty. Nothing could be sent, so nothing would start. Paths in job.yaml start at the folder that job.yaml lies in.</source>
        <translation>存放代码的文件夹不存在或是空的。没有内容可上传，也就无法启动。job.yaml 中的路径从 job.yaml 所在的文件夹算起。</translation>
    </message>
    <message>
        <source>The script that the job starts is not in the code directory. Linux tells upper from lower case, so Train.py and train.py are two files. Only what lies in the code directory is sent along.</source>
        <translation>任务要启动的脚本不在代码目录中。Linux 区分大小写，Train.py 与 train.py 是两个文件。只有代码目录中的内容会被上传。</translation>
    </message>
    <message>
        <source>A file of the code directory holds what looks like a key or a password. It would be copied to the platform, and often to version control and logs as well. Take it out, have it revoked where it was issued, and pass it as an environment variable. The value itself is never shown here.</source>
        <translation>代码目录中的某个文件含有疑似密钥或密码的内容。它会被复制到平台，往往还会进入版本库和日志。请把它移走，在签发处作废，并改用环境变量传递。这里绝不会显示其内容。</translation>
    </message>
    <message>
        <source>The interpreter of this job cannot read the script at all. Either there is a slip of the pen in the line, or the line uses syntax of a newer Python. The run would end before its first step.</source>
        <translation>该任务的解释器完全无法解析脚本。要么这一行有笔误，要么使用了更新版本 Python 的语法。运行会在第一步之前就结束。</translation>
    </message>
    <message>
        <source>The code directory is larger than the platform advises or allows. Mostly it holds data, old results, weights or a virtual environment that do not belong there. Move them out: data belongs into inputs, results into outputs.</source>
        <translation>代码目录超过了平台建议或允许的大小。多半是放了不该放的数据、旧结果、权重或虚拟环境。请移走它们：数据应作为输入，结果应写到输出。</translation>
    </message>
    <message>
        <source>The data has another number of classes than the model has outputs. With fewer classes some outputs are never trained; with more, training stops with an index error. Set model.num_classes to the number of class folders.</source>
        <translation>数据的类别数与模型的输出数不同。类别偏少，有些输出永远得不到训练；类别偏多，训练会因下标越界而停止。请把 model.num_classes 设为类别文件夹的个数。</translation>
    </message>
    <message>
        <source>Training and validation data do not have the same class folders. Classes are numbered in the order of their names, so one folder more shifts all numbers behind it, and the validation figures mean nothing. Give each split the same folders.</source>
        <translation>训练集和验证集的类别文件夹不一致。类别按名字顺序编号，多出一个文件夹就会使后面的编号全部错位，验证指标便毫无意义。请让各个划分拥有相同的文件夹。</translation>
    </message>
    <message>
        <source>A class folder has no image that a loader would take. Some loaders stop, others train a class that has no example. Fill the folder, convert its files, or remove it from every split.</source>
        <translation>某个类别文件夹中没有加载器能读取的图片。有的加载器会停止，有的会训练一个没有样本的类别。请补充或转换文件，或在所有划分中删除该文件夹。</translation>
    </message>
    <message>
        <source>A file has no content, mostly after a copy that was cut off. The loader fails when it reaches it, perhaps after hours. Copy it again, or take it out.</source>
        <translation>文件没有内容，多半是复制时中断。加载器读到它时就会失败，可能是在几个小时之后。请重新复制，或将其移除。</translation>
    </message>
    <message>
        <source>The place that an input names is there, but holds no file. Nothing could be learnt from it. Copy the data there, or name the folder that has it.</source>
        <translation>输入指定的位置存在，但没有任何文件，无从训练。请把数据复制过去，或指定有数据的文件夹。</translation>
    </message>
    <message>
        <source>Among the class folders lies one that a tool left behind, such as .ipynb_checkpoints or __MACOSX. Image loaders take it for a class and shift the numbers of the others. Delete it.</source>
        <translation>类别文件夹之中混有工具留下的文件夹，例如 .ipynb_checkpoints 或 __MACOSX。图片加载器会把它当成一个类别，使其他类别的编号错位。请删除它。</translation>
    </message>
    <message>
        <source>A label is outside of what the model has outputs for: labels count from 0 to the number of classes minus 1. On a GPU this shows as a crash that names no cause. Shift the labels, or raise the number of classes.</source>
        <translation>某个标签超出了模型输出的范围：标签应从 0 到类别数减 1。在 GPU 上，它会表现为没有说明原因的崩溃。请平移标签，或增加类别数。</translation>
    </message>
    <message>
        <source>The folder or file that an input names does not exist. Paths in job.yaml start at the folder that job.yaml lies in. Correct the path, or copy the data there.</source>
        <translation>输入指定的文件夹或文件不存在。job.yaml 中的路径从 job.yaml 所在的文件夹算起。请更正路径，或把数据复制过去。</translation>
    </message>
    <message>
        <source>The program that reads the data ended before it was done. Its last words are in the finding. Remove the cause, often too little memory or time, and check again.</source>
        <translation>读取数据的程序尚未完成就结束了，其最后的输出见该问题。请消除原因（多半是内存或时间不足），然后重新检查。</translation>
    </message>
    <message>
        <source>The start of the image is fine, but it breaks off before its end, mostly after an interrupted copy. Loaders notice only when they decode it in full, somewhere within an epoch. Copy it again, or take it out.</source>
        <translation>图片的开头正常，但没有到结尾就断了，多半是复制时中断。加载器只有在完整解码时才会发现，可能在一轮训练的中途。请重新复制，或将其移除。</translation>
    </message>
    <message>
        <source>The file is not what its name says. Often it is a web page with an error message that a download saved under the name of an image. Download it again, or take it out.</source>
        <translation>文件内容与其名字不符。常见的情形是下载时把一个报错网页存成了图片的名字。请重新下载，或将其移除。</translation>
    </message>
    <message>
        <source>The input points one folder too high or too low: class folders are expected right there, or below train and val. Everything would count as one class, or as none. Point it at the folder that holds the class folders.</source>
        <translation>输入指向的文件夹高了或低了一级：类别文件夹应直接位于其中，或位于 train 和 val 之下。否则所有图片会算成一个类别，或一个类别也没有。请指向类别文件夹所在的文件夹。</translation>
    </message>
    <message>
        <source>The image can be read, but is of another kind than its name says. Most loaders do not mind, some choose the decoder by the name and fail. Rename it in a copy of the data.</source>
        <translation>图片可以读取，但格式与扩展名不符。大多数加载器并不在意，有些则按名字选择解码器而失败。请在数据的副本中改名。</translation>
    </message>
    <message>
        <source>The framework in the image was built for other cards than the one of this flavor. The job would start, and stop at the first operation on the card with “no kernel image is available”. Take a newer image for a newer card.</source>
        <translation>镜像中的框架是为其他加速卡构建的，不支持该规格的卡。任务能够启动，但在卡上的第一个操作就会停止，报“no kernel image is available”。较新的卡请用较新的镜像。</translation>
    </message>
    <message>
        <source>The program that the command starts is not on this machine. A local run needs it here. Install it, name its whole path, or run the job on another profile.</source>
        <translation>本机没有启动命令要运行的程序，而本地运行需要它。请安装它，写出完整路径，或在其他平台配置上运行该任务。</translation>
    </message>
    <message>
        <source>The Python that should run the script could not be started, or is none. Settings and profiles.yaml say which interpreter a local run uses. Choose one that is there.</source>
        <translation>用来运行脚本的 Python 无法启动，或根本不是 Python。“设置”和 profiles.yaml 决定本地运行使用哪个解释器。请选择一个存在的解释器。</translation>
    </message>
    <message>
        <source>The script imports a package that nothing brings: not the image, not the requirements, or not the interpreter on this machine. The run would end with ModuleNotFoundError. Add it to the requirements, or install it. An import inside a function fails only when that runs, so it is a warning.</source>
        <translation>脚本导入了没有任何来源提供的包：镜像、依赖清单或本机解释器中都没有。运行会以 ModuleNotFoundError 结束。请把它加入依赖清单，或安装它。函数内部的导入只有在执行到时才会失败，因此只是警告。</translation>
    </message>
    <message>
        <source>The script uses syntax or a module that the image&apos;s Python does not have: too new, or removed since. The run would end before its first step. Choose another image, or write it in the older form.</source>
        <translation>脚本使用了镜像中的 Python 所没有的语法或模块：太新，或已被移除。运行会在第一步之前就结束。请选择其他镜像，或改用旧写法。</translation>
    </message>
    <message>
        <source>The requirements file is not in the code directory, and only that is sent. The platform would install nothing and not say so. Move the file there.</source>
        <translation>依赖清单文件不在代码目录中，而只有代码目录会被上传。平台什么也不会安装，也不会提示。请把该文件移过去。</translation>
    </message>
    <message>
        <source>The program that tries the job&apos;s steps here ended before it was done: out of memory, out of time, or crashed. Its last words are in the finding. Nothing else of Trainyard is affected; remove the cause and check again.</source>
        <translation>在本机试跑任务的程序尚未完成就结束了：内存不足、超时或崩溃，其最后的输出见该问题。Trainyard 的其他部分不受影响；请消除原因，然后重新检查。</translation>
    </message>
    <message>
        <source>trainyard-torch, the program that does everything with LibTorch, is not beside trainyard. The installation is not complete. Build or install it again.</source>
        <translation>负责一切 LibTorch 工作的程序 trainyard-torch 不在 trainyard 旁边。安装不完整，请重新构建或安装。</translation>
    </message>
    <message>
        <source>The program that tries the steps wrote something between its answers that is none. Mostly a library printed a warning of its own. The answers were read all the same.</source>
        <translation>试跑程序在应答之间输出了别的内容，多半是某个库自己打印的警告。应答仍已全部读取。</translation>
    </message>
    <message>
        <source>A line of the requirements names what the script imports, but the package is called otherwise: cv2 is in opencv-python, sklearn in scikit-learn. pip would stop, or install something else. Write the package&apos;s name.</source>
        <translation>依赖清单中的某一行写的是导入时的名字，而包的名字并非如此：cv2 来自 opencv-python，sklearn 来自 scikit-learn。pip 会停止，或装上别的东西。请写包的名字。</translation>
    </message>
    <message>
        <source>Two keys exclude each other: a job starts with one of boot_file, command and preset, and a model has one source. Nobody can tell which one is meant. Keep one.</source>
        <translation>有两个键相互排斥：任务只能以 boot_file、command、preset 之一启动，模型也只能有一个来源。无从判断究竟指哪一个。请只保留一个。</translation>
    </message>
    <message>
        <source>The same key stands twice at one level. Most programs keep the last and drop the first without a word, and with it the values you see there. Merge the two.</source>
        <translation>同一级中同一个键出现了两次。多数程序只保留后一个，悄悄丢掉前一个以及其中的值。请把两者合并。</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text. Some editors save in an encoding of the system, such as GBK or UTF-16 without a mark; read as something else, names and paths would change. Save it as UTF-8.</source>
        <translation>文件不是 UTF-8 文本。有些编辑器会以系统编码保存，例如 GBK 或不带 BOM 的 UTF-16；用别的编码读取，名字和路径就会变样。请保存为 UTF-8。</translation>
    </message>
    <message>
        <source>A value is of the wrong kind or out of range, or names something that does not exist. Sizes and durations need their unit, so that nobody has to guess it. The finding says what is expected.</source>
        <translation>某个值的类型不对、超出范围，或所指的东西不存在。大小和时长必须带单位，以免误解。问题中说明了应填什么。</translation>
    </message>
    <message>
        <source>Something that every job needs is not said. Required are name, code and outputs; the rest has sensible defaults. The finding says what to add.</source>
        <translation>缺少每个任务都需要的内容。必填的是 name、code 和 outputs，其余都有合理的默认值。问题中说明了应补充什么。</translation>
    </message>
    <message>
        <source>The file is not YAML, so nothing in it could be understood. Usual causes are tabs, an open quote or bracket, indentation that does not fit, or a text with a colon that needs quotes. The line named is where reading stopped; the slip may be just above.</source>
        <translation>文件不是 YAML，因此其中的内容都无法理解。常见原因是制表符、没有闭合的引号或括号、缩进不对，或含冒号的文本没有加引号。指出的行是读取停止之处，笔误可能就在它上面一点。</translation>
    </message>
    <message>
        <source>The file is too large or nested too deep, or its aliases unfold to an enormous size. A job file is a page of text. Mostly it is the wrong file; otherwise write the values out.</source>
        <translation>文件过大或嵌套过深，或别名展开后极其庞大。任务定义只是一页文本，多半是选错了文件；否则请直接写出各个值。</translation>
    </message>
    <message>
        <source>A key that means nothing at this place: misspelt, or indented under the wrong section. It would be ignored, and the job would run with another value than you think. The finding names the nearest key there is.</source>
        <translation>这个位置没有这样的键：拼错了，或缩进到了别的小节之下。它会被忽略，任务便会用与您预期不同的值运行。问题中给出了最接近的键。</translation>
    </message>
    <message>
        <source>The job file could not be opened: it is not there, is a folder, or may not be read. Check its path and its rights.</source>
        <translation>无法打开任务定义文件：它不存在、是文件夹，或没有读取权限。请检查路径和权限。</translation>
    </message>
    <message>
        <source>The command says which network port its processes meet at. Two jobs on one machine would want the same port, and the second one fails. Let the launcher choose a free one.</source>
        <translation>启动命令写死了各进程会合的网络端口。同一台机器上的两个任务会争用同一个端口，后启动的会失败。请让启动器自行选择空闲端口。</translation>
    </message>
    <message>
        <source>The launcher starts another number of processes than the flavor has cards. With fewer, paid cards stay idle; with more, processes fight for one card or fail. Start one process for each card.</source>
        <translation>启动器的进程数与规格的卡数不同。进程偏少，付了费的卡会闲置；进程偏多，会争用同一张卡或直接失败。请为每张卡启动一个进程。</translation>
    </message>
    <message>
        <source>At the flavor&apos;s price the money ends before the time does: max_cost stops the job earlier than max_duration. That may be what you want. If not, bring the two in line.</source>
        <translation>按该规格的价格，钱会先于时间用完：max_cost 会比 max_duration 更早终止任务。这也许正是您想要的；否则请让两者一致。</translation>
    </message>
    <message>
        <source>The job needs more memory than there is, even by the lowest estimate. It would end with “out of memory” in its first steps. A smaller batch, gradient accumulation, lower precision or a larger flavor help.</source>
        <translation>即使按最低估计，任务所需的内存也超过现有内存，会在最初几步就因内存不足而结束。减小批大小、使用梯度累积、降低精度或换更大的规格都有帮助。</translation>
    </message>
    <message>
        <source>The program that measures the memory ended before it was done, often because this machine has too little of it. Its last words are in the finding. Use a smaller batch and check again.</source>
        <translation>测量内存的程序尚未完成就结束了，往往是因为本机内存不足，其最后的输出见该问题。请减小批大小，然后重新检查。</translation>
    </message>
    <message>
        <source>The last batch would have a single sample, and a batch normalisation cannot work on one value. Training would stop at the end of the first epoch. Drop the last batch, or change the batch size.</source>
        <translation>最后一批只剩一个样本，而批归一化无法处理单个值，训练会在第一轮结束时停止。请丢弃最后一批，或更改批大小。</translation>
    </message>
    <message>
        <source>The file that describes the model is not there. Paths in job.yaml start at the folder that job.yaml lies in. Correct the path, or leave the model section out: then only the script is checked.</source>
        <translation>描述模型的文件不存在。job.yaml 中的路径从 job.yaml 所在的文件夹算起。请更正路径，或去掉 model 部分：那样只检查脚本。</translation>
    </message>
    <message>
        <source>The model was built, but a real step on your data failed. Shapes, number of classes or data types do not fit together. The finding has the framework&apos;s own words; the real run would fail in the same way.</source>
        <translation>模型已建立，但用您的数据真实执行一步时失败了：形状、类别数或数据类型不匹配。问题中有框架的原话；真正运行时会以同样的方式失败。</translation>
    </message>
    <message>
        <source>Within a few steps the loss became infinite, or many times what it was. The learning rate is too high for this batch size and optimizer, or the data has broken values. Divide the learning rate by ten and check again.</source>
        <translation>几步之内损失就变成无穷大，或达到最初的许多倍。学习率对该批大小和优化器来说太高，或数据中有损坏的值。请把学习率除以十，然后重新检查。</translation>
    </message>
    <message>
        <source>After the trial steps the loss is no lower than at their start. With few steps that can be chance; it can also be a learning rate that is far too small, or labels that do not belong to their samples. Look at the loss values in the report.</source>
        <translation>试跑各步之后，损失并不比开始时低。步数很少时可能是偶然；也可能是学习率过小，或标签与样本对不上。请查看报告中的损失值。</translation>
    </message>
    <message>
        <source>The program that runs the trial steps ended before it was done. Its last words are in the finding. Remove the cause, often too little memory or time, and check again.</source>
        <translation>执行试跑步骤的程序尚未完成就结束了，其最后的输出见该问题。请消除原因（多半是内存或时间不足），然后重新检查。</translation>
    </message>
    <message>
        <source>The steps needed more of the computer&apos;s own memory than the flavor has, or nearly all of it. The system ends a program that asks for more, mostly without a word in its log. Use a smaller batch or fewer loader workers, or a flavor with more RAM.</source>
        <translation>各步所需的主机内存超过该规格的内存，或几乎用尽。系统会终止索取更多内存的程序，日志里往往没有任何提示。请减小批大小、减少加载进程，或选择内存更大的规格。</translation>
    </message>
    <message>
        <source>A link in the data leads nowhere, or back to itself. The loader lists its name and fails when it opens it, perhaps after hours. Put the file there, or take the link out.</source>
        <translation>数据中有一个链接失效，或者指向自身。数据加载器能列出它的名字，但打开时会出错，也许是在几个小时之后。请放入文件本身，或者删掉该链接。</translation>
    </message>
    <message>
        <source>Among the data lies a pipe, a socket or a device. A loader that opens it waits for ever, or fails. Take it out of the data.</source>
        <translation>数据中混有管道、套接字或设备。数据加载器打开它时会一直等待，或者出错。请将其移出数据。</translation>
    </message>
    <message>
        <source>A file or folder of the data is there, but you have no right to read it. What lies in it counts as missing, or training stops when it comes to it. Ask its owner, or change its rights with chmod.</source>
        <translation>数据中的某个文件或文件夹存在，但您没有读取权限。其中的内容会被当作不存在，或者训练读到它时中断。请联系它的所有者，或者用 chmod 修改权限。</translation>
    </message>
    <message>
        <source>A checkpoint holds the weights and the optimizer&apos;s states, with Adam three times the weights. As many as checkpoints.keep says lie on the disk, and one more while it is being written. A full disk ends the run in the middle of a save, often with a damaged file. Keep fewer, or choose a flavor with a larger disk.</source>
        <translation>检查点里有权重和优化器状态，用 Adam 时合计是权重的三倍。磁盘上会同时放 checkpoints.keep 个，写入新的时还要再多一个。磁盘写满时，运行会在保存途中中断，文件往往也损坏了。请少保留几个，或选用磁盘更大的规格。</translation>
    </message>
    <message>
        <source>The forecast is a range, and the upper end of it is over the card&apos;s memory. Whether the job fits depends on what cannot be known before it runs, such as the workspace of convolutions. A slightly smaller batch removes the doubt; so does a rehearsal on the card itself.</source>
        <translation>预估给出的是一个范围，其上限超过了这张卡的显存。能否放下取决于运行前无法得知的部分，例如卷积的工作区。把批大小略微调小即可排除疑虑，也可以直接在这种卡上预演一次。</translation>
    </message>
    <message>
        <source>Loader workers hand their batches over in /dev/shm, two batches for each worker. In a container it often has only 64 MiB, and a worker that finds it full is killed with a bus error. Use fewer workers or smaller batches, or ask for a container with more shared memory.</source>
        <translation>数据加载进程通过 /dev/shm 交付批次，每个进程占两个批次。容器里的 /dev/shm 常常只有 64 MiB，写满时加载进程会因总线错误（bus error）被杀掉。请减少加载进程或批大小，或申请共享内存更大的容器。</translation>
    </message>
    <message>
        <source>Every loader worker is a process that wants a CPU of its own, in each of the training processes. More of them than CPUs only wait for each other and use memory. Start at most as many as there are CPUs for each process.</source>
        <translation>每个训练进程都会启动自己的数据加载进程，每个加载进程都要占一个 CPU 核。加载进程多于核数时只会互相等待并占用内存。每个训练进程的加载进程数不要超过它能分到的核数。</translation>
    </message>
    <message>
        <source>The dry-run ran one small training step for real and once more as the forecast runs it. The two allocated different amounts of memory, so the forecast of the whole job may be off by as much. Operators that need scratch memory, and dropout, which a CPU keeps as floats and a card as bytes, are the usual reasons.</source>
        <translation>试跑把一个小训练步真实运行了一次，又按预估的方式运行了一次，两者分配的内存不同，因此整个任务的预估也可能有同样的偏差。常见原因是有些算子需要临时内存，以及 dropout：CPU 用浮点数保存，显卡用字节保存。</translation>
    </message>
    <message>
        <source>The script takes shortened names, and this one fits two of its options. Its parser would stop. Write the whole name.</source>
        <translation>脚本接受缩写的参数名，而这个缩写同时符合它的两个选项，解析器会直接退出。请写完整的名称。</translation>
    </message>
    <message>
        <source>The script drops arguments that it does not know, and nothing in it receives this one. The job would run with the script&apos;s own value instead of yours, and nobody would notice. Use the spelling of the script.</source>
        <translation>脚本会丢弃它不认识的参数，而其中没有任何地方接收这一个。作业会悄悄使用脚本自己的值，而不是您给的值。请使用脚本中的写法。</translation>
    </message>
    <message>
        <source>The script insists on an argument that the job does not give. It would stop before its first step. Add it to parameters, or give an input or output that name.</source>
        <translation>脚本必须有某个参数，但作业没有提供，它会在第一步之前退出。请把它加入 parameters，或让某个输入、输出使用这个名称。</translation>
    </message>
    <message>
        <source>A shell script stands between the platform and the trainer, and starts it without the arguments that it was given itself. Parameters, inputs and outputs would all be lost. Add &quot;$@&quot; to the call.</source>
        <translation>平台和训练脚本之间有一个 Shell 脚本，它启动训练脚本时没有带上自己收到的参数，参数、输入和输出全都会丢失。请在调用处加上 &quot;$@&quot;。</translation>
    </message>
    <message>
        <source>The value is one that no training can use: a batch of none, no epochs, a learning rate of zero. The script would stop, or do nothing and cost money all the same. Give a sensible value.</source>
        <translation>这样的值无法训练：批大小为零、没有轮次、学习率为零。脚本会停止，或者什么都不做却照样花钱。请提供合理的值。</translation>
    </message>
    <message>
        <source>The platform passes the paths of inputs and outputs, and sometimes arguments of its own, under their names. This script does not know one of them and stops at every argument that it does not know. Define it, or parse with parse_known_args.</source>
        <translation>平台会以输入、输出的名称传入它们的路径，有时还会加上自己的参数。这个脚本遇到不认识的参数就会退出，而它不认识其中之一。请定义它，或使用 parse_known_args 解析。</translation>
    </message>
    <message>
        <source>The script accepts the value, but turns it into another one: with type=bool every text is true, also “false”; with type=list a word falls apart into letters. The job would run with something else than it says.</source>
        <translation>脚本接受这个值，却把它变成了别的值：type=bool 时任何文本都是真，包括“false”；type=list 时一个词会被拆成字母。作业实际运行的与写的不同。</translation>
    </message>
    <message>
        <source>The script makes its arguments while it runs: from a file, in a loop, or by a library that is not known here. Reading cannot tell whether it takes those of the job. That is no fault; its own --help can tell.</source>
        <translation>脚本在运行时才生成参数：来自文件、循环，或此处不了解的库。只看代码无法判断它是否接受作业的参数。这不是错误，可以用脚本自己的 --help 确认。</translation>
    </message>
    <message>
        <source>PyYAML takes a number such as 1e-4 for text unless it has a dot: 1.0e-4. A learning rate that is text stops the optimizer, or is compared in odd ways. Write the dot.</source>
        <translation>PyYAML 会把 1e-4 这样的数当作文本，除非带小数点：1.0e-4。学习率成了文本会让优化器停止，或产生奇怪的比较结果。请写上小数点。</translation>
    </message>
    <message>
        <source>The flavor has NPUs, but the script asks for CUDA cards. It would stop at the first such call. Import the adapter torch_npu and use its calls, or its module that redirects those of CUDA.</source>
        <translation>该规格使用 NPU，但脚本要的是 CUDA 卡，会在第一处这样的调用停止。请导入适配库 torch_npu 并使用它的调用，或导入它用来转接 CUDA 的模块。</translation>
    </message>
    <message>
        <source>The flavor has no card, but the script moves its model to one without asking whether it is there. It would stop at that line. Choose the device at run time.</source>
        <translation>该规格没有卡，但脚本不加判断就把模型移到卡上，会在那一行停止。请在运行时选择设备。</translation>
    </message>
    <message>
        <source>The script reads an environment variable without a default, and neither job, platform, launcher nor script sets it. It would stop with KeyError. Set it under environment_variables, or give it a default.</source>
        <translation>脚本读取一个环境变量且没有默认值，而作业、平台、启动器和脚本都没有设置它，会因 KeyError 而停止。请在 environment_variables 中设置它，或给它默认值。</translation>
    </message>
    <message>
        <source>The script fetches weights, data or packages by name or address when it runs. Where the platform has no way out to the internet it fails; elsewhere it costs time in every run, and fails on a bad day. Give the files to the job as an input.</source>
        <translation>脚本运行时会按名称或地址获取权重、数据或软件包。平台不能访问互联网时会失败；能访问时每次运行都要花时间，而且随时可能失败。请把这些文件作为输入交给作业。</translation>
    </message>
    <message>
        <source>The script connects to an experiment tracker on the internet. Without a connection and a login it stops or waits. Switch it to offline mode, and upload its folder afterwards.</source>
        <translation>脚本要连接互联网上的实验跟踪服务，没有网络和登录就会停止或一直等待。请切换到离线模式，之后再上传它的文件夹。</translation>
    </message>
    <message>
        <source>The code or the job names a folder of your own computer, such as a home folder or a drive of Windows. It is not there where the job runs. Take the path from an argument, and give the data to the job as an input.</source>
        <translation>代码或作业中写了您自己电脑上的路径，例如主目录或 Windows 盘符。作业运行的地方没有它。请从参数取得路径，并把数据作为输入交给作业。</translation>
    </message>
    <message>
        <source>The script saves its result into a folder that nobody brings back: the platform keeps only the job&apos;s outputs. Hours of training would be lost. Save below the path of an output, or copy it there at the end.</source>
        <translation>脚本把结果保存到不会被取回的文件夹：平台只保留作业的输出，几个小时的训练就白费了。请保存到某个输出的路径下，或在结束时复制过去。</translation>
    </message>
    <message>
        <source>A relative path starts at the folder that the job is started in, which is not always the script&apos;s own. The file would not be found. Anchor it at the script with Path(__file__).</source>
        <translation>相对路径从作业的启动文件夹算起，而它不一定是脚本所在的文件夹，这样就找不到文件。请用 Path(__file__) 以脚本位置为准。</translation>
    </message>
    <message>
        <source>Paths with backslashes are no folders on Linux: the whole text is one file name, which does not exist. Write slashes, or use pathlib.</source>
        <translation>带反斜杠的路径在 Linux 上不是文件夹：整段文本会被当成一个并不存在的文件名。请改用斜杠或 pathlib。</translation>
    </message>
    <message>
        <source>The job wants to go on from its newest checkpoint, but the script never loads one. After an interruption everything would start again and be paid for again. Load model, optimizer and step at the start of the script.</source>
        <translation>作业希望从最新的检查点继续，但脚本从不加载检查点，中断后一切都要重来，费用也要再付一次。请在脚本开头加载模型、优化器和步数。</translation>
    </message>
    <message>
        <source>The script saves its state when the platform tells it to stop, but it is started by a shell that keeps the signal to itself. It would be ended without saving. Start it with exec, or hand the signal on with trap.</source>
        <translation>脚本会在平台通知停止时保存状态，但启动它的 shell 把信号拦了下来，脚本会在没有保存的情况下被终止。请用 exec 启动，或用 trap 转发信号。</translation>
    </message>
    <message>
        <source>To go on where it stopped, the script reads all batches that were trained already, and throws them away. After a long run that alone takes hours of a paid card. Let the sampler start at the right place.</source>
        <translation>为了从中断处继续，脚本会把训练过的批次全部重新读一遍再丢弃。长时间运行之后，仅这一步就要白白占用付费的卡几个小时。请让采样器直接从正确的位置开始。</translation>
    </message>
    <message>
        <source>The first checkpoint would come after the last step: nothing is saved before the end. A machine that is taken away, a limit or a fault loses all of it. Save more often.</source>
        <translation>第一个检查点要到最后一步之后才会出现，也就是结束前什么都不会保存。机器被回收、触发限制或出错，都会丢掉全部进度。请更频繁地保存。</translation>
    </message>
    <message>
        <source>The checkpoint holds one part for each process that wrote it, and the job has another number of them. Optimizer states that are cut in eight cannot be loaded by four. Use as many cards, or convert the checkpoint.</source>
        <translation>检查点由每个进程各写一份，而任务的进程数与之不同。切成八份的优化器状态无法由四个进程加载。请使用相同的卡数，或先转换检查点。</translation>
    </message>
    <message>
        <source>The trainer looks its datasets up in a registry, and the name that the job passes is not in it, or its file is missing. It would stop before its first step. Add the dataset to the registry, or use a name that is there.</source>
        <translation>训练程序从注册表中查找数据集，但任务传入的名称不在其中，或对应的文件缺失，第一步之前就会停止。请把数据集加入注册表，或使用已有的名称。</translation>
    </message>
    <message>
        <source>A Python package needs a library or a program of the system that the image does not have. Installing the package works, importing it fails. For OpenCV take the headless package; otherwise choose an image that has the library.</source>
        <translation>某个 Python 包需要镜像中没有的系统库或程序：能安装，但导入时会失败。OpenCV 请改用 headless 版本；其他情况请选择带有该库的镜像。</translation>
    </message>
    <message>
        <source>Sequences are longer than the model has positions. With a table of positions training stops with an index error, on a card one that names no cause; with rotary positions it runs, but the model was never made for it. Shorten the sequences.</source>
        <translation>序列比模型的位置数还长。使用位置表的模型会因索引越界而停止，在加速卡上甚至不会说明原因；使用旋转位置编码的模型能跑，但它从未针对这种长度训练。请缩短序列。</translation>
    </message>
    <message>
        <source>The tokenizer gives ids for which the model has no embedding, mostly after tokens were added. The first such token stops training with an index error, on a card with one that names no cause. Resize the embeddings; more rows than tokens do no harm.</source>
        <translation>分词器给出的编号超出了模型的词嵌入，多半是因为后来添加了词元。遇到第一个这样的词元时会因索引越界而停止，在加速卡上甚至不会说明原因。请调整词嵌入的大小；行数多于词元没有坏处。</translation>
    </message>
    <message>
        <source>The job names two batch sizes that do not agree: the one the script is given, and the one in training, which the dry-run measures with. Decide on one, and let the other refer to it: ${parameters.batch_size}. In a DeepSpeed configuration the batch of all cards has to be the product of batch, accumulation and processes; otherwise it stops at its start.</source>
        <translation>任务中的两个批大小不一致：一个传给脚本，一个写在 training 中、供试跑使用。请确定其中一个，另一个用 ${parameters.batch_size} 引用它。在 DeepSpeed 配置中，所有卡的总批大小必须等于每卡批大小、梯度累积和进程数的乘积，否则启动时就会停止。</translation>
    </message>
    <message>
        <source>Half precision (fp16) ends at 65504, and this model was made in bfloat16, or is of a family known to have larger values: they become infinite, and the loss is no number any more. Use bf16 where the card has it.</source>
        <translation>半精度（fp16）的上限是 65504，而这个模型是用 bfloat16 训练的，或属于已知数值更大的系列：数值会变成无穷大，损失不再是数字。卡支持时请使用 bf16。</translation>
    </message>
    <message>
        <source>The card cannot compute in the precision that the job asks for. Some trainers refuse to start, others become very slow. Choose another precision, or a newer card.</source>
        <translation>这张卡不支持任务要求的精度。有的训练程序会拒绝启动，有的会变得很慢。请换一种精度，或换更新的卡。</translation>
    </message>
    <message>
        <source>The arrays do not have the shape that model.input gives for one sample. Either the loader turns them around, or the first batch fails. Save them in that shape, or correct model.input.</source>
        <translation>数组的形状与 model.input 中单个样本的形状不一致。要么由加载代码转换，要么第一个批次就会失败。请按该形状保存，或修正 model.input。</translation>
    </message>
    <message>
        <source>The arrays hold another number type than model.input says. Frameworks do not mix types: the first layer would stop with an error, or memory doubles without need. Convert them when loading, or save them again.</source>
        <translation>数组的数据类型与 model.input 不同。框架不会自动混用类型：第一层就会报错，或白白占用双倍内存。请在加载时转换，或重新保存。</translation>
    </message>
    <message>
        <source>A line cannot be read as what the file is: JSON with a missing quote or bracket, a quote in a table that is never closed. Readers stop there, often after hours, or drop the rest without a word. Correct the line in a copy of the file.</source>
        <translation>有一行内容不符合文件格式：JSON 缺引号或括号，或表格里的引号没有闭合。读取程序会在这里停下（往往已跑了几小时），或者悄悄丢掉后面的内容。请在副本中改正这一行。</translation>
    </message>
    <message>
        <source>Most image loaders expect 8 bits for each colour. 16-bit images are cut, overflow or come out almost white or black, and nothing says so. Scale them in a copy, or use a loader that keeps 16 bits.</source>
        <translation>大多数图像加载代码按每通道 8 位处理。16 位图像会被截断、溢出，或变得几乎全白全黑，而且没有任何提示。请在副本中缩放到 8 位，或使用保留 16 位的加载方式。</translation>
    </message>
    <message>
        <source>A box of the labels reaches beyond its image or has no width or height. Trainers drop such boxes or compute a loss that is not finite. YOLO wants fractions between 0 and 1, COCO wants pixels.</source>
        <translation>标注框超出图像边界，或宽高为零。训练程序会丢弃这些框，或算出非有限的损失。YOLO 使用 0 到 1 之间的比例，COCO 使用像素。</translation>
    </message>
    <message>
        <source>Some editors put three invisible bytes before the text. JSON readers refuse them, and table readers take them for a part of the first column&apos;s name. Save a copy as UTF-8 without a byte-order mark.</source>
        <translation>有些编辑器会在文本开头写入三个看不见的字节（BOM）。JSON 读取程序会拒绝，表格读取程序则会把它当成第一列列名的一部分。请另存为不带 BOM 的 UTF-8 副本。</translation>
    </message>
    <message>
        <source>Two names are the same where upper and lower case or the way accents are written do not count, as on Windows, macOS and some storage services. One file would silently replace the other. Rename one of them.</source>
        <translation>两个名称只在大小写或重音写法上不同。在 Windows、macOS 和某些存储服务上它们是同一个名称，一个文件会悄悄覆盖另一个。请重命名其中一个。</translation>
    </message>
    <message>
        <source>Something still writes to the data: a file vanished or changed while it was read. What was found may be out of date. Wait until the copy or download has ended, and check again.</source>
        <translation>有程序仍在写数据：读取期间有文件消失或改变，检查结果可能已过时。请等复制或下载结束后再检查。</translation>
    </message>
    <message>
        <source>A chat is a list of turns, each with a role and a content. Templates stop at unknown roles, and turns without content teach nothing. Use system, user, assistant and tool.</source>
        <translation>对话是由多轮组成的列表，每轮要有角色和内容。模板遇到未知角色会报错，没有内容的轮次毫无作用。角色请用 system、user、assistant 和 tool。</translation>
    </message>
    <message>
        <source>The file that describes the data gives another number of classes than names. Trainers refuse that before the first step. Let nc be the number of names, or leave it out.</source>
        <translation>数据描述文件中的类别数与类别名称的个数不一致，训练程序在第一步之前就会拒绝。请让 nc 等于名称个数，或去掉 nc。</translation>
    </message>
    <message>
        <source>The very same image lies in the folders of two classes. The model is told two truths and can learn neither. Keep it where it belongs.</source>
        <translation>完全相同的图像出现在两个类别的文件夹中，模型得到互相矛盾的答案，两个都学不会。请只保留在正确的类别里。</translation>
    </message>
    <message>
        <source>The file&apos;s own lengths, offsets or checksums do not fit its content: it was changed or damaged on its way. Readers stop there or return nonsense. Copy it again and compare the checksums.</source>
        <translation>文件自身的长度、偏移或校验和与内容不符：传输途中被改动或损坏。读取程序会停下，或给出错误数据。请重新复制并核对校验和。</translation>
    </message>
    <message>
        <source>The image decodes, but parts of its content are damaged; loaders fill them with stripes or grey. The model learns from them as from any other. Copy the image again.</source>
        <translation>图像可以解码，但部分内容已损坏，加载代码会用条纹或灰色填充，模型会照样学习它们。请重新复制该图像。</translation>
    </message>
    <message>
        <source>Two columns have the same name. Readers keep the last one, or rename it, so that the script gets another column than you mean. Rename one of them.</source>
        <translation>有两列同名。读取程序会只保留最后一列或自动改名，脚本得到的可能不是您要的列。请重命名其中一列。</translation>
    </message>
    <message>
        <source>Two images or annotations have the same id. Readers keep one of them, and boxes end up on the wrong image. Give each an id of its own.</source>
        <translation>两个图像或标注使用了同一个 id。读取程序只保留其中一个，标注框会落到错误的图像上。请为每一个分配独立的 id。</translation>
    </message>
    <message>
        <source>A sample has nothing in what is trained on. It teaches the model to say nothing, or its loss is not a number. Leave such samples out.</source>
        <translation>样本中用于训练的内容是空的。它会教模型什么都不说，或使损失变成非数值。请去掉这些样本。</translation>
    </message>
    <message>
        <source>The text is not UTF-8, which scripts expect unless told otherwise. Reading stops at the first such line, or letters turn into nonsense. Save a copy as UTF-8, or give the reader the encoding.</source>
        <translation>文本不是 UTF-8，而脚本默认按 UTF-8 读取。读到第一处就会报错，或出现乱码。请另存为 UTF-8 副本，或在读取时指明编码。</translation>
    </message>
    <message>
        <source>One class has many times the samples of another. A model that always answers with the large class looks good and is useless. Weight the classes in the loss or the sampler, and look at each class&apos;s own result.</source>
        <translation>某个类别的样本数是另一个类别的许多倍。总是回答大类的模型看起来很好，实际毫无用处。请在损失或采样器中加权，并分别查看每一类的结果。</translation>
    </message>
    <message>
        <source>The same bytes lie in two splits, perhaps under another name. The result on the second split flatters, since the model has seen the answers. Remove them from one of the splits.</source>
        <translation>同样的数据出现在两个划分中，可能换了名称。模型已经见过答案，第二个划分上的结果会虚高。请从其中一个划分移除。</translation>
    </message>
    <message>
        <source>A list, table or label file names files that are not there. The script would stop at the first of them, perhaps in the middle of an epoch. Add the files, or take the entries out of a copy of the list.</source>
        <translation>列表、表格或标注文件提到了不存在的文件。脚本会在遇到第一个时停下，可能正好在一轮的中间。请补上这些文件，或在列表副本中去掉这些条目。</translation>
    </message>
    <message>
        <source>Nearly all records have a key that some lack, often for a slip in its name. A script that reads it stops there. Add the key or correct its name in a copy.</source>
        <translation>几乎所有记录都有的键，个别记录却没有，多半是键名写错了。脚本读到那里就会停下。请在副本中补上或改正键名。</translation>
    </message>
    <message>
        <source>An image has no label file and counts as background: nothing is on it. That is often meant, and sometimes a label file that was forgotten.</source>
        <translation>图像没有对应的标注文件，会被当作背景，即上面什么都没有。这往往是有意的，有时则是漏了标注。</translation>
    </message>
    <message>
        <source>A value is blank, not a number or infinite. One of them in a batch makes the loss NaN, and from then on all weights. Fill them in or leave the rows out.</source>
        <translation>有值为空、不是数或为无穷大。一个批次中只要有一个，损失就会变成 NaN，随后所有权重也是。请填补这些值，或去掉这些行。</translation>
    </message>
    <message>
        <source>A batch needs the same channels in all images. Grey, palette, CMYK or transparent ones among RGB end training at the first batch that has one of them. Convert each image when loading.</source>
        <translation>同一批次的图像必须通道一致。RGB 中混入灰度、调色板、CMYK 或带透明通道的图像，训练会在遇到它们的第一个批次停下。请在加载时统一转换。</translation>
    </message>
    <message>
        <source>The images have different sizes, and nothing in the script resizes or crops them. A batch of them cannot be put together. Bring them to one size when loading.</source>
        <translation>图像大小不一，而脚本没有缩放或裁剪，无法组成批次。请在加载时统一大小。</translation>
    </message>
    <message>
        <source>The same key holds numbers here and text or lists there. Loaders that build typed columns refuse the file, others fail in the middle of training. Give all records the same shape.</source>
        <translation>同一个键在这里是数字，在那里却是文本或列表。按列定类型的加载程序会拒绝整个文件，其他程序则会在训练途中出错。请让所有记录保持同样的结构。</translation>
    </message>
    <message>
        <source>Images of two splits look almost the same: perhaps copies in another size or compression, perhaps just similar. Copies flatter the result, so have a look at them.</source>
        <translation>两个划分中有看起来几乎一样的图像：可能是换了大小或压缩方式的副本，也可能只是相似。副本会使结果虚高，请查看一下。</translation>
    </message>
    <message>
        <source>The file holds pickled Python objects, which NumPy refuses to load since they may run code. It often comes from lists of different lengths. Save it again as plain numbers.</source>
        <translation>文件中保存的是序列化的 Python 对象，可能会执行代码，NumPy 默认拒绝加载。通常是长度不一的列表造成的。请重新保存为纯数字。</translation>
    </message>
    <message>
        <source>A label file has no image of the same name, so that it is never read. Often the image was forgotten or renamed.</source>
        <translation>标注文件没有同名图像，永远不会被读取。通常是图像漏了或改了名。</translation>
    </message>
    <message>
        <source>A row of the table has more or fewer cells than the header. Readers stop there, or move values into the wrong column. Mostly a cell holds the delimiter and needs quotes.</source>
        <translation>表格中某些行的单元格数与表头不同。读取程序会停下，或把值错位到别的列。多半是单元格内含分隔符，需要加引号。</translation>
    </message>
    <message>
        <source>Everything has the same label, so there is nothing to tell apart, and the accuracy is perfect from the first step. Mostly the input points at the wrong folder or column.</source>
        <translation>所有样本都是同一个标签，没有可区分的内容，准确率从第一步起就是满分。多半是输入指错了文件夹或列。</translation>
    </message>
    <message>
        <source>A link leads back to a folder that it lies in. Loaders that follow links read the same files again and again, or never end. Remove the link.</source>
        <translation>链接指回了它所在的上级文件夹。会跟随链接的加载程序将反复读取同样的文件，甚至永不结束。请删除该链接。</translation>
    </message>
    <message>
        <source>The file ends before what it announces: a copy or download was cut off. Readers stop there, often at the end of an epoch. Copy it again.</source>
        <translation>文件在其声明的长度之前就结束了：复制或下载中断。读取程序会停下，往往在一轮快结束时。请重新复制。</translation>
    </message>
    <message>
        <source>An annotation names an image or a category that the file does not list. Readers stop, or drop it without a word. Add what it names, or remove the annotation.</source>
        <translation>标注引用了文件中没有列出的图像或类别。读取程序会停下，或悄悄丢弃。请补上所引用的内容，或删除该标注。</translation>
    </message>
    <message>
        <source>Blanks, characters beyond ASCII, signs with a meaning in shells or addresses, or very long names are fine here, but some readers, archives and storage services stumble over them. Rename them in a copy of the data, and keep a list of the old and new names.</source>
        <translation>名称中有空格、非 ASCII 字符、在命令行或网址中有特殊含义的符号，或过长。在本机没有问题，但某些读取程序、打包工具和存储服务会出错。请在数据的副本中改名，并保留新旧名称对照表。</translation>
    </message>
    <message>
        <source>In the rehearsal the script could not save, or could not load what it had saved, or filled the disk with it. Correct how it saves and loads, and rehearse again.</source>
        <translation>预演时脚本无法保存、无法加载自己保存的内容，或者写满了磁盘。请改正保存和加载的方式，然后重新预演。</translation>
    </message>
    <message>
        <source>In the rehearsal the script could not read its data: a file that is not there, a broken image, a key or a label that does not fit. Compare the paths and names that the script expects with those of the input.</source>
        <translation>预演时脚本读不了数据：文件不存在、图片损坏，或者键、标签对不上。请核对脚本期望的路径和名称与输入是否一致。</translation>
    </message>
    <message>
        <source>Your own script was started here in a copy, and ended with an error. Its last words are in the finding. The real run would end the same way, after it was paid for. Correct the script and rehearse again.</source>
        <translation>您的脚本在本机的副本里启动后出错退出，最后的输出写在问题里。真正运行时会以同样的方式失败，而且已经付了费。请改正脚本后重新预演。</translation>
    </message>
    <message>
        <source>The script printed no loss that the log reader understands, so the monitor would have no curve, and nothing could tell a good run from a bad one. Print the loss with its step and flush it, or teach the monitor a pattern.</source>
        <translation>脚本没有打印日志读取器能识别的损失，监控页面不会有曲线，也就无法分辨运行得好不好。请打印损失和步数并立即刷新，或教给监控一个匹配模式。</translation>
    </message>
    <message>
        <source>In the rehearsal the script ran out of memory, or had to be ended because it took nearly all of this machine&apos;s. Use a smaller batch, fewer loader workers, or a machine with more memory.</source>
        <translation>预演时脚本内存不足，或因占用了本机几乎全部内存而被终止。请使用更小的批大小、更少的数据加载进程，或内存更大的机器。</translation>
    </message>
    <message>
        <source>In the rehearsal a training step of the script failed: shapes that do not fit together, or values that cannot be computed with. The finding has the framework&apos;s own words. The real run would fail at the same place.</source>
        <translation>预演时脚本的训练步失败：形状对不上，或出现无法计算的值。问题里有框架的原话。真正运行时会在同一处失败。</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message numerus="yes">
        <source>%1 And %n more of this kind.</source>
        <translation>
            <numerusform>%1 同类问题还有 %n 个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForecastRules</name>
    <message>
        <source>Set training.batch_size to at most %1.</source>
        <translation>把 training.batch_size 设为不超过 %1。</translation>
    </message>
    <message>
        <source>Each of these makes it fit: %1.</source>
        <translation>以下任意一项改动都能放下：%1。</translation>
    </message>
    <message>
        <source>Flavors that fit, the cheapest first: %1.</source>
        <translation>放得下的规格（从便宜到贵）：%1。</translation>
    </message>
    <message>
        <source>Use a smaller batch, activation checkpointing, LoRA, a smaller model, or a flavor with a larger card.</source>
        <translation>请减小批大小、使用激活重计算或 LoRA、换小一些的模型，或选用显存更大的规格。</translation>
    </message>
    <message>
        <source>A training step needs %1 (%2 to %3) on the card, and %4 has %5 to use: it would end out of memory.</source>
        <translation>一个训练步需要 %1 显存（%2 到 %3），而 %4 可用的只有 %5：会显存溢出。</translation>
    </message>
    <message>
        <source>A training step needs %1 on the card, by the upper estimate %2, and %3 has %4 to use: it may end out of memory.</source>
        <translation>一个训练步需要 %1 显存，按上限估计为 %2，而 %3 可用的有 %4：可能显存溢出。</translation>
    </message>
    <message>
        <source>Set checkpoints.keep to at most %1, or choose a flavor with a larger disk.</source>
        <translation>把 checkpoints.keep 设为不超过 %1，或选用磁盘更大的规格。</translation>
    </message>
    <message>
        <source>Choose a flavor with a larger disk.</source>
        <translation>请选用磁盘更大的规格。</translation>
    </message>
    <message>
        <source>%1 checkpoints of %2 each are kept, and the disk of %3 has %4.</source>
        <translation>要保留 %1 个检查点，每个 %2，而 %3 的磁盘只有 %4。</translation>
    </message>
    <message>
        <source>%1 checkpoints of %2 each fill the disk of %3 (%4): there is no room to write the next one.</source>
        <translation>%1 个各 %2 的检查点会占满 %3 的磁盘（%4），没有空间写入下一个。</translation>
    </message>
    <message>
        <source>The training processes of one node need about %1 of main memory, and %2 has %3.</source>
        <translation>一个节点上的训练进程约需 %1 内存，而 %2 只有 %3。</translation>
    </message>
    <message>
        <source>Use fewer loader workers, build the model on the card, or choose a flavor with more RAM.</source>
        <translation>请减少数据加载进程、直接在卡上创建模型，或选用内存更大的规格。</translation>
    </message>
</context>
<context>
    <name>ImportRules</name>
    <message>
        <source>Whether the module %1 is installed</source>
        <translation>模块 %1 是否已安装</translation>
    </message>
    <message>
        <source>The requirements name files or addresses that may bring it.</source>
        <translation>依赖清单引用了其他文件或地址，它们可能会安装该模块。</translation>
    </message>
    <message>
        <source>What %1 brings along is not known here.</source>
        <translation>尚不清楚 %1 会一并安装哪些包。</translation>
    </message>
    <message>
        <source>The script imports %1, but neither the image %2 nor the requirements bring it.</source>
        <translation>脚本导入了 %1，但镜像 %2 和依赖清单都不提供它。</translation>
    </message>
    <message>
        <source>Add %1 to the requirements file.</source>
        <translation>请把 %1 加入依赖清单文件。</translation>
    </message>
    <message>
        <source>“%1” needs Python %2, but the image has %3.</source>
        <translation>“%1”需要 Python %2，但镜像中是 %3。</translation>
    </message>
    <message>
        <source>Choose an image with Python %1 or newer, or write it in the older form.</source>
        <translation>请选择 Python %1 或更新版本的镜像，或改用旧写法。</translation>
    </message>
    <message>
        <source>The module %1 is there from Python %2 on, but the image has %3.</source>
        <translation>模块 %1 自 Python %2 起才有，但镜像中是 %3。</translation>
    </message>
    <message>
        <source>Choose an image with Python %1 or newer.</source>
        <translation>请选择 Python %1 或更新版本的镜像。</translation>
    </message>
    <message>
        <source>The module %1 is gone from Python %2 on, and the image has %3.</source>
        <translation>模块 %1 自 Python %2 起已被移除，而镜像中是 %3。</translation>
    </message>
    <message>
        <source>Choose an image with a Python below %1, or replace the module.</source>
        <translation>请选择 Python 低于 %1 的镜像，或换用其他模块。</translation>
    </message>
    <message>
        <source>The imports of the remaining modules</source>
        <translation>其余模块的导入</translation>
    </message>
    <message numerus="yes">
        <source>The script has more than %n modules of its own.</source>
        <translation>
            <numerusform>脚本自己的模块超过 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is the name of the import; the package is called %2.</source>
        <translation>“%1”是导入时用的名字，包的名字是 %2。</translation>
    </message>
    <message>
        <source>Write %1 instead of %2.</source>
        <translation>请写 %1，不要写 %2。</translation>
    </message>
    <message>
        <source>The script&apos;s imports</source>
        <translation>脚本的导入</translation>
    </message>
    <message>
        <source>The imports of %1</source>
        <translation>%1 的导入</translation>
    </message>
    <message>
        <source>Python %1 here cannot read its line %2: %3.</source>
        <translation>本机的 Python %1 无法解析第 %2 行：%3。</translation>
    </message>
    <message>
        <source>Python %1 cannot read line %2 of %3: %4.</source>
        <translation>Python %1 无法解析 %3 的第 %2 行：%4。</translation>
    </message>
    <message>
        <source>Correct the line, or choose an interpreter that knows its syntax.</source>
        <translation>请更正这一行，或选择支持该语法的解释器。</translation>
    </message>
    <message>
        <source>Whether the imported modules are installed</source>
        <translation>导入的模块是否已安装</translation>
    </message>
    <message>
        <source>The script imports %1, but %2 does not have it.</source>
        <translation>脚本导入了 %1，但 %2 中没有安装。</translation>
    </message>
    <message>
        <source>Install the package %1 for this interpreter, or choose another interpreter in Settings.</source>
        <translation>请为该解释器安装 %1 包，或在“设置”中选择其他解释器。</translation>
    </message>
    <message>
        <source>The Python of the profile %1, %2, is not on this machine or cannot be executed.</source>
        <translation>配置 %1 的 Python（%2）在本机上不存在，或无法执行。</translation>
    </message>
    <message>
        <source>Set “interpreter” of the profile %1 in profiles.yaml to a Python 3 of this machine, such as /usr/bin/python3.</source>
        <translation>请在 profiles.yaml 中把配置 %1 的“interpreter”设为本机上的 Python 3，例如 /usr/bin/python3。</translation>
    </message>
    <message>
        <source>%1 needs %2, which the image %3 does not have: its import would fail.</source>
        <translation>%1 需要 %2，而镜像 %3 中没有，导入时会失败。</translation>
    </message>
    <message>
        <source>Use %1: it needs no graphics libraries.</source>
        <translation>请改用 %1，它不需要图形库。</translation>
    </message>
    <message>
        <source>Choose an image that has %1, or install it before the script starts.</source>
        <translation>请选择带有 %1 的镜像，或在脚本启动前安装。</translation>
    </message>
</context>
<context>
    <name>JobDocument</name>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>Start from a template: trainyard init FOLDER writes a complete job.</source>
        <translation>请从模板开始：trainyard init 文件夹 会写出一份完整的任务定义。</translation>
    </message>
    <message>
        <source>The file holds a list, but a job is a mapping of keys.</source>
        <translation>文件内容是一个列表，而任务定义应由键和值组成。</translation>
    </message>
    <message>
        <source>The file holds one text, but a job is a mapping of keys.</source>
        <translation>文件内容只是一段文本，而任务定义应由键和值组成。</translation>
    </message>
    <message>
        <source>Write keys with values, such as “name: first-run”.</source>
        <translation>请写成键和值，例如“name: first-run”。</translation>
    </message>
    <message>
        <source>%1 is a link that leads nowhere.</source>
        <translation>%1 是一个失效的链接。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>Check the name; the folder %1 is there.</source>
        <translation>请检查文件名；文件夹 %1 是存在的。</translation>
    </message>
    <message>
        <source>Check the path: the folder %1 is not there either.</source>
        <translation>请检查路径：文件夹 %1 也不存在。</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 是一个文件夹。</translation>
    </message>
    <message>
        <source>Name the job file in it, such as %1/job.yaml.</source>
        <translation>请指定其中的任务定义文件，例如 %1/job.yaml。</translation>
    </message>
    <message>
        <source>%1 is no regular file.</source>
        <translation>%1 不是普通文件。</translation>
    </message>
    <message>
        <source>Name a job file.</source>
        <translation>请指定任务定义文件。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>Check the rights of the file.</source>
        <translation>请检查文件的权限。</translation>
    </message>
</context>
<context>
    <name>JobEdits</name>
    <message>
        <source>%1 cannot be set to %2 here.</source>
        <translation>这里无法把 %1 设为 %2。</translation>
    </message>
</context>
<context>
    <name>JobFieldRules</name>
    <message>
        <source>The data of input %1</source>
        <translation>输入 %1 的数据</translation>
    </message>
    <message>
        <source>%1 lies on the platform, not on this machine.</source>
        <translation>%1 在平台上，不在本机。</translation>
    </message>
    <message>
        <source>The data of input %1 is not there: %2 does not exist.</source>
        <translation>找不到输入 %1 的数据：%2 不存在。</translation>
    </message>
    <message>
        <source>Set %1 to the folder or file that holds the data. Paths start at the folder of job.yaml.</source>
        <translation>请把 %1 设为数据所在的文件夹或文件。路径从 job.yaml 所在的文件夹算起。</translation>
    </message>
    <message>
        <source>A spot machine can be taken away at any time, and the job says nothing about checkpoints.</source>
        <translation>竞价实例随时可能被收回，而任务没有设置检查点。</translation>
    </message>
    <message>
        <source>Add a checkpoints section that names an output and a number of steps.</source>
        <translation>请添加 checkpoints 部分，指定一个输出和保存间隔的步数。</translation>
    </message>
    <message>
        <source>Checkpoints go to %1, which does not outlive the job on this platform.</source>
        <translation>检查点写到 %1，而在该平台上这里的内容不会在任务结束后保留。</translation>
    </message>
    <message>
        <source>Set %1 to an output: %2.</source>
        <translation>请把 %1 设为某个输出：%2。</translation>
    </message>
    <message>
        <source>%1 is “%2”, which is no output&apos;s name, so it is taken for a path.</source>
        <translation>%1 为“%2”，不是任何输出的名字，因此会被当作路径。</translation>
    </message>
    <message>
        <source>Did you mean the output “%1”?</source>
        <translation>您是不是想写输出“%1”？</translation>
    </message>
    <message>
        <source>max_cost %1 is used up after %2, before max_duration %3: the job costs %4 an hour.</source>
        <translation>max_cost %1 在 %2 后就会用完，早于 max_duration %3：该任务每小时花费 %4。</translation>
    </message>
    <message>
        <source>Set limits.max_cost to %1, or limits.max_duration to %2.</source>
        <translation>请把 limits.max_cost 设为 %1，或把 limits.max_duration 设为 %2。</translation>
    </message>
    <message>
        <source>The image %1 has code for %2, but the card of %3 (%4) is %5: no kernel would start.</source>
        <translation>镜像 %1 只含 %2 的代码，而 %3 的加速卡（%4）是 %5：任何算子都无法启动。</translation>
    </message>
    <message>
        <source>Choose an image built for %1, or a flavor with another card.</source>
        <translation>请选择为 %1 构建的镜像，或换用其他加速卡的规格。</translation>
    </message>
    <message>
        <source>%1 starts %2 processes, but %3 has %4 cards for them.</source>
        <translation>%1 启动 %2 个进程，而 %3 可供使用的卡是 %4 张。</translation>
    </message>
    <message>
        <source>Start one process for each card: %1.</source>
        <translation>请为每张卡启动一个进程：%1 个。</translation>
    </message>
    <message>
        <source>The command fixes port %1: a second job on the same machine could not start.</source>
        <translation>启动命令写死了端口 %1：同一台机器上的第二个任务将无法启动。</translation>
    </message>
    <message>
        <source>Leave the port out, or let the launcher choose: --standalone, or port 0.</source>
        <translation>请去掉端口，或让启动器自行选择：--standalone，或端口 0。</translation>
    </message>
    <message>
        <source>%1 is %2, but the script gets %3 as %4: what the dry-run measures is not what runs.</source>
        <translation>%1 是 %2，而脚本收到的 %4 是 %3：试跑测的并不是实际要跑的。</translation>
    </message>
    <message>
        <source>Write ${parameters.%1} as %2, so that they cannot differ.</source>
        <translation>把 %2 写成 ${parameters.%1}，两者就不会再不一致。</translation>
    </message>
</context>
<context>
    <name>JobRules</name>
    <message>
        <source>%1 names none of %2.</source>
        <translation>%1 中没有指定 %2 里的任何一项。</translation>
    </message>
    <message>
        <source>Add one of %1 to %2.</source>
        <translation>请在 %2 中添加以下之一：%1。</translation>
    </message>
    <message>
        <source>%1 stand together, but only one of them can count.</source>
        <translation>%1 同时出现，但只能有一个生效。</translation>
    </message>
    <message>
        <source>Keep one of %1.</source>
        <translation>请只保留以下之一：%1。</translation>
    </message>
    <message>
        <source>code.directory is missing: only a preset needs no code.</source>
        <translation>缺少 code.directory：只有预置训练器不需要代码。</translation>
    </message>
    <message>
        <source>Add code.directory with the folder that holds the script.</source>
        <translation>请添加 code.directory，指向脚本所在的文件夹。</translation>
    </message>
    <message>
        <source>Rename it, for example to data_url.</source>
        <translation>请改名，例如改为 data_url。</translation>
    </message>
    <message>
        <source>“%1” is the name of %2 as well.</source>
        <translation>“%1”同时也是 %2 的名字。</translation>
    </message>
    <message>
        <source>Give each input and output a name of its own.</source>
        <translation>请为每个输入和输出取不同的名字。</translation>
    </message>
    <message>
        <source>“%1” is a parameter as well; the script would get --%1 twice.</source>
        <translation>“%1”同时也是一个超参，脚本会收到两次 --%1。</translation>
    </message>
    <message>
        <source>Remove the parameter %1, or rename one of the two.</source>
        <translation>请删除超参 %1，或给其中一个改名。</translation>
    </message>
    <message>
        <source>Use letters, digits, “-”, “_” and “.”, such as my-first-run.</source>
        <translation>请使用字母、数字、“-”、“_”和“.”，例如 my-first-run。</translation>
    </message>
    <message>
        <source>Write the name as the script defines it, without leading “--”.</source>
        <translation>请按脚本中的定义书写名字，不带开头的“--”。</translation>
    </message>
    <message>
        <source>Use letters, digits and “_”, such as OMP_NUM_THREADS.</source>
        <translation>请使用字母、数字和“_”，例如 OMP_NUM_THREADS。</translation>
    </message>
    <message>
        <source>outputs is empty: nothing the job makes would be kept.</source>
        <translation>outputs 是空的：任务的产物都不会保留。</translation>
    </message>
    <message>
        <source>Add an output, such as {name: train_url, destination: output}.</source>
        <translation>请添加一个输出，例如 {name: train_url, destination: output}。</translation>
    </message>
    <message numerus="yes">
        <source>The job&apos;s name is longer than %n characters; it names folders.</source>
        <translation>
            <numerusform>任务名超过 %n 个字符，而它会用作文件夹名。</numerusform>
        </translation>
    </message>
    <message>
        <source>The job&apos;s name “%1” cannot name a folder and an argument.</source>
        <translation>任务名“%1”不能用作文件夹名和参数。</translation>
    </message>
    <message>
        <source>A name is empty.</source>
        <translation>名字是空的。</translation>
    </message>
    <message>
        <source>The name “%1…” is longer than %2 characters.</source>
        <translation>名字“%1…”超过 %2 个字符。</translation>
    </message>
    <message>
        <source>The name “%1” starts with a hyphen; the two of --NAME are added by themselves.</source>
        <translation>名字“%1”以连字符开头；--NAME 的两个连字符会自动加上。</translation>
    </message>
    <message>
        <source>The name “%1” cannot be an argument: it holds a blank, a quote, a backslash or “=”.</source>
        <translation>名字“%1”不能用作参数：其中有空格、引号、反斜杠或“=”。</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of an environment variable.</source>
        <translation>“%1”不能用作环境变量名。</translation>
    </message>
    <message>
        <source>%1 is “%2”, which Trainyard does not know.</source>
        <translation>%1 的值为“%2”，Trainyard 不认识这个名称。</translation>
    </message>
    <message>
        <source>Did you mean “%1”? Known are %2.</source>
        <translation>您是不是想写“%1”？已知的名称有：%2。</translation>
    </message>
</context>
<context>
    <name>LoaderRules</name>
    <message>
        <source>Use fewer workers or a smaller batch, or give the job a larger /dev/shm.</source>
        <translation>请减少加载进程或批大小，或为任务配置更大的 /dev/shm。</translation>
    </message>
    <message>
        <source>%1 loader workers keep %2 of batches in /dev/shm, and %3 has %4 there: they would be killed with a bus error.</source>
        <translation>%1 个数据加载进程会在 /dev/shm 里放 %2 的批次，而 %3 那里只有 %4：它们会因总线错误被杀掉。</translation>
    </message>
    <message>
        <source>%1 loader workers keep %2 of batches in /dev/shm. Its size on %3 is not known; containers have 64 MiB unless told otherwise.</source>
        <translation>%1 个数据加载进程会在 /dev/shm 里放 %2 的批次。%3 的 /dev/shm 大小未知；容器若未另行设置，只有 64 MiB。</translation>
    </message>
    <message>
        <source>Each of %1 processes starts %2 loader workers, and %3 has %4 CPUs.</source>
        <translation>%1 个训练进程各启动 %2 个数据加载进程，而 %3 有 %4 个 CPU 核。</translation>
    </message>
    <message>
        <source>The loader starts %1 workers, and %2 has %3 CPUs: more only get in each other&apos;s way.</source>
        <translation>数据加载启动 %1 个进程，而 %2 有 %3 个 CPU 核：多出来的只会互相妨碍。</translation>
    </message>
    <message>
        <source>Use at most %1 workers.</source>
        <translation>最多使用 %1 个加载进程。</translation>
    </message>
</context>
<context>
    <name>LogPattern</name>
    <message>
        <source>The pattern is longer than %1 characters.</source>
        <translation>匹配规则超过 %1 个字符。</translation>
    </message>
    <message>
        <source>Keep only the words around the number.</source>
        <translation>只保留数字前后的文字。</translation>
    </message>
    <message>
        <source>The pattern is no regular expression: %1, at character %2, before “%3”.</source>
        <translation>匹配规则不是正确的正则表达式：%1（第 %2 个字符，“%3”之前）。</translation>
    </message>
    <message>
        <source>Correct it there; a character that stands for itself, such as ( or [, is written with a backslash before it.</source>
        <translation>请在该处改正；( 和 [ 之类的字符若表示其本身，前面要加反斜杠。</translation>
    </message>
    <message>
        <source>The pattern names a group “%1”, which means nothing here.</source>
        <translation>匹配规则里的分组“%1”没有含义。</translation>
    </message>
    <message>
        <source>Known groups are %1.</source>
        <translation>可用的分组有 %1。</translation>
    </message>
    <message>
        <source>The pattern does not say which number is meant.</source>
        <translation>匹配规则没有指明取哪个数字。</translation>
    </message>
    <message>
        <source>Put the number into a group: (?&lt;value&gt;[-+.\deE]+)</source>
        <translation>请把数字放进分组：(?&lt;value&gt;[-+.\deE]+)</translation>
    </message>
</context>
<context>
    <name>ModelRules</name>
    <message>
        <source>%1 has token ids up to %2 (“%3”), but the model has %4 embedding rows, for the ids 0 to %5: the first such token ends in an index error.</source>
        <translation>%1 中的词元编号最大为 %2（“%3”），但模型的词嵌入只有 %4 行，对应编号 0 到 %5：遇到第一个这样的词元就会索引越界。</translation>
    </message>
    <message>
        <source>Call model.resize_token_embeddings(len(tokenizer)), or set vocab_size to %1 where the model is trained from the start.</source>
        <translation>请调用 model.resize_token_embeddings(len(tokenizer))；如果是从头训练，请把 vocab_size 设为 %1。</translation>
    </message>
    <message>
        <source>Set the sequence length to %1 or less.</source>
        <translation>请把序列长度设为不超过 %1。</translation>
    </message>
    <message>
        <source>A sequence has %1 tokens, but the model of %2 has a table of %3 positions: training stops with an index error.</source>
        <translation>序列有 %1 个词元，但 %2 的模型的位置表只有 %3 个位置，训练会因索引越界而停止。</translation>
    </message>
    <message>
        <source>A sequence has %1 tokens, but the model of %2 is made for %3 positions: beyond them it only guesses.</source>
        <translation>序列有 %1 个词元，但 %2 的模型是按 %3 个位置训练的，超出部分效果没有保证。</translation>
    </message>
    <message>
        <source>Or add rope_scaling to the configuration.</source>
        <translation>或在配置中加入 rope_scaling。</translation>
    </message>
    <message>
        <source>The weights of %1 were made in bfloat16. Their values may be larger than 65504, where %2 becomes infinite.</source>
        <translation>%1 的权重是用 bfloat16 训练的，其中的数值可能大于 65504，在 %2 下会变成无穷大。</translation>
    </message>
    <message>
        <source>Models of the family %1 have values above 65504, where %2 becomes infinite.</source>
        <translation>%1 系列模型的数值会超过 65504，在 %2 下会变成无穷大。</translation>
    </message>
    <message>
        <source>Use fp32: %1 has no bf16. Or choose a card that has.</source>
        <translation>请使用 fp32：%1 不支持 bf16。或换一张支持的卡。</translation>
    </message>
    <message>
        <source>Use bf16 (amp-bf16), which has the range of fp32.</source>
        <translation>请使用 bf16（amp-bf16），它的数值范围与 fp32 相同。</translation>
    </message>
    <message>
        <source>%1 needs compute capability 8.0, but the card of %2 (%3) is %4.</source>
        <translation>%1 需要计算能力 8.0，但 %2 的卡（%3）是 %4。</translation>
    </message>
    <message>
        <source>Use fp16 with loss scaling (amp-fp16), or choose a card from A100 or RTX 30 on.</source>
        <translation>请使用带损失缩放的 fp16（amp-fp16），或选择 A100、RTX 30 系列及更新的卡。</translation>
    </message>
    <message>
        <source>It would be slow there, or refused.</source>
        <translation>在这张卡上会很慢，或被拒绝。</translation>
    </message>
</context>
<context>
    <name>NameRules</name>
    <message>
        <source>Did you mean “%1”? Set %2 to one of %3.</source>
        <translation>您是不是想写“%1”？%2 可以是：%3。</translation>
    </message>
    <message>
        <source>Set %1 to one of %2, or add it to %3.</source>
        <translation>请把 %1 设为以下之一：%2；或把它加入 %3。</translation>
    </message>
    <message>
        <source>The flavor %1</source>
        <translation>规格 %1</translation>
    </message>
    <message>
        <source>The platform&apos;s flavors are not known here.</source>
        <translation>此处不知道该平台有哪些规格。</translation>
    </message>
    <message>
        <source>There is no flavor “%1” on %2.</source>
        <translation>%2 上没有规格“%1”。</translation>
    </message>
    <message>
        <source>There is no profile “%1”.</source>
        <translation>没有名为“%1”的平台配置。</translation>
    </message>
    <message>
        <source>Everything that depends on the platform</source>
        <translation>一切与平台有关的内容</translation>
    </message>
    <message>
        <source>The profile %1 is not known.</source>
        <translation>平台配置 %1 不存在。</translation>
    </message>
    <message>
        <source>The image %1</source>
        <translation>镜像 %1</translation>
    </message>
    <message>
        <source>The catalogue does not say what is in it.</source>
        <translation>目录中没有它的内容信息。</translation>
    </message>
</context>
<context>
    <name>PathRules</name>
    <message>
        <source>%1 is a path of Windows; the job runs on Linux.</source>
        <translation>%1 是 Windows 路径，而作业在 Linux 上运行。</translation>
    </message>
    <message>
        <source>%1 is a folder of this computer, and is not there where the job runs.</source>
        <translation>%1 是这台电脑上的路径，作业运行的地方没有它。</translation>
    </message>
    <message>
        <source>Take the path from an argument, and give the data to the job as an input.</source>
        <translation>请从参数取得路径，并把数据作为输入交给作业。</translation>
    </message>
    <message>
        <source>%1 saves to %2, which is in none of the job&apos;s outputs: it would be lost when the job ends.</source>
        <translation>%1 保存到 %2，它不在作业的任何输出中，作业结束后就会丢失。</translation>
    </message>
    <message>
        <source>Save below the path that the output %1 gives to the script, or copy it there at the end.</source>
        <translation>请保存到输出 %1 传给脚本的路径下，或在结束时复制到那里。</translation>
    </message>
    <message>
        <source>%1 is written with backslashes, which are no folders on Linux.</source>
        <translation>%1 用反斜杠书写，在 Linux 上不表示文件夹。</translation>
    </message>
    <message>
        <source>Write / instead, or use pathlib.</source>
        <translation>请改用 /，或使用 pathlib。</translation>
    </message>
    <message>
        <source>%1 is looked for in the start folder of the job, but it lies in %2.</source>
        <translation>作业会在启动文件夹中查找 %1，但它在 %2。</translation>
    </message>
    <message>
        <source>Anchor it at the script: Path(__file__).parent / &quot;%1&quot;.</source>
        <translation>请以脚本所在位置为准：Path(__file__).parent / &quot;%1&quot;。</translation>
    </message>
    <message>
        <source>%1 is relative, and the job may start in another folder than the code&apos;s.</source>
        <translation>%1 是相对路径，而作业的启动文件夹不一定是代码文件夹。</translation>
    </message>
    <message>
        <source>PyYAML reads %1 as text, not as a number: it wants a dot and a sign in it.</source>
        <translation>PyYAML 会把 %1 读成文本而不是数字：它要求带小数点和正负号。</translation>
    </message>
    <message>
        <source>Write it as 1.0e-4, or convert it with float() in the script.</source>
        <translation>请写成 1.0e-4 的形式，或在脚本中用 float() 转换。</translation>
    </message>
</context>
<context>
    <name>PlatformFile</name>
    <message>
        <source>%1 has no “%2:” at its top.</source>
        <translation>%1 的顶层没有“%2:”。</translation>
    </message>
    <message>
        <source>Put the entries as a list under “%1:”.</source>
        <translation>请把各项以列表形式写在“%1:”之下。</translation>
    </message>
    <message>
        <source>%1 names “%2” twice; the first is used.</source>
        <translation>%1 中“%2”出现了两次，使用第一个。</translation>
    </message>
    <message>
        <source>Give each of them a name of its own.</source>
        <translation>请为它们取不同的名字。</translation>
    </message>
</context>
<context>
    <name>PythonScript</name>
    <message>
        <source>The bundled script %1 is missing.</source>
        <translation>缺少内置脚本 %1。</translation>
    </message>
    <message>
        <source>The Python %1 could not be started.</source>
        <translation>无法启动 Python %1。</translation>
    </message>
    <message>
        <source>The Python %1 did not answer in time.</source>
        <translation>Python %1 未在限定时间内响应。</translation>
    </message>
    <message>
        <source>The Python %1 could not read the script.</source>
        <translation>Python %1 无法读取脚本。</translation>
    </message>
    <message>
        <source>%1 does not answer as a Python 3 does.</source>
        <translation>%1 的响应不像 Python 3。</translation>
    </message>
</context>
<context>
    <name>References</name>
    <message>
        <source>%1 uses ${parameters.%2}, which refers back to itself.</source>
        <translation>%1 使用了 ${parameters.%2}，而它又引用回自身。</translation>
    </message>
    <message>
        <source>Give the parameter %1 a value of its own.</source>
        <translation>请给超参 %1 一个具体的值。</translation>
    </message>
    <message>
        <source>The references in %1 unfold to more than 64 KiB of text.</source>
        <translation>%1 中的引用展开后超过 64 KiB。</translation>
    </message>
    <message>
        <source>Write the value out.</source>
        <translation>请直接写出值。</translation>
    </message>
    <message>
        <source>%1 uses ${parameters.%2}, but there is no parameter %2.</source>
        <translation>%1 使用了 ${parameters.%2}，但没有名为 %2 的超参。</translation>
    </message>
    <message>
        <source>Add %1 to the parameters, or write the value itself.</source>
        <translation>请把 %1 加入超参，或直接写出值。</translation>
    </message>
    <message>
        <source>Did you mean ${parameters.%1}?</source>
        <translation>您是不是想写 ${parameters.%1}？</translation>
    </message>
</context>
<context>
    <name>RuntimeRules</name>
    <message>
        <source>The script reads the variable %1, which nobody sets: it would stop with KeyError.</source>
        <translation>脚本读取变量 %1，但没有人设置它，会因 KeyError 而停止。</translation>
    </message>
    <message>
        <source>Set %1 under environment_variables, or give it a default: os.environ.get(&quot;%1&quot;, ...).</source>
        <translation>请在 environment_variables 中设置 %1，或给它默认值：os.environ.get(&quot;%1&quot;, ...)。</translation>
    </message>
    <message>
        <source>Download it once here, give it to the job as an input, and load it from that path.</source>
        <translation>请先在这里下载一次，作为输入交给作业，再从该路径加载。</translation>
    </message>
    <message>
        <source>The script downloads %1 when it runs, but the profile has no way out to the internet.</source>
        <translation>脚本运行时要下载 %1，但该配置无法访问互联网。</translation>
    </message>
    <message>
        <source>The script downloads %1 when it runs: slow, paid for, and it may fail.</source>
        <translation>脚本运行时要下载 %1：速度慢、照样计费，还可能失败。</translation>
    </message>
    <message>
        <source>Under a condition the script downloads %1 when it runs.</source>
        <translation>在某种条件下，脚本运行时会下载 %1。</translation>
    </message>
    <message>
        <source>%1 wants to reach its server, but the profile has no way out to the internet.</source>
        <translation>%1 要连接它的服务器，但该配置无法访问互联网。</translation>
    </message>
    <message>
        <source>%1 wants to reach its server and a login: without them the job stops or waits.</source>
        <translation>%1 要连接服务器并登录，否则作业会停止或一直等待。</translation>
    </message>
    <message>
        <source>Keep its records in a folder below an output.</source>
        <translation>请把它的记录保存到某个输出下的文件夹。</translation>
    </message>
    <message>
        <source>Set %1 under environment_variables.</source>
        <translation>请在 environment_variables 中设置 %1。</translation>
    </message>
    <message>
        <source>%1 asks for a CUDA card, but %2 has %3.</source>
        <translation>%1 需要 CUDA 卡，但 %2 用的是 %3。</translation>
    </message>
    <message>
        <source>%1 asks for a CUDA card, but %2 has %3, and the script never imports torch_npu.</source>
        <translation>%1 需要 CUDA 卡，但 %2 用的是 %3，而脚本从未导入 torch_npu。</translation>
    </message>
    <message>
        <source>Import torch_npu and use .npu() and &quot;npu&quot;, or import torch_npu.contrib.transfer_to_npu.</source>
        <translation>请导入 torch_npu 并使用 .npu() 和 &quot;npu&quot;，或导入 torch_npu.contrib.transfer_to_npu。</translation>
    </message>
    <message>
        <source>%1 asks for a CUDA card, but the flavor %2 has none.</source>
        <translation>%1 需要 CUDA 卡，但规格 %2 没有。</translation>
    </message>
    <message>
        <source>Choose the device at run time: &quot;cuda&quot; if torch.cuda.is_available() else &quot;cpu&quot;.</source>
        <translation>请在运行时选择设备：&quot;cuda&quot; if torch.cuda.is_available() else &quot;cpu&quot;。</translation>
    </message>
    <message>
        <source>The script fixes port %1: a second job on the same machine could not start.</source>
        <translation>脚本固定使用端口 %1：同一台机器上的第二个作业将无法启动。</translation>
    </message>
    <message>
        <source>Use os.environ.setdefault, or let torchrun choose the port.</source>
        <translation>请改用 os.environ.setdefault，或让 torchrun 选择端口。</translation>
    </message>
    <message>
        <source>checkpoints.resume is on, but nothing in the script loads a checkpoint: a restarted run would begin anew.</source>
        <translation>checkpoints.resume 已开启，但脚本从不加载检查点，重新启动后会从头开始。</translation>
    </message>
    <message>
        <source>Load model, optimizer and step from the newest checkpoint at the start, or set checkpoints.resume to never.</source>
        <translation>请在启动时从最新的检查点加载模型、优化器和步数，或把 checkpoints.resume 设为 never。</translation>
    </message>
</context>
<context>
    <name>ScheduleRules</name>
    <message>
        <source>%1 is %2</source>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>%1 samples in batches of %2, %3 times over</source>
        <translation>%1 个样本，每批 %2 个，共 %3 轮</translation>
    </message>
    <message>
        <source>The first checkpoint would come at step %1, but the job has %2 steps (%3): nothing is saved before the end.</source>
        <translation>第一个检查点要到第 %1 步才会出现，但任务一共只有 %2 步（%3）：结束前什么都不会保存。</translation>
    </message>
    <message>
        <source>Set checkpoints.every_steps to %1 or less.</source>
        <translation>请把 checkpoints.every_steps 设为不超过 %1。</translation>
    </message>
    <message>
        <source>%1 saves when it gets %2, but the shell script that starts it does not hand signals on: it would be ended without saving.</source>
        <translation>%1 收到 %2 时会保存，但启动它的 shell 脚本不转发信号，它会在没有保存的情况下被终止。</translation>
    </message>
    <message>
        <source>Start it with exec, or catch the signal in the shell with trap and hand it on.</source>
        <translation>请用 exec 启动它，或在 shell 中用 trap 捕获信号并转发。</translation>
    </message>
    <message>
        <source>After a restart the loop reads every batch that was trained already, only to skip it: the card waits for that.</source>
        <translation>重新启动后，循环会把训练过的批次逐个读出来再跳过，卡只能干等。</translation>
    </message>
    <message>
        <source>Let the sampler start later: accelerate&apos;s skip_first_batches, or a sampler with the remaining indices.</source>
        <translation>请让采样器从后面开始：使用 accelerate 的 skip_first_batches，或只含剩余索引的采样器。</translation>
    </message>
    <message>
        <source>The checkpoint %1 was written by %2 processes, one part each, but the job has %3: its optimizer states cannot be loaded.</source>
        <translation>检查点 %1 由 %2 个进程各写一份，而任务有 %3 个进程：优化器状态无法加载。</translation>
    </message>
    <message>
        <source>Use %1 cards, or convert the checkpoint first (DeepSpeed: ds_to_universal).</source>
        <translation>请使用 %1 张卡，或先转换检查点（DeepSpeed：ds_to_universal）。</translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>a whole number of at least %1</source>
        <translation>不小于 %1 的整数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number from %1 up to, but not, %2</source>
        <translation>从 %1 到 %2（不含）的数</translation>
    </message>
    <message>
        <source>a number above %1</source>
        <translation>大于 %1 的数</translation>
    </message>
    <message>
        <source>a number of at least %1</source>
        <translation>不小于 %1 的数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a text, such as %1</source>
        <translation>文本，例如 %1</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>以下之一：%1</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a size with its unit, such as 24GiB or 500MB</source>
        <translation>带单位的大小，例如 24GiB 或 500MB</translation>
    </message>
    <message>
        <source>a duration with its unit, such as 90s, 15m, 2h or 1d</source>
        <translation>带单位的时长，例如 90s、15m、2h 或 1d</translation>
    </message>
    <message>
        <source>a list of texts, such as [a, b]</source>
        <translation>文本列表，例如 [a, b]</translation>
    </message>
    <message>
        <source>a list of whole numbers, such as [3, 224, 224]</source>
        <translation>整数列表，例如 [3, 224, 224]</translation>
    </message>
    <message>
        <source>names with values, such as {NAME: value}</source>
        <translation>名字和值，例如 {NAME: value}</translation>
    </message>
    <message>
        <source>names with values, such as {epochs: 5}</source>
        <translation>名字和值，例如 {epochs: 5}</translation>
    </message>
    <message>
        <source>a section of keys with values</source>
        <translation>由键和值组成的一节</translation>
    </message>
    <message>
        <source>a list of entries, each with its own keys</source>
        <translation>由若干项组成的列表，每项有自己的键</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>一个列表</translation>
    </message>
    <message>
        <source>a section of keys</source>
        <translation>由键组成的一节</translation>
    </message>
    <message>
        <source>Line %1 has a key that is no text.</source>
        <translation>第 %1 行的键不是文本。</translation>
    </message>
    <message>
        <source>Write keys as plain words, followed by a colon and a blank.</source>
        <translation>键请写成普通单词，后面跟冒号和空格。</translation>
    </message>
    <message>
        <source>%1 carries the tag “%2”, which means nothing here.</source>
        <translation>%1 带有标签“%2”，它在此处没有意义。</translation>
    </message>
    <message>
        <source>Remove the tag.</source>
        <translation>请删除该标签。</translation>
    </message>
    <message>
        <source>The parameter %1 holds sections or nested lists, which cannot be passed as an argument.</source>
        <translation>超参 %1 含有嵌套的小节或列表，无法作为参数传递。</translation>
    </message>
    <message>
        <source>Give it one value, a list of values, or null for a bare flag.</source>
        <translation>请给它一个值、一个值的列表，或用 null 表示不带值的开关。</translation>
    </message>
    <message>
        <source>%1 is %2, but has to be %3.</source>
        <translation>%1 为%2，但应为%3。</translation>
    </message>
    <message>
        <source>Set %1 to %2.</source>
        <translation>请把 %1 设为%2。</translation>
    </message>
    <message>
        <source>Did you mean “%1”? Set %2 to %3.</source>
        <translation>您是不是想写“%1”？请把 %2 设为%3。</translation>
    </message>
    <message>
        <source>Remove it; docs/job-yaml.md lists the keys there are.</source>
        <translation>请删除它；docs/job-yaml.md 列出了所有可用的键。</translation>
    </message>
    <message>
        <source>Did you mean “%1”?</source>
        <translation>您是不是想写“%1”？</translation>
    </message>
    <message>
        <source>It belongs elsewhere: write it as %1.</source>
        <translation>它应放在别处：请写成 %1。</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>您是不是想写 %1？</translation>
    </message>
    <message>
        <source>%1 is no key of this file.</source>
        <translation>%1 不是该文件可用的键。</translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>缺少 %1。</translation>
    </message>
    <message>
        <source>Add %1: it has to be %2.</source>
        <translation>请添加 %1：应为%2。</translation>
    </message>
    <message>
        <source>a smaller whole number</source>
        <translation>更小的整数</translation>
    </message>
    <message>
        <source>a smaller number</source>
        <translation>更小的数</translation>
    </message>
    <message>
        <source>a size above zero, such as 24GiB or 500MB</source>
        <translation>大于零的容量，例如 24GiB 或 500MB</translation>
    </message>
    <message>
        <source>a smaller size, such as 24GiB or 500MB</source>
        <translation>更小的容量，例如 24GiB 或 500MB</translation>
    </message>
    <message>
        <source>a duration above zero, such as 90s, 15m, 2h or 1d</source>
        <translation>大于零的时长，例如 90s、15m、2h 或 1d</translation>
    </message>
    <message>
        <source>a shorter duration, such as 90s, 15m, 2h or 1d</source>
        <translation>更短的时长，例如 90s、15m、2h 或 1d</translation>
    </message>
    <message>
        <source>a list of words out of %1</source>
        <translation>由 %1 中的词组成的列表</translation>
    </message>
</context>
<context>
    <name>SecretRules</name>
    <message>
        <source>%1 holds a key or password, and would be sent along with the code.</source>
        <translation>%1 中含有密钥或密码，会随代码一起上传。</translation>
    </message>
    <message>
        <source>Take it out of the code directory and make it void where it was issued; read it from an environment variable instead.</source>
        <translation>请把它移出代码目录，并在签发处作废；改为从环境变量读取。</translation>
    </message>
</context>
<context>
    <name>TextDecoding</name>
    <message>
        <source>The file starts like UTF-16, but is broken.</source>
        <translation>文件开头像 UTF-16，但内容已损坏。</translation>
    </message>
    <message>
        <source>The file looks like UTF-16 without a byte-order mark.</source>
        <translation>文件像是不带 BOM 的 UTF-16。</translation>
    </message>
    <message>
        <source>The file is not text: byte %1 is 0x%2.</source>
        <translation>文件不是文本：第 %1 个字节是 0x%2。</translation>
    </message>
    <message>
        <source>The file is not UTF-8: line %1 looks like GBK.</source>
        <translation>文件不是 UTF-8：第 %1 行像是 GBK 编码。</translation>
    </message>
    <message>
        <source>The file is not UTF-8: line %1 holds bytes of another encoding, such as Latin-1.</source>
        <translation>文件不是 UTF-8：第 %1 行含有其他编码（如 Latin-1）的字节。</translation>
    </message>
    <message>
        <source>The file is UTF-32, not UTF-8.</source>
        <translation>该文件是 UTF-32 编码，不是 UTF-8。</translation>
    </message>
</context>
<context>
    <name>Trainyard::JobTableModel</name>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>never run</source>
        <translation>从未运行</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>平台配置</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>上次运行</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>Yaml</name>
    <message>
        <source>An alias refers to the value that it is part of.</source>
        <translation>别名引用了包含它自身的值。</translation>
    </message>
    <message numerus="yes">
        <source>The file holds more than %n values.</source>
        <translation>
            <numerusform>文件中的值超过 %n 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The values are nested more than %n levels deep.</source>
        <translation>
            <numerusform>值的嵌套超过 %n 层。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Aliases unfold to more than %n values.</source>
        <translation>
            <numerusform>别名展开后超过 %n 个值。</numerusform>
        </translation>
    </message>
    <message>
        <source>The indentation does not fit: this line belongs to no mapping above.</source>
        <translation>缩进不对：这一行不属于上面的任何一节。</translation>
    </message>
    <message>
        <source>A { is not closed by }, or a comma is missing between two entries.</source>
        <translation>有 { 没有用 } 闭合，或两项之间缺少逗号。</translation>
    </message>
    <message>
        <source>The indentation does not fit: this line belongs to no list above.</source>
        <translation>缩进不对：这一行不属于上面的任何列表。</translation>
    </message>
    <message>
        <source>A [ is not closed by ], or a comma is missing between two entries.</source>
        <translation>有 [ 没有用 ] 闭合，或两项之间缺少逗号。</translation>
    </message>
    <message>
        <source>There is a } or ] that nothing opened.</source>
        <translation>多出一个没有对应开头的 } 或 ]。</translation>
    </message>
    <message>
        <source>There is a colon where no key can stand: a text that holds “: ” needs quotes, and a key one level of indentation.</source>
        <translation>冒号出现在不能有键的位置：含有“: ”的文本需要加引号，键需要正确缩进。</translation>
    </message>
    <message>
        <source>A list entry (“- ”) stands where none can be.</source>
        <translation>列表项（“- ”）出现在不允许的位置。</translation>
    </message>
    <message>
        <source>An alias (*name) refers to an anchor (&amp;name) that is not defined above.</source>
        <translation>别名（*name）引用了上文没有定义的锚点（&amp;name）。</translation>
    </message>
    <message>
        <source>A value starts with a character that needs quotes, such as @, ` or %.</source>
        <translation>值以需要加引号的字符开头，例如 @、` 或 %。</translation>
    </message>
    <message>
        <source>The line is indented with a tab; YAML allows blanks only.</source>
        <translation>这一行用制表符缩进；YAML 只允许空格。</translation>
    </message>
    <message>
        <source>This is not YAML (%1).</source>
        <translation>这不是 YAML（%1）。</translation>
    </message>
    <message>
        <source>The quoted text in line %1 is not closed.</source>
        <translation>第 %1 行的引号没有闭合。</translation>
    </message>
    <message>
        <source>Add the missing quote at the end of the text.</source>
        <translation>请在文本末尾补上引号。</translation>
    </message>
    <message>
        <source>Line %1 is indented with a tab; YAML allows blanks only.</source>
        <translation>第 %1 行用制表符缩进；YAML 只允许空格。</translation>
    </message>
    <message>
        <source>Replace the tabs at the start of the lines by blanks, two for each level.</source>
        <translation>请把行首的制表符换成空格，每级两个。</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>Look at the lines above line %1.</source>
        <translation>请检查第 %1 行之前的内容。</translation>
    </message>
    <message>
        <source>Look at “%1” and the line above it.</source>
        <translation>请检查“%1”及其上一行。</translation>
    </message>
    <message>
        <source>%1 stands twice, in lines %2 and %3; one of the two would be lost.</source>
        <translation>%1 出现了两次，在第 %2 行和第 %3 行；其中一个会丢失。</translation>
    </message>
    <message>
        <source>Keep one of them, with the values of both.</source>
        <translation>请合并两者的值，只保留一个。</translation>
    </message>
    <message>
        <source>The file is larger than %1, and was not read.</source>
        <translation>文件超过 %1，未读取。</translation>
    </message>
    <message>
        <source>Choose the right file; a job file is a few kilobytes of text.</source>
        <translation>请选择正确的文件；任务定义只是几 KB 的文本。</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 in your editor, or choose the right file.</source>
        <translation>请在编辑器中另存为 UTF-8，或选择正确的文件。</translation>
    </message>
    <message>
        <source>Write the values out, without anchors and aliases.</source>
        <translation>请直接写出各个值，不要使用锚点和别名。</translation>
    </message>
    <message>
        <source>A second document starts at line %1; only the first is read.</source>
        <translation>第 %1 行开始了第二个文档，只读取第一个。</translation>
    </message>
    <message>
        <source>Keep one document to a file: remove the line “---” and what follows it.</source>
        <translation>一个文件只能有一个文档：请删除“---”那一行及其后的内容。</translation>
    </message>
    <message>
        <source>%1 stands twice in line %2; one of the two would be lost.</source>
        <translation>%1 在第 %2 行出现了两次，其中一个会丢失。</translation>
    </message>
</context>
</TS>
