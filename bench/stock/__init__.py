"""The comparator: a table written the way the Channels tutorial does it, ORM, RedisChannelLayer, group_send of the state."""
