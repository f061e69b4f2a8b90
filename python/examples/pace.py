"""Compares steps per second with PettingZoo's own chess, and whole battles with the engine without
Python, all in one run (it needs `pettingzoo[classic]`).

    python pace.py [--seconds 5] [--rust target/release/examples/pace]

`cargo xtask bench learners` builds what it needs and runs it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import time
from typing import Any

import numpy as np

from sandtable.env import BattleVector, aec, play_many

SCENARIO = "three-hit/two-hills"


def alone(env: Any, seconds: float) -> float:
    """Returns the steps per second of an AEC environment with masks, with random actions."""
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
    """Returns the steps per second of many battles in one call, with random actions."""
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
    """Returns the orders per second of whole random battles in one call, with the same two thousand
    seeds as the engine's own example."""
    orders, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        orders += int(play_many(SCENARIO, "random", 2_000)["orders"].sum())
    return orders / (time.perf_counter() - start)


def rust(program: str) -> float:
    """Returns the same for the engine alone, as its own example measures it, on as many threads."""
    said = subprocess.run([program, SCENARIO], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"random play, {os.cpu_count()} threads: (\d+) orders", said)
    if not found:
        raise SystemExit(f"{program} does not measure {os.cpu_count()} threads")
    return float(found[1])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=5)
    options.add_argument("--rust", metavar="PROGRAM", help="the example `pace` of the crate arena")
    asked = options.parse_args()
    seconds = asked.seconds
    try:
        from pettingzoo.classic import chess_v6
    except ImportError as missing:
        raise SystemExit(f"pip install 'pettingzoo[classic]': {missing}") from missing
    # Take turns, twice, so that a busy spell of the machine affects all of them.
    for _ in range(2):
        chess = alone(chess_v6.env(), seconds)
        ours = alone(aec(SCENARIO), seconds)
        many = together(64, seconds)
        print(f"chess, AEC:                  {chess:9.0f} steps a second")
        print(f"sandtable, AEC:              {ours:9.0f}  ({ours / chess:.0f} times)")
        print(f"sandtable, 64 at once:       {many:9.0f}  ({many / chess:.0f} times)")
        battles = whole(seconds)
        print(f"sandtable, whole battles:    {battles:9.0f} orders a second", flush=True)
        if asked.rust:
            engine = rust(asked.rust)
            times = engine / battles
            print(f"the same without Python:     {engine:9.0f}  ({times:.2f} times)", flush=True)


if __name__ == "__main__":
    main()
