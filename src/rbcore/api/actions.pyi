"""Actions: every move as a number, seen from the seat that makes it.

16 * source + place is a single card's move:

source   0 to 8 the houses, 9 the own reserve, 10 the turned-up card, 11 the own waste (V3)
place    0 to 8 the houses, 10 and 11 the reserves of the next seat and the one after it,
         13 and 14 their wastes, 15 the foundations

192 is `turn`, 193 `waste`, 194 `pass`. Where groups move (V13), 195 + 16 * (12 * house + size - 2)
+ place moves the last 2 to 13 cards of a house.
"""

from rbcore.rules.definition import Rules

def action_texts(rules: Rules, seat: int) -> tuple[str, ...]:
    """Every action in notation, as it reads for a seat; '' for one that no position allows.

    195 of them, and 1,923 where groups move. Raises ValueError for a seat that does not play.
    """
