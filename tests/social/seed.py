"""Called in a server's database: a moderator with a second factor, and reports that wait for her."""

from accounts.models import User
from lobby.moderation import services
from tests.support.scenes.staff import moderator


def main(count: str, prefix: str = "desk") -> None:
    """The moderator is called `PREFIX-dora`."""
    moderator(f"{prefix}-dora")
    for n in range(int(count)):
        reporter, person = (User.objects.create_user(f"{prefix}-{role}-{n}") for role in ("by", "on"))
        services.file_report(reporter=reporter, person=person, category="abuse", text=f"complaint {n}")
