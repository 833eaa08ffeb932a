"""A game in front of somebody: the board, the story, options in words, and a stored game being played."""
