"""One settings file: two variables switch from embedded to production."""

import importlib.util
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import settings as written

POSTGRES, REDIS = "postgresql://ana:secret@db.example:5433/batida", "redis://cache.example:6379/0"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The settings as a process with this environment reads them."""
    for name in ("DATABASE_URL", "REDIS_URL", "ORIGINS", "SECRET_KEY", "TRUSTED_PROXIES", "EMAIL_HOST", "DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("BATIDA_DATA", str(tmp_path / "data"))

    def read(**env: str) -> ModuleType:
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        spec = importlib.util.spec_from_file_location("config.settings_again", written.__file__)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return read


def test_nothing_set_is_embedded(read, tmp_path: Path) -> None:
    settings = read()
    database = settings.DATABASES["default"]
    assert settings.EMBEDDED
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == tmp_path / "data" / "batida.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert settings.CHANNEL_LAYERS["default"]["BACKEND"] == "channels.layers.InMemoryChannelLayer"
    assert settings.CELERY_TASK_ALWAYS_EAGER
    assert settings.ACCOUNT_EMAIL_VERIFICATION == "none"


def test_both_urls_are_production(read) -> None:
    settings = read(DATABASE_URL=POSTGRES, REDIS_URL=REDIS)
    database = settings.DATABASES["default"]
    assert not settings.EMBEDDED
    assert database["ENGINE"] == "django.db.backends.postgresql"
    where = [database[key] for key in ("HOST", "PORT", "USER", "PASSWORD", "NAME")]
    assert where == ["db.example", 5433, "ana", "secret", "batida"]
    assert database["OPTIONS"]["pool"]["max_size"] > settings.DB_THREADS
    assert database["CONN_MAX_AGE"] == 0
    assert settings.CHANNEL_LAYERS["default"]["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    assert settings.CELERY_BROKER_URL == REDIS
    assert not settings.CELERY_TASK_ALWAYS_EAGER


@pytest.mark.parametrize("env", [{"DATABASE_URL": POSTGRES}, {"REDIS_URL": REDIS}])
def test_one_without_the_other_refuses_to_start(read, env: dict[str, str]) -> None:
    with pytest.raises(ImproperlyConfigured, match="belong together"):
        read(**env)


def test_only_postgresql_is_a_production_database(read) -> None:
    with pytest.raises(ImproperlyConfigured, match="PostgreSQL"):
        read(DATABASE_URL="sqlite:////tmp/batida.sqlite3", REDIS_URL=REDIS)


def test_no_page_needs_redis(read) -> None:
    settings = read(DATABASE_URL=POSTGRES, REDIS_URL=REDIS)
    assert settings.SESSION_ENGINE == "django.contrib.sessions.backends.db"
    assert settings.CACHES["default"]["BACKEND"] == "django.core.cache.backends.db.DatabaseCache"


def test_everything_about_addresses_follows_from_origins(read) -> None:
    settings = read(DATABASE_URL=POSTGRES, REDIS_URL=REDIS, ORIGINS="https://batida.example, https://b.example:8443")
    assert settings.ORIGINS == settings.CSRF_TRUSTED_ORIGINS == ["https://batida.example", "https://b.example:8443"]
    assert settings.ALLOWED_HOSTS == ["batida.example", "b.example"]
    secure = (settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_SSL_REDIRECT)
    assert secure == (True, True, True)
    assert settings.SECURE_HSTS_SECONDS >= 60 * 60 * 24 * 365


def test_plain_http_keeps_cookies_usable(read) -> None:
    settings = read(ORIGINS="http://192.168.1.20:8000")
    assert not settings.SESSION_COOKIE_SECURE
    assert not settings.SECURE_SSL_REDIRECT
    assert settings.ALLOWED_HOSTS == ["192.168.1.20", "localhost", "127.0.0.1", "[::1]"]


def test_the_secret_is_made_once_and_private(read, tmp_path: Path) -> None:
    secret = read().SECRET_KEY
    assert len(secret) >= 50
    assert secret == read().SECRET_KEY
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret_key"]


def test_processes_that_start_together_agree_on_the_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        secrets = set(threads.map(written.kept_secret, [tmp_path / "secret"] * 40))
    assert len(secrets) == 1


def test_daphne_is_not_an_app() -> None:
    """Its AppConfig imports the reactor inside django.setup(), before `serve` has chosen uvloop."""
    assert "daphne" not in written.INSTALLED_APPS


def test_the_sweeps_tick_several_times_before_anybody_notices() -> None:
    sweeps = {name: entry for name, entry in written.CELERY_BEAT_SCHEDULE.items() if name.startswith("sweep_")}
    assert {name: entry["schedule"] for name, entry in sweeps.items()} == {
        "sweep_tables": 0.25,
        "sweep_presence": 1,
        "sweep_rooms": 1,
    }
    assert {entry["options"]["queue"] for entry in sweeps.values()} == {"deadlines"}
    assert all(entry["options"]["expires"] <= 2 for entry in sweeps.values())


def test_every_beat_entry_expires() -> None:
    """Nothing piles up behind a slow or absent worker."""
    assert all(entry["options"]["expires"] >= entry["schedule"] for entry in written.CELERY_BEAT_SCHEDULE.values())
