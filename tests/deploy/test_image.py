"""The container image: built from a checkout that nobody else may read, prepared and served as the service user.

Takes minutes, root, `buildah` and `debootstrap`, whose default mirror takes the place of the image registry. So it runs
only with BATIDA_IMAGE_TEST=1, which `make image-check` sets; `make test` leaves it out."""

import os
import platform
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.backing_services import postgres, redis
from tests.support.processes import ROOT, free_port, wait_for

pytestmark = [pytest.mark.image, pytest.mark.timeout(1500)]
BASE = "python:3.12-slim"  # what deploy/Dockerfile builds on; here another Python, on plain Debian
PACKAGES = "python3,python3-venv,ca-certificates"
CERTIFICATES = "/etc/ssl/certs"  # those of this machine: some networks have their own


class Engine:
    """buildah with a storage of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places = ["--root", folder / "storage", "--runroot", folder / "run", "--storage-driver", "vfs"]

    def command(self, *arguments: object) -> list[str]:
        return ["buildah", *map(str, self.places), *map(str, arguments)]

    def __call__(self, *arguments: object) -> str:
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True)
        assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout.strip()

    def import_base(self) -> None:
        """A Debian of this machine's release under the name of the base image."""
        tree, tar = self.folder / "base", self.folder / "base.tar"
        release = platform.freedesktop_os_release().get("VERSION_CODENAME", "stable")
        done = subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", release, tree], capture_output=True, text=True
        )
        if done.returncode:
            pytest.skip(f"no base image: debootstrap says {done.stdout.strip().splitlines()[-1:]}")
        (tree / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        subprocess.run(["tar", "-C", tree, "--exclude=./dev/*", "--exclude=*.deb", "-cf", tar, "."], check=True)
        container = self("from", "scratch")
        self("add", "--quiet", container, tar, "/")
        self("config", "--env", "PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin", container)
        self("commit", "--quiet", container, BASE)
        self("rm", container)
        shutil.rmtree(tree)
        tar.unlink()


def private_checkout(folder: Path) -> Path:
    """The project as under umask 077."""
    not_ours = {".git", ".venv", "data", "demo-data"}
    shutil.copytree(ROOT, folder, ignore=lambda path, names: not_ours & set(names) if Path(path) == ROOT else [])
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, str]]:
    """The engine, and a container made of the image."""
    for program in ("buildah", "debootstrap"):
        if not shutil.which(program):
            pytest.skip(f"no {program}: the container image was not built")
    if os.geteuid() != 0:
        pytest.skip("not root: the container image was not built")
    folder = tmp_path_factory.mktemp("image")
    engine = Engine(folder)
    engine.import_base()
    context = private_checkout(folder / "context")
    engine(
        *("bud", "--pull-never", "--isolation", "chroot", "--volume", f"{CERTIFICATES}:{CERTIFICATES}:ro"),
        *("--tag", "batida", "--file", context / "deploy/Dockerfile", context),
    )
    yield engine, engine("from", "--pull-never", "localhost/batida")
    engine("rm", "--all")
    engine("rmi", "--all", "--force")


def test_the_image_starts_as_the_service_user(built: tuple[Engine, str], tmp_path: Path) -> None:
    engine, container = built
    with postgres() as database, redis() as broker:
        variables = {"DATABASE_URL": database, "REDIS_URL": broker}
        how = ["run", "--isolation", "chroot", *(f"--env={name}={value}" for name, value in variables.items())]
        assert engine(*how, container, "--", "id", "-u") == "10001"
        assert "First administrator" in engine(*how, container, "--", "python", "manage.py", "prepare")
        assert "First administrator" not in engine(*how, container, "--", "python", "manage.py", "prepare")

        port = free_port()
        command = ["python", "manage.py", "serve", "--port", str(port)]
        with (tmp_path / "log").open("wb") as log:
            server = subprocess.Popen(engine.command(*how, container, "--", *command), stdout=log, stderr=log)
        try:
            wait_for(lambda: "Batida: http" in (tmp_path / "log").read_text(), "the server in the container")
            assert page(port, "/readyz").startswith('{"ready": true')
            assert "Маси" in page(port, "/", **{"Accept-Language": "bg"})
        finally:
            server.terminate()
            server.wait(20)


def page(port: int, path: str, **headers: str) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    until = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.read().decode()
        except ConnectionError:
            assert time.monotonic() < until
        except urllib.error.URLError as error:
            if isinstance(error, urllib.error.HTTPError) or time.monotonic() > until:
                raise
        time.sleep(0.2)
