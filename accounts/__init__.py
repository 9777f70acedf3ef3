"""People: the user, their name and preferences."""
