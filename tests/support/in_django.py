"""python -m tests.support.in_django MODULE ARGUMENT…

Calls `MODULE.main(ARGUMENT, …)` once Django is set up for the environment, and prints what it returns as JSON, on the
last line. `servers.call` starts this: it is how tests and benchmarks put rows into the database of a real server."""

import importlib
import json
import sys

import django

if __name__ == "__main__":
    django.setup()
    print(json.dumps(importlib.import_module(sys.argv[1]).main(*sys.argv[2:])))
