"""Records: games played with real cards, written down as people saw them.

A record says what everybody at the table saw. `notation` reads it. `resolving` runs it through the rules and finds
hidden cards that make every line legal. `writing` writes the record of any game. docs/RECORDS.md describes the format.
"""

from __future__ import annotations

from adjudicator.records.house_rules import mistakes
from adjudicator.records.lines import BadRecord, Record, Unfinished
from adjudicator.records.notation import read_record
from adjudicator.records.recording import Recording
from adjudicator.records.resolving import record
from adjudicator.records.writing import record_text
from events.catalogue import Mistake

__all__ = [
    "BadRecord",
    "Mistake",
    "Record",
    "Recording",
    "Unfinished",
    "mistakes",
    "read_record",
    "record",
    "record_text",
]
