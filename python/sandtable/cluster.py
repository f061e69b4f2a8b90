"""Plays studies on a Ray cluster.

A study consists of battles that depend only on its seed and their numbers, so they can be played
anywhere and in any order: the results are the same to the last bit for any number of workers.
This machine deals the battles out in pieces of a few seconds and writes the results. Workers need
only the wheel, no files and no disk. If a worker dies, its pieces are dealt out again.

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
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from . import _engine, _given
from .errors import FlawedFile, OtherWheel, SandtableError, StudyFailed
from .studies import Progress, Study, _again, _bar

Due = tuple[int, int]
"""A battle to be played: its number, and the index of its arm."""

_SECONDS = 2.0
"""How long a piece should take. The cluster's own work on it takes milliseconds, and a worker that
dies loses no more than this."""
_MOST = 1000
"""Most battles in a piece."""
_AHEAD = 4096
"""Most battles to fetch from the study at once."""
_TRIES = 4
"""Number of times that a battle may kill its worker."""
_LOOK = 5.0
"""Seconds between checks of how many processors the cluster has."""
_REACH = 10.0
"""Seconds in which a cluster has to answer."""
_PAUSES = (1.0, 5.0)
"""Seconds before asking a cluster again that could not seat a guest."""
_LONELY = 60.0
"""Seconds without a processor before a warning."""
_LEAVE = 5.0
"""Seconds to leave a cluster in after the caller has ended."""
_STOPPED = "stopped; what was played is kept, start it again to go on"


@dataclass
class _Piece:
    """Some battles for one worker to play."""

    due: list[Due]
    tries: int = 0
    """How often the piece was lost."""


@dataclass
class _Pace:
    """Average duration of the battles played so far."""

    seconds: float = 0.0
    battles: int = 0

    def size(self) -> int:
        """Returns how many battles take about as long as a piece should."""
        if not self.battles:
            return 1
        return max(1, min(_MOST, int(_SECONDS * self.battles / max(self.seconds, 1e-6))))


@functools.cache
def _build() -> str:
    """Returns a hash of the compiled engine."""
    with open(_engine.__file__, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


@functools.lru_cache(maxsize=4)
def _read(key: str, text: str, name: str, files: tuple[tuple[str, str], ...], copied: bool) -> Study:
    """Reads a study on a worker, once rather than for every piece."""
    return _again((text, name), dict(files), copied, [])


def work(parcel: dict[str, Any], due: list[Due]) -> dict[str, Any]:
    """Does a worker's job: plays some battles of a study that came as texts, and writes nothing to
    any disk."""
    study = _read(*(parcel[part] for part in ("key", "text", "name", "files", "copied")))
    if study.fingerprint != parcel["key"]:
        return {"other": study.fingerprint}
    began = time.monotonic()
    lines = study._it.played(due)
    return {"lines": lines, "seconds": time.monotonic() - began, "build": _build()}


def _worker() -> Callable[[str, dict[str, Any], list[Due]], dict[str, Any]]:
    """Returns the function that is sent to workers. It is defined inside a function so that it is
    sent whole: a worker with another wheel, or none, must say so instead of failing to load it."""

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
    """Fails early if nobody listens at the address: Ray itself keeps trying for many minutes."""
    import socket

    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACH).close()
    except OSError as why:
        raise StudyFailed(
            f"there is no Ray cluster at {_given.short(address or '')}: {_given.short(str(why))}"
        ) from why


def _join(ray: Any, address: str | None, told: dict[str, Any]) -> None:
    """Connects, and asks again if the head cannot seat a guest just now: if it lost a node a moment
    ago, it may still count on that node."""
    for pause in (*_PAUSES, None):
        try:
            ray.init(address=address, **told)
            return
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as why:
            if isinstance(why, ConnectionError) and pause is not None:
                time.sleep(pause)
                continue
            where = address or os.environ.get("RAY_ADDRESS", "this machine")
            # Ray quotes its own trace; the last line says what went wrong.
            says = (str(why).strip() or type(why).__name__).splitlines()[-1].strip()
            raise StudyFailed(
                f"the Ray cluster at {_given.short(where)} cannot be used: {_given.short(says)}"
            ) from why


@contextmanager
def _connected(address: str | None) -> Iterator[Any]:
    """Yields Ray, connected, and then restores the previous state."""
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
    """Deals out a study, and collects the results."""

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
    """Engines that play exactly as this one does."""
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
            # Keep also what has already come back.
            self.take(len(self.out), 0)
            raise
        finally:
            self.stop()

    def look(self) -> None:
        """Checks how many processors there are: machines come and go."""
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
        """Hands out pieces until every processor has one, and another waiting."""
        while len(self.out) < 2 * max(self.slots, 1):
            piece = self.again.popleft() if self.again else self.cut()
            if piece is None:
                return
            ref = self.play.remote(_engine.VERSION, self.parcel, piece.due)
            self.out[ref] = piece

    def cut(self) -> _Piece | None:
        """Returns the next piece, or None if nothing can be played now."""
        if not self.waiting:
            self.fetch()
        # Towards the end, pieces get smaller so that all workers finish together.
        share = -(-len(self.waiting) // (2 * max(self.slots, 1)))
        size = min(self.pace.size(), share, len(self.waiting))
        if not size:
            return None
        return _Piece([self.waiting.popleft() for _ in range(size)])

    def fetch(self) -> None:
        """Fetches battles that can be played now and are not already being played."""
        pieces = [*self.out.values(), *self.again]
        busy = {due for piece in pieces for due in piece.due}
        most = min(self.left - len(busy), _AHEAD)
        if most > 0:
            free = (due for due in self.study._it.due(len(busy) + most) if due not in busy)
            self.waiting.extend(list(free)[:most])

    def take(self, count: int, patience: float) -> None:
        """Waits until this many pieces are back, and adds them."""
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
        """Handles a piece whose worker died: others play it. If that happens again, its battles are
        played one by one, to find the battle that kills its workers."""
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
        """Refuses results from another engine."""
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
            # The same version, built elsewhere, must play exactly as this one does.
            if self.study._it.played(piece.due[:1]) != came["lines"][:1]:
                says = f"{where} has another sandtable {there} than this {here}: it plays otherwise"
                raise OtherWheel(says, more)
            self.known.add(came["build"])

    def add(self, piece: _Piece, came: dict[str, Any]) -> None:
        """Adds the results."""
        self.study.add(came["lines"])
        self.left -= len(piece.due)
        self.pace.seconds += came["seconds"]
        self.pace.battles += len(piece.due)
        if self.told:
            self.told(*self.study.progress)

    def stop(self) -> None:
        """Cancels what is still being played."""
        for ref in self.out:
            self.ray.cancel(ref, recursive=False)


def spread(
    study: Study,
    address: str | None = None,
    *,
    battles: int = sys.maxsize,
    progress: Progress | None = None,
) -> float:
    """Plays the remaining battles of a study, at most `battles`, on a Ray cluster: the one this
    process is connected to, or else the one at the address (`auto`, `host:port`,
    `ray://host:port`), or else what `ray.init` finds or starts. Raises `OtherWheel` if a machine
    has another engine, and `StudyFailed` if the cluster cannot play the study; battles already
    played are kept. Returns the total seconds that workers spent playing.
    """
    if progress:
        progress(*study.progress)
    with _connected(address) as ray:
        dealer = _Dealer(study, ray, battles, progress)
        dealer.run()
        return dealer.pace.seconds


def _beside(study: str, end: str) -> str:
    """Returns the name of a file next to a study, as `sandtable study` names it."""
    return study.removesuffix(".study.toml") + end


def _ends_with_its_caller() -> None:
    """Makes this process stop once, as with Ctrl-C, when the other end of its standard input
    closes. Ray may need minutes to leave a busy cluster, and as long as this process lives, it
    keeps the results file: after a few seconds, it ends without leaving. The file has every battle
    that came back, and the cluster drops a guest who is gone."""
    import _thread
    import signal
    import threading

    def once(_number: int, _frame: object) -> None:
        # Ctrl-C reaches this process and its caller, who then ends too.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, once)

    def wait() -> None:
        while sys.stdin.buffer.raw.read(64):
            pass
        if hasattr(signal, "pthread_kill"):
            # Unlike `interrupt_main`, a signal also wakes a process that waits.
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        else:
            _thread.interrupt_main()
        time.sleep(_LEAVE)
        with suppress(OSError):
            os.write(2, f"{_STOPPED}\n".encode())
        os._exit(130)

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
        print(_STOPPED, file=sys.stderr)
        return 130
    played, took = study.progress[0] - before, time.monotonic() - began
    if played and not asked.quiet:
        print(f"{played} battles in {took:.1f} s, {played / took:.1f} a second", file=sys.stderr)
    if asked.html:
        _given.write(_given.path(asked.html), report.html)
    if not asked.program:
        print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
