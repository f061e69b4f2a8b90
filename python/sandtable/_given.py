"""What callers give: checked here, so that a wrong value is named with what would be right."""

from __future__ import annotations

import os
from collections.abc import Mapping

_LONGEST = 200
"""Characters of a value that a message shows."""


def text(value: object, what: str) -> str:
    """A text, or a `TypeError` that says what was given instead."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{what} must be a text, not {_named(value)}")


def path(value: object) -> str:
    """The name of a file. Numbers of open files are refused: reading would close them."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"a file must be a text or a path, not {_named(value)}")
    name = os.fspath(value)
    if not isinstance(name, str):
        raise TypeError(f"a file must be a text or a path, not {_named(value)}")
    if "\0" in name:
        raise ValueError("the name of a file cannot hold the character 0")
    return name


def read(value: object) -> str:
    """The text of a file."""
    name = path(value)
    try:
        with open(name, encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError as why:
        raise ValueError(f"`{short(name)}` is not text in UTF-8 (byte {why.start + 1})") from None
    except OSError as why:
        raise type(why)(why.errno, why.strerror, short(name)) from None


def house(rules: object) -> dict[str, str] | None:
    """House rules as the engine reads them: names and values as texts."""
    if rules is None:
        return None
    if not isinstance(rules, Mapping):
        raise TypeError(
            "house rules must be a mapping such as "
            f'{{"cavalry_fire": "all"}}, not {_named(rules)}'
        )

    def word(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    return {text(name, "the name of a house rule"): word(value) for name, value in rules.items()}


def short(words: str) -> str:
    """A text, cut in the middle where it is long."""
    if len(words) <= _LONGEST:
        return words
    half = _LONGEST // 2
    return f"{words[:half]} .. {words[-half:]}"


def _named(value: object) -> str:
    return f"{short(repr(value))} ({type(value).__name__})"
