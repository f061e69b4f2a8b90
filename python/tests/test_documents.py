"""Runs the Python code in the documents: all blocks of a document, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sandtable

# Shorten what takes long; the code is otherwise the same.
SHORTER = [
    ("seeds=10_000", "seeds=4"),
    ("progress=True", "progress=False, part=(1, 400)"),
]


def blocks(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text, flags=re.M | re.S)



@pytest.mark.parametrize("name", ["docs/python.md"])
def test_blocks_of_a_document_run(name: str, project: Path, monkeypatch, tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("icepool")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    for shipped in ("situations", "studies"):
        (tmp_path / shipped).symlink_to(project / shipped)
    monkeypatch.chdir(tmp_path)
    found = blocks((project / name).read_text(encoding="utf-8"))
    assert len(found) >= 4
    known: dict[str, object] = {"sandtable": sandtable}
    for code in found:
        for long, short in SHORTER:
            code = code.replace(long, short)
        exec(compile(code, name, "exec"), known)
