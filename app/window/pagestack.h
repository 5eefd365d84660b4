#pragma once

#include <QStackedWidget>

#include <functional>
#include <map>

namespace Trainyard {

class Page;

/// The pages of the window, each made when it is shown for the first time.
class PageStack final : public QStackedWidget
{
    Q_OBJECT

public:
    using Factory = std::function<Page *()>;

    explicit PageStack(QWidget *parent = nullptr);

    void registerPage(int id, Factory factory);
    /// Makes it if need be; nullptr for an unknown id.
    Page *page(int id);
    /// nullptr while it was not made.
    Page *existingPage(int id) const;
    void showPage(int id);
    Page *currentPage() const;
    int currentId() const { return m_currentId; }

Q_SIGNALS:
    void currentPageChanged(int id);
    /// Title, actions or badge of any page that exists.
    void chromeChanged(int id);

private:
    struct Entry
    {
        Factory factory;
        Page *page = nullptr;
    };
    std::map<int, Entry> m_entries;
    int m_currentId = -1;
};

} // namespace Trainyard
