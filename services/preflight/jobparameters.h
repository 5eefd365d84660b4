#pragma once

#include "services/preflight/preflight.h"

namespace Trainyard {

/// A parameter that the job gives, with what its references come to.
struct GivenParameter
{
    QString name;
    QString value; ///< the first of its values
    Place place;

    /// Nothing: it is no whole number.
    std::optional<qint64> number() const;
    /// What a switch takes for yes; a bare flag is one.
    bool isOn() const;
};

/// The first of @p names that the job gives a value; hyphens and underscores are the same.
std::optional<GivenParameter> givenParameter(const PreflightContext &context, const QStringList &names);

} // namespace Trainyard
