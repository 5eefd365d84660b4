#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/torchscriptmodule.h"

#include <torch/library.h>

namespace Trainyard {

namespace {

std::vector<std::unique_ptr<ModuleScope>> scopes;

void enterModule(const std::string &name)
{
    scopes.push_back(std::make_unique<ModuleScope>(QString::fromStdString(name)));
}

void leaveModule()
{
    if (!scopes.empty())
        scopes.pop_back();
}

void installOperators()
{
    static torch::Library library(torch::Library::DEF, "trainyard", c10::nullopt, __FILE__, __LINE__);
    static const bool areInstalled = [] {
        library.def("enter_module(str name) -> ()", TORCH_FN(enterModule));
        library.def("leave_module() -> ()", TORCH_FN(leaveModule));
        return true;
    }();
    Q_UNUSED(areInstalled);
}

/// `layers.0` of `self.layers.0`, as the graph gets at it attribute by attribute; empty: it does not come from `self`.
std::string nameOf(const torch::jit::Value *module)
{
    const torch::jit::Node *node = module->node();
    if (node->kind() != at::prim::GetAttr)
        return {};
    const std::string outer = nameOf(node->input()), name = node->s(at::attr::name);
    return outer.empty() ? name : outer + '.' + name;
}

void markCalls(torch::jit::Block *block)
{
    for (torch::jit::Node *node : block->nodes()) {
        for (torch::jit::Block *inner : node->blocks())
            markCalls(inner);
        const std::string name = node->kind() == at::prim::CallMethod ? nameOf(node->input(0)) : std::string();
        if (name.empty())
            continue;
        torch::jit::Graph *graph = node->owningGraph();
        const torch::jit::WithInsertPoint before(node);
        graph->insertNode(graph->create(c10::Symbol::fromQualString("trainyard::enter_module"), {graph->insertConstant(name)}, 0));
        graph->create(c10::Symbol::fromQualString("trainyard::leave_module"), 0)->insertAfter(node);
    }
}

} // namespace

void markModules(const torch::jit::Module &module)
{
    installOperators();
    scopes.clear();
    for (torch::jit::Function *function : module._ivalue()->compilation_unit()->get_functions())
        markCalls(torch::jit::toGraphFunction(*function).graph()->block());
}

void forgetModules()
{
    while (!scopes.empty())
        scopes.pop_back();
}

} // namespace Trainyard
