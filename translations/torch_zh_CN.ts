<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Checkpoint</name>
    <message>
        <source>The checkpoint %1 cannot be used: %2.</source>
        <translation>检查点 %1 无法使用：%2。</translation>
    </message>
    <message>
        <source>it is cut off or damaged</source>
        <translation>文件不完整或已损坏</translation>
    </message>
    <message>
        <source>The checkpoint %1 belongs to another network: %2.</source>
        <translation>检查点 %1 属于另一个网络：%2。</translation>
    </message>
    <message>
        <source>it has %1 tensors, not %2</source>
        <translation>它有 %1 个张量，而不是 %2 个</translation>
    </message>
    <message>
        <source>%1 differs</source>
        <translation>%1 不一致</translation>
    </message>
    <message>
        <source>The checkpoint %1 could not be saved: %2.</source>
        <translation>检查点 %1 保存失败：%2。</translation>
    </message>
</context>
<context>
    <name>DryRunRequest</name>
    <message>
        <source>The request is no JSON object: %1.</source>
        <translation>请求不是 JSON 对象：%1。</translation>
    </message>
    <message>
        <source>The request needs job_file, job_folder and scratch.</source>
        <translation>请求中缺少 job_file、job_folder 或 scratch。</translation>
    </message>
    <message>
        <source>steps and max_seconds must be above zero.</source>
        <translation>steps 和 max_seconds 必须大于零。</translation>
    </message>
</context>
<context>
    <name>ImageDecoder</name>
    <message>
        <source>The image %1 cannot be read: %2.</source>
        <translation>图片 %1 无法读取：%2。</translation>
    </message>
    <message>
        <source>The image %1 cannot be decoded: %2. Replace it or remove it.</source>
        <translation>图片 %1 无法解码：%2。请替换或删除它。</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>it is no image of a known format</source>
        <translation>不是任何已知格式的图片</translation>
    </message>
    <message>
        <source>the file is cut off</source>
        <translation>文件不完整</translation>
    </message>
</context>
<context>
    <name>ImageFolder</name>
    <message>
        <source>%1 has no class folders: put the images of each class into a folder of its own.</source>
        <translation>%1 中没有类别文件夹：请把每个类别的图片放入各自的文件夹。</translation>
    </message>
    <message>
        <source>The class folder %1 has no image that can be loaded: fill it or remove it.</source>
        <translation>类别文件夹 %1 中没有可加载的图片：请放入图片或删除该文件夹。</translation>
    </message>
    <message>
        <source>%1 lacks classes that %2 has: %3. Both need the same class folders.</source>
        <translation>%1 缺少 %2 中已有的类别：%3。两者的类别文件夹必须相同。</translation>
    </message>
    <message>
        <source>%1 has classes that %2 lacks: %3. Both need the same class folders.</source>
        <translation>%1 中有 %2 没有的类别：%3。两者的类别文件夹必须相同。</translation>
    </message>
    <message>
        <source>The data folder %1 does not exist.</source>
        <translation>数据文件夹 %1 不存在。</translation>
    </message>
    <message>
        <source>%1 is a file, not a folder of images.</source>
        <translation>%1 是文件，不是图片文件夹。</translation>
    </message>
    <message>
        <source>The data folder %1 may not be read.</source>
        <translation>没有读取数据文件夹 %1 的权限。</translation>
    </message>
    <message>
        <source>%1 holds images, not class folders: name the folder above it.</source>
        <translation>%1 中直接是图片，没有类别文件夹：请改为指定它的上一级文件夹。</translation>
    </message>
    <message>
        <source>%1 has a single class, %2: there is nothing to tell apart.</source>
        <translation>%1 只有一个类别 %2，没有可以区分的内容。</translation>
    </message>
    <message>
        <source>The class folder %1 may not be read.</source>
        <translation>没有读取类别文件夹 %1 的权限。</translation>
    </message>
</context>
<context>
    <name>ModelFactory</name>
    <message>
        <source>The model file %1 does not exist.</source>
        <translation>模型文件 %1 不存在。</translation>
    </message>
    <message>
        <source>The model %1 has no weights to train: it was frozen when it was saved.</source>
        <translation>模型 %1 没有可训练的权重：保存时已被冻结。</translation>
    </message>
    <message>
        <source>The model file %1 is no usable TorchScript: %2</source>
        <translation>模型文件 %1 不是可用的 TorchScript：%2</translation>
    </message>
    <message>
        <source>The architecture %1 cannot be built here; export it as TorchScript and set model.torchscript.</source>
        <translation>这里无法构建网络结构 %1；请将它导出为 TorchScript，并设置 model.torchscript。</translation>
    </message>
    <message>
        <source>%1 takes images: model.input.shape needs [channels, height, width], it has %2 entries.</source>
        <translation>%1 的输入是图片：model.input.shape 应为 [通道, 高, 宽]，现在有 %2 项。</translation>
    </message>
    <message>
        <source>The model file %1 holds weights without a model (a state_dict), not TorchScript.</source>
        <translation>模型文件 %1 里只有权重（state_dict），没有模型本身，不是 TorchScript。</translation>
    </message>
    <message>
        <source>The model file %1 is damaged or cut off.</source>
        <translation>模型文件 %1 已损坏或不完整。</translation>
    </message>
    <message>
        <source>A model from a transformers configuration is not built in this version.</source>
        <translation>本版本不会根据 transformers 配置构建模型。</translation>
    </message>
    <message>
        <source>The job has no model section, so there is no model to train here.</source>
        <translation>任务中没有 model 部分，因此这里没有可训练的模型。</translation>
    </message>
</context>
<context>
    <name>Networks</name>
    <message>
        <source>The architecture %1 cannot be built here; known are %2.</source>
        <translation>这里无法构建网络结构 %1；支持的有 %2。</translation>
    </message>
    <message>
        <source>%1 cannot take images of [%2, %3, %4] for %5 classes: a side needs at least 4 pixels, and there must be a channel and a class.</source>
        <translation>%1 无法处理 %5 个类别、形状为 [%2, %3, %4] 的图片：边长至少 4 像素，通道数和类别数不能为零。</translation>
    </message>
    <message>
        <source>The network %1 could not be built: %2</source>
        <translation>网络 %1 构建失败：%2</translation>
    </message>
</context>
<context>
    <name>Optimizers</name>
    <message>
        <source>The optimizer %1 is not known here; known are %2.</source>
        <translation>不支持优化器 %1；支持的有 %2。</translation>
    </message>
    <message>
        <source>The optimizer %1 could not be made: %2</source>
        <translation>优化器 %1 创建失败：%2</translation>
    </message>
</context>
<context>
    <name>StepRunner</name>
    <message>
        <source>A training step fails: %1</source>
        <translation>训练步执行失败：%1</translation>
    </message>
    <message>
        <source>The loss %1 cannot be computed here; known are %2.</source>
        <translation>这里无法计算损失函数 %1；支持的有 %2。</translation>
    </message>
</context>
<context>
    <name>TorchScriptExport</name>
    <message>
        <source>The model %1 could not be written: %2.</source>
        <translation>模型 %1 写入失败：%2。</translation>
    </message>
    <message>
        <source>read back, it gives other outputs</source>
        <translation>重新读取后，输出不一致</translation>
    </message>
</context>
<context>
    <name>Trainer</name>
    <message>
        <source>the folder cannot be made</source>
        <translation>无法创建文件夹</translation>
    </message>
    <message>
        <source>Nothing can be written to %1: %2. Choose another output folder.</source>
        <translation>无法写入 %1：%2。请选择其他输出文件夹。</translation>
    </message>
    <message>
        <source>The checkpoint %1 belongs to a run with another &quot;%2&quot;; use --resume never or an empty output folder.</source>
        <translation>检查点 %1 所属的运行使用了不同的“%2”；请使用 --resume never，或换一个空的输出文件夹。</translation>
    </message>
    <message>
        <source>Step %1 failed: %2</source>
        <translation>第 %1 步失败：%2</translation>
    </message>
    <message>
        <source>The validation failed: %1</source>
        <translation>验证失败：%1</translation>
    </message>
    <message>
        <source>The loss became %1 at step %2: use a lower learning rate than %3.</source>
        <translation>第 %2 步的损失变为 %1：请使用低于 %3 的学习率。</translation>
    </message>
</context>
<context>
    <name>TrainerOptions</name>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>a number, zero or more</source>
        <translation>不小于零的数</translation>
    </message>
    <message>
        <source>a number above zero</source>
        <translation>大于零的数</translation>
    </message>
    <message>
        <source>a text that is not empty</source>
        <translation>非空文本</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 之一</translation>
    </message>
    <message>
        <source>which trainer</source>
        <translation>使用哪个训练程序</translation>
    </message>
    <message>
        <source>folder with train/CLASS/*.png and val/CLASS/*.png</source>
        <translation>包含 train/类别/*.png 和 val/类别/*.png 的文件夹</translation>
    </message>
    <message>
        <source>folder for the model, metrics and checkpoints</source>
        <translation>存放模型、指标和检查点的文件夹</translation>
    </message>
    <message>
        <source>passes over the training images</source>
        <translation>遍历训练图片的轮数</translation>
    </message>
    <message>
        <source>images in one step</source>
        <translation>每一步的图片数</translation>
    </message>
    <message>
        <source>highest rate of the schedule</source>
        <translation>学习率的最大值</translation>
    </message>
    <message>
        <source>which network</source>
        <translation>使用哪个网络</translation>
    </message>
    <message>
        <source>which optimizer</source>
        <translation>使用哪个优化器</translation>
    </message>
    <message>
        <source>of sgd</source>
        <translation>sgd 的动量</translation>
    </message>
    <message>
        <source>how strongly weights are pulled to zero</source>
        <translation>权重衰减的强度</translation>
    </message>
    <message>
        <source>how the rate changes: warm-up and cosine, or not at all</source>
        <translation>学习率的变化方式：预热加余弦，或保持不变</translation>
    </message>
    <message>
        <source>pixels a side; left out: what the images suggest</source>
        <translation>边长（像素）；不填则由图片决定</translation>
    </message>
    <message>
        <source>where checkpoints go; left out: train_url</source>
        <translation>检查点的存放位置；不填则为 train_url</translation>
    </message>
    <message>
        <source>steps between two checkpoints; 0: only at the end</source>
        <translation>两个检查点之间的步数；0 表示只在结束时保存</translation>
    </message>
    <message>
        <source>how many checkpoints are kept</source>
        <translation>保留的检查点个数</translation>
    </message>
    <message>
        <source>auto, never, or a checkpoint file</source>
        <translation>auto、never 或检查点文件</translation>
    </message>
    <message>
        <source>steps between two log lines</source>
        <translation>两行日志之间的步数</translation>
    </message>
    <message>
        <source>threads that decode images</source>
        <translation>解码图片的线程数</translation>
    </message>
    <message>
        <source>threads that compute; left out: OMP_NUM_THREADS, else all CPUs</source>
        <translation>计算线程数；不填则用 OMP_NUM_THREADS，否则用全部 CPU</translation>
    </message>
    <message>
        <source>of the weights and the order of the images</source>
        <translation>权重和图片顺序的随机种子</translation>
    </message>
    <message>
        <source>%1 (did you mean --%2?)</source>
        <translation>%1（是否想写 --%2？）</translation>
    </message>
    <message>
        <source>argument --%1: invalid value: &apos;%2&apos; (expected: %3)</source>
        <translation>argument --%1: invalid value: &apos;%2&apos;（应为：%3）</translation>
    </message>
    <message>
        <source>usage: trainyard-torch train --preset image-classification --data_url DIR --train_url DIR [--name value ...]</source>
        <translation>用法：trainyard-torch train --preset image-classification --data_url 目录 --train_url 目录 [--参数 值 ...]</translation>
    </message>
</context>
<context>
    <name>Trainyard::NetworkText</name>
    <message>
        <source>Export the model as TorchScript and set model.torchscript.</source>
        <translation>可将模型导出为 TorchScript，并填写 model.torchscript。</translation>
    </message>
    <message>
        <source>The architecture %1 is not forecast; known are %2. %3</source>
        <translation>暂不支持对架构 %1 做显存预估，已支持的有 %2。%3</translation>
    </message>
    <message>
        <source>The architecture %1 is not forecast; did you mean %2? %3</source>
        <translation>暂不支持对架构 %1 做显存预估，您要写的是 %2 吗？%3</translation>
    </message>
    <message>
        <source>model.num_classes is %1; a number from 1 to %2 is expected.</source>
        <translation>model.num_classes 的值是 %1，应为 1 到 %2 之间的整数。</translation>
    </message>
    <message>
        <source>The loss %1 (model.loss) is not known; known are %2.</source>
        <translation>不认识损失函数 %1（model.loss），可用的有 %2。</translation>
    </message>
    <message>
        <source>%1 takes %2: model.input.shape has %3 entries.</source>
        <translation>%1 的输入应为%2，而 model.input.shape 有 %3 项。</translation>
    </message>
    <message>
        <source>model.input.shape has the entry %1; a number from 1 to %2 is expected.</source>
        <translation>model.input.shape 中有一项是 %1，应为 1 到 %2 之间的整数。</translation>
    </message>
    <message>
        <source>The task %1 (model.task) is not known; known are %2.</source>
        <translation>不认识任务类型 %1（model.task），可用的有 %2。</translation>
    </message>
    <message>
        <source>%1 gives a class for each pixel: model.task must be semantic-segmentation.</source>
        <translation>%1 为每个像素输出类别，model.task 必须是 semantic-segmentation。</translation>
    </message>
    <message>
        <source>%1 gives classes for whole images: model.task must be image-classification.</source>
        <translation>%1 为整张图像输出类别，model.task 必须是 image-classification。</translation>
    </message>
    <message>
        <source>images as [channels, height, width]</source>
        <translation>图像 [通道, 高, 宽]</translation>
    </message>
    <message>
        <source>The network %1 could not be built: %2</source>
        <translation>无法构建网络 %1：%2</translation>
    </message>
    <message>
        <source>words as [length]</source>
        <translation>词序列 [长度]</translation>
    </message>
    <message>
        <source>vectors as [length, features]</source>
        <translation>向量序列 [长度, 特征数]</translation>
    </message>
    <message>
        <source>The model type %1 is not forecast; did you mean %2? %3</source>
        <translation>暂不支持对模型类型 %1 做显存预估，您要写的是 %2 吗？%3</translation>
    </message>
    <message>
        <source>The model type %1 is not forecast; known are %2. %3</source>
        <translation>暂不支持对模型类型 %1 做显存预估，已支持的有 %2。%3</translation>
    </message>
    <message>
        <source>No layer of the model has a name that ends in one of the LoRA targets %1; its layers are called %2.</source>
        <translation>模型中没有名称以 LoRA 目标 %1 结尾的层，模型各层的名称有 %2。</translation>
    </message>
    <message>
        <source>The model of type %1 could not be built: %2</source>
        <translation>无法构建类型为 %1 的模型：%2</translation>
    </message>
    <message>
        <source>A model of type %1 is for texts: model.task cannot be %2.</source>
        <translation>类型为 %1 的模型用于文本，model.task 不能是 %2。</translation>
    </message>
    <message>
        <source>A model of type %1 takes images: model.input.shape needs [channels, height, width] from 1 to %2.</source>
        <translation>类型为 %1 的模型以图像为输入：model.input.shape 应为 [通道, 高, 宽]，每项在 1 到 %2 之间。</translation>
    </message>
    <message>
        <source>The model description is for images of %1 x %2 x %3 (channels, height, width), model.input.shape says %4 x %5 x %6.</source>
        <translation>模型配置对应的图像是 %1 × %2 × %3（通道、高、宽），而 model.input.shape 写的是 %4 × %5 × %6。</translation>
    </message>
    <message>
        <source>Models of type %1 are forecast for image-classification only.</source>
        <translation>类型为 %1 的模型目前只支持 image-classification 任务的显存预估。</translation>
    </message>
    <message>
        <source>Models of type %1 are forecast for seq2seq only.</source>
        <translation>类型为 %1 的模型目前只支持 seq2seq 任务的显存预估。</translation>
    </message>
    <message>
        <source>The model description %1 has no model_type, such as llama or bert.</source>
        <translation>模型配置 %1 中没有 model_type（例如 llama 或 bert）。</translation>
    </message>
    <message>
        <source>Mixture-of-experts models such as %1 are not forecast yet: how much an expert keeps depends on the text it is given.</source>
        <translation>暂不支持对 %1 这类混合专家模型做显存预估：每个专家占用多少显存取决于分给它的文本。</translation>
    </message>
    <message>
        <source>The model description %1 does not exist.</source>
        <translation>模型配置 %1 不存在。</translation>
    </message>
    <message>
        <source>The model description %1 cannot be read.</source>
        <translation>无法读取模型配置 %1。</translation>
    </message>
    <message>
        <source>The model description %1 is in UTF-16: save it as UTF-8.</source>
        <translation>模型描述 %1 是 UTF-16 编码，请另存为 UTF-8。</translation>
    </message>
    <message>
        <source>The model description %1 is larger than %2: it is no config.json of Hugging Face.</source>
        <translation>模型描述 %1 超过 %2，不像是 Hugging Face 的 config.json。</translation>
    </message>
    <message>
        <source>The model description %1 is no file, but a folder or a device.</source>
        <translation>模型描述 %1 不是普通文件，而是文件夹或设备。</translation>
    </message>
    <message>
        <source>The model description %1 is no JSON: line %2 is damaged or the file is cut off.</source>
        <translation>模型配置 %1 不是有效的 JSON：第 %2 行有误，或文件不完整。</translation>
    </message>
    <message>
        <source>The model description %1 holds no object with keys such as model_type.</source>
        <translation>模型配置 %1 的内容不是带有 model_type 等键的对象。</translation>
    </message>
    <message>
        <source>The model description has %1: %2; a whole number from %3 to %4 is expected.</source>
        <translation>模型配置中的 %1 是 %2，应为 %3 到 %4 之间的整数。</translation>
    </message>
    <message>
        <source>The model description has %1: %2; a number is expected.</source>
        <translation>模型配置中的 %1 是 %2，应为数字。</translation>
    </message>
    <message>
        <source>The model description has %1: %2; a share from 0 to %3 is expected.</source>
        <translation>模型配置中的 %1 是 %2，应为 0 到 %3 之间的数值。</translation>
    </message>
    <message>
        <source>The model description has %1: %2; true or false is expected.</source>
        <translation>模型配置中的 %1 是 %2，应为 true 或 false。</translation>
    </message>
    <message>
        <source>The model description has %1: %2; a text is expected.</source>
        <translation>模型配置中的 %1 是 %2，应为文本。</translation>
    </message>
    <message>
        <source>The model description has %1: %2; a list of whole numbers from 1 to %3 is expected.</source>
        <translation>模型配置中的 %1 是 %2，应为由 1 到 %3 之间的整数组成的列表。</translation>
    </message>
    <message>
        <source>The model description has a width of %1 and %2 heads: the heads must divide the width.</source>
        <translation>模型配置中的宽度是 %1，注意力头数是 %2：宽度必须能被头数整除。</translation>
    </message>
    <message>
        <source>The texts that the model is to write are taken to be as long as those it reads (training.sequence_length).</source>
        <translation>预估时认为模型的输出文本与输入文本一样长（training.sequence_length）。</translation>
    </message>
    <message>
        <source>The model description names the activation %1, which is not known here.</source>
        <translation>模型配置中的激活函数 %1 无法识别。</translation>
    </message>
    <message>
        <source>%1: %2 cannot be shared out evenly to the %3 devices of parallel.tensor.</source>
        <translation>%1 为 %2，无法平均分给 parallel.tensor 的 %3 张卡。</translation>
    </message>
    <message>
        <source>Relative positions in BERT (position_embedding_type) are not forecast yet.</source>
        <translation>暂不支持对使用相对位置编码的 BERT（position_embedding_type）做显存预估。</translation>
    </message>
    <message>
        <source>ALBERT with more than one group of layers is not forecast yet.</source>
        <translation>暂不支持对多于一组层的 ALBERT 做显存预估。</translation>
    </message>
    <message>
        <source>Tensor parallelism of %1: each device is taken to hold the whole model.</source>
        <translation>%1 的张量并行：预估时认为每张卡都存放整个模型。</translation>
    </message>
    <message>
        <source>The model description has a width of %1, %2 heads and %3 key-value heads: the heads must divide the width, the key-value heads the heads.</source>
        <translation>模型配置中的宽度是 %1，注意力头数是 %2，键值头数是 %3：宽度必须能被头数整除，头数必须能被键值头数整除。</translation>
    </message>
    <message>
        <source>StableLM with qk_layernorm is not forecast yet.</source>
        <translation>暂不支持对启用 qk_layernorm 的 StableLM 做显存预估。</translation>
    </message>
    <message>
        <source>The architecture lstm is taken as %1 layers of %2 units; another one can be given as TorchScript.</source>
        <translation>架构 lstm 按 %1 层、每层 %2 个单元预估，其他结构可用 TorchScript 提供。</translation>
    </message>
    <message>
        <source>The model description names the activation %1, which is not known here; did you mean %2?</source>
        <translation>模型配置中的激活函数 %1 无法识别，您要写的是 %2 吗？</translation>
    </message>
    <message>
        <source>The activation gelu_new is taken as one fused operator. transformers writes it out in Python, which keeps three more copies of each inner activation: name the library in environment.versions to have that forecast.</source>
        <translation>激活函数 gelu_new 按一个融合算子预估。transformers 用 Python 逐步计算它，每个中间激活会多保留三份：在 environment.versions 中写明 library，即可按该方式预估。</translation>
    </message>
    <message>
        <source>The model description has images of %1 x %2 and patches of %3: a patch must fit in.</source>
        <translation>模型配置中的图像是 %1 × %2，图块是 %3：图块不能大于图像。</translation>
    </message>
    <message>
        <source>Patches that are not square (patch_size) are not forecast yet.</source>
        <translation>暂不支持对非正方形图块（patch_size）做显存预估。</translation>
    </message>
    <message>
        <source>The model description has %1 depths and %2 num_heads; both need an entry for each of at most %3 stages.</source>
        <translation>模型配置中 depths 有 %1 项，num_heads 有 %2 项：两者应各为每个阶段写一项，最多 %3 个阶段。</translation>
    </message>
    <message>
        <source>Swin with absolute positions (use_absolute_embeddings) is not forecast yet.</source>
        <translation>暂不支持对使用绝对位置编码（use_absolute_embeddings）的 Swin 做显存预估。</translation>
    </message>
    <message>
        <source>Selective activation checkpointing runs the core of attention again; %1 is forecast without it.</source>
        <translation>选择性激活重计算只重算注意力核心部分，%1 的预估不计入它的效果。</translation>
    </message>
    <message>
        <source>Activation checkpointing of an lstm: its layers are one operator and are forecast without it.</source>
        <translation>lstm 的激活重计算：各层是一个整体算子，预估不计入它的效果。</translation>
    </message>
</context>
<context>
    <name>Trainyard::TorchScriptText</name>
    <message>
        <source>A TorchScript model does not say what it takes: set model.input.shape.</source>
        <translation>TorchScript 模型本身不说明输入形状：请设置 model.input.shape。</translation>
    </message>
    <message>
        <source>Activation checkpointing of a TorchScript model: its graph says itself what is kept.</source>
        <translation>TorchScript 模型的激活重计算：保留哪些张量由计算图本身决定。</translation>
    </message>
    <message>
        <source>Adapters cannot be put into a TorchScript model; set model.transformers_config, or export the model with its adapters.</source>
        <translation>无法给 TorchScript 模型加适配器；请设置 model.transformers_config，或导出已带适配器的模型。</translation>
    </message>
    <message>
        <source>The loss “%1” is not known; one number a value, as in a mean squared error, is assumed.</source>
        <translation>不认识损失函数“%1”；按每个值一个数计算，如同均方误差。</translation>
    </message>
    <message>
        <source>The model %1 does not run on a batch of shape %2: %3</source>
        <translation>模型 %1 无法在形状为 %2 的批次上运行：%3</translation>
    </message>
    <message>
        <source>The model %1 has no weights to train: it was frozen when it was saved.</source>
        <translation>模型 %1 没有可训练的权重：保存时已被冻结。</translation>
    </message>
    <message>
        <source>The model %1 uses the operator %2, which is newer than what can be loaded here; export it with an older PyTorch, or without that operator.</source>
        <translation>模型 %1 使用了算子 %2，它比这里能加载的版本更新；请用较旧的 PyTorch 导出，或不使用该算子。</translation>
    </message>
    <message>
        <source>The model file %1 cannot be read: %2.</source>
        <translation>无法读取模型文件 %1：%2。</translation>
    </message>
    <message>
        <source>The model file %1 does not exist.</source>
        <translation>模型文件 %1 不存在。</translation>
    </message>
    <message>
        <source>The model file %1 holds weights without a model (a state_dict), not TorchScript.</source>
        <translation>模型文件 %1 里只有权重（state_dict），没有模型本身，不是 TorchScript。</translation>
    </message>
    <message>
        <source>The model file %1 is damaged or cut off.</source>
        <translation>模型文件 %1 已损坏或不完整。</translation>
    </message>
    <message>
        <source>The model file %1 is no TorchScript: it is not an archive. Save the model with torch.jit.script(model).save(...).</source>
        <translation>模型文件 %1 不是 TorchScript：它不是归档文件。请用 torch.jit.script(model).save(...) 保存模型。</translation>
    </message>
    <message>
        <source>The model file %1 is no usable TorchScript: %2</source>
        <translation>模型文件 %1 不是可用的 TorchScript：%2</translation>
    </message>
    <message>
        <source>The split of a TorchScript model over %1 devices: each is forecast with the whole model.</source>
        <translation>TorchScript 模型在 %1 个设备上的切分：每个设备都按整个模型预测。</translation>
    </message>
</context>
<context>
    <name>Trainyard::WorkerText</name>
    <message>
        <source>Writing a checkpoint and resuming from it</source>
        <translation>正在写入检查点并断点续训</translation>
    </message>
    <message>
        <source>Make room on the disk of the scratch folder, and run the dry-run again.</source>
        <translation>请在临时文件夹所在的磁盘上腾出空间，再次试跑。</translation>
    </message>
    <message>
        <source>Resumed from its checkpoint, the model had a loss of %1 where the uninterrupted one had %2.</source>
        <translation>从检查点续训后，模型的损失为 %1，而未中断时为 %2。</translation>
    </message>
    <message>
        <source>The model keeps a state that is neither a weight nor a buffer: make it a buffer.</source>
        <translation>模型中有既不是权重也不是缓冲区的状态：请将它注册为缓冲区。</translation>
    </message>
    <message>
        <source>A checkpoint of %1 was written to %2, read back and trained on: the same step %3 and the same loss %4.</source>
        <translation>已将 %1 的检查点写入 %2，重新读取并继续训练：到达同一步 %3，损失同为 %4。</translation>
    </message>
    <message>
        <source>Memory, loss and artifacts</source>
        <translation>内存、损失和产物</translation>
    </message>
    <message>
        <source>Compare model.input, model.num_classes and model.loss with what the model takes and gives.</source>
        <translation>请核对 model.input、model.num_classes 和 model.loss 是否与模型的输入输出一致。</translation>
    </message>
    <message>
        <source>Use a smaller batch or model, or dry-run on a machine with more memory.</source>
        <translation>请减小批大小或模型，或在内存更大的机器上试跑。</translation>
    </message>
    <message>
        <source>Correct the path, or put the file there.</source>
        <translation>请更正路径，或把文件放到该处。</translation>
    </message>
    <message>
        <source>Give the model as many outputs as the data has classes.</source>
        <translation>请让模型的输出个数与数据的类别数相同。</translation>
    </message>
    <message>
        <source>No training step could be made.</source>
        <translation>没有完成任何训练步。</translation>
    </message>
    <message>
        <source>The preset %1 refuses the parameter %2: %3</source>
        <translation>预置训练程序 %1 不接受超参 %2：%3</translation>
    </message>
    <message>
        <source>Correct or remove the parameter; &quot;trainyard-torch train --help&quot; lists them all.</source>
        <translation>请更正或删除该超参；运行“trainyard-torch train --help”可查看全部参数。</translation>
    </message>
    <message>
        <source>The optimizer %1</source>
        <translation>优化器 %1</translation>
    </message>
    <message>
        <source>It cannot run here; the steps used adamw instead.</source>
        <translation>这里无法运行它；训练步改用了 adamw。</translation>
    </message>
    <message>
        <source>The script&apos;s own optimizer</source>
        <translation>脚本自己的优化器</translation>
    </message>
    <message>
        <source>The job does not say training.optimizer; the steps used adamw with a rate of 0.001.</source>
        <translation>任务定义没有写 training.optimizer；训练步使用了 adamw，学习率为 0.001。</translation>
    </message>
    <message>
        <source>The precision %1</source>
        <translation>精度 %1</translation>
    </message>
    <message>
        <source>The steps ran in fp32 on this machine&apos;s CPU.</source>
        <translation>训练步在本机 CPU 上以 fp32 运行。</translation>
    </message>
    <message>
        <source>Gradient accumulation over %1 batches</source>
        <translation>%1 个批次的梯度累积</translation>
    </message>
    <message>
        <source>Each step took one batch.</source>
        <translation>每一步只用了一个批次。</translation>
    </message>
    <message>
        <source>The method %1</source>
        <translation>训练方式 %1</translation>
    </message>
    <message>
        <source>The steps trained all weights.</source>
        <translation>训练步更新了全部权重。</translation>
    </message>
    <message>
        <source>Building the model</source>
        <translation>正在构建模型</translation>
    </message>
    <message>
        <source>The job has no inputs.</source>
        <translation>该任务没有输入。</translation>
    </message>
    <message>
        <source>The steps read no data: only folders of images on this machine can be read here.</source>
        <translation>训练步没有读取数据：这里只能读取本机上的图片文件夹。</translation>
    </message>
    <message>
        <source>The job has no folder of images to train on.</source>
        <translation>任务没有可用于训练的图片文件夹。</translation>
    </message>
    <message>
        <source>The job does not say model.input.shape, and there are no images to take it from.</source>
        <translation>任务定义没有写 model.input.shape，也没有图片可以据以推断。</translation>
    </message>
    <message>
        <source>Training on the job&apos;s own data</source>
        <translation>用任务自己的数据训练</translation>
    </message>
    <message>
        <source>The steps used one random batch of model.input.shape: only folders of images on this machine can be read here.</source>
        <translation>训练步使用了一个形状为 model.input.shape 的随机批次：这里只能读取本机上的图片文件夹。</translation>
    </message>
    <message>
        <source>Set model.num_classes to %1, unless the class folders are wrong.</source>
        <translation>请将 model.num_classes 设为 %1；如果是类别文件夹有误，请更正文件夹。</translation>
    </message>
    <message>
        <source>The model has %1 classes, the data %2 class folders.</source>
        <translation>模型有 %1 个类别，数据有 %2 个类别文件夹。</translation>
    </message>
    <message>
        <source>The data has %1 class folders, so labels go up to %2, but the model has only %3 classes.</source>
        <translation>数据有 %1 个类别文件夹，标签最大为 %2，而模型只有 %3 个类别。</translation>
    </message>
    <message>
        <source>Measuring a training step</source>
        <translation>正在测量训练步</translation>
    </message>
    <message>
        <source>It does not fit into the memory here; the steps used %1.</source>
        <translation>本机内存放不下；训练步使用了 %1。</translation>
    </message>
    <message>
        <source>It would take too long on this machine; the steps used %1.</source>
        <translation>在本机上耗时太长；训练步使用了 %1。</translation>
    </message>
    <message>
        <source>Steps with the job&apos;s batch of %1</source>
        <translation>使用任务的批大小 %1 的训练步</translation>
    </message>
    <message>
        <source>%1 images in batches of %2 leave one alone, and %3 fails on a single image in its batch norm.</source>
        <translation>%1 张图片按批大小 %2 分批，最后剩下一张，而 %3 的批归一化无法处理单张图片。</translation>
    </message>
    <message>
        <source>Drop the last batch (drop_last=True), or use another batch size.</source>
        <translation>请丢弃最后一个批次（drop_last=True），或换一个批大小。</translation>
    </message>
    <message>
        <source>Training step %1 of %2</source>
        <translation>正在训练第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>The time was over before a second step.</source>
        <translation>第二步之前时间已用完。</translation>
    </message>
    <message>
        <source>%1 steps of %2 with batches of %3 images: the loss went from %4 to %5.</source>
        <translation>%2 训练了 %1 步，每批 %3 张图片：损失从 %4 变为 %5。</translation>
    </message>
    <message>
        <source>%1 steps of %2 on one random batch of %3: the loss went from %4 to %5.</source>
        <translation>%2 在一个 %3 个样本的随机批次上训练了 %1 步：损失从 %4 变为 %5。</translation>
    </message>
    <message>
        <source>All %1 steps</source>
        <translation>全部 %1 步</translation>
    </message>
    <message>
        <source>The time was over after %1 of them.</source>
        <translation>完成 %1 步后时间已用完。</translation>
    </message>
    <message>
        <source>A step with a batch of %1 needs %2 on this machine&apos;s CPU.</source>
        <translation>批大小为 %1 时，本机 CPU 上的一个训练步需要 %2 内存。</translation>
    </message>
    <message>
        <source>A step with a batch of %1 needs %2 of the %3 that the flavor has.</source>
        <translation>批大小为 %1 时，一个训练步需要 %2 内存，规格共有 %3。</translation>
    </message>
    <message>
        <source>Use a batch of %1 or less, or a flavor with more memory.</source>
        <translation>请使用不超过 %1 的批大小，或内存更大的规格。</translation>
    </message>
    <message>
        <source>Use a smaller model, or a flavor with more memory.</source>
        <translation>请使用更小的模型，或内存更大的规格。</translation>
    </message>
    <message>
        <source>With a learning rate of %1 the loss went from %2 to %3 within %4 steps.</source>
        <translation>学习率为 %1 时，损失在 %4 步内从 %2 变为 %3。</translation>
    </message>
    <message>
        <source>Use a lower learning rate, for example %1.</source>
        <translation>请使用更低的学习率，例如 %1。</translation>
    </message>
    <message>
        <source>The loss did not fall: %1 at the start, %2 after %3 steps with a learning rate of %4.</source>
        <translation>损失没有下降：开始时为 %1，以学习率 %4 训练 %3 步后为 %2。</translation>
    </message>
    <message>
        <source>Try another learning rate, and look whether the labels belong to the data.</source>
        <translation>请尝试其他学习率，并检查标签与数据是否对应。</translation>
    </message>
    <message>
        <source>Reading %1 images</source>
        <translation>正在读取 %1 张图片</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>No image could be read.</source>
        <translation>没有一张图片能够读取。</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>%1 of %2 images in %3 classes decoded to the end: %4 pixels, %5, uint8.</source>
        <translation>共 %3 个类别、%2 张图片，已完整解码 %1 张：%4 像素，%5，uint8。</translation>
    </message>
    <message>
        <source>The time was over before a checkpoint could be written and resumed from.</source>
        <translation>时间已用完，来不及写出检查点并从中恢复。</translation>
    </message>
    <message>
        <source>A checkpoint was written and read back; whether training goes on from it is not proven, because the loss is %1.</source>
        <translation>检查点已写出并读回；但损失值为 %1，因此无法证明训练能从检查点正确继续。</translation>
    </message>
    <message>
        <source>Resuming from a checkpoint</source>
        <translation>从检查点恢复</translation>
    </message>
    <message>
        <source>Building the model took all the time there was: %1.</source>
        <translation>构建模型就用完了全部时间：%1。</translation>
    </message>
    <message>
        <source>The steps used one random batch of model.input.shape: it is not the shape of an image.</source>
        <translation>训练步使用了按 model.input.shape 随机生成的一个批次：该形状不是图像的形状。</translation>
    </message>
    <message>
        <source>The steps used one random batch of model.input.shape, because of what is wrong with the data: %1</source>
        <translation>由于数据有问题，训练步使用了按 model.input.shape 随机生成的一个批次：%1</translation>
    </message>
    <message>
        <source>There are only %1 images to train on, so no batch has more; memory and steps are those of %1.</source>
        <translation>可用于训练的图像只有 %1 张，一个批次不会超过这个数；内存和训练步的结果都按 %1 张计算。</translation>
    </message>
    <message>
        <source>Export the whole model with torch.jit.script(model).save(...), and copy that file here again.</source>
        <translation>请用 torch.jit.script(model).save(...) 导出完整的模型，并把该文件重新复制过来。</translation>
    </message>
    <message>
        <source>Use a learning rate that is orders of magnitude lower, for example %1; if the loss stays no number, look for such values in the data.</source>
        <translation>请把学习率降低几个数量级，例如 %1；如果损失值仍不是数字，请检查数据中是否有 NaN 这样的值。</translation>
    </message>
    <message>
        <source>Holding the forecast against a real step</source>
        <translation>正在用真实训练步对照显存预估</translation>
    </message>
    <message>
        <source>The memory forecast against a real step</source>
        <translation>显存预估与真实训练步的对照</translation>
    </message>
    <message>
        <source>Even the smallest step of this model is too large for this machine&apos;s CPU.</source>
        <translation>即使是该模型最小的训练步，对本机的 CPU 来说也太大了。</translation>
    </message>
    <message>
        <source>A real step was not through after %1.</source>
        <translation>真实训练步在 %1 后仍未完成。</translation>
    </message>
    <message>
        <source>The forecast was cancelled.</source>
        <translation>预测已取消。</translation>
    </message>
    <message>
        <source>Activations: the step could run neither on meta tensors (%1) nor on the CPU (%2). Weights, gradients and optimizer states alone are counted.</source>
        <translation>激活值：这一步既不能在 meta 张量上运行（%1），也不能在 CPU 上运行（%2）。只计入了权重、梯度和优化器状态。</translation>
    </message>
    <message>
        <source>one sample took too long to carry on from</source>
        <translation>单个样本耗时太长，无法由此外推</translation>
    </message>
    <message>
        <source>The step does not run on meta tensors (%1): it was measured on the CPU, up to a batch of %2, and carried on from there.</source>
        <translation>这一步不能在 meta 张量上运行（%1）：改在 CPU 上实测，批大小最大到 %2，再由此外推。</translation>
    </message>
    <message>
        <source>training.sequence_length is %1, but the model has positions for %2 tokens.</source>
        <translation>training.sequence_length 为 %1，但模型只有 %2 个词元的位置。</translation>
    </message>
    <message>
        <source>The forecast cannot be asked for like that: %1.</source>
        <translation>无法这样请求预测：%1。</translation>
    </message>
    <message>
        <source>the request is no object</source>
        <translation>请求不是一个对象</translation>
    </message>
    <message>
        <source>id is missing</source>
        <translation>缺少 id</translation>
    </message>
    <message>
        <source>job_file is missing</source>
        <translation>缺少 job_file</translation>
    </message>
    <message>
        <source>detail is neither quick nor full</source>
        <translation>detail 既不是 quick 也不是 full</translation>
    </message>
    <message>
        <source>The forecast ran out of memory on this machine.</source>
        <translation>预测用尽了本机的内存。</translation>
    </message>
    <message>
        <source>The memory management of %1: the forecast is that of PyTorch %2.</source>
        <translation>%1 的内存管理：按 PyTorch %2 预测。</translation>
    </message>
    <message>
        <source>training.parallel.pipeline: the forecast is that of the whole model on one device.</source>
        <translation>training.parallel.pipeline：按整个模型放在一张卡上预测。</translation>
    </message>
    <message>
        <source>training.compile: fused operators keep less for the backward pass. The forecast is that of the model without it, mostly too high.</source>
        <translation>training.compile：融合后的算子为反向传播保留的内容更少。这里按不编译的模型预测，结果大多偏高。</translation>
    </message>
    <message>
        <source>A batch of %1 samples with %2 tokens each is beyond counting: lower training.batch_size or training.sequence_length.</source>
        <translation>一批 %1 个样本、每个 %2 个词元，已超出可计算的范围：请减小 training.batch_size 或 training.sequence_length。</translation>
    </message>
    <message>
        <source>A batch of %1 samples is beyond counting: lower training.batch_size.</source>
        <translation>每批 %1 个样本，已无法计算：请减小 training.batch_size。</translation>
    </message>
    <message>
        <source>%1 samples of the shape in model.input.shape are beyond counting: lower training.batch_size, or correct the shape.</source>
        <translation>%1 个形状如 model.input.shape 的样本已超出可计算的范围：请减小 training.batch_size，或改正形状。</translation>
    </message>
    <message>
        <source>training.activation_checkpointing: which operators are run again is up to the code. The forecast is that without checkpointing, too high.</source>
        <translation>training.activation_checkpointing：哪些算子会重新计算由代码决定。这里按不使用激活重算预测，结果偏高。</translation>
    </message>
    <message>
        <source>The job names no model: without architecture, transformers_config or torchscript in its model section there is nothing to forecast.</source>
        <translation>作业没有指明模型：model 部分没有 architecture、transformers_config 或 torchscript，就没有可预测的内容。</translation>
    </message>
    <message>
        <source>Recompute activations in the backward pass (about a third more computing).</source>
        <translation>在反向传播中重新计算激活值（计算量约增加三分之一）。</translation>
    </message>
    <message>
        <source>Compute in mixed precision (%1).</source>
        <translation>使用混合精度计算（%1）。</translation>
    </message>
    <message>
        <source>Use the fused implementation of the optimizer, which needs no temporary copies.</source>
        <translation>使用优化器的融合实现，它不需要临时副本。</translation>
    </message>
    <message>
        <source>Keep the optimizer&apos;s states in 8 bits (adamw8bit).</source>
        <translation>以 8 位保存优化器状态（adamw8bit）。</translation>
    </message>
    <message>
        <source>Pack the frozen weights to 4 bits (QLoRA).</source>
        <translation>把冻结的权重压缩为 4 位（QLoRA）。</translation>
    </message>
    <message>
        <source>Train low-rank adapters (LoRA) instead of all weights.</source>
        <translation>只训练低秩适配器（LoRA），不训练全部权重。</translation>
    </message>
    <message>
        <source>Share optimizer states and gradients among the %1 devices (ZeRO stage 2).</source>
        <translation>把优化器状态和梯度分摊到 %1 张卡上（ZeRO 第 2 阶段）。</translation>
    </message>
    <message>
        <source>Share optimizer states, gradients and weights among the %1 devices (ZeRO stage 3).</source>
        <translation>把优化器状态、梯度和权重分摊到 %1 张卡上（ZeRO 第 3 阶段）。</translation>
    </message>
    <message>
        <source>Lower the batch size to %1 and accumulate %2 of them: the step stays the same.</source>
        <translation>把批大小减为 %1，累积 %2 批再更新：每步的效果不变。</translation>
    </message>
    <message>
        <source>Take the flavor %1.</source>
        <translation>改用规格 %1。</translation>
    </message>
    <message>
        <source>One step of this job is beyond forecasting: its batch size, sequence length or number of layers is too large.</source>
        <translation>这个作业的一步超出了可预测的范围：批大小、序列长度或层数太大。</translation>
    </message>
    <message>
        <source>Larger sizes and changes of the job</source>
        <translation>更大的批次、更长的序列和对任务的修改</translation>
    </message>
    <message>
        <source>Each trial of this model takes long; the search was ended after a while.</source>
        <translation>这个模型每试一次都要很久，搜索过一段时间后就停止了。</translation>
    </message>
</context>
</TS>
