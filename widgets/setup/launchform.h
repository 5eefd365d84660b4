#pragma once

#include "widgets/setup/form.h"

namespace Trainyard {

/// What starts: a preset trainer, a boot file, or a command. Exactly one of the three; what was typed for the others stays in its field.
class LaunchForm final : public Form
{
    Q_OBJECT
public:
    enum class Kind { Preset, BootFile, Command };

    explicit LaunchForm(QWidget *parent = nullptr);

    void setContext(const FormContext &context) override;
    QString summary() const override;
    bool isDecided() const override;
    Kind kind() const;
    void setKind(Kind kind);

protected:
    void handleJobShown() override;
    void retranslate() override;

private:
    void showKind();

    QComboBox *m_kind;
    FieldBox *m_preset;
    FieldBox *m_directory;
    FieldBox *m_bootFile;
    FieldBox *m_command;
    bool m_isKindChosen = false; ///< by the person: the other ways are dropped from the job
};

} // namespace Trainyard
