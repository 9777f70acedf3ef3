"""Randomness as an argument: a 32-byte seed, its commitment, labelled draws anybody can repeat (docs/shuffle.md)."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count

SEED_BYTES = 32
_WORD_BYTES = 6
_SPAN = 256**_WORD_BYTES


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed in hexadecimal: public before the first card."""
    return hashlib.sha256(seed).hexdigest()


def _words(seed: bytes, label: str) -> Iterator[int]:
    """The first six bytes of HMAC-SHA256(seed, "label:0"), "label:1"...: exact in a JavaScript number."""
    for counter in count():
        yield int.from_bytes(hmac.digest(seed, f"{label}:{counter}".encode(), "sha256")[:_WORD_BYTES], "big")


def _below(words: Iterator[int], limit: int) -> int:
    """An even draw from 0 to limit - 1; words from the last, incomplete stretch are rejected."""
    bound = _SPAN - _SPAN % limit
    return next(word for word in words if word < bound) % limit


def draw(seed: bytes, label: str, limit: int) -> int:
    """One even draw from 0 to limit - 1 under `label`."""
    return _below(_words(seed, label), limit)


def shuffled(seed: bytes, label: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Fisher-Yates from the last place down, with the draws of `label`."""
    order = list(cards)
    words = _words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
