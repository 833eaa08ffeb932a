"""Every command, file, link and make target that the documents and help texts name exists."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec

import pytest
from click import MissingParameter
from typer.testing import CliRunner

from adjudicator.cli.app import app, load
from adjudicator.cli.commands import COMMANDS
from tests.docs.source import ROOT
from tests.docs.texts import DOCUMENTS, help_texts

README = DOCUMENTS["README.md"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def commands_in(text: str) -> list[str]:
    """The `smashup` commands that stand on lines of their own, without the name of the program."""
    return re.findall(r"^ *(?:\$ )?smashup ((?:-|[a-z]).*)$", text, re.MULTILINE)


def commands_named_in(text: str) -> list[str]:
    """The `smashup` commands that a sentence names; their arguments may be missing."""
    return [" ".join(span.split()) for span in re.findall(r"`smashup ((?:-|[a-z])[^`]*)`", text)]


def everywhere(find: Callable[[str], list[str]]) -> list[tuple[str, str]]:
    """What `find` finds in every document and help text, with the place; sketches with an ellipsis are left out."""
    texts = {**DOCUMENTS, **{f"help: {name}": text for name, text in help_texts().items()}}
    return sorted({(where, line) for where, text in texts.items() for line in find(text) if "…" not in line})


def parse(words: list[str]) -> None:
    """Let the command line parse a command without running it. Raises what a user would be told."""
    if words[0].startswith("--"):
        assert words[0] in ("--version", "--help", "--install-completion", "--show-completion")
        return
    assert words[0] in COMMANDS
    command, rest = load(words[0]), words[1:]
    while getattr(command, "commands", None) and rest and rest[0] in command.commands:
        command, rest = command.commands[rest[0]], rest[1:]
    if "--help" not in rest and (rest or not getattr(command, "commands", None)):
        command.make_context(words[0], rest)


def arguments(line: str) -> list[str]:
    """The words of a command, up to a comment, a pipe, or an explanation in another column."""
    before = re.match(r"""(?:"[^"]*"|'[^']*'|[^\s"']|\s(?!\s))*""", line)
    words = shlex.split(before.group() if before else line, comments=True)
    ends = [number for number, word in enumerate(words) if word in ("|", ">")]
    words = words[: ends[0]] if ends else words
    return ["1" if word == "N" else word.rstrip(".,;:") for word in words]


def test_there_are_commands_to_check():
    assert len(everywhere(commands_in)) > 120
    assert len(everywhere(commands_named_in)) > 20


@pytest.mark.parametrize(("where", "line"), everywhere(commands_in))
def test_a_command_can_be_parsed(where, line):
    parse(arguments(line))


@pytest.mark.parametrize(("where", "line"), everywhere(commands_named_in))
def test_a_command_in_a_sentence_exists(where, line):
    with suppress(MissingParameter):
        parse(arguments(line))


@pytest.mark.parametrize(("where", "text"), DOCUMENTS.items(), ids=list(DOCUMENTS))
def test_links_lead_somewhere(where, text):
    folder = (ROOT / where).parent
    for target in re.findall(r"\]\(([^)#\s]*)(?:#[^)]*)?\)", text):
        if target and "://" not in target:
            assert (folder / target).exists(), target


@pytest.mark.parametrize(("where", "text"), DOCUMENTS.items(), ids=list(DOCUMENTS))
def test_files_and_modules_exist(where, text):
    for path in re.findall(r"\b(?:docs|fixtures|core|events|projections|adjudicator|tests)/[\w/.-]+\.\w+\b", text):
        assert (ROOT / path).exists(), path
    for module in re.findall(r"python -m (tests[\w.]+)", text):
        assert find_spec(module), module


@pytest.mark.parametrize(("where", "text"), DOCUMENTS.items(), ids=list(DOCUMENTS))
def test_make_has_the_targets(where, text):
    for target in re.findall(r"(?:^|`)make (?:-\S+ )*([a-z][\w-]*)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 150


def test_the_readme_can_be_followed(tmp_path, monkeypatch):
    """Run every `smashup` command of the README's shell blocks in order, except those that need a terminal or npm."""
    environment = {"SMASHUP_DB": str(tmp_path / "games.db"), "COLUMNS": "100"}
    monkeypatch.chdir(tmp_path)
    blocks = "\n".join(re.findall(r"```(?:sh|text)\n(.*?)```", README, re.DOTALL))
    lines = [arguments(line) for line in commands_in(blocks)]
    assert len(lines) > 10
    for words in lines:
        if words[0] not in ("play", "step", "site"):
            result = CliRunner().invoke(app, words, env=environment)
            expected = 1 if words[0] == "verify" else 0  # the bundled record contains mistakes on purpose
            assert result.exit_code in (0, expected), (words, result.output)


def test_the_python_example_of_the_readme_is_right():
    """A comment after an expression shows its value."""
    (block,) = re.findall(r"```python\n(from smashup.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    exec(block, names)
    shown = re.findall(r"^(\S.*?)\s+# ([\d(].*)$", block, re.MULTILINE)
    assert shown
    for expression, value in shown:
        assert repr(eval(expression, names)) == value
