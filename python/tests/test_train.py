"""The example that trains, in its short form."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np


def example(project: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, project / f"python/examples/{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns_in_a_short_form(project: Path) -> None:
    train = example(project, "train")
    fresh = train.train(0.0, 1, "random", say=False)
    before, of = train.test(fresh, "random", 1, 40)
    learned = train.train(20.0, 1, "random", say=False)
    assert learned.steps >= 4
    assert all(np.isfinite(weights).all() for weights in learned.weights)
    after, _ = train.test(learned, "random", 1, 40)
    # Seconds do not make a general. On a busy machine they hardly make a start.
    assert of == 40 and after >= before - 8, (before, after)
