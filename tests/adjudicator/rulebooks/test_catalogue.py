"""The rulebook catalogue: complete, consistent, and strict about its files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from adjudicator.bundled import RULEBOOKS
from adjudicator.rulebooks import catalogue as rulebooks
from adjudicator.rulebooks.catalogue import Rule, RulebookError, Statement
from core.printed.editions import EDITIONS

RULES = tuple(rulebooks.catalogue().rules.values())
STATEMENTS = tuple((rule, statement) for rule in RULES for statement in rule.statements)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the catalogue that a test may spoil."""
    return Path(shutil.copytree(RULEBOOKS, tmp_path / "rulebooks"))


def spoil(folder: Path, file: str, old: str, new: str) -> str:
    """Change the first occurrence of `old` in one file and return the sentence with which loading is refused."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as refused:
        rulebooks.load(folder)
    return str(refused.value)


# The catalogue as it is


def test_the_catalogue_has_the_editions_of_the_rules_oldest_first() -> None:
    books = rulebooks.catalogue().rulebooks
    assert [(book.id, book.title, book.year) for book in books.values()] == [
        (book.id, book.title, book.year) for book in EDITIONS.values()
    ]
    assert sorted(books.values(), key=lambda book: book.year) == list(books.values())


def test_every_rule_has_a_statement_of_every_book() -> None:
    for rule in RULES:
        assert tuple(statement.edition for statement in rule.statements) == tuple(EDITIONS), rule.id


@pytest.mark.parametrize(
    ("prefix", "least"),
    [
        ("setup.", 9), ("turn.", 9), ("resolve.", 8), ("score.", 14), ("win.", 3), ("term.", 37), ("void.", 9),
        ("bury.", 5), ("duel.", 5), ("stasis.", 5), ("stored", 3), ("counters", 3), ("off-the-top", 3),
        ("conflict.", 10), ("reading.", 10), ("clarify.", 35), ("mefirst", 1), ("move-is-not-play", 1), ("you-here-there", 1),
    ],
)  # fmt: skip
def test_every_chapter_is_there(prefix: str, least: int) -> None:
    assert sum(rule.id.startswith(prefix) for rule in RULES) >= least


def test_pointers_to_other_rules_and_books_resolve() -> None:
    known = rulebooks.catalogue().rules
    for rule, statement in STATEMENTS:
        assert {*rule.see, *rule.concerns} <= known.keys(), rule.id
        assert {statement.same_as, statement.follows} - {None} <= set(EDITIONS), rule.id
        assert set(statement.readings) <= known.keys(), rule.id


def test_no_rule_points_to_itself() -> None:
    for rule in RULES:
        assert rule.id not in (*rule.see, *rule.concerns)


def test_every_statement_in_force_has_words_and_a_page() -> None:
    for rule, statement in STATEMENTS:
        if statement.arises and (statement.speaks or statement.follows):
            words = rule.in_force(statement.edition)
            assert words.says, (rule.id, statement.edition)
            assert words.citation, (rule.id, statement.edition)


def test_pages_parse_and_lie_within_a_rulebook() -> None:
    for rule, statement in STATEMENTS:
        if statement.pages is not None:
            assert all(2 <= page <= 20 for page in rulebooks.page_numbers(statement.pages)), rule.id


def test_wording_is_in_whole_sentences() -> None:
    for rule in RULES:
        texts = [rule.statement, rule.put_down, rule.other, *(statement.says for statement in rule.statements)]
        for text in filter(None, texts):
            assert text.endswith((".", "?")), (rule.id, text)
            assert text[0] == '"' or text[0].isupper() or text[0].isdecimal(), (rule.id, text)


def test_every_reading_of_a_rule_of_play_is_marked_there() -> None:
    marked = {reading for _, statement in STATEMENTS for reading in statement.readings}
    readings = {rule.id for rule in RULES if rule.id.startswith("reading.")}
    assert readings == marked


def test_a_reading_is_marked_in_every_book_in_which_it_arises() -> None:
    """A citation says that the answer rests on a reading, in that book or in the one it follows."""
    known = rulebooks.catalogue()
    for reading in (rule for rule in RULES if rule.id.startswith("reading.")):
        for statement in reading.statements:
            words = [(rule, rule.in_edition(statement.edition)) for rule in map(known.rule, reading.concerns)]
            sources = [rule.in_edition(said.follows) if said.follows else said for rule, said in words]
            marked = any(reading.id in source.readings for source in sources)
            assert marked or not statement.arises, (reading.id, statement.edition)
            if not statement.arises:
                assert not any(reading.id in said.readings for _, said in words), (reading.id, statement.edition)


def test_a_statement_may_rest_on_several_readings(folder: Path) -> None:
    path = folder / "scoring.toml"
    text = path.read_text(encoding="utf-8")
    both = text.replace('reading = "reading.presence"', 'reading = "reading.presence; reading.zero-totals"', 1)
    path.write_text(both, encoding="utf-8")
    statement = rulebooks.load(folder).rule("score.presence").in_edition("AL9K")
    assert statement.readings == ("reading.presence", "reading.zero-totals")
    assert rulebooks.load(folder).cite("score.presence", "AL9K").endswith("by reading.presence and reading.zero-totals")


# Pages


def test_page_ranges_are_spelt_out() -> None:
    assert rulebooks.page_numbers("6-7, 10") == (6, 7, 10)


@pytest.mark.parametrize("pages", ["", "7 to 8", "7-", "7,8", "vii"])
def test_anything_but_pages_is_refused(pages: str) -> None:
    with pytest.raises(RulebookError, match="not a list of pages"):
        rulebooks.page_numbers(pages)


# Asking


def test_a_rule_read_alone_is_the_rule_of_the_catalogue() -> None:
    """`rule` reads no more of a file than the rule itself."""
    for known in RULES:
        assert rulebooks.rule(known.id) == known


def test_a_rule_is_found_by_its_id() -> None:
    assert rulebooks.rule("score.ties").title == "Ties on a base"


def test_a_mistyped_id_is_answered_with_the_likely_ones() -> None:
    with pytest.raises(RulebookError, match=r"did you mean .*score\.ties"):
        rulebooks.rule("score.tie")


def test_an_unknown_id_is_refused_without_guessing() -> None:
    with pytest.raises(RulebookError, match=r"No rule xyzzy is known\."):
        rulebooks.rule("xyzzy")


def test_an_unknown_edition_is_refused() -> None:
    *others, newest = EDITIONS
    with pytest.raises(RulebookError, match=f"No rulebook CORE is known; there are {', '.join(others)} and {newest}"):
        rulebooks.cite("score.ties", "CORE")


@pytest.mark.parametrize(
    ("rule_id", "edition", "line"),
    [
        ("score.ties", "AL9K", "AL9K p. 8, The Big Score"),
        ("score.ties", "EMD", "EMD p. 9, The Big Score; unchanged since AL9K"),
        ("score.places", "CND", "CND pp. 7-8, The Big Score"),
        ("resolve.order", "AL9K", "AL9K silent; follows CND p. 5, Card Resolution Order"),
        ("duel.winner", "EMD", "EMD silent; follows HTB, Duels; unchanged since OOPS"),
        ("setup.deck", "EMD", "EMD pp. 4 and 18, Setup / The Factions; unchanged since OOPS"),
        ("score.presence", "MS", "MS pp. 7-8, The Big Score; unchanged since AL9K; by reading.presence"),
        (
            "win.madness",
            "AL9K",
            "AL9K silent; follows MS p. 16, All Your Basics; by reading.madness-end and"
            " reading.madness-played-from-a-deck",
        ),
        ("conflict.step-one", "EMD", "EMD: does not arise"),
    ],
)
def test_a_citation_says_honestly_where_the_rule_is_from(rule_id: str, edition: str, line: str) -> None:
    assert rulebooks.cite(rule_id, edition) == line


@pytest.mark.parametrize(
    ("rule_id", "since"),
    [("score.ties", "AL9K"), ("duel.reveal", "OOPS"), ("clarify.deputy", "OOPS"), ("titan.clash", "HTB")],
)
def test_a_rule_is_unchanged_since_a_book_that_speaks(rule_id: str, since: str) -> None:
    assert rulebooks.rule(rule_id).unchanged_since == since


@pytest.mark.parametrize(
    ("reading", "edition", "book"),
    [
        ("reading.stasis-end", "EMD", "EMD"),
        ("reading.stasis-end", "CND", "EMD"),  # silent on stasis
        ("reading.madness-end", "AL9K", "MS"),  # silent on Madness
        ("reading.madness-end", "HTB", ""),  # settled by the book
        ("reading.duel-reveal", "HTB", "HTB"),
        ("reading.zero-totals", "CND", ""),  # the book speaks on presence itself
        ("reading.htb-clash-when", "EMD", "HTB"),  # the chapter on titans is taken over as a whole
        ("reading.htb-range-again", "EMD", ""),  # a new rule does not reach back
    ],
)
def test_a_reading_decides_also_where_a_silent_book_follows_the_one_that_leaves_it_open(
    reading: str, edition: str, book: str
) -> None:
    assert rulebooks.left_open_by(reading, edition) == book


def test_the_words_in_force_are_found_through_silence_and_repetition() -> None:
    order = rulebooks.rule("resolve.order")
    assert order.in_force("MS") == order.in_edition("CND")
    ties = rulebooks.rule("score.ties")
    assert ties.in_force("EMD") == ties.in_edition("AL9K")


def test_differences_are_the_rules_on_which_two_editions_part() -> None:
    parted = {difference.rule.id: difference for difference in rulebooks.differences("CND", "EMD")}
    assert {"setup.mulligan", "resolve.order", "score.presence"} <= parted.keys()
    assert not {"score.ties", "setup.hand"} & parted.keys(), "unchanged rules"
    assert not {"stasis.end", "resolve.printed-order"} & parted.keys(), "a silent book follows the one that speaks"
    assert not any(rule_id.startswith(("conflict.", "reading.")) for rule_id in parted)
    assert (parted["setup.mulligan"].first.edition, parted["setup.mulligan"].second.edition) == ("CND", "EMD")


def test_an_edition_does_not_part_from_itself() -> None:
    for edition in EDITIONS:
        assert rulebooks.differences(edition, edition) == ()


def test_differences_are_the_same_from_both_sides() -> None:
    there = [difference.rule.id for difference in rulebooks.differences("AL9K", "OOPS")]
    back = [difference.rule.id for difference in rulebooks.differences("OOPS", "AL9K")]
    assert there == back != []


# Broken files


def test_a_copy_of_the_catalogue_loads_the_same(folder: Path) -> None:
    assert rulebooks.load(folder) == rulebooks.catalogue()


TIES = 'id = "score.ties"'
TIES_SAYS = "All tied players get"


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("scoring.toml", TIES, f'{TIES}\nauthor = "me"', "scoring.toml, rule score.ties: .*unknown field `author`"),
        ("scoring.toml", f'says = "{TIES_SAYS}', f'sayz = "{TIES_SAYS}',
         "scoring.toml, rule score.ties, AL9K: .*unknown field `sayz`"),
        ("scoring.toml", TIES, "id = 7", "scoring.toml, rule 7: .*Expected `str`, got `int`"),
        ("scoring.toml", TIES, "", "scoring.toml, rule without an id: .*missing required field `id`"),
        ("scoring.toml", TIES, 'id = "score.places"', "score.places: this id is already taken by scoring.toml"),
        ("setup.toml", "[rule.EMD]", "[rule.CORE]", "setup.toml, rule setup.players: .*unknown field `CORE`"),
        ("setup.toml", "[[rule]]", "version = 1\n[[rule]]", r"setup.toml: only \[\[rule\]\] tables belong here, not version"),
        ("setup.toml", "[[rule]]", "[[rule", "setup.toml cannot be read: "),
        ("setup.toml", "[rule.MS]", '[rule.MS]\nsame_as = "EMD"', "MS: same_as must name an earlier book that speaks"),
        ("setup.toml", "[rule.MS]", '[rule.MS]\nsays = "So."\nsame_as = "AL9K"', "MS: .* either says or same_as, not both"),
        ("setup.toml", "[rule.MS]", '[rule.MS]\nfollows = "AL9K"', "MS: follows is worked out from the other books"),
        ("setup.toml", "statement =", 'since = "CORE"\nstatement =', "since names CORE, which is not a rulebook"),
        ("setup.toml", 'section = "Smash Up"\npages = "2"', "", "AL9K: a book with a statement needs a section"),
        ("setup.toml", 'pages = "2"', "", "AL9K: section and pages go together"),
        ("setup.toml", 'section = "Smash Up"\n', "silent = true\n", "AL9K: pages need a section"),
        ("setup.toml", 'pages = "2"', 'pages = "two"', "AL9K: \"two\" is not a list of pages"),
        ("setup.toml", 'pages = "2"', 'pages = "3"', 'AL9K: no section "Smash Up" stands on page 3'),
        ("setup.toml", 'pages = "2"', 'pages = "2, 9"', "AL9K: page 9 is in none of the sections named"),
        ("setup.toml", 'section = "Smash Up"', 'section = "Preface"', 'AL9K: no section "Preface" stands on page 2'),
        ("setup.toml", 'see = ["setup.bases-in-play"]', 'see = ["setup.cats"]', "points to setup.cats, which is no"),
        ("setup.toml", 'see = ["setup.bases', 'put_down = "So."\nsee = ["setup.bases', "to conflicts and readings only"),
        ("setup.toml", "[rule.MS]", "[rule.MS]\narises = false", "arises = false belongs to conflicts and readings only"),
        ("setup.toml", "[rule.MS]", '[rule.MS]\nsilent = true\nsame_as = "AL9K"', "MS: a silent book repeats no other"),
        ("conflicts.toml", 'other = "', 'see = []\n# "', "a conflict or reading needs put_down, other and concerns"),
        ("scoring.toml", '"reading.minion-total"\nsection', '"reading.presence"\nsection',
         "reading.presence does not say that it concerns this rule"),
        ("scoring.toml", '"reading.minion-total"\nsection', '"score.ties"\nsection', "score.ties is not a reading"),
        ("editions.toml", "year = 2013", 'year = "2013"', "editions.toml, edition AL9K: Expected `int`, got `str`"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_a_sentence(folder: Path, file: str, old: str, new: str, sentence: str) -> None:
    assert re.search(sentence, spoil(folder, file, old, new))


def test_a_missing_list_of_editions_is_refused(folder: Path) -> None:
    (folder / "editions.toml").unlink()
    with pytest.raises(RulebookError, match=r"editions\.toml cannot be read"):
        rulebooks.load(folder)


def test_statements_and_rules_cannot_be_changed() -> None:
    ties: Rule = rulebooks.rule("score.ties")
    first: Statement = ties.statements[0]
    with pytest.raises(AttributeError):
        first.says = "something else"  # type: ignore[misc]
    assert hash(ties) == hash(rulebooks.rule("score.ties"))


def test_what_ships_is_without_contradiction():
    assert rulebooks.load(RULEBOOKS) == rulebooks.catalogue()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_looked_up_alone_is_the_same(rule: Rule):
    assert rulebooks.rule(rule.id) == rule


# Inheritance

BOOKS = ("A", "B", "C", "D")


def inherited(settles: bool = False, since: str | None = None, **stated: Statement) -> list[tuple[str | None, ...]]:
    """For each of four books, the book it repeats and the book it follows."""
    books = rulebooks._inherited(stated, BOOKS, settles=settles, since=since)
    assert [statement.edition for statement in books] == list(BOOKS)
    return [(statement.same_as, statement.follows) for statement in books]


def said(edition: str, says: str | None = "So.", **more: object) -> Statement:
    return Statement(edition, says=says, section="Rules", **more)  # type: ignore[arg-type]


def test_a_table_with_a_place_only_repeats_the_nearest_earlier_book() -> None:
    assert inherited(A=said("A"), B=said("B", None), C=said("C"), D=said("D", None)) == [
        (None, None), ("A", None), (None, None), ("C", None),
    ]  # fmt: skip


def test_a_book_may_go_back_to_an_older_one() -> None:
    books = inherited(A=said("A"), B=said("B"), C=said("C", None, same_as="A"), D=said("D", None))
    assert books == [(None, None), (None, None), ("A", None), ("A", None)]


def test_a_book_without_a_table_follows_the_next_that_speaks_else_the_last() -> None:
    assert inherited(B=said("B"), C=said("C")) == [(None, "B"), (None, None), (None, None), (None, "C")]


def test_a_rule_does_not_reach_back_behind_the_book_that_introduced_it() -> None:
    assert inherited(since="C", C=said("C")) == [(None, None), (None, None), (None, None), (None, "C")]


def test_a_question_arises_from_the_first_book_that_raises_it_until_one_settles_it() -> None:
    stated = {"B": said("B"), "D": Statement("D", arises=False)}
    books = rulebooks._inherited(stated, BOOKS, settles=True, since=None)
    assert [(statement.arises, statement.follows) for statement in books] == [
        (False, None),
        (True, None),
        (True, "B"),
        (False, None),
    ]
