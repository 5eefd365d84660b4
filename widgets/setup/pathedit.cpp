#include "widgets/setup/pathedit.h"

#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>

namespace Trainyard {

PathEdit::PathEdit(bool isFolder, QWidget *parent)
    : QWidget(parent), m_edit(new QLineEdit(this)), m_button(new QToolButton(this)), m_isFolder(isFolder)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_button);
    setFocusProxy(m_edit);
    m_edit->installEventFilter(this);
    m_button->setIcon(Theme::icon(isFolder ? QStringLiteral("folder") : QStringLiteral("file")));
    connect(m_edit, &QLineEdit::textChanged, this, &PathEdit::textChanged);
    connect(m_button, &QToolButton::clicked, this, &PathEdit::choose);
    retranslate();
}

QString PathEdit::text() const
{
    return m_edit->text();
}

void PathEdit::setText(const QString &text)
{
    m_edit->setText(text);
}

QString PathEdit::relativeText(const QString &path) const
{
    const QString base = m_baseFolder();
    if (base.isEmpty())
        return path;
    const QString relative = QDir(base).relativeFilePath(path);
    return relative.startsWith(QLatin1String("..")) ? path : relative;
}

void PathEdit::choose()
{
    const QString start = QDir(m_baseFolder()).absoluteFilePath(text());
    auto *dialog = new QFileDialog(this, m_isFolder ? tr("Choose a folder") : tr("Choose a file"), start);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(m_isFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, m_isFolder);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) { setText(relativeText(path)); });
    dialog->open();
}

bool PathEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::DragEnter || event->type() == QEvent::Drop) {
        auto *drop = static_cast<QDropEvent *>(event); // a drag enter event is one, too
        const QList<QUrl> urls = drop->mimeData()->urls();
        if (urls.size() == 1 && urls.first().isLocalFile()) {
            if (event->type() == QEvent::Drop)
                setText(relativeText(urls.first().toLocalFile()));
            drop->acceptProposedAction();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void PathEdit::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PathEdit::retranslate()
{
    m_button->setToolTip(m_isFolder ? tr("Choose a folder") : tr("Choose a file"));
    m_button->setAccessibleName(m_button->toolTip());
}

} // namespace Trainyard
