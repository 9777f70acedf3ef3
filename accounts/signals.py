"""Signals about users. This package does not know rooms; the lobby listens in its signal handlers."""

from django.dispatch import Signal

changed = Signal()
"""`user_id`: check the sockets of this account again: it was banned, a session ended, or its blocks changed."""

banned = Signal()
"""`user_id`: the account must leave every room."""

exporting = Signal()
"""`person`: each listener returns a dict of what it stores about them."""

forgotten = Signal()
"""`person`, `name`: the owner deleted the account; `name` replaces theirs everywhere. Sent within the transaction."""

suspended = Signal()
"""`user_id`: the account must leave public rooms."""
