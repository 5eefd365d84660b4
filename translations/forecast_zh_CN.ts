<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AcceleratorCatalogue</name>
    <message>
        <source>Line %1 of the table of cards, key “%2”: %3</source>
        <translation>加速卡表第 %1 行，键“%2”：%3</translation>
    </message>
</context>
<context>
    <name>ForecastText</name>
    <message>
        <source>a CUDA card</source>
        <translation>CUDA 卡</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>temporaries</source>
        <translation>临时张量</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA 上下文</translation>
    </message>
    <message>
        <source>Needs %1 (%2 to %3) of the %4 of %5: it fits.</source>
        <translation>需要 %1（%2 到 %3），%5 有 %4：放得下。</translation>
    </message>
    <message>
        <source>Needs %1 (%2 to %3) of the %4 of %5: it should fit, but it is close.</source>
        <translation>需要 %1（%2 到 %3），%5 有 %4：应该放得下，但余量很小。</translation>
    </message>
    <message>
        <source>Needs %1 (%2 to %3), and %5 has %4: it probably does not fit.</source>
        <translation>需要 %1（%2 到 %3），而 %5 只有 %4：很可能放不下。</translation>
    </message>
    <message>
        <source>Needs %1 (%2 to %3), and %5 has %4: it does not fit.</source>
        <translation>需要 %1（%2 到 %3），而 %5 只有 %4：放不下。</translation>
    </message>
    <message>
        <source>Needs %1 on %2.</source>
        <translation>在 %2 上需要 %1。</translation>
    </message>
    <message>
        <source>Needs %1 of the %2 of %3.</source>
        <translation>需要 %1，%3 有 %2。</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>backward pass</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>memory not known</source>
        <translation>显存大小未知</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>fits, %1 % used</source>
        <translation>放得下，占用 %1 %</translation>
    </message>
    <message>
        <source>%1, as measured</source>
        <translation>%1（实测）</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>%1 in /dev/shm</source>
        <translation>/dev/shm %1</translation>
    </message>
    <message>
        <source>%1 of disk for checkpoints</source>
        <translation>检查点占用磁盘 %1</translation>
    </message>
    <message>
        <source>Beside the card: %1.</source>
        <translation>显卡之外：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 to %2 min</source>
        <translation>%1 到 %2 分钟</translation>
    </message>
    <message>
        <source>%1 to %2 h</source>
        <translation>%1 到 %2 小时</translation>
    </message>
    <message>
        <source>Needs %1 (%2 to %3) on a CUDA card; the job names none to compare with.</source>
        <translation>在 CUDA 卡上需要 %1（%2 到 %3）；任务没有指定显卡，无从比较。</translation>
    </message>
    <message>
        <source>Needs %1 (%2 to %3) on %4, whose memory is not known.</source>
        <translation>在 %4 上需要 %1（%2 到 %3），该卡的显存大小未知。</translation>
    </message>
</context>
<context>
    <name>Trainyard::FlavorFitModel</name>
    <message>
        <source>%1, %2</source>
        <comment>card, its memory</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Flavor</source>
        <translation>规格</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>This job</source>
        <translation>本任务</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>Whole job</source>
        <translation>整个任务</translation>
    </message>
</context>
<context>
    <name>Trainyard::ForecastService</name>
    <message>
        <source>The forecast was cancelled.</source>
        <translation>显存预估已取消。</translation>
    </message>
    <message>
        <source>The forecast&apos;s worker %1 could not be started. Install Trainyard again: trainyard-torch belongs into the same folder as trainyard.</source>
        <translation>无法启动显存预估程序 %1。请重新安装 Trainyard：trainyard-torch 应与 trainyard 位于同一个文件夹。</translation>
    </message>
    <message>
        <source>The forecast needed more than %1 of this machine&apos;s memory and was stopped. Name a smaller model file, or forecast on a machine with more memory.</source>
        <translation>显存预估占用本机内存超过 %1，已被终止。请换用更小的模型文件，或者在内存更大的机器上预估。</translation>
    </message>
    <message>
        <source>The forecast had no answer after %1 and was stopped. Try a smaller model, batch or sequence length.</source>
        <translation>显存预估在 %1 后仍没有结果，已被终止。请尝试更小的模型、批大小或序列长度。</translation>
    </message>
    <message>
        <source>The system ended the forecast&apos;s worker, as it does when memory runs out. Close other programs and ask again.</source>
        <translation>系统终止了显存预估程序，内存耗尽时会这样。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>Something outside Trainyard killed the forecast&apos;s worker. Asking again starts another.</source>
        <translation>显存预估程序被 Trainyard 以外的程序强行终止。再次预估时会重新启动它。</translation>
    </message>
    <message>
        <source>The forecast&apos;s worker crashed on this model: signal %1 (%2). Try another batch size or model file.</source>
        <translation>显存预估程序在处理该模型时崩溃：信号 %1（%2）。请换一个批大小或模型文件再试。</translation>
    </message>
    <message>
        <source>The forecast&apos;s worker ended without an answer, with status %1. Asking again starts another.</source>
        <translation>显存预估程序没有给出结果就退出了，状态为 %1。再次预估时会重新启动它。</translation>
    </message>
    <message>
        <source>The forecast&apos;s worker ended without an answer: %1</source>
        <translation>显存预估程序没有给出结果就退出了：%1</translation>
    </message>
    <message>
        <source>The forecast&apos;s worker answers as another version does. Install Trainyard again: trainyard-torch belongs into the same folder as trainyard.</source>
        <translation>显存预估程序的应答属于另一个版本。请重新安装 Trainyard：trainyard-torch 应与 trainyard 位于同一个文件夹。</translation>
    </message>
    <message>
        <source>The job has no model section, so its memory cannot be forecast. Name the model: architecture, transformers_config or torchscript.</source>
        <translation>任务中没有 model 部分，因此无法预估显存。请指明模型：architecture、transformers_config 或 torchscript。</translation>
    </message>
</context>
</TS>
