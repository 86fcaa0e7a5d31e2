"""Rewrite what docs/patience/describe.md takes from elsewhere: its example, the tables of keys.

A part stands between `<!-- name -->` and `<!-- end of name -->`; the rest of the page is left as it
is. The keys are those of rbpatience/descriptions/schema.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from pathlib import Path
from textwrap import fill
from typing import Any

from rbpatience.descriptions import schema
from rbpatience.descriptions.schema import ENDLESS

PAGE = Path(__file__).with_name("describe.md")
EXAMPLE = Path(__file__).parents[1] / "examples" / "attic.toml"
WIDTH = 120
# Where each record stands in a file; the first has the keys that stand before all tables.
TABLES: Mapping[type, str] = {
    schema.Description: "before all tables",
    schema.Cards: "`[cards]`",
    schema.Foundations: "`[foundations.NAME]`",
    schema.Piles: "`[piles.NAME]`",
    schema.Match: "`on` and `run` of piles, `waste_on` of the stock",
    schema.Stock: "`[stock]`",
    schema.Deal: "`[deal]`",
    schema.Discard: "`[discard]`",
    schema.Play: "`[play]`",
    schema.Advice: "`[play.advice]`",
}
# What may stand behind a key, in a table: messages of errors have the long form.
BRIEFLY = {
    "a whole number from ": "", "one of ": "", ", or nothing": "", "true or false": "true, false",
    "a list, of each ": "list of ", "cards, as in A 2 Kd": "cards",
}  # fmt: skip
# Keys that are refused in a game of one's own, or mean nothing there: the page leaves them out.
OF_THE_BOOK = {
    schema.Description: {"custom", "options"},
    schema.Cards: {"shuffles", "out_by"},
    schema.Play: {"decided"},
}


def parts() -> dict[str, str]:
    """Return what stands between the marks, by name."""
    return {"example": f"```toml\n{EXAMPLE.read_text()}```", "keys": "\n\n".join(sections())}


def rewritten(text: str) -> str:
    """Return the text of the page with its parts as they are now."""
    for name, part in parts().items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise ValueError(f"{PAGE.name} has not one part between {begin} and {end}")
        before, after = text.partition(begin)[0], text.partition(end)[2]
        text = f"{before}{begin}\n{part}\n{end}{after}"
    return text


def sections() -> Iterator[str]:
    """Yield a section for each table of a description that a game of one's own may have."""
    for record, where in TABLES.items():
        if not (keys := own_keys(record)):
            continue
        said = (record.__doc__ or "").splitlines()[0]
        lines = [
            f"### {record.__name__}", "", fill(f"{where[0].upper()}{where[1:]}. {said}", WIDTH), "",
            "| key | default | value | meaning |", "| --- | --- | --- | --- |",
        ]  # fmt: skip
        yield "\n".join([*lines, *map(row, keys)])


def own_keys(record: type) -> list[Field[Any]]:
    """Return the keys of a table that a game of one's own may have, but for tables without any."""
    keys = (one for one in fields(record) if one.name not in OF_THE_BOOK.get(record, ()))
    return [
        one for one in keys if one.metadata["kind"] not in TABLES or own_keys(one.metadata["kind"])
    ]


def row(one: Field[Any]) -> str:
    """Return the line of a key."""
    cells = (f"`{one.name}`", default_text(one), kind_text(one), one.metadata["words"])
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def default_text(one: Field[Any]) -> str:
    """Return the value that a key has unless it is said, as TOML; nothing if that is none."""
    value = one.default
    if value is MISSING or value is None or value == "" or value == ():
        return ""
    if hasattr(value, "__dataclass_fields__"):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value == ENDLESS:
        return '`"endless"`'
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def kind_text(one: Field[Any]) -> str:
    """Return what stands behind a key."""
    kind = one.metadata["kind"]
    if kind is object:
        return "table"
    if isinstance(kind, type):
        name = kind.__name__
        several = "tables by name" if "named" in one.metadata else "table"
        return f"{several} [{name}](#{name.lower()})"
    words = str(kind.words)
    for long, short in BRIEFLY.items():
        words = words.replace(long, short)
    return words


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text()))
