"""What all environments share: the sizes and the meaning of their numbers."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _engine, _given
from ..battle import Battle

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]

MOST_ORDERS = 5_000
"""Orders after which a battle is stopped, unless you say otherwise."""


def scenario_of(scenario: str | os.PathLike[str] | Battle) -> str:
    """The battle file of a scenario that ships, of a file on the disk, or of a battle as it
    stands."""
    if isinstance(scenario, Battle):
        return scenario.to_toml()
    name = os.fspath(scenario)
    if name.endswith(".toml"):
        with open(name, encoding="utf-8") as file:
            return file.read()
    return _engine.scenario_text(name)


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
        self.seats = _engine.Seats(
            scenario_of(scenario), _given.house(house), count, side, opponent, limit, threads
        )
        sizes = self.seats.sizes()
        self.actions: int = sizes[0]
        """How many actions there are."""
        self.numbers: int = sizes[1]
        """Length of a row."""
        self.globals: int = sizes[2]
        """Numbers of the battle as a whole: they come first."""
        self.per_unit: int = sizes[3]
        """Numbers of a unit."""
        self.slots: int = sizes[4]
        """Places for the units of a side."""
        self.battle_features, self.unit_features = self.seats.features()
        (one, other), units = self.seats.names()
        self.sides: tuple[str, str] = (one, other)
        self.units: tuple[list[str], list[str]] = (units[0], units[1])
        """The names of both sides' units, in the order of rows and actions."""

    def means(self, action: int, seat: int = 0) -> str:
        """What an action means now."""
        return self.seats.means(seat, action)

    def entities(self, row: Floats, side: int = 0) -> dict[str, Any]:
        """A row as dictionaries: `battle`, and `units` with their `name` and whether they are
        `own`. Places that no unit has are left out."""
        if row.shape != (self.numbers,):
            raise ValueError(f"a row has {self.numbers} numbers; this has shape {row.shape}")
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
    """Plays a whole battle for every seed (or for 0, 1, .. so many), on all cores without the
    lock. Gives back `result` (0 and 1: the side that has won, 2: nobody, 3: stopped), `orders`,
    `turns` and `fingerprint`. Ctrl-C stops it."""
    names = (players, players) if isinstance(players, str) else players
    every = list(range(seeds)) if isinstance(seeds, int) else [int(seed) for seed in seeds]
    spaces = Spaces(scenario, house=house, threads=threads)
    played = spaces.seats.play_all(every, (names[0], names[1]), limit)
    columns = list(zip(*played, strict=True)) or [(), (), (), ()]
    kinds = (np.int8, np.uint32, np.uint16, np.uint64)
    titles = ("result", "orders", "turns", "fingerprint")
    return {
        title: np.array(column, dtype=kind)
        for title, column, kind in zip(titles, columns, kinds, strict=True)
    }
