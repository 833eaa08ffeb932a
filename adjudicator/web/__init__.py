"""Pages for a browser: the reference, a replay as one file, and the server of both."""
