"""Players that are no people, and what their games have reached."""
