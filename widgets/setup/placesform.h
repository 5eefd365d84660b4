#pragma once

#include "widgets/setup/form.h"

namespace Trainyard {

/// The two places of a job: where its data lies and where its results go. The Permissions page and the job's data card show the same fields.
class PlacesForm final : public Form
{
    Q_OBJECT
public:
    explicit PlacesForm(QWidget *parent = nullptr);

    QString summary() const override;
    bool isDecided() const override;

    static QStringList formats();
};

} // namespace Trainyard
