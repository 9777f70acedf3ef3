"""python -m tests.social.seed COUNT [PREFIX]  A moderator `PREFIX-dora` with a second factor, and reports of the
environment's database that wait for her."""

import sys

import django


def main(count: str, prefix: str = "desk") -> None:
    django.setup()

    from accounts.models import User
    from lobby.moderation import services
    from tests.social.desk import moderator

    moderator(f"{prefix}-dora")
    for n in range(int(count)):
        reporter, person = (User.objects.create_user(f"{prefix}-{role}-{n}") for role in ("by", "on"))
        services.file_report(reporter=reporter, person=person, category="abuse", text=f"complaint {n}")


if __name__ == "__main__":
    main(*sys.argv[1:])
