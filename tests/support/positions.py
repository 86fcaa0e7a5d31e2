"""Small positions for the tests of the rules; cards are missing, so they are studies."""

import rbcore

STANDARD = rbcore.variant("standard")
NONE = "c--d--h--s--"
RANKS = "A23456789TJQK"


def position(line: str, rules: rbcore.Rules = STANDARD) -> rbcore.Position:
    return rbcore.Position.parse(line, rules, partial=True)


def small(houses: str, own: str, other: str, turned: str = "-", **kw: str) -> rbcore.Position:
    """A study under standard rules of two houses, one each, or under those of `variant`."""
    rules = rbcore.variant(kw.get("variant", "standard,houses-each=1"))
    line = f"0 {turned} {kw.get('foundations', NONE)} {houses} {own} {other} {kw.get('keys', '')}"
    return position(line.strip(), rules)


def at(variant: str, line: str) -> rbcore.Position:
    """A study under the rules of `variant`; `{}` stands for empty foundations."""
    return position(line.replace("{}", NONE), rbcore.variant(variant))


def cards(pile: str) -> list[str]:
    """A pile's cards from bottom to top, face down or up."""
    text = pile.replace("(", "").replace(")", "").replace("-", "")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


class texts:
    """The piles of a position as notation writes them."""

    def __init__(self, p: rbcore.Position) -> None:
        fields = p.notation.split(" ")
        self.houses = fields[3].split("|") if p.rules.houses else []
        self.piles = [field.split("/") for field in fields[4 : 4 + p.rules.seats]]

    def reserve(self, seat: int) -> str:
        return self.piles[seat][0]

    def hand(self, seat: int) -> str:
        return self.piles[seat][1]

    def waste(self, seat: int) -> str:
        return self.piles[seat][2]


def packs(variant: str, game: int) -> list[list[str]]:
    """The shuffled packs of a game of seed 9, top card first; `variant` must lay nothing out."""
    p = rbcore.Position.deal(rbcore.variant(variant), 9, game)
    return [cards(texts(p).hand(seat))[::-1] for seat in range(p.rules.seats)]
