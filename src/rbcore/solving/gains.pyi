from rbcore.api.position import Playable

def best_play(
    position: Playable, names: tuple[str | None, ...], most: int, hidden: bool
) -> tuple[bool, float, float, int]: ...
