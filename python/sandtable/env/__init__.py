"""Environments for learners, over any scenario.

- `aec(scenario)`: both sides, as a PettingZoo AEC environment.
- `BattleEnv(scenario, side=..., opponent=...)`: one side against a computer player, as a
  Gymnasium environment; `gymnasium.make("sandtable/Battle-v0", scenario=...)` too.
- `BattleVector(scenario, count, ...)`: many battles in one call, on all cores and without the
  lock.
- `play_many(scenario, players, seeds)`: whole battles between computer players, in the same way.

**Actions** are numbers from 0. You first choose a unit (or give an order to the table), then
what the unit does; `Spaces.means` says what an action means. The mask has 1 for actions that are
legal in this very position: the rule set itself has judged the order of each action.

**Observations** are rows of float32 as seen from one side, with its own edge in front: first
`Spaces.battle_features`, then `Spaces.unit_features` for every unit, own units first. Each feature
states its unit of measure. `Spaces.entities` returns a row as dictionaries.
"""

from __future__ import annotations

from .spaces import Spaces, play_many
from .vector import BattleVector

__all__ = ["BattleAEC", "BattleEnv", "BattleVector", "Spaces", "aec", "play_many"]


def __getattr__(name: str) -> object:
    # Import PettingZoo and Gymnasium only if someone uses them.
    if name in ("BattleAEC", "aec"):
        from . import pettingzoo

        return getattr(pettingzoo, name)
    if name == "BattleEnv":
        from .gymnasium import BattleEnv

        return BattleEnv
    raise AttributeError(f"module `sandtable.env` has no `{name}`")


def _register() -> None:
    try:
        import gymnasium
    except ImportError:
        return
    if "sandtable/Battle-v0" not in gymnasium.registry:
        gymnasium.register(
            id="sandtable/Battle-v0",
            entry_point="sandtable.env.gymnasium:BattleEnv",
            disable_env_checker=True,
        )


_register()
