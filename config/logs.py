"""How the processes write their logs: lines for people, or one JSON object a line for machines."""

import json
import logging
from typing import Any


class JsonFormatter(logging.Formatter):
    """One object a record. Only the message and its place: never locals, which may hold cards."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def logging_config(*, as_json: bool, level: str) -> dict[str, Any]:
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": JsonFormatter},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json" if as_json else "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # a line or two a tick, several ticks a second
            "celery.app.trace": quiet,
            "celery.beat": quiet,
            "celery.worker.strategy": quiet,
            "daphne": quiet,
            "django.channels.server": quiet,
        },
    }
