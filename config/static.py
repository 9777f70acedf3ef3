"""Static files: hashed names, compressed, kept by browsers for ever."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Rewrites `import "./x.js";` inside our own modules too.

    Only under js/: the rewriting trips over files of packages. Its expression wants the closing semicolon,
    and modules must not import each other in a circle."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",  # sub-folders too
        HashedFilesMixin._js_module_import_aggregation_patterns[1],
    )
