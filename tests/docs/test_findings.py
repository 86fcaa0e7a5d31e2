"""docs/studies/findings.md: its numbers stand in the data, and its bold sentences hold of them."""

import csv
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from support.study_pages import PROGRAMS

PAGE = PROGRAMS / "findings.md"
NUMBER = r"[-+−]?\d[\d,]*(?:\.\d+)?"
FIGURE = re.compile(rf"({NUMBER})(?:%| points)? \(({NUMBER}) to ({NUMBER})\)")
SIX = ("standard", "waste-available", "face-down", "crossley", "simplified", "wrangle-open")
LOOK, SIGHT, MEMORY = "lookahead", "lookahead+sight", "lookahead+memory"

Triple = tuple[float, ...]


def value(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def text_of(page: str) -> str:
    return (PROGRAMS / f"{page}.md").read_text("utf-8")


@cache
def known(page: str) -> list[Triple]:
    """Estimate and interval of every figure of a page's tables and data, in per cent and plain."""
    found = [tuple(map(value, one.groups())) for one in FIGURE.finditer(text_of(page))]
    data = PROGRAMS / f"{page}.csv"
    if data.exists():
        with data.open() as file:
            rows = [row for row in csv.DictReader(file) if row.get("low")]
        plain = [tuple(float(row[x]) for x in ("estimate", "low", "high")) for row in rows]
        found += plain + [tuple(100 * x for x in one) for one in plain]
    return found


def stands(shown: tuple[str, ...], data: list[Triple]) -> bool:
    """Whether a figure is one of these, rounded to its digits; or from the other side."""
    half = [0.55 / 10 ** len(one.partition(".")[2]) for one in shown]
    least, low, high = map(value, shown)
    for want in ((least, low, high), (-least, -high, -low)):
        if any(
            all(abs(a - b) <= c for a, b, c in zip(want, own, half, strict=True)) for own in data
        ):
            return True
    return False


def sections() -> dict[str, str]:
    parts = PAGE.read_text("utf-8").split("\n## ")[1:] if PAGE.exists() else []
    return {title: text for title, _, text in (part.partition("\n") for part in parts)}


@pytest.mark.parametrize("title", sections())
def test_its_numbers_stand_on_the_pages_that_it_names(title: str) -> None:
    text = sections()[title]
    pages = dict.fromkeys(re.findall(r"\]\((\w+)\.md", text))
    data = [one for page in pages if page != "findings" for one in known(page)]
    missing = [
        found[0] for found in FIGURE.finditer(" ".join(text.split()))
        if not stands(found.groups(), data)
    ]  # fmt: skip
    assert not missing, f"{title}: {missing} stand on none of {list(pages)}"


def test_it_is_short() -> None:
    assert len(re.sub(r"(?m)^\|.*$", "", PAGE.read_text("utf-8")).split()) <= 2_650


# ---- what is in bold ----


class Data:
    """The figures of the pages' data, and how they compare."""

    def __init__(self, program: Callable[[str], Any]) -> None:
        self.pages, self.exact, self.luck_program = map(program, ("pages", "exact", "luck"))
        read = self.pages.read_lines
        self.atlas, self.skill, self.luck, self.steps = (
            read(PROGRAMS / f"{name}.csv") for name in ("atlas", "skill", "luck", "differences")
        )

    def worth(self, players: str, variant: str = "standard") -> Any:
        """What starting is worth to players, by the page that has most deals of them."""
        own = [one[variant, players] for one in (self.atlas, self.skill)
               if (variant, players) in one]  # fmt: skip
        return max(own, key=lambda line: line.deals).causal

    def rate(self, quantity: str, players: str, variant: str = "standard") -> Any:
        lines = self.atlas if (variant, players) in self.atlas else self.skill
        return lines[variant, players].get(quantity, start="as dealt")

    def nobody(self, players: str, variant: str = "standard") -> Any:
        return self.rate("nobody_wins", players, variant)

    def less(self, one: Any, other: Any) -> Any:
        return self.pages.less(one, other)

    def added(self, players: str, variant: str) -> Any:
        """What a variant adds to the standard game."""
        return self.less(self.worth(players, variant), self.worth(players))

    def rule(self, players: str, variant: str) -> Any:
        """What a rule that picks the starter adds."""
        return self.atlas[variant, players].get("advantage", start="difference")

    def step(self, variant: str) -> Any:
        return self.steps[variant, "greedy"].causal

    def house(self, players: str, quantity: str = "advantage") -> dict[str, Triple]:
        """What each house rule adds to the standard game, in per cent: estimate, low, high."""
        return {
            row["variant"].removeprefix("standard,"):
            tuple(100 * float(row[name]) for name in ("estimate", "low", "high"))
            for row in self.pages.read_csv(PROGRAMS / "house_rules.csv")
            if (row["players"], row["against"], row["quantity"]) == (players, "standard", quantity)
        }  # fmt: skip

    def cells(self, page: str, *starts: str) -> list[float]:
        """The first figure of a page's row with these cells in front: estimate, low, high."""
        (row,) = [line for line in text_of(page).splitlines()
                  if line.startswith(f"| {' | '.join(starts)} |")][:1]  # fmt: skip
        found = FIGURE.search(row)
        assert found is not None
        return [value(one) for one in found.groups()]

    def won(self, one: str, other: str) -> list[float]:
        """How often a player of the ladder wins against another, with the interval."""
        for table in text_of("ladder").split("**Games won**")[1:]:
            lines = [line.split(" | ") for line in table.partition("**Duels**")[0].splitlines()]
            head = next(line for line in lines if line[0] == "| games won by")
            rows = {line[0].removeprefix("| "): line for line in lines}
            names = [cell.removeprefix("against ").removesuffix(" |") for cell in head]
            if one in rows and other in names:
                found = FIGURE.search(rows[one][names.index(other)])
                assert found is not None
                return [value(x) for x in found.groups()]
        raise KeyError((one, other))

    def fair(self, players: str, variant: str) -> dict[str, str]:
        """The verdict on each handicap, by fair.md."""
        found: dict[str, str] = {}
        for part in text_of("fair").split("\n### ")[1:]:
            if part.startswith(f"{variant}: `{players}`"):
                cells = [line.split(" | ") for line in part.splitlines() if line.startswith("| ")]
                found |= {row[0].strip("| *"): row[2] for row in cells[2:]}
        return found

    def best(self, *size: int) -> Any:
        """What starting is worth in a small pack: under best play, and to greedy."""
        counts = self.pages.read_counts(PROGRAMS / "exact.csv")
        (own,) = [one for name, one in counts.items() if self.exact.size(name) == size]
        return self.exact.worth(own)


def up(one: Any) -> bool:
    return bool(one.low > 0)


def down(one: Any) -> bool:
    return bool(one.high < 0)


def open_(one: Any) -> bool:
    return bool(one.low <= 0 <= one.high)


def near(one: Any, points: float, within: float = 0.5) -> bool:
    return bool(abs(100 * one.estimate - points) <= within)


THREE = ("greedy", MEMORY, "uniform")
ABOVE = ("weighted", "planner", LOOK, MEMORY, "search", "nested", "nested+memory")


def apart(low: Any, high: Any) -> bool:
    return bool(low[2] < high[1])


CLAIMS: dict[str, Callable[[Data], bool]] = {
    "Moving first is worth 12 points to a beginner (greedy) and 14 to a strong player (lookahead+"
    "memory).": lambda d: near(d.worth("greedy"), 12) and near(d.worth(MEMORY), 14),
    "The variant decides how much: moving first is worth 19 points to a beginner if groups of "
    "cards may move (crossley), and 2 if every house begins with a face-down card (covered).":
    lambda d: (
        near(d.worth("greedy", "crossley"), 19) and near(d.worth("greedy", "covered"), 2)
    ),
    "Skill matters far more than moving first: a strong player wins 80 of 100 games against a "
    "beginner.": lambda d: (
        79.5 <= d.won(MEMORY, "greedy")[0] <= 80.5
        and d.luck["standard", f"greedy:{MEMORY}"].get("variance_share", source="players").low
        > 10 * d.luck_program.share(d.luck["standard", "greedy"], "start").high
    ),
    "Fewer than one standard game in 100 ends without a winner, between beginners and between "
    "strong players.": lambda d: all(d.nobody(one).high < 0.01 for one in ("greedy", MEMORY)),
    "The start can be made fair in the standard game: between beginners by a first turn of at most "
    "four moves, between strong players by eleven fewer reserve cards for the second player.":
        lambda d: d.fair("greedy", "standard")["first-moves=4"]
        == d.fair(MEMORY, "standard")["second-reserve=11"] == "fair",
    "Starting is worth 12 points to greedy, 14 to lookahead+memory and 1.5 to uniform.":
        lambda d: (
        near(d.worth("greedy"), 12) and near(d.worth(MEMORY), 14) and near(d.worth("uniform"), 1.5)
    ),
    "Starting is worth 13 to 16 points to every player above greedy that sees no hidden card.":
        lambda d: all(
        12.95 <= 100 * d.skill["standard", one].causal.estimate <= 16.05 for one in ABOVE
    ) and all(open_(d.less(d.skill[one, MEMORY].causal, d.skill[one, LOOK].causal)) for one in SIX),
    "Starting is worth more to lookahead in four variants of six if it sees every card.":
        lambda d: [
        one for one in SIX if up(d.less(d.skill[one, SIGHT].causal, d.skill[one, LOOK].causal))
    ] == [*SIX[:4]],
    "greedy keeps three quarters of its advantage in the standard game if it plays each move "
    "at random with probability one half.":
        lambda d: all(
            abs(d.skill[one, "greedy~0.5"].causal.estimate / d.skill[one, "greedy"].causal.estimate
                - kept) < 0.011
            for one, kept in (("standard", 0.75), ("crossley", 0.64), ("waste-available", 0.95))
        ),
    "With three seats the starter wins 41% of games between greedy players.":
        lambda d: near(
        d.rate("starter_wins", "greedy", "three-player"), 41
    ),
    "Of 27 house rules, the same four about loading change the advantage most for greedy and "
    "lookahead+memory. It falls by 12 to 18 points if cards may be loaded only onto the waste, "
    "only from the hand, not from houses, or not at all.": lambda d: all(
        len(d.house(players)) == 27
        and {rule for rule, one in d.house(players).items() if -18 < one[0] < -12}
        == {rule for rule, one in d.house(players).items() if max(map(abs, one)) > 8}
        == {f"load-{one}" for one in ("onto=none", "onto=waste", "from=hand", "from=not-houses")}
        for players in ("greedy", MEMORY)
    ),
    "If the reserve card must be played (must-play-reserve=yes), the advantage rises by 6 points "
    "for lookahead+memory. Nothing changes between greedy players.": lambda d: (
        5.5 < d.house(MEMORY)["must-play-reserve=yes"][0] < 6.5
        and all(d.house("greedy", quantity=name)["must-play-reserve=yes"][0] == 0
                for name in ("advantage", "nobody_wins", "turns"))
    ),
    "The duty to empty houses (must-make-spaces=yes) raises the advantage for lookahead+memory and "
    "lowers it for greedy.": lambda d: (
        d.house(MEMORY)["must-make-spaces=yes"][1] > 0
        and d.house("greedy")["must-make-spaces=yes"][2] < 0
    ),
    "If the turned-up card goes to the waste at once (turned-up-card=to-waste), starting becomes a "
    "disadvantage for lookahead+memory in waste-available.": lambda d: (
        value(FIGURE.search(text_of("house_rules").partition("starting is worth ")[2]).group(3)) < 0
        and text_of("house_rules").partition("as well it is worth +")[2].partition(".\n")[0]
        in text_of("findings").partition("can be loaded either,")[2].partition("\n-")[0]
    ),
    "Moving groups of cards (crossley) raises the advantage for greedy and lookahead+memory, and "
    "lowers it for uniform.": lambda d: (
        up(d.added("greedy", "crossley")) and up(d.added(MEMORY, "crossley"))
        and down(d.added("uniform", "crossley"))
        and up(d.less(d.added("greedy", "crossley"), d.added("uniform", "crossley")))
    ),
    "A playable waste (waste-available) lowers the advantage for greedy and lookahead+memory, and "
    "raises it for uniform; playing with one pack (simplified) does the same.": lambda d: all(
        down(d.added("greedy", one)) and down(d.added(MEMORY, one)) and up(d.added("uniform", one))
        for one in ("waste-available", "simplified")
    ),
    "A face-down reserve (face-down) lowers the advantage for greedy, lookahead+memory and "
    "uniform.":
        lambda d: all(
        down(d.added(one, "face-down")) for one in THREE
    ),
    "Together the three rules of strict raise the advantage more for lookahead+memory than for "
    "greedy and uniform. For greedy one rule alone raises it, and another lowers it.": lambda d: (
        up(d.added("greedy", "strict"))
        and up(d.less(d.added(MEMORY, "strict"), d.added("greedy", "strict")))
        and up(d.less(d.added(MEMORY, "strict"), d.added("uniform", "strict")))
        and up(d.less(d.step("standard,release=any"), d.worth("greedy", "strict")))
        and down(d.less(d.step("standard,must-make-spaces=yes"), d.worth("greedy")))
    ),
    "If every house begins with a face-down card (covered), little advantage is left for greedy "
    "and lookahead+memory, and no significant advantage for uniform.": lambda d: (
        near(d.worth("greedy", "covered"), 1.7) and near(d.worth(MEMORY, "covered"), 2.4)
        and open_(d.worth("uniform", "covered"))
        and down(d.less(d.step("standard,covered-houses=yes"), d.worth("greedy")))
    ),
    "In the three variants from Hoffmann's book (wrangle, wrangle-open, here-and-there) starting "
    "is a slight disadvantage for greedy and uniform in games that have a winner.":
        lambda d: all(
            down(d.atlas[name, one].get("decided_advantage", start="causal"))
            and d.worth(one, name).estimate > -0.01
            for name in ("wrangle", "wrangle-open", "here-and-there")
            for one in ("greedy", "uniform")
        ),
    "In the standard game the seat with the lower reserve card starts. This rule adds almost "
    "nothing for greedy, and makes starting a disadvantage for uniform.":
        lambda d: (
        near(d.rule("greedy", "standard"), 0.2, 0.1)
        and down(d.less(d.rule("uniform", "standard"), d.rule("greedy", "standard")))
        and down(d.atlas["standard", "uniform"].get("advantage", start="as played"))
    ),
    "If the seat with the higher reserve card starts (high-start), the advantage rises for greedy "
    "and uniform.": lambda d: all(up(d.rule(one, "high-start")) for one in ("greedy", "uniform")),
    "If the seat with the lower house card starts (tableau-start), the advantage falls for greedy "
    "and uniform.": lambda d: all(
        down(d.rule(one, "tableau-start")) for one in ("greedy", "uniform")
    ),
    "A cut of the pack (cut-start) has no significant effect on greedy and uniform.":
        lambda d: all(
        open_(d.rule(one, "cut-start")) for one in ("greedy", "uniform")
    ),
    "Between greedy players a limit of four moves in the first turn is fair in standard and "
    "waste-available, and unfair in face-down and crossley.": lambda d: [
        d.fair("greedy", one)["first-moves=4"] for one in SIX[:4]
    ] == ["fair", "fair", "unfair", "unfair"],
    "Fewer reserve cards for the second player are fair too: nine fewer in standard, eight in"
    " waste-available, six in face-down; in crossley no handicap tried is fair.":
        lambda d: [
        [name for name, verdict in d.fair("greedy", one).items()
         if verdict == "fair" and "reserve" in name]
        for one in SIX[:4]
    ] == [[f"second-reserve={cards}"] for cards in (9, 8, 6)] + [[]]
    and "fair" not in d.fair("greedy", "crossley").values(),
    "No handicap tried has been shown to be fair for both greedy and lookahead+memory.":
        lambda d: not any(
        verdict == d.fair(MEMORY, one).get(name) == "fair"
        for one in SIX[:4] for name, verdict in d.fair("greedy", one).items()
    ) and d.fair(MEMORY, "standard")["second-reserve=11"] == "fair",
    "Turning the second player's whole reserve face up does not make the start fair between "
    "lookahead+memory players.":
        lambda d: all(
        d.fair(MEMORY, one)["second-face-up=12"] == "unfair" for one in SIX[:4]
    ),
    "In the standard game less than 1% of games have no winner between greedy, "
    "lookahead+memory or uniform players.": lambda d: all(
        d.nobody(one).high < 0.01 for one in THREE
    ),
    "A playable waste locks more games between uniform, greedy and lookahead+memory players.":
        lambda d: all(
        up(d.less(d.nobody(one, "waste-available"), d.nobody(one))) for one in THREE
    ),
    "weighted and planner lock more games than greedy and lookahead+memory in standard, face-"
    "down and most of all waste-available.": lambda d: all(
        up(d.less(d.nobody(one, name), d.nobody(other, name)))
        for one in ("weighted", "planner")
        for other in ("greedy", MEMORY)
        for name in SIX[:3]
    ),
    "If groups of cards may move (crossley), greedy almost never locks a game, and lookahead+"
    "memory locks one in a thousand.": lambda d: (
            d.nobody("greedy", "crossley").high < 2e-5
            and near(d.nobody(MEMORY, "crossley"), 0.1, 0.02)
        ),
    "Most games of The Wrangle have no winner between greedy and between uniform players.":
        lambda d: all(
        d.nobody(one, "wrangle").low > 0.8 for one in ("greedy", "uniform")
    ),
    "Longer reserves lock more games between greedy players.": lambda d: (
        d.rate("standoff", "greedy", "reserve-11").high
        < d.rate("standoff", "greedy", "reserve-12").low
        <= d.rate("standoff", "greedy", "reserve-12").high
        < d.rate("standoff", "greedy").low
    ),
    "The definition of a standoff matters little in the standard game between greedy players.":
        lambda d: (
        d.cells("endings", "standard", "2")[0] == d.cells("endings", "standard", "never")[0]
        and "| greedy | under 0.94% |" in text_of("endings")
        and d.cells("endings", "greedy~0.2")[1] > 30
    ),
    "The starter accounts for 1.4% of the variance between greedy players of the standard "
    "game.": lambda d: near(
        d.luck_program.share(d.luck["standard", "greedy"], "start"), 1.4, 0.05
    ),
    "The face-up cards and the starter that they select account for at most about 6% of the "
    "variance between greedy players in every variant studied.": lambda d: all(
        one.get("variance_share", source="open cards", start="as played").high < 0.065
        for (_, players), one in d.luck.items()
        if players == "greedy"
    ),
    "If greedy plays one move in twenty at random (greedy~0.05), these random moves account for 41 "
    "to 86% of the variance in six variants.": lambda d: [
        round(100 * end([
            d.luck[name, "greedy~0.05"].get("variance_share", source="play", start="as played")
            .estimate for name in SIX
        ])) for end in (min, max)
    ] == [41, 86],
    "Between greedy~0.05 players the hidden cards have largely unrelated effects when one seat "
    "starts and when the other does.":
        lambda d: all(
        d.luck[name, "greedy~0.05"].get("common_share", source="hidden cards").estimate
        < 0.25 * d.luck[name, "greedy~0.05"].get("variance_share", source="hidden cards").estimate
        for name in SIX
    ),
    "When six cards are still hidden, the known cards account for only 54.0% of the variance "
    "between greedy players and 60.5% between lookahead+memory players.":
        lambda d: [
        value(estimate)
        for row in [text_of("decided").partition("\n| 6 |")[2].partition("\n")[0]]
        for estimate, _, _ in FIGURE.findall(row)
    ] == [54.0, 60.5],
    "The choice of player matters far more than the choice of starter.": lambda d: (
        d.luck["standard", f"greedy:{MEMORY}"].get("variance_share", source="players").low > 0.3
    ),
    "The more ranks there are, the less starting is worth under best play.":
        lambda d: all(
        d.best(houses, reserve, ranks).low > d.best(houses, reserve, ranks + 1).estimate
        for houses in (1, 2) for reserve in (2, 3) for ranks in (4, 5)
    ),
    "With two houses each and at least four ranks, starting is worth less to the players than "
    "under best play.":
        lambda d: all(
        d.cells("exact", "2", str(reserve), str(ranks), deals)[0]
        > float(row.split("|")[7].split()[0])
        for reserve in (2, 3)
        for ranks, deals in ((4, "1,000"), (5, "1,000"), (6, "300"))
        for row in text_of("exact").splitlines()
        if row.startswith(f"| 2 | {reserve} | {ranks} | {deals} | +") and row.count("|") > 12
    ),
    "Under best play, all but 7 of 28,400 starting positions have a winner.":
        lambda d: (
        [sum(d.exact.starts(one, what) for one in every) for what in ("drawn", "undecided")]
        == [7, 0]
        and sum(2 * one["deals"] for one in every) == 28_400
        if (every := d.pages.read_counts(PROGRAMS / "exact.csv").values()) else False
    ),
    "The more ranks there are, the more often a player loses to an opponent that sees all "
    "cards and knows how the player plays.":
        lambda d: (
        all(
            d.exact.response(own[(*size[:2], ranks)], player).estimate
            < d.exact.response(own[(*size[:2], ranks + 1)], player).estimate
            for size in own for ranks in (3, 4, 5) for player in d.exact.ANSWERED
        )
        if (own := {d.exact.size(name): one for name, one in
                    d.pages.read_counts(PROGRAMS / "exact.csv").items()}) else False
    ),
    "With one house each, starting is worth less if hidden cards stay hidden.": lambda d: all(
        value(found.group(3)) < 0
        for reserve in (2, 3)
        for row in text_of("exact").splitlines()
        if row.startswith(f"| 1 | {reserve} | 4 | 20 |")
        for found in [FIGURE.search(row.split("|")[7])]
        if found
    ),
    "Every compiled player wins more than 99 of 100 games against uniform.": lambda d: all(
        d.won(one, "uniform")[1] > 99
        for one in ("greedy", "weighted", "planner", LOOK, MEMORY)
    ),
    "lookahead+memory wins 80 of 100 games against greedy.":
        lambda d: 79.5 <= d.won(MEMORY, "greedy")[0] <= 80.5,
    "nested+memory is the strongest player on the ladder that sees no hidden card.":
        lambda d: all(
        d.won("nested+memory", one)[1] > 50
        for one in ("planner", MEMORY, "search", "search+memory", "nested")
    ),
    "Memory helps lookahead, search and nested, and has no significant effect on planner.":
        lambda d: (
        all(d.won(f"{one}+memory", one)[1] > 52 for one in (LOOK, "search", "nested"))
        and d.won("planner+memory", "planner")[1] < 50 < d.won("planner+memory", "planner")[2] + 1
    ),
    "Seeing the hidden cards helps nested more than memory does.": lambda d: apart(
        d.won("nested+memory", "nested"), d.won("nested+sight", "nested+memory")
    ),
    "One Elo scale does not fit all duels.": lambda d: (
        "one scale does not fit all duels" in text_of("ladder")
    ),
}  # fmt: skip


def claimed() -> list[str]:
    text = " ".join(PAGE.read_text("utf-8").split())
    bold = re.findall(r"\*\*(.+?)\*\*", text)
    return [one.replace("`", "") for one in bold]


def test_every_bold_sentence_is_asked_of_the_data() -> None:
    assert sorted(claimed()) == sorted(CLAIMS)


@pytest.mark.parametrize("words", CLAIMS)
def test_bold_sentences_hold(words: str, program: Callable[[str], Any]) -> None:
    assert CLAIMS[words](Data(program)), f"findings.md says what is not so: {words}"
