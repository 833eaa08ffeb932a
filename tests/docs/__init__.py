"""The documents: their generated parts, and tests that keep them true."""
