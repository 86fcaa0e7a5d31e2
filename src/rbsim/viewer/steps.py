"""Steps: what each move of a game changes on the table, as a line of text.

A line is the entry, its sign and its changes, with tabs between. The sign is `1` or `2` for a move
that 5.1 or 5.2 compels, `!` and a verdict for an offence at which Stop was called, `?` and a
verdict for one that stands. Changes are words: `@1` the seat that is to move when a turn has ended;
else the letter of a pile, how many cards leave it, and if there is such a change `:` and the cards
that are laid there, `~` and how many lie face down now, `!` and the sign of a house that is none.
"""

from collections.abc import Iterable, Iterator

import rbcore
from rbcore.board import notation
from rbcore.cards.ranges import shown
from rbcore.cards.text import RANKS, SUITS, cards_text
from rbcore.rules.limits import MOST

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of piles, in the order of keys
STOP = "stop"  # behind the move that a called Stop asked for
Laid = tuple[str, int, str]  # cards, how many of them lie face down, and the sign of a house


def laid(position: rbcore.Position) -> dict[str, Laid]:
    """Return what lies on each pile, by the keys of its scene."""
    rules = position.rules
    setup = notation.read(str(position), rules)
    piles: dict[str, Laid] = {}
    for suit, heights in zip(SUITS, setup.heights, strict=True):
        for i, height in enumerate(heights):
            ranks = (RANKS[((setup.base or 0) + n) % 13] for n in range(height))
            piles[f"F{suit}{i}"] = "".join(rank + suit for rank in ranks), 0, ""
    for number, house in enumerate(setup.houses, 1):
        piles[f"H{number}"] = _pile(house)
    for seat, own in enumerate(setup.players):
        own.hand.down = len(own.hand.cards)
        turned = setup.turned if seat == setup.seat else notation.Pile()
        piles |= {f"h{seat}": _pile(own.hand), f"t{seat}": _pile(turned)}
        piles[f"w{seat}"] = _pile(own.waste)
        if rules.reserve_size:
            piles[f"r{seat}"] = _pile(own.reserve)
    return piles


def _pile(pile: notation.Pile) -> Laid:
    return cards_text(pile.cards), pile.down, pile.state


def change(letter: str, old: Laid, new: Laid) -> str:
    """Return the word for what has changed on a pile."""
    most = min(len(old[0]), len(new[0]))
    kept = next((i for i in range(0, most, 2) if old[0][i : i + 2] != new[0][i : i + 2]), most) // 2
    word = f"{letter}{len(old[0]) // 2 - kept}"
    if new[0][2 * kept :]:
        word += f":{new[0][2 * kept :]}"
    if new[1] != min(old[1], kept):
        word += f"~{new[1]}"
    return word + (f"!{new[2]}" if new[2] else "")


def first_line(position: rbcore.Position) -> str:
    """Return the changes that lay out a position on an empty table."""
    piles = laid(position)
    changes = (
        change(letter, ("", 0, ""), one)
        for letter, one in zip(LETTERS, piles.values(), strict=False)
        if one != ("", 0, "")
    )
    return " ".join([f"@{position.seat}", *changes])


def lines(start: rbcore.Position, entries: Iterable[str]) -> Iterator[str]:
    """Yield the line of each entry, as rbcore.trace has them; ValueError for one that is wrong."""
    game = rbcore.Game.start(
        start, max_turns=MOST["max_turns"], max_moves=MOST["max_moves"], search_limit=1
    )
    piles, seat, turn = laid(start), start.seat, start.turn
    for number, entry in enumerate(entries, 1):
        try:
            sign = _made(game, entry)
        except ValueError as error:
            raise ValueError(f"move {number}, {shown(entry)}: {error}") from None
        position = game.position()
        now = laid(position)
        words = [
            change(letter, piles[key], one)
            for letter, (key, one) in zip(LETTERS, now.items(), strict=False)
            if piles[key] != one
        ]
        if (position.seat, position.turn) != (seat, turn):
            words.insert(0, f"@{position.seat}")
        piles, seat, turn = now, position.seat, position.turn
        yield f"{entry}\t{sign}\t{' '.join(words)}"


def _made(game: rbcore.Game, entry: str) -> str:
    """Make what an entry says, and return its sign."""
    if entry == STOP:
        return ""
    move = entry.removesuffix("!")
    legal = game.moves()
    if entry == move and move in legal:
        game.apply(move)
        return _compelled(game.rules, legal)
    verdict = game.attempt(move, called=entry != move)
    if not verdict:
        raise ValueError("the move is legal, so nobody calls Stop at it")
    return f"{'!' if entry != move else '?'}{int(verdict)}"


def _compelled(rules: rbcore.Rules, legal: list[str]) -> str:
    """The clause that compels a move, 5.1 or 5.2, if all that are legal go to foundations."""
    if not rules.foundations_compulsory or not all(move.endswith(">F") for move in legal):
        return ""
    return "1" if legal[0].startswith("r") else "2"
