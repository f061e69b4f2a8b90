"""Steps a second beside PettingZoo's own chess, all in one run (it needs `pettingzoo[classic]`).

    python pace.py [--seconds 5]
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from sandtable.env import BattleVector, aec, play_many

SCENARIO = "three-hit/two-hills"


def alone(env: Any, seconds: float) -> float:
    """Steps a second of an AEC environment with masks, drawn at random."""
    dice = np.random.default_rng(1)
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        env.reset(seed=steps)
        for agent in env.agent_iter():
            seen, _, ended, stopped, _ = env.last()
            mask = seen["action_mask"]
            env.step(None if ended or stopped else int(dice.choice(np.flatnonzero(mask))))
            steps += 1
            if time.perf_counter() - start > seconds:
                break
    return steps / (time.perf_counter() - start)


def together(count: int, seconds: float) -> float:
    """Steps a second of many battles in one call, drawn at random."""
    many = BattleVector(SCENARIO, count)
    dice = np.random.default_rng(1)
    seen, _ = many.reset(1)
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        lots = dice.random(seen["action_mask"].shape, np.float32) * seen["action_mask"]
        seen = many.step(lots.argmax(1))[0]
        steps += count
    return steps / (time.perf_counter() - start)


def whole(seconds: float) -> float:
    """Orders a second of whole random battles in one call."""
    orders, start, number = 0, time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        played = play_many(SCENARIO, "random", list(range(number, number + 100)))
        orders += int(played["orders"].sum())
        number += 100
    return orders / (time.perf_counter() - start)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=5)
    seconds = options.parse_args().seconds
    try:
        from pettingzoo.classic import chess_v6
    except ImportError as missing:
        raise SystemExit(f"pip install 'pettingzoo[classic]': {missing}") from missing
    # In turn, twice: so that a machine that is busy for a while is so for all.
    for _ in range(2):
        chess = alone(chess_v6.env(), seconds)
        ours = alone(aec(SCENARIO), seconds)
        many = together(64, seconds)
        print(f"chess, AEC:                  {chess:9.0f} steps a second")
        print(f"sandtable, AEC:              {ours:9.0f}  ({ours / chess:.0f} times)")
        print(f"sandtable, 64 at once:       {many:9.0f}  ({many / chess:.0f} times)")
        print(f"sandtable, whole battles:    {whole(seconds):9.0f} orders a second", flush=True)


if __name__ == "__main__":
    main()
