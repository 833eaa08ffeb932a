"""Rulings and comparisons as Markdown for a forum, in the same order as in the terminal: the verdict first."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rulings.comparison import Comparison
from adjudicator.rulings.ruling import Consequence, Passage, Ruling
from adjudicator.viewer.model import Frame

WIDTH = 80


def markdown(ruling: Ruling) -> str:
    """Return a ruling as Markdown."""
    lines = [f"## {ruling.title} ({ruling.edition})", ""]
    if ruling.answer:
        lines += [f"**{ruling.answer}**", ""]
    lines += [f"**Verdict:** {'; '.join(ruling.verdict)}.", ""]
    lines += [f"> **Differs from the file's expectation:** {failure}" for failure in ruling.failures]
    if ruling.question:
        lines += [f"*{ruling.question}*", ""]
    if ruling.board is not None:
        lines += [*_fenced(ruling.board), ""]
    for part in ruling.parts:
        lines += [f"**{f'{part.number}. ' if part.number else ''}{part.step}**", ""]
        lines += [f"- refused: {part.refused}" + (f" `{part.rule}`" if part.rule else "")] if part.refused else []
        for consequence in part.consequences:
            lines += _bullets(consequence, 0)
        lines += ["", *_fenced(part.board)] if part.board is not None else []
        lines.append("")
    if ruling.open is not None:
        lines += [f"**Left open:** {ruling.open.seat}: {ruling.open.question}", ""]
        lines += [f"- `{line}`" for line in ruling.open.lines] + [""]
    lines += _rules("Rules used", ruling.passages)
    lines += _rules("Also named, but not used", ruling.not_used)
    if ruling.note:
        lines += [f"> {ruling.note}", ""]
    return "\n".join(lines).rstrip() + "\n"


def _bullets(consequence: Consequence, depth: int) -> list[str]:
    cited = f" `{consequence.rule}`" if consequence.rule else ""
    lines = [f"{'  ' * depth}- {consequence.text}{cited}"]
    for effect in consequence.then:
        lines += _bullets(effect, depth + 1)
    return lines


def _rules(title: str, passages: Iterable[Passage]) -> list[str]:
    lines = []
    for passage in passages:
        lines.append(f"- `{passage.rule}` {passage.says} ({passage.citation})")
        if passage.reading:
            lines.append(f"  - {passage.reading}")
    return [f"**{title}**", "", *lines, ""] if lines else []


def _fenced(board: Frame) -> list[str]:
    from adjudicator.viewer.drawing import situation_text

    return ["```text", *situation_text(board, WIDTH).splitlines(), "```"]


def comparison_markdown(comparison: Comparison) -> str:
    """Return a comparison as Markdown."""
    lines = [f"## {comparison.title}", ""]
    if comparison.answer:
        lines += [f"**{comparison.answer}**", ""]
    if comparison.question:
        lines += [f"*{comparison.question}*", ""]
    lines += ["| editions | verdict |", "|---|---|"]
    for agreement in comparison.agreements:
        unnamed = f" (not named by the file: {' '.join(agreement.unnamed)})" if agreement.unnamed else ""
        summary = agreement.stuck or "; ".join(agreement.verdict)
        lines.append(f"| {' '.join(agreement.editions)}{unnamed} | {summary.replace('|', '/')} |")
    lines.append("")
    if len(comparison.agreements) == 1:
        lines += ["All of them agree.", ""]
    for divergence in comparison.divergences:
        first = comparison.agreements[0].editions
        lines += [f"**{' '.join(first)} and {' '.join(divergence.editions)} diverge at {divergence.after}**", ""]
        lines += ["- but end with the same result"] if divergence.same_end else []
        mine, theirs = first[0], divergence.editions[0]
        lines += [f"- {what}: {ours} ({mine}), {other} ({theirs})" for what, ours, other in divergence.differences]
        for before, now in zip(divergence.rules_before, divergence.rules, strict=True):
            lines.append(f"- `{now.rule}` ({now.title})")
            lines.append(f"  - {mine}: {before.says} ({before.citation})")
            lines.append(f"  - {theirs}: {now.says} ({now.citation})")
        lines.append("")
    lines += [f"> **Differs from the file's expectation:** {failure}" for failure in comparison.failures]
    return "\n".join(lines).rstrip() + "\n"
