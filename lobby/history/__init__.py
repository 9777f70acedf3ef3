"""What remains of finished games: the history, replays, the check of the shuffle, ratings and statistics.

Reads what the lobby keeps (Match, Round, TableLog) and writes nothing of it; only ratings.py writes rows, its own."""
