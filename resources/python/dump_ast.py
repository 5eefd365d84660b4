"""Reads Python scripts without running them, and says what they import.

    python3 -I -S dump_ast.py FOLDER ENTRY [VERSION]

FOLDER is the start folder, ENTRY a script in it, VERSION (3.8) the Python that the script has to suit. Answers one JSON document:
{"python": "3.11.2", "complete": true, "files": [{"file", "sure", "error": {"line", "message"} or null,
"newer": {"line", "version", "what"} or null, "imports": [{"module", "line", "optional", "deferred", "standard"}],
"loaders": [{"line", "workers": number or null, "name"}], "tree": text or null}]}: data loaders with workers, a number or the name that it comes from;
the syntax tree as JSON of its own, in short words (see node_of), null where it is too large.
Own modules are followed and left out of the imports. Nothing of the script is executed.
"""
import ast
import importlib.machinery
import json
import os
import sys

MOST_FILES = 500
MOST_BYTES = 2 * 1024 * 1024
MOST_TREE = 24 * 1024 * 1024  # characters of JSON for all trees together
LONGEST_TEXT = 4000
GUARDS = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def name_of(node):
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def catches_import_error(handler):
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(name_of(kind) in GUARDS for kind in types)


def is_main_test(test):
    return isinstance(test, ast.Compare) and name_of(test.left) == "__name__"


class Imports(ast.NodeVisitor):
    """Collects imports; those behind a condition, a guard or in a function are marked."""

    def __init__(self):
        self.found = []  # (module, level, names, line, optional, deferred)
        self.optional = 0
        self.deferred = 0

    def add(self, module, level, names, line):
        self.found.append((module, level, names, line, self.optional > 0, self.deferred > 0))

    def visit_Import(self, node):
        for alias in node.names:
            self.add(alias.name, 0, [], node.lineno)

    def visit_ImportFrom(self, node):
        self.add(node.module or "", node.level, [alias.name for alias in node.names], node.lineno)

    def visit_optional(self, nodes):
        self.optional += 1
        for node in nodes:
            self.visit(node)
        self.optional -= 1

    def visit_deferred(self, node):
        self.deferred += 1
        self.generic_visit(node)
        self.deferred -= 1

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_deferred

    def visit_If(self, node):
        # A platform test, TYPE_CHECKING, a library's own availability test: which branch runs is not for reading to say.
        if is_main_test(node.test):
            self.generic_visit(node)
        else:
            self.visit_optional(node.body + node.orelse)

    def visit_Try(self, node):
        if any(catches_import_error(handler) for handler in node.handlers):
            # Either the body works or a handler does: both are optional.
            self.visit_optional(node.body + node.handlers + node.orelse)
            for child in node.finalbody:
                self.visit(child)
        else:
            self.generic_visit(node)

    def visit_With(self, node):
        suppresses = any(isinstance(item.context_expr, ast.Call) and name_of(item.context_expr.func) == "suppress" for item in node.items)
        if suppresses:
            self.visit_optional(node.body)
        else:
            self.generic_visit(node)


def own_file(roots, parts):
    """The file of a module below one of the roots; "" for a namespace folder, None when it is not ours."""
    for root in roots:
        path = os.path.join(root, *parts)
        if os.path.isfile(path + ".py"):
            return path + ".py"
        if os.path.isfile(os.path.join(path, "__init__.py")):
            return os.path.join(path, "__init__.py")
        if os.path.isdir(path):
            return ""
    return None


def names_below(folder):
    """Every file and folder name that could be a module: scripts change sys.path as they like."""
    names, seen = set(), 0
    for _, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        names.update(folders)
        names.update(os.path.splitext(name)[0] for name in files if name.endswith((".py", ".pyx", ".so", ".pyd")))
        seen += len(files)
        if seen > 20000:
            break
    return {name.split(".")[0] for name in names}


def is_standard(name):
    if name in getattr(sys, "stdlib_module_names", ()) or name in sys.builtin_module_names:
        return True
    return importlib.machinery.PathFinder.find_spec(name) is not None  # -I -S: only the standard library is on the path


def newer_syntax(tree, version):
    """The first construct that a Python of this version cannot read, or None."""
    first = None
    for node in ast.walk(tree):
        what = None
        if isinstance(node, ast.NamedExpr):
            what = ("3.8", ":=")
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            node, what = node.posonlyargs[0], ("3.8", "def f(x, /)")
        elif type(node).__name__ == "Match":
            what = ("3.10", "match")
        elif type(node).__name__ == "TryStar":
            what = ("3.11", "except*")
        elif type(node).__name__ == "TypeAlias" or getattr(node, "type_params", None):
            what = ("3.12", "type")
        if what and version < tuple(map(int, what[0].split("."))) and (first is None or node.lineno < first["line"]):
            first = {"line": node.lineno, "version": what[0], "what": what[1]}
    return first


def whole_number(node):
    value = getattr(node, "value", None)
    return value if isinstance(node, ast.Constant) and type(value) is int else None


def option_defaults(tree):
    """Whole numbers that argparse options have when they are not given: {"workers": 4}."""
    defaults = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) == "add_argument":
            keywords = {keyword.arg: keyword.value for keyword in node.keywords}
            names = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            long_names = [name for name in names if name.startswith("--")] or names
            target = getattr(keywords.get("dest"), "value", None) or (long_names[0].lstrip("-").replace("-", "_") if long_names else "")
            defaults[target] = whole_number(keywords.get("default"))
    return defaults


def loaders(tree):
    """Calls of DataLoader, or of a trainer's arguments, that say how many workers are started."""
    defaults, found = option_defaults(tree), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func).endswith(("DataLoader", "TrainingArguments")):
            for keyword in node.keywords:
                if keyword.arg in ("num_workers", "dataloader_num_workers"):
                    name = name_of(keyword.value)
                    number = defaults.get(name) if name else whole_number(keyword.value)
                    found.append({"line": node.lineno, "workers": number, "name": name})
    return sorted(found, key=lambda loader: loader["line"])


def node_of(node):
    """{"_": class, "l": line, "t": its name or value, "y": type of a constant, "o": operators, "a": other name, "n": level, FIELD: nodes}."""
    entry = {"_": type(node).__name__}
    if hasattr(node, "lineno"):
        entry["l"] = node.lineno
    if isinstance(node, ast.Constant):
        value = node.value
        entry["y"] = type(value).__name__
        text = value.encode("utf-8", "replace").decode() if isinstance(value, str) else repr(value)
        entry["t"] = text[:LONGEST_TEXT]
        return entry
    for name, value in ast.iter_fields(node):
        if value is None or value == [] or name in ("ctx", "type_ignores", "kind", "type_comment", "conversion", "is_async", "simple"):
            continue
        if name == "op":
            entry["o"] = type(value).__name__
        elif name == "ops":
            entry["o"] = " ".join(type(one).__name__ for one in value)
        elif name == "level":
            entry["n"] = value
        elif isinstance(value, str):
            entry["a" if name == "asname" else "t"] = value
        elif isinstance(value, ast.AST):
            entry[name] = node_of(value)
        elif isinstance(value[0], str):
            entry["t"] = " ".join(value)
        else:
            entry[name] = [node_of(one) if isinstance(one, ast.AST) else None for one in value]
    return entry


def parse(path):
    """(tree or None, error or None)"""
    if os.path.getsize(path) > MOST_BYTES:
        return None, None
    with open(path, "rb") as handle:
        source = handle.read()
    try:
        return ast.parse(source, path), None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return None, {"line": getattr(error, "lineno", None) or 1, "message": getattr(error, "msg", None) or str(error)}


class Reader:
    """Follows our own modules: first those that the entry surely imports, then those behind a guard or in a function."""

    def __init__(self, folder, entry, version):
        self.folder = os.path.abspath(folder)
        self.version = version
        start = os.path.join(self.folder, entry)
        self.roots = [os.path.dirname(start), self.folder]
        self.names = names_below(self.folder)
        self.sure = [start]
        self.maybe = []
        self.seen = set()
        self.files = []
        self.tree_left = MOST_TREE

    def follow(self, path, is_sure):
        if path:
            (self.sure if is_sure else self.maybe).append(path)

    def is_own(self, roots, parts, names, is_sure):
        """Follows a module of ours, the packages above it and the submodules it is asked for."""
        if own_file(roots, parts[:1]) is None:
            return False
        for length in range(1, len(parts) + 1):
            self.follow(own_file(roots, parts[:length]), is_sure)
        for name in names:
            self.follow(own_file(roots, parts + [name]), is_sure)
        return True

    def outside_imports(self, path, tree, is_sure):
        visitor = Imports()
        visitor.visit(tree)
        outside = []
        for module, level, names, line, optional, deferred in visitor.found:
            follows_surely = is_sure and not optional and not deferred
            parts = [part for part in module.split(".") if part]
            if level > 0:
                base = os.path.dirname(path)
                for _ in range(level - 1):
                    base = os.path.dirname(base)
                if parts:
                    self.is_own([base], parts, names, follows_surely)
                for name in names if not parts else ():
                    self.follow(own_file([base], [name]), follows_surely)
            elif parts and not self.is_own(self.roots, parts, names, follows_surely) and parts[0] not in self.names:
                outside.append({"module": parts[0], "line": line, "optional": optional or not is_sure, "deferred": deferred,
                                "standard": is_standard(parts[0])})
        return outside

    def read_file(self, path, is_sure):
        entry = {"file": os.path.relpath(path, self.folder), "sure": is_sure, "error": None, "newer": None, "imports": [], "loaders": [], "tree": None}
        try:
            tree, entry["error"] = parse(path)
            if tree is not None:
                entry["newer"] = newer_syntax(tree, self.version) if self.version else None
                entry["imports"] = self.outside_imports(path, tree, is_sure)
                entry["loaders"] = loaders(tree)
                text = json.dumps(node_of(tree), separators=(",", ":"))
                self.tree_left -= len(text)
                if self.tree_left > 0:
                    entry["tree"] = text
        except (OSError, RecursionError) as error:
            entry["error"] = {"line": 1, "message": str(error)}
        self.files.append(entry)

    def read(self):
        while (self.sure or self.maybe) and len(self.files) < MOST_FILES:
            is_sure = bool(self.sure)
            path = (self.sure or self.maybe).pop(0)
            if path not in self.seen:
                self.seen.add(path)
                self.read_file(path, is_sure)
        return {"python": "%d.%d.%d" % sys.version_info[:3], "complete": not self.sure and not self.maybe, "files": self.files}


if __name__ == "__main__":
    wanted = tuple(int(part) for part in sys.argv[3].split(".")[:2]) if len(sys.argv) > 3 else None
    json.dump(Reader(sys.argv[1], sys.argv[2], wanted).read(), sys.stdout)
