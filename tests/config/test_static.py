"""Static files have hashed names, down to the imports between our own modules."""

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage


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
