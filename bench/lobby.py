"""S10: the lobby page and its live list while 5,000 rooms are open, in a database of its own (embedded mode).

python -m bench lobby [ROOMS]"""

import tempfile
from pathlib import Path

from tests.support.servers import call, environment, prepare_folder


def run(arguments: list[str]) -> None:
    """In a process of its own: settings must name the new database before Django starts."""
    rooms = arguments[0] if arguments else "5000"
    with tempfile.TemporaryDirectory(prefix="batida-lobby-") as folder:
        data = prepare_folder(Path(folder))
        found = call("bench.lobby_pages", rooms, env=environment(data))
    print(f"{'page':28} {'p50 ms':>8} {'max ms':>8}   with {rooms} open rooms")
    for page, middle, most in found:
        print(f"{page:28} {middle:>8.1f} {most:>8.1f}")
