"""Situations in one line of text, the FEN of this game. The grammar is in docs/SITUATIONS.md."""

from adjudicator.scenarios.notation.reading import Situation, read_situation, setup_of
from adjudicator.scenarios.notation.spans import SituationError
from adjudicator.scenarios.notation.writing import situation_line

__all__ = ["Situation", "SituationError", "read_situation", "setup_of", "situation_line"]
