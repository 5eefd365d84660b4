#include "models/job/jobdocument.h"
#include "widgets/setup/environmentform.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/fieldtexts.h"
#include "widgets/setup/flavorform.h"
#include "widgets/setup/jobform.h"
#include "widgets/setup/launchform.h"
#include "widgets/setup/pathedit.h"
#include "widgets/setup/placesform.h"
#include "widgets/setup/platformform.h"
#include "widgets/setup/quotaform.h"
#include "widgets/setup/quotatablemodel.h"
#include "widgets/setup/settingsforms.h"
#include "widgets/setup/tablefield.h"
#include "widgets/setup/tableforms.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Trainyard;

namespace {

const QByteArray wholeJob = R"(schema: trainyard/job/v1
name: whole
profile: local
environment: {image: pytorch_2.1.0-cuda_12.1-py_3.10, requirements: requirements.txt, python: "3.10", versions: {framework: pytorch 2.1.0}}
compute: {flavor: local.cpu, nodes: 1, spot: false}
code: {directory: src, boot_file: train.py}
parameters: {epochs: 5, learning_rate: 1e-4, amp: null, sizes: [32, 64]}
environment_variables: {TOKENIZERS_PARALLELISM: "false"}
inputs: [{name: data_url, source: dataset, format: image-folder}]
outputs: [{name: train_url, destination: output}]
checkpoints: {directory: train_url, every_steps: 200, keep: 3, resume: auto}
limits: {max_duration: 2h, max_cost: 20.0, stop_when_idle: 15m}
model: {architecture: resnet18, num_classes: 10, input: {shape: [1, 28, 28], dtype: float32}}
training: {batch_size: "${parameters.epochs}", precision: fp32, optimizer: {name: adamw, learning_rate: 0.001}}
)";

Job readWhole()
{
    const JobDocument document = readJob(wholeJob);
    return document.job;
}

void type(FieldBox *box, const QString &text)
{
    if (auto *combo = qobject_cast<QComboBox *>(box->editor())) {
        if (combo->isEditable())
            combo->setEditText(text);
        else
            combo->setCurrentIndex(combo->findData(text));
    } else if (auto *edit = qobject_cast<QLineEdit *>(box->editor())) {
        edit->clear();
        QTest::keyClicks(edit, text);
    } else if (auto *path = qobject_cast<PathEdit *>(box->editor())) {
        path->setText(text);
    } else if (auto *check = qobject_cast<QCheckBox *>(box->editor())) {
        check->setChecked(text == QLatin1String("true"));
    }
}

/// A form whose edits come back to it, as the session's do.
template<typename F>
struct Loop
{
    F form;
    Job job;
    QString lastKey;

    explicit Loop(const Job &start)
        : job(start)
    {
        QObject::connect(&form, &Form::changed, &form, [this](const Job &edited, const QString &key) {
            job = edited;
            lastKey = key;
            form.setJob(job);
        });
        form.setJob(start);
    }
};

} // namespace

class TestForms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFormChangesNothingByShowingAJob_data()
    {
        QTest::addColumn<int>("which");
        for (int which = 0; which < 11; ++which)
            QTest::addRow("form %d", which) << which;
    }

    void aFormChangesNothingByShowingAJob()
    {
        QFETCH(int, which);
        Form *const forms[] = {new EnvironmentForm, new FlavorForm, new PlacesForm,   new LaunchForm,    new ParametersForm, new VariablesForm,
                               new InputsForm,      new AboutForm,  new LimitsForm,   new TrainingForm,  new JobForm};
        const std::unique_ptr<Form> form(forms[which]);
        for (int i = 0; i < 11; ++i) {
            if (i != which)
                delete forms[i];
        }
        QSignalSpy changed(form.get(), &Form::changed);
        const Job job = readWhole();
        form->setJob(job);
        Job applied = job;
        form->applyTo(applied);
        QCOMPARE(QString::fromUtf8(writeJob(applied)), QString::fromUtf8(writeJob(job)));
        Job fresh; // another job: nothing of the first one stays
        form->loadJob(fresh);
        form->applyTo(fresh);
        QVERIFY(fresh == Job());
        QCOMPARE(changed.count(), 0);
    }

    void whatIsTypedIsInTheJob_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("image") << "environment.image" << "my-image" << QByteArray("image: my-image");
        QTest::newRow("python") << "environment.python" << "3.11" << QByteArray("3.11");
        QTest::newRow("flavor") << "compute.flavor" << "gpu.a100.1" << QByteArray("flavor: gpu.a100.1");
        QTest::newRow("nodes") << "compute.nodes" << "4" << QByteArray("nodes: 4");
        QTest::newRow("spot") << "compute.spot" << "true" << QByteArray("spot: true");
        QTest::newRow("data place") << "inputs[0].source" << "other data" << QByteArray("source: other data");
        QTest::newRow("output place") << "outputs[0].destination" << "results" << QByteArray("destination: results");
        QTest::newRow("boot file") << "code.boot_file" << "main.py" << QByteArray("boot_file: main.py");
        QTest::newRow("name") << "name" << "new name" << QByteArray("name: new name");
        QTest::newRow("project") << "project" << "course" << QByteArray("project: course");
        QTest::newRow("duration") << "limits.max_duration" << "90s" << QByteArray("max_duration: 90s");
        QTest::newRow("every") << "checkpoints.every_steps" << "50" << QByteArray("every_steps: 50");
        QTest::newRow("batch") << "training.batch_size" << "128" << QByteArray("batch_size: 128");
        QTest::newRow("batch by reference") << "training.batch_size" << "${parameters.epochs}" << QByteArray("${parameters.epochs}");
        QTest::newRow("precision") << "training.precision" << "amp-bf16" << QByteArray("precision: amp-bf16");
        QTest::newRow("shape") << "model.input.shape" << "3, 224, 224" << QByteArray("3, 224, 224");
    }

    void whatIsTypedIsInTheJob()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QByteArray, line);
        Loop<JobForm> loop(readWhole());
        FieldBox *box = loop.form.field(key);
        QVERIFY2(box, qPrintable(key));
        type(box, text);
        const QByteArray yaml = writeJob(loop.job);
        QVERIFY2(yaml.contains(line), yaml.constData());
        QVERIFY(!box->hasProblem());
        QVERIFY(readJob(yaml).job == loop.job);
    }

    void whatIsNoValueStaysInItsFieldAndOutOfTheJob_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("duration without unit") << "limits.max_duration" << "90";
        QTest::newRow("no nodes") << "compute.nodes" << "0";
        QTest::newRow("words for a number") << "training.batch_size" << "many";
        QTest::newRow("negative rate") << "training.optimizer.learning_rate" << "-1";
        QTest::newRow("shape of words") << "model.input.shape" << "wide, high";
    }

    void whatIsNoValueStaysInItsFieldAndOutOfTheJob()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        Loop<JobForm> loop(readWhole());
        FieldBox *box = loop.form.field(key);
        auto *edit = qobject_cast<QLineEdit *>(box->editor());
        edit->setText(text);
        QVERIFY(box->hasProblem());
        QVERIFY(box->problemText().contains(text));
        QVERIFY(loop.job == readWhole());
        loop.form.setJob(loop.job); // a change elsewhere shows the job again
        QCOMPARE(edit->text(), text);
        edit->setText(QString());
        QVERIFY(!box->hasProblem());
    }

    void typingKeepsTheCursorWhereItIs()
    {
        Loop<AboutForm> loop(readWhole());
        auto *edit = qobject_cast<QLineEdit *>(loop.form.field(QStringLiteral("name"))->editor());
        edit->setCursorPosition(2);
        QTest::keyClicks(edit, QStringLiteral("XY "));
        QCOMPARE(edit->text(), QStringLiteral("whXY ole"));
        QCOMPARE(edit->cursorPosition(), 5);
        QCOMPARE(loop.lastKey, QStringLiteral("name"));
    }

    void undoShowsTheEarlierValue()
    {
        Loop<AboutForm> loop(readWhole());
        const Job before = loop.job;
        type(loop.form.field(QStringLiteral("name")), QStringLiteral("later"));
        QCOMPARE(loop.job.name, QStringLiteral("later"));
        loop.form.setJob(before);
        QCOMPARE(qobject_cast<QLineEdit *>(loop.form.field(QStringLiteral("name"))->editor())->text(), QStringLiteral("whole"));
    }

    void undoKeysAreLeftToTheWindow()
    {
        AboutForm form;
        form.setJob(readWhole());
        auto *edit = qobject_cast<QLineEdit *>(form.field(QStringLiteral("name"))->editor());
        QTest::keyClicks(edit, QStringLiteral("x"));
        QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        undo.setAccepted(false);
        QCoreApplication::sendEvent(edit, &undo);
        QVERIFY(!undo.isAccepted());
    }

    void findingsStandAtTheirField_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("field");
        QTest::newRow("the field itself") << "compute.flavor" << "compute.flavor";
        QTest::newRow("one parameter") << "parameters.epochs" << "parameters";
        QTest::newRow("a second input") << "inputs[1].source" << "inputs";
        QTest::newRow("first input") << "inputs[0].source" << "inputs[0].source";
        QTest::newRow("a section") << "code" << "code.kind";
        QTest::newRow("deep") << "training.optimizer.learning_rate" << "training.optimizer.learning_rate";
    }

    void findingsStandAtTheirField()
    {
        QFETCH(QString, key);
        QFETCH(QString, field);
        JobForm form;
        form.setJob(readWhole());
        Finding finding;
        finding.code = QStringLiteral("job.invalid-value");
        finding.message = QStringLiteral("This is wrong.");
        finding.fix = QStringLiteral("Do that.");
        finding.where.key = key;
        QVERIFY(form.setFindings({finding}).isEmpty());
        QVERIFY2(form.field(field)->problemText().contains(QStringLiteral("This is wrong.")), qPrintable(field));
        QVERIFY(form.setFindings({}).isEmpty());
        QVERIFY(!form.field(field)->hasProblem());
        finding.where.key.clear();
        QCOMPARE(form.setFindings({finding}).size(), 1); // one without a field is answered, not swallowed
    }

    void choosingAnotherWayToStartDropsTheOthers()
    {
        Loop<LaunchForm> loop(readWhole());
        auto *kind = qobject_cast<QComboBox *>(loop.form.field(QStringLiteral("code.kind"))->editor());
        kind->setCurrentIndex(int(LaunchForm::Kind::Preset));
        Q_EMIT kind->activated(int(LaunchForm::Kind::Preset));
        QVERIFY(loop.job.code.bootFile.isEmpty());
        QCOMPARE(loop.form.kind(), LaunchForm::Kind::Preset);
        type(loop.form.field(QStringLiteral("code.preset")), QStringLiteral("image-classification"));
        QCOMPARE(loop.job.code.preset, QStringLiteral("image-classification"));
        QVERIFY(loop.form.isDecided());
    }

    void emptyingADataPlaceTakesTheInputAway()
    {
        Loop<PlacesForm> loop(readWhole());
        FieldBox *source = loop.form.field(QStringLiteral("inputs[0].source"));
        type(source, QString());
        QVERIFY(loop.job.inputs.isEmpty());
        type(source, QStringLiteral("elsewhere"));
        QCOMPARE(loop.job.inputs, readJob(QByteArray(wholeJob).replace("source: dataset", "source: elsewhere")).job.inputs);
    }

    void parametersAreEditedInTheirTable()
    {
        Loop<ParametersForm> loop(readWhole());
        auto *table = qobject_cast<TableField *>(loop.form.field(QStringLiteral("parameters"))->editor());
        QAbstractItemModelTester tester(&table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        RowsModel &model = table->model();
        QCOMPARE(model.rows().at(1), (QStringList{QStringLiteral("learning_rate"), QStringLiteral("1e-4"), QStringLiteral("value")}));
        QCOMPARE(model.rows().at(2).at(2), QStringLiteral("flag"));
        QCOMPARE(model.rows().at(3).at(1), QStringLiteral("32 64"));
        QVERIFY(model.setData(model.index(0, 1), QStringLiteral("007")));
        QCOMPARE(loop.job.parameters.first().values, QStringList{QStringLiteral("007")});
        const int row = model.appendRow();
        QCOMPARE(loop.job.parameters.size(), 4); // no name yet: not in the job, and still in the table
        QCOMPARE(model.rowCount(), 5);
        QVERIFY(model.setData(model.index(row, 0), QStringLiteral("seed")));
        QCOMPARE(loop.job.parameters.last().name, QStringLiteral("seed"));
        QVERIFY(model.removeRow(0));
        QCOMPARE(loop.job.parameters.first().name, QStringLiteral("learning_rate"));
    }

    void aProfilesSettingsAreReported()
    {
        PlatformForm form;
        Profile local;
        local.name = local.platform = QStringLiteral("local");
        Profile cloud;
        cloud.name = QStringLiteral("cloud");
        cloud.platform = QStringLiteral("modelarts");
        cloud.settings = {{QStringLiteral("region"), QStringLiteral("cn-north-4")}};
        form.setProfiles({local, cloud}, {QStringLiteral("/usr/bin/python3")});
        Job job = readWhole();
        form.setJob(job);
        QSignalSpy edited(&form, &PlatformForm::profileEdited);
        QVERIFY(edited.isEmpty());
        job.profile = QStringLiteral("cloud");
        form.setJob(job);
        QCOMPARE(form.profile(), cloud);
        auto *region = form.findChild<QLineEdit *>(QStringLiteral("profile.region"));
        QCOMPARE(region->text(), QStringLiteral("cn-north-4"));
        region->setText(QStringLiteral("cn-east-3"));
        QCOMPARE(edited.last().first().value<Profile>().setting(u"region"), QStringLiteral("cn-east-3"));
    }

    void keysLeaveTheFormOnceAndAreForgotten()
    {
        PlatformForm form;
        Profile cloud;
        cloud.name = QStringLiteral("cloud");
        cloud.platform = QStringLiteral("modelarts");
        form.setProfiles({cloud}, {});
        Job job = readWhole();
        job.profile = QStringLiteral("cloud");
        form.setJob(job);
        QSignalSpy entered(&form, &PlatformForm::keysEntered);
        auto *access = form.findChild<QLineEdit *>(QStringLiteral("profile.access_key"));
        auto *secret = form.findChild<QLineEdit *>(QStringLiteral("profile.secret_key"));
        QCOMPARE(secret->echoMode(), QLineEdit::Password);
        access->setText(QStringLiteral("AK"));
        secret->setText(QStringLiteral("SK"));
        QTest::keyClick(secret, Qt::Key_Return);
        QCOMPARE(entered.count(), 1);
        QCOMPARE(entered.first(), (QVariantList{QStringLiteral("cloud"), QStringLiteral("AK"), QStringLiteral("SK")}));
        QVERIFY(access->text().isEmpty() && secret->text().isEmpty());
        form.setKeyState(PlatformForm::KeyState::InKeychain);
        QVERIFY(!secret->isVisibleTo(&form));
    }

    void aCredentialsFileGivesBothKeys_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isKeys");
        QTest::newRow("as downloaded") << QByteArray("User Name,Access Key Id,Secret Access Key\r\n\"me\",AKEXAMPLE,SKEXAMPLE\r\n") << true;
        QTest::newRow("with a mark") << QByteArray("\xef\xbb\xbfUser Name,Access Key Id,Secret Access Key\nme,AKEXAMPLE,SKEXAMPLE\n") << true;
        QTest::newRow("a table of something else") << QByteArray("a,b\n1,2\n") << false;
        QTest::newRow("empty") << QByteArray() << false;
    }

    void aCredentialsFileGivesBothKeys()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isKeys);
        const auto keys = keysFromCsv(text);
        QCOMPARE(keys.has_value(), isKeys);
        if (isKeys)
            QCOMPARE(*keys, (std::pair{QStringLiteral("AKEXAMPLE"), QStringLiteral("SKEXAMPLE")}));
    }

    void typedFiguresGoBeforeMeasuredOnes()
    {
        QuotaForm form;
        form.setJob(readWhole());
        form.setKnown({std::nullopt, 1024.0 * 1024 * 1024, 2.0});
        QCOMPARE(form.needs().dataBytes, 1024.0 * 1024 * 1024);
        form.findChild<QLineEdit *>(QStringLiteral("quota.hours"))->setText(QStringLiteral("3"));
        QCOMPARE(form.needs().hours, 3.0);
        form.findChild<QLineEdit *>(QStringLiteral("quota.hours"))->setText(QStringLiteral("soon"));
        QCOMPARE(form.needs().hours, 2.0);
        QVERIFY(form.findChild<QLineEdit *>(QStringLiteral("quota.hours"))->accessibleDescription().contains(QStringLiteral("soon")));
    }

    void theQuotaTableIsASoundModel()
    {
        QuotaTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QuotaItem limited;
        limited.flavor = QStringLiteral("gpu.a100.8");
        limited.type = QStringLiteral("A100");
        limited.total = 8;
        limited.available = 2;
        limited.hoursLeft = 46;
        QuotaItem unlimited = limited;
        unlimited.flavor = QStringLiteral("local.cpu");
        unlimited.isUnlimited = true;
        model.setItems({limited, unlimited});
        model.setCurrentFlavor(QStringLiteral("local.cpu"));
        QCOMPARE(model.index(0, QuotaTableModel::CountColumn).data().toString(), QStringLiteral("2 of 8"));
        QCOMPARE(model.index(0, QuotaTableModel::HoursColumn).data().toString(), QStringLiteral("46.0"));
        QCOMPARE(model.index(1, QuotaTableModel::HoursColumn).data().toString(), QStringLiteral("no limit"));
        QVERIFY(model.index(1, 0).data(Qt::FontRole).value<QFont>().bold());
    }

    void everyFieldHasALabelAndHelp()
    {
        JobForm job;
        PlatformForm platform;
        for (const QWidget *form : std::initializer_list<const QWidget *>{&job, &platform}) {
            for (const FieldBox *box : form->findChildren<FieldBox *>()) {
                const FieldTexts texts = fieldTexts(box->key());
                QVERIFY2(texts.label != box->key().section(u'.', -1), qPrintable(box->key()));
                QVERIFY2(!texts.what.isEmpty() || !texts.why.isEmpty() || !texts.example.isEmpty(), qPrintable(box->key()));
                QVERIFY2(!box->editor()->accessibleName().isEmpty(), qPrintable(box->key()));
            }
        }
    }
};

QTEST_MAIN(TestForms)
#include "tst_forms.moc"
