"""Source: a digest of the code of a player in Python, which shows whether the player has changed.

The digest covers syntax trees and values: those of the player's function or object, and of all
that it names, i.e. functions, classes, and the contents of closures and modules. Comments,
docstrings, annotations and the position of code do not count, so the digest is the same on every
Python and machine.

Code of libraries counts by its name only, and objects of libraries by their pickled state. Files
that a player reads are not covered.
"""

import __future__

import ast
import importlib
import inspect
import linecache
import symtable
import sys
import sysconfig
import types
import warnings
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, EnumMeta
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec, resolve_name
from itertools import chain
from pathlib import Path, PurePath
from types import CodeType, FunctionType, ModuleType
from typing import Any

PREFIX = "code-"  # prefix of a version that is such a digest
# Packages whose versions are recorded beside those of players.
RECORDED = {"rbcore", "rbpatience", "rbsim", "numpy"}
OURS = tuple(Path(__file__).resolve().parents[2] / name for name in RECORDED)
STANDARD = Path(sysconfig.get_path("stdlib")).resolve()
INSTALLED = {"site-packages", "dist-packages"}
FUTURES = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
ANY_NAME = {"globals", "eval", "exec"}  # builtins with which code can use any name of its module
ANNOTATES = {"__annotate__", "__annotate_func__"}  # what Python 3.14 adds to an annotated class

PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), type(NotImplemented))
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
WITH_DOCSTRINGS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# Fields of trees that do not affect games, or that only some Pythons have.
IDLE_FIELDS = {"kind", "type_comment", "type_ignores", "type_params", "ctx", "returns"}
# Attributes of a class that do not come from its body.
SLOTS = (types.MemberDescriptorType, types.GetSetDescriptorType)

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class UnseenError(ValueError):
    """A sentence about code whose source is missing or differs from what runs."""


def source_version(player: object) -> str:
    """Return the digest of a player's code as a version: ``code-`` and 12 digits.

    Parameters
    ----------
    player : object
        A function, a method, or an object whose methods are called.

    Returns
    -------
    str
        The same on every Python as long as the code and values stay the same.

    Raises
    ------
    UnseenError
        In a sentence, if source is missing or no longer matches the running code.

    Examples
    --------
    >>> first, again, last = [(lambda view, moves, i=i: moves[i]) for i in (0, 0, -1)]
    >>> source_version(first) == source_version(again)
    True
    >>> source_version(first) == source_version(last)
    False
    """
    try:
        described = _Reader(player).describe(player)
    except RecursionError:
        raise UnseenError("its values are nested too deeply to be read") from None
    return PREFIX + _digest(ascii(described).encode())


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=6).hexdigest()


# ---- libraries ----


@lru_cache(4_096)
def _is_installed(path: str) -> bool:
    """Return whether a file belongs to Python, to us or to an installed library."""
    if path.startswith("<frozen "):
        return True
    resolved = Path(path).resolve()
    is_known = any(map(resolved.is_relative_to, (STANDARD, *OURS)))
    return is_known or not INSTALLED.isdisjoint(resolved.parts)


@lru_cache(4_096)
def _is_library(module: str) -> bool:
    """Return whether a module is built in or belongs to an installed library."""
    package = module.partition(".")[0]
    if package == "__main__":
        return False
    if package in RECORDED or package in sys.builtin_module_names:
        return True
    with suppress(ImportError, ValueError, AttributeError):
        spec = getattr(sys.modules.get(package), "__spec__", None) or find_spec(package)
        if spec is not None:
            places = list(spec.submodule_search_locations or ()) or [str(spec.origin)]
            return spec.origin in ("built-in", "frozen") or all(map(_is_installed, places))
    return False


# ---- the text of files and cells, and the trees of functions in it ----


class _Text:
    """The text of a file or cell: its tree, the code that it compiles to, its scopes."""

    def __init__(self, text: str, name: str, flags: int) -> None:
        with warnings.catch_warnings(action="ignore"):  # about syntax, which the user has seen
            self.tree = ast.parse(text)
            code = compile(text, name, "exec", flags, dont_inherit=True)
        self.codes: dict[tuple[Any, ...], list[CodeType]] = {}
        for inner in _nested_codes(code):
            self.codes.setdefault(_as_it_runs(inner), []).append(inner)
        self.scopes: list[symtable.SymbolTable] | None = None
        with suppress(SyntaxError):  # a cell with top-level await
            self.scopes = list(_nested_scopes(symtable.symtable(text, name, "exec")))

    def definition(self, code: CodeType) -> Definition:
        """Return the tree of a function; UnseenError if it is not the code that runs."""
        # After a reload, unchanged functions keep their old positions.
        same = self.codes.get(_as_it_runs(code), [])
        if not same:
            raise UnseenError(f"the source of {code.co_name} is not what runs; import it again")
        here = min(same, key=lambda other: abs(other.co_firstlineno - code.co_firstlineno))
        begin = code.co_name.strip("<>"), here.co_firstlineno
        nodes = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, DEFINITIONS) and _begin(node) == begin
        ]
        if len(nodes) > 1:  # lambdas on one line
            spans = set(here.co_positions())
            nodes = [
                node for node in nodes if isinstance(node, ast.Lambda) and _span(node) in spans
            ]
        if len(nodes) != 1:
            raise UnseenError("its lambda cannot be distinguished from others on the same line")
        return nodes[0]

    def global_names(self, node: Definition) -> set[str] | None:
        """Return the names that are global in a function or inside it; None if unknown."""
        if self.scopes is None:
            return None
        here = ("lambda" if isinstance(node, ast.Lambda) else node.name, node.lineno)
        return {
            symbol.get_name()
            for scope in self.scopes
            if (scope.get_name(), scope.get_lineno()) == here
            for inner in _nested_scopes(scope)
            for symbol in inner.get_symbols()
            if symbol.is_global()
        }


def _begin(node: Definition) -> tuple[str, int]:
    """Return the name of a function, and the line on which its code begins."""
    if isinstance(node, ast.Lambda):
        return "lambda", node.lineno
    return node.name, min(part.lineno for part in (node, *node.decorator_list))


def _span(node: ast.Lambda) -> tuple[int | None, ...]:
    """Return the position of a lambda's body, in the form of code positions."""
    body = node.body
    return body.lineno, body.end_lineno, body.col_offset, body.end_col_offset


def _nested_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested_codes(constant)


def _as_it_runs(code: CodeType) -> tuple[Any, ...]:
    """Return all of a code object except its position."""
    constants = tuple(
        _as_it_runs(constant) if isinstance(constant, CodeType) else (type(constant), constant)
        for constant in code.co_consts
    )
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    steps = code.co_code, code.co_exceptiontable, code.co_flags & ~FUTURES
    return code.co_name, counts, names, steps, constants


def _nested_scopes(scope: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield scope
    for child in scope.get_children():
        yield from _nested_scopes(child)


def _code_of(value: Any) -> CodeType | None:
    """Return the code of a function or method without its decorators."""
    with suppress(ValueError):  # an object that wraps itself
        value = inspect.unwrap(getattr(value, "__func__", value))
    return getattr(value, "__code__", None)


def _is_generated(code: CodeType) -> bool:
    """Return whether a dataclass or a named tuple generated a method, which then has no text.

    From Python 3.13 on, linecache has the text of ``python -c`` under ``<string>``, the name of the
    file that the methods of a dataclass have too.
    """
    if code.co_qualname.startswith("__create_fn__."):
        return True
    return code.co_filename.startswith("<") and not linecache.getlines(code.co_filename)


_read_text = lru_cache(64)(_Text)


def _text_of(function: FunctionType) -> _Text:
    """Return the current text of the file or cell of a function."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text:
        raise UnseenError(f"the source of {code.co_name} is not found")
    flags = code.co_flags & FUTURES | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        return _read_text(text, code.co_filename, flags)
    except SyntaxError:
        raise UnseenError(f"the source of {code.co_name} is not what runs") from None


def _fields(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a tree that affect how it runs, so no docstrings or argument types."""
    for name, value in ast.iter_fields(node):
        is_hint = name == "annotation" and isinstance(node, ast.arg)
        if value is None or value == [] or name in IDLE_FIELDS or is_hint:
            continue
        has_docstring = (
            isinstance(node, WITH_DOCSTRINGS) and ast.get_docstring(node, False) is not None
        )
        if name == "body" and has_docstring:
            yield name, value[1:]
        elif isinstance(node, ast.JoinedStr):  # Python 3.12.1 has empty texts in some
            yield name, [part for part in value if getattr(part, "value", None) != ""]
        else:
            yield name, value


def _plain_tree(value: Any) -> Any:
    """Return a tree as lists of names and texts, the same on every Python."""
    if isinstance(value, ast.AST):
        fields = [[name, _plain_tree(field)] for name, field in _fields(value)]
        return [type(value).__name__, *fields]
    if isinstance(value, list):
        return [_plain_tree(part) for part in value]
    return _plain_value(value)


def _plain_value(value: Any) -> str:
    text = f"{value:x}" if type(value) is int else ascii(value)
    return f"{type(value).__name__} {text}"


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the subtrees that affect how a tree runs."""
    for name, value in _fields(node):
        if not (name == "annotation" and isinstance(node, ast.AnnAssign)):
            parts = value if isinstance(value, list) else [value]
            yield from (part for part in parts if isinstance(part, ast.AST))


def _dotted_names(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """Yield the names that a tree uses, each with its chain of attributes."""
    attributes, inner = [], node
    while isinstance(inner, ast.Attribute):
        attributes.append(inner.attr)
        inner = inner.value
    if isinstance(inner, ast.Name):
        yield inner.id, *reversed(attributes)
    elif inner is not node:
        yield from _dotted_names(inner)
    else:
        for part in _parts(node):
            yield from _dotted_names(part)


# ---- descriptions of values ----


class _Reader:
    """Describes values as lists of texts, nested: each object once, then by its number."""

    def __init__(self, player: object) -> None:
        module = getattr(player, "__module__", None) or type(player).__module__
        self.home = str(module).partition(".")[0]  # a package that is never a library
        self.numbers: dict[int, int] = {}
        self.described: list[object] = []  # kept alive, since another object could get the same id

    def describe(self, value: Any) -> Any:
        """Return a description of a value and, if it is code, of everything it uses."""
        if type(value) in PLAIN:
            return _plain_value(value)
        if type(value) is tuple:
            return ["tuple", *map(self.describe, value)]
        if id(value) in self.numbers:
            return ["as before", self.numbers[id(value)]]
        self.numbers[id(value)] = len(self.numbers)
        self.described.append(value)
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, ModuleType):
            return self._module(value)
        return self._collection(value) or self._bound(value) or self._object(value)

    def _each(self, named: dict[str, Any]) -> list[Any]:
        return [[name, self.describe(named[name])] for name in sorted(named)]

    def _is_foreign_file(self, path: str) -> bool:
        """Return whether a file belongs to a library outside the player's own package."""
        if not _is_installed(path) or self.home in RECORDED:
            return _is_installed(path)
        spec = getattr(sys.modules.get(self.home), "__spec__", None)
        folders = list(getattr(spec, "submodule_search_locations", None) or ())
        is_at_home = path == getattr(spec, "origin", "") or any(
            map(Path(path).is_relative_to, folders)
        )
        return not is_at_home

    def _is_foreign(self, module: object) -> bool:
        """Return whether a module belongs to a library outside the player's own package."""
        name = str(module)
        return _is_library(name) and (name.partition(".")[0] != self.home or self.home in RECORDED)

    def _collection(self, value: Any) -> Any:
        """Describe a list, dict, set, array or the like; None for anything else."""
        kind = type(value)
        if kind is list:
            return ["list", *map(self.describe, value)]
        if kind is dict:
            return ["dict", *([self.describe(key), self.describe(value[key])] for key in value)]
        if kind in (set, frozenset):
            each = (_Reader(member).describe(member) for member in value)
            return [kind.__name__, *sorted(each, key=ascii)]
        if isinstance(value, PurePath):
            return ["path", value.as_posix()]
        if kind.__module__ == "numpy" and hasattr(value, "tobytes") and not value.dtype.hasobject:
            little = value.astype(value.dtype.newbyteorder("<"), copy=False)
            return ["array", str(little.dtype.descr), str(value.shape), _digest(little.tobytes())]
        return None

    def _bound(self, value: Any) -> Any:
        """Describe a method, property or builtin function; None for anything else."""
        if isinstance(value, types.MethodType):
            return ["method", self.describe(value.__func__), self.describe(value.__self__)]
        if isinstance(value, types.BuiltinFunctionType):
            owner = value.__self__
            is_bound = owner is not None and not isinstance(owner, ModuleType)
            of = self.describe(owner) if is_bound else str(value.__module__)
            return ["builtin", value.__qualname__, of]
        if isinstance(value, staticmethod | classmethod):
            return [type(value).__name__, self.describe(value.__func__)]
        if isinstance(value, property):
            return ["property", *map(self.describe, (value.fget, value.fset, value.fdel))]
        return None

    def _function(self, function: FunctionType) -> Any:
        """Describe a function: its tree, and the values of defaults, closure and global names."""
        code = function.__code__
        held = {}
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # an empty cell
                held[name] = cell.cell_contents
        try:
            text = None if self._is_foreign_file(code.co_filename) else _text_of(function)
        except UnseenError:
            if not self._is_foreign(function.__module__):
                raise
            text = None
        if text is None:
            wrapped = getattr(function, "__wrapped__", None)
            inner = self.describe(wrapped) if wrapped else self._each(held)
            return ["library", f"{function.__module__}.{function.__qualname__}", inner]
        node = text.definition(code)
        arguments = node.args
        names = [
            [argument.arg for argument in group]
            for group in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
        ]
        rest = [extra and extra.arg for extra in (arguments.vararg, arguments.kwarg)]
        body = dict(_fields(node)).get("body", [])
        used = self._used(function, body if isinstance(body, list) else [body], text, node)
        defaults = [self.describe(function.__defaults__), self.describe(function.__kwdefaults__)]
        tree = [type(node).__name__, names, rest, _plain_tree(body)]
        return ["function", tree, defaults, *map(self._each, (held, used, vars(function)))]

    def _used(
        self, function: FunctionType, body: list[ast.AST], text: _Text, node: Definition
    ) -> dict[str, Any]:
        """Return the values of a function's global names, and the modules it imports."""
        known, values = text.global_names(node), function.__globals__
        imported = dict(chain.from_iterable(map(self._imported, _imports(body, values))))
        used: dict[str, Any] = {}
        value: Any
        for name, *attributes in chain.from_iterable(map(_dotted_names, body)):
            if name in imported:
                value = imported[name]
            elif known is not None and name not in known:
                continue
            elif name in values and not name.startswith("__"):
                value = values[name]
            elif name in ANY_NAME and function.__module__ != "__main__":
                value = sys.modules.get(function.__module__)
            else:
                continue
            # Only the used attributes of a module count, unless it is used as a whole.
            while attributes and isinstance(value, ModuleType) and hasattr(value, attributes[0]):
                if self._is_foreign(value.__name__):
                    break
                name = f"{name}.{attributes[0]}"
                value = getattr(value, attributes.pop(0))
            used[name] = value
        return used

    def _imported(self, wanted: tuple[str, str, str]) -> Iterator[tuple[str, Any]]:
        """Yield the local name and the value of an import in a function, except from libraries."""
        local, module, name = wanted
        if not self._is_foreign(module):
            with suppress(Exception):  # the user sees the error during play
                home = importlib.import_module(module)
                if name:
                    home = getattr(home, name, None) or importlib.import_module(f"{module}.{name}")
                yield local, home

    def _class(self, kind: type) -> Any:
        """Describe a class: its bases and the contents of its body."""
        if self._is_foreign(kind.__module__):
            return ["library", f"{kind.__module__}.{kind.__qualname__}"]
        bases = [self.describe(base) for base in (*kind.__bases__, type(kind))]
        body = {name: value for name, value in vars(kind).items() if self._is_of_body(kind, name)}
        if isinstance(kind, EnumMeta):  # its body has more on some Pythons
            members = {name: m.value for name, m in dict[str, Any](kind.__members__).items()}
            methods = {name: v for name, v in body.items() if _code_of(v) is not None}
            return ["enum", bases, self._each(members), self._each(methods)]
        fields = [
            [field.name, self.describe(field.default), self.describe(field.default_factory)]
            for field in vars(kind).get("__dataclass_fields__", {}).values()
        ]
        return ["class", bases, self._each(body), fields]

    def _is_of_body(self, kind: type, name: str) -> bool:
        """Return whether an attribute of a class comes from its body and is not generated."""
        value, code = vars(kind)[name], _code_of(vars(kind)[name])
        if name in ANNOTATES:
            return False
        if code is None:
            is_special = name.startswith("__") and name.endswith("__")
            return not (is_special or isinstance(value, SLOTS))
        may_generate = hasattr(kind, "__dataclass_fields__") or hasattr(kind, "_fields")
        return not (
            self._is_foreign_file(code.co_filename) or (may_generate and _is_generated(code))
        )

    def _module(self, module: ModuleType) -> Any:
        """Describe a module that is used as a whole by all its names; a library by its name."""
        if self._is_foreign(module.__name__):
            return ["library", module.__name__]
        return ["module", self._each({n: v for n, v in vars(module).items() if n[:2] != "__"})]

    def _object(self, value: Any) -> Any:
        """Describe an object: its class, and its pickled state if it has one."""
        kind = type(value)
        if isinstance(value, Enum):
            return ["member", self.describe(kind), value.name]
        if isinstance(wrapped := getattr(value, "__wrapped__", None), FunctionType):
            return ["wrapped", f"{kind.__module__}.{kind.__qualname__}", self.describe(wrapped)]
        of_kind = self.describe(kind)
        try:
            state = value.__reduce_ex__(4)
        except Exception:  # of many kinds: locks, files, generators, ...
            return ["unseen", of_kind]
        if isinstance(state, str):
            return ["object", of_kind, state]
        of_state = map(self.describe, state[:3])
        items = (self.describe(list(part or ())) for part in state[3:5])
        return ["object", of_kind, *of_state, *items]


def _imports(body: list[ast.AST], values: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield local name, module and name of all imports in a function."""
    for node in chain.from_iterable(map(ast.walk, body)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                yield (alias.asname, alias.name, "") if alias.asname else (top, top, "")
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            with suppress(ImportError, ValueError):
                module = resolve_name(module, values.get("__package__") or "")
            for alias in node.names:
                yield alias.asname or alias.name, module, alias.name
