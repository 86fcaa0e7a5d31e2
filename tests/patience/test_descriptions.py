"""Games as files: what the book's say, and what is said of a file that is wrong."""

import random
import re
from collections import defaultdict
from collections.abc import Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import MISSING, fields
from typing import Any

import pytest

from rbpatience import book
from rbpatience.descriptions.reader import Told, read_games
from rbpatience.descriptions.schema import Description, Match

PATHS = {path.stem: path for path in book.FILES.glob("*.toml")}
FILES = {stem: path.read_bytes() for stem, path in PATHS.items()}
FEWER = """
name = "few"
line = "a few cards"
cards = { ranks = "A23" }
foundations.aces = { begin = "A", length = 3 }
piles.row = { count = 3, deal = 2, on = { step = -1 }, fill = ["stock"] }
play.plain = ["play waste row", "pack loose row", "turn"]
"""


def read(text: str) -> list[Told]:
    return read_games("few.toml", text.encode())


def test_files_are_named_by_number_and_name() -> None:
    numbers = []
    for stem, content in FILES.items():
        printed, *forms = (told.description for told in read_games(stem, content))
        assert stem.lstrip("0") == f"{printed.number}-{printed.name}"
        digits = str(book.by_number(printed.number)[0])
        assert all(form.number.startswith(digits) for form in forms)
        numbers += [printed.number, *(form.number for form in forms)]
    assert len(set(numbers)) == len(numbers) == 84


def test_the_book_is_in_order() -> None:
    assert [*book.GAMES][:5] == ["1", "1a", "1b", "2", "3"]
    assert [*book.GAMES][-2:] == ["60", "63"]
    assert len(book.GAMES) == 84
    assert "11-2deals" in book.GAMES
    assert "64" not in book.GAMES
    names = [game.name for game in book.GAMES.values()]
    assert len(set(names)) == len(names)


def test_a_file_is_read_when_one_of_its_games_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def reading(name: str, content: bytes) -> list[Told]:
        opened.append(name)
        return read_games(name, content)

    monkeypatch.setattr(book, "read_games", reading)
    games = book.Book()
    assert games["28b"].name == "corners-apart"
    assert games.named("fly") is games["51"]
    assert games["28"].name == "corners"
    assert opened == ["28-corners.toml", "51-fly.toml"]
    assert games.named("trefoil-whole") is games["27c"]
    assert games.named("trefoil-halved") is None
    assert sorted(opened) == sorted(path.name for path in PATHS.values())


@pytest.mark.full
def test_threads_read_the_same_book() -> None:
    games = book.Book()
    numbers = [*book.GAMES] * 5
    random.Random(1).shuffle(numbers)
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(lambda one: games[one].number, numbers)] == numbers
    assert dict(games) == dict(book.GAMES)


def test_a_form_is_the_game_with_what_it_changes() -> None:
    told = read(
        FEWER
        + """
        readings.passes.2 = { stock.passes = 2 }
        readings.row.4 = { piles.row.count = 4 }
        [forms.two]
        name = "few-twice"
        keeps = ["passes"]
        set = { cards.decks = 2, foundations.aces.begin = "A A" }
        readings.deal.1 = { version = 2, piles.row.deal = 1 }
    """
    )
    few, twice = told
    assert few.readings["row"]["4"].piles["row"].count == 4
    assert few.readings["row"]["4"].piles["row"].deal == 2
    assert (twice.description.name, twice.description.line) == ("few-twice", "a few cards")
    assert {one: [*values] for one, values in twice.readings.items()} == {
        "deal": ["1"], "passes": ["2"],
    }  # fmt: skip
    assert twice.readings["passes"]["2"].cards.decks == 2
    assert twice.readings["deal"]["1"].version == 2
    assert twice.description.version == 1


# Keys that say something in one game's file alone, and why they are keys.
ALONE = {
    "cards.suits": "a short pack, as of ranks; games of one's own are often of two suits",
    "foundations.drawn_after": "when the base is drawn, of the games that draw one",
    "piles.ends_at_base": "what is packed where a base is drawn, in all games like canfield",
    "piles.sunk": "what lies at the bottom, a king in all games like baker's dozen",
    "foundations.ends": "where building ends, a king or an ace in games like golf",
    "piles.room": "cells, in four games of free-cell's file",
    "stock.wastes": "how many wastes",
    "stock.closes": "what becomes of a reserve when the next is dealt",
    "stock.waste_on": "packing on the waste, as `on` of piles",
    "discard.apart": "where pairs may not come from",
    "advice.hold_back": "a number for the adviser, not a rule",
    "advice.high": "the same",
}


def said(record: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The keys of a description that are not as they are unless said, with their values."""
    for one in fields(record):
        value, kind = getattr(record, one.name), one.metadata["kind"]
        if "named" in one.metadata:
            for each in value.values() if kind is not object else ():
                yield from said(each, one.name)
        elif isinstance(kind, type) and value is not None:
            yield from said(value, "match" if kind is Match else one.name)
        if value != (one.default if one.default is not MISSING else {}):
            yield f"{path}.{one.name}".lstrip("."), value


@pytest.mark.full
def test_keys_are_for_more_than_one_game() -> None:
    """No key or word of one stands without a game, those of one game give a reason."""
    games, words = defaultdict[str, set[str]](set), set[tuple[str, Any]]()
    for path in book.FILES.rglob("*.toml"):
        for told in read_games(path.name, path.read_bytes()):
            readings = (one for values in told.readings.values() for one in values.values())
            for rules in (told.description, *readings):
                for key, value in said(rules, ""):
                    games[key].add(path.stem)
                    words.add((key, value if isinstance(value, Hashable) else None))
    kinds = dict(kinds_of(Description, ""))
    assert {key: len(games[key]) for key in kinds if not games[key]} == {}
    assert {key for key in kinds if len(games[key]) == 1} == ALONE.keys()
    unsaid = {(key, word) for key, (choices, _) in kinds.items() for word in choices} - words
    assert unsaid == {(key, default) for key, (choices, default) in kinds.items() if choices}


def kinds_of(record: type, path: str) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """All keys, with the words that each may have and what it is unless said."""
    for one in fields(record):
        kind = one.metadata["kind"]
        if isinstance(kind, type) and kind is not object:
            yield from kinds_of(kind, "match" if kind is Match else one.name)
        yield f"{path}.{one.name}".lstrip("."), (getattr(kind, "choices", ()), one.default)


WRONG = {  # what stands in the place of a part of FEWER, and what is said
    ('"a few cards"', "3"): "line 3, line: 3 is not text",
    ("ranks =", "rank ="): "line 4, cards.rank: the key 'rank' is not known; did you mean ranks?",
    ('"A23"', '"A20"'): "line 4, cards.ranks: 'A20' is not letters of A2",
    ('"A23"', '""'): "line 4, cards.ranks: without any, the pack has no cards",
    ("ranks", 'out = "K", ranks'): "line 4, cards.out: the pack has no KcKdKhKs to set out",
    ('begin = "A"', 'begin = "1"'): "line 5, .*: '1' is not cards, .*; '1' is not a card; write",
    ("begin", "base"): "line 5, foundations.aces.base: add AcAdAhAs to cards.out",
    ("length = 3", "length = 2"): "line 5, foundations: they take 8 cards, but 12 must go there",
    ("length = 3", 'length = 3, gate = "full"'): "line 5, .*gate: it waits for a lower tier",
    ("length = 3", "length = 3, count = 4"): "line 5, .*count: there is one for each card named",
    ("deal = 2", "deal = 5"): "line 6, piles.row.deal: 3 piles take 15 cards, but the pack has 12",
    ("deal = 2", "deal = [1, 2]"): "line 6, piles.row.deal: this lists 2 piles, but there are 3",
    ("count = 3", "count = true"): "line 6, piles.row.count: True is not a whole number",
    ("step = -1", "step = 0"): "line 6, piles.row.on.step: a card lies on a higher or lower one",
    ('["stock"]', '["shop"]'): "line 6, piles.row.fill: 'shop' is not known; there are row, hand",
    ("on = { step = -1 }, ", ""): "line 7, play.plain: nothing is packed; set `on`",
    ("pack loose row", "park loose row"): "line 7, .* 'park' is not known; did you mean pair?",
    ("pack loose row", "pack loose rows"): "line 7, .*'rows' is not known; did you mean row?",
    ("pack loose row", "pack row to"): "line 7, play.plain: 'pack row to' ends in `to`; name",
    ("pack loose row", "pack row by luck"): "line 7, .*'pack row by luck' 'luck' is not known",
    ("pack loose row", "play loose row"): "line 7, .* `loose` is only for cards",
    ("pack loose row", "pair row"): "line 7, play.plain: no pairs are defined; `discard` defines",
    ("play.plain", 'play.automatic = ["turn"]\nplay.plain'): "line 7, play.automatic: the fixed",
    ("line =", 'custom = "gallery"\noptions.run = 0\nline ='): "line 4, options: the option run "
    "is a whole number from 1 to 13",
    ("line =", 'options.ranks = 2\nline ='): "line 3, options.* for a custom game; name it",
    ("play.plain", "discard.sum = 4\nplay.plain"): "line 7, discard: cards either leave",
    ("play.plain", "readings.a.b = { deal.rounds = false }\nplay.plain"):
        "line 7, readings.a.b: this reading changes nothing",
    ("play.plain", "readings.a.b = { piles.row.deal = 7 }\nplay.plain"):
        "line 7, readings.a.b.piles.row.deal: 3 piles take 21 cards, but the pack has 12",
    ("play.plain", 'forms.b = { keeps = ["c"] }\nplay.plain'):
        "line 7, forms.b.keeps: the reading 'c' is not known",
    ("play.plain", "forms.b.set.piles.row.count = 9\nplay.plain"):
        "line 7, forms.b.set: piles.row.deal: 9 piles take 18 cards",
    ("play.plain", "forms.b.sets = {}\nplay.plain"):
        "line 7, forms.b.sets: the key 'sets' is not known; did you mean set?",
    ("name", "player_versions.me = 2\nname"):
        "line 2, player_versions.me: this must be a number for each of",
    ("name", "ways = ['a']\nname"): "line 2, ways: the reading 'a' is not known",
    ("{ ranks", "{{ ranks"): "line 4, cards: this is not TOML",
    ('{ ranks = "A23" }', '"none"'): "line 4, cards: this must be a table of keys",
    ("play.plain", 'play = "none" #'): "line 7, play: this must be a table of keys",
    ("play.plain", 'stock = "none"\nplay.plain'): "line 7, stock: this must be a table of keys",
    ("play.plain", 'deal = "none"\nplay.plain'): "line 7, deal: this must be a table of keys",
    ("play.plain", 'discard = "none"\nplay.plain'): "line 7, discard: this must be a table of keys",
    ("play.plain", "forms.b = { keeps = 5 }\nplay.plain"): "line 7, forms.b.keeps: this must be",
    ("play.plain", "forms.b = { keeps = [[]] }\nplay.plain"): "line 7, forms.b.keeps: the reading",
    ("deal = 2", 'deal = 2, face = "all"'): "line 6, piles.row.face: 'all' is not up, top, or a "
        "list: how many cards lie face down in each pile$",
    ("name", 'homonym = "a\\u202eb"\nname'): "line 2, homonym: it has the control .* U.202E",
    ("name", 'also = ["a", "\\u001b[2J"]\nname'): "line 2, also: it has the control .* U.001B",
    ("name", '"\\u009b" = 1\nname'): r"line 2, \\x9b: it has the control character U.009B",
}  # fmt: skip


@pytest.mark.parametrize("change", WRONG, ids="->".join)
def test_what_is_wrong_is_said_with_its_line_and_key(change: tuple[str, str]) -> None:
    old, new = change
    assert old in FEWER
    with pytest.raises(ValueError, match=f"^few.toml, ({WRONG[change]})") as error:
        read(FEWER.replace(old, new, 1))
    assert "\n" not in str(error.value)


def test_a_sum_needs_two_cards_of_the_pack() -> None:
    thirteens = (book.FILES / "known" / "pyramid-of-28.toml").read_text()
    thirteens = thirteens.replace(', alone = "K"', "")
    with pytest.raises(ValueError, match=r"discard\.sum: no card makes 13 with K, so no game can"):
        read(thirteens)


IDLE = {  # moves of a game without stock, deals or `gives`, and what is said
    "turn": "there is no stock to turn", "redeal": "there is no stock to turn over",
    "row": "there is no stock to deal", "deal": "there is one deal", "back": "no foundation has",
    "lift": "there is no waste", "pack waste": "no card ever lies in the waste",
    "play waste": "no card ever lies in the waste", "fill waste": "no card ever lies in the waste",
    "pack hand": "no card ever lies in the hand", "fill": "no move fills a space",
}  # fmt: skip
OPEN = """name = "open"
line = "no stock"
foundations.aces = { begin = "A", length = 13 }
piles.row = { count = 13, deal = 4, on = { step = -1 }, space = "any" }
play.moves = ["play", "pack", "turn"]
"""


@pytest.mark.parametrize("pattern", IDLE)
def test_a_pattern_that_never_applies_is_refused(pattern: str) -> None:
    with pytest.raises(
        ValueError, match=rf"line 5, play\.moves: {IDLE[pattern]}.*`{pattern}` never"
    ):
        read(OPEN.replace("turn", pattern))
    assert all(read(OPEN.replace("turn", one)) for one in ("fill row", "fill row to waste"))
    with pytest.raises(ValueError, match=r"play\.duties: no card .* hand, so `hand` never"):
        read(OPEN.replace("turn", "pack") + 'play.duties = ["hand"]\n')


def test_a_pattern_may_be_there_for_a_reading() -> None:
    assert read(OPEN + "readings.stock.yes = { piles.row.deal = 3 }\n")


@pytest.mark.parametrize(("more", "said"), [
    ('stock.after = ["back"]', "line 6, stock.after: no foundation has `gives`"),
    ('readings.a.b.play.opening = ["lift"]', "line 6, readings.a.b.play.opening: there is no was"),
    ('forms.b.set.play.moves = ["play", "row"]', "line 6, forms.b.set.play.moves: there is no st"),
    ('piles.well = {}\nplay.plain = ["play well"]', "line 7, play.plain: no card ever lies in the"),
    ('cards.ranks = "A23456789TJQ"\npiles.b.space = "K"\nplay.plain = ["fill row to b"]',
     "line 8, play.plain: the pack has none of the cards that `space` names"),
])  # fmt: skip
def test_no_pattern_of_any_list_stands_idle(more: str, said: str) -> None:
    text = OPEN.replace(', "turn"', "")
    if "ranks" in more:
        text = text.replace("= 13", "= 12")
    with pytest.raises(ValueError, match=re.escape(said)):
        read(f"{text}{more}\n")


def test_a_form_keeps_idle_patterns_of_its_game() -> None:
    lucky = OPEN.replace("length = 13", "length = 13, gives = true").replace("turn", "back")
    assert read(lucky + "forms.b.set.foundations.aces.gives = false\n")


@pytest.mark.parametrize(("rules", "said"), [
    ('begin = "2", length = 13', "nothing follows Kc on the way from 2c"),
    ('begin = "K", length = 13', "nothing follows Kc on the way from Kc"),
    ('begin = "A", length = 13, step = 2', "nothing follows Kc on the way from Ac"),
    ('begin = "Ac Ad Ac Ad", length = 13', "they take more cards of the ranks A in the suits c "),
    ('begin = "drawn", count = 4, length = 13, step = 2', "nothing follows"),
])  # fmt: skip
def test_a_foundation_finds_its_cards(rules: str, said: str) -> None:
    fill = "fill row"
    with pytest.raises(ValueError, match=rf"line \d, foundations.*: .*{said}"):
        read(OPEN.replace("turn", fill).replace('begin = "A", length = 13', rules))
    whole = OPEN.replace("turn", fill)
    assert read(whole.replace('begin = "A", length = 13', 'begin = "2", length = 13, ring = 13'))


def test_a_description_is_short() -> None:
    with pytest.raises(ValueError, match="the maximum is 65,536 bytes"):
        read(FEWER + "#" * 70_000)


def mutated(text: str, rng: random.Random) -> str:
    """A text with some lines, words, numbers or signs lost, doubled or changed."""
    for _ in range(rng.randint(1, 3)):
        parts = text.split(rng.choice(["\n", " ", "=", '"', ",", "."]))
        joint = text[len(parts[0]) : len(parts[0]) + 1] or "\n"
        at = rng.randrange(len(parts))
        parts[at : at + 1] = rng.choice([
            [], [parts[at]] * 2, [rng.choice(parts)], ["0"], ["-7"], ['"K"'], ["[]"], ["true"],
            ["1979-05-27"], ["{}"], ["nan"], ["none"],
        ])  # fmt: skip
        text = joint.join(parts)
    return text


def test_mutated_files_are_read_or_refused_in_a_sentence() -> None:
    rng = random.Random(7)
    texts = [content.decode() for content in FILES.values()]
    refused = 0
    for _ in range(1_500):
        try:
            assert all(told.description.name for told in read(mutated(rng.choice(texts), rng)))
        except ValueError as error:
            refused += 1
            assert str(error).startswith("few.toml, line ")
            assert "\n" not in str(error)
            assert len(str(error)) < 400 * (1 + str(error).count("; line "))
    assert 300 < refused < 1_500
