"""The engine for browsers: Python, the rules and the messages as static files (docs/BOARD.md)."""
