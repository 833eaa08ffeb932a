"""`rulings`, and the rules and scenarios that point to each other."""

from __future__ import annotations


def test_rulings_are_found_and_show_their_verdict(smashup):
    told = smashup("rulings", "haunting", "bear hug")
    assert "awesome-level-9000/ghosts/haunting-protected" in told
    assert "Haunting can't be destroyed by Bear Hug" in told or "can't be moved" in told
    assert smashup("rulings", "haunting", "bear hug") == told  # now out of the index


def test_rulings_for_programs(smashup):
    answer = smashup.json("rulings", "--rule", "score.ties", "--edition", "cnd", "--limit", "3")
    assert answer["found"] > 3
    assert len(answer["rulings"]) == 3
    assert all(
        "score.ties" in ruling["rules"] and "CND" in ruling["editions"] and ruling["verdict"]
        for ruling in answer["rulings"]
    )
    assert smashup.json("rulings", "--example", "E12")["rulings"][0]["examples"]


def test_words_are_ranked_and_filtered(smashup):
    answer = smashup.json("rulings", "can haunting be hit by bear hug", "--limit", "3")
    assert "awesome-level-9000/ghosts/haunting-protected" in [ruling["name"] for ruling in answer["rulings"]]
    assert all(ruling["question"] and ruling["answer"] for ruling in answer["rulings"])
    of_rule = smashup.json("rulings", "tie", "--rule", "score.ties")["rulings"]
    assert all("score.ties" in ruling["rules"] for ruling in of_rule)
    assert "No ruling matches" in smashup("rulings", "xyzzy")


def test_what_does_not_exist_is_refused(smashup):
    assert "did you mean" in smashup.refused("rulings", "--card", "cub")
    assert "score.ties" in smashup.refused("rulings", "--rule", "score.tie")
    assert "The editions are" in smashup.refused("rulings", "--edition", "2099")


def test_a_bare_id_shows_the_rule_and_a_search_what_the_books_say_unchanged_text_once(smashup):
    assert smashup("rules", "term.affect") == smashup("rules", "show", "term.affect")
    told = " ".join(smashup("rules", "ties").split())
    assert told.count("places they cover are used up") == 1
    assert "AL9K MS CND OOPS EMD HTB: All tied players" in told
    assert smashup.json("rules", "ties")[0]["books"][0]["editions"] == ["AL9K", "MS", "CND", "OOPS", "EMD", "HTB"]


def test_a_rule_lists_its_rulings_by_the_name_under_which_they_are_asked(smashup):
    names = [scenario["name"] for scenario in smashup.json("rules", "show", "score.ties")["scenarios"]]
    assert "scoring/tied-runners-up" in names
    assert "smashup ask NAME" in smashup("rules", "show", "score.ties")
