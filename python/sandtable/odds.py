"""Exact odds in Python: fractions, frames, dice."""

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
    """One possible result of an order."""

    says: str
    chance: Fraction | float
    """A `Fraction` if it is known exactly."""


@dataclass(frozen=True)
class Factor:
    """A number that affects an order, with the clause that it comes from."""

    clause: str
    title: str
    value: int


@dataclass(frozen=True)
class Odds:
    """The possible results of an order."""

    outcomes: tuple[Outcome, ...]
    """The likeliest first; their chances add up to 1, minus `lost`."""
    certain: tuple[str, ...]
    """Results that are certain whatever the dice."""
    parts: Mapping[str, tuple[Outcome, ...]]
    """The same per unit, by its name, if there is too much to see at once."""
    means: Mapping[str, Fraction | float]
    """Expected losses and the like."""
    factors: tuple[Factor, ...]
    lost: Fraction | float
    """Chance left out, of dice that may be rolled again endlessly."""
    within: float | None
    """None if the chances are exact; otherwise the most percent by which any of them may be off."""
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
        """Returns the chance of all outcomes that contain every one of `words`."""
        found = [o.chance for o in self.outcomes if all(w in o.says for w in words)]
        return sum(found, Fraction(0))

    def to_frame(self, kind: Kind = "pandas") -> Any:
        """Returns a frame: `outcome`, `chance` (a fraction if exact; see `Kind`), `percent`."""
        return frame(
            {
                "outcome": [o.says for o in self.outcomes],
                "chance": [o.chance for o in self.outcomes],
                "percent": [float(o.chance) * 100 for o in self.outcomes],
            },
            kind,
        )

    def to_die(self) -> Any:
        """Returns an `icepool.Die` of the outcomes in words. The odds must be exact."""
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
        """Returns the odds of an `icepool.Die`: the reverse of `to_die`."""
        if not hasattr(die, "denominator") or not hasattr(die, "items"):
            raise TypeError(f"an icepool.Die is needed, not a {type(die).__name__}")
        whole = die.denominator()
        outcomes = [Outcome(str(o), Fraction(q, whole)) for o, q in die.items()]
        outcomes.sort(key=lambda o: (-o.chance, o.says))
        return Odds(tuple(outcomes), (), {}, {}, (), Fraction(0), None, "stop")

    def plot(self, axes: Any = None) -> Any:
        """Draws bars of the outcomes with matplotlib and returns the axes."""
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
