"""Studies of many whole battles, and their results."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _copies, _engine, _given
from ._frames import Kind, frame
from ._plots import current

Progress = Callable[[int, int], None]
"""Called with the number of battles played, and the number in all."""

_PIECE_SECONDS = 0.5


@dataclass(frozen=True)
class Report:
    """Results of a study."""

    data: Mapping[str, Any] = field(repr=False, hash=False)
    """As printed by `sandtable study --json`; `sandtable schema study` gives its schema."""
    text: str = field(repr=False)
    """Text for reading."""
    html: str = field(repr=False)
    """Self-contained web page."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text)}</pre>"

    def plot(self, axes: Any = None) -> Any:
        """Draws, with matplotlib, the answers of a sweep over its values, or how often the reported
        side wins under every variant, with 95 % confidence intervals. Returns the axes."""
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
    """Draws estimates with their intervals."""
    values = [estimate["value"] for _, estimate in points]
    below = [estimate["value"] - estimate["low"] for _, estimate in points]
    above = [estimate["high"] - estimate["value"] for _, estimate in points]
    at = [x for x, _ in points]
    axes.errorbar(at, values, yerr=[below, above], marker="o", capsize=4, label=label)


class Study:
    """A study, as described by a `*.study.toml` file. The same study gives the same report, to the
    last bit, for any number of threads, parts and machines."""

    __slots__ = ("_args", "_it")

    def __init__(
        self,
        text: str,
        *,
        name: str = "study.study.toml",
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Reads a study from its text. Scenarios that it names are built in, or are among `files`,
        which maps names to texts. Without `files`, they may be on disk next to `name`."""
        self._args = (_given.text(text, "a study"), _given.text(name, "name"))
        self._it = _engine.Study(*self._args, _given.files(files), False)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Study:
        return cls(_given.read(path), name=_given.path(path))

    @property
    def progress(self) -> tuple[int, int]:
        """The number of battles played, and the number in all."""
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
        """Plays the remaining battles (at most `battles`, of part K of N) and returns the report.
        It uses all cores unless you set `threads`. Ctrl-C stops it and keeps what was played;
        `run` continues from there.

        With `ray=True` it spreads the battles over the Ray cluster that this process is connected
        to, or finds, or else over a new one on this machine; with an address
        (`ray="ray://head:10001"`), over the cluster there."""
        told = _bar if progress is True else progress or None
        if told is not None and not callable(told):
            raise TypeError("progress must be True, or a function of two numbers")
        part = _given.part(part)
        threads = _given.threads(threads)
        most = sys.maxsize if battles is None else _given.count(battles, "battles", most=sys.maxsize)
        address = None if isinstance(ray, bool) else _given.text(ray, "ray")
        if ray:
            if part != (1, 1) or threads is not None:
                raise ValueError("a cluster plays all of a study: leave `part` and `threads`")
            from .cluster import spread

            spread(self, address, battles=most, progress=told)
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
            # Aim for pieces of about the same time, so that stopping loses little.
            piece = max(1, min(int(piece * _PIECE_SECONDS / took) + 1, piece * 4))

    def keep(self, results: str | os.PathLike[str]) -> int:
        """Stores every battle in a file of results from now on, as `sandtable study` does, and adds
        the battles already in it. Returns how many those are. If this process is killed, nothing in
        the file is lost: start again with the same file, here or on another machine. Once
        everything is played, the file has the same bytes however it was played."""
        return self._it.keep(_given.path(results))[0]

    def report(self) -> Report:
        """Returns the report of all battles played so far."""
        data, text, html = self._it.report()
        return Report(json.loads(data), text, html)

    def to_frame(self, kind: Kind = "pandas") -> Any:
        """Returns a frame with one row per battle; `kind="arrow"` gives a `pyarrow.Table`, which
        you can write as Parquet or pass to any other program."""
        head, rows = self._it.rows()
        columns: dict[str, list[Any]] = {
            name: [_CELLS.get(name, str)(row[at]) for row in rows] for at, name in enumerate(head)
        }
        return frame(columns, kind)

    def results(self) -> list[str]:
        """Returns the battles as lines to take to another machine; `add` adds them there."""
        return self._it.lines()

    def add(self, lines: Iterable[str]) -> int:
        """Adds battles that were played elsewhere: lines as `results` gives them, or those of a file
        of results after its first. Returns how many of them were missing here."""
        if isinstance(lines, str) or not isinstance(lines, Iterable):
            raise TypeError("lines of results must be texts in a list")
        return self._it.add([_given.text(line, "a line of results") for line in lines])

    @property
    def fingerprint(self) -> str:
        """Identifies what is played: add only results of a study with the same fingerprint."""
        return self._it.fingerprint()

    def __reduce__(self) -> tuple[Any, ...]:
        own = _copies.state(self, Study.__slots__)
        return _again, (self._args, *self._it.texts(), self.results(), self.__class__), own

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
"""The numeric columns in a row of battles, and how to read them."""


def _again(
    args: tuple[str, str],
    texts: dict[str, str],
    copied: bool,
    lines: list[str],
    kind: type[Study] = Study,
) -> Study:
    study = kind.__new__(kind)
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
    """Plays a study to its end, a `*.study.toml` file or a `Study`, and returns its report: on this
    machine, or on a Ray cluster (see `Study.run`). With a file of `results` it continues from what
    the file contains."""
    it = source if isinstance(source, Study) else Study.open(source)
    if results is not None:
        it.keep(results)
    return it.run(threads=threads, ray=ray, progress=progress)


def _bar(done: int, every: int) -> None:
    full = 30 * done // max(every, 1)
    print(f"\r[{'#' * full}{'.' * (30 - full)}] {done} of {every} battles", end="", file=sys.stderr)
