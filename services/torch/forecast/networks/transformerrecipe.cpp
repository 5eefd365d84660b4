#include "services/torch/forecast/networks/transformerrecipe.h"

#include "services/torch/forecast/networks/networktext.h"

#include "models/common/units.h"

namespace Trainyard {

namespace {

Error cannotShare(const QString &what, qint64 count, int devices)
{
    return Error{Error::Kind::Invalid, NetworkText::tr("%1: %2 cannot be shared out evenly to the %3 devices of parallel.tensor.").arg(what).arg(count).arg(devices), QString()};
}

} // namespace

Result<> share(TransformerRecipe &recipe, int devices)
{
    if (devices <= 1)
        return success();
    AttentionShape &attention = recipe.attention;
    if (attention.heads % devices != 0)
        return cannotShare(QStringLiteral("num_attention_heads"), attention.heads, devices);
    if (attention.keyValueHeads % devices != 0 && devices % attention.keyValueHeads != 0)
        return cannotShare(QStringLiteral("num_key_value_heads"), attention.keyValueHeads, devices);
    if (recipe.mlp.intermediate % devices != 0)
        return cannotShare(QStringLiteral("intermediate_size"), recipe.mlp.intermediate, devices);
    attention.heads /= devices;
    attention.keyValueHeads = std::max<qint64>(1, attention.keyValueHeads / devices); // fewer than devices: each holds a copy
    recipe.mlp.intermediate /= devices;
    recipe.vocabulary = (recipe.vocabulary + devices - 1) / devices; // padded to the next multiple
    return success();
}

Activation activationOf(const ConfigReader &config, ConfigReader::Keys keys, const char *fallback, const FrameworkFacts &facts, QStringList &notForecast)
{
    const QString name = config.text(keys, QLatin1String(fallback));
    const std::optional<Activation> found = activationNamed(name);
    if (!found) {
        const QString nearest = nearestWord(name, activationNames());
        config.refuse(nearest.isEmpty() ? NetworkText::tr("The model description names the activation %1, which is not known here.").arg(name)
                                        : NetworkText::tr("The model description names the activation %1, which is not known here; did you mean %2?").arg(name, nearest));
        return Activation::Gelu;
    }
    if (*found == Activation::GeluPython && facts.library.isNull()) {
        notForecast.append(NetworkText::tr("The activation gelu_new is taken as one fused operator. transformers writes it out in Python, which keeps three more copies of "
                              "each inner activation: name the library in environment.versions to have that forecast."));
        return Activation::GeluTanh;
    }
    return *found;
}

} // namespace Trainyard
