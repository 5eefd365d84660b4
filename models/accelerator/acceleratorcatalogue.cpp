#include "models/accelerator/acceleratorcatalogue.h"

#include "models/platform/platformfile.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QVersionNumber>

#include <algorithm>
#include <cmath>

namespace Trainyard {

/// accelerators.yaml as it is written.
struct AcceleratorFile
{
    struct Entry
    {
        QString name;
        QStringList aliases;
        std::optional<bool> isNpu;
        std::optional<qint64> memory, usable;
        std::optional<int> computeCapability;
        std::optional<double> fp32, tf32, half;
        QString source;

        Card card() const;
    };
    struct ContextEntry
    {
        QString kind, cuda, framework, source;
        std::optional<qint64> low, expected, high;
    };

    QString checked;
    QList<Entry> cards;
    QList<ContextEntry> contexts;

    AcceleratorCatalogue catalogue() const;
};

namespace {

using Type = SchemaKey::Type;

SchemaKey key(const char *path, Type type, bool isRequired = false)
{
    SchemaKey result{QLatin1String(path), type};
    result.isRequired = isRequired;
    return result;
}

const Schema &cardSchema()
{
    using Entry = AcceleratorFile::Entry;
    static const Schema schema{{
        schemaField<Entry>(key("name", Type::Text, true), [](Entry &entry) { return &entry.name; }),
        schemaField<Entry>(key("aliases", Type::TextList), [](Entry &entry) { return &entry.aliases; }),
        schemaField<Entry>(key("npu", Type::Boolean), [](Entry &entry) { return &entry.isNpu; }),
        schemaField<Entry>(key("memory", Type::Size, true), [](Entry &entry) { return &entry.memory; }),
        schemaField<Entry>(key("usable", Type::Size, true), [](Entry &entry) { return &entry.usable; }),
        schemaField<Entry>(key("compute_capability", Type::Integer, true), [](Entry &entry) { return &entry.computeCapability; }),
        schemaField<Entry>(key("fp32_tflops", Type::Number), [](Entry &entry) { return &entry.fp32; }),
        schemaField<Entry>(key("tf32_tflops", Type::Number), [](Entry &entry) { return &entry.tf32; }),
        schemaField<Entry>(key("half_tflops", Type::Number), [](Entry &entry) { return &entry.half; }),
        schemaField<Entry>(key("source", Type::Text, true), [](Entry &entry) { return &entry.source; }),
    }};
    return schema;
}

const Schema &contextSchema()
{
    using Entry = AcceleratorFile::ContextEntry;
    SchemaKey kind = key("kind", Type::Choice, true);
    kind.choices = {QStringLiteral("lazy"), QStringLiteral("eager"), QStringLiteral("npu")};
    static const Schema schema{{
        schemaField<Entry>(kind, [](Entry &entry) { return &entry.kind; }),
        schemaField<Entry>(key("cuda", Type::Text), [](Entry &entry) { return &entry.cuda; }),
        schemaField<Entry>(key("framework", Type::Text), [](Entry &entry) { return &entry.framework; }),
        schemaField<Entry>(key("low", Type::Size, true), [](Entry &entry) { return &entry.low; }),
        schemaField<Entry>(key("expected", Type::Size, true), [](Entry &entry) { return &entry.expected; }),
        schemaField<Entry>(key("high", Type::Size, true), [](Entry &entry) { return &entry.high; }),
        schemaField<Entry>(key("source", Type::Text, true), [](Entry &entry) { return &entry.source; }),
    }};
    return schema;
}

const Schema &fileSchema()
{
    static const Schema schema{{
        schemaField<AcceleratorFile>(key("checked", Type::Text), [](AcceleratorFile &file) { return &file.checked; }),
        schemaField<AcceleratorFile>(key("cards", Type::MappingList, true), [](AcceleratorFile &file) { return listAccess(file.cards); }, &cardSchema()),
        schemaField<AcceleratorFile>(key("contexts", Type::MappingList), [](AcceleratorFile &file) { return listAccess(file.contexts); }, &contextSchema()),
    }};
    return schema;
}

/// ATen/cuda/CublasHandlePool.cpp: `:4096:2:16:8`, 32 MiB for Hopper and Blackwell.
qint64 cublasWorkspace(int computeCapability, bool isNpu)
{
    constexpr qint64 KiB = 1024;
    if (isNpu)
        return 0;
    return computeCapability >= 90 ? 32 * KiB * KiB : 2 * 4096 * KiB + 8 * 16 * KiB;
}

/// What a card's name says, in pieces: `NVIDIA A100-SXM4-80GB` is `a100`, in full `a100sxm4`, with 80 GiB.
struct CardName
{
    QString full;  ///< without maker and size
    QString model; ///< also without form factor
    std::optional<qint64> memoryBytes;
};

CardName cardName(const QString &text)
{
    static const QRegularExpression separators(QStringLiteral("[^a-z0-9.]+"));
    static const QRegularExpression maker(QStringLiteral("^(nvidia|tesla|geforce|quadro|rtx|gtx|huawei|ascend|atlas|gpu|npu|gp|card|graphics)$"));
    static const QRegularExpression formFactor(QStringLiteral("^(sxm\\d?|pcie?|oam|hbm\\d?e?|generation)$"));
    static const QRegularExpression size(QStringLiteral("^(\\d+)(g|gb|gib)$"));

    QString name = text.toLower();
    name = name.mid(name.lastIndexOf(u'*') + 1).section(u'|', 0, 0); // `Ascend: 1*Ascend-D910B|ARM: 24 cores`
    CardName result;
    for (QString part : name.split(separators, Qt::SkipEmptyParts)) {
        if (part.startsWith(QLatin1String("ascend")) && part.size() > 6)
            part.remove(0, 6); // `Ascend910B3`
        if (const auto match = size.match(part); match.hasMatch()) {
            result.memoryBytes = match.captured(1).toLongLong() << 30;
        } else if (!maker.match(part).hasMatch()) {
            result.full += part;
            if (!formFactor.match(part).hasMatch())
                result.model += part;
        }
    }
    return result;
}

qint64 share(qint64 bytes, double part)
{
    return qint64(double(bytes) * part);
}

bool looksLikeNpu(const QString &type)
{
    static const QRegularExpression npu(QStringLiteral("^(d?910|310|snt)"));
    return type.contains(QLatin1String("ascend"), Qt::CaseInsensitive) || npu.match(cardName(type).model).hasMatch();
}

/// What cards of its kind keep of the number on the box, in the middle.
double usableShare(const AcceleratorCatalogue &catalogue, bool isNpu)
{
    QList<double> shares;
    for (const Card &card : catalogue.cards()) {
        if (card.isNpu == isNpu)
            shares.append(double(card.usableBytes) / double(card.memoryBytes));
    }
    if (shares.isEmpty())
        return 1;
    std::sort(shares.begin(), shares.end());
    return shares.at(shares.size() / 2);
}

} // namespace

Card AcceleratorFile::Entry::card() const
{
    constexpr double tera = 1e12;
    Card card;
    card.name = name;
    card.aliases = aliases;
    card.isNpu = isNpu.value_or(false);
    card.computeCapability = *computeCapability;
    card.memoryBytes = *memory;
    card.usableBytes = *usable;
    card.cublasWorkspaceBytes = cublasWorkspace(card.computeCapability, card.isNpu);
    card.fp32Flops = fp32.value_or(0) * tera;
    card.tf32Flops = tf32.value_or(0) * tera;
    card.halfFlops = half.value_or(0) * tera;
    card.source = source;
    return card;
}

AcceleratorCatalogue AcceleratorFile::catalogue() const
{
    AcceleratorCatalogue catalogue;
    for (const Entry &entry : cards) {
        catalogue.m_cards.append(entry.card());
        QSet<QString> names{cardName(entry.name).full};
        for (const QString &alias : entry.aliases)
            names.insert(cardName(alias).full);
        for (const QString &name : std::as_const(names))
            catalogue.m_byName.insert(name, catalogue.m_cards.size() - 1);
    }
    for (const ContextEntry &entry : contexts)
        catalogue.m_contexts.append({entry.kind, entry.cuda, entry.framework, {*entry.low, *entry.expected, *entry.high}});
    return catalogue;
}

const AcceleratorCatalogue &AcceleratorCatalogue::bundled()
{
    static const AcceleratorCatalogue catalogue = [] {
        QFile file(QStringLiteral(":/accelerators/accelerators.yaml"));
        const auto read = fromYaml(file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
        Q_ASSERT(read);
        return read.value_or(AcceleratorCatalogue());
    }();
    return catalogue;
}

Result<AcceleratorCatalogue> AcceleratorCatalogue::fromYaml(const QByteArray &yaml)
{
    AcceleratorFile file;
    const Findings findings = readPlatformFile(yaml, QStringLiteral("accelerators.yaml"), fileSchema(), &file);
    if (!findings.isEmpty()) {
        const Finding &first = findings.first();
        return Error{Error::Kind::Invalid,
                     QCoreApplication::translate("AcceleratorCatalogue", "Line %1 of the table of cards, key “%2”: %3")
                         .arg(first.where.line.value_or(1)).arg(first.where.key, first.message), {}};
    }
    return file.catalogue();
}

std::optional<Card> AcceleratorCatalogue::find(const QString &type, std::optional<qint64> memoryBytes) const
{
    const CardName wanted = cardName(type);
    if (wanted.model.isEmpty())
        return std::nullopt;
    QList<qsizetype> found = m_byName.values(wanted.full); // the form factor decides where it makes a difference: H100 PCIe
    if (found.isEmpty())
        found = m_byName.values(wanted.model);
    if (found.isEmpty())
        return std::nullopt;
    const qint64 size = wanted.memoryBytes.value_or(memoryBytes.value_or(0));
    const auto distance = [this, size](qsizetype index) { return std::abs(m_cards[index].memoryBytes - size); };
    return m_cards[*std::min_element(found.begin(), found.end(), [&](qsizetype a, qsizetype b) { return distance(a) < distance(b); })];
}

Card AcceleratorCatalogue::unnamed()
{
    Card card;
    card.name = QStringLiteral("cuda (compute capability 8.0)");
    card.cublasWorkspaceBytes = cublasWorkspace(card.computeCapability, card.isNpu);
    return card;
}

ContextSize AcceleratorCatalogue::contextOf(const Card &card, const QString &cuda, const QString &framework) const
{
    const auto reaches = [](const QString &version, const QString &first) {
        return version.isEmpty() || first.isEmpty() || QVersionNumber::fromString(version) >= QVersionNumber::fromString(first);
    };
    for (const Context &context : m_contexts) {
        if ((context.kind == QLatin1String("npu")) == card.isNpu && reaches(cuda, context.cuda) && reaches(framework, context.framework))
            return context.size;
    }
    return {};
}

std::optional<Card> cardOf(const Flavor &flavor, const AcceleratorCatalogue &catalogue)
{
    if (!flavor.accelerator)
        return std::nullopt;
    const Accelerator &accelerator = *flavor.accelerator;
    if (auto known = catalogue.find(accelerator.type, accelerator.memoryBytes)) {
        const qint64 stated = accelerator.memoryBytes.value_or(known->memoryBytes);
        if (stated > known->memoryBytes / 20 * 23) { // more than the card has: one with other memory chips
            known->usableBytes = share(stated, double(known->usableBytes) / double(known->memoryBytes));
            known->memoryBytes = stated;
        } else {
            known->usableBytes = std::min(known->usableBytes, stated);
        }
        return known;
    }
    Card card = AcceleratorCatalogue::unnamed();
    card.name = accelerator.type;
    card.isNpu = looksLikeNpu(accelerator.type);
    if (accelerator.architecture.startsWith(QLatin1String("sm_"))) {
        const int capability = accelerator.architecture.mid(3).toInt();
        card.computeCapability = capability > 0 ? capability : card.computeCapability;
    }
    card.cublasWorkspaceBytes = cublasWorkspace(card.computeCapability, card.isNpu);
    card.memoryBytes = accelerator.memoryBytes.value_or(0);
    card.usableBytes = share(card.memoryBytes, usableShare(catalogue, card.isNpu));
    return card;
}

std::optional<qint64> usableCardBytes(const Flavor &flavor, const AcceleratorCatalogue &catalogue)
{
    const auto card = cardOf(flavor, catalogue);
    return card && card->usableBytes > 0 ? std::optional(card->usableBytes) : std::nullopt;
}

} // namespace Trainyard
