"""Exact odds as Python has them: fractions, frames, dice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ._frames import Kind, frame
from ._plots import current


def _number(exact: str, about: float) -> Fraction | float:
    return Fraction(exact) if exact else about


@dataclass(frozen=True)
class Outcome:
    """One thing that an order may come to."""

    says: str
    chance: Fraction | float
    """A `Fraction` where it is known exactly."""


@dataclass(frozen=True)
class Factor:
    """A number that weighs in an order, with the clause that it comes from."""

    clause: str
    title: str
    value: int


@dataclass(frozen=True)
class Odds:
    """What an order may come to."""

    outcomes: tuple[Outcome, ...]
    """Likeliest first; their chances add up to 1, less what is `lost`."""
    certain: tuple[str, ...]
    """What is certain whatever the dice say."""
    parts: Mapping[str, tuple[Outcome, ...]]
    """The same a unit at a time, by its name, where there is too much to see at once."""
    means: Mapping[str, Fraction | float]
    """Expected losses and the like."""
    factors: tuple[Factor, ...]
    lost: Fraction | float
    """Chance that was cut: of dice that are thrown again without end."""
    within: float | None
    """None when the chances are exact; else none is off by more per cent."""
    others: str
    """How choices on the way were made."""
    _view: dict[str, Any] = field(repr=False, compare=False, default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Odds:
        view = json.loads(text)

        def outcomes(rows: list[dict[str, Any]]) -> tuple[Outcome, ...]:
            return tuple(Outcome(r["label"], _number(r["p"], r["percent"] / 100)) for r in rows)

        lost = view["lost"]
        return cls(
            outcomes=outcomes(view["rows"]),
            certain=tuple(view["certain"]),
            parts={part["name"]: outcomes(part["rows"]) for part in view["parts"]},
            means={m["label"]: _number(m["value"], m["number"]) for m in view["means"]},
            factors=tuple(Factor(f["clause"], f["title"], f["value"]) for f in view["factors"]),
            lost=float(lost[6:]) if lost.startswith("about ") else Fraction(lost),
            within=view["within"],
            others=view["others"]["id"],
            _view=view,
        )

    @property
    def exact(self) -> bool:
        """Whether every chance is known exactly."""
        return self.within is None and all(
            isinstance(o.chance, Fraction) for o in self.outcomes
        )

    def chance(self, *words: str) -> Fraction | float:
        """The chance of all outcomes whose words have every one of `words` in them."""
        found = [o.chance for o in self.outcomes if all(w in o.says for w in words)]
        return sum(found, Fraction(0))

    def to_frame(self, kind: Kind = "pandas") -> Any:
        """A frame: `outcome`, `chance` (a fraction where exact; see `Kind`), `percent`."""
        return frame(
            {
                "outcome": [o.says for o in self.outcomes],
                "chance": [o.chance for o in self.outcomes],
                "percent": [float(o.chance) * 100 for o in self.outcomes],
            },
            kind,
        )

    def to_die(self) -> Any:
        """An `icepool.Die` of the outcomes in words. The odds must be exact."""
        import icepool

        if not self.exact or self.lost:
            raise ValueError("only exact odds of which nothing was cut are a die")
        whole = 1
        for outcome in self.outcomes:
            whole = _common(whole, Fraction(outcome.chance).denominator)
        sides: dict[str, int] = {}
        for outcome in self.outcomes:
            sides[outcome.says] = sides.get(outcome.says, 0) + int(outcome.chance * whole)
        return icepool.Die(sides)

    @staticmethod
    def from_die(die: Any) -> Odds:
        """The odds that an `icepool.Die` has: back from `to_die`."""
        if not hasattr(die, "denominator") or not hasattr(die, "items"):
            raise TypeError(f"an icepool.Die is needed, not a {type(die).__name__}")
        whole = die.denominator()
        outcomes = [Outcome(str(o), Fraction(q, whole)) for o, q in die.items()]
        outcomes.sort(key=lambda o: (-o.chance, o.says))
        return Odds(tuple(outcomes), (), {}, {}, (), Fraction(0), None, "stop")

    def plot(self, axes: Any = None) -> Any:
        """Bars of the outcomes with matplotlib; gives back the axes."""
        axes = current(axes)
        shown = self.outcomes[::-1]
        axes.barh([o.says for o in shown], [float(o.chance) * 100 for o in shown])
        axes.set_xlabel("per cent")
        return axes

    def __str__(self) -> str:
        lines = [*self.certain]
        lines += [f"{float(o.chance) * 100:6.2f} %  {o.says}  ({o.chance})" for o in self.outcomes]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{float(o.chance) * 100:.2f} %</td><td>{escape(o.says)}</td>"
            f"<td>{o.chance}</td></tr>"
            for o in self.outcomes
        )
        head = "".join(f"<p>{escape(line)}</p>" for line in self.certain)
        return f"{head}<table>{rows}</table>"


def _common(a: int, b: int) -> int:
    from math import lcm

    return lcm(a, b)
