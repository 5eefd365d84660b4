#include "widgets/setup/platformform.h"

#include "widgets/common/mutedlabel.h"
#include "widgets/common/theme.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/pathedit.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qint64 largestCsv = 64 * 1024;

QString unquoted(QString text)
{
    text = text.trimmed();
    if (text.size() >= 2 && text.startsWith(u'"') && text.endsWith(u'"'))
        text = text.mid(1, text.size() - 2);
    return text;
}

void setSetting(Profile &profile, const QString &key, const QString &value)
{
    const auto found = std::find_if(profile.settings.begin(), profile.settings.end(), [&](const auto &entry) { return entry.first == key; });
    if (found == profile.settings.end()) {
        if (!value.isEmpty())
            profile.settings.append({key, value});
    } else if (value.isEmpty()) {
        profile.settings.erase(found);
    } else {
        found->second = value;
    }
}

} // namespace

std::optional<std::pair<QString, QString>> keysFromCsv(const QByteArray &text)
{
    const QStringList lines = QString::fromUtf8(text).remove(QChar(0xfeff)).split(u'\n', Qt::SkipEmptyParts);
    if (lines.size() < 2)
        return std::nullopt;
    const QStringList titles = lines.at(0).split(u','), values = lines.at(1).split(u',');
    QString access, secret;
    for (qsizetype i = 0; i < std::min(titles.size(), values.size()); ++i) {
        const QString title = unquoted(titles.at(i)).toLower();
        if (title.startsWith(QLatin1String("access key")))
            access = unquoted(values.at(i));
        else if (title.startsWith(QLatin1String("secret")))
            secret = unquoted(values.at(i));
    }
    if (access.isEmpty() || secret.isEmpty())
        return std::nullopt;
    return std::pair{access, secret};
}

PlatformForm::PlatformForm(QWidget *parent)
    : Form(parent), m_new(new QPushButton(this)), m_cloudRows(new QWidget(this))
{
    m_profileBox = addSearch(QStringLiteral("profile"), [](Job &job) -> QString & { return job.profile; });
    m_profileBox->addBeside(m_new);
    connect(m_new, &QPushButton::clicked, this, &PlatformForm::newProfileRequested);

    auto *interpreter = new QComboBox;
    interpreter->setEditable(true);
    interpreter->setInsertPolicy(QComboBox::NoInsert);
    m_interpreter = new FieldBox(QStringLiteral("profile.interpreter"), interpreter, this);
    connect(interpreter, &QComboBox::editTextChanged, this, &PlatformForm::reportProfile);

    auto *cloudLayout = new QVBoxLayout(m_cloudRows);
    cloudLayout->setContentsMargins(0, 0, 0, 0);
    cloudLayout->setSpacing(12);
    cloudLayout->addWidget(addProfileSetting(QStringLiteral("profile.endpoint"), QStringLiteral("endpoint")));
    cloudLayout->addWidget(row({addProfileSetting(QStringLiteral("profile.region"), QStringLiteral("region")),
                                addProfileSetting(QStringLiteral("profile.project"), QStringLiteral("project"))}));
    cloudLayout->addWidget(makeKeyRows());

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_profileBox);
    layout->addWidget(m_interpreter);
    layout->addWidget(m_cloudRows);
    retranslate();
}

FieldBox *PlatformForm::addProfileSetting(const QString &key, const QString &setting)
{
    auto *edit = new QLineEdit;
    auto *box = new FieldBox(key, edit, this);
    connect(edit, &QLineEdit::textChanged, this, &PlatformForm::reportProfile);
    m_settings.append({setting, box});
    return box;
}

QWidget *PlatformForm::makeKeyRows()
{
    auto *rows = new QWidget;
    m_keyFields = new QWidget;
    m_accessKey = new QLineEdit;
    m_secretKey = new QLineEdit;
    m_secretKey->setEchoMode(QLineEdit::Password);
    m_showSecret = new QToolButton;
    m_showSecret->setCheckable(true);
    m_showSecret->setIcon(Theme::icon(QStringLiteral("eye")));
    connect(m_showSecret, &QToolButton::toggled, this, [this](bool isShown) {
        m_secretKey->setEchoMode(isShown ? QLineEdit::Normal : QLineEdit::Password);
        m_showSecret->setIcon(Theme::icon(isShown ? QStringLiteral("eye-off") : QStringLiteral("eye")));
    });
    m_store = new QPushButton;
    connect(m_store, &QPushButton::clicked, this, &PlatformForm::storeKeys);
    connect(m_secretKey, &QLineEdit::returnPressed, this, &PlatformForm::storeKeys);
    auto *accessBox = new FieldBox(QStringLiteral("profile.access_key"), m_accessKey, this);
    auto *secretBox = new FieldBox(QStringLiteral("profile.secret_key"), m_secretKey, this);
    secretBox->addBeside(m_store);
    secretBox->addBeside(m_showSecret);
    const auto updateStore = [this] { m_store->setEnabled(!m_accessKey->text().isEmpty() && !m_secretKey->text().isEmpty()); };
    for (QLineEdit *edit : {m_accessKey, m_secretKey}) {
        edit->setAcceptDrops(true);
        edit->installEventFilter(this);
        connect(edit, &QLineEdit::textChanged, this, updateStore);
    }
    updateStore();
    m_dropHint = new MutedLabel;
    auto *fieldsLayout = new QVBoxLayout(m_keyFields);
    fieldsLayout->setContentsMargins(0, 0, 0, 0);
    fieldsLayout->setSpacing(12);
    fieldsLayout->addWidget(accessBox);
    fieldsLayout->addWidget(secretBox);
    fieldsLayout->addWidget(m_dropHint);

    m_storedRow = new QWidget;
    m_storedText = new QLabel;
    m_replace = new QPushButton;
    connect(m_replace, &QPushButton::clicked, this, [this] {
        m_isReplacing = true;
        setKeyState(m_keyState);
        m_accessKey->setFocus();
    });
    auto *storedLayout = new QHBoxLayout(m_storedRow);
    storedLayout->setContentsMargins(0, 0, 0, 0);
    storedLayout->addWidget(m_storedText, 1);
    storedLayout->addWidget(m_replace);

    auto *layout = new QVBoxLayout(rows);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_keyFields);
    layout->addWidget(m_storedRow);
    return rows;
}

void PlatformForm::setProfiles(const QList<Profile> &profiles, const QStringList &interpreters)
{
    m_profiles = profiles;
    QStringList names;
    for (const Profile &profile : profiles)
        names.append(profile.name);
    setItems(m_profileBox, names);
    setItems(m_interpreter, interpreters);
    showProfile();
}

void PlatformForm::handleJobShown()
{
    showProfile();
}

void PlatformForm::showProfile()
{
    const QString name = job().profileOrDefault();
    const auto found = std::find_if(m_profiles.cbegin(), m_profiles.cend(), [&](const Profile &profile) { return profile.name == name; });
    const bool isKnown = found != m_profiles.cend();
    const Profile shown = isKnown ? *found : Profile{};
    m_interpreter->setVisible(isKnown && shown.platform == QLatin1String("local"));
    m_cloudRows->setVisible(isKnown && shown.platform != QLatin1String("local"));
    if (shown == m_profile)
        return;
    if (shown.name != m_profile.name) {
        m_isReplacing = false;
        m_accessKey->clear();
        m_secretKey->clear();
    }
    m_profile = shown;
    const QScopedValueRollback showing(m_isShowingProfile, true);
    static_cast<QComboBox *>(m_interpreter->editor())->setEditText(shown.interpreter);
    for (const auto &[setting, box] : std::as_const(m_settings))
        static_cast<QLineEdit *>(box->editor())->setText(shown.setting(setting));
}

void PlatformForm::reportProfile()
{
    if (m_isShowingProfile || m_profile.name.isEmpty())
        return;
    if (m_profile.platform == QLatin1String("local"))
        m_profile.interpreter = static_cast<QComboBox *>(m_interpreter->editor())->currentText().trimmed();
    else
        for (const auto &[setting, box] : std::as_const(m_settings))
            setSetting(m_profile, setting, static_cast<QLineEdit *>(box->editor())->text().trimmed());
    for (Profile &profile : m_profiles) {
        if (profile.name == m_profile.name)
            profile = m_profile;
    }
    Q_EMIT profileEdited(m_profile);
}

void PlatformForm::setKeyState(KeyState state)
{
    m_keyState = state;
    const bool isStored = state != KeyState::None && !m_isReplacing;
    m_keyFields->setVisible(!isStored);
    m_storedRow->setVisible(isStored);
    m_storedText->setText(state == KeyState::InSession ? tr("Access key: kept until Trainyard is closed. This machine has no keychain.")
                                                       : tr("Access key: stored in the system keychain."));
}

void PlatformForm::storeKeys()
{
    if (!m_store->isEnabled())
        return;
    m_isReplacing = false;
    Q_EMIT keysEntered(m_profile.name, m_accessKey->text().trimmed(), m_secretKey->text().trimmed());
    m_accessKey->clear();
    m_secretKey->clear();
    m_showSecret->setChecked(false);
}

bool PlatformForm::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return Form::eventFilter(watched, event);
    auto *drop = static_cast<QDropEvent *>(event); // a drag enter event is one, too
    const QList<QUrl> urls = drop->mimeData()->urls();
    if (urls.size() != 1 || !urls.first().isLocalFile())
        return Form::eventFilter(watched, event);
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop) {
        QFile file(urls.first().toLocalFile());
        const auto keys = file.open(QIODevice::ReadOnly) ? keysFromCsv(file.read(largestCsv)) : std::nullopt;
        if (keys) {
            m_accessKey->setText(keys->first);
            m_secretKey->setText(keys->second);
            m_store->setFocus();
        } else {
            m_dropHint->setText(tr("%1 holds no key pair. Expected is the credentials.csv that the console lets you download.").arg(file.fileName()));
        }
    }
    return true;
}

void PlatformForm::retranslate()
{
    m_new->setText(tr("New profile…"));
    m_store->setText(tr("Store"));
    m_store->setToolTip(tr("Keep both keys in the system keychain, and in no file"));
    m_showSecret->setToolTip(tr("Show the secret key"));
    m_showSecret->setAccessibleName(m_showSecret->toolTip());
    m_replace->setText(tr("Replace"));
    m_dropHint->setText(tr("A downloaded credentials.csv can be dropped here: it fills both keys."));
    setKeyState(m_keyState);
}

} // namespace Trainyard
