"""What is built in: rule sets, scenarios, computer players."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _engine, _given


@dataclass(frozen=True)
class Clause:
    """A rule in our own words, with its source and its origin."""

    id: str
    section: str
    title: str
    says: str
    source: str
    standing: str
    """`written` by the author, `answered` by the author elsewhere, `inferred`, or `ours`."""


@dataclass(frozen=True)
class RuleSet:
    """A published rule set, with optional house rules."""

    id: str
    edition: int
    title: str
    author: str
    kinds: tuple[str, ...]
    formations: tuple[str, ...]
    phases: tuple[str, ...]
    marks: tuple[str, ...]
    clauses: tuple[Clause, ...] = field(repr=False)
    switches: tuple[Mapping[str, Any], ...] = field(repr=False, hash=False)
    hash: str = field(repr=False)
    """Fingerprint of its numbers and of the house rules."""

    def clause(self, id: str) -> Clause:
        for clause in self.clauses:
            if clause.id == id or clause.id.split("-", 1)[1] == id:
                return clause
        from .errors import UnknownName

        raise UnknownName(f"{self.id} has no clause `{_given.short(str(id))}`")


def rule_set(name: str, *, house: Mapping[str, object] | None = None) -> RuleSet:
    """Returns a rule set by name."""
    view = json.loads(_engine.card(_given.text(name, "the name of a rule set"), _given.house(house)))
    return RuleSet(
        id=view["id"],
        edition=view["edition"],
        title=view["credit"]["title"],
        author=view["credit"]["author"],
        kinds=tuple(kind["id"] for kind in view["kinds"]),
        formations=tuple(view["formations"]),
        phases=tuple(phase["id"] for phase in view["phases"]),
        marks=tuple(mark["id"] for mark in view["marks"]),
        clauses=tuple(Clause(**clause) for clause in view["clauses"]),
        switches=tuple(view["switches"]),
        hash=view["hash"],
    )


def rule_sets() -> list[str]:
    """Returns the names of all rule sets."""
    return _engine.rule_sets()


def scenarios(rules: str | None = None) -> list[str]:
    """Returns the names of the built-in scenarios, or only those of one rule set."""
    names = _engine.scenarios()
    if rules is None:
        return names
    known = rule_set(rules).id
    return [name for name in names if name.startswith(f"{known}/")]


def scenario_text(name: str) -> str:
    """Returns the battle file of a built-in scenario."""
    return _engine.scenario_text(_given.text(name, "the name of a scenario"))


def players() -> list[str]:
    """Returns the names of the computer players, weakest first."""
    return _engine.players()
