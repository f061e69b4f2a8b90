"""Shared parts of the plots."""

from __future__ import annotations

from typing import Any


def current(axes: Any) -> Any:
    """Returns the given axes, or else matplotlib's current ones."""
    if axes is not None:
        return axes
    try:
        from matplotlib import pyplot
    except ImportError as missing:
        raise ImportError("plots need matplotlib: pip install 'sandtable[plots]'") from missing
    return pyplot.gca()
