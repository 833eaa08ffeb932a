"""Every set of cards: a package for each set, with a module for each faction and one for the set's bases.

Every package here is a set. It gives its `TITLE` and its `NUMBER`, which orders the sets; its modules are found and
loaded without being listed anywhere.
"""
