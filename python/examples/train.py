"""Learns to beat the random player in a battle of six units per side, with numpy alone.

    python train.py                  # some minutes: learns, then plays 100 battles
    python train.py --seconds 20     # a short form

The policy is a small network that scores every open action from the observation (REINFORCE with a
learned value as baseline). It plays many battles at once in one call.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from sandtable.env import BattleVector

SCENARIO = "three-hit/two-hills"


class Network:
    """Two layers that give scores of the actions and the value of the position."""

    def __init__(self, numbers: int, actions: int, hidden: int, dice: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> np.ndarray:
            return (dice.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype("f4")

        self.weights = [
            layer(numbers + 1, hidden, 1.0),
            layer(hidden + 1, actions, 0.1),
            layer(hidden + 1, 1, 0.1),
        ]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def see(self, rows: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, ...]:
        """Returns the hidden layer for some rows, the probabilities of the actions, and the
        values."""
        inputs = np.concatenate([rows, np.ones((len(rows), 1), "f4")], 1)
        hidden = np.tanh(inputs @ self.weights[0])
        hidden = np.concatenate([hidden, np.ones((len(rows), 1), "f4")], 1)
        scores = np.where(masks != 0, hidden @ self.weights[1], -np.inf)
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return inputs, hidden, chances, (hidden @ self.weights[2])[:, 0]

    def learn(
        self,
        rows: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        returns: np.ndarray,
        rate: float,
        spread: float,
    ) -> None:
        """Takes one step of Adam uphill."""
        inputs, hidden, chances, values = self.see(rows, masks)
        gain = returns - values
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        up = -chances * gain[:, None]
        up[np.arange(len(rows)), actions] += gain
        # A policy that becomes certain too soon learns nothing more.
        logs = np.log(np.maximum(chances, 1e-9))
        up -= spread * chances * (logs - (chances * logs).sum(1, keepdims=True))
        miss = (returns - values)[:, None] * 0.5
        back = up @ self.weights[1][:-1].T + miss @ self.weights[2][:-1].T
        back *= 1 - hidden[:, :-1] ** 2
        steps = [inputs.T @ back, hidden.T @ up, hidden.T @ miss]
        self.steps += 1
        for place, step in enumerate(steps):
            step = step / len(rows)
            self.first[place] += 0.1 * (step - self.first[place])
            self.second[place] += 0.001 * (step**2 - self.second[place])
            first = self.first[place] / (1 - 0.9**self.steps)
            second = self.second[place] / (1 - 0.999**self.steps)
            self.weights[place] += rate * first / (np.sqrt(second) + 1e-8)


def drawn(chances: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """Draws an action for every row by its probabilities."""
    sums = chances.cumsum(1)
    lots = dice.random((len(chances), 1)) * sums[:, -1:]
    # Take the last open action if rounding leaves the sum short of the draw.
    return np.minimum((sums < lots).sum(1), chances.shape[1] - 1).astype(np.int64)


def train(seconds: float, seed: int, opponent: str, say: bool = True) -> Network:
    """Learns on both sides of the scenario."""
    dice = np.random.default_rng(seed)
    many = [
        BattleVector(SCENARIO, 32, side=side, opponent=opponent, shaping=2.0)
        for side in ("Blue", "Red")
    ]
    network = Network(many[0].numbers, many[0].actions, 64, dice)
    seen = [battles.reset(seed + place)[0] for place, battles in enumerate(many)]
    began, rounds = time.monotonic(), 0
    won, ended = 0, 0
    while time.monotonic() - began < seconds:
        kept: list[list[np.ndarray]] = []
        for _ in range(64):
            rows = np.concatenate([s["observation"] for s in seen])
            masks = np.concatenate([s["action_mask"] for s in seen])
            _, _, chances, values = network.see(rows, masks)
            actions = drawn(chances, dice)
            halves = np.split(actions, len(many))
            told = [b.step(np.ascontiguousarray(a)) for b, a in zip(many, halves, strict=True)]
            seen = [t[0] for t in told]
            rewards = np.concatenate([t[1] for t in told])
            over = np.concatenate([t[2] | t[3] for t in told])
            won += int((rewards[over] > 0.5).sum())
            ended += int(over.sum())
            kept.append([rows, masks, actions, rewards, over, values])
        rows = np.concatenate([s["observation"] for s in seen])
        masks = np.concatenate([s["action_mask"] for s in seen])
        value = network.see(rows, masks)[3]
        # Advantages by lambda returns: the rewards, and what the network expects after them.
        returns, after = [], value
        for _, _, _, rewards, over, values in reversed(kept):
            to_come = np.where(over, 0.0, 0.997 * (0.9 * value + 0.1 * after))
            value = rewards + to_come
            after = values
            returns.append(value)
        returns.reverse()
        whole = [np.concatenate([step[at] for step in kept]) for at in range(3)]
        target = np.concatenate(returns)
        order = dice.permutation(len(target))
        for piece in np.array_split(order, 4):
            rows, masks, actions = (column[piece] for column in whole)
            network.learn(rows, masks, actions, target[piece], 2e-3, 0.01)
        rounds += 1
        if say and rounds % 50 == 0:
            took = time.monotonic() - began
            rate = won / max(ended, 1)
            print(f"{took:5.0f} s, {rounds} rounds: won {rate:.0%} of {ended} battles", flush=True)
            won, ended = 0, 0
    return network


def test(network: Network, opponent: str, seed: int, battles: int = 100) -> tuple[int, int]:
    """Plays battles, half of them on each side. Returns how many it won, and how many there
    were."""
    dice = np.random.default_rng(seed)
    won = 0
    for place, side in enumerate(("Blue", "Red")):
        count = battles // 2
        many = BattleVector(SCENARIO, count, side=side, opponent=opponent)
        seen, _ = many.reset(seed + 1000 + place)
        left = np.ones(count, bool)
        while left.any():
            _, _, chances, _ = network.see(seen["observation"], seen["action_mask"])
            actions = drawn(chances, dice)
            seen, rewards, ended, stopped, _ = many.step(actions)
            # Only the first battle at each table counts.
            won += int((left & (rewards > 0.5)).sum())
            left &= ~(ended | stopped)
    return won, battles // 2 * 2


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=240)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--opponent", default="random")
    options.add_argument("--save", help="keep what was learned in this .npz file")
    asked = options.parse_args()
    network = train(asked.seconds, asked.seed, asked.opponent)
    won, of = test(network, asked.opponent, asked.seed)
    print(f"won {won} of {of} battles against {asked.opponent}")
    if asked.save:
        np.savez(asked.save, *network.weights)


if __name__ == "__main__":
    main()
