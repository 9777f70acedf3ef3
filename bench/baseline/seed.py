"""Create the comparator's tables: python -m bench.baseline.seed 200."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.baseline.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - needs the set-up above

from .consumers import new_state  # noqa: E402
from .models import Table  # noqa: E402

call_command("migrate", run_syncdb=True, verbosity=0)
tables = Table.objects.bulk_create(Table(state=new_state()) for _ in range(int(sys.argv[1])))
print(*(table.pk for table in tables))
