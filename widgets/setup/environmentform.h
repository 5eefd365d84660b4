#pragma once

#include "widgets/setup/form.h"

namespace Trainyard {

/// Image, requirements, Python.
class EnvironmentForm final : public Form
{
    Q_OBJECT
public:
    explicit EnvironmentForm(QWidget *parent = nullptr);

    void setContext(const FormContext &context) override;
    QString summary() const override;
    bool isDecided() const override;

private:
    FieldBox *m_image;
};

} // namespace Trainyard
