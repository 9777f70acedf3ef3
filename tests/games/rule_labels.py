"""Which numbered rules a step of a match shows, by what was done and what happened."""

import games

_M3 = {
    "deal": "M3-2 M3-3",
    "draw": "M3-7",
    "took": "M3-7 M3-8 M3-9",
    "discarded": "M3-7",
    "knocked": "M3-12",
    "reshuffled": "M3-17",
    "tied": "M3-18",
    "resigned": "M3-20",
}
SHOWN = {
    "pife-corte": {
        "deal": "P0-1 P0-2 P0-3",
        "draw": "P0-11",
        "took": "P0-11",
        "discarded": "P0-12",
        "nine": "P0-13 P0-24",
        "window": "P0-14",
        "window_closed": "P0-22",
        "cut": "P0-16 P0-17 P0-24",
        "cut by a bot": "P0-21",
        "reshuffled": "P0-29",
    },
    "cacheta-vidas": {
        "deal": "C4-1 C4-2 C4-7",
        "draw": "C4-10",
        "took": "C4-10",
        "discarded": "C4-10",
        "nine": "C4-11 C4-14",
        "ten": "C4-12 C4-14",
        "reshuffled": "C4-13",
        "eliminated": "C4-15",
        "match_over": "C4-16",
    },
    "pife": {
        **_M3,
        "deal": "M3-2 M3-3 P3-1",
        "all": "M3-13 P3-2",
        "common": "M3-13 P3-2",
        "all for points": "M3-13 P3-4",
        "common for points": "M3-13 P3-4",
        "tied": "M3-18 A-16",
    },
    "cacheta-pontos": {
        **_M3,
        "deal": "M3-2 M3-3 C3-1 C3-2",
        "all": "M3-13 C3-6",
        "common": "M3-13 C3-6",
        "eliminated": "C3-7",
        "over by rounds": "C3-8",
    },
    "rami": {
        "deal": "R2-1",
        "draw": "R2-4",
        "took": "R2-4",
        "discarded": "R2-4",
        "laid": "R2-2 R2-4",
        "laid_off": "R2-5",
        "out": "R2-9 R2-7 R2-8",
        "blocked": "R2-10",
        "over by target": "R2-8",
    },
}


def labels(before: games.State, move: str, step: games.Step) -> list[str]:
    """The numbers of the rules this step shows, each once, in the order in which they come into play."""
    shown = SHOWN[before.ruleset]
    numbers = [number for kind in _kinds(before, move, step) for number in shown.get(kind, "").split()]
    return list(dict.fromkeys([*numbers, *_readings(before, move, step)]))


def _kinds(before: games.State, move: str, step: games.Step) -> list[str]:
    names = {"dealt": "deal", "drew": "draw"}
    kinds = [names.get(event.public["e"], event.public["e"]) for event in step.events]
    if any(event.public["e"] == "cut" and event.public.get("auto") for event in step.events):
        kinds.append("cut by a bot")
    result = step.state.result
    if "round_over" in kinds and result is not None:
        kinds.append(f"{result.kind} for points" if _pays_points(before) else result.kind)
        kinds += ["eliminated"] if result.eliminated else []
    if step.state.match is not None:
        kinds.append(f"over by {step.state.match.reason}")
    return kinds


def _pays_points(state: games.State) -> bool:
    return state.ruleset == "pife" and state.options["points"] is not None


def _readings(before: games.State, move: str, step: games.Step) -> list[str]:
    """What depends on options and on the clock rather than on the game."""
    found = []
    if move == "timeout" and before.phase != "window":
        found.append("A-9")
    if move == "leave":
        found.append("A-40")
    if move == "draw pile" and before.options.get("restricted_take"):
        found += ["M3-10", "A-18"]
    if step.state.result is not None and before.options.get("discard_to_win") and move.startswith("discard"):
        found.append("R2-6")
    return found
