"""Static files: hashed names, compressed, cached by browsers forever.

While a new version is rolled out, pages of either version name files that may be asked of servers of the other. So the
files of the version before stay for a while, nothing behind a hashed name is ever taken away or written again, and a
server also finds what was collected after it started."""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import File
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
KEPT = 30 * 86_400  # seconds for which a file outlives the version that had it: open pages, a version taken back
COMPRESSED = ("", ".gz", ".br")


class Storage(CompressedManifestStaticFilesStorage):
    """Also rewrites `import "./x.js";` in our own modules, and compresses only what is needed.

    Only under js/, because the rewriting fails on third-party files. It requires the closing semicolon, and modules
    must not import each other in a circle."""

    hashed_files: dict[str, str]  # by name; WhiteNoise hides its type
    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",  # sub-folders too
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined]  # not in django-stubs
    )

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Only hashed names that are new: pages request no others, and their content never changes."""
        new = [path for path in paths if HASHED.search(path) and not self.exists(f"{path}.gz")]
        compressed: Iterator[tuple[str, str]] = super().compress_files(new)
        return compressed

    def create_compressor(self, **options: Any) -> Compressor:
        """No Brotli in embedded mode: it takes many seconds, and the players are nearby."""
        return Compressor(use_brotli=not settings.EMBEDDED, **options)

    def delete(self, name: str) -> None:
        """Keeps hashed files: Django deletes what it is about to write again, and running servers would miss it."""
        if not HASHED.search(name):
            super().delete(name)

    def _save(self, name: str, content: "File[Any]") -> str:
        if not HASHED.search(name):
            saved: str = super()._save(name, content)
            return saved
        if not self.exists(name):
            self._replace(name, content)
        return name

    def _replace(self, name: str, content: "File[Any]") -> None:
        """Atomically: nobody sees half a file, not even after a crash."""
        os.replace(self.path(super()._save(f"{name}.part", content)), self.path(name))

    def save_manifest(self) -> None:
        """Beside what this version has, the manifest names what earlier ones had, and since when it is out of use: a
        server of the version before that is restarted now must still find the files its templates name."""
        before = json.loads(self.read_manifest() or "{}")
        now, names = time.time(), before.get("paths", {})
        retired = dict.fromkeys(names.values(), now) | before.get("retired", {})
        for hashed in self.hashed_files.values():
            retired.pop(hashed, None)
        for hashed in [hashed for hashed, since in retired.items() if since < now - KEPT]:
            del retired[hashed]
            for ending in COMPRESSED:
                Path(self.path(hashed + ending)).unlink(missing_ok=True)
        self.hashed_files = {name: hashed for name, hashed in names.items() if hashed in retired} | self.hashed_files
        payload = {"version": self.manifest_version, "paths": self.hashed_files, "retired": retired}
        part = Path(self.path(f"{self.manifest_name}.part"))
        part.write_text(json.dumps(payload))
        os.replace(part, self.path(self.manifest_name))


class StaticFiles(WhiteNoiseMiddleware):
    """Also serves hashed files that were collected after this process started."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.directories = [(os.path.join(os.path.abspath(self.static_root), ""), self.static_prefix)]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if url not in self.files and HASHED.search(url) and (found := self.find_file(url)):
            self.files[url] = found
        response: HttpResponseBase = super().__call__(request)
        return response

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Files of other versions too."""
        return bool(HASHED.search(url))
