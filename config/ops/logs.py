"""Logging: lines for people, or one JSON object per line for machines. Tracebacks have no local variables, because
those hold cards; cards and seeds in messages are masked."""

import json
import logging
import re
from typing import Any

SECRET = re.compile(r"\b(?:[A2-9TJQK][CDHS][12]|[0-9a-fA-F]{64})\b")  # a card of a deck; a seed


def masked(text: str) -> str:
    return SECRET.sub("[secret]", text)


class LineFormatter(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


class JsonFormatter(logging.Formatter):
    """One object per record: time, level, logger, message and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, message and, if there is one, exception, without secrets."""
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info:
            entry["exception"] = masked(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def logging_config(*, as_json: bool, level: str) -> dict[str, Any]:
    """Django's `LOGGING`: everything from `level` on goes to standard error."""
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {"()": LineFormatter, "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": JsonFormatter},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json" if as_json else "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # these log a line or two per tick, several ticks per second
            "celery.app.trace": quiet,
            "celery.beat": quiet,
            "celery.worker.strategy": quiet,
            "daphne": quiet,
            "django.channels.server": quiet,
        },
    }
