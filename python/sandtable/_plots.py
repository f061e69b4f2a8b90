"""What the plots share."""

from __future__ import annotations

from typing import Any


def current(axes: Any) -> Any:
    """The axes somebody named, or those that matplotlib draws on."""
    if axes is not None:
        return axes
    try:
        from matplotlib import pyplot
    except ImportError as missing:
        raise ImportError("plots need matplotlib: pip install 'sandtable[plots]'") from missing
    return pyplot.gca()
