"""What an examiner reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something that should not be: who found it, where, what, and a scenario that shows it where there is one."""

    examiner: str
    where: str
    what: str
    scenario: str = ""

    def __str__(self) -> str:
        shown = f"\n{self.scenario}" if self.scenario else ""
        return f"{self.examiner}, {self.where}: {self.what}{shown}"
