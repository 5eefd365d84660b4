#pragma once

#include "models/metrics/chunkmemory.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <vector>

namespace Trainyard {

/**
 * Values of one kind in order of arrival, in chunks: appending never moves what is there (but in the first, small chunk), and a long
 * column goes out of memory by itself (ChunkMemory).
 *
 * A copy shares the chunks: it is the column as it was at that moment, which another thread may read while the original is appended to.
 * Only the original may be appended to, and what was truncated or set is seen, or not, by its copies.
 */
template<typename T>
class Column
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    static constexpr size_t chunkLength = size_t(1) << 16;

    class const_iterator
    {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T *;
        using reference = const T &;

        const_iterator() = default;
        const_iterator(const Column *column, size_t index) : m_column(column), m_index(index) {}
        const T &operator*() const { return (*m_column)[m_index]; }
        const T *operator->() const { return &(*m_column)[m_index]; }
        const T &operator[](difference_type n) const { return (*m_column)[m_index + size_t(n)]; }
        const_iterator &operator++() { ++m_index; return *this; }
        const_iterator operator++(int) { return {m_column, m_index++}; }
        const_iterator &operator--() { --m_index; return *this; }
        const_iterator operator--(int) { return {m_column, m_index--}; }
        const_iterator &operator+=(difference_type n) { m_index += size_t(n); return *this; }
        const_iterator &operator-=(difference_type n) { m_index -= size_t(n); return *this; }
        friend const_iterator operator+(const_iterator i, difference_type n) { return i += n; }
        friend const_iterator operator+(difference_type n, const_iterator i) { return i += n; }
        friend const_iterator operator-(const_iterator i, difference_type n) { return i -= n; }
        friend difference_type operator-(const const_iterator &a, const const_iterator &b) { return difference_type(a.m_index) - difference_type(b.m_index); }
        bool operator==(const const_iterator &other) const { return m_index == other.m_index; }
        auto operator<=>(const const_iterator &other) const { return m_index <=> other.m_index; }

    private:
        const Column *m_column = nullptr;
        size_t m_index = 0;
    };

    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const T &operator[](size_t index) const { return m_data[index / chunkLength][index % chunkLength]; }
    const T &front() const { return m_data.front()[0]; }
    const T &back() const { return (*this)[m_size - 1]; }
    const_iterator begin() const { return {this, 0}; }
    const_iterator end() const { return {this, m_size}; }

    void push_back(const T &value)
    {
        if (m_size == m_capacity)
            grow();
        m_data[m_size / chunkLength][m_size % chunkLength] = value;
        ++m_size;
    }

    void set(size_t index, const T &value) { m_data[index / chunkLength][index % chunkLength] = value; }

    /// Keeps the first @p size values.
    void truncate(size_t size) { m_size = std::min(m_size, size); }

private:
    static constexpr size_t firstCapacity = 64;

    void grow()
    {
        if (m_capacity < chunkLength) {
            m_capacity = m_capacity == 0 ? firstCapacity : 2 * m_capacity;
            auto chunk = ChunkMemory::allocate(m_capacity * sizeof(T));
            if (m_size > 0)
                std::memcpy(chunk->data(), m_data[0], m_size * sizeof(T));
            m_chunks.assign(1, chunk);
            m_data.assign(1, static_cast<T *>(chunk->data()));
            return;
        }
        m_chunks.back()->settle();
        m_chunks.push_back(ChunkMemory::allocate(chunkLength * sizeof(T)));
        m_data.push_back(static_cast<T *>(m_chunks.back()->data()));
        m_capacity += chunkLength;
    }

    std::vector<std::shared_ptr<ChunkMemory>> m_chunks;
    std::vector<T *> m_data; ///< of m_chunks
    size_t m_size = 0;
    size_t m_capacity = 0;
};

} // namespace Trainyard
