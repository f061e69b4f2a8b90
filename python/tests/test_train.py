"""The training example, in its short form."""

from __future__ import annotations

import ast
import importlib.util
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest


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
    # A few seconds are not enough to play well, and on a busy machine barely a start.
    assert of == 40 and after >= before - 8, (before, after)


def shown(code: str, known: dict[str, object]) -> object:
    """Runs a cell as a notebook does: returns the value of its last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), known)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), known)


def test_the_notebook_runs_in_a_short_form(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("Agg")
    monkeypatch.syspath_prepend(str(project / "python/examples"))
    text = (project / "python/examples/train.ipynb").read_text(encoding="utf-8")
    book = json.loads(text)
    assert book["nbformat"] == 4
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    short = {"SECONDS = 240": "SECONDS = 2", "BATTLES = 100": "BATTLES = 4"}
    assert all(long in text for long in short)
    known: dict[str, object] = {}
    views = []
    for cell in book["cells"]:
        # Its output must not be part of the sources.
        assert not cell.get("outputs")
        if cell["cell_type"] == "code":
            code = "".join(cell["source"])
            for long, instead in short.items():
                code = code.replace(long, instead)
            views.append(shown(code, known))
    drawn = [view._repr_svg_() for view in views if hasattr(view, "_repr_svg_")]
    assert len(drawn) == 2 and drawn[0] != drawn[1]
    assert all(picture.startswith("<svg") for picture in drawn)
