"""Static files: hashed names, compressed, kept by browsers for ever."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


class Storage(CompressedManifestStaticFilesStorage):
    """Rewrites `import "./x.js";` inside our own modules too, and compresses no more than it must.

    Only under js/: the rewriting trips over files of packages. Its expression wants the closing semicolon,
    and modules must not import each other in a circle."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",  # sub-folders too
        HashedFilesMixin._js_module_import_aggregation_patterns[1],
    )

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Pages ask for hashed names only, and what is behind such a name never changes."""
        new = [path for path in paths if HASHED.search(path) and not self.exists(f"{path}.gz")]
        return super().compress_files(new)

    def create_compressor(self, **options: Any) -> Compressor:
        """Brotli takes many seconds; embedded mode starts faster without, and is close to its players."""
        return Compressor(use_brotli=not settings.EMBEDDED, **options)
