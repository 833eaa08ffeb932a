"""Programs that tests interrupt."""

import signal


def heeds_ctrl_c() -> None:
    """Before a program starts: a shell that runs the tests in the background has them, and all they start, ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
