"""Checks the arguments of callers, and reads and writes the files they name. A message names the
wrong value and what would be right."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping

_LONGEST = 200
"""Most characters of a value to show in a message."""

_MOST = 8 << 20
"""Most characters of a file to read; no file of ours is longer."""


def text(value: object, what: str) -> str:
    """Returns a text, or raises a `TypeError` that says what was given instead."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{what} must be a text, not {_named(value)}")


def pair(value: object, what: str) -> tuple[str, str]:
    """Returns two texts, or raises a `TypeError`."""
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return text(value[0], what), text(value[1], what)
    raise TypeError(f"{what} must be two texts, not {_named(value)}")


def path(value: object) -> str:
    """Returns the name of a file. Refuses numbers of open files, since reading would close them."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"a file must be a text or a path, not {_named(value)}")
    name = os.fspath(value)
    if not isinstance(name, str):
        raise TypeError(f"a file must be a text or a path, not {_named(value)}")
    if "\0" in name:
        raise ValueError("the name of a file cannot hold the character 0")
    return name


def read(value: object) -> str:
    """Returns the text of a file."""
    name = path(value)
    try:
        # Devices such as /dev/zero have no end.
        with open(name, encoding="utf-8") as file:
            words = file.read(_MOST + 1)
    except UnicodeDecodeError as why:
        raise ValueError(f"`{short(name)}` is not text in UTF-8 (byte {why.start + 1})") from None
    except OSError as why:
        raise type(why)(why.errno, why.strerror, short(name)) from None
    if len(words) > _MOST:
        raise ValueError(f"`{short(name)}` is too long: a file has at most {_MOST} characters")
    return words


def write(name: str, words: str) -> None:
    """Writes a file completely, or leaves the old file as it was."""
    place = os.path.realpath(name)
    if os.path.exists(place) and not os.path.isfile(place):
        with open(place, "wb") as device:
            device.write(words.encode())
        return
    beside = f"{place}.{os.getpid()}.part"
    try:
        with open(beside, "xb") as file:
            file.write(words.encode())
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(place):
            shutil.copymode(place, beside)
        os.replace(beside, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(beside)
        raise


def house(rules: object) -> dict[str, str] | None:
    """Returns house rules as the engine reads them: names and values as texts."""
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
    """Cuts a long text in the middle."""
    if len(words) <= _LONGEST:
        return words
    half = _LONGEST // 2
    return f"{words[:half]} .. {words[-half:]}"


def _named(value: object) -> str:
    return f"{short(repr(value))} ({type(value).__name__})"
