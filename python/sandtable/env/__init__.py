"""Environments for learners, over any scenario.

- `aec(scenario)`: both sides, as a PettingZoo AEC environment.
- `BattleEnv(scenario, side=..., opponent=...)`: one side against a computer player, as a
  Gymnasium environment; `gymnasium.make("sandtable/Battle-v0", scenario=...)` too.
- `BattleVector(scenario, count, ...)`: many battles in one call, on all cores without the lock.
- `play_many(scenario, players, seeds)`: whole battles between computer players, likewise.

**Actions** are numbers from 0. You first choose a unit (or give an order to the table), then
what the unit does; `Spaces.means` says what an action means. The mask has 1 for what is legal in
this very position: the rule set itself has judged the order that each action stands for.

**Observations** are rows of float32 from the seat of one side, its own edge before it:
`Spaces.battle_features` first, then for every unit, own ones first, `Spaces.unit_features`; each
says its unit of measure. `Spaces.entities` tells a row as dictionaries.
"""

from __future__ import annotations

from .spaces import Spaces, play_many
from .vector import BattleVector

__all__ = ["BattleAEC", "BattleEnv", "BattleVector", "Spaces", "aec", "play_many"]


def __getattr__(name: str) -> object:
    # PettingZoo and Gymnasium are asked for only by those who use them.
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
