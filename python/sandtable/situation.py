"""Two units without a table: odds, grids, and how long until one is gone."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import _engine, _given
from ._frames import Kind, frame
from ._plots import current
from .odds import Odds, Outcome, _number


@dataclass(frozen=True)
class Course:
    """How long it takes until one of two units is gone."""

    says: str
    step: str
    mean: Fraction | float | None
    """Mean number of steps, over the fights that end."""
    rows: tuple[dict[str, Any], ...]
    """Chance to end in each step."""
    ends: tuple[Outcome, ...]
    """How it ends."""
    never: float
    """Chance that it never ends."""
    lost: float
    """Chance of what could not be followed."""

    def to_frame(self, kind: Kind = "pandas") -> Any:
        """Returns a frame with one row per step."""
        columns: dict[str, list[Any]] = {}
        for row in self.rows:
            for name, value in row.items():
                columns.setdefault(name, []).append(value)
        return frame(columns, kind)

    def plot(self, axes: Any = None) -> Any:
        """Draws bars of when it ends with matplotlib and returns the axes."""
        axes = current(axes)
        axes.bar([row["step"] for row in self.rows], [row["percent"] for row in self.rows])
        axes.set(xlabel=self.step, ylabel="per cent", title=self.says)
        return axes


@dataclass(frozen=True)
class Axis:
    """An input to vary, by its path in the situation: `target.ground`."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """One question for every combination of some inputs; the last input changes fastest."""

    title: str
    says: str
    axes: tuple[Axis, ...]
    cells: tuple[Fraction | float | None, ...]
    """None if the order is not legal."""
    why: tuple[str, ...]
    """Why there is no answer; empty if there is one."""

    def to_frame(self, kind: Kind = "pandas") -> Any:
        """Returns a frame with one row per cell: the inputs, `answer`, `why`."""
        from itertools import product

        inputs = list(product(*(axis.values for axis in self.axes)))
        columns: dict[str, list[Any]] = {
            axis.name: [row[place] for row in inputs] for place, axis in enumerate(self.axes)
        }
        return frame({**columns, "answer": list(self.cells), "why": list(self.why)}, kind)

    def plot(self, axes: Any = None) -> Any:
        """Draws one line for every value of the first of two inputs (or a single line for one
        input) over the values of the last, with matplotlib, and returns the axes. Leaves out cells
        without an answer."""
        from itertools import product

        if not 1 <= len(self.axes) <= 2:
            raise ValueError("a grid of more than two inputs has no plot: take its frame")
        axes = current(axes)
        *first, last = self.axes
        rows = list(product(*(axis.values for axis in first)))
        width = len(last.values)
        for at, row in enumerate(rows):
            cells = self.cells[at * width : (at + 1) * width]
            heights = [float("nan") if cell is None else float(cell) for cell in cells]
            axes.plot(last.values, heights, marker="o", label=", ".join(row))
        if first:
            axes.legend(title=first[0].name)
        axes.set(xlabel=last.name, title=self.title)
        return axes


class Situation:
    """Two units at a distance, under some rules, as described by a `*.situation.toml` file."""

    __slots__ = ("_it", "_text")

    def __init__(self, text: str) -> None:
        self._text = _given.text(text, "a situation")
        self._it = _engine.Situation(self._text)

    def __reduce__(self) -> tuple[type[Situation], tuple[str]]:
        # Another process reads the text again.
        return type(self), (self._text,)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Situation:
        return cls(_given.read(path))

    @property
    def view(self) -> dict[str, Any]:
        """The units, the possible orders, and the impossible ones with the reasons."""
        return json.loads(self._it.view())

    @property
    def orders(self) -> list[str]:
        """The possible orders."""
        return [order["id"] for order in self.view["orders"]]

    def odds(self, order: str | None = None, *, others: str | None = None) -> Odds:
        """Returns the odds of an order, by default of the one in the file. Raises `Refused`."""
        return Odds.of(
            self._it.odds(_given.maybe(order, "an order"), _given.maybe(others, "others"))
        )

    def until(self, *, others: str | None = None) -> Course:
        """Returns how long it takes until one of the two is gone, as its `[until]` says, or else
        turn after turn, with both shooting whenever they may."""
        view = json.loads(self._it.until(_given.maybe(others, "others")))
        mean = view["mean"]
        return Course(
            says=view["says"],
            step=view["step"],
            mean=None if mean is None else _number(mean["value"], mean["number"]),
            rows=tuple(view["rows"]),
            ends=tuple(
                Outcome(row["label"], _number(row["p"], row["percent"] / 100))
                for row in view["ends"]
            ),
            never=view["never"] / 100,
            lost=view["lost"] / 100,
        )

    def grid(self, answer: str | None = None) -> Grid:
        """Returns its grid. `answer` replaces the question that its file asks."""
        view = json.loads(self._it.grid(_given.maybe(answer, "answer")))
        return Grid(
            title=view["title"],
            says=view["says"],
            axes=tuple(Axis(a["path"], tuple(a["values"])) for a in view["axes"]),
            cells=tuple(
                None if c["number"] is None else _number(c["number"]["value"], c["number"]["number"])
                for c in view["cells"]
            ),
            why=tuple(c["why"] for c in view["cells"]),
        )

    def __repr__(self) -> str:
        view = self.view
        return f"<Situation {view['unit']} {view['range']} from {view['target']} ({view['rules']})>"

