"""Shared by all environments: the sizes and the meaning of their numbers."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .. import _engine, _given
from ..battle import Battle
from ..errors import MaskedAction

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]

MOST_ORDERS = 5_000
"""Default number of orders after which a battle is stopped."""

MOST_BATTLES = 100_000
"""Most battles at once; more would need more memory than machines have."""


def scenario_of(scenario: str | os.PathLike[str] | Battle) -> str:
    """Returns the battle file of a built-in scenario, of a file on disk, or of a battle as it
    stands."""
    if isinstance(scenario, Battle):
        return scenario.to_toml()
    if not isinstance(scenario, (str, os.PathLike)):
        raise TypeError(
            "scenario must be a name, a path or a Battle, "
            f"not {_given.short(repr(scenario))} ({type(scenario).__name__})"
        )
    name = _given.path(scenario)
    if name.endswith(".toml"):
        return _given.read(name)
    return _engine.scenario_text(_given.text(name, "scenario"))


class Spaces:
    """Sizes and meanings for one scenario."""

    def __init__(
        self,
        scenario: str | os.PathLike[str] | Battle,
        *,
        house: Mapping[str, object] | None = None,
        count: int = 1,
        side: str | None = None,
        opponent: str | None = None,
        limit: int = MOST_ORDERS,
        threads: int | None = None,
    ) -> None:
        if (side is None) != (opponent is None):
            raise ValueError("name both a side and its opponent, or neither")
        count = _given.count(count, "count", 1, MOST_BATTLES)
        limit = _given.count(limit, "limit", 1, _given.MOST_COUNT)
        side, opponent = _given.maybe(side, "side"), _given.maybe(opponent, "opponent")
        threads = _given.threads(threads)
        self.seats = _engine.Seats(
            scenario_of(scenario), _given.house(house), count, side, opponent, limit, threads
        )
        sizes = self.seats.sizes()
        self.actions: int = sizes[0]
        """Number of actions."""
        self.numbers: int = sizes[1]
        """Length of a row."""
        self.globals: int = sizes[2]
        """How many numbers describe the battle as a whole; they come first."""
        self.per_unit: int = sizes[3]
        """How many numbers describe a unit."""
        self.slots: int = sizes[4]
        """Number of slots for the units of a side."""
        self.battle_features, self.unit_features = self.seats.features()
        (one, other), units = self.seats.names()
        self.sides: tuple[str, str] = (one, other)
        self.units: tuple[list[str], list[str]] = (units[0], units[1])
        """Names of both sides' units, in the order of rows and actions."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "environments cannot be copied or pickled: make another one with the same arguments. "
            "You can copy and pickle the battle that one plays"
        )

    def means(self, action: int, seat: int = 0) -> str:
        """Returns what an action means now."""
        return self.seats.means(_given.count(seat, "seat"), self.action(action))

    def action(self, action: object) -> int:
        """Returns an action as a number. Raises `MaskedAction` if there is none of that number, and
        a `TypeError` for what is not a whole number."""
        try:
            return _given.count(action, "action", 0, self.actions - 1)
        except ValueError:
            raise MaskedAction(
                f"there is no action {_given.short(repr(action))}: "
                f"actions are 0 to {self.actions - 1}"
            ) from None

    def entities(self, row: Floats | Sequence[float], side: int = 0) -> dict[str, Any]:
        """Returns a row as dictionaries: `battle`, and `units` with their `name` and whether they
        are `own`. Leaves out empty slots."""
        try:
            row = np.asarray(row, np.float32)
        except (TypeError, ValueError):
            raise _given.no_row(row) from None
        if row.shape != (self.numbers,):
            raise ValueError(f"a row has {self.numbers} numbers; this has shape {row.shape}")
        side = _given.count(side, "side", most=1)
        head = dict(zip(self.battle_features, row[: self.globals].tolist(), strict=True))
        table = row[self.globals :].reshape(2, self.slots, self.per_unit)
        units = []
        for half, whose in enumerate((side, 1 - side)):
            for place, name in enumerate(self.units[whose]):
                known = dict(zip(self.unit_features, table[half, place].tolist(), strict=True))
                units.append({"name": name, "own": half == 0, **known})
        return {"battle": head, "units": units}


def play_many(
    scenario: str | os.PathLike[str] | Battle,
    players: tuple[str, str] | str = "random",
    seeds: Sequence[int] | int = 100,
    *,
    house: Mapping[str, object] | None = None,
    limit: int = 20_000,
    threads: int | None = None,
) -> dict[str, NDArray[Any]]:
    """Plays a whole battle for every seed (or for this many seeds from 0 on), on all cores and
    without the lock. Returns `result` (0 and 1: the side that won, 2: nobody, 3: stopped),
    `orders`, `turns` and `fingerprint`. Ctrl-C stops it."""
    names, every = _given.players(players), _given.seeds(seeds)
    limit = _given.count(limit, "limit", most=_given.MOST_COUNT)
    spaces = Spaces(scenario, house=house, threads=threads)
    played = spaces.seats.play_all(every, names, limit)
    columns = list(zip(*played, strict=True)) or [(), (), (), ()]
    kinds = (np.int8, np.uint32, np.uint16, np.uint64)
    titles = ("result", "orders", "turns", "fingerprint")
    return {
        title: np.array(column, dtype=kind)
        for title, column, kind in zip(titles, columns, kinds, strict=True)
    }
