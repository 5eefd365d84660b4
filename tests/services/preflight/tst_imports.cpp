#include "services/preflight/importrules.h"
#include "services/preflight/packagecatalogue.h"
#include "services/preflight/pythonscript.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

const QString python = QStringLiteral("/usr/bin/python3");

class Scripts
{
public:
    QString path() const { return m_folder.path(); }

    void write(const QString &name, const QByteArray &text)
    {
        const QString absolute = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(absolute).path());
        QFile file(absolute);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    PreflightContext context(const QByteArray &more = {}) const
    {
        PreflightContext context;
        context.jobFolder = m_folder.path();
        context.profile.name = context.profile.platform = QStringLiteral("local");
        context.document = readJob("name: a\noutputs:\n  - {name: o, destination: o}\ncode: {directory: ., boot_file: train.py}\n" + more);
        Image image;
        image.name = QStringLiteral("image");
        image.python = QStringLiteral("3.8");
        image.packages = {QStringLiteral("torch==2.1.0"), QStringLiteral("Pillow==10.2.0")};
        context.images = {image};
        return context;
    }

private:
    QTemporaryDir m_folder;
};

QString described(const CheckReport &report)
{
    QStringList lines;
    for (const Finding &finding : report.findings)
        lines.append(QStringLiteral("%1 %2 %3:%4").arg(severityToText(finding.severity), finding.code, finding.where.file).arg(finding.where.line.value_or(0)));
    return lines.join(QStringLiteral("; "));
}

CheckReport imageRules(const PreflightContext &context)
{
    const auto scan = scanJobScript(context, context.job().code.bootFile);
    return scan ? imageImportRules(context, *scan) : CheckReport();
}

const QByteArray inImage = "environment: {image: image, requirements: requirements.txt}\n";

} // namespace

class tst_Imports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void requirementsAreReadAsPipDoes();
    void packageNamesAreComparedBlind();
    void importsAreMarkedByHowSureTheyAre();
    void ownModulesAreFollowed();
    void loadersAreFoundWithTheirWorkers();
    void imageImports_data();
    void imageImports();
    void localImportsAskTheInterpreter();
    void syntaxErrorsHaveTheirLine();
    void aMissingInterpreterIsNotChecked();
    void scriptsAreNeverRun();
};

void tst_Imports::initTestCase()
{
    if (!QFile::exists(python))
        QSKIP("needs /usr/bin/python3");
}

void tst_Imports::requirementsAreReadAsPipDoes()
{
    const Requirements requirements = parseRequirements("# comment\nnumpy\nPyYAML>=6  # note\ntorch==2.1.0+cu121 ; python_version > '3.8'\nhydra-core[extra]~=1.3\n\nlong\\\n==1.0 --hash=sha256:abc\nurl#fragment\n");
    QStringList names;
    for (const Requirement &requirement : requirements.packages)
        names.append(QStringLiteral("%1:%2").arg(requirement.name).arg(requirement.line));
    QCOMPARE(names.join(u' '), QStringLiteral("numpy:2 PyYAML:3 torch:4 hydra-core:5 long:7"));
    QVERIFY(requirements.hasUnreadable);
    for (const char *unreadable : {"-r other.txt", "-e .", "git+https://host/x.git", "./wheels/x-1.0-py3-none-any.whl", "x-1.0-py3-none-any.whl"})
        QVERIFY2(parseRequirements(unreadable).hasUnreadable, unreadable);
    QVERIFY(!parseRequirements("--index-url https://host/simple\nnumpy\n").hasUnreadable);
}

void tst_Imports::packageNamesAreComparedBlind()
{
    const PackageCatalogue &catalogue = PackageCatalogue::bundled();
    QVERIFY(catalogue.isKnown(QStringLiteral("Scikit_Learn")));
    QVERIFY(catalogue.providersOf(QStringLiteral("cv2")).contains(QStringLiteral("opencv-python")));
    QCOMPARE(catalogue.providersOf(QStringLiteral("my_module")), QStringList{QStringLiteral("my-module")});
    QCOMPARE(catalogue.rightName(QStringLiteral("sklearn")), QStringLiteral("scikit-learn"));
    QVERIFY(catalogue.rightName(QStringLiteral("numpy")).isEmpty());
    QVERIFY(catalogue.withDependencies({QStringLiteral("pandas")}).contains(QStringLiteral("six"))); // by way of python-dateutil
}

void tst_Imports::importsAreMarkedByHowSureTheyAre()
{
    Scripts scripts;
    scripts.write(QStringLiteral("train.py"), "import sure\n"
                                              "try:\n    import tried\nexcept ImportError:\n    import instead\n"
                                              "try:\n    import strict\nexcept KeyError:\n    pass\n"
                                              "from contextlib import suppress\nwith suppress(ImportError):\n    import suppressed\n"
                                              "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import typed\n"
                                              "def f():\n    import deferred\n"
                                              "if __name__ == '__main__':\n    import main_only\n"
                                              "import os.path\n");
    const Result<ScriptScan> scan = scanScript(python, scripts.path(), QStringLiteral("train.py"));
    QVERIFY(scan);
    QStringList marks;
    for (const ScriptImport &import : scan->files.first().imports) {
        if (!import.isStandard)
            marks.append(import.module + (import.isOptional ? u'?' : import.isDeferred ? u'~' : u'!'));
    }
    QCOMPARE(marks.join(u' '), QStringLiteral("sure! tried? instead? strict! suppressed? typed? deferred~ main_only!"));
}

void tst_Imports::ownModulesAreFollowed()
{
    Scripts scripts;
    scripts.write(QStringLiteral("train.py"), "import models.net\nfrom tools import helper\ntry:\n    import extra\nexcept ImportError:\n    pass\n");
    scripts.write(QStringLiteral("models/__init__.py"), "");
    scripts.write(QStringLiteral("models/net.py"), "from . import parts\nimport needed_by_net\n");
    scripts.write(QStringLiteral("models/parts.py"), "import needed_by_parts\n");
    scripts.write(QStringLiteral("tools/helper.py"), "import needed_by_helper\n");
    scripts.write(QStringLiteral("extra.py"), "import maybe_needed\n");
    scripts.write(QStringLiteral("unused.py"), "import not_needed\n");
    const Result<ScriptScan> scan = scanScript(python, scripts.path(), QStringLiteral("train.py"));
    QVERIFY(scan);
    QStringList needed;
    for (const ScriptFile &file : scan->files) {
        for (const ScriptImport &import : file.imports)
            needed.append(file.path + u':' + import.module + (import.isOptional ? QStringLiteral("?") : QString()));
    }
    needed.sort();
    QCOMPARE(needed.join(u' '), QStringLiteral("extra.py:maybe_needed? models/net.py:needed_by_net models/parts.py:needed_by_parts tools/helper.py:needed_by_helper"));
}

void tst_Imports::loadersAreFoundWithTheirWorkers()
{
    Scripts scripts;
    scripts.write(QStringLiteral("train.py"), "parser.add_argument('-j', '--loader-workers', type=int, default=6)\n"
                                              "parser.add_argument('--threads', dest='count', default=2)\n"
                                              "a = torch.utils.data.DataLoader(x, num_workers=args.loader_workers)\n"
                                              "b = DataLoader(x,\n               num_workers=16)\n"
                                              "c = DataLoader(x, num_workers=count)\n"
                                              "d = DataLoader(x, num_workers=os.cpu_count())\n"
                                              "e = DataLoader(x)\n"
                                              "f = Other(x, num_workers=3)\n"
                                              "g = TrainingArguments('out', dataloader_num_workers=5)\n");
    const Result<ScriptScan> scan = scanScript(python, scripts.path(), QStringLiteral("train.py"));
    QVERIFY(scan);
    const QList<ScriptLoader> expected{{3, 6, QStringLiteral("loader_workers")}, {4, 16, {}}, {6, 2, QStringLiteral("count")}, {7, std::nullopt, {}}, {10, 5, {}}};
    QCOMPARE(scan->files.first().loaders, expected);
}

void tst_Imports::imageImports_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("requirements");
    QTest::addColumn<QString>("expected");
    QTest::newRow("in the image") << QByteArray("import torch\nfrom PIL import Image\n") << QByteArray("numpy\n") << "";
    QTest::newRow("in the requirements") << QByteArray("import cv2\n") << QByteArray("opencv_python_headless>=4\n") << "";
    QTest::newRow("brought along") << QByteArray("import yaml, tqdm\n") << QByteArray("transformers\n") << "";
    QTest::newRow("nowhere") << QByteArray("import torch\nimport timm\n") << QByteArray("numpy\n") << "error environment.missing-package train.py:2";
    QTest::newRow("in a function") << QByteArray("def f():\n    import timm\n") << QByteArray("numpy\n") << "warning environment.missing-package train.py:2";
    QTest::newRow("an unknown package may bring it") << QByteArray("import timm\n") << QByteArray("our-internal-tools\n") << "";
    QTest::newRow("a file may bring it") << QByteArray("import timm\n") << QByteArray("-r more.txt\n") << "";
    QTest::newRow("newer syntax") << QByteArray("x = 1\nmatch x:\n    case 1:\n        pass\n") << QByteArray("numpy\n") << "error environment.python-version train.py:2";
    QTest::newRow("newer module") << QByteArray("import tomllib\n") << QByteArray("numpy\n") << "error environment.python-version train.py:1";
    QTest::newRow("newer module with a way out") << QByteArray("try:\n    import tomllib\nexcept ImportError:\n    tomllib = None\n") << QByteArray("numpy\n") << "";
}

void tst_Imports::imageImports()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, requirements);
    Scripts scripts;
    scripts.write(QStringLiteral("train.py"), script);
    scripts.write(QStringLiteral("requirements.txt"), requirements);
    QTEST(described(imageRules(scripts.context(inImage))), "expected");
}

void tst_Imports::localImportsAskTheInterpreter()
{
    Scripts scripts;
    scripts.write(QStringLiteral("train.py"), "import json\nimport no_such_module_here\nimport local_part\ntry:\n    import no_such_option\nexcept ImportError:\n    pass\n");
    scripts.write(QStringLiteral("local_part.py"), "def f():\n    import no_such_thing_later\n");
    QCOMPARE(described(checkImports(scripts.context())), QStringLiteral("error environment.missing-package train.py:2; warning environment.missing-package local_part.py:2"));
}

void tst_Imports::syntaxErrorsHaveTheirLine()
{
    Scripts scripts;
    scripts.write(QStringLiteral("train.py"), "import part\n");
    scripts.write(QStringLiteral("part.py"), "x = 1\ny = (\n");
    QCOMPARE(described(checkImports(scripts.context())), QStringLiteral("error code.syntax-error part.py:2"));
    QCOMPARE(described(imageRules(scripts.context(inImage))), QString()); // another Python may read it
}

void tst_Imports::aMissingInterpreterIsNotChecked()
{
    Scripts scripts;
    scripts.write(QStringLiteral("train.py"), "import timm\n");
    PreflightContext context = scripts.context(inImage);
    context.profile.interpreter = QStringLiteral("/no/such/python");
    for (const CheckReport &report : {checkImports(context), imageRules(context)}) {
        QCOMPARE(described(report), QString());
        QCOMPARE(report.notChecked.size(), 1);
    }
    context.profile.interpreter = QStringLiteral("/bin/echo");
    QCOMPARE(checkImports(context).notChecked.size(), 1);
}

void tst_Imports::scriptsAreNeverRun()
{
    Scripts scripts;
    const QByteArray harmful = "import pathlib\npathlib.Path(__file__).with_name('touched').touch()\n";
    scripts.write(QStringLiteral("train.py"), harmful + "import helper\n");
    scripts.write(QStringLiteral("helper.py"), harmful);
    scripts.write(QStringLiteral("json.py"), harmful); // must not stand in for the standard library either
    scripts.write(QStringLiteral("sitecustomize.py"), harmful);
    (void)checkImports(scripts.context());
    (void)imageRules(scripts.context(inImage));
    QCOMPARE(QDir(scripts.path()).entryList({QStringLiteral("touched"), QStringLiteral("__pycache__")}), QStringList());
}

QTEST_GUILESS_MAIN(tst_Imports)
#include "tst_imports.moc"
