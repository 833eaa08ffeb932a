"""Every action whose text speaks of a minion says whether it directly affects one (term.directly).

A play may demand such an action before it is played, so it must be a declared fact: `affects`, `raises_power`, or being
played on a minion. The actions listed here speak of minions and affect none of them directly.
"""

import re

import pytest

from core.printed.definitions import all_definitions

ABOUT_OTHER_PLACES = {
    # Minions in hands, decks and discard piles, and minions that are played: nothing is done to one in play.
    "action-heroes/hostage-rescue",
    "action-heroes/the-right-person",
    "aliens/probe",
    "clowns/clown-in-a-box",
    "elder-things/begin-the-summoning",
    "extramorphs/egg-field",
    "extramorphs/game-over-dude",
    "ghosts/across-the-divide",
    "ghosts/ghostly-arrival",
    "ghosts/the-dead-rise",
    "innsmouth/new-acolytes",
    "innsmouth/recruitment",
    "innsmouth/sacred-circle",
    "itty-critters/gotta-get-em-all",
    "itty-critters/i-select-you",
    "itty-critters/recall-critter",
    "killer-plants/blossom",
    "killer-plants/insta-grow",
    "knights-of-the-round-table/the-lady-of-the-lake",
    "knights-of-the-round-table/the-mists-of-avalon",
    "luchadors/sagrado-vs-the-monsters",
    "luchadors/tag-team",
    "mega-troopers/plan-for-more",
    "minions-of-cthulhu/recruit-by-force",
    "musketeers/on-a-roll",
    "musketeers/to-battle",
    "musketeers/token-of-affection",
    "magical-girls/coordination",
    "magical-girls/kiss-the-sky-spell",
    "magical-girls/lunar-healing-love-spell",
    "magical-girls/silver-shard",
    "mythic-greeks/favor-of-aphrodite",
    "mythic-horses/teaching-power",
    "mythic-horses/togetherness-power",
    "ninjas/hidden-ninja",
    "penguins/leaping-aboard",
    "penguins/the-hatching",
    "princesses/direct-to-dvd-sequel",
    "slashers/he-was-a-good-boy",
    "slashers/improvised-weapon",
    "slashers/origin-story",
    "slashers/the-end",
    "super-heroes/golden-age",
    "super-heroes/not-really-dead",
    "super-heroes/sidekick",
    "teens/explosion-at-school",
    "teens/new-kid",
    "teens/strange-science",
    "vikings/raiding-party",
    "wizards/portal",
    "wizards/summon",
    "zombies/not-enough-bullets",
    "zombies/outbreak",
    "zombies/they-keep-coming",
}

ONLY_REFERRED_TO = {
    # A minion is named or counted, or carries the action that something is done to.
    "aliens/terraforming",
    "bear-cavalry/bear-necessities",
    "dinosaurs/rampage",
    "dragons/burn-it-down",
    "fairies/playful-tricks",
    "innsmouth/mysteries-of-the-deep",
    "innsmouth/spreading-the-word",
    "itty-critters/super-effective",
    "killer-plants/budding",
    "mega-troopers/lightning-rescue",
    "mythic-horses/freedom-power",
    "robots/tech-center",
    "samurai/honorable-combat",  # a duel affects neither of the two (duel.not-affecting)
    "steampunks/change-of-venue",
    "sumo-wrestlers/head-butt",
    "tornados/not-in-kansas",
    "tornados/ripped-off",
    "tricksters/disenchant",
    "vikings/ransack",
}

LATER = {
    # It happens later, or to a minion that the action brings into play (reading.directly-later).
    "ancient-egyptians/tomb-trap",
    "innsmouth/return-to-the-sea",
    "mad-scientists/its-alive",
    "tornados/gone-with-the-wind",
    "vampires/crack-of-dusk",
}

DECIDED_BY_HIDDEN_CARDS = {
    # Whether a minion is affected at all depends on hands that nobody sees before it is played.
    "elder-things/unfathomable-goals",
}

NONE_DIRECTLY = ABOUT_OTHER_PLACES | ONLY_REFERRED_TO | LATER | DECIDED_BY_HIDDEN_CARDS


def speaks_of_minions():
    """The actions to decide on. An action on a base acts from there, later, unless it is declared (Full Moon)."""
    return [
        facts
        for facts in all_definitions()
        if facts.is_action
        and facts.kind in ("standard", "special-only")
        and facts.faction not in ("", "vanilla")
        and re.search(r"\bminions?\b", facts.text)
    ]


def is_declared(facts):
    return facts.declares_affects or facts.raises_power


@pytest.mark.parametrize("facts", speaks_of_minions(), ids=lambda facts: facts.id)
def test_an_action_that_speaks_of_minions_says_whether_it_affects_them_directly(facts):
    assert is_declared(facts) != (facts.card in NONE_DIRECTLY)


def test_the_list_names_only_such_actions():
    on_bases = {facts.id for facts in all_definitions() if facts.kind == "on-base"}
    assert {facts.card for facts in speaks_of_minions()} | on_bases >= NONE_DIRECTLY


def test_the_kinds_of_reasons_do_not_overlap():
    kinds = (ABOUT_OTHER_PLACES, ONLY_REFERRED_TO, LATER, DECIDED_BY_HIDDEN_CARDS)
    assert sum(map(len, kinds)) == len(NONE_DIRECTLY)
