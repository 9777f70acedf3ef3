"""What can be said at a table with one tap, in everybody's own language: the page translates the key."""

PHRASES = ("hello", "nice", "wow", "oops", "sorry", "wait", "hurry", "back", "thanks", "rematch", "bye")
