"""Studies: many whole battles, and what they tell."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _engine, _given
from ._frames import Kind, frame
from ._plots import current

Progress = Callable[[int, int], None]
"""Told how many battles are played of how many."""

_PIECE_SECONDS = 0.5


@dataclass(frozen=True)
class Report:
    """What the battles of a study tell."""

    data: Mapping[str, Any] = field(repr=False, hash=False)
    """As `sandtable study --json` prints it; its schema is `sandtable schema study`."""
    text: str = field(repr=False)
    """For reading."""
    html: str = field(repr=False)
    """A page that needs nothing else."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text)}</pre>"

    def plot(self, axes: Any = None) -> Any:
        """With matplotlib, the answers of a sweep over its values, or how often the told side
        wins under every variant, with the intervals that hold in 95 of 100 studies; gives back
        the axes."""
        axes = current(axes)
        sweeps = self.data["sweep"]
        for sweep in sweeps:
            points = [(p["x"], p["answer"]) for p in sweep["points"]]
            _bars(axes, points, sweep["scenario"])
            axes.set(xlabel=sweep["number"], ylabel=sweep["answer"])
        if not sweeps:
            for scenario in self.data["scenarios"]:
                side = scenario["sides"].index(scenario["side"])
                arms = [(arm["variant"], arm["wins"][side]) for arm in scenario["arms"]]
                _bars(axes, arms, f"{scenario['side']} in {scenario['title']}")
            axes.set_ylabel("battles won, per cent")
        axes.set_title(self.data["title"])
        axes.legend()
        return axes


def _bars(axes: Any, points: list[tuple[Any, Mapping[str, float]]], label: str) -> None:
    """Estimates with their intervals."""
    values = [estimate["value"] for _, estimate in points]
    below = [estimate["value"] - estimate["low"] for _, estimate in points]
    above = [estimate["high"] - estimate["value"] for _, estimate in points]
    at = [x for x, _ in points]
    axes.errorbar(at, values, yerr=[below, above], marker="o", capsize=4, label=label)


class Study:
    """A study, as a `*.study.toml` file says it. The same study gives the same report, to the
    last bit, for any number of threads, of pieces and of machines."""

    __slots__ = ("_args", "_it")

    def __init__(
        self,
        text: str,
        *,
        name: str = "study.study.toml",
        files: Mapping[str, str] | None = None,
    ) -> None:
        """From its text; scenarios that it names ship, or are among `files`, texts by their
        names. Without `files` they may lie on the disk beside `name`."""
        self._args = (text, name)
        self._it = _engine.Study(text, name, None if files is None else dict(files), False)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Study:
        return cls(_given.read(path), name=_given.path(path))

    @property
    def progress(self) -> tuple[int, int]:
        """How many battles are played, and how many there are."""
        return self._it.progress()

    def run(
        self,
        *,
        battles: int | None = None,
        part: tuple[int, int] = (1, 1),
        threads: int | None = None,
        ray: bool | str = False,
        progress: bool | Progress = False,
    ) -> Report:
        """Plays what is still to be played (at most so many `battles` of part K of N), on all
        cores unless you name a number of `threads`, and tells what came of it. Ctrl-C stops it
        and keeps what was played; `run` goes on from there.

        With `ray=True` the battles are spread over the Ray cluster that this process is
        connected to, or finds, or else over a new one on this machine; with an address
        (`ray="ray://head:10001"`) over that one."""
        told = _bar if progress is True else progress or None
        most = sys.maxsize if battles is None else battles
        if ray:
            if part != (1, 1) or threads is not None:
                raise ValueError("a cluster plays all of a study: leave `part` and `threads`")
            from .cluster import spread

            spread(self, None if ray is True else ray, battles=most, progress=told)
        else:
            self._play(most, part, threads, told)
        if told is _bar:
            print(file=sys.stderr)
        done, every = self.progress
        if done == every:
            self._it.settle()
        return self.report()

    def _play(
        self, left: int, part: tuple[int, int], threads: int | None, told: Progress | None
    ) -> None:
        """Plays on this machine."""
        from time import monotonic

        piece = 1
        before = self.progress[0]
        while left > 0:
            start = monotonic()
            done, every = self._it.play(min(piece, left), part, threads)
            took = max(monotonic() - start, 1e-6)
            if told:
                told(done, every)
            if done == before:
                break
            left -= done - before
            before = done
            # Pieces of about the same time, so that little is lost when somebody stops it.
            piece = max(1, min(int(piece * _PIECE_SECONDS / took) + 1, piece * 4))

    def keep(self, results: str | os.PathLike[str]) -> int:
        """Keeps every battle in a file of results from now on, as `sandtable study` does, and
        takes those that it has; how many they are. Nothing that is in the file is lost if this
        process is killed: start again with the same file, here or on another machine. When all
        is played the file has the same bytes however it was played."""
        return self._it.keep(_given.path(results))[0]

    def report(self) -> Report:
        """What the battles tell that have been played so far."""
        data, text, html = self._it.report()
        return Report(json.loads(data), text, html)

    def to_frame(self, kind: Kind = "pandas") -> Any:
        """A frame with a row for every battle; `kind="arrow"` gives a `pyarrow.Table`, to be
        written as Parquet or read by any other program."""
        head, rows = self._it.rows()
        columns: dict[str, list[Any]] = {
            name: [_CELLS.get(name, str)(row[at]) for row in rows] for at, name in enumerate(head)
        }
        return frame(columns, kind)

    def results(self) -> list[str]:
        """The battles as lines, to be taken to another machine: `add` takes them there."""
        return self._it.lines()

    def add(self, lines: Iterable[str]) -> int:
        """Takes battles that were played elsewhere; how many of them were missing here."""
        return self._it.add(list(lines))

    @property
    def fingerprint(self) -> str:
        """What is played, in one word: add only results of a study with the same."""
        return self._it.fingerprint()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _again, (self._args, *self._it.texts(), self.results())

    def __repr__(self) -> str:
        done, every = self.progress
        return f"<Study {self._args[1]}: {done} of {every} battles>"


def _float(cell: str) -> float | None:
    return float(cell) if cell else None


_CELLS: dict[str, Callable[[str], Any]] = {
    "battle": int,
    "turns": int,
    "orders": int,
    "left_a": _float,
    "left_b": _float,
    "luck_a": _float,
}
"""What is a number in a row of battles, and how it is read."""


def _again(
    args: tuple[str, str], texts: dict[str, str], copied: bool, lines: list[str]
) -> Study:
    study = Study.__new__(Study)
    study._args = args
    study._it = _engine.Study(*args, texts, copied)
    study.add(lines)
    return study


def study(
    source: str | os.PathLike[str] | Study,
    *,
    results: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    ray: bool | str = False,
    progress: bool | Progress = False,
) -> Report:
    """Plays a study to its end, a `*.study.toml` file or one at hand, and tells what came of
    it: on this machine, or over a Ray cluster (see `Study.run`). With a file of `results` it
    goes on from what the file has."""
    it = source if isinstance(source, Study) else Study.open(source)
    if results is not None:
        it.keep(results)
    return it.run(threads=threads, ray=ray, progress=progress)


def _bar(done: int, every: int) -> None:
    full = 30 * done // max(every, 1)
    print(f"\r[{'#' * full}{'.' * (30 - full)}] {done} of {every} battles", end="", file=sys.stderr)
