"""English in docs, docstrings, help and messages: habits that make a reader read a sentence twice.

CONTRIBUTING (English) has each with what to write instead.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_WORDS = 40
# Of each habit the pattern, and a sentence that has it.
HABITS = {
    "a relative clause as subject": (
        r"^(Who|Whoever|What|That which)\b(?!.*\?)", "Who overlooks a card hears Stop!"
    ),
    "the verb before its subject": (
        r"^(Refused|Left out|Given|Shown|Counted|Compared|Printed|Taken|Read|Kept|Missing|Played"
        r"|Named|Not covered|Not tried) (is|are)\b", "Refused are files of results."
    ),
    "'of' in front": (
        r"^Of (a|an|the|what|these|those|each|every|all)\b", "Of a match all games are written."
    ),
    "a negation for a test": (r"\bnot shown to\b", "The two are not shown to differ."),
    "a stand-in for a noun": (
        r"\b(that|those) which\b|\bwhoever (is|are)\b|\bof whom\b",
        "The game is that which is played.",
    ),
    "how far": (r"\bas far as\b|\bso far as\b", "Its figures, as far as they are known."),
    "included": (r"\b(this|these|it) included\b", "430,000 games, these included, halve it."),
    "said for printed": (r"\b(is|are|was|were) (said|told)\b(?! to\b)", "The share is said below."),
    "be it": (r"\bbe (it|they)\b", "Offences, be they called or not, count."),
    "but for": (r"\b(but for|none but|no other than|save for)\b", "The same but for its name."),
    "one's own": (r"\bone's\b", "A game of one's own can be played."),
    "an old word": (
        r"\b(anew|thereof|whereof|wherein|therein|hitherto|in vain)\b", "It is written anew."
    ),
    "odds for a share": (
        r"\b(four|nine|nineteen) times in (five|ten|twenty)\b", "It shows four times in five."
    ),
}  # fmt: skip
# Between paragraphs, items, cells and headings.
BREAKS = re.compile(
    r"\n\s*\n|^ *(?:[-*]|\d+\.) |^ *#+ .*$|^\.\. .*$|(?:^| )\|(?= |$)", re.MULTILINE
)
# The section of a page that quotes these habits.
ALLOWED = {"CONTRIBUTING.md": "## English"}


def sentences(text: str) -> Iterator[str]:
    """The sentences of a page or docstring, and those of items and cells."""
    for paragraph in re.split(BREAKS, text):
        yield from re.split(r"(?<=[.;:!?])[*_)\"]* ", " ".join(paragraph.split()))


def prose(text: str) -> str:
    """A page without code, comments, what is indented as code, and the targets of links."""
    text = re.sub(r"(?ms)^ *```.*?^ *```$|<!--.*?-->|^    .*?$", "", text)
    text = re.sub(r"``.+?``|`[^`]*`", "X", text)
    return re.sub(r"\]\([^)]*\)|[*_]{2}", "", text)


def docstring(text: str) -> str:
    """A docstring or message without examples and columns, with a paragraph for each parameter."""
    text = re.sub(r"(?m)^ *(>>>|\.\.\.) .*\n?|^.*\S {2,}\S.*$", "", text)
    text = re.sub(r"(?m)^ *\w+(, \w+)* : .*$|^ *[A-Z]\w+\n *-+$", "\n", text)
    return re.sub(r"``.+?``|`[^`]*`", "X", text)


def strings(path: Path) -> Iterator[str]:
    """The texts of a file of Python or Cython that people read."""
    text = path.read_text("utf-8")
    if path.suffix == ".pyx":
        yield from re.findall(r'(?s)"""(.*?)"""', text)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def findings(text: str) -> list[str]:
    """The habits that a text has, each with its sentence."""
    found = []
    for sentence in sentences(text):
        found += [
            f"{name}: {sentence}"
            for name, (habit, _) in HABITS.items()
            if re.search(habit, sentence)
        ]
        if sentence.endswith((".", ":", ";")) and words(sentence) > MOST_WORDS:
            found.append(f"{words(sentence)} words: {sentence}")
    return found


def words(sentence: str) -> int:
    """How many words a sentence has, without its numbers."""
    return len(re.findall(r"\S*[A-Za-z]\S*", sentence))


PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/*.md", "findings/*.md")
    for path in ROOT.glob(pattern)
)


@pytest.mark.parametrize("name", PAGES)
def test_pages_have_no_such_habit(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    if name in ALLOWED:
        before, heading, rest = text.partition(f"\n{ALLOWED[name]}\n")
        assert heading
        text = before + "\n## " + rest.partition("\n## ")[2]
    assert findings(prose(text)) == []


@pytest.mark.parametrize("package", ["rbcore", "rbpatience", "rbsim"])
def test_docstrings_help_and_messages_have_no_such_habit(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {finding}"
        for path in sorted((ROOT / "src" / package).rglob("*.py*"))
        if path.suffix in (".py", ".pyx")
        for text in strings(path)
        for finding in findings(docstring(text))
    ]
    assert found == []


@pytest.mark.parametrize("habit", HABITS)
def test_each_habit_is_seen(habit: str) -> None:
    (finding,) = findings(HABITS[habit][1])
    assert finding.startswith(f"{habit}: ")


def test_a_long_sentence_is_seen_and_code_is_not() -> None:
    assert findings("word " * MOST_WORDS + "1.") == []
    assert findings("word " * MOST_WORDS + "word.")
    assert findings(prose("```\nWhat is\n```\nIs `one's` code? What is it?")) == []
