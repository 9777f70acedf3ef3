"""All settings. Whatever differs between machines comes from environment variables, which docs/operations.md lists.

Without `DATABASE_URL` and `REDIS_URL`: *embedded* mode, for one process, with SQLite in the data folder and an
in-memory channel layer. With both: *production* mode, with PostgreSQL and Redis, for any number of processes."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from .ops.logs import logging_config
from .ops.service_urls import checked

BASE_DIR = Path(__file__).resolve().parent.parent
env = os.environ.get


def listed(name: str) -> list[str]:
    return [item.strip() for item in env(name, "").split(",") if item.strip()]


def number(name: str, otherwise: int) -> int:
    given = env(name, "").strip() or str(otherwise)
    if not given.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {given!r}.")
    return int(given)


DATA = Path(env("BATIDA_DATA") or BASE_DIR / "data").resolve()
try:
    DATA.mkdir(parents=True, exist_ok=True)
except OSError as error:
    raise ImproperlyConfigured(f"The data folder {DATA} cannot be made: {error.strerror}.") from error

DATABASE_URL, REDIS_URL = env("DATABASE_URL", ""), env("REDIS_URL", "")
if bool(DATABASE_URL) != bool(REDIS_URL):
    raise ImproperlyConfigured("DATABASE_URL and REDIS_URL belong together: set both (production) or none (embedded).")
EMBEDDED = not DATABASE_URL


def kept_secret(path: Path) -> str:
    """The secret of this data folder, created on first use.

    It is linked into place, so that processes which start at the same time agree on one."""
    try:
        return _kept_secret(path)
    except OSError as error:
        where = f"The data folder {path.parent} cannot keep the secret key: {error.strerror}."
        raise ImproperlyConfigured(f"{where} Make it writable, or set SECRET_KEY.") from error


def _kept_secret(path: Path) -> str:
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".secret-") as file:  # readable by its owner only
            file.write(secrets.token_urlsafe(50))
            file.flush()
            with contextlib.suppress(FileExistsError):  # another process was faster: use its secret
                os.link(file.name, path)
    return path.read_text()


SECRET_KEY = env("SECRET_KEY") or kept_secret(DATA / "secret_key")
DEBUG = env("DEBUG") == "1"

# --- hosts, cookies and headers, all derived from the addresses people type in ------------------------------------

# Exact origins, such as https://batida.example. If there are none, `serve` adds those of localhost and its port.
ORIGINS = listed("ORIGINS")
ALLOWED_HOSTS = [host for origin in ORIGINS if (host := urlsplit(origin).hostname)]
if EMBEDDED or not ORIGINS:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS += listed("INTERNAL_HOSTS")  # names by which proxies and monitoring reach a process directly
CSRF_TRUSTED_ORIGINS = list(ORIGINS)
TRUSTED_PROXIES = number("TRUSTED_PROXIES", 0)  # how many of our own proxies append to X-Forwarded-For
HTTPS = bool(ORIGINS) and all(origin.startswith("https://") for origin in ORIGINS)

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrftoken"
CSRF_COOKIE_HTTPONLY = False  # htmx and the table page read it
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
METRICS_TOKEN = env("METRICS_TOKEN", "")  # without it, /metrics does not exist
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# These bind other sites of the same domain, for years: only somebody who runs them all may ask for it.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env("HSTS_SUBDOMAINS") == "1"
SECURE_HSTS_PRELOAD = HTTPS and env("HSTS_PRELOAD") == "1"
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they demand both
SECURE_REFERRER_POLICY = "same-origin"  # the URL of a private room is its key
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes per request body; no page needs more, and none takes files
DATA_UPLOAD_MAX_NUMBER_FILES = 0

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "connect-src": [SELF],  # includes the sockets of this origin
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- applications ---------------------------------------------------------------------------------------------------

# Not "daphne": its AppConfig would import the reactor before `serve` has chosen uvloop.
INSTALLED_APPS = [
    "games",
    "lobby",
    "lobby.history",
    "lobby.moderation",
    "accounts",
    "config.ops",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",  # allauth's templates load it
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
]
MIDDLEWARE = [
    "config.own_address.OwnAddress",
    "django.middleware.security.SecurityMiddleware",
    "config.static.StaticFiles",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.StaffSecondFactor",
    "accounts.middleware.ReadersTimeZone",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.standing",
                "lobby.pages.context_processors.house",
            ]
        },
    }
]

# --- data -----------------------------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DB_THREADS = number("DB_THREADS", 4)  # database threads for live tables per process, one connection each

DATABASES: dict[str, dict[str, Any]]  # shaped by Django and its back ends
CHANNEL_LAYERS: dict[str, dict[str, Any]]  # shaped by Channels and channels_redis
if EMBEDDED:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA / "batida.sqlite3",
            "CONN_MAX_AGE": 0,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",  # upgrading a lock in mid-transaction would fail instead of waiting
                "timeout": 10,
                "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
            },
            # A file, because in an in-memory database threads lock whole tables against each other.
            "TEST": {"NAME": Path(tempfile.gettempdir()) / f"batida-test-{os.getpid()}.sqlite3"},
        }
    }
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
else:
    checked("DATABASE_URL", DATABASE_URL)
    checked("REDIS_URL", REDIS_URL)
    DATABASES = {"default": dict(dj_database_url.parse(DATABASE_URL, conn_max_age=0, conn_health_checks=True))}
    if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database.")
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"].get("OPTIONS", {}),
        "pool": {"min_size": 1, "max_size": DB_THREADS + number("DB_HTTP_CONNECTIONS", 4), "timeout": 3},
        "server_side_binding": True,
        "prepare_threshold": 2,
        "options": "-c lock_timeout=2s -c statement_timeout=5s -c idle_in_transaction_session_timeout=10s",
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": 15, "socket_connect_timeout": 2}]},
        }
    }

# Sessions and counters live in the database, so that no page depends on Redis.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "django_cache",
        "OPTIONS": {"MAX_ENTRIES": 1_000_000},  # it holds used second-factor codes: never evict
    }
}

# --- periodic tasks: one schedule for `celery beat` and for the ticker of embedded mode ----------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = EMBEDDED
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_MAX_LOOP_INTERVAL = 1
# `expires`: a tick that waited longer is dropped, so that nothing piles up behind a slow or absent worker.
CELERY_BEAT_SCHEDULE = {
    "sweep_tables": {
        "task": "lobby.tasks.sweep_tables",
        "schedule": 0.25,
        "options": {"expires": 1, "queue": "deadlines"},
    },
    "sweep_presence": {
        "task": "lobby.tasks.sweep_presence",
        "schedule": 1,
        "options": {"expires": 2, "queue": "deadlines"},
    },
    "sweep_rooms": {
        "task": "lobby.tasks.sweep_rooms",
        "schedule": 1,
        "options": {"expires": 2, "queue": "deadlines"},
    },
    "end_sanctions": {
        "task": "lobby.moderation.tasks.end_sanctions",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "forget_attempts": {
        "task": "accounts.tasks.forget_attempts",
        "schedule": 300,
        "options": {"expires": 300},
    },
    "deliver_mails": {
        "task": "config.ops.tasks.deliver_mails",
        "schedule": 2,
        "options": {"expires": 2},
    },
    "rate": {
        "task": "lobby.history.tasks.rate",
        "schedule": 30,
        "options": {"expires": 30},
    },
    "purge_personal_data": {  # checks often, since a machine may be on only in the evening; purges once per day
        "task": "lobby.moderation.tasks.purge_personal_data",
        "schedule": 600,
        "options": {"expires": 600},
    },
}

# --- accounts -------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none" if EMBEDDED else "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"  # sign-up does not reveal whose address is known; only one account can verify it
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.username_validators"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_ON_PASSWORD_RESET = False
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "50/h/ip,5/30m/key",
    "signup": "20/m/ip,200/d/ip",
    "room_code": "60/10m/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Batida"
MFA_TOTP_TOLERANCE = 1  # also accept the codes before and after: people are slow, clocks are off (RFC 6238, 5.2)
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_FORMS = {"add_webauthn": "accounts.passkeys.AddPasskeyForm"}
USERSESSIONS_TRACK_ACTIVITY = False

TLS_FROM_THE_FIRST_BYTE = 465  # the port of "submissions" (RFC 8314); on others STARTTLS comes first
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("EMAIL_FROM", "Batida <batida@localhost>")
EMAIL_HOST, EMAIL_PORT = env("EMAIL_HOST", ""), number("EMAIL_PORT", 587)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = env("EMAIL_USER", ""), env("EMAIL_PASSWORD", "")
EMAIL_USE_SSL = env("EMAIL_TLS", "1") == "1" and EMAIL_PORT == TLS_FROM_THE_FIRST_BYTE
EMAIL_USE_TLS = env("EMAIL_TLS", "1") == "1" and not EMAIL_USE_SSL
EMAIL_TIMEOUT = max(1, number("EMAIL_TIMEOUT", 10))  # seconds for each answer of the mail server
DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # the outbox delivers through it
EMAIL_BACKEND = "config.ops.outbox.EmailBackend" if EMAIL_HOST else "django.core.mail.backends.console.EmailBackend"

# --- languages and static files -------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"  # the language of the messages in the code
LANGUAGES = [("pt-br", _("Brazilian Portuguese")), ("bg", _("Bulgarian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.Storage"},
}

LOGGING = logging_config(as_json=not EMBEDDED, level=env("LOG_LEVEL", "INFO"))
