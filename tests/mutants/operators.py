"""The changes: each is a place in a source file, what stands there, and what stands there instead."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
SUMS: dict[type[ast.operator], tuple[str, str]] = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}


class Mutant(msgspec.Struct, frozen=True):
    """One change. Offsets count bytes."""

    file: str
    line: int
    operator: str
    start: int
    end: int
    becomes: str
    words: str
    """What is changed, in one line that outlives other changes of the file; no two mutants have the same."""

    def applied(self, source: bytes) -> bytes:
        """The source with the change."""
        return source[: self.start] + self.becomes.encode() + source[self.end :]


def mutants_of(path: Path, root: Path) -> list[Mutant]:
    """All changes of a file."""
    source = path.read_bytes()
    return list(_Finder(source, str(path.relative_to(root))).found(ast.parse(source)))


class _Finder:
    def __init__(self, source: bytes, file: str) -> None:
        self.source = source
        self.file = file
        self.named: Counter[str] = Counter()
        self.lines = source.decode().splitlines()
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def found(self, node: ast.AST) -> Iterator[Mutant]:
        """The changes in a part of the tree; names of types and what only a type checker reads are left alone."""
        yield from self._here(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "type_params") or (
                isinstance(node, ast.ClassDef) and name == "keywords"
            ):
                continue
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.found(child)

    def _here(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield from self._between("comparison", left, right, *COMPARISONS[type(op)])
            case ast.BoolOp(op=op, values=[one, other, *_]):
                words = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                yield from self._between("and, or", one, other, *words)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SUMS:
                yield from self._between("sum", left, right, *SUMS[type(op)])
            case ast.UnaryOp(op=ast.Not()):
                yield self._mutant("not", node, self._at(node)[0] + len("not"), "")
            case ast.Constant(value=bool() as value):
                yield self._mutant("truth", node, None, str(not value))
            case ast.Constant(value=int() as value):
                yield self._mutant("number", node, None, str(value + 1))
            case ast.If(test=test) | ast.IfExp(test=test) if ast.unparse(test) != "TYPE_CHECKING":
                start, end = self._at(test)
                yield self._mutant("condition", test, None, f"not ({self.source[start:end].decode()})")
            case ast.Expr(value=ast.Call() | ast.YieldFrom(value=ast.Call())):
                yield self._mutant("nothing done", node, None, "pass")

    def _at(self, node: ast.AST) -> tuple[int, int]:
        place = [getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")]
        return self.starts[place[0] - 1] + place[1], self.starts[place[2] - 1] + place[3]

    def _mutant(self, operator: str, node: ast.AST, end: int | None, becomes: str) -> Mutant:
        start, whole = self._at(node)
        return self._change(operator, node.lineno, start, whole if end is None else end, becomes)  # type: ignore[attr-defined]

    def _between(self, operator: str, left: ast.AST, right: ast.AST, stands: str, becomes: str) -> Iterator[Mutant]:
        start, end = self._at(left)[1], self._at(right)[0]
        pattern = re.escape(stands).replace(r"\ ", r"\s+")
        found = re.search(
            rf"\b{pattern}\b" if stands.isalpha() or " " in stands else pattern, self.source[start:end].decode()
        )
        if found is not None:
            line = self.source[: start + found.start()].count(b"\n") + 1
            yield self._change(operator, line, start + found.start(), start + found.end(), becomes)

    def _change(self, operator: str, line: int, start: int, end: int, becomes: str) -> Mutant:
        stands = self.source[start:end].decode()
        words = " ".join(f"{self.file}: {self.lines[line - 1]} | {stands} → {becomes}".split())
        self.named[words] += 1
        if (times := self.named[words]) > 1:
            words += f" ({times})"
        return Mutant(self.file, line, operator, start, end, becomes, words)
