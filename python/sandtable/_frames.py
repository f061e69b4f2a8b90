"""Columns as frames of pandas, polars or Arrow, whichever somebody has."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

Kind = Literal["pandas", "polars", "arrow"]
"""Whose frame it is to be: `pandas.DataFrame`, `polars.DataFrame`, `pyarrow.Table`."""


def frame(columns: dict[str, list[Any]], kind: Kind = "pandas") -> Any:
    """The columns as a frame. pandas keeps fractions as they are; polars and Arrow know none and
    get them as text, `5/12`, so that nothing is lost."""
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
    raise ValueError(f"there are frames of pandas, polars and arrow, not of {kind!r}")


def _plain(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The same without fractions: a column that has any is text."""
    return {
        name: [None if cell is None else str(cell) for cell in cells]
        if any(isinstance(cell, Fraction) for cell in cells)
        else cells
        for name, cells in columns.items()
    }
