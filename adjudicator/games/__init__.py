"""Playing and showing a game: stored and live games, options in words, and the story."""
