#include "widgets/common/settingspage.h"

#include "widgets/common/alertsform.h"
#include "widgets/common/mutedlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

constexpr int contentWidth = 720;
constexpr int labelWidth = 160;
constexpr int comboWidth = 240;

QLabel *makePathLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setFont(Theme::monospaceFont());
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
    return label;
}

QHBoxLayout *addLine(QVBoxLayout *layout, QWidget *left, QWidget *right)
{
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(left, 1);
    line->addWidget(right, 0, Qt::AlignTop);
    layout->addLayout(line);
    return line;
}

} // namespace

SettingsPage::SettingsPage(QWidget *parent)
    : Page(parent)
{
    auto *content = new QWidget;
    content->setMaximumWidth(contentWidth);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(24, 16, 24, 24);
    layout->setSpacing(8);

    m_appearanceTitle = addSection(layout);
    m_language = new QComboBox(content);
    m_languageLabel = addRow(layout, m_language);
    m_theme = new QComboBox(content);
    m_themeLabel = addRow(layout, m_theme);

    m_alertsTitle = addSection(layout);
    layout->addWidget(m_alerts = new AlertsForm(content));

    m_profilesTitle = addSection(layout);
    addLine(layout, m_profiles = new QLabel(content), m_editProfiles = new QPushButton(content));
    layout->addWidget(m_profilesHelp = new MutedLabel(content));

    m_foldersTitle = addSection(layout);
    addLine(layout, m_projects = makePathLabel(content), m_openProjects = new QPushButton(content));
    addLine(layout, m_home = makePathLabel(content), m_openHome = new QPushButton(content));

    m_helpTitle = addSection(layout);
    addLine(layout, m_reportHelp = new MutedLabel(content), m_report = new QPushButton(content));
    layout->addStretch();

    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto *pageLayout = new QVBoxLayout(this);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->addWidget(scroll);
    connectWishes();
    retranslate();
}

QLabel *SettingsPage::addSection(QVBoxLayout *layout)
{
    auto *title = new QLabel(layout->parentWidget());
    title->setFont(Theme::sectionFont());
    if (layout->count() > 0)
        layout->addSpacing(16);
    layout->addWidget(title);
    return title;
}

QLabel *SettingsPage::addRow(QVBoxLayout *layout, QWidget *field)
{
    auto *label = new QLabel(layout->parentWidget());
    label->setBuddy(field);
    label->setFixedWidth(labelWidth);
    field->setFixedWidth(comboWidth);
    auto *row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(field);
    row->addStretch();
    layout->addLayout(row);
    return label;
}

void SettingsPage::connectWishes()
{
    connect(m_language, &QComboBox::activated, this, [this](int index) {
        Q_EMIT languageChosen(languageFromCode(m_language->itemData(index).toString()));
    });
    connect(m_theme, &QComboBox::activated, this, [this](int index) { Q_EMIT themeChosen(ThemeChoice(index)); });
    connect(m_editProfiles, &QPushButton::clicked, this, &SettingsPage::editProfilesRequested);
    connect(m_openHome, &QPushButton::clicked, this, [this] { Q_EMIT openFolderRequested(m_values.home); });
    connect(m_openProjects, &QPushButton::clicked, this, [this] { Q_EMIT openFolderRequested(m_values.projects); });
    connect(m_report, &QPushButton::clicked, this, &SettingsPage::reportRequested);
}

void SettingsPage::setValues(const Values &values)
{
    m_values = values;
    showValues();
}

void SettingsPage::showValues()
{
    m_language->setCurrentIndex(qMax(0, m_values.language ? m_language->findData(languageCode(*m_values.language)) : 0));
    m_theme->setCurrentIndex(int(m_values.theme));
    m_alerts->setSettings(m_values.alerts);
    m_profiles->setText(m_values.profiles.join(QLatin1Char('\n')));
    m_home->setText(m_values.home);
    m_projects->setText(m_values.projects);
}

void SettingsPage::retranslate()
{
    setTitle(tr("Settings"));
    m_appearanceTitle->setText(tr("Language and appearance"));
    m_languageLabel->setText(tr("&Language"));
    m_language->clear();
    m_language->addItem(tr("As the system"), QString());
    m_language->addItem(QStringLiteral("English"), languageCode(Language::English));
    m_language->addItem(QStringLiteral("简体中文"), languageCode(Language::Chinese));
    m_language->setAccessibleName(tr("Language"));
    m_themeLabel->setText(tr("&Theme"));
    m_theme->clear();
    m_theme->addItems({tr("As the system"), tr("Light"), tr("Dark")});
    m_theme->setAccessibleName(tr("Theme"));
    m_alertsTitle->setText(tr("Alerts"));
    m_profilesTitle->setText(tr("Platform profiles"));
    m_editProfiles->setText(tr("&Edit profiles.yaml"));
    m_profilesHelp->setText(tr("A profile names a platform and how to reach it. It never holds a secret: keys are kept in the system's keychain."));
    m_foldersTitle->setText(tr("Folders"));
    m_openProjects->setText(tr("Open &projects"));
    m_openProjects->setToolTip(tr("Where the sample and jobs for your own scripts are made"));
    m_openHome->setText(tr("Open &data"));
    m_openHome->setToolTip(tr("Runs, profiles and the database"));
    m_helpTitle->setText(tr("Help"));
    m_report->setText(tr("&Copy diagnostic report"));
    m_reportHelp->setText(tr("Versions, paths, profiles and the last errors, without secrets, for a question or a bug report."));
    showValues();
}

} // namespace Trainyard
