"""Packs as text: every reader takes as many as its game is played with, and no others."""

import pytest

from attack.packs import FORMS, Given, readers, try_pack
from rbpatience import book, playing


@pytest.mark.sample(15)
@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_played_with_its_packs_alone(form: str) -> None:
    pack = book.find_game(form).pack
    whole = playing.deal(form, 1, 0)
    size = len(whole) // pack.shuffles
    for reader in readers(form):
        for packs in range(pack.shuffles + 3):
            text = (5 * whole)[: packs * size]
            assert not try_pack(form, Given(text, packs == pack.shuffles), reader)
        for card in ("", "**", whole[:2] if pack.decks == 1 else "AcAcAc"):
            assert not try_pack(form, Given(whole[:-2] + card, False), reader)


def test_each_of_several_packs_is_whole() -> None:
    """The cards of three packs of hope, one of them with a card of another."""
    whole = playing.deal("hope", 1, 0)
    assert playing.play_pack("hope", whole)
    at = next(i for i in range(0, 64, 2) if whole[i : i + 2] != whole[64:66])
    swapped = whole[:at] + whole[64:66] + whole[at + 2 : 64] + whole[at : at + 2] + whole[66:]
    with pytest.raises(ValueError, match="which has 32 cards, 3 times"):
        playing.play_pack("hope", swapped)
