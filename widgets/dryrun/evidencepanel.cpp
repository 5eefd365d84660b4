#include "widgets/dryrun/evidencepanel.h"

#include "models/common/units.h"
#include "widgets/common/mutedlabel.h"
#include "widgets/common/theme.h"
#include "widgets/dryrun/forecastpanel.h"
#include "widgets/dryrun/losscurve.h"
#include "widgets/dryrun/memorybar.h"
#include "widgets/dryrun/sourceview.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace Trainyard {

namespace {

QString placeText(const Place &place)
{
    QStringList parts;
    if (!place.file.isEmpty())
        parts.append(place.line ? place.file + u':' + QString::number(*place.line) : place.file);
    if (!place.key.isEmpty())
        parts.append(place.key);
    return parts.join(QStringLiteral("  ·  "));
}

QLabel *wrappingLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

EvidencePanel::EvidencePanel(QWidget *parent)
    : QWidget(parent)
    , m_title(wrappingLabel(this))
    , m_detail(wrappingLabel(this))
    , m_places(new MutedLabel(this))
    , m_source(new SourceView(this))
    , m_curve(new LossCurve(this))
    , m_forecastPanel(new ForecastPanel(this))
    , m_measured(wrappingLabel(this))
    , m_memory(new MemoryBar(this))
    , m_crossCheck(new MutedLabel(this))
    , m_images(new QWidget(this))
    , m_figures(wrappingLabel(this))
    , m_explanation(new MutedLabel(this))
    , m_field(new QPushButton(this))
    , m_file(new QPushButton(this))
    , m_explain(new QPushButton(this))
    , m_copy(new QPushButton(this))
    , m_ignore(new QPushButton(this))
{
    m_title->setFont(Theme::sectionFont());
    new QGridLayout(m_images);
    m_images->layout()->setContentsMargins(0, 0, 0, 0);
    m_curve->setMaximumHeight(320);

    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : {m_field, m_file, m_explain, m_copy, m_ignore})
        buttons->addWidget(button);
    buttons->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (QWidget *part : {static_cast<QWidget *>(m_title), static_cast<QWidget *>(m_places), static_cast<QWidget *>(m_source), static_cast<QWidget *>(m_detail),
                          static_cast<QWidget *>(m_forecastPanel), static_cast<QWidget *>(m_measured), static_cast<QWidget *>(m_memory), static_cast<QWidget *>(m_crossCheck), static_cast<QWidget *>(m_images), static_cast<QWidget *>(m_figures)})
        layout->addWidget(part);
    layout->addWidget(m_curve, 1);
    layout->addWidget(m_explanation);
    layout->addLayout(buttons);
    layout->addStretch();

    connect(m_field, &QPushButton::clicked, this, [this] { Q_EMIT fieldRequested(m_row->finding->where.key); });
    connect(m_file, &QPushButton::clicked, this, [this] { Q_EMIT fileRequested(m_row->finding->where.file); });
    connect(m_explain, &QPushButton::clicked, this, [this] { Q_EMIT explanationRequested(m_row->finding->code); });
    connect(m_copy, &QPushButton::clicked, this, &EvidencePanel::copy);
    connect(m_ignore, &QPushButton::clicked, this, [this] { Q_EMIT ignoreRequested(*m_row->finding); });
    retranslate();
    showRow(std::nullopt);
}

void EvidencePanel::setReport(const DryRunReport &report)
{
    m_report = report;
    updateFigures();
    updateForecast();
}

void EvidencePanel::showRow(const std::optional<DryRunRowModel::Row> &row)
{
    m_row = row;
    for (QWidget *part : {static_cast<QWidget *>(m_places), static_cast<QWidget *>(m_source), static_cast<QWidget *>(m_curve), static_cast<QWidget *>(m_memory),
                          static_cast<QWidget *>(m_forecastPanel), static_cast<QWidget *>(m_measured), static_cast<QWidget *>(m_crossCheck),
                          static_cast<QWidget *>(m_images), static_cast<QWidget *>(m_figures), static_cast<QWidget *>(m_explanation), static_cast<QWidget *>(m_field),
                          static_cast<QWidget *>(m_file), static_cast<QWidget *>(m_explain), static_cast<QWidget *>(m_copy), static_cast<QWidget *>(m_ignore)})
        part->hide();
    m_title->setVisible(row.has_value());
    m_detail->setVisible(row.has_value() && !row->detail.isEmpty());
    if (!row)
        return;
    m_title->setText(row->text);
    m_detail->setText(row->finding && !row->detail.isEmpty() ? tr("What to do: %1").arg(row->detail) : row->detail);
    if (row->finding)
        showFinding(*row->finding);
    const bool isMemory = row->point == DryRunPoint::Memory;
    m_forecastPanel->setVisible(isMemory);
    if (isMemory && !row->finding && m_forecastPanel->hasForecast())
        m_detail->hide(); // the panel says the same, and more
    if (row->point && row->status != DryRunRowModel::Status::Pending)
        showPoint(*row->point);
    m_copy->setVisible(row->status != DryRunRowModel::Status::Pending);
}

void EvidencePanel::showFinding(const Finding &finding)
{
    QStringList places{placeText(finding.where)};
    for (const Place &place : finding.places) {
        if (place != finding.where)
            places.append(placeText(place));
    }
    places.removeAll(QString());
    if (finding.count > places.size() && !places.isEmpty() && finding.count > 1)
        places.append(tr("and %1 more").arg(finding.count - places.size()));
    m_places->setText(places.join(u'\n'));
    m_places->setVisible(!places.isEmpty());
    m_field->setVisible(!finding.where.key.isEmpty());
    m_file->setVisible(!finding.where.file.isEmpty() && finding.where.key.isEmpty());
    m_explain->setVisible(true);
    m_ignore->setVisible(finding.severity == Severity::Error);
    if (finding.where.line)
        Q_EMIT sourceRequested(finding.where.file);
}

void EvidencePanel::showPoint(DryRunPoint point)
{
    m_curve->setVisible(point == DryRunPoint::Loss && !m_report.loss.isEmpty());
    const bool isMeasured = point == DryRunPoint::Memory && m_report.memory.contains(QStringLiteral("peak_resident_bytes"));
    m_measured->setVisible(isMeasured);
    m_memory->setVisible(isMeasured);
    m_crossCheck->setVisible(point == DryRunPoint::Memory && m_report.memory.contains(QStringLiteral("cross_check")));
    m_images->setVisible(point == DryRunPoint::Data && !m_samples.isEmpty());
    m_figures->setVisible(point == DryRunPoint::Loss && !m_report.throughput.isEmpty());
}

void EvidencePanel::updateFigures()
{
    m_curve->setLosses(m_report.loss);
    const auto bytes = [this](const char *key) { return m_report.memory.value(QLatin1String(key)).toInteger(); };
    m_memory->setMemory(bytes("peak_resident_bytes"), bytes("host_capacity_bytes"));
    const QJsonObject check = m_report.memory.value(QStringLiteral("cross_check")).toObject();
    m_crossCheck->setText(tr("The same small step, with a batch of %1: %2 for real on this CPU, %3 as forecast.")
                              .arg(check.value(QStringLiteral("batch_size")).toInteger())
                              .arg(displaySize(check.value(QStringLiteral("cpu_bytes")).toInteger()), displaySize(check.value(QStringLiteral("meta_bytes")).toInteger())));
    const QJsonObject &throughput = m_report.throughput;
    m_figures->setText(tr("%1 samples/s on this machine's %2, batch size %3.")
                           .arg(displayNumber(throughput.value(QStringLiteral("samples_per_second")).toDouble()),
                                throughput.value(QStringLiteral("device")).toString().toUpper())
                           .arg(throughput.value(QStringLiteral("batch_size")).toInteger()));
    if (m_row && m_row->point && m_row->status != DryRunRowModel::Status::Pending)
        showPoint(*m_row->point);
}

void EvidencePanel::setForecast(const ForecastState &forecast)
{
    m_forecast = forecast;
    updateForecast();
}

void EvidencePanel::updateForecast()
{
    ForecastState shown = m_forecast;
    if (!shown.isCurrent()) {
        if (const std::optional<MemoryForecast> reported = MemoryForecast::fromJson(m_report.memory))
            shown = {ForecastState::Kind::Full, reported, QString(), m_forecast.batchSize, m_forecast.sequenceLength};
    }
    m_forecastPanel->setState(shown);
}

void EvidencePanel::setSource(const QString &file, const QString &text)
{
    if (!m_row || !m_row->finding || m_row->finding->where.file != file || !m_row->finding->where.line)
        return;
    m_source->setSource(text, *m_row->finding->where.line);
    m_source->show();
}

void EvidencePanel::setExplanation(const QString &code, const QString &text)
{
    if (!m_row || !m_row->finding || m_row->finding->code != code)
        return;
    m_explanation->setText(text);
    m_explanation->show();
}

void EvidencePanel::setSamples(const QList<std::pair<QString, QImage>> &samples)
{
    constexpr int columns = 5;
    constexpr int side = 84;
    m_samples = samples;
    auto *grid = static_cast<QGridLayout *>(m_images->layout());
    while (QLayoutItem *item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int i = 0; i < samples.size(); ++i) {
        auto *picture = new QLabel(m_images);
        picture->setPixmap(QPixmap::fromImage(samples[i].second.scaled(side, side, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
        picture->setAccessibleName(tr("An image of class %1").arg(samples[i].first));
        auto *name = new MutedLabel(m_images);
        name->setText(samples[i].first);
        grid->addWidget(picture, i / columns * 2, i % columns);
        grid->addWidget(name, i / columns * 2 + 1, i % columns);
    }
    grid->setColumnStretch(columns, 1);
    showRow(m_row);
}

void EvidencePanel::copy()
{
    QStringList lines{m_row->text};
    if (m_row->finding)
        lines.append(QStringLiteral("%1 %2").arg(m_row->finding->code, placeText(m_row->finding->where)));
    if (!m_row->detail.isEmpty())
        lines.append(m_detail->text());
    QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void EvidencePanel::retranslate()
{
    m_measured->setText(tr("Measured here, on the CPU"));
    m_forecastPanel->retranslate();
    m_field->setText(tr("&Go to the field"));
    m_file->setText(tr("Open the &file"));
    m_explain->setText(tr("&Explain this"));
    m_copy->setText(tr("&Copy"));
    m_ignore->setText(tr("&Ignore with a reason..."));
    setSamples(m_samples);
    updateFigures();
}

} // namespace Trainyard
