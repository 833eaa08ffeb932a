"""The fast part of the sweep over pairs of cards, and proof that it notices a protection that fails."""

from __future__ import annotations

from core.printed.definitions import definition
from tests.examiners import pairs


def test_a_sample_of_pairs_has_the_properties():
    cards = [facts.id for facts in pairs.playable_cards()][::9]
    swept = pairs.sweep([*cards, "ninjas/tiger-assassin", "killer-plants/insta-grow"], ("EMD",))
    assert not swept.findings, "\n".join(str(finding) for finding in swept.findings)
    assert all(swept.pairs[name] for name in pairs.PROPERTIES), "every property was tried"


def test_a_protection_that_does_nothing_is_noticed(monkeypatch):
    incorporeal = definition("ghosts/incorporeal")
    shield = next(ability for ability in incorporeal.abilities if ability.hook == "shield")
    monkeypatch.setattr(shield, "function", lambda me, card, wanted: False)
    swept = pairs.sweep(["aliens/supreme-overlord", "ninjas/ninja-master"], ("EMD",), seeds=4)
    assert any("ghosts/incorporeal" in finding.where and "untouchable" in finding.what for finding in swept.findings)


def test_an_action_play_that_leaves_out_argonaut_is_noticed(monkeypatch):
    monkeypatch.setattr(definition("mythic-greeks/argonaut"), "play_kinds", ("minion",))
    swept = pairs.sweep(["mythic-greeks/favor-of-hermes"], ("EMD",))
    assert [finding.what.partition(":")[0] for finding in swept.findings] == [
        "every way to play an action offers Argonaut"
    ]
