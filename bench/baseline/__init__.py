"""The comparator: a table as tutorials write it, with ORM, RedisChannelLayer and group_send of the state."""
