"""Usage: what is said of words that no command takes, and which were meant."""

import re
from typing import Any

import typer

from rbcore.api.position import MOST_PLIES
from rbcore.cards.ranges import shown
from rbcore.rules.definition import hyphened
from rbsim.results.options import SYNONYMS

# What people call a command, and the line that does it.
COMMANDS = {
    **dict.fromkeys(("run", "sim", "stalemate", "stalemates", "stats"), "rbsim simulate standard"),
    **dict.fromkeys(("starter", "start", "first-player"), "rbsim advantage standard"),
    **dict.fromkeys(("duel", "elo", "tournament", "rank", "versus"), "rbsim ladder greedy uniform"),
    **dict.fromkeys(("diff", "test", "paired"), "rbsim compare standard strict"),
    **dict.fromkeys(("list", "preset", "presets", "rules", "axes", "axis"), "rbsim variants"),
    **dict.fromkeys(("player", "policies", "agents"), "rbsim players"),
    **dict.fromkeys(("solitaire", "patiences", "solve"), "rbsim patience fan"),
    **dict.fromkeys(("show", "view", "watch", "game"), "rbsim replay standard --seed 1 --game 0"),
    **dict.fromkeys(("plan", "plans"), "rbsim study PLAN"),
    **dict.fromkeys(("load", "open", "plot"), "rbsim report FILE"),
    "version": "rbsim --version",
}
# What people ask of a command, and the line that does it.
ELSEWHERE = {
    ("games", "--html"): "write them by --out FILE.games, then rbsim replay FILE.games --html PAGE",
    ("games", "--sort"): "--most turns puts the longest first",
    ("games", "--longest"): "--most turns --limit 1 is the longest",
    ("replay", "--longest"): "rbsim games STORE --most turns --limit 1 --out FILE.games finds it",
}
# What takes several of what a command takes one of.
SEVERAL = {
    "simulate": "rbsim survey plays variants side by side, and rbsim compare on the same deals",
    "advantage": "write a command for each, as rbsim advantage {0}; rbsim compare plays variants "
    "on the same deals",
    "match": "a plan plays matches of several variants",
    "patience": "rbsim patience plays one game; a plan plays any study of several",
}


def meant_arguments(words: list[str]) -> list[str]:
    """Return the words of a command line; without any, or after `help`, those that ask for help."""
    if words[:1] == ["help"]:
        return [*words[1:2], "--help"]
    return words or ["--help"]


def usage_sentence(error: Any, words: list[str]) -> str:
    """Return what Click says of usage, and what was meant as far as it can be told.

    Of a value that is no number it is what Python's functions say. Click takes an argument that is
    a number below 0 for an option, and names its first digit.
    """
    if type(error) is typer.BadParameter and error.param is not None:
        return f"{error.param.name}={error.message}"
    option = getattr(error, "option_name", "")
    command = "" if error.ctx is None else error.ctx.command.name
    if re.match(r"-\d", option):
        number = next(word for word in words if word.startswith(option))
        if command == "perft":  # the one command with an argument that is a number
            return f"depth={number} is out of range; it runs from 0 to {MOST_PLIES}"
        return f"{number} is neither an option of rbsim {command} nor one of its arguments"
    said = str(error.format_message())
    if option:
        return _of_option(option, error, said)
    extra = re.fullmatch(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)", said)
    if extra:
        return _of_extra_words(command, extra[1])
    if "'POSITION'" in said:
        return f"{said[:-1]}; `rbsim deal` prints one"
    if said.startswith("Missing argument"):
        examples = re.findall(rf"rbsim {command} .*", error.ctx.command.epilog or "")
        return said.rstrip(".") + "".join(f", as in {one}" for one in examples[:1])
    unknown = re.match(r"No such command '([^']*)'", said)
    if unknown and unknown[1] in COMMANDS:
        return f"there is no command {unknown[1]}; write {COMMANDS[unknown[1]]}"
    return said


def _of_option(option: str, error: Any, said: str) -> str:
    """Return what is said of an option that a command lacks."""
    given = option.lstrip("-").replace("-", "_")
    name = SYNONYMS.get(given, given)
    command = error.ctx.command
    if (command.name, option) in ELSEWHERE:
        return f"{option} is no option of rbsim {command.name}; {ELSEWHERE[command.name, option]}"
    for one in command.params:
        if one.name == name:
            is_bare = one.param_type_name == "argument"
            right = f"rbsim {command.name} {name.upper()}" if is_bare else one.opts[0]
            return f"{option} is no option of rbsim {command.name}; write {right}"
    return said


def _of_extra_words(command: str, extra: str) -> str:
    """Return what is said of words after all that a command takes."""
    if "=" in extra:
        joined = ",".join(extra.split())
        return f"{shown(extra)} is too much; axes follow a variant after a comma: standard,{joined}"
    several = f"; {SEVERAL[command].format(extra)}" if command in SEVERAL else ""
    return f"{shown(extra)} is more than rbsim {hyphened(command)} takes{several}"
