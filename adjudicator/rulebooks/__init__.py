"""The rulebook catalogue, and which scenarios exercise which rule."""
