"""The identity of these rules: a stored verification is valid only as long as the rules are unchanged."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

PACKAGES = ("events", "projections", "core")
"""Everything that decides how an event is read, what it does to the table, and which events come next."""


@cache
def fingerprint() -> str:
    """Return a checksum over the source text of the rules, including compiled modules.

    A build without sources reads it from a file. Empty if there is neither.
    """
    found = blake2b(digest_size=8)
    for package in PACKAGES:
        folder = Path(str(import_module(package).__file__)).parent
        files = sorted(file for pattern in ("*.py", "*.so", "*.pyd") for file in folder.rglob(pattern))
        if not files:
            return _written_down()
        for file in files:
            found.update(f"{package}/{file.relative_to(folder).as_posix()}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


WRITTEN = Path(__file__).with_name("fingerprint.txt")
"""The file in which a build without sources records the fingerprint of its sources."""


def _written_down() -> str:
    return WRITTEN.read_text(encoding="utf-8") if WRITTEN.exists() else ""
