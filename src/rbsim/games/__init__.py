"""Games move by move: written down, played again, picked out of many, shown and judged.

Owns the text of a game file (docs/game-files.md), the page on which games are stepped through, and
what moves are worth (docs/opinions.md). Knows rbcore, arms, stores and intervals; no kind of study,
no command.
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
