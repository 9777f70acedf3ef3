"""One settings file: two variables switch from embedded to production."""

import importlib.util
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from urllib.parse import quote

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import settings as written

SET_ELSEWHERE = "DATABASE_URL REDIS_URL ORIGINS SECRET_KEY TRUSTED_PROXIES EMAIL_HOST EMAIL_PORT DEBUG".split()
HSTS = ("HSTS_SUBDOMAINS", "HSTS_PRELOAD")
ODD = "p@ss/w#rd%41$x"  # a password as generators make them
POSTGRES, REDIS = "postgresql://ana:secret@db.example:5433/batida", "redis://cache.example:6379/0"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The settings as a process with this environment reads them."""
    for name in (
        *"DATABASE_URL REDIS_URL ORIGINS SECRET_KEY TRUSTED_PROXIES EMAIL_HOST EMAIL_PORT DEBUG".split(),
        *HSTS,
    ):
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


@pytest.mark.parametrize("asked", [(), ("HSTS_SUBDOMAINS",), HSTS])
def test_hsts_speaks_for_other_sites_of_the_domain_only_when_asked(read, asked: tuple[str, ...]) -> None:
    settings = read(ORIGINS="https://batida.example", **dict.fromkeys(asked, "1"))
    assert settings.SECURE_HSTS_SECONDS > 0
    told = (settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.SECURE_HSTS_PRELOAD)
    assert told == tuple(name in asked for name in HSTS)


@pytest.mark.parametrize("password", [ODD, "a@b", "a/b", "a#b", "a?b", "12/3", "12?3", "a%b", "a[b", "a]b"])
@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL"])
def test_a_password_that_means_something_in_a_url_is_refused(read, name: str, password: str) -> None:
    urls = {"DATABASE_URL": POSTGRES, "REDIS_URL": REDIS.replace("//", "//:secret@")}
    urls[name] = urls[name].replace("secret", password)
    with pytest.raises(ImproperlyConfigured, match=f"{name} is not what it seems.*percent-encode") as refused:
        read(**urls)
    assert password not in str(refused.value)
    assert refused.value.__cause__ is None


@pytest.mark.parametrize("where", ["encoded", "apart"])
def test_any_password_can_be_given(read, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    url = POSTGRES.replace(":secret", f":{quote(ODD, safe='')}" if where == "encoded" else "")
    database = read(DATABASE_URL=url, REDIS_URL=REDIS, PGPASSWORD=ODD).DATABASES["default"]
    assert (database["HOST"], database["NAME"]) == ("db.example", "batida")
    assert database["PASSWORD"] == (ODD if where == "encoded" else "")  # then libpq takes PGPASSWORD


def test_compose_puts_no_password_into_a_url() -> None:
    compose = (written.BASE_DIR / "deploy/compose.yaml").read_text()
    assert "PGPASSWORD: ${POSTGRES_PASSWORD}" in compose
    assert not re.search(r"://\S*\$\{", compose)


@pytest.mark.parametrize("name", ["TRUSTED_PROXIES", "EMAIL_PORT", "DB_THREADS", "EMAIL_TIMEOUT"])
@pytest.mark.parametrize("given", ["many", "-1", "1.5"])
def test_a_number_that_is_none_is_named(read, name: str, given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{name} must be a whole number, not '{given}'"):
        read(**{name: given})


ENCRYPTED = [("587", "1", (True, False)), ("465", "1", (False, True)), ("465", "0", (False, False))]


@pytest.mark.parametrize(("port", "tls", "expected"), ENCRYPTED)
def test_mail_is_encrypted_as_its_port_wants(read, port: str, tls: str, expected: tuple[bool, bool]) -> None:
    settings = read(EMAIL_HOST="mail.example", EMAIL_PORT=port, EMAIL_TLS=tls)
    assert expected == (settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL)
    assert settings.EMAIL_TIMEOUT == 10


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
