"""What remains of games: the history, replays, positions of the past, the check of the shuffle, ratings, statistics.

Reads what the lobby keeps (Match, Round, Table, TableLog) and writes nothing of it; only ratings.py writes rows, its
own."""
