#pragma once

#include "models/accelerator/forecaststate.h"
#include "models/dryrun/dryrunrowmodel.h"

#include <QImage>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace Trainyard {

class ForecastPanel;
class LossCurve;
class MemoryBar;
class MutedLabel;
class SourceView;

/// What is known about the selected row: the line it is about, the loss of each step, memory, some of the images; and what can be done.
class EvidencePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit EvidencePanel(QWidget *parent = nullptr);

    void setReport(const DryRunReport &report);
    /// Of the job as it is now; one of the report is shown where there is none.
    void setForecast(const ForecastState &forecast);
    ForecastPanel &forecastPanel() { return *m_forecastPanel; }
    /// Not set: nothing is selected.
    void showRow(const std::optional<DryRunRowModel::Row> &row);
    /// Answers sourceRequested().
    void setSource(const QString &file, const QString &text);
    /// Answers explanationRequested().
    void setExplanation(const QString &code, const QString &text);
    /// Some images of the data with their class names.
    void setSamples(const QList<std::pair<QString, QImage>> &samples);
    void retranslate();

Q_SIGNALS:
    /// The text of a file, relative to the job's folder, is wanted.
    void sourceRequested(const QString &file);
    void explanationRequested(const QString &code);
    /// The place in the job's form.
    void fieldRequested(const QString &key);
    /// The file in the person's editor.
    void fileRequested(const QString &file);
    void ignoreRequested(const Trainyard::Finding &finding);

private:
    void showFinding(const Finding &finding);
    void showPoint(DryRunPoint point);
    void updateFigures();
    void updateForecast();
    void copy();

    DryRunReport m_report;
    ForecastState m_forecast;
    std::optional<DryRunRowModel::Row> m_row;
    QList<std::pair<QString, QImage>> m_samples;

    QLabel *m_title;
    QLabel *m_detail;
    MutedLabel *m_places;
    SourceView *m_source;
    LossCurve *m_curve;
    ForecastPanel *m_forecastPanel;
    QLabel *m_measured;
    MemoryBar *m_memory;
    MutedLabel *m_crossCheck;
    QWidget *m_images;
    QLabel *m_figures;
    MutedLabel *m_explanation;
    QPushButton *m_field;
    QPushButton *m_file;
    QPushButton *m_explain;
    QPushButton *m_copy;
    QPushButton *m_ignore;
};

} // namespace Trainyard
