"""Asks `tetreach bot referee` for moves.

Put this folder next to the `referee` package and tell it by the environment

    TETREACH          the program, `tetreach` on the path if not set
    TETREACH_AGENT    the agent, `alpha-beta` if not set
    TETREACH_SECONDS  wall-clock seconds per move, 0.2 if not set

The referee charges the processor time of this Python process, not that of the program it asks. The budget is therefore
stated in seconds per move, and the processor time that the program used is printed when the game ends.
"""

import atexit
import os
import resource
import subprocess
import sys

from referee.game import Coord, PlaceAction, PlayerColor


def action_text(action: PlaceAction) -> str:
    """The action as the program reads it."""
    cells = (action.c1, action.c2, action.c3, action.c4)
    return "PLACE(" + ", ".join(f"{cell.r}-{cell.c}" for cell in cells) + ")"


def parse_action(text: str) -> PlaceAction:
    """The action in an answer of the program."""
    if not (text.startswith("PLACE(") and text.endswith(")")):
        raise ValueError(f"expected an action such as PLACE(5-5, 5-6, 6-5, 6-6), found {text!r}")
    cells = [cell.strip().split("-") for cell in text[len("PLACE(") : -1].split(",")]
    return PlaceAction(*(Coord(int(row), int(column)) for row, column in cells))


class Agent:
    """The interface that the referee asks for."""

    def __init__(self, color: PlayerColor, **referee: dict):
        command = [
            os.environ.get("TETREACH", "tetreach"),
            "bot",
            "referee",
            "--agent",
            os.environ.get("TETREACH_AGENT", "alpha-beta"),
            "--seconds",
            os.environ.get("TETREACH_SECONDS", "0.2"),
        ]
        self._bot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self._close)
        self._ask(f"init {self._name(color)}", expected="ready")

    def action(self, **referee: dict) -> PlaceAction:
        """The move to make."""
        return parse_action(self._ask("action"))

    def update(self, color: PlayerColor, action: PlaceAction, **referee: dict) -> None:
        """Tells of a move that was made."""
        self._ask(f"update {self._name(color)} {action_text(action)}", expected="ok")

    @staticmethod
    def _name(color: PlayerColor) -> str:
        return "RED" if color == PlayerColor.RED else "BLUE"

    def _ask(self, line: str, expected: str | None = None) -> str:
        self._bot.stdin.write(line + "\n")
        self._bot.stdin.flush()
        answer = self._bot.stdout.readline().strip()
        if not answer or (expected is not None and answer != expected):
            raise RuntimeError(f"tetreach answered {answer!r} to {line!r}")
        return answer

    def _close(self) -> None:
        self._bot.stdin.close()
        self._bot.wait(timeout=10)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"tetreach used {used.ru_utime + used.ru_stime:.1f} s of processor time", file=sys.stderr)
