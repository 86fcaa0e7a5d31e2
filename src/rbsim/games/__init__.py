"""Games move by move: written down, played again, selected from many, shown and judged.

Defines the format of game files (docs/game-files.md), the page for stepping through games, and
estimates of the value of moves (docs/opinions.md). Uses rbcore, arms, stores and intervals, but no
kind of study and no command.
"""

from rbsim.games.files import read, write
from rbsim.games.opinion import Course, JudgedLine, JudgedMove, Opinion, analyse, course
from rbsim.games.picking import pick
from rbsim.games.transcript import Transcript
from rbsim.games.viewer import page

__all__ = [
    "Course",
    "JudgedLine",
    "JudgedMove",
    "Opinion",
    "Transcript",
    "analyse",
    "course",
    "page",
    "pick",
    "read",
    "write",
]
