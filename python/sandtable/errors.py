"""Errors, each kind with its data in addition to the message."""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Reason(NamedTuple):
    """One reason against an order: the clause that forbids it, and what it says in this case."""

    clause: str
    says: str


class Flaw(NamedTuple):
    """One flaw in a file, with its place, counted from 1."""

    line: int
    column: int
    message: str
    hint: str | None


class SandtableError(Exception):
    """Base of all errors of the engine. Nothing has changed when one is raised."""

    def __init__(self, says: str, more: str = "null") -> None:
        super().__init__(says)
        self.more: Any = json.loads(more)

    def __reduce__(self) -> tuple[type[SandtableError], tuple[str, str]]:
        return type(self), (str(self.args[0]), json.dumps(self.more))


class EngineError(SandtableError):
    """Something else went wrong in the engine."""


class UnknownName(SandtableError, LookupError):
    """There is nothing of that name; the message says what there is."""


class FlawedFile(SandtableError, ValueError):
    """A file has flaws."""

    @property
    def flaws(self) -> list[Flaw]:
        """Every flaw, with its place."""
        return [Flaw(f["line"], f["column"], f["message"], f["hint"]) for f in self.more]


class NotAnOrder(SandtableError, ValueError):
    """A text is not an order of this battle; `column` says where, `hint` what would be right."""

    @property
    def column(self) -> int:
        return int(self.more["column"])

    @property
    def hint(self) -> str | None:
        return self.more["hint"]


class Refused(SandtableError):
    """The rules forbid the order."""

    @property
    def order(self) -> str:
        """The order as text."""
        return str(self.more["order"])

    @property
    def reasons(self) -> list[Reason]:
        """Every reason against it."""
        return [Reason(r["clause"], r["says"]) for r in self.more["reasons"]]

    @property
    def clauses(self) -> list[str]:
        """The clauses that forbid it."""
        return [reason.clause for reason in self.reasons]


class BattleOver(SandtableError):
    """The battle has ended, so no more orders are possible."""


class WrongDice(SandtableError, ValueError):
    """The given dice do not fit those that the order needs."""


class JournalDiffers(SandtableError):
    """A journal contradicts the rules."""


class TableUnseen(SandtableError):
    """A real table holds the positions of this battle: nothing can be measured or worked out."""


class JournalFull(SandtableError):
    """The journal has no room for another order: its file could not be read again."""


class PlayerFailed(SandtableError):
    """A player gave an order that the rules refuse."""


class StudyFailed(SandtableError):
    """A study cannot be played like this."""


class OtherWheel(StudyFailed):
    """A machine of the cluster has another engine than this one, or none."""

    @property
    def here(self) -> str:
        """The version here."""
        return str(self.more["here"])

    @property
    def there(self) -> str | None:
        """The version there; None if there is no wheel."""
        return self.more["there"]

    @property
    def host(self) -> str:
        """Name of the machine."""
        return str(self.more["host"])


class MaskedAction(SandtableError, ValueError):
    """There is no such action, or it is not legal now."""
