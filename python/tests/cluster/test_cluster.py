"""Studies on a Ray cluster on this machine: a head that plays nothing, and two workers."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sandtable
from sandtable.cluster import _worker

import ray
from ray.cluster_utils import Cluster

BATTLES = 120
STUDY = f"""
format = 1
title = "Two hits"
scenario = "own.battle.toml"
players = ["random", "random"]
battles = {BATTLES}
[[variant]]
name = "As printed"
[[variant]]
name = "Two hits"
[variant.numbers]
hits_to_eliminate = 2
"""
SEARCH = """
format = 1
title = "Even"
scenario = "three-hit/two-hills"
players = ["random", "random"]
battles = 40
[sweep]
number = "hits_to_eliminate"
values = [1, 2, 3]
budget = 120
"""


STUMBLE = """
import os, sys
flag = os.environ.get("SANDTABLE_TEST_STUMBLE", "")
if "--mode=specific-server" in sys.orig_argv and os.path.exists(flag):
    os.remove(flag)
    os._exit(1)
"""
"""Runs when Python starts: while the flag file exists, the head's next server for a guest ends at
once."""


@pytest.fixture(scope="module")
def stumble(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Creates a file that makes the head fail once to seat a guest."""
    folder = tmp_path_factory.mktemp("stumble")
    (folder / "sitecustomize.py").write_text(STUMBLE)
    return folder / "flag"


@pytest.fixture(scope="module")
def cluster(stumble: Path) -> Iterator[Cluster]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["SANDTABLE_TEST_STUMBLE"] = str(stumble)
    os.environ["PYTHONPATH"] = str(stumble.parent)
    # A guest's server that ended at once is given up after twice this time: 60 seconds by default.
    os.environ["RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S"] = "15"
    head = {"num_cpus": 0, "include_dashboard": False, "ray_client_server_port": port()}
    made = Cluster(initialize_head=True, head_node_args=head)
    made.client = head["ray_client_server_port"]
    del os.environ["PYTHONPATH"], os.environ["RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S"]
    for _ in range(2):
        made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def port() -> int:
    """Returns a free port."""
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def written(folder: Path, text: str = STUDY) -> Path:
    """Writes a study in a folder, with a battle file of its own next to it."""
    folder.mkdir()
    (folder / "own.battle.toml").write_text(sandtable.scenario_text("three-hit/two-hills"))
    place = folder / "two.study.toml"
    place.write_text(text)
    return place


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Any]:
    """Returns what one thread on one machine produces: the results to the byte, and the report."""
    place = written(tmp_path_factory.mktemp("alone") / "study")
    results = place.with_name("results")
    report = sandtable.study(place, results=results, threads=1)
    return results.read_bytes(), report.data


def test_it_comes_to_the_same_bytes_though_a_worker_is_killed(
    cluster: Cluster, alone: tuple[bytes, Any], tmp_path: Path
) -> None:
    place = written(tmp_path / "study")
    results = place.with_name("results")
    study = sandtable.Study.open(place)
    assert study.keep(results) == 0
    # The study came with everything the workers need: none of them reads a file.
    (place.parent / "own.battle.toml").unlink()
    killed: list[int] = []

    def told(done: int, every: int) -> None:
        if done >= 20 and not killed:
            killed.append(done)
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
        if done >= 100 and len(killed) == 1:
            killed.append(done)
            cluster.add_node(num_cpus=1, wait=False)

    report = study.run(ray=True, progress=told)
    assert len(killed) == 2 and killed[0] < 2 * BATTLES
    assert results.read_bytes() == alone[0]
    assert report.data == alone[1]
    cluster.wait_for_nodes()


def test_it_is_stopped_and_gone_on_with_elsewhere(
    cluster: Cluster, alone: tuple[bytes, Any], tmp_path: Path
) -> None:
    place = written(tmp_path / "here")
    results = place.with_name("results")

    def told(done: int, _every: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    study = sandtable.Study.open(place)
    study.keep(results)
    with pytest.raises(KeyboardInterrupt):
        study.run(ray=True, progress=told)
    kept = study.progress[0]
    assert 30 <= kept < 2 * BATTLES
    with pytest.raises(sandtable.StudyFailed, match="another run"):
        sandtable.study(place, results=results, ray=True)
    del study
    there = written(tmp_path / "there")
    shutil.copy(results, there.with_name("results"))
    again = sandtable.Study.open(there)
    assert again.keep(there.with_name("results")) == kept
    again.run(battles=20, ray=True)
    assert again.progress[0] == kept + 20
    # Play the last of it on this machine alone: who plays a battle changes nothing.
    assert again.run(threads=1).data == alone[1]
    assert there.with_name("results").read_bytes() == alone[0]


def test_a_study_that_looks_for_a_value_is_spread_round_by_round(cluster: Cluster) -> None:
    one, many = sandtable.Study(SEARCH), sandtable.Study(SEARCH)
    assert many.run(ray=True).data == one.run(threads=1).data
    assert sorted(many.results()) == sorted(one.results())


def other(folder: Path, change: tuple[str, str, str]) -> dict[str, str]:
    """Copies the package with a text changed, for a worker to import."""
    package = folder / "sandtable"
    shutil.copytree(Path(sandtable.__file__).parent, package)
    name, old, new = change
    text = (package / name).read_text()
    assert old in text
    (package / name).write_text(text.replace(old, new))
    return {"PYTHONPATH": str(folder)}


OTHERS = {
    "another version": ("__init__.py", "import VERSION as __version__", "import VERSION\n__version__ = '0.0.9'"),
    "none": ("__init__.py", "from . import errors", "raise ImportError('no engine for this machine')"),
    "another engine of the same version": (
        "cluster.py",
        'return {"lines": lines, "seconds": time.monotonic() - began, "build": _build()}',
        'return {"lines": [lines[0].replace("orders", "turns"), *lines[1:]],'
        ' "seconds": 1.0, "build": "other"}',
    ),
}


@pytest.mark.parametrize("which", OTHERS)
def test_another_wheel_on_a_worker_is_refused_with_both_versions(
    cluster: Cluster, tmp_path: Path, which: str
) -> None:
    here = sandtable.__version__
    node = cluster.add_node(num_cpus=1, env_vars=other(tmp_path / "other", OTHERS[which]))
    try:
        # Enough battles for a worker that starts slowly to get some, too.
        long = STUDY.replace(f"battles = {BATTLES}", "battles = 100000")
        study = sandtable.Study(long, files={"own.battle.toml": own()})
        with pytest.raises(sandtable.OtherWheel) as refused:
            study.run(ray=True)
        there = {"another version": "0.0.9", "none": None}.get(which, here)
        assert (refused.value.here, refused.value.there) == (here, there)
        assert here in str(refused.value) and refused.value.host in str(refused.value)
        assert there is None or there in str(refused.value)
        # What the others played is kept, and equals what is played here.
        kept = study.results()[-4:]
        places = [(line["battle"], line["arm"]) for line in map(json.loads, kept)]
        assert study._it.played(places) == kept
    finally:
        cluster.remove_node(node)
        # Until the head notices, it may send a guest to the node that is gone.
        cluster.wait_for_nodes()


def own() -> str:
    return sandtable.scenario_text("three-hit/two-hills")


def test_a_battle_that_ends_every_worker_is_named(cluster: Cluster, monkeypatch) -> None:
    def deadly() -> Any:
        inner = _worker()

        def play(wheel: str, parcel: Any, due: list[tuple[int, int]]) -> Any:
            import os as system

            if (7, 1) in due:
                system._exit(9)
            return inner(wheel, parcel, due)

        return play

    monkeypatch.setattr("sandtable.cluster._worker", deadly)
    study = sandtable.Study(STUDY, files={"own.battle.toml": own()})
    with pytest.raises(sandtable.StudyFailed, match="battle 7 of arm 1 ended 4 workers"):
        study.run(ray=True)
    assert all('"battle":7,' not in line or '"arm":0,' in line for line in study.results())


def test_a_worker_writes_to_no_disk() -> None:
    study = sandtable.Study(STUDY, files={"own.battle.toml": own()})
    text, name = study._args
    files, copied = study._it.texts()
    parcel = {"key": study.fingerprint, "text": text, "name": name}
    parcel |= {"files": tuple(sorted(files.items())), "copied": copied}
    script = """
        import os, pickle, resource, signal, sys
        from sandtable.cluster import work
        parcel = pickle.load(sys.stdin.buffer)
        # No file may grow by a byte.
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        pickle.dump(work(parcel, [(1, 0), (1, 1)])["lines"], sys.stdout.buffer)
    """
    command = [sys.executable, "-P", "-c", textwrap.dedent(script)]
    done = subprocess.run(
        command, input=pickle.dumps(parcel), capture_output=True, cwd="/", env={}, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
    study.run(battles=2, threads=1)
    assert pickle.loads(done.stdout) == study.results()


def program(*words: str | Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [os.environ["SANDTABLE_BINARY"], "study", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_the_program_spreads_a_study(
    cluster: Cluster, alone: tuple[bytes, Any], tmp_path: Path, stumble: Path
) -> None:
    place = written(tmp_path / "study")
    results = place.with_name("two.results.jsonl")
    # The head fails to seat the first guest: the program asks again.
    stumble.touch()
    address = f"ray://127.0.0.1:{cluster.client}"
    # Interrupted in the middle, it leaves no process behind, and continues later.
    with program(place, "--cluster", address) as begun:
        until = time.monotonic() + 180
        while not results.exists() or results.read_bytes().count(b"\n") < 10:
            assert begun.poll() is None, begun.stderr.read()
            assert time.monotonic() < until, "it does not begin"
            time.sleep(0.05)
        begun.send_signal(signal.SIGKILL)
    assert not stumble.exists()
    # Nobody else may write to the file until the process that played has ended, which takes it a few
    # seconds however long Ray needs to leave.
    until = time.monotonic() + 60
    while True:
        with program(place, "--cluster", address, "--json") as again:
            try:
                said, wrong = again.communicate(timeout=180)
            finally:
                again.kill()
        if again.returncode != 4 or b"another run" not in wrong:
            break
        assert time.monotonic() < until, "who played does not end"
        time.sleep(0.2)
    assert again.returncode == 0, wrong.decode()
    assert b"are there already" in wrong
    assert results.read_bytes() == alone[0]
    assert json.loads(said) == alone[1]


def test_a_process_that_cannot_leave_ends_without_leaving() -> None:
    script = """
        import sys, time
        from sandtable.cluster import _ends_with_its_caller
        _ends_with_its_caller()
        print("waits", flush=True)
        while True:
            try:
                time.sleep(600)
            except KeyboardInterrupt:
                print("asked", flush=True)
    """
    held = subprocess.Popen(
        [sys.executable, "-P", "-c", textwrap.dedent(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert held.stdout.readline() == b"waits\n"
    said, wrong = held.communicate(timeout=60)
    assert (held.returncode, said) == (130, b"asked\n")
    assert b"what was played is kept" in wrong


def test_the_program_says_what_is_missing(tmp_path: Path) -> None:
    place = written(tmp_path / "study")
    done = subprocess.run(
        [os.environ["SANDTABLE_BINARY"], "study", place, "--cluster", f"127.0.0.1:{port()}"],
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 4, done.stderr
    assert b"there is no Ray cluster at" in done.stderr and b"did not play" in done.stderr


def test_what_the_document_shows_runs(
    cluster: Cluster, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import matplotlib

    matplotlib.use("Agg")
    study = tmp_path / "studies/three-hit/two-hits.study.toml"
    study.parent.mkdir(parents=True)
    # A shorter study with the same name.
    study.write_text(STUDY.replace("own.battle.toml", "three-hit/two-hills"))
    monkeypatch.chdir(tmp_path)
    text = (project / "docs/cluster.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, flags=re.M | re.S)
    assert len(blocks) == 2
    known: dict[str, Any] = {}
    for code in blocks:
        exec(compile(code, "cluster.md", "exec"), known)
    assert known["study"].progress == (2 * BATTLES, 2 * BATTLES)
