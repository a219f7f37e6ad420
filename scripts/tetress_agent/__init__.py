"""A player for the course's Tetress referee: `python -m referee tetress_agent OTHER`."""

from .program import Agent

__all__ = ["Agent"]
