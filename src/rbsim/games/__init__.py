"""Games written down: game files, games picked out of many, and the course of a game.

Owns the text of a game file (docs/game-files.md), and how its games are made again and judged.
Knows rbcore, what running and pipeline play and keep, opinions and the page of games; no kind of
study, no command.
"""

from rbsim.games.extremes import Extreme, extremes
from rbsim.games.judging import Course, JudgedMove, course
from rbsim.games.picking import pick
from rbsim.games.reading import read
from rbsim.games.transcript import Transcript
from rbsim.games.writing import GameFile, write
from rbsim.opinions.opinion import JudgedLine, Opinion, analyse

__all__ = [
    "Course",
    "Extreme",
    "GameFile",
    "JudgedLine",
    "JudgedMove",
    "Opinion",
    "Transcript",
    "analyse",
    "course",
    "extremes",
    "pick",
    "read",
    "write",
]
