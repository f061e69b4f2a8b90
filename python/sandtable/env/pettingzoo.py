"""Both sides of a battle, as a PettingZoo AEC environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .. import _given
from ..battle import Battle
from .gymnasium import dict_space
from .spaces import MOST_ORDERS, Spaces


def aec(*args: Any, **named: Any) -> Any:
    """Returns a `BattleAEC` that reports if its methods are used in the wrong order."""
    return wrappers.OrderEnforcingWrapper(BattleAEC(*args, **named))


class BattleAEC(AECEnv):  # type: ignore[misc]
    """Both sides of a battle; the agents are named after the sides.

    The same agent may act many times in a row: it chooses a unit, orders it, chooses another.
    Rewards are 1 for a won battle, -1 for a lost one, plus `shaping` times the change of the
    agent's lead. A masked action raises `MaskedAction` and changes nothing.
    """

    metadata = {
        "name": "sandtable_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        scenario: str | os.PathLike[str] | Battle = "three-hit/two-hills",
        *,
        house: Mapping[str, object] | None = None,
        shaping: float = 0.0,
        limit: int = MOST_ORDERS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.spaces = Spaces(scenario, house=house, limit=limit)
        self.shaping = _given.shaping(shaping)
        self.render_mode = _given.render_mode(render_mode, ["ansi", "svg"])
        self.possible_agents = list(self.spaces.sides)
        self.agents = list(self.possible_agents)
        self._places = {name: place for place, name in enumerate(self.possible_agents)}
        space = dict_space(self.spaces)
        self.observation_spaces = {name: space for name in self.possible_agents}
        actions = gymnasium.spaces.Discrete(self.spaces.actions)
        self.action_spaces = {name: actions for name in self.possible_agents}
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._dice = np.random.default_rng(_given.count(seed, "seed"))
        self.spaces.seats.reset([int(self._dice.integers(1 << 62))])
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: {} for name in self.agents}
        self.agent_selection = self.possible_agents[self.spaces.seats.turn(0)[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        self._begun("observe")
        if agent not in self._places:
            known = ", ".join(f"`{name}`" for name in self.possible_agents)
            raise ValueError(f"an agent is one of {known}, not {_given.shown(agent)}")
        row = np.empty(self.spaces.numbers, np.float32)
        mask = np.empty(self.spaces.actions, np.int8)
        self.spaces.seats.observe(0, self._places[agent], row, mask)
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | np.int64 | None) -> None:
        self._begun("step")
        agent: str = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act: only an agent whose battle is over acts with None")
        told, turn = self.spaces.seats.act(0, self.spaces.action(action))
        self._cumulative_rewards[agent] = 0.0
        gain = self.shaping * (told[3] - told[2])
        one, other = self.possible_agents
        self.rewards = {one: told[0] + gain, other: told[1] - gain}
        if told[4]:
            self.terminations = dict.fromkeys(self.agents, True)
        elif told[5]:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[turn]
        self._accumulate_rewards()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._begun("last")
        return super().last(observe)  # type: ignore[no-any-return]

    def _begun(self, method: str) -> None:
        if not hasattr(self, "agent_selection"):
            raise RuntimeError(f"no battle has begun: call `reset` before `{method}`")

    def battle(self) -> Battle:
        """Returns the battle as it stands, to look at or to continue."""
        return Battle.from_toml(self.spaces.seats.position(0))

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.spaces.seats.svg(0)
        if self.render_mode == "ansi":
            return repr(self.battle())
        return None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
