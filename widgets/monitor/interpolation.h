#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace Trainyard {

/**
 * A piecewise linear map from one rising quantity to another: time to step, step to epoch. Anchors that do not rise are left out; outside
 * of them the value is that of the nearest one, or goes on with the end slope. Of very many anchors every second one is forgotten.
 */
class Interpolation
{
public:
    static constexpr size_t mostAnchors = 1 << 16;

    /// A second one at the same @p x takes the place of the first. False: it was left out.
    bool add(double x, double y);
    std::optional<double> at(double x) const;
    /// Of the last anchor at or before @p x.
    std::optional<double> floorAt(double x) const;
    /// Beyond the last anchor: rise per x; negative: that of the last stretch.
    void setEndSlope(std::optional<double> slope) { m_endSlope = slope; }
    bool isEmpty() const { return m_x.empty(); }
    /// Of the last anchor; lower than any x while there is none.
    double lastX() const;

private:
    void thin();

    std::vector<double> m_x;
    std::vector<double> m_y;
    std::optional<double> m_endSlope;
};

} // namespace Trainyard
