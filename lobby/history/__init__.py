"""Finished games: the history, replays, past positions, verification of the shuffle, ratings and statistics.

Reads the lobby's Match, Round, Table and TableLog rows but never writes them; only ratings.py writes, to its own
tables."""
