#include "models/platform/platformfile.h"
#include "models/platform/profile.h"

namespace Trainyard {

namespace {

using Type = SchemaKey::Type;

Accelerator &accelerator(Flavor &flavor)
{
    return flavor.accelerator ? *flavor.accelerator : flavor.accelerator.emplace();
}

SchemaKey key(const char *path, Type type, bool isRequired = false)
{
    SchemaKey result{QLatin1String(path), type};
    result.isRequired = isRequired;
    return result;
}

SchemaKey atLeast(double minimum, SchemaKey rule)
{
    rule.minimum = minimum;
    return rule;
}

const Schema &flavorSchema()
{
    static const Schema schema{{
        schemaField<Flavor>(key("name", Type::Text, true), [](Flavor &flavor) { return &flavor.name; }),
        schemaField<Flavor>(key("accelerator", Type::Mapping), [](Flavor &flavor) { return sectionAccess(flavor.accelerator); }),
        schemaField<Flavor>(key("accelerator.type", Type::Text, true), [](Flavor &flavor) { return &accelerator(flavor).type; }),
        schemaField<Flavor>(atLeast(1, key("accelerator.count", Type::Integer, true)), [](Flavor &flavor) { return &accelerator(flavor).count; }),
        schemaField<Flavor>(key("accelerator.memory", Type::Size), [](Flavor &flavor) { return &accelerator(flavor).memoryBytes; }),
        schemaField<Flavor>(key("accelerator.architecture", Type::Text), [](Flavor &flavor) { return &accelerator(flavor).architecture; }),
        schemaField<Flavor>(atLeast(1, key("cpus", Type::Integer)), [](Flavor &flavor) { return &flavor.cpus; }),
        schemaField<Flavor>(key("ram", Type::Size), [](Flavor &flavor) { return &flavor.ramBytes; }),
        schemaField<Flavor>(key("disk", Type::Size), [](Flavor &flavor) { return &flavor.diskBytes; }),
        schemaField<Flavor>(key("shared_memory", Type::Size), [](Flavor &flavor) { return &flavor.sharedMemoryBytes; }),
        schemaField<Flavor>(atLeast(0, key("price_per_hour", Type::Number)), [](Flavor &flavor) { return &flavor.pricePerHour; }),
        schemaField<Flavor>(atLeast(1, key("max_concurrent_runs", Type::Integer)), [](Flavor &flavor) { return &flavor.maxConcurrentRuns; }),
    }};
    return schema;
}

const Schema &imageSchema()
{
    static const Schema schema{{
        schemaField<Image>(key("name", Type::Text, true), [](Image &image) { return &image.name; }),
        schemaField<Image>(key("framework", Type::Text), [](Image &image) { return &image.framework; }),
        schemaField<Image>(key("python", Type::Text), [](Image &image) { return &image.python; }),
        schemaField<Image>(key("cuda", Type::Text), [](Image &image) { return &image.cuda; }),
        schemaField<Image>(key("architectures", Type::TextList), [](Image &image) { return &image.architectures; }),
        schemaField<Image>(key("packages", Type::TextList), [](Image &image) { return &image.packages; }),
        schemaField<Image>(key("system_packages", Type::TextList), [](Image &image) { return &image.systemPackages; }),
    }};
    return schema;
}

struct Catalogue
{
    QList<Flavor> flavors;
    QList<Image> images;
};

const Schema &fileSchema()
{
    static const Schema schema{{
        schemaField<Catalogue>(key("flavors", Type::MappingList), [](Catalogue &catalogue) { return listAccess(catalogue.flavors); }, &flavorSchema()),
        schemaField<Catalogue>(key("images", Type::MappingList), [](Catalogue &catalogue) { return listAccess(catalogue.images); }, &imageSchema()),
    }};
    return schema;
}

} // namespace

CatalogueDocument readCatalogue(const QByteArray &text, const QString &fileName)
{
    Catalogue catalogue;
    CatalogueDocument document;
    document.findings = readPlatformFile(text, fileName, fileSchema(), &catalogue);
    document.flavors = catalogue.flavors;
    document.images = catalogue.images;
    removeUnnamed(document.flavors, QStringLiteral("flavors"), fileName, document.findings);
    removeUnnamed(document.images, QStringLiteral("images"), fileName, document.findings);
    return document;
}

QByteArray writeCatalogue(const QList<Flavor> &flavors, const QList<Image> &images)
{
    Catalogue catalogue{flavors, images};
    return writePlatformFile(fileSchema(), &catalogue);
}

} // namespace Trainyard
