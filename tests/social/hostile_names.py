"""Called in a server's database: everybody who has played is called all payloads at once."""

from lobby.models import MatchPlayer, RoundPlayer

from .hostile import ALL


def main() -> None:
    for model in (RoundPlayer, MatchPlayer):
        model.objects.update(name=ALL)
