#pragma once

#include "models/accelerator/forecaststate.h"
#include "models/job/job.h"
#include "models/platform/flavor.h"
#include "models/preflight/finding.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QComboBox;
class QLineEdit;

namespace Trainyard {

class FieldBox;
class TableField;

/// What forms know beside the job: what there is to choose from.
struct FormContext
{
    QString jobFolder; ///< absolute: what the job's relative paths start from
    QString platform;  ///< id of the job's platform; empty: not known
    QStringList profiles;
    QStringList presets;
    QList<Flavor> flavors;
    QList<Image> images;
};

/**
 * A part of the job as fields. Hosted by the wizard's pages and by the job editor alike.
 *
 * setJob() leaves what is being typed alone as long as it means the same; a text that is no value (a duration "12x") stays in its field with the
 * reason under it, and the job keeps its last value.
 */
class Form : public QWidget
{
    Q_OBJECT
public:
    explicit Form(QWidget *parent = nullptr);

    virtual void setContext(const FormContext &context);
    const FormContext &context() const { return m_context; }
    /// The forecast of the job as it is.
    virtual void setForecast(const ForecastState &forecast);
    void setJob(const Job &job);
    /// Another job: also what was typed and is no value goes.
    void loadJob(const Job &job);
    void applyTo(Job &job) const;

    /// Shows each finding at its field; answers those that have no field here.
    Findings setFindings(const Findings &findings);
    QList<FieldBox *> fields() const;
    FieldBox *field(const QString &key) const;
    /// The same, or the field of the nearest section around the key, or the first one inside it.
    FieldBox *fieldNear(const QString &key) const;
    /// An error stands at one of its fields.
    bool hasProblem() const;

    /// The decision in one line, for a closed card.
    virtual QString summary() const { return QString(); }
    /// Nothing that the job needs is missing here.
    virtual bool isDecided() const { return true; }

Q_SIGNALS:
    /// @p job with the edit in it; @p key: the field that was edited, also the merge key of its undo step.
    void changed(const Trainyard::Job &job, const QString &key);

protected:
    using TextOf = std::function<QString &(Job &)>;
    template<typename T>
    using OptionalOf = std::function<std::optional<T> &(Job &)>;
    struct Field
    {
        FieldBox *box;
        std::function<void(const Job &)> load;
        std::function<void(Job &)> store;
        std::function<QString()> validate; ///< empty: fine; may be null
    };

    /// A form inside this one: gets the same job, context and findings. Its place in the layout is the caller's.
    void addPart(Form *part);
    void addField(Field field);
    /// Runs after the fields are stored: for what several of them decide together.
    void addHook(std::function<void(Job &)> store) { m_hooks.append(std::move(store)); }
    FieldBox *addText(const QString &key, TextOf text);
    FieldBox *addPath(const QString &key, TextOf text, bool isFolder, TextOf baseFolder = nullptr);
    /// A fixed choice; @p values are the contract's words. An unknown value of the job joins the list: nothing is lost.
    FieldBox *addChoice(const QString &key, TextOf text, const QStringList &values);
    /// Free text with a searchable list, filled with setItems().
    FieldBox *addSearch(const QString &key, TextOf text);
    FieldBox *addInteger(const QString &key, OptionalOf<qint64> number, qint64 minimum = 1);
    FieldBox *addSmallInteger(const QString &key, OptionalOf<int> number, int minimum = 1);
    FieldBox *addNumber(const QString &key, OptionalOf<double> number, double minimum = 0);
    FieldBox *addDuration(const QString &key, OptionalOf<Milliseconds> duration);
    FieldBox *addFlag(const QString &key, OptionalOf<bool> flag);
    /// Values separated by blanks or commas.
    FieldBox *addWords(const QString &key, std::function<QStringList(const Job &)> words, std::function<bool(Job &, const QStringList &)> store,
                       std::function<QString()> expectation = nullptr);
    using Rows = QList<QStringList>;
    FieldBox *addTable(const QString &key, TableField *table, std::function<Rows(const Job &)> rows, std::function<void(Job &, const Rows &)> store);
    static void setItems(FieldBox *box, const QStringList &items);
    /// Side by side, each with the same width.
    static QWidget *row(std::initializer_list<QWidget *> widgets);

    const Job &job() const { return m_job; }
    void reportChange(const QString &key);
    virtual void handleJobShown() {}
    /// Sets what fieldTexts() does not: at each change of language.
    virtual void retranslate() {}
    void changeEvent(QEvent *event) override;

private:
    template<typename T, typename Parse, typename Write>
    FieldBox *addParsed(const QString &key, OptionalOf<T> value, Parse parse, Write write, const std::function<QString()> &expectation);
    void showProblems();
    QList<FieldBox *> ownFields() const;

    FormContext m_context;
    Job m_job;
    Findings m_findings;
    QList<Field> m_fields;
    QList<Form *> m_parts;
    QList<std::function<void(Job &)>> m_hooks;
    bool m_isLoading = false;
    bool m_isShown = false; ///< a job was loaded
};

} // namespace Trainyard
