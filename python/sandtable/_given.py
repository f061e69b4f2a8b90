"""Checks the arguments of callers, and reads and writes the files they name. A message names the
wrong value and what would be right."""

from __future__ import annotations

import contextlib
import operator
import os
import shutil
from collections.abc import Mapping
from itertools import islice
from math import isfinite
from numbers import Real

_LONGEST = 200
"""Most characters of a value to show in a message."""

MOST_COUNT = 2**32 - 1
"""Most of anything that the engine counts, but for seeds."""

MOST_EACH = 100_000
"""Most samples from one offer: they are returned in one list."""

_MOST_SHAPING = 1_000_000
"""Most that the change of a lead may count; a won battle counts 1."""

_FACES = 10_000
"""Most dice for one order."""

_MOST = 64 << 20
"""Most characters of a file to read; no file of ours is longer."""


def text(value: object, what: str) -> str:
    """Returns a text, or raises a `TypeError` that says what was given instead."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, not {_named(value)}")
    try:
        value.encode()
    except UnicodeEncodeError as why:
        # The engine's texts are UTF-8, which has no surrogates.
        raise ValueError(
            f"{what} must be a text of whole characters: character {why.start + 1} is "
            f"{value[why.start]!r}, half of a pair"
        ) from None
    return value


def maybe(value: object, what: str) -> str | None:
    """Returns a text or None, or raises as `text` does."""
    return None if value is None else text(value, what)


def pair(value: object, what: str) -> tuple[str, str]:
    """Returns two texts, or raises a `TypeError`."""
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return text(value[0], what), text(value[1], what)
    raise TypeError(f"{what} must be two texts, not {_named(value)}")


def players(value: object) -> tuple[str, str]:
    """Returns the names of two players; one name stands for both."""
    return pair((value, value) if isinstance(value, str) else value, "players")


def count(value: object, what: str, least: int = 0, most: int = 2**64 - 1) -> int:
    """Returns a whole number, or raises a `TypeError` or a `ValueError` that says which are
    possible."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {_named(value)}") from None
    if not least <= number <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {shown(value)}")
    return number


def faces(dice: object) -> list[int]:
    """Returns faces of dice as numbers, or raises a `WrongDice` that shows them."""
    try:
        # No order rolls as many; an iterator may have no end.
        numbers = [operator.index(f) for f in islice(dice, _FACES + 1)]  # type: ignore[call-overload]
    except TypeError:
        raise TypeError(f"dice must be whole numbers in a list, not {_named(dice)}") from None
    from .errors import WrongDice

    if len(numbers) > _FACES:
        raise WrongDice(f"there are more than {_FACES} dice: no order rolls as many")
    if not all(0 <= face <= 255 for face in numbers):
        raise WrongDice(f"these are no faces of dice: {shown(numbers)}")
    return numbers


def seeds(value: object) -> list[int]:
    """Returns seeds: those given, or as many as a number says, from 0 on."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"seeds must be a whole number or a list of them, not {_named(value)}")
    if not hasattr(value, "__index__") or getattr(value, "shape", ()):
        try:
            every = list(value)  # type: ignore[call-overload]
        except TypeError:
            raise TypeError(
                f"seeds must be a whole number or a list of them, not {_named(value)}"
            ) from None
        return [count(seed, "seed") for seed in every]
    return list(range(count(value, "seeds", most=MOST_COUNT)))


def threads(value: object) -> int | None:
    """Returns a number of threads; None stands for as many as the machine has cores."""
    return None if value is None else count(value, "threads", 1, MOST_COUNT)


def part(value: object) -> tuple[int, int]:
    """Returns which part of a study: K of N."""
    if not isinstance(value, tuple) or len(value) != 2:
        raise TypeError(f"part must be (K, N), two whole numbers, not {_named(value)}")
    # The engine says which parts there are.
    of = count(value[1], "the number of parts", most=MOST_COUNT)
    return count(value[0], "part", most=MOST_COUNT), of


def files(value: Mapping[str, str] | None) -> dict[str, str] | None:
    """Returns texts by the names of their files."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise TypeError(f"files must be texts by their names, in a dict, not {_named(value)}")
    return {
        text(name, "the name of a file"): text(words, "the text of a file")
        for name, words in value.items()
    }


def path(value: object) -> str:
    """Returns the name of a file. Refuses numbers of open files, since reading would close them."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"a file must be a text or a path, not {_named(value)}")
    name = os.fspath(value)
    if not isinstance(name, str):
        raise TypeError(f"a file must be a text or a path, not {_named(value)}")
    if not name:
        raise ValueError("the name of a file cannot be empty")
    if "\0" in name:
        raise ValueError("the name of a file cannot hold the character 0")
    try:
        os.fsencode(name)
    except UnicodeEncodeError as why:
        raise ValueError(
            f"the name of a file cannot hold character {why.start + 1}, {name[why.start]!r}"
        ) from None
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
    try:
        _write(name, words)
    except OSError as why:
        raise type(why)(why.errno, why.strerror, short(name)) from None


def _write(name: str, words: str) -> None:
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
        word = str(value).lower() if isinstance(value, bool) else str(value)
        return text(word, "the value of a house rule")

    return {text(name, "the name of a house rule"): word(value) for name, value in rules.items()}


def short(words: str) -> str:
    """Cuts a long text in the middle."""
    if len(words) <= _LONGEST:
        return words
    half = _LONGEST // 2
    return f"{words[:half]} .. {words[-half:]}"


def shown(value: object) -> str:
    """Shows a value in a message, as far as Python can: not all numbers and lists have a `repr`."""
    try:
        return short(repr(value))
    except (ValueError, RecursionError):
        return "one that is too large to show"


def _named(value: object) -> str:
    return f"{shown(value)} ({type(value).__name__})"


def shaping(value: object) -> float:
    """Returns how much the change of a lead counts in rewards."""
    if not isinstance(value, Real) or isinstance(value, bool) or not isfinite(value):
        raise ValueError(f"shaping must be a number, not {_named(value)}")
    # Rewards are numbers of 32 bits: beyond their range they would be none.
    if abs(value) > _MOST_SHAPING:
        raise ValueError(
            f"shaping must be from -{_MOST_SHAPING} to {_MOST_SHAPING}, not {shown(value)}"
        )
    return float(value)


def no_row(value: object) -> TypeError:
    """Returns the error for what is no row of numbers."""
    return TypeError(f"a row must be numbers, not {_named(value)}")


def render_mode(value: object, modes: list[str]) -> str | None:
    """Returns how an environment is drawn."""
    if value is not None and value not in modes:
        known = ", ".join(f"`{mode}`" for mode in modes)
        raise ValueError(f"render_mode must be None or one of {known}, not {_named(value)}")
    return None if value is None else str(value)
