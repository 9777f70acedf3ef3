"""What others must know of people. This package knows nothing of rooms: the lobby listens, in its signal handlers."""

from django.dispatch import Signal

changed = Signal()
"""`user_id`: sockets of this account are to be looked at anew: it was banned, a session ended, blocks changed."""

banned = Signal()
"""`user_id`: the account may not stay anywhere."""

exporting = Signal()
"""`person`: a listener returns a dict with what it keeps of them."""

forgotten = Signal()
"""`person`, `name`: the account was deleted by its owner; `name` now stands for theirs everywhere. In a transaction."""

suspended = Signal()
"""`user_id`: the account may not stay in public rooms."""
