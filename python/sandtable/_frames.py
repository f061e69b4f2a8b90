"""Turns columns into frames of pandas, polars or Arrow."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from . import _given

Kind = Literal["pandas", "polars", "arrow"]
"""Library of the frame: `pandas.DataFrame`, `polars.DataFrame` or `pyarrow.Table`."""


def frame(columns: dict[str, list[Any]], kind: Kind = "pandas") -> Any:
    """Returns the columns as a frame. pandas keeps fractions as they are. polars and Arrow have no
    fractions and get text such as `5/12`, so that nothing is lost."""
    try:
        match kind:
            case "pandas":
                import pandas

                return pandas.DataFrame(columns)
            case "polars":
                import polars

                return polars.DataFrame(_plain(columns), strict=False)
            case "arrow":
                import pyarrow

                return pyarrow.table(_plain(columns))
    except ImportError as missing:
        says = f"such a frame needs {missing.name}: pip install 'sandtable[frames]'"
        raise ImportError(says) from missing
    raise ValueError(f"there are frames of pandas, polars and arrow, not of {_given.short(repr(kind))}")


def _plain(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Returns the columns without fractions: a column that contains any becomes text."""
    return {
        name: [None if cell is None else str(cell) for cell in cells]
        if any(isinstance(cell, Fraction) for cell in cells)
        else cells
        for name, cells in columns.items()
    }
