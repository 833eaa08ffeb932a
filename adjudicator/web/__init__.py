"""The reference as pages, a replay as one file, and the server of both."""
