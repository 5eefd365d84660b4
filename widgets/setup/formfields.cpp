// The kinds of fields that a form is made of.
#include "models/job/jobdocument.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/form.h"
#include "widgets/setup/pathedit.h"
#include "widgets/setup/tablefield.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

void setReference(Job &job, const QString &key, const QString &text)
{
    const auto found = std::find_if(job.references.begin(), job.references.end(), [&](const auto &entry) { return entry.first == key; });
    const bool isReference = text.contains(QLatin1String("${"));
    if (found != job.references.end()) {
        if (isReference)
            found->second = text;
        else
            job.references.erase(found);
    } else if (isReference) {
        job.references.append({key, text});
    }
}

std::optional<QString> referenceOf(const Job &job, const QString &key)
{
    for (const auto &[name, text] : job.references) {
        if (name == key)
            return text;
    }
    return std::nullopt;
}

} // namespace

FieldBox *Form::addText(const QString &key, TextOf text)
{
    auto *edit = new QLineEdit;
    auto *box = new FieldBox(key, edit, this);
    connect(edit, &QLineEdit::textChanged, this, [this, key] { reportChange(key); });
    addField({box, [edit, text](const Job &job) { Job copy = job; edit->setText(text(copy)); }, [edit, text](Job &job) { text(job) = edit->text().trimmed(); },
              nullptr});
    return box;
}

FieldBox *Form::addPath(const QString &key, TextOf text, bool isFolder, TextOf baseFolder)
{
    auto *edit = new PathEdit(isFolder);
    auto *box = new FieldBox(key, edit, this);
    connect(edit, &PathEdit::textChanged, this, [this, key] { reportChange(key); });
    edit->setBaseFolder([this, baseFolder] {
        Job copy = m_job;
        return baseFolder ? m_context.jobFolder + u'/' + baseFolder(copy) : m_context.jobFolder;
    });
    addField({box, [edit, text](const Job &job) { Job copy = job; edit->setText(text(copy)); }, [edit, text](Job &job) { text(job) = edit->text().trimmed(); },
              nullptr});
    return box;
}

FieldBox *Form::addChoice(const QString &key, TextOf text, const QStringList &values)
{
    auto *combo = new QComboBox;
    combo->addItem(tr("automatic"), QString());
    for (const QString &value : values)
        combo->addItem(value, value);
    auto *box = new FieldBox(key, combo, this);
    connect(combo, &QComboBox::currentIndexChanged, this, [this, key] { reportChange(key); });
    const auto load = [combo, text](const Job &job) {
        Job copy = job;
        const QString value = text(copy);
        if (combo->findData(value) < 0)
            combo->addItem(value, value);
        combo->setCurrentIndex(combo->findData(value));
    };
    addField({box, load, [combo, text](Job &job) { text(job) = combo->currentData().toString(); }, nullptr});
    return box;
}

FieldBox *Form::addSearch(const QString &key, TextOf text)
{
    auto *combo = new QComboBox;
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->completer()->setFilterMode(Qt::MatchContains);
    combo->completer()->setCompletionMode(QCompleter::PopupCompletion);
    auto *box = new FieldBox(key, combo, this);
    connect(combo, &QComboBox::editTextChanged, this, [this, key] { reportChange(key); });
    addField({box, [combo, text](const Job &job) { Job copy = job; combo->setEditText(text(copy)); },
              [combo, text](Job &job) { text(job) = combo->currentText().trimmed(); }, nullptr});
    return box;
}

FieldBox *Form::addTable(const QString &key, TableField *table, std::function<Rows(const Job &)> rows, std::function<void(Job &, const Rows &)> store)
{
    auto *box = new FieldBox(key, table, this);
    connect(&table->model(), &RowsModel::edited, this, [this, key] { reportChange(key); });
    // Unfinished rows (no name yet) are not in the job: a table that means the same job is left alone.
    const auto load = [table, rows, store](const Job &job) {
        Job copy = job;
        store(copy, table->model().rows());
        if (copy != job)
            table->model().setRows(rows(job));
    };
    addField({box, load, [table, store](Job &job) { store(job, table->model().rows()); }, nullptr});
    return box;
}

void Form::setItems(FieldBox *box, const QStringList &items)
{
    auto *combo = static_cast<QComboBox *>(box->editor());
    QStringList now;
    for (int i = 0; i < combo->count(); ++i)
        now.append(combo->itemText(i));
    if (now == items)
        return;
    const QSignalBlocker blocker(combo);
    const QString text = combo->currentText();
    combo->clear();
    combo->addItems(items);
    combo->setEditText(text);
}

template<typename T, typename Parse, typename Write>
FieldBox *Form::addParsed(const QString &key, OptionalOf<T> value, Parse parse, Write write, const std::function<QString()> &expectation)
{
    auto *edit = new QLineEdit;
    auto *box = new FieldBox(key, edit, this);
    connect(edit, &QLineEdit::textChanged, this, [this, key] { reportChange(key); });
    const auto load = [edit, value, write, key](const Job &job) {
        Job copy = job;
        const std::optional<T> number = value(copy);
        edit->setText(referenceOf(job, key).value_or(number ? write(*number) : QString()));
    };
    const auto store = [edit, value, parse, key](Job &job) {
        const QString text = edit->text().trimmed();
        const std::optional<T> number = parse(resolveReferences(job, text));
        if (!number && !text.isEmpty())
            return; // not a value: the job keeps its last one
        setReference(job, key, text);
        value(job) = number;
    };
    const auto validate = [this, edit, parse, expectation] {
        const QString text = edit->text().trimmed();
        return text.isEmpty() || parse(resolveReferences(m_job, text)) ? QString() : tr("“%1” cannot be used here. %2").arg(text, expectation());
    };
    addField({box, load, store, validate});
    return box;
}

FieldBox *Form::addInteger(const QString &key, OptionalOf<qint64> number, qint64 minimum)
{
    const auto parse = [minimum](const QString &text) -> std::optional<qint64> {
        bool ok = false;
        const qint64 value = text.toLongLong(&ok);
        return ok && value >= minimum ? std::optional(value) : std::nullopt;
    };
    return addParsed<qint64>(key, std::move(number), parse, [](qint64 value) { return QString::number(value); },
                             [minimum] { return tr("A whole number from %1 up is expected.").arg(minimum); });
}

FieldBox *Form::addSmallInteger(const QString &key, OptionalOf<int> number, int minimum)
{
    const auto parse = [minimum](const QString &text) -> std::optional<int> {
        bool ok = false;
        const int value = text.toInt(&ok);
        return ok && value >= minimum ? std::optional(value) : std::nullopt;
    };
    return addParsed<int>(key, std::move(number), parse, [](int value) { return QString::number(value); },
                          [minimum] { return tr("A whole number from %1 up is expected.").arg(minimum); });
}

FieldBox *Form::addNumber(const QString &key, OptionalOf<double> number, double minimum)
{
    const auto parse = [minimum](const QString &text) -> std::optional<double> {
        bool ok = false;
        const double value = text.toDouble(&ok);
        return ok && std::isfinite(value) && value >= minimum ? std::optional(value) : std::nullopt;
    };
    return addParsed<double>(key, std::move(number), parse, [](double value) { return QString::number(value, 'g', QLocale::FloatingPointShortest); },
                             [minimum] { return tr("A number from %1 up is expected, such as 0.01 or 1e-4.").arg(minimum); });
}

FieldBox *Form::addDuration(const QString &key, OptionalOf<Milliseconds> duration)
{
    return addParsed<Milliseconds>(key, std::move(duration), [](const QString &text) { return parseDuration(text); }, durationToText,
                                   [] { return tr("Write a number with its unit: 90s, 15m, 2h or 1d."); });
}

FieldBox *Form::addFlag(const QString &key, OptionalOf<bool> flag)
{
    auto *check = new QCheckBox;
    auto *box = new FieldBox(key, check, this);
    check->setText(tr("yes"));
    connect(check, &QCheckBox::toggled, this, [this, key] { reportChange(key); });
    const auto load = [check, flag](const Job &job) { Job copy = job; check->setChecked(flag(copy).value_or(false)); };
    const auto store = [check, flag](Job &job) {
        std::optional<bool> &value = flag(job);
        if (value || check->isChecked())
            value = check->isChecked();
    };
    addField({box, load, store, nullptr});
    return box;
}

FieldBox *Form::addWords(const QString &key, std::function<QStringList(const Job &)> words, std::function<bool(Job &, const QStringList &)> store,
                         std::function<QString()> expectation)
{
    auto *edit = new QLineEdit;
    auto *box = new FieldBox(key, edit, this);
    connect(edit, &QLineEdit::textChanged, this, [this, key] { reportChange(key); });
    const auto typedWords = [edit] {
        static const QRegularExpression separator(QStringLiteral("[\\s,，]+"));
        return edit->text().split(separator, Qt::SkipEmptyParts);
    };
    const auto validate = [this, typedWords, store, expectation, edit] {
        Job copy = m_job;
        return store(copy, typedWords()) ? QString() : tr("“%1” cannot be used here. %2").arg(edit->text(), expectation());
    };
    addField({box, [edit, words](const Job &job) { edit->setText(words(job).join(QLatin1String(", "))); },
              [typedWords, store](Job &job) { (void)store(job, typedWords()); }, validate});
    return box;
}

} // namespace Trainyard
