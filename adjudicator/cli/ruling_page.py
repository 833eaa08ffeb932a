"""Rulings as plain text: the verdict in the first lines, then the table, the steps and the rules."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.text import Text

from adjudicator.viewer.drawing import draw_situation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from adjudicator.rulings.comparison import Comparison, Disagreement
    from adjudicator.rulings.ruling import Consequence, OpenChoice, Part, Passage, Ruling
    from adjudicator.viewer.model import Frame

LEAD = 150
"""Length of the part of a verdict that is printed first: two lines of a narrow terminal. The rest follows the steps."""

MOST_DIFFERENCES = 8


class Page:
    """Prints rulings on a console. Each line is broken at the console's width and keeps its indentation."""

    def __init__(self, paper: Console) -> None:
        self.paper = paper
        self.printed = 0  # lines

    def line(self, text: str, depth: int = 0, style: str = "", rule: str = "") -> None:
        """Print an indented paragraph, followed by a rule's id."""
        indent = "  " * depth
        shown = f"{text}  [{rule}]" if rule else text
        hanging = indent + ("  " if depth else "")
        broken = wrap(shown, self.paper.width, initial_indent=indent, subsequent_indent=hanging) or [""]
        self.printed += len(broken)
        for number, words in enumerate(broken):
            line = Text(words, style)
            if rule and number == len(broken) - 1 and words.endswith(f"[{rule}]"):
                line.stylize("dim", len(words) - len(rule) - 2)
            self.paper.print(line, soft_wrap=True)

    def gap(self) -> None:
        """Print an empty line."""
        self.printed += 1
        self.paper.print()

    def table(self, board: Frame) -> None:
        """Print the table without trailing blanks."""
        with self.paper.capture() as captured:
            self.paper.print(draw_situation(board, self.paper.width))
        lines = [line.rstrip() for line in captured.get().splitlines()]
        self.printed += len(lines)
        self.paper.print(Text.from_ansi("\n".join(lines)), soft_wrap=True)

    # --- a ruling

    def ruling(self, ruling: Ruling) -> None:
        """Print the whole ruling."""
        rest = self.lead(ruling.edition, ruling.answer, ruling.verdict, ruling.failures)
        self.line(ruling.title, style="bold")
        if ruling.question:
            self.line(ruling.question, style="italic")
        if ruling.board is not None:
            self.gap()
            self.table(ruling.board)
        for part in ruling.parts:
            self.gap()
            self.part(part)
        if rest or _worth_telling(ruling):
            self.gap()
        for finding in rest:
            self.line(f"Also: {finding}")
        if ruling.end is not None:
            self.gap()
            self.line("The final table", style="bold")
            self.table(ruling.end)
        if _worth_telling(ruling):
            self.line(f"Result: {'; '.join(ruling.result)}")
        if ruling.open is not None:
            self.gap()
            self.open(ruling.open)
        self.rules(ruling)
        if ruling.note:
            self.gap()
            self.line(f"Note: {ruling.note}")
        if self.scrolled_away():
            self.lead(ruling.edition, ruling.answer, ruling.verdict, ruling.failures)

    def scrolled_away(self) -> bool:
        """Return whether the first lines have scrolled off the screen; if so, print an empty line before they are repeated."""
        away = self.paper.is_terminal and self.printed >= self.paper.height
        if away:
            self.gap()
        return away

    def lead(self, edition: str, answer: str, verdict: Sequence[str], failures: Sequence[str]) -> list[str]:
        """Print the answer, the first part of the verdict and the failures. Returns the rest of the verdict."""
        if answer:
            self.line(answer, style="bold")
        first, rest = split_lead(verdict, LEAD)
        self.line(f"{edition}: {'; '.join(first)}.", style="" if answer else "bold")
        for failure in failures:
            self.line(f"NOT AS EXPECTED, {failure}", style="red")
        return rest

    def part(self, part: Part) -> None:
        """Print one step and what followed."""
        self.line(f"{part.number}. {part.step}" if part.number else part.step, style="bold")
        if part.refused:
            self.line(f"Refused: {part.refused}", 1, rule=part.rule)
        elif not part.consequences:
            self.line(part.asked or "Nothing more happens.", 1, "dim")
        for consequence in part.consequences:
            self.consequence(consequence, 1)
        if part.board is not None:
            self.table(part.board)

    def consequence(self, consequence: Consequence, depth: int) -> None:
        """Print an event, its rule, and what it led to."""
        self.line(consequence.text, depth, rule=consequence.rule)
        for effect in consequence.then:
            self.consequence(effect, depth + 1)

    def open(self, choice: OpenChoice) -> None:
        """Print a choice that the file leaves open, and the lines that would answer it."""
        self.line(f"Left open: {choice.seat}: {choice.question}", style="bold")
        self.line("A further step would answer it:", 1)
        for number, line in enumerate(choice.lines):
            leads = choice.leads[number] if choice.leads else ""
            self.line(f'"{line}"{f": {leads}" if leads else ""}', 2)

    def rules(self, ruling: Ruling) -> None:
        """Print each rule that was used, and list the others that the file names."""
        if ruling.passages:
            self.gap()
            self.line("Rules used", style="bold")
        for passage in ruling.passages:
            self.passage(passage)
        if ruling.not_used:
            self.gap()
            self.line("Also named by the file", style="bold")
            for passage in ruling.not_used:
                self.passage(passage)

    def passage(self, quoted: Passage) -> None:
        """Print a rule as the rulebook states it, with its citation."""
        self.line(f"{quoted.rule}: {quoted.says}", 1)
        self.line(quoted.citation, 2, "dim")
        if quoted.reading:
            self.line(quoted.reading, 2)

    # --- several editions

    def comparison(self, compared: Comparison) -> None:
        """Print which editions agree, and where the others diverge."""
        self.agreements(compared)
        self.line(compared.title)
        if compared.question:
            self.line(compared.question, style="italic")
        if len(compared.agreements) == 1:
            self.gap()
            self.line("All of them agree.")
        for divergence in compared.divergences:
            self.gap()
            self.divergence(compared.agreements[0].editions, divergence)
        if self.scrolled_away():
            self.agreements(compared)

    def agreements(self, comparison: Comparison) -> None:
        """Print the answer, the verdict of each group of editions, and the failures."""
        if comparison.answer:
            self.line(comparison.answer, style="bold")
        for agreement in comparison.agreements:
            summary = (
                f"cannot be played through: {agreement.stuck}"
                if agreement.stuck
                else "; ".join(split_lead(agreement.verdict, LEAD)[0])
            )
            unnamed = f" (not named by the file: {' '.join(agreement.unnamed)})" if agreement.unnamed else ""
            self.line(f"{' '.join(agreement.editions)}{unnamed}: {summary}.", style="bold")
        for failure in comparison.failures:
            self.line(f"NOT AS EXPECTED, {failure}", style="red")

    def divergence(self, first: Sequence[str], divergence: Disagreement) -> None:
        """Print where two groups of editions diverge, and which rules cause it."""
        mine, theirs = " ".join(first), " ".join(divergence.editions)
        again = ", but end with the same result" if divergence.same_end else ""
        self.line(f"{mine} and {theirs} diverge at {divergence.after}{again}", style="bold")
        for what, left, other in divergence.differences[:MOST_DIFFERENCES]:
            self.line(f"{what}: {left} ({first[0]}), {other} ({divergence.editions[0]})", 1)
        if (more := len(divergence.differences) - MOST_DIFFERENCES) > 0:
            self.line(f"… and {more} more (--json lists them)", 1, "dim")
        for before, now in zip(divergence.rules_before, divergence.rules, strict=True):
            self.line(f"{now.rule}: {now.title}", 1, "bold")
            self.line(f"{first[0]}: {before.says} ({before.citation})", 2)
            self.line(f"{divergence.editions[0]}: {now.says} ({now.citation})", 2)
        if not divergence.rules:
            self.line("No rule on which they differ was applied there.", 1)


def split_lead(verdict: Sequence[str], room: int) -> tuple[list[str], list[str]]:
    """Split sentences into those that fit the first lines (at least one) and the rest."""
    first: list[str] = []
    for number, sentence in enumerate(verdict):
        if first and sum(len(words) + 2 for words in first) + len(sentence) > room:
            return first, list(verdict[number:])
        first.append(sentence)
    return first, []


def _worth_telling(ruling: Ruling) -> bool:
    """Return whether the final state is worth printing: it is not empty and has not been printed yet."""
    points_stated = any(" VP" in sentence for sentence in ruling.verdict)
    return not points_stated and any(any(figure in "123456789" for figure in line) for line in ruling.result)
