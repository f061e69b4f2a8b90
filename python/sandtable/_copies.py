"""Copies of objects that hold a part of the engine: what a subclass adds to them is copied as Python
copies any object, the engine's part by the class itself."""

from __future__ import annotations

import copy
from typing import Any, TypeVar

_T = TypeVar("_T")


def state(of: object, held: tuple[str, ...]) -> Any:
    """Returns what `pickle` would keep of an object, without these attributes; None if nothing."""
    kept = of.__getstate__()
    if not (isinstance(kept, tuple) and len(kept) == 2 and isinstance(kept[1], dict)):
        return kept
    slots = {name: value for name, value in kept[1].items() if name not in held}
    return (kept[0], slots) if slots else kept[0]


def restore(to: _T, kept: Any) -> _T:
    """Gives an object what `state` returned, as `pickle` does."""
    if kept is None:
        return to
    if hasattr(to, "__setstate__"):
        to.__setstate__(kept)
        return to
    own, slots = kept if isinstance(kept, tuple) else (kept, None)
    if own:
        to.__dict__.update(own)
    for name, value in (slots or {}).items():
        setattr(to, name, value)
    return to


def deep(to: _T, of: object, held: tuple[str, ...], memo: dict[int, Any]) -> _T:
    """Gives an object deep copies of what another has beside the engine's part. They may refer to
    that object."""
    memo[id(of)] = to
    return restore(to, copy.deepcopy(state(of, held), memo))
