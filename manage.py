#!/usr/bin/env python
"""Django's command line: `manage.py serve`, `manage.py migrate`, …"""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # its words say what to do; where it was raised helps no operator
        sys.exit(f"Batida cannot start: {error}")
