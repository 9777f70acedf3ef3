"""Runs the tests one after the other, each with tables of its own, all on one stack."""

import asyncio
import re
import time
import traceback
from pathlib import Path

import psycopg

from tests.support.stack import Stack

from . import absence, acting, coming_back, crowds, hostile, outages, timing
from .story import Witness
from .verdict import Verdict
from .world import World

TESTS = {
    "T1": acting.t1,
    "T2": acting.t2,
    "T3": acting.t3,
    "T4": timing.t4,
    "T5": timing.t5,
    "T6": timing.t6,
    "T7": absence.t7,
    "T8": coming_back.t8,
    "T9": outages.t9,
    "T10": outages.t10,
    "T11": outages.t11,
    "T12": hostile.t12,
    "T13": crowds.t13,
    "T14": crowds.t14,
    "T15": coming_back.t15,
}
# A clock that can be stepped: every connection of ours finds it before PostgreSQL's own, without changes to the code.
STEPPABLE = """
CREATE SCHEMA chaos;
CREATE TABLE chaos.step (by interval NOT NULL);
INSERT INTO chaos.step VALUES ('0');
CREATE FUNCTION chaos.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT pg_catalog.clock_timestamp() + (SELECT by FROM chaos.step) $$;
ALTER ROLE batida SET search_path = chaos, pg_catalog, public;
"""
# Log lines of this kind are unhandled errors.
UNHANDLED = re.compile(r"Traceback|socket error|Exception inside|was never retrieved|Unhandled")


async def run(stack: Stack, *, only: str, short: bool, story: Path | None) -> bool:
    chosen = [name for name in TESTS if not only or name in only.upper().split(",")]
    with psycopg.connect(stack.postgres.url) as connection:
        connection.execute(STEPPABLE)
    await asyncio.to_thread(stack.start_ours)
    world = World(stack, short=short)
    witness = await Witness.begin(world) if story else None
    good = bool(chosen)
    for name in chosen:
        if witness:
            await witness.mark(f"{name}: {TESTS[name].__doc__}")
        verdict, began = Verdict(name), time.monotonic()
        try:
            await TESTS[name](world, verdict)
        except Exception as error:  # noqa: BLE001  a test that breaks off has not passed
            traceback.print_exc()
            verdict.must(False, f"broke off: {error!r}")
        await asyncio.to_thread(stack.mend)
        await world.close_rooms(but=[witness.table.table] if witness else [])
        print(f"{verdict.line()}  ({time.monotonic() - began:.0f} s)", flush=True)
        good &= verdict.passed
    if witness and story:
        verdict = Verdict("The table that lived through it:")
        await witness.end(verdict, story)
        print(verdict.line(), flush=True)
        good &= verdict.passed
    return good
