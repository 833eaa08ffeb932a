"""`smashup find`: one ranked list, for people and for programs."""


def test_find_answers_in_its_first_lines(smashup):
    told = smashup("find", "what", "if", "two", "players", "tie?")
    assert told.splitlines()[0] == "rule: Ties on a base"
    assert "smashup rules score.ties" in told


def test_a_quoted_question_is_the_same_question(smashup):
    assert smashup("find", "who wins a tie") == smashup("find", "who", "wins", "a", "tie")


def test_find_for_programs(smashup):
    results = smashup.json("find", "cut lass", "--limit", "3")
    assert len(results) == 3
    assert (results[0]["kind"], results[0]["id"]) == ("card", "pirates/saucy-wench")
    assert all(result["answer"] for result in results)


def test_what_was_understood_and_a_situation_for_cards_without_a_ruling(smashup):
    told = smashup("find", "saucy wench vs general ivan")
    assert "No ruling involves both Saucy Wench and General Ivan." in told
    assert 'smashup ask "X=20 4/2/1: Ana 3; Ben General Ivan | Ana hand: Saucy Wench" "play Saucy Wench at X"' in told
    assert "Understood: graveyard: discard pile." in smashup("find", "graveyard")


def test_a_card_page_shows_answers_and_where_editions_differ(smashup):
    told = " ".join(smashup("card", "brownie").split())
    assert "that player still discards, once." in told
    assert "The editions differ: AL9K MS | CND OOPS EMD" in told
    facts = smashup.json("card", "cut lass")
    assert facts["id"] == "pirates/saucy-wench"
    assert all(ruling["question"] and ruling["answer"] for ruling in facts["rulings"])


def test_card_lists_cards_by_what_they_do(smashup):
    assert "Bear Necessities" in smashup("card", "destroys an action")
