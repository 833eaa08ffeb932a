"""A new type of card must stay cheap: few files may know a particular one."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/CARDS.md"
PACKAGES = ("events", "core", "projections", "adjudicator")
ENDINGS = ("*.py", "*.js", "*.css", "*.html")


def test_only_the_listed_files_know_titans():
    guide = GUIDE.read_text(encoding="utf-8").partition("## A new type of card")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| `([^`]+)` \|", guide, re.MULTILINE))
    files = (path for name in PACKAGES for ending in ENDINGS for path in (ROOT / name).rglob(ending))
    knowing = {
        path.relative_to(ROOT).as_posix()
        for path in files
        if not path.is_relative_to(ROOT / "core/cards")
        if "titan" in path.read_text(encoding="utf-8").lower()
    }
    assert knowing == listed
    assert len(listed) == 8
