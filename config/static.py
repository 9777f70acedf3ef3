"""Static files: hashed names, compressed, cached by browsers forever."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


class Storage(CompressedManifestStaticFilesStorage):
    """Also rewrites `import "./x.js";` in our own modules, and compresses only what is needed.

    Only under js/, because the rewriting fails on third-party files. It requires the closing semicolon, and modules
    must not import each other in a circle."""

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
