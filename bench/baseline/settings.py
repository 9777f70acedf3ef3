"""Settings of the comparator: PostgreSQL from DATABASE_URL, the default Redis channel layer from REDIS_URL."""

import os

import dj_database_url

SECRET_KEY = "benchmark only"
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = ["daphne", "channels", "bench.baseline"]
DATABASES = {"default": dj_database_url.parse(os.environ["DATABASE_URL"], conn_max_age=600)}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        # Without these two redis-py 8 closes idle sockets and refuses connections: not what is compared here.
        "CONFIG": {
            "hosts": [{"address": os.environ["REDIS_URL"], "socket_timeout": 15, "max_connections": 2000}],
            "capacity": 3000,
        },
    }
}
ASGI_APPLICATION = "bench.baseline.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
