"""Measures how a study scales over Ray workers on this machine.

    python spread.py             # one worker, then two
    python spread.py 1 2 4 8     # as many as you like
"""

from __future__ import annotations

import sys
import time

import ray
from ray.cluster_utils import Cluster

import sandtable
from sandtable.cluster import spread

STUDY = """
format = 1
title = "Pace"
scenario = "three-hit/two-hills"
players = ["greedy", "random"]
battles = {battles}
"""
BATTLES = 400


def measured(workers: int) -> tuple[float, float]:
    """Returns the seconds until all battles are played, and the share of them that workers spent
    playing."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        for _ in range(workers):
            cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        # Let the workers start and read the study before measuring.
        spread(sandtable.Study(STUDY.format(battles=8 * workers)))
        study = sandtable.Study(STUDY.format(battles=BATTLES))
        began = time.monotonic()
        played = spread(study)
        took = time.monotonic() - began
        assert study.progress == (BATTLES, BATTLES)
        return took, played / took / workers
    finally:
        ray.shutdown()
        cluster.shutdown()


def main() -> None:
    first = None
    for workers in map(int, sys.argv[1:] or ("1", "2")):
        took, share = measured(workers)
        first = first or took * workers
        print(
            f"{workers} workers: {BATTLES / took:6.1f} battles a second, {first / took:4.2f} times one"
            f" worker, who play {share:.0%} of the time",
            flush=True,
        )


if __name__ == "__main__":
    main()
