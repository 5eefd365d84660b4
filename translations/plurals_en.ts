<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ArgumentRules</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CodeRules</name>
    <message numerus="yes">
        <source>%1 has Windows line ends (%n lines): the shell takes the carriage return for a part of each command.</source>
        <translation>
            <numerusform>%1 has a Windows line end (%n line): the shell takes the carriage return for a part of the command.</numerusform>
            <numerusform>%1 has Windows line ends (%n lines): the shell takes the carriage return for a part of each command.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message numerus="yes">
        <source>%1 And %n more of this kind.</source>
        <translation>
            <numerusform>%1 And %n more of this kind.</numerusform>
            <numerusform>%1 And %n more of this kind.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportRules</name>
    <message numerus="yes">
        <source>The script has more than %n modules of its own.</source>
        <translation>
            <numerusform>The script has more than %n module of its own.</numerusform>
            <numerusform>The script has more than %n modules of its own.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobRules</name>
    <message numerus="yes">
        <source>The job&apos;s name is longer than %n characters; it names folders.</source>
        <translation>
            <numerusform>The job&apos;s name is longer than %n character; it names folders.</numerusform>
            <numerusform>The job&apos;s name is longer than %n characters; it names folders.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RehearsalVerdict</name>
    <message numerus="yes">
        <source>The script printed %n lines, and none with a loss: the monitor would have no curve.</source>
        <translation>
            <numerusform>The script printed %n line, and none with a loss: the monitor would have no curve.</numerusform>
            <numerusform>The script printed %n lines, and none with a loss: the monitor would have no curve.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The script saved %n files in its outputs, such as %1.</source>
        <translation>
            <numerusform>The script saved %n file in its outputs, such as %1.</numerusform>
            <numerusform>The script saved %n files in its outputs, such as %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the rehearsal the script wrote %n files outside its outputs, such as %1.</source>
        <translation>
            <numerusform>In the rehearsal the script wrote %n file outside its outputs, such as %1.</numerusform>
            <numerusform>In the rehearsal the script wrote %n files outside its outputs, such as %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainyard::ChartStrip</name>
    <message numerus="yes">
        <source>log, %n values &lt;= 0 below</source>
        <comment>on a logarithmic axis</comment>
        <translation>
            <numerusform>log, %n value &lt;= 0 below</numerusform>
            <numerusform>log, %n values &lt;= 0 below</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainyard::LogPanel</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainyard::MainWindow</name>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active runs</source>
        <translation>
            <numerusform>%n active run</numerusform>
            <numerusform>%n active runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs go on without the window. Open Trainyard again, or use the command &quot;trainyard runs&quot;, to see them.</source>
        <translation>
            <numerusform>%n run goes on without the window. Open Trainyard again, or use the command &quot;trainyard runs&quot;, to see it.</numerusform>
            <numerusform>%n runs go on without the window. Open Trainyard again, or use the command &quot;trainyard runs&quot;, to see them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainyard::PatternDialog</name>
    <message numerus="yes">
        <source>The pattern was made from %n marked numbers. Mark more in the log to loosen it, or change it by hand.</source>
        <translation>
            <numerusform>The pattern was made from %n marked number. Mark more in the log to loosen it, or change it by hand.</numerusform>
            <numerusform>The pattern was made from %n marked numbers. Mark more in the log to loosen it, or change it by hand.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainyard::RunsPage</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 of %n run</numerusform>
            <numerusform>%1 of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s)? %1</source>
        <translation>
            <numerusform>Delete %n run? %1</numerusform>
            <numerusform>Delete %n runs? %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainyard::WindowStatusBar</name>
    <message numerus="yes">
        <source>%n runs active</source>
        <translation>
            <numerusform>%n run active</numerusform>
            <numerusform>%n runs active</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainyard::XAxisBar</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Yaml</name>
    <message numerus="yes">
        <source>The file holds more than %n values.</source>
        <translation>
            <numerusform>The file holds more than %n value.</numerusform>
            <numerusform>The file holds more than %n values.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The values are nested more than %n levels deep.</source>
        <translation>
            <numerusform>The values are nested more than %n level deep.</numerusform>
            <numerusform>The values are nested more than %n levels deep.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Aliases unfold to more than %n values.</source>
        <translation>
            <numerusform>Aliases unfold to more than %n value.</numerusform>
            <numerusform>Aliases unfold to more than %n values.</numerusform>
        </translation>
    </message>
</context>
</TS>
