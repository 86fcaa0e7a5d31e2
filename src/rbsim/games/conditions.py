"""Conditions on rows: `outcome = 'stalemate' and turns < 40` as an expression of Arrow."""

import ast
import operator
import re
from collections.abc import Callable
from functools import reduce
from typing import Any

from rbcore.cards.ranges import known_names, printable, shown
from rbsim.optional import need

MOST = 2_000  # characters
DEEPEST = 50  # levels of parentheses and operators
# What SQL writes otherwise than Python, outside of quoted texts.
SQL = re.compile(
    r"'[^']*'|\"[^\"]*\"|<>|(?<![<>=!])=(?!=)|\b(?:and|or|not|in|is|null|none)\b", re.IGNORECASE
)
WORDS = {"<>": "!=", "=": "==", "null": "None", "none": "None"}
COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
COUNTED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
EXAMPLE = "outcome = 'stalemate' and turns < 40"


def condition(text: str, schema: Any) -> Any:
    """Return the expression of Arrow that a text is, given the columns of the rows.

    Comparisons, `and`, `or`, `not`, `in (...)`, `is null`, sums and products; as SQL or as Python
    writes them. Raises ValueError, in one sentence, for anything else.
    """
    if not isinstance(text, str):
        return text  # an expression of Arrow
    if len(text) > MOST:
        raise ValueError(f"a condition has at most {MOST:,} characters, this has {len(text):,}")
    plain = SQL.sub(lambda found: WORDS.get(found[0].lower(), _lower(found[0])), text.strip())
    try:
        tree = ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{shown(text)} is not a condition, as {EXAMPLE}") from None
    arrow = need("pyarrow", "parquet").ArrowException
    try:
        made = _Reading(text, schema).expression(tree, DEEPEST)
        schema.empty_table().filter(made)  # which types that do not go together fail at
    except (arrow, TypeError, NotImplementedError):
        raise ValueError(f"{shown(text)} is not a condition, as {EXAMPLE}") from None
    return made


def _lower(word: str) -> str:
    return word if word[0] in "'\"" else word.lower()


class _Reading:
    """A condition while its parts become expressions."""

    def __init__(self, text: str, schema: Any) -> None:
        self.text = text
        self.schema = schema
        self.compute = need("pyarrow.compute", "parquet")

    def expression(self, node: ast.expr, room: int) -> Any:
        """Return the expression of a part, `room` levels of which may follow."""
        if room == 0:
            raise ValueError(f"{shown(self.text)} is nested too deeply")
        if isinstance(node, ast.BoolOp):
            join = operator.and_ if isinstance(node.op, ast.And) else operator.or_
            return reduce(join, [self._boolean(one, room) for one in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ~self._boolean(node.operand, room)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self.compute.scalar(0) - self.expression(node.operand, room - 1)
        if isinstance(node, ast.BinOp) and type(node.op) in COUNTED:
            sides = (self.expression(one, room - 1) for one in (node.left, node.right))
            return COUNTED[type(node.op)](*sides)
        if isinstance(node, ast.Compare):
            return self._compared(node, room)
        if isinstance(node, ast.Name):
            return self._column(node.id)
        return self.compute.scalar(self._constant(node))

    def _boolean(self, node: ast.expr, room: int) -> Any:
        if isinstance(node, ast.BoolOp | ast.Compare | ast.UnaryOp):
            return self.expression(node, room - 1)
        raise ValueError(f"{shown(ast.unparse(node))} is neither true nor false; as {EXAMPLE}")

    def _compared(self, node: ast.Compare, room: int) -> Any:
        """Return the expression of a comparison, or of several in a row: `10 < turns < 20`."""
        parts, left = [], node.left
        for sign, right in zip(node.ops, node.comparators, strict=True):
            parts.append(self._compared_once(left, sign, right, room))
            left = right
        return reduce(operator.and_, parts)

    def _compared_once(self, left: ast.expr, sign: ast.cmpop, right: ast.expr, room: int) -> Any:
        own = self.expression(left, room - 1)
        if isinstance(sign, ast.In | ast.NotIn):
            given = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else [right]
            made = own.isin([self._constant(one) for one in given])
            return made if isinstance(sign, ast.In) else ~made
        if isinstance(sign, ast.Is | ast.IsNot):
            if not (isinstance(right, ast.Constant) and right.value is None):
                raise ValueError("what follows `is` is null, or not null")
            return own.is_null() if isinstance(sign, ast.Is) else own.is_valid()
        return COMPARED[type(sign)](own, self.expression(right, room - 1))

    def _column(self, name: str) -> Any:
        if name not in self.schema.names:
            raise ValueError(
                f"{printable(name[:40])} is no column; {known_names(name, self.schema.names)}"
            )
        column = self.compute.field(name)
        # Differences of numbers without a sign would begin anew below 0; those of 64 bits stay.
        kind = str(self.schema.field(name).type)
        stays = kind.startswith(("uint64", "bool", "dictionary", "string"))
        return column if stays else column.cast("int64")

    def _constant(self, node: ast.expr) -> str | int | float:
        if isinstance(node, ast.Constant) and type(node.value) in (str, int, float):
            value: str | int | float = node.value  # type: ignore[assignment]
            if isinstance(value, str) or abs(value) < 2**63:
                return value
        raise ValueError(
            f"{shown(ast.unparse(node))} is no part of a condition; a text stands in quotes, "
            f"as {EXAMPLE}"
        )
