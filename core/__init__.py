"""Rules, cards, and the engine that decides what may happen next. Imports events and projections."""

from importlib.util import find_spec


def compiled() -> bool:
    """Return whether the engine runs compiled (`make fast`) rather than as plain Python: the library its modules share
    is there.
    """
    return find_spec("core.compiled__mypyc") is not None
