#include "widgets/setup/launchform.h"

#include "widgets/setup/fieldbox.h"

#include <QBoxLayout>
#include <QComboBox>

namespace Trainyard {

namespace {

LaunchForm::Kind kindOf(const Job::Code &code)
{
    if (!code.bootFile.isEmpty())
        return LaunchForm::Kind::BootFile;
    if (!code.command.isEmpty())
        return LaunchForm::Kind::Command;
    return code.preset.isEmpty() && !code.directory.isEmpty() ? LaunchForm::Kind::BootFile : LaunchForm::Kind::Preset;
}

} // namespace

LaunchForm::LaunchForm(QWidget *parent)
    : Form(parent), m_kind(new QComboBox)
{
    m_kind->addItems({QString(), QString(), QString()});
    auto *kindBox = new FieldBox(QStringLiteral("code.kind"), m_kind, this);
    connect(m_kind, &QComboBox::activated, this, [this] {
        m_isKindChosen = true;
        showKind();
        reportChange(QStringLiteral("code.kind"));
        m_isKindChosen = false;
    });
    addField({kindBox, [this](const Job &job) { setKind(kindOf(job.code)); }, [](Job &) {}, nullptr});
    m_preset = addSearch(QStringLiteral("code.preset"), [](Job &job) -> QString & { return job.code.preset; });
    m_directory = addPath(QStringLiteral("code.directory"), [](Job &job) -> QString & { return job.code.directory; }, true);
    m_bootFile = addPath(QStringLiteral("code.boot_file"), [](Job &job) -> QString & { return job.code.bootFile; }, false,
                         [](Job &job) -> QString & { return job.code.directory; });
    m_command = addText(QStringLiteral("code.command"), [](Job &job) -> QString & { return job.code.command; });
    addHook([this](Job &job) {
        if (!m_isKindChosen)
            return;
        if (kind() != Kind::Preset)
            job.code.preset.clear();
        if (kind() != Kind::BootFile)
            job.code.bootFile.clear();
        if (kind() != Kind::Command)
            job.code.command.clear();
    });

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    for (FieldBox *box : {kindBox, m_preset, m_directory, m_bootFile, m_command})
        layout->addWidget(box);
    retranslate();
    showKind();
}

void LaunchForm::setContext(const FormContext &context)
{
    Form::setContext(context);
    setItems(m_preset, context.presets);
}

LaunchForm::Kind LaunchForm::kind() const
{
    return Kind(m_kind->currentIndex());
}

void LaunchForm::setKind(Kind kind)
{
    m_kind->setCurrentIndex(int(kind));
    showKind();
}

void LaunchForm::showKind()
{
    m_preset->setVisible(kind() == Kind::Preset);
    m_directory->setVisible(kind() != Kind::Preset);
    m_bootFile->setVisible(kind() == Kind::BootFile);
    m_command->setVisible(kind() == Kind::Command);
}

void LaunchForm::handleJobShown()
{
    // A job whose way is not decided yet keeps the choice that the person just made.
    const Job::Code &code = job().code;
    if (!code.preset.isEmpty() || !code.bootFile.isEmpty() || !code.command.isEmpty())
        setKind(kindOf(code));
}

void LaunchForm::retranslate()
{
    m_kind->setItemText(int(Kind::Preset), tr("A preset trainer"));
    m_kind->setItemText(int(Kind::BootFile), tr("A script"));
    m_kind->setItemText(int(Kind::Command), tr("A command"));
}

QString LaunchForm::summary() const
{
    const Job::Code &code = job().code;
    if (!code.preset.isEmpty())
        return tr("Preset trainer %1").arg(code.preset);
    if (!code.bootFile.isEmpty())
        return code.directory.isEmpty() ? code.bootFile : code.directory + u'/' + code.bootFile;
    if (!code.command.isEmpty())
        return code.command;
    return tr("Choose what is started.");
}

bool LaunchForm::isDecided() const
{
    const Job::Code &code = job().code;
    return !code.preset.isEmpty() || ((!code.bootFile.isEmpty() || !code.command.isEmpty()) && !code.directory.isEmpty());
}

} // namespace Trainyard
