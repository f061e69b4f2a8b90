"""Glicko-2 worked out a second way: 50 digits, and bisection in place of the Illinois algorithm.

`python3 glicko.py > glicko.jsonl` writes the cases that the tests hold the crate to.
"""

import json
import random
from decimal import Decimal as D, getcontext

getcontext().prec = 50
PI = D("3.14159265358979323846264338327950288419716939937510")
SCALE, TAU, MILLION = D("173.7178"), D("0.5"), D(1_000_000)


def g(phi):
    return 1 / (1 + 3 * phi**2 / PI**2).sqrt()


def after(player, battles):
    mu, phi, sigma = (player[0] - 1500) / SCALE, player[1] / SCALE, player[2]
    known = surprise = D(0)
    for r, rd, score in battles:
        weight = g(rd / SCALE)
        expected = 1 / (1 + (-weight * (mu - (r - 1500) / SCALE)).exp())
        known += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    v, delta = 1 / known, surprise / known
    a = (sigma**2).ln()

    def f(x):
        e = x.exp()
        whole = phi**2 + v + e
        return e * (delta**2 - whole) / (2 * whole**2) - (x - a) / TAU**2

    # If the results are very odd there are several zeros; the nearest one is meant.
    step = D("0.01") if f(a) > 0 else D("-0.01")
    near, far = a, a + step
    while (f(far) > 0) == (step > 0):
        near, far = far, far + step
    low, high = sorted((near, far))
    for _ in range(110):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = (low / 2).exp()
    phi = 1 / (1 / (phi**2 + sigma**2) + known).sqrt()
    mu += phi**2 * surprise
    return 1500 + SCALE * mu, SCALE * phi, sigma


def main():
    lot = random.Random(1995)
    for _ in range(200):
        player = (lot.randint(600, 2600), lot.randint(30, 350), lot.randint(30_000, 90_000))
        battles = [
            (lot.randint(600, 2600), lot.randint(30, 350), lot.randint(0, 2))
            for _ in range(lot.randint(1, 5))
        ]
        exact = after(
            (D(player[0]), D(player[1]), D(player[2]) / MILLION),
            [(D(r), D(rd), D(halves) / 2) for r, rd, halves in battles],
        )
        result = [float(round(value, 7)) for value in exact]
        print(json.dumps({"player": player, "battles": battles, "after": result}))


main()
