#include "app/window/pagestack.h"

#include "widgets/common/page.h"

namespace Trainyard {

PageStack::PageStack(QWidget *parent)
    : QStackedWidget(parent)
{
}

void PageStack::registerPage(int id, Factory factory)
{
    m_entries[id] = Entry{std::move(factory)};
}

Page *PageStack::page(int id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return nullptr;
    Entry &entry = found->second;
    if (!entry.page) {
        entry.page = entry.factory();
        addWidget(entry.page);
        connect(entry.page, &Page::chromeChanged, this, [this, id] { Q_EMIT chromeChanged(id); });
        Q_EMIT chromeChanged(id);
    }
    return entry.page;
}

Page *PageStack::existingPage(int id) const
{
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? nullptr : found->second.page;
}

void PageStack::showPage(int id)
{
    Page *wanted = page(id);
    if (!wanted)
        return;
    m_currentId = id;
    setCurrentWidget(wanted);
    Q_EMIT currentPageChanged(id);
}

Page *PageStack::currentPage() const
{
    return static_cast<Page *>(currentWidget());
}

} // namespace Trainyard
