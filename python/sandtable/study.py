"""Studies: many whole battles, and what they tell."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _engine
from .odds import _frame

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
        self._args = (text, name, None if files is None else dict(files))
        self._it = _engine.Study(*self._args)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Study:
        with open(path, encoding="utf-8") as file:
            return cls(file.read(), name=os.fspath(path))

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
        progress: bool | Progress = False,
    ) -> Report:
        """Plays what is still to be played (at most so many `battles` of part K of N), on all
        cores unless you name a number of `threads`, and tells what came of it. Ctrl-C stops it
        and keeps what was played; `run` goes on from there."""
        from time import monotonic

        told = _bar if progress is True else progress or None
        left = sys.maxsize if battles is None else battles
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
        if told is _bar:
            print(file=sys.stderr)
        return self.report()

    def report(self) -> Report:
        """What the battles tell that have been played so far."""
        data, text, html = self._it.report()
        return Report(json.loads(data), text, html)

    def to_frame(self) -> Any:
        """A pandas frame with a row for every battle."""
        head, rows = self._it.rows()
        frame = _frame({name: [row[at] for row in rows] for at, name in enumerate(head)})
        for name in ("battle", "turns", "orders", "left_a", "left_b"):
            if name in frame:
                frame[name] = frame[name].astype("int64" if name in _WHOLE else "float64")
        return frame

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
        return _again, (self._args, self.results())

    def __repr__(self) -> str:
        done, every = self.progress
        return f"<Study {self._args[1]}: {done} of {every} battles>"


_WHOLE = {"battle", "turns", "orders"}


def _again(args: tuple[str, str, dict[str, str] | None], lines: list[str]) -> Study:
    text, name, files = args
    study = Study(text, name=name, files=files)
    study.add(lines)
    return study


def _bar(done: int, every: int) -> None:
    full = 30 * done // max(every, 1)
    print(f"\r[{'#' * full}{'.' * (30 - full)}] {done} of {every} battles", end="", file=sys.stderr)
