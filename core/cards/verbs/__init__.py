"""The verbs of the cards, by topic.

A verb returns what really happened: nothing, if it was prevented or replaced. Every verb that affects another card goes
through `core.engine.moments`. Cards import all of them from `core.cards.language`.
"""
