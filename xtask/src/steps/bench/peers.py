# Exact odds by icepool and dyce: peers.py LIBRARY CASE prints the nanoseconds of this process's
# first answer (without imports), then one line per value. The cases are those of
# crates/odds/examples/peers.rs.
import sys
import time

library, case = sys.argv[1:3]


def with_icepool():
    import icepool
    from icepool import d6, Die

    own, other = d6 >= 4, d6 >= 5

    def a():
        # Without `highest`, the longer row would be paired from its low end.
        return d6.pool(6).sort_pair(">", d6.pool(8).highest(6)).size()

    def turn(x, y):
        if x == 0 or y == 0:
            return (x, y)
        return icepool.map(
            lambda hx, hy: (max(0, x - hy), max(0, y - hx)), x @ own, y @ other
        )

    def b():
        return icepool.map(turn, Die([(8, 8)]), star=True, repeat=10)

    def c():
        return 8 @ d6.reroll([1], depth=1)

    return {"a": a, "b": b, "c": c}, lambda d: {
        k: v / d.denominator() for k, v in d.items()
    }


def with_dyce():
    from fractions import Fraction
    from functools import lru_cache
    from dyce import H, P, expand as cutting

    # By default, branches below one in eight million are left out.
    def expand(*what):
        return cutting(*what, min_path_probability=Fraction(0))

    d6 = H(6)
    own, other = H({0: 1, 1: 1}), H({0: 2, 1: 1})

    def a():
        def higher(x, y):
            return sum(p > q for p, q in zip(x.roll[::-1], y.roll[::-1]))

        return expand(higher, P(*[d6] * 6), P(*[d6] * 8))

    @lru_cache(None)
    def turn(x, y):
        def after(hx, hy):
            return (max(0, x - hy.outcome), max(0, y - hx.outcome))

        return expand(after, x @ own, y @ other)

    def b():
        state = H({(8, 8): 1})
        for _ in range(10):
            state = expand(
                lambda s: s.outcome if 0 in s.outcome else turn(*s.outcome), state
            )
        return state

    def c():
        return 8 @ expand(lambda r: r.h if r.outcome == 1 else r.outcome, d6)

    return {"a": a, "b": b, "c": c}, lambda d: {k: v / d.total for k, v in d.items()}


cases, law = {"icepool": with_icepool, "dyce": with_dyce}[library]()
start = time.perf_counter_ns()
answer = cases[case]()
print(time.perf_counter_ns() - start)
for value, chance in sorted(law(answer).items()):
    name = f"{value:02}" if case == "c" else str(value)
    print(f"{name}\t{chance:.15f}")
