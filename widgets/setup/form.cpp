#include "widgets/setup/form.h"

#include "widgets/setup/fieldbox.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHash>
#include <QScopedValueRollback>

#include <algorithm>

namespace Trainyard {

namespace {

template<typename T>
void dropIfEmpty(std::optional<T> &part)
{
    if (part && *part == T{})
        part.reset();
}

/// Sections that hold nothing are left out of the file.
void dropEmptySections(Job &job)
{
    dropIfEmpty(job.checkpoints);
    if (job.training) {
        dropIfEmpty(job.training->lora);
        dropIfEmpty(job.training->optimizer);
        dropIfEmpty(job.training->parallel);
    }
    dropIfEmpty(job.training);
    if (job.model)
        dropIfEmpty(job.model->input);
    dropIfEmpty(job.model);
}

/// The field a finding at @p key belongs to: the same key, else the nearest section around it, else the first field inside it.
template<typename Fields>
FieldBox *fieldFor(const Fields &fields, const QString &key)
{
    FieldBox *best = nullptr;
    for (FieldBox *box : fields) {
        if (box->key() == key)
            return box;
        const bool isAround = key.startsWith(box->key()) && (key.at(box->key().size()) == u'.' || key.at(box->key().size()) == u'[');
        if (isAround && (!best || box->key().size() > best->key().size()))
            best = box;
    }
    if (best || key.isEmpty())
        return best;
    for (FieldBox *box : fields) {
        if (box->key().startsWith(key + u'.') || box->key().startsWith(key + u'['))
            return box;
    }
    return nullptr;
}

} // namespace

Form::Form(QWidget *parent)
    : QWidget(parent)
{
}

void Form::setContext(const FormContext &context)
{
    m_context = context;
    for (Form *part : std::as_const(m_parts))
        part->setContext(context);
}

void Form::setForecast(const ForecastState &forecast)
{
    for (Form *part : std::as_const(m_parts))
        part->setForecast(forecast);
}

void Form::setJob(const Job &job)
{
    Job shown = job;
    applyTo(shown);
    m_job = job;
    if (!m_isShown || shown != job) {
        const QScopedValueRollback loading(m_isLoading, true);
        for (const Field &field : std::as_const(m_fields))
            field.load(job);
        m_isShown = true;
    }
    for (Form *part : std::as_const(m_parts))
        part->setJob(job);
    showProblems();
    handleJobShown();
}

void Form::loadJob(const Job &job)
{
    const auto forget = [](Form *form, const auto &self) -> void {
        form->m_isShown = false;
        for (Form *part : std::as_const(form->m_parts))
            self(part, self);
    };
    forget(this, forget);
    setJob(job);
}

void Form::applyTo(Job &job) const
{
    if (!m_isShown)
        return; // nothing was loaded: nothing can have been typed
    for (const Field &field : m_fields)
        field.store(job);
    for (const auto &store : m_hooks)
        store(job);
    for (const Form *part : m_parts)
        part->applyTo(job);
    dropEmptySections(job);
}

Findings Form::setFindings(const Findings &findings)
{
    m_findings.clear();
    Findings homeless;
    const QList<FieldBox *> boxes = ownFields();
    for (const Finding &finding : findings)
        (fieldFor(boxes, finding.where.key) ? m_findings : homeless).append(finding);
    for (Form *part : std::as_const(m_parts))
        homeless = part->setFindings(homeless);
    showProblems();
    return homeless;
}

void Form::showProblems()
{
    const QList<FieldBox *> boxes = ownFields();
    QHash<FieldBox *, const Finding *> worst;
    for (const Finding &finding : std::as_const(m_findings)) {
        const Finding *&shown = worst[fieldFor(boxes, finding.where.key)];
        if (!shown || finding.severity > shown->severity)
            shown = &finding;
    }
    for (const Field &field : std::as_const(m_fields)) {
        const QString typed = field.validate ? field.validate() : QString();
        const Finding *finding = worst.value(field.box);
        if (!typed.isEmpty())
            field.box->setProblem(Severity::Error, typed);
        else if (finding)
            field.box->setProblem(finding->severity, finding->message, finding->fix);
        else
            field.box->clearProblem();
    }
}

QList<FieldBox *> Form::ownFields() const
{
    QList<FieldBox *> boxes;
    for (const Field &field : m_fields)
        boxes.append(field.box);
    return boxes;
}

QList<FieldBox *> Form::fields() const
{
    QList<FieldBox *> boxes = ownFields();
    for (const Form *part : m_parts)
        boxes += part->fields();
    return boxes;
}

FieldBox *Form::fieldNear(const QString &key) const
{
    return fieldFor(fields(), key);
}

FieldBox *Form::field(const QString &key) const
{
    for (FieldBox *box : fields()) {
        if (box->key() == key)
            return box;
    }
    return nullptr;
}

bool Form::hasProblem() const
{
    const QList<FieldBox *> boxes = fields();
    return std::any_of(boxes.cbegin(), boxes.cend(), [](const FieldBox *box) { return box->hasError(); });
}

void Form::reportChange(const QString &key)
{
    if (m_isLoading)
        return;
    showProblems();
    Job edited = m_job;
    applyTo(edited);
    Q_EMIT changed(edited, key);
}

void Form::addPart(Form *part)
{
    m_parts.append(part);
    connect(part, &Form::changed, this, &Form::changed);
}

void Form::addField(Field field)
{
    m_fields.append(std::move(field));
}

QWidget *Form::row(std::initializer_list<QWidget *> widgets)
{
    auto *holder = new QWidget;
    auto *layout = new QHBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    for (QWidget *widget : widgets)
        layout->addWidget(widget, 1, Qt::AlignTop);
    return holder;
}

void Form::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        for (const Field &field : std::as_const(m_fields)) {
            if (auto *combo = qobject_cast<QComboBox *>(field.box->editor()); combo && !combo->isEditable())
                combo->setItemText(0, tr("automatic"));
            if (auto *check = qobject_cast<QCheckBox *>(field.box->editor()))
                check->setText(tr("yes"));
        }
        showProblems();
        retranslate();
    }
    QWidget::changeEvent(event);
}

} // namespace Trainyard
