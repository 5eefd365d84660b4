#include "widgets/monitor/interpolation.h"

#include <algorithm>
#include <limits>

namespace Trainyard {

bool Interpolation::add(double x, double y)
{
    if (!m_x.empty() && (x < m_x.back() || y <= m_y.back()))
        return false;
    if (!m_x.empty() && x == m_x.back()) {
        m_y.back() = y;
        return true;
    }
    if (m_x.size() == mostAnchors)
        thin();
    m_x.push_back(x);
    m_y.push_back(y);
    return true;
}

void Interpolation::thin()
{
    const auto keepEverySecond = [](std::vector<double> &values) {
        const double last = values.back();
        for (size_t i = 0; 2 * i < values.size(); ++i)
            values[i] = values[2 * i];
        values.resize((values.size() + 1) / 2);
        values.back() = last;
    };
    keepEverySecond(m_x);
    keepEverySecond(m_y);
}

std::optional<double> Interpolation::at(double x) const
{
    if (m_x.empty())
        return std::nullopt;
    // Nearly always asked for its end.
    const size_t next = x >= m_x.back() ? m_x.size() : size_t(std::upper_bound(m_x.cbegin(), m_x.cend(), x) - m_x.cbegin());
    if (next == 0)
        return m_y.front();
    if (next < m_x.size()) {
        const double share = (x - m_x[next - 1]) / (m_x[next] - m_x[next - 1]);
        return m_y[next - 1] + share * (m_y[next] - m_y[next - 1]);
    }
    double slope = m_endSlope.value_or(0);
    if (slope < 0)
        slope = m_x.size() < 2 ? 0 : (m_y.back() - m_y[m_y.size() - 2]) / (m_x.back() - m_x[m_x.size() - 2]);
    return m_y.back() + slope * (x - m_x.back());
}

std::optional<double> Interpolation::floorAt(double x) const
{
    const auto next = std::upper_bound(m_x.cbegin(), m_x.cend(), x);
    return next == m_x.cbegin() ? std::nullopt : std::optional(m_y[size_t(next - m_x.cbegin()) - 1]);
}

double Interpolation::lastX() const
{
    return m_x.empty() ? -std::numeric_limits<double>::infinity() : m_x.back();
}

} // namespace Trainyard
