"""Games written down: game files, games picked out of many, and the course of a game.

Owns the text of a game file (docs/game-files.md), and how its games are made again and judged.
Knows rbcore, what running and pipeline play and keep, and opinions; no kind of study, no command.
"""

from rbsim.games.judging import Course, JudgedMove, course
from rbsim.games.picking import pick
from rbsim.games.reading import read
from rbsim.games.transcript import Transcript
from rbsim.games.writing import GameFile, write
from rbsim.opinions.opinion import JudgedLine, Opinion, analyse

__all__ = [
    "Course",
    "GameFile",
    "JudgedLine",
    "JudgedMove",
    "Opinion",
    "Transcript",
    "analyse",
    "course",
    "pick",
    "read",
    "write",
]
