"""Which folder may import which: ARCHITECTURE.md's order, read off the import lines."""

import ast
import re
from collections.abc import Callable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rbcore
import rbpatience
import rbsim
from rbcore.api import game_pool, position, whole_games
from rbcore.moves import actions
from rbcore.observation import arrays
from rbpatience import playing
from support.imports import FILES, IMPORTS, PACKAGES, arrows, dotted, houses, room, rooms, targets

# Of each house its rooms, every one after all those that it imports from: the folders, and the
# modules that stand beside them.
ROOMS = {
    "rbcore": {
        "cards": "",
        "rules": "cards",
        "board": "cards rules",
        "moves": "cards rules board",
        "observation": "cards rules board moves",
        "players": "cards rules board moves observation",
        "engine": "cards rules board moves observation players",
        "drawing": "cards rules",
        "api": "cards rules board moves observation players engine drawing",
        "solving": "cards board moves rules players engine api",
        "toml_file": "cards",
        "builds": "cards",
        "__init__": "builds rules players moves observation api solving",
    },
    "rbpatience": {
        "descriptions": "",
        "written": "",
        "entry": "descriptions written",
        "book": "descriptions entry",
        "engine": "descriptions",
        "playing": "descriptions entry book engine",
        "layouts": "descriptions written entry engine",
        "scene": "descriptions",
        "board": "descriptions entry book engine playing layouts scene",
        "numbered": "book entry",
        "solving": "entry book engine playing board",
        "__init__": "",
    },
    "rbpatience.engine": {
        "game": "",
        "board": "game",
        "legal_moves": "game board",
        "transition": "game board legal_moves",
        "custom_games": "game board legal_moves transition",
        "custom": "game board legal_moves transition custom_games",
        "players": "game board legal_moves transition custom_games custom",
        "procedures": "game custom_games",
        "compiler": "",
        "__init__": "",
    },
    "rbsim": {
        "packages": "",
        "arguments": "",
        "files": "packages",
        "variants": "files",
        "options": "",
        "bench": "",
        "arms": "bench files options packages variants",
        "estimates": "arguments arms options packages",
        "study": "arms estimates files options packages",
        "telling": "arms estimates options study",
        "show": "estimates",
        "result": "arguments arms estimates files options packages show study telling",
        "kinds": "arms estimates options packages result show study telling variants",
        "keeping": "arguments arms estimates files kinds options packages result show study "
        "variants",
        "envs": "arguments arms packages variants",
        "games": "arguments arms estimates files options packages study",
        "table": "arms estimates files games packages",
        "_pyinstaller": "",
        "cli": "arms bench estimates files games keeping kinds options packages result show study "
        "table variants",
        "__init__": "arms estimates keeping kinds packages result",
        "__main__": "cli",
    },
}

# Of each package what others it may import, and which of their rooms; "*" is all.
ACROSS = {
    "rbcore": {},
    "rbpatience": {"rbcore": "cards drawing toml_file"},
    "rbsim": {"rbcore": "*", "rbpatience": "*"},
}


def offences(house: str, allowed: dict[str, str]) -> list[str]:
    """The imports that a table of rooms does not allow."""
    return [
        f"{dotted(path)} imports {house}.{other}, which {own} may not"
        for own, other, path in arrows(house)
        if other not in allowed[own].split()
    ]


def test_rooms_import_what_they_may() -> None:
    assert [one for house, allowed in ROOMS.items() for one in offences(house, allowed)] == []


def offences_across(across: dict[str, dict[str, str]]) -> list[str]:
    """The imports from another package that a table does not allow."""
    found = []
    for path, names in IMPORTS.items():
        importer = dotted(path).partition(".")[0]
        for name in names:
            package = name.partition(".")[0]
            allowed = across[importer].get(package, "").split()
            if package != importer and allowed != ["*"] and room(package, name) not in allowed:
                found.append(f"{dotted(path)} imports {name}")
    return sorted(found)


def test_packages_import_what_they_may_of_each_other() -> None:
    assert {*ACROSS} == {*PACKAGES}
    assert offences_across(ACROSS) == []


def test_one_module_brings_patience_to_studies() -> None:
    """Beside those of the table and of the command line, which show single games."""
    reaching = {
        dotted(path)
        for path, names in IMPORTS.items()
        if any(name.startswith("rbpatience.") for name in names) and "rbsim" in dotted(path)
    }
    studies = {name for name in reaching if room("rbsim", name) not in ("table", "cli")}
    assert studies == {"rbsim.arms.forms"}


def test_offences_across_packages_are_noticed() -> None:
    for package, allowed in ACROSS.items():
        for other in allowed:
            less = {**ACROSS, package: {**allowed, other: ""}}
            assert offences_across(less), (package, other)


def test_every_room_is_in_a_table() -> None:
    assert houses() == set(ROOMS)
    for house, allowed in ROOMS.items():
        assert rooms(house) == set(allowed), house


def test_no_arrow_runs_back() -> None:
    """So there is no circle of rooms, neither of folders nor of modules beside them."""
    for house, allowed in ROOMS.items():
        order = list(allowed)
        back = [
            f"{house}: {own} stands before {other}, which it imports"
            for own, others in allowed.items()
            for other in others.split()
            if order.index(other) >= order.index(own)
        ]
        assert back == []


def test_offences_are_noticed() -> None:
    for house, allowed in ROOMS.items():
        for own in {own for own, _, _ in arrows(house)}:
            found = offences(house, {**allowed, own: ""})
            assert found, own
            assert all(one.endswith(f"which {own} may not") for one in found)


def test_no_module_hides_a_public_function() -> None:
    for package in (rbcore, rbpatience, rbsim):
        public = {name for name in package.__all__ if callable(getattr(package, name, None))}
        for path in PACKAGES[package.__name__].rglob("*"):
            if path.suffix in (".py", ".pyx", ".pxd") or path.is_dir():
                assert path.stem not in public, path
                assert path.stem == "__init__" or path.stem != path.parent.name, path


def test_table_of_folders_is_in_the_order_of_imports() -> None:
    text = Path(__file__).parents[1].joinpath("ARCHITECTURE.md").read_text()
    table = text[text.index("| `src/rbsim` |") :].partition("\n\n")[0]
    rows = [re.findall(r"`(\w+)`", line.split("|")[1]) for line in table.splitlines()[2:]]
    order = {name: i for i, names in enumerate(rows) for name in names}
    assert {*order} >= {*ROOMS["rbsim"]} - {"__init__", "__main__"}
    for room_name, others in ROOMS["rbsim"].items():
        later = [name for name in others.split() if order[name] > order.get(room_name, len(rows))]
        assert later == [], room_name


def test_no_two_modules_import_each_other() -> None:
    """Wherever in a module an import stands, and by whatever way round."""
    modules = {dotted(path) for path in FILES if path.stem != "__init__"}
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for path, names in IMPORTS.items():
        if (name := dotted(path)) in modules:
            graph[name] |= (modules & names) - {name}
    assert sum(map(len, graph.values())) > len(modules)
    TopologicalSorter(graph).prepare()  # raises CycleError


# Modules that import what a value names: the lazy fronts of two packages, libraries, the modules of
# players that users name, and the folders of the second build.
IMPORTING_BY_VALUE = {
    "rbcore.builds",
    "rbcore.drawing.drawn",
    "rbsim.__init__",
    "rbsim.arms.players",
    "rbsim.arms.source",
    "rbsim.envs.__init__",
    "rbsim.packages",
}


def imports_by_value(path: Path) -> bool:
    """Whether a module imports another whose name is no constant, which tables cannot see."""
    calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return any(
        ast.unparse(call.func).rpartition(".")[2] in ("import_module", "__import__")
        and not isinstance(call.args[0], ast.Constant)
        for call in calls
    )


def test_what_is_imported_can_be_read_off_the_source() -> None:
    python = [path for path in FILES if path.suffix == ".py"]
    assert {dotted(path) for path in python if imports_by_value(path)} == IMPORTING_BY_VALUE


def test_imports_of_types_and_by_strings_are_seen() -> None:
    lazy = "if TYPE_CHECKING:\n    from rbsim.result import Result\n"
    assert "rbsim.result" in targets(lazy)
    assert "rbsim.kinds" in targets('import_module("rbsim.kinds")')


def test_one_file_knows_compilers() -> None:
    """The built-ins of gcc, clang and MSVC, their types and attributes, and systems' own calls."""
    own = re.compile(r"__builtin|__int128|__thread\b|__declspec|_MSC_VER|__GNUC__|_WIN32|<time\.h>")
    naming = {path.name for path in FILES if own.search(path.read_text())}
    assert naming == {"c_compilers.pxd"}


def test_one_file_knows_what_is_remembered() -> None:
    """Beside the position that holds it."""
    naming = {dotted(path) for path in FILES if "known_from" in path.read_text()}
    assert naming == {"rbcore.board.memory", "rbcore.board.position"}


def test_seats_have_one_number() -> None:
    """Arrays by seat have room for MAX_SEATS, and the rules allow as many."""
    literal = re.compile(r"(?:int\d*(?:_t)?|double|bint) \w+\[3\]|int\d+, 3\)")
    core = [path for path in FILES if path.is_relative_to(PACKAGES["rbcore"])]
    assert [dotted(path) for path in core if literal.search(path.read_text())] == []
    (most,) = rbcore.GAME["scores"].shape
    assert rbcore.Rules(seats=most, houses_each=3).seats == most
    with pytest.raises(ValueError, match=f"seats={most + 1} is out of range"):
        rbcore.Rules(seats=most + 1)


STUBBED = [actions, arrays, game_pool, playing, position, whole_games]


@pytest.mark.parametrize("module", STUBBED, ids=lambda m: m.__name__)
def test_stubs_name_what_is_there(module: object) -> None:
    stub = stub_of(module.__name__)  # type: ignore[attr-defined]
    names = re.findall(r"^(?:class|def) ([^_]\w*)|^(\w+):", stub, re.MULTILINE)
    for name in (a or b for a, b in names):
        assert hasattr(module, name), name


def stub_of(module: str) -> str:
    return PACKAGES["rbcore"].parent.joinpath(*module.split(".")).with_suffix(".pyi").read_text()


def test_stub_of_position_is_complete() -> None:
    stub = stub_of(position.__name__)
    body = stub[stub.index("class Position") : stub.index("\ndef perft")]
    stubbed = {name for name in re.findall(r"    def (\w+)", body) if not name.startswith("_")}
    real = {name for name in vars(rbcore.Position) if not name.startswith("_")}
    assert stubbed == real


# Names that say of a value neither what it is nor what it is for.
EMPTY_NAMES = {"one", "own", "said", "found", "made", "given"}
PUBLIC = {"Opinion.own"}  # a field of what `rbsim.games` returns


def bound_names(path: Path) -> set[str]:
    """The names that a module gives to values: variables, parameters, fields."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def test_values_are_named_by_what_they_hold() -> None:
    """Each name that a module binds."""
    python = [path for path in FILES if path.suffix == ".py"]
    empty = {dotted(path): bound_names(path) & EMPTY_NAMES for path in python}
    assert {module: names for module, names in empty.items() if names} == {
        "rbsim.games.opinion": {name.partition(".")[2] for name in PUBLIC}
    }


TEXT = re.compile(r'"""(?:.|\n)*?"""|f?"(?:\\.|[^"\\\n])*"|#.*')


def compiled_names(source: str) -> set[str]:
    """The words of Cython code: without comments and texts, but with what texts insert."""

    def inserted(text: re.Match[str]) -> str:
        return " ".join(re.findall(r"{([^{}]*)}", text[0])) if text[0].startswith("f") else " "

    return set(re.findall(r"\b[A-Za-z_]\w*", TEXT.sub(inserted, source)))


def test_values_of_compiled_modules_are_named_so_too() -> None:
    compiled = [path for path in FILES if path.suffix in (".pyx", ".pxd")]
    empty = {dotted(path): compiled_names(path.read_text()) & EMPTY_NAMES for path in compiled}
    assert {module: names for module, names in empty.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("cdef int found  # one", {"cdef", "int", "found"}),
        ('"""As found."""\nx = s.found, "one", r"\\"own"', {"x", "s", "found", "r"}),
        ('f"{own.name} is made"', {"own", "name"}),
    ],
)
def test_names_of_compiled_modules_are_noticed(source: str, names: set[str]) -> None:
    assert compiled_names(source) == names


def test_the_formatter_is_seldom_told_to_skip() -> None:
    sources = [path.read_text() for path in FILES if path.suffix == ".py"]
    assert sum(text.count("# fmt: skip") for text in sources) <= 10


PREDICATES = {
    "all",
    "any",
    "bool",
    "callable",
    "endswith",
    "hasattr",
    "isinstance",
    "issubclass",
    "startswith",
}
IS_TRUTH = ("is_", "has_")  # how names of truth values begin


def is_truth(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression can only be true or false; `names` are the variables that are."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
        case ast.BoolOp():
            return all(is_truth(value, names) for value in node.values)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in PREDICATES or name.startswith(IS_TRUTH)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in names or name.startswith(IS_TRUTH)
    return False


def truth_names(tree: ast.Module) -> set[str]:
    """The parameters, fields and variables of a module that hold truth values and nothing else."""
    kinds: dict[str, list[bool]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.expr() as annotation):
                kinds.setdefault(name, []).append(ast.unparse(annotation) == "bool")
            case ast.AnnAssign(target=ast.Name(id=name)):
                kinds.setdefault(name, []).append(ast.unparse(node.annotation) == "bool")
            case ast.Assign(targets=[ast.Name(id=name)]):
                kinds.setdefault(name, []).append(is_truth(node.value, set()))
    return {name for name, are_truths in kinds.items() if all(are_truths)}


def times_truth(tree: ast.Module) -> Iterator[str]:
    """Yield the products of which a factor is a truth value, such as `"s" * (n > 1)`."""
    names = truth_names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                factors = [left, right]
            case ast.AugAssign(target=left, op=ast.Mult(), value=right):
                factors = [left, right]
            case _:
                continue
        if any(is_truth(factor, names) for factor in factors):
            yield ast.unparse(node)


def in_python(search: Callable[[ast.Module], Iterator[str]]) -> list[str]:
    """What a search of syntax trees finds in the Python modules, each with its module."""
    return [
        f"{dotted(path)}: {text}"
        for path in FILES
        if path.suffix == ".py"
        for text in search(ast.parse(path.read_text()))
    ]


def test_no_text_is_multiplied_by_a_truth_value() -> None:
    """A conditional says the same in words."""
    assert in_python(times_truth) == []


@pytest.mark.parametrize(
    ("source", "is_refused"),
    [
        ('"s" * (n > 1)', True),
        ("[title] * bool(title)", True),
        ("title *= not many and is_short", True),
        ("def f(named: bool): return title * named", True),
        ("several = n > 1 or m > 1; title * several", True),
        ("[0] * seats", False),
        ("games * (replicates - 1 or 1)", False),
        ("several = n > 1; several = 2; 3 * several", False),
    ],
)
def test_products_with_truth_values_are_noticed(source: str, is_refused: bool) -> None:
    assert bool([*times_truth(ast.parse(source))]) == is_refused


def names_in(tree: ast.AST) -> set[str]:
    """The variables of an expression, without the parameters of its lambdas."""
    nodes = [*ast.walk(tree)]
    return {node.id for node in nodes if isinstance(node, ast.Name)} - {
        node.arg for node in nodes if isinstance(node, ast.arg)
    }


def reused_names(tree: ast.Module) -> Iterator[str]:
    """Yield the loops and comprehensions whose variable is also one of what they run over."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.For(target=target, iter=values) | ast.comprehension(target=target, iter=values)
            ) if names_in(target) & names_in(values):
                yield f"for {ast.unparse(target)} in {ast.unparse(values)}"


def test_no_loop_reuses_a_name_of_what_it_runs_over() -> None:
    assert in_python(reused_names) == []
    loop = "[size for size in sizes[size]], [min(i, j) for i in sorted(k, key=lambda i: -i)]"
    assert [*reused_names(ast.parse(loop))] == ["for size in sizes[size]"]


def chained_identities(tree: ast.Module) -> Iterator[str]:
    """Yield the comparisons such as `a is b is None`."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Compare)
            and len(node.ops) > 1
            and any(isinstance(sign, ast.Is | ast.IsNot) for sign in node.ops)
        ):
            yield ast.unparse(node)


def test_identities_are_not_chained() -> None:
    assert in_python(chained_identities) == []
    assert [*chained_identities(ast.parse("a is b is None, a < b < c"))] == ["a is b is None"]


def nested_conditionals(tree: ast.Module) -> Iterator[str]:
    """Yield the conditional expressions inside others."""
    for node in ast.walk(tree):
        if isinstance(node, ast.IfExp):
            for inner in ast.walk(node):
                if isinstance(inner, ast.IfExp) and inner is not node:
                    yield ast.unparse(inner)


def test_no_conditional_is_inside_another() -> None:
    assert in_python(nested_conditionals) == []
    nested = ast.parse("a if b else c if d else e")
    assert [*nested_conditionals(nested)] == ["c if d else e"]
