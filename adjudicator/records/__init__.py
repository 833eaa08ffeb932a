"""Records: games from the real table, written down as they were seen.

A record says what everybody at the table saw. `notation` reads it, `resolving` runs it through the rules and finds hidden
cards under which every line is legal, `writing` writes the record of any game. The format: docs/RECORDS.md.
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
