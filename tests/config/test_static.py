"""Static files have hashed names, down to the imports between our own modules."""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import storages
from django.core.management import call_command
from django.http import HttpResponse
from django.templatetags.static import static
from django.test import RequestFactory
from django.utils.functional import empty

from config.static import HASHED, StaticFiles


def test_modules_import_each_other_by_hashed_names() -> None:
    root = Path(settings.STATIC_ROOT)
    manifest = staticfiles_storage.hashed_files
    hashed = [manifest[name] for name in manifest if name.startswith("js/") and name.endswith(".js")]
    imports = {name: re.findall(r"""(?:import|from)\s*["'](\.[^"']+)""", (root / name).read_text()) for name in hashed}
    assert any(imports.values())
    for name, targets in imports.items():
        for target in targets:
            assert re.search(r"\.[0-9a-f]{12}\.js$", target), f"{name} imports {target}: is the semicolon missing?"
            assert (root / name).parent.joinpath(target).exists()


# --- two versions at once -------------------------------------------------------------------------------------------


@pytest.fixture
def collect(tmp_path: Path, settings, db: None) -> Iterator[Callable[..., StaticFiles]]:
    """`collect(**files)`: prepares a version with these modules in one and the same STATIC_ROOT; a server of it.

    `db`, because a response that is closed looks after the connections of its thread."""
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "collected", [tmp_path / "source"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]

    def collect(**modules: str) -> StaticFiles:
        shutil.rmtree(tmp_path / "source", ignore_errors=True)
        (tmp_path / "source/js").mkdir(parents=True)
        for name, text in modules.items():
            (tmp_path / f"source/js/{name}.js").write_text(text)
        finders.get_finder.cache_clear()
        set_storage()
        call_command("collectstatic", interactive=False, verbosity=0)
        return StaticFiles(lambda request: HttpResponse(status=404))

    yield collect
    finders.get_finder.cache_clear()
    set_storage()


def set_storage() -> None:
    """As in a process that has just started."""
    storages._storages.clear()
    staticfiles_storage._wrapped = empty


def status(server: StaticFiles, url: str) -> int:
    answer = server(RequestFactory().get(url))
    answer.close()
    return answer.status_code


def test_servers_of_both_versions_have_the_files_of_both(collect) -> None:
    old = collect(a='import "./b.js";\n', b="1;\n", c="gone;\n")
    named_by_old = [static(f"js/{name}.js") for name in "abc"]
    new = collect(a='import "./b.js";\n', b="2;\n", d="new;\n")
    named_by_new = [static(f"js/{name}.js") for name in "abd"]
    assert not set(named_by_old) & set(named_by_new)  # b has changed, and with it the name that a imports
    for server in (old, new):
        for url in (*named_by_old, *named_by_new):
            answer = server(RequestFactory().get(url))
            assert answer.status_code == 200
            assert "immutable" in answer["Cache-Control"]
            answer.close()
    assert static("js/c.js") == named_by_old[2]  # a server of the old version starts again


def test_a_version_taken_back_has_its_names_again(collect) -> None:
    collect(a="1;\n")
    first = static("js/a.js")
    collect(a="2;\n")
    collect(a="1;\n")
    assert static("js/a.js") == first


def test_files_out_of_use_go_after_a_while(collect, monkeypatch: pytest.MonkeyPatch) -> None:
    server = collect(a="1;\n", b="1;\n")
    urls = [static("js/a.js"), static("js/b.js")]
    now = time.time()
    monkeypatch.setattr("config.static.time.time", lambda: now + 100 * 86_400)  # in use all the time
    for later, expected in ((100, 200), (129, 200), (131, 404)):
        monkeypatch.setattr("config.static.time.time", lambda later=later: now + later * 86_400)
        server = collect(a="2;\n")
        assert [status(server, url) for url in urls] == [expected] * 2
        assert status(server, static("js/a.js")) == 200
    with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
        static("js/b.js")


def test_what_is_behind_a_hashed_name_is_never_away(collect, settings) -> None:
    """A server that runs meanwhile would answer 500."""
    collect(a='import "./b.js";\n', b="1;\n")
    files = {path: path.stat() for path in settings.STATIC_ROOT.rglob("*") if HASHED.search(path.name)}
    collect(a='import "./b.js";\n', b="1;\n")
    for path, before in files.items():
        assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("path", ["js/none.0123456789ab.js", "../secret.0123456789ab.js", "js//a.0123456789ab.js"])
def test_nothing_else_is_found(collect, settings, path: str) -> None:
    server = collect(a="1;\n")
    (settings.STATIC_ROOT.parent / "secret.0123456789ab.js").write_text("x")
    assert status(server, f"/static/{path}") == 404
