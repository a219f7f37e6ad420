"""Runs an agent that was written for the course's referee, and speaks the lines of `tetreach bot referee` for it."""

import importlib
import os
import sys

# What the agent prints goes to standard error, so that it cannot be taken for an answer.
answers = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)
sys.stdout = sys.stderr
sys.path.insert(0, os.getcwd())

from referee.game import Coord, PlaceAction, PlayerColor  # noqa: E402

COLORS = {"RED": PlayerColor.RED, "BLUE": PlayerColor.BLUE}
RESOURCES = {"time_remaining": 180.0, "space_remaining": None, "space_limit": None}


def parse_action(text):
    cells = [cell.strip().split("-") for cell in text[len("PLACE(") : -1].split(",")]
    return PlaceAction(*(Coord(int(row), int(column)) for row, column in cells))


def action_text(action):
    cells = (action.c1, action.c2, action.c3, action.c4)
    return "PLACE(" + ", ".join(f"{cell.r}-{cell.c}" for cell in cells) + ")"


agent_class = getattr(importlib.import_module(sys.argv[1]), sys.argv[2])
agent = None
for line in sys.stdin:
    verb, _, rest = line.strip().partition(" ")
    if verb == "init":
        agent = agent_class(COLORS[rest], **RESOURCES)
        print("ready", file=answers)
    elif verb == "action":
        print(action_text(agent.action(**RESOURCES)), file=answers)
    elif verb == "update":
        color, _, action = rest.partition(" ")
        agent.update(COLORS[color], parse_action(action), **RESOURCES)
        print("ok", file=answers)
    else:
        break
