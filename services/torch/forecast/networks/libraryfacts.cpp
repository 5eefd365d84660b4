#include "services/torch/forecast/networks/libraryfacts.h"

namespace Trainyard {

QVersionNumber libraryOf(const FrameworkFacts &facts)
{
    if (!facts.library.isNull())
        return facts.library;
    struct Era
    {
        QVersionNumber framework, library;
    };
    // Both from the release pages: PyTorch 2.1 came out in October 2023, 2.2 in January 2024 (transformers 4.37), and so on.
    static const Era eras[] = {
        {{1, 13}, {4, 26}}, {{2, 0}, {4, 33}}, {{2, 1}, {4, 37}}, {{2, 2}, {4, 40}}, {{2, 3}, {4, 43}}, {{2, 4}, {4, 45}}, {{2, 5}, {4, 48}}, {{2, 6}, {4, 51}},
    };
    QVersionNumber library(4, 20);
    for (const Era &era : eras) {
        if (facts.framework >= era.framework)
            library = era.library;
    }
    return facts.framework >= QVersionNumber(2, 7) || facts.framework.isNull() ? QVersionNumber(4, 55) : library;
}

AttentionKind attentionKindFor(const StepPlan &plan, bool isEagerOnly, const QVersionNumber &fusedSince)
{
    if (plan.attentionIsStated)
        return plan.attention;
    const bool isTooOld = !plan.facts.library.isNull() && plan.facts.library < fusedSince;
    return isEagerOnly || isTooOld ? AttentionKind::Math : plan.attention;
}

} // namespace Trainyard
