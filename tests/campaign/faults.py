"""A fault that was found: shrunk as far as it goes, and written as a test that shows it."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from events.files import FORMAT, VERSION, Header, lines_of
from events.vocabulary import Event, GameBegun

TEST = '''"""Found by the campaign: {title}"""

from pathlib import Path

{imports}

HERE = Path(__file__).parent


def test_{name}():
    {call}
'''


class Fault(Exception):
    """What went wrong, with everything needed to reproduce it."""

    def __init__(self, title: str, imports: str, call: str, material: dict[str, bytes] | None = None) -> None:
        super().__init__(title)
        self.title, self.imports, self.call, self.material = title, imports, call, material or {}

    def __reduce__(self) -> tuple[type[Fault], tuple[str, str, str, dict[str, bytes]]]:
        return Fault, (self.title, self.imports, self.call, self.material)

    @property
    def name(self) -> str:
        """Short, and the same for the same fault."""
        return "fault_" + hashlib.sha256(f"{self.title}{self.call}".encode()).hexdigest()[:8]

    def write(self, folder: Path) -> Path:
        """A test file that fails, with its material beside it."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.material.items():
            (folder / f"{self.name}-{name}").write_bytes(content)
        call = self.call
        for name in self.material:
            call = call.replace(f"<{name}>", f'HERE / "{self.name}-{name}"')
        title = self.title.splitlines()[0][:100].replace('"', "'").replace("\\", "/")
        test = folder / f"test_{self.name}.py"
        test.write_text(TEST.format(title=title, imports=self.imports, name=self.name, call=call), encoding="utf-8")
        return test


def told(error: BaseException) -> str:
    """An exception and where it came from, in a line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def game_file(log: Sequence[Event]) -> bytes:
    """A log as a game file."""
    begun = log[0]
    assert isinstance(begun, GameBegun)
    header = Header(
        format=FORMAT,
        version=VERSION,
        game="fault",
        edition=begun.edition,
        seats=begun.seats,
        created=datetime.now(UTC),
    )
    return b"".join(lines_of(header, log))


def shortest(cuts: Sequence[int], shows: Callable[[int], bool]) -> int:
    """The smallest of these at which a fault shows, where it shows at the last one and may show earlier."""
    low, high = 0, len(cuts) - 1
    while low < high:
        middle = (low + high) // 2
        if shows(cuts[middle]):
            high = middle
        else:
            low = middle + 1
    return cuts[high]


def fewest(parts: list[str], shows: Callable[[list[str]], bool]) -> list[str]:
    """Return as few of these parts as still show a fault, leaving out larger and then smaller runs of them."""
    size = max(1, len(parts) // 2)
    while True:
        start = 0
        while start < len(parts):
            without = parts[:start] + parts[start + size :]
            if without and shows(without):
                parts = without
            else:
                start += size
        if size == 1:
            return parts
        size //= 2
