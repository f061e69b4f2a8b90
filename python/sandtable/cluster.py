"""Studies spread over a Ray cluster.

A study falls into battles that depend on nothing but its seed and their numbers, so they may be
played anywhere and in any order: what comes of them is the same to the last bit for any number
of workers. This machine deals them out in pieces of some seconds and writes what comes back;
workers need the wheel and nothing else, no files and no disk. Pieces of a worker that died are
dealt out again.

    python -m sandtable.cluster FILE --address ray://head:10001
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from . import _engine
from .errors import FlawedFile, OtherWheel, SandtableError, StudyFailed
from .studies import Progress, Study, _again, _bar

Due = tuple[int, int]
"""A battle that is to be played: its number, and the place of its arm."""

_SECONDS = 2.0
"""How long a piece is to take: the cluster's own work on it takes milliseconds, and no more
than this is lost with a worker."""
_MOST = 1000
"""Battles in a piece."""
_AHEAD = 4096
"""Battles that are fetched from the study at once."""
_TRIES = 4
"""How often a battle may end its worker."""
_LOOK = 5.0
"""Seconds between looks at how many processors the cluster has."""
_REACH = 10.0
"""Seconds in which a cluster has to answer."""
_PAUSES = (1.0, 5.0)
"""Seconds before a cluster that could not seat a guest is asked again."""
_LONELY = 60.0
"""After so many seconds without a processor it says so."""


@dataclass
class _Piece:
    """Some battles that one worker plays."""

    due: list[Due]
    tries: int = 0
    """How often it was lost."""


@dataclass
class _Pace:
    """How long battles take, as far as they were played."""

    seconds: float = 0.0
    battles: int = 0

    def size(self) -> int:
        """How many battles take about as long as a piece is to take."""
        if not self.battles:
            return 1
        return max(1, min(_MOST, int(_SECONDS * self.battles / max(self.seconds, 1e-6))))


@functools.cache
def _build() -> str:
    """What the compiled engine is, to the byte."""
    with open(_engine.__file__, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


@functools.lru_cache(maxsize=4)
def _read(key: str, text: str, name: str, files: tuple[tuple[str, str], ...], copied: bool) -> Study:
    """A study on a worker: read once, not for every piece."""
    return _again((text, name), dict(files), copied, [])


def work(parcel: dict[str, Any], due: list[Due]) -> dict[str, Any]:
    """What a worker does: plays some battles of a study that came as texts, and writes nothing
    to any disk."""
    study = _read(*(parcel[part] for part in ("key", "text", "name", "files", "copied")))
    if study.fingerprint != parcel["key"]:
        return {"other": study.fingerprint}
    began = time.monotonic()
    lines = study._it.played(due)
    return {"lines": lines, "seconds": time.monotonic() - began, "build": _build()}


def _worker() -> Callable[[str, dict[str, Any], list[Due]], dict[str, Any]]:
    """The function that travels. It is made here, in a function, so that it travels whole: a
    worker with another wheel, or none, is to say so rather than to fail in reading it."""

    def play(wheel: str, parcel: dict[str, Any], due: list[Due]) -> dict[str, Any]:
        import socket

        host = socket.gethostname()
        try:
            import sandtable

            if sandtable.__version__ != wheel:
                return {"host": host, "wheel": sandtable.__version__}
            from sandtable.cluster import work
        except ImportError as missing:
            return {"host": host, "wheel": None, "says": str(missing)}
        return {"host": host, "wheel": wheel, **work(parcel, due)}

    return play


def _reachable(address: str | None) -> None:
    """Fails soon where nobody listens: Ray itself goes on asking for many minutes."""
    import socket

    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACH).close()
    except OSError as why:
        raise StudyFailed(f"there is no Ray cluster at {address}: {why}") from why


def _join(ray: Any, address: str | None, told: dict[str, Any]) -> None:
    """Connects, asking again where the head cannot seat a guest just now: one that lost a
    node a moment ago may still count on that node."""
    for pause in (*_PAUSES, None):
        try:
            ray.init(address=address, **told)
            return
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as why:
            if isinstance(why, ConnectionError) and pause is not None:
                time.sleep(pause)
                continue
            where = address or os.environ.get("RAY_ADDRESS", "this machine")
            # Ray quotes its own trace; what went wrong is the last line of it.
            says = (str(why).strip() or type(why).__name__).splitlines()[-1].strip()
            raise StudyFailed(f"the Ray cluster at {where} cannot be used: {says}") from why


@contextmanager
def _connected(address: str | None) -> Iterator[Any]:
    """Ray, connected; left as it was found."""
    try:
        import ray
    except ImportError as missing:
        raise ImportError("a cluster needs Ray: pip install 'sandtable[cluster]'") from missing
    if ray.is_initialized():
        yield ray
        return
    _reachable(address or os.environ.get("RAY_ADDRESS"))
    told: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None and "RAY_ADDRESS" not in os.environ:
        told["include_dashboard"] = False
    _join(ray, address, told)
    try:
        yield ray
    finally:
        ray.shutdown()


@dataclass
class _Dealer:
    """Deals a study out, and takes in what comes back."""

    study: Study
    ray: Any
    left: int
    told: Progress | None
    waiting: deque[Due] = field(default_factory=deque)
    again: deque[_Piece] = field(default_factory=deque)
    """Pieces whose worker died."""
    out: dict[Any, _Piece] = field(default_factory=dict)
    pace: _Pace = field(default_factory=_Pace)
    known: set[str] = field(default_factory=lambda: {_build()})
    """Engines that play as this one does."""
    slots: int = 0
    looked: float = float("-inf")
    lonely: float | None = None

    def __post_init__(self) -> None:
        text, name = self.study._args
        files, copied = self.study._it.texts()
        parcel = {
            "key": self.study.fingerprint,
            "text": text,
            "name": name,
            "files": tuple(sorted(files.items())),
            "copied": copied,
        }
        self.parcel = self.ray.put(parcel)
        remote = self.ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")
        self.play = remote(_worker())

    def run(self) -> None:
        """Plays until nothing is left."""
        try:
            while True:
                self.look()
                self.deal()
                if not self.out:
                    return
                self.take(1, _LOOK)
        except KeyboardInterrupt:
            # What is back already is kept too.
            self.take(len(self.out), 0)
            raise
        finally:
            self.stop()

    def look(self) -> None:
        """Sees how many processors there are: machines come and go."""
        now = time.monotonic()
        if now - self.looked < _LOOK:
            return
        self.looked = now
        self.slots = int(self.ray.cluster_resources().get("CPU", 0))
        if self.slots:
            self.lonely = None
        elif self.lonely is None:
            self.lonely = now
        elif now - self.lonely > _LONELY:
            warnings.warn("the cluster has no processors; the study waits", stacklevel=2)
            self.lonely = float("inf")

    def deal(self) -> None:
        """Hands out pieces until every processor has one, and another that waits."""
        while len(self.out) < 2 * max(self.slots, 1):
            piece = self.again.popleft() if self.again else self.cut()
            if piece is None:
                return
            ref = self.play.remote(_engine.VERSION, self.parcel, piece.due)
            self.out[ref] = piece

    def cut(self) -> _Piece | None:
        """The next piece; none when nothing can be played now."""
        if not self.waiting:
            self.fetch()
        # Towards the end pieces get smaller, so that all workers end together.
        share = -(-len(self.waiting) // (2 * max(self.slots, 1)))
        size = min(self.pace.size(), share, len(self.waiting))
        if not size:
            return None
        return _Piece([self.waiting.popleft() for _ in range(size)])

    def fetch(self) -> None:
        """What can be played now and is not being played already."""
        pieces = [*self.out.values(), *self.again]
        busy = {due for piece in pieces for due in piece.due}
        most = min(self.left - len(busy), _AHEAD)
        if most > 0:
            free = (due for due in self.study._it.due(len(busy) + most) if due not in busy)
            self.waiting.extend(list(free)[:most])

    def take(self, count: int, patience: float) -> None:
        """Waits until so many pieces are back, and adds them."""
        if not self.out:
            return
        ready, _ = self.ray.wait(list(self.out), num_returns=count, timeout=patience)
        for ref in ready:
            piece = self.out.pop(ref)
            try:
                came = self.ray.get(ref)
            except self.ray.exceptions.RayTaskError as why:
                cause = getattr(why, "cause", None)
                raise cause if isinstance(cause, SandtableError) else StudyFailed(str(why)) from why
            except self.ray.exceptions.RayError as why:
                self.lost(piece, why)
                continue
            self.check(piece, came)
            self.add(piece, came)

    def lost(self, piece: _Piece, why: Exception) -> None:
        """A worker died over a piece: others play it. Where that happens again its battles are
        played one by one, so that one of them which no worker survives is found."""
        piece.tries += 1
        self.looked = float("-inf")
        if piece.tries == 1:
            self.again.append(piece)
        elif len(piece.due) > 1:
            self.again.extend(_Piece([due], 1) for due in piece.due)
        elif piece.tries < _TRIES:
            self.again.append(piece)
        else:
            battle, arm = piece.due[0]
            raise StudyFailed(
                f"battle {battle} of arm {arm} ended {piece.tries} workers; the last time: {why}"
            )

    def check(self, piece: _Piece, came: dict[str, Any]) -> None:
        """Refuses what another engine played."""
        here, there = _engine.VERSION, came["wheel"]
        more = json.dumps({"here": here, "there": there, "host": came["host"]})
        where = f"{came['host']}, a machine of the cluster,"
        if there is None:
            says = f"{where} has no usable wheel of sandtable; here is {here}: {came['says']}"
            raise OtherWheel(says, more)
        if there != here:
            raise OtherWheel(f"{where} has sandtable {there}, here is {here}: install one", more)
        if "other" in came:
            says = f"{where} has another sandtable {there} than this {here}: it reads another study"
            raise OtherWheel(says, more)
        if came["build"] not in self.known:
            # The same version, built elsewhere: it has to play as this one does.
            if self.study._it.played(piece.due[:1]) != came["lines"][:1]:
                says = f"{where} has another sandtable {there} than this {here}: it plays otherwise"
                raise OtherWheel(says, more)
            self.known.add(came["build"])

    def add(self, piece: _Piece, came: dict[str, Any]) -> None:
        """Keeps what was played."""
        self.study.add(came["lines"])
        self.left -= len(piece.due)
        self.pace.seconds += came["seconds"]
        self.pace.battles += len(piece.due)
        if self.told:
            self.told(*self.study.progress)

    def stop(self) -> None:
        """Nobody waits any more for what is still being played."""
        for ref in self.out:
            self.ray.cancel(ref, recursive=False)


def spread(
    study: Study,
    address: str | None = None,
    *,
    battles: int = sys.maxsize,
    progress: Progress | None = None,
) -> float:
    """Plays what is still to be played of a study, at most so many `battles`, on a Ray cluster:
    the one this process is connected to, else that at the address (`auto`, `host:port`,
    `ray://host:port`), else what `ray.init` finds or starts. Raises `OtherWheel` where a machine
    has another engine, `StudyFailed` where the cluster cannot play it; what was played is kept.
    Gives back how many seconds workers spent playing, all added up.
    """
    if progress:
        progress(*study.progress)
    with _connected(address) as ray:
        dealer = _Dealer(study, ray, battles, progress)
        dealer.run()
        return dealer.pace.seconds


def _beside(study: str, end: str) -> str:
    """A file beside a study, of its name: as `sandtable study` calls it."""
    return study.removesuffix(".study.toml") + end


def _ends_with_its_caller() -> None:
    """Stops as Ctrl-C does, once, when nobody holds the other end of what we read from."""
    import _thread
    import signal
    import threading

    def once(_number: int, _frame: object) -> None:
        # Ctrl-C comes to us and to our caller, who then ends too.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, once)

    def wait() -> None:
        while sys.stdin.buffer.raw.read(64):
            pass
        _thread.interrupt_main()

    threading.Thread(target=wait, daemon=True).start()


def main() -> int:
    options = argparse.ArgumentParser(
        prog="python -m sandtable.cluster", description="Plays a study over a Ray cluster."
    )
    options.add_argument("study", help="a *.study.toml file")
    options.add_argument("--address", help="auto, HOST:PORT or ray://HOST:PORT")
    options.add_argument("--results", help="the file that keeps the battles")
    options.add_argument("--html", help="the report as a page")
    options.add_argument("--quiet", action="store_true", help="show no progress")
    options.add_argument("--program", metavar="VERSION", help="the program that reads the results")
    asked = options.parse_args()
    if asked.program:
        if asked.program != _engine.VERSION:
            print(
                f"the program is sandtable {asked.program}, the wheel of {sys.executable} is"
                f" {_engine.VERSION}: install one",
                file=sys.stderr,
            )
            return 4
        _ends_with_its_caller()
    began = time.monotonic()
    try:
        study = Study.open(asked.study)
        before = study.keep(asked.results or _beside(asked.study, ".results.jsonl"))
        shown = not asked.quiet and sys.stderr.isatty()
        report = study.run(ray=asked.address or True, progress=_bar if shown else False)
    except FlawedFile as why:
        print(why, file=sys.stderr)
        return 3
    except (SandtableError, OSError, ImportError) as why:
        print(why, file=sys.stderr)
        return 4
    except KeyboardInterrupt:
        print("stopped; what was played is kept, start it again to go on", file=sys.stderr)
        return 130
    played, took = study.progress[0] - before, time.monotonic() - began
    if played and not asked.quiet:
        print(f"{played} battles in {took:.1f} s, {played / took:.1f} a second", file=sys.stderr)
    if asked.html:
        with open(asked.html, "w", encoding="utf-8") as file:
            file.write(report.html)
    if not asked.program:
        print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
