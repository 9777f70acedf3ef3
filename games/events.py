"""What happened: a part for everybody, and what single seats learn besides."""

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """`public` is for everybody; `private` holds, by seat, what only that seat may know."""

    public: dict[str, Any]
    private: dict[int, dict[str, Any]] = {}

    def __repr__(self) -> str:
        return f"Event({self.public!r})"


def event(name: str, seat: int | None = None, *, auto: bool = False, **facts: Any) -> Event:
    """A public event; `auto` marks what the clock or the engine did for a seat."""
    public: dict[str, Any] = {"e": name}
    if seat is not None:
        public["seat"] = seat
    public.update(facts)
    if auto:
        public["auto"] = True
    return Event(public)
