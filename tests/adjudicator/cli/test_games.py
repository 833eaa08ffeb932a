"""Cards, games, files."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.cli.cards import ALL_THE_TIME, MOMENTS, moment
from core.printed.definitions import FACTIONS, all_definitions
from core.printed.editions import DEFAULT, EDITIONS
from events.files import header_of, write_game
from events.store import open_store
from events.vocabulary import Asked


class TestCards:
    def test_all_of_them_for_programs(self, smashup):
        cards = smashup.json("cards")
        assert [card["id"] for card in cards] == [card.id for card in all_definitions()]
        fields = [
            "id",
            "name",
            "set",
            "faction",
            "type",
            "power",
            "copies",
            "kind",
            "labels",
            "tags",
            "text",
            "breakpoint",
            "vp",
        ]
        assert all(list(card) == fields for card in cards)

    def test_each_type_has_its_numbers(self, smashup):
        cards = {card["id"]: card for card in smashup.json("cards")}
        scout, hug, pits = (cards[id] for id in ("bear-cavalry/cub-scout", "bear-cavalry/bear-hug", "base/tar-pits"))
        assert (scout["power"], scout["copies"], scout["labels"], scout["vp"]) == (3, 4, ["ongoing"], None)
        assert (hug["kind"], hug["power"], hug["breakpoint"]) == ("standard", None, None)
        assert (pits["breakpoint"], pits["vp"], pits["copies"]) == (16, [4, 3, 2], None)

    def test_filters(self, smashup):
        assert {card["faction"] for card in smashup.json("cards", "--faction", "Ghosts")} == {"ghosts"}
        assert {card["type"] for card in smashup.json("cards", "--type", "base")} == {"base"}
        assert {card["set"] for card in smashup.json("cards", "--set", "awesome-level-9000")} == {"awesome-level-9000"}
        cards = smashup.json("cards", "--faction", "ghosts", "--text", "two cards or FEWER")
        assert "Haunting" in {card["name"] for card in cards}
        assert all("two cards or fewer" in card["text"].lower() for card in cards)

    def test_a_table_for_people(self, smashup):
        table = smashup("cards", "--faction", "ghosts")
        assert "Haunting" in table
        assert "Cub Scout" not in table

    def test_a_faction_in_one_printing_or_in_all(self, smashup):
        def contacts(faction: str) -> list[str]:
            cards = smashup.json("cards", "--faction", faction)
            return [card["id"] for card in cards if card["name"] == "Make Contact"]

        first, later = "ghosts/make-contact", "ghosts/make-contact@2026"
        assert contacts("ghosts@first") == [first]
        assert contacts("Ghosts@2026") == [later]
        assert sorted(contacts("ghosts")) == [first, later]
        assert "Make Contact@2026" in smashup("cards", "--faction", "ghosts"), (
            "two rows of one name would not say which"
        )
        assert "say ghosts@first or ghosts@2026." in smashup.refused("cards", "--faction", "ghosts@1999")
        assert "Printings: ghosts, ghosts@2026" in " ".join(smashup("factions").split())

    @pytest.mark.parametrize("option", ["--set", "--faction"])
    def test_a_filter_that_nothing_passes_is_refused(self, smashup, option):
        assert "There is no" in smashup.refused("cards", option, "dinosaurs-in-space")


class TestCard:
    @pytest.mark.parametrize("name", ["Cub Scout", "cub scout", "bear-cavalry/cub-scout", "cub-scout", "CUB SCOUT"])
    def test_by_name_or_id_in_any_case(self, smashup, name):
        assert smashup.json("card", name)["id"] == "bear-cavalry/cub-scout"

    @pytest.mark.parametrize(("name", "card"), [("Cub Scuot", "Cub Scout"), ("Cut Lass", "Saucy Wench")])
    def test_a_misspelled_or_later_name_is_answered_with_the_card_and_says_so(self, smashup, name, card):
        assert f"{name} is {card}." in smashup("card", name)

    def test_part_of_a_name_lists_the_cards_that_fit(self, smashup):
        listed = smashup("card", "cub")
        assert listed.startswith("No card is called 'cub'. These fit the words:")
        assert "Cub Scout" in listed

    def test_its_rulings_can_be_asked_by_name_and_their_rules_are_known(self, smashup):
        facts = smashup.json("card", "cub scout")
        names = [ruling["name"] for ruling in facts["rulings"]]
        assert "awesome-level-9000/bear-cavalry/cub-scout-neutral-space" in names
        assert all((SCENARIOS / f"{name}.toml").is_file() for name in names)
        assert "term.affect" in facts["rules"]
        assert "Rules they cite: " in smashup("card", "cub scout")

    def test_accents_and_apostrophes_do_not_matter(self, smashup):
        assert smashup.json("card", "seance")["name"] == "Séance"
        assert smashup.json("card", "youre screwed")["name"] == "You're Screwed"

    def test_all_about_it(self, smashup):
        told = smashup("card", "zeppelin")
        for words in ("Zeppelin", "action (on-base), 2 copies", "Steampunks", "Awesome Level 9000", "[talent]", "fly"):
            assert words in told
        facts = smashup.json("card", "zeppelin")
        assert facts["abilities"] == [
            {
                "key": "steampunks/zeppelin#fly",
                "name": "fly",
                "label": "talent",
                "when": "talent, optional",
                "zone": "play",
                "optional": True,
            }
        ]

    def test_the_time_of_an_ability_is_given_in_words_of_the_game(self, smashup):
        assert "after a minion moves" in smashup("card", "cub scout")
        assert "before a base scores, from hand, optional" in str(smashup.json("card", "full sail"))
        known = [moment(ability) for card in all_definitions() for ability in card.abilities]
        assert not any(re.search("[A-Z]|-", words) for words in known)
        bare = {
            ability.hook for card in all_definitions() for ability in card.abilities if isinstance(ability.hook, str)
        }
        assert bare - MOMENTS.keys() - ALL_THE_TIME == {"talent", "on-your-turn"}, "words of the code, not of the game"

    def test_a_base_and_a_card_without_ability(self, smashup):
        assert "base, breakpoint 12, 2/0/0 VP" in smashup("card", "jungle oasis")
        assert "No ability." in smashup("card", "jungle oasis")

    def test_the_id_of_a_printing_is_no_words_to_search_for(self, smashup):
        refused = smashup.refused("card", "ghosts@2026")
        assert refused.endswith("not a card: `smashup cards --faction ghosts@2026` lists its cards.")
        assert "say ghosts@first or ghosts@2026." in smashup.refused("card", "ghosts@1999")
        assert "did you mean Make Contact" in smashup.refused("card", "make-contact@1999")

    def test_several_or_none(self, smashup):
        listed = smashup("card", "bear")
        assert "Bear Cavalry" in listed
        assert "Bear Hug" in listed
        assert (
            smashup.refused("card", "xyzzy")
            == "There is no card 'xyzzy' in the sets so far: smashup cards lists them all."
        )


class TestGames:
    def test_a_list(self, smashup, games):
        told = smashup("games")
        assert all(game in told for game in games)
        assert "won" in told
        facts = smashup.json("games")
        assert [game["id"] for game in facts] == games[::-1]
        assert facts[0]["winners"]
        assert facts[0]["title"].startswith("simulation ")
        assert len(smashup.json("games", "--last", 1)) == 1

    def test_the_latest_come_first_a_page_at_a_time(self, smashup, games):
        first, second = smashup("games", "--last", 2), smashup("games", "--last", 2, "--page", 2)
        assert [line.split()[0] for line in first.splitlines()[1:3]] == [games[2], games[1]]
        assert "Games 1 to 2 of 3. --page 2 shows older ones." in first
        assert games[0] in second
        assert games[1] not in second
        assert "Games 3 to 3 of 3.\n" in second
        assert "There is no page 3: the 3 games fill 2 pages." in smashup("games", "--last", 2, "--page", 3)
        assert [game["id"] for game in smashup.json("games", "--last", 2, "--page", 2)] == [games[0]]
        assert "of 3" not in smashup("games")

    def test_none_yet(self, smashup, tmp_path):
        with open_store(tmp_path / "new.db"):
            pass
        assert "No games yet" in smashup("games", "--db", tmp_path / "new.db")


class TestFiles:
    def test_out_and_in_again(self, smashup, games, tmp_path):
        file = tmp_path / "game.jsonl"
        assert f"of game {games[0]} are in" in smashup("export", games[0], file)
        assert "is now game copy" in smashup("import", file, "--id", "copy")
        assert smashup.json("diff", games[0], "copy")["parts_at"] is None
        again = tmp_path / "again.jsonl"
        smashup("export", "copy", again)
        assert len(again.read_text().splitlines()) == len(file.read_text().splitlines())

    def test_into_another_store(self, smashup, games, tmp_path):
        file = tmp_path / "game.jsonl"
        assert smashup.json("export", games[0], file)["game"] == games[0]
        facts = smashup.json("import", file, "--db", tmp_path / "other.db")
        assert facts["id"] == games[0]

    def test_a_part(self, smashup, games, tmp_path):
        file = tmp_path / "part.jsonl"
        assert smashup.json("export", games[0], file, "--to", 18)["events"] == 18
        assert smashup.json("import", file, "--id", "part")["events"] == 18

    def test_a_file_that_is_there_stays(self, smashup, games, tmp_path):
        file = tmp_path / "game.jsonl"
        smashup("export", games[0], file)
        assert "the file already exists" in smashup.refused("export", games[1], file)
        smashup("export", games[1], file, "--force")

    def test_a_game_that_is_there_stays(self, smashup, games, tmp_path):
        file = tmp_path / "game.jsonl"
        smashup("export", games[0], file)
        assert "already exists" in smashup.refused("import", file)

    def test_an_edited_file_is_refused_with_the_line(self, smashup, games, tmp_path):
        file = tmp_path / "game.jsonl"
        smashup("export", games[0], file)
        lines = file.read_text().splitlines(keepends=True)
        event = json.loads(lines[30])
        lines[30] = lines[30].replace('"position":' + str(event["event"]["position"]), '"position":999')
        file.write_text("".join(lines))
        assert "line 31" in smashup.refused("import", file, "--id", "edited")


def test_an_export_is_cut_where_somebody_decides(smashup, games, db, tmp_path):
    with open_store(db) as store:
        asked = [event.position for event in store.read(games[0]) if isinstance(event, Asked)]
    cut, after = next((earlier, later) for earlier, later in pairwise(asked[10:]) if later > earlier + 2)
    wrong = smashup.refused("export", games[0], tmp_path / "cut.jsonl", "--to", cut + 1)
    assert f"can't be cut at position {cut + 1}, because nobody decides there; cut it at {cut} or {after}." in wrong
    for how in ((), ("--html",), ("--markdown",), ("--record",)):
        wrong = smashup.refused("export", games[0], tmp_path / "cut.jsonl", "--to", 10**22, *how)
        assert wrong.startswith("There is no position")
    assert not (tmp_path / "cut.jsonl").exists()
    assert smashup.json("export", games[0], tmp_path / "cut.jsonl", "--to", cut)["events"] == cut
    again = smashup.json("import", tmp_path / "cut.jsonl", "--id", "again")
    assert again["events"] == cut
    assert smashup.json("verify", "again")[0]["same"]
    assert smashup("play", "again", "--as", "Random 1", input="quit\n")


def test_a_file_that_breaks_off_in_the_middle_of_a_decision_is_refused(smashup, games, db, tmp_path):
    file = tmp_path / "cut.jsonl"
    with open_store(db) as store:
        log = store.read(games[0])
        asked = [event.position for event in log if isinstance(event, Asked)]
        write_game(file, header_of(store.info(games[0])), log[: asked[20] + 1])
    assert "breaks off in the middle of a decision" in smashup.refused("import", file, "--id", "cut")


class TestEditionsAndFactions:
    def test_the_editions_are_explained(self, smashup):
        facts = smashup.json("editions")
        assert [(book["id"], book["year"]) for book in facts] == [(book.id, book.year) for book in EDITIONS.values()]
        assert all(len(book["special"]) > 40 for book in facts)
        assert "Burying and duels" in smashup("editions")
        assert [book["id"] for book in facts if book["default"]] == [DEFAULT.id]
        assert f"Default: {DEFAULT.id}" in smashup("editions")
        assert "as compiled by the community" in " ".join(smashup("editions").split())

    def test_factions_have_numbers_and_a_style(self, smashup):
        facts = {faction["id"]: faction for faction in smashup.json("factions")}
        assert set(facts) == {faction.id for faction in FACTIONS.values() if faction.playable}
        assert all(row["minions"] + row["actions"] == 20 and row["style"] for row in facts.values())
        assert facts["ghosts"]["power"] == 28
        for name in ("monster-smash", "Monster Smash"):
            assert {faction["set"] for faction in smashup.json("factions", "--set", name)} == {"monster-smash"}
        assert "s are " in smashup.refused("factions", "--set", "nowhere")
