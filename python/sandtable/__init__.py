"""Published miniature-wargame rules, umpired exactly.

>>> import sandtable
>>> battle = sandtable.Battle.scenario("three-hit/two-hills", seed=7)
>>> battle.play_out("random").ended
True
>>> battle.verify()

`Battle` plays, `Situation` computes odds, `Study` plays many battles; `sandtable.env` has
environments for learners.
"""

from __future__ import annotations

from . import errors
from ._engine import VERSION as __version__
from .battle import Battle, Happened, Offer, Order, Played, Ruling, Unit
from .errors import (
    BattleOver,
    Flaw,
    FlawedFile,
    JournalDiffers,
    JournalFull,
    MaskedAction,
    NotAnOrder,
    OtherWheel,
    PlayerFailed,
    Reason,
    Refused,
    SandtableError,
    StudyFailed,
    TableUnseen,
    UnknownName,
    WrongDice,
)
from .odds import Factor, Odds, Outcome
from .rules import Clause, RuleSet, players, rule_set, rule_sets, scenario_text, scenarios
from .situation import Course, Grid, Situation
from .studies import Report, Study, study

__all__ = [
    "Battle",
    "BattleOver",
    "Clause",
    "Course",
    "Factor",
    "Flaw",
    "FlawedFile",
    "Grid",
    "Happened",
    "JournalDiffers",
    "JournalFull",
    "MaskedAction",
    "NotAnOrder",
    "Odds",
    "Offer",
    "Order",
    "OtherWheel",
    "Outcome",
    "Played",
    "PlayerFailed",
    "Reason",
    "Refused",
    "Report",
    "RuleSet",
    "Ruling",
    "SandtableError",
    "Situation",
    "Study",
    "StudyFailed",
    "TableUnseen",
    "Unit",
    "UnknownName",
    "WrongDice",
    "__version__",
    "errors",
    "players",
    "rule_set",
    "rule_sets",
    "scenario_text",
    "scenarios",
    "study",
]
