"""One side of a battle against a computer player, as a Gymnasium environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal

import gymnasium
import numpy as np

from .. import _given
from ..battle import Battle
from .spaces import MOST_ORDERS, Mask, Spaces

_WIDE = 1000.0

_TRIES = 100
"""Battles that a reset begins until one has an order for the learner."""


def dict_space(spaces: Spaces) -> gymnasium.spaces.Dict:
    """Returns the space of observations: a row of numbers, and the mask of legal actions."""
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(-_WIDE, _WIDE, (spaces.numbers,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (spaces.actions,), np.int8),
        }
    )


class BattleEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One side against `opponent`, any computer player by name.

    The reward is 1 for a won battle, -1 for a lost one, plus `shaping` times the change of your
    lead. A masked action raises `MaskedAction`; with `masked="any"`, for tools that cannot use
    masks, another legal action is drawn instead.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        scenario: str | os.PathLike[str] | Battle = "three-hit/two-hills",
        *,
        side: str | None = None,
        opponent: str = "random",
        house: Mapping[str, object] | None = None,
        shaping: float = 0.0,
        limit: int = MOST_ORDERS,
        masked: Literal["raise", "any"] = "raise",
        render_mode: Literal["ansi", "svg"] | None = None,
    ) -> None:
        if masked not in ("raise", "any"):
            raise ValueError(f"masked is `raise` or `any`, not `{_given.short(str(masked))}`")
        if side is None:
            side = Spaces(scenario, house=house).sides[0]
        self.spaces = Spaces(scenario, house=house, side=side, opponent=opponent, limit=limit)
        self.side = side
        self.shaping = _given.shaping(shaping)
        self.masked = masked
        self.render_mode = _given.render_mode(render_mode, ["ansi", "svg"])
        self._own = self.spaces.sides.index(side)
        self._mask: Mask = np.zeros(self.spaces.actions, np.int8)
        self.observation_space = dict_space(self.spaces)
        self.action_space = gymnasium.spaces.Discrete(self.spaces.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        own_seed = None if seed is None else _given.count(seed, "seed")
        super().reset(seed=own_seed, options=options)
        for _ in range(_TRIES):
            own = int(self.np_random.integers(1 << 62))
            self.spaces.seats.reset([own])
            # Skip battles that the opponent ends before you can act: there is nothing to learn.
            if self.spaces.seats.turn(0)[1] < 0:
                return self._seen(), {"seed": own}
        raise RuntimeError(f"{self.side} had no order to give in any of {_TRIES} battles")

    def step(
        self, action: np.int64 | int
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        chosen = self.spaces.action(action)
        # No action is open before the first reset and after the end; the engine says which it is.
        if self.masked == "any" and not self._mask[chosen] and self._mask.any():
            chosen = int(self.np_random.choice(np.flatnonzero(self._mask)))
        told, _ = self.spaces.seats.act(0, chosen)
        gain = self.shaping * (told[3] - told[2]) * (1 if self._own == 0 else -1)
        reward = told[self._own] + gain
        return self._seen(), float(reward), told[4], told[5], {"action": chosen}

    def action_masks(self) -> Mask:
        """Returns the current mask, for learners that ask for it in this way."""
        return self._mask

    def _seen(self) -> dict[str, Any]:
        row = np.empty(self.spaces.numbers, np.float32)
        mask = np.empty(self.spaces.actions, np.int8)
        self.spaces.seats.observe(0, self._own, row, mask)
        self._mask = mask
        return {"observation": row, "action_mask": mask}

    def battle(self) -> Battle:
        """Returns the battle as it stands, to look at or to continue."""
        return Battle.from_toml(self.spaces.seats.position(0))

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.spaces.seats.svg(0)
        if self.render_mode == "ansi":
            return repr(self.battle())
        return None
