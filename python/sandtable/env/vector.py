"""Many battles in one call."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _given
from ..battle import Battle
from .spaces import MOST_ORDERS, Floats, Mask, Spaces


class BattleVector(Spaces):
    """`count` battles of one scenario, stepped together on all cores and without the lock.

    With `side` and `opponent`, you play that side everywhere against that computer player. Without
    them, you order for the side whose turn it is (`info["side"]`, 0 or 1), and see the table from
    that side. A battle that ends starts again at once.

    `rewards` are those of your side, or of the side that gave the order: 1 for a won battle, -1 for
    a lost one, plus `shaping` times the change of your lead, which is your share of strength left
    minus the enemy's.
    """

    def __init__(
        self,
        scenario: str | os.PathLike[str] | Battle,
        count: int,
        *,
        side: str | None = None,
        opponent: str | None = None,
        house: Mapping[str, object] | None = None,
        shaping: float = 0.0,
        limit: int = MOST_ORDERS,
        threads: int | None = None,
    ) -> None:
        super().__init__(
            scenario,
            house=house,
            count=count,
            side=side,
            opponent=opponent,
            limit=limit,
            threads=threads,
        )
        self.count = count
        self.shaping = _given.shaping(shaping)
        self._own = None if side is None else self.sides.index(side)
        self._rewards = np.zeros((count, 2), np.float32)
        self._leads = np.zeros((count, 2), np.float32)
        self._flags = np.zeros((count, 2), np.int8)
        self._views = np.zeros(count, np.int8)

    def reset(self, seed: int = 0) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Starts all battles again, with seeds derived from yours."""
        seed = _given.count(seed, "seed")
        seeds = np.random.SeedSequence(seed).generate_state(self.count, np.uint64)
        self.seats.reset(seeds.tolist())
        rows, masks = self._arrays()
        self.seats.observe_all(rows, masks, self._views)
        return self._seen(rows, masks), {"side": self._views.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        dict[str, NDArray[Any]],
        Floats,
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Carries out one action for every battle. Returns the next observations (after a battle
        ends, those of the next one), rewards, which battles ended by the rules, which were stopped,
        and `side` and `rewards` of both sides."""
        acted = self._views.astype(np.intp)
        rows, masks = self._arrays()
        self.seats.step(
            actions, rows, masks, self._rewards, self._leads, self._flags, self._views
        )
        both = self._rewards.copy()
        if self.shaping:
            gain = self.shaping * (self._leads[:, 1] - self._leads[:, 0])
            both[:, 0] += gain
            both[:, 1] -= gain
        own = acted if self._own is None else np.full(self.count, self._own)
        rewards = both[np.arange(self.count), own]
        ended, stopped = self._flags[:, 0] != 0, self._flags[:, 1] != 0
        info = {"side": self._views.copy(), "rewards": both}
        return self._seen(rows, masks), rewards, ended, stopped, info

    def battle(self, seat: int = 0) -> Battle:
        """Returns one of the battles as it stands, to look at or to continue."""
        return Battle.from_toml(self.seats.position(_given.count(seat, "seat")))

    def _arrays(self) -> tuple[Floats, Mask]:
        rows = np.empty((self.count, self.numbers), np.float32)
        return rows, np.empty((self.count, self.actions), np.int8)

    @staticmethod
    def _seen(rows: Floats, masks: Mask) -> dict[str, NDArray[Any]]:
        return {"observation": rows, "action_mask": masks}
