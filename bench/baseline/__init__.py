"""The comparator: a table as tutorials build it, with the ORM, RedisChannelLayer and group_send of the state."""
