"""Battles in progress."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _copies, _engine, _given
from .odds import Odds


@dataclass(frozen=True)
class Order:
    """What a player orders. Two orders with the same meaning are equal."""

    text: str
    """Text form for people; `Battle.order` reads it back."""
    data: Any = field(compare=False, hash=False, repr=False)
    """Journal form: lengths in 1/100 mm, angles in 1/65536 turn."""

    @property
    def verb(self) -> str:
        return self.data if isinstance(self.data, str) else next(iter(self.data))

    def __str__(self) -> str:
        return self.text

    @property
    def _json(self) -> str:
        return json.dumps(self.data)


def _order(pair: tuple[str, str]) -> Order:
    return Order(pair[1], json.loads(pair[0]))


@dataclass(frozen=True)
class Unit:
    """State of a unit. Lengths are in millimetres from the south-west corner; facings are in
    degrees clockwise from north."""

    id: int
    name: str
    side: str
    kind: str
    status: str
    """`table`, `reserve`, `expected`, `destroyed`, `fled`, `captured` or `exited`."""
    x: float
    y: float
    facing: float
    frontage: float
    depth: float
    stands: int
    started: int
    """Number of stands at the start."""
    formation: str | None
    ratings: Mapping[str, str] = field(hash=False)
    marks: Mapping[str, Any] = field(hash=False)
    """Marks of the unit by their names in files; default values are left out."""
    worth: int
    """Remaining strength, in thousandths of a fresh average unit."""
    ready: bool
    """Whether you may order it now."""


@dataclass(frozen=True)
class Offer:
    """A family of possible orders. Lengths are in millimetres, angles in degrees."""

    verb: str
    unit: str | None
    """None for orders to the table."""
    clause: str
    targets: tuple[str, ...]
    allowance: float | None
    """For a move: the farthest distance."""
    turn: float | None
    """For a turn in place: the most to either side."""
    formations: tuple[str, ...]
    choices: int
    """For a pending choice: the number of answers."""
    area: tuple[tuple[float, float], ...] | None
    """For a deployment: the outline of its area."""


@dataclass(frozen=True)
class Ruling:
    """A legal order, with the findings of the judgement."""

    order: str
    factors: tuple[Mapping[str, Any], ...] = field(hash=False)
    path: tuple[tuple[float, float, float], ...]
    """Poses on the way: x and y in millimetres, facing in degrees."""
    cost: float
    """Cost out of the allowance, in millimetres or whatever the rules count."""
    allowed: float


@dataclass(frozen=True)
class Happened:
    """One order and its result."""

    number: int
    side: str
    order: str
    rolls: tuple[Mapping[str, Any], ...] = field(hash=False)
    lines: tuple[str, ...]
    """The events, in words."""
    clauses: tuple[str, ...]
    """Every clause that was applied."""
    turn: int
    phase: str

    def __str__(self) -> str:
        return "\n".join([self.order or "opening", *(f"  {line}" for line in self.lines)])


def _happened(view: Mapping[str, Any]) -> Happened:
    return Happened(
        number=view["number"],
        side=view["side"],
        order=view["order"],
        rolls=tuple(view["rolls"]),
        lines=tuple(line["text"] for line in view["lines"]),
        clauses=tuple(view["clauses"]),
        turn=view["turn"],
        phase=view["phase"],
    )


@dataclass(frozen=True)
class Played:
    """Result of a battle between players."""

    winner: str | None
    """The side that won; None for a draw, or if the battle did not end."""
    ended: bool
    """Whether it ended by the rules rather than at the limit of orders."""
    orders: int
    turns: int


class Battle:
    """A battle with its rules and its journal.

    >>> battle = Battle.scenario("three-hit/two-hills", seed=1)
    >>> battle.side
    'Red'
    >>> order = battle.sample(seed=2)[0]
    >>> battle.apply(order).clauses[:1]
    ('THR-TURN-01',)
    """

    __slots__ = ("_game",)

    def __init__(self, game: _engine.Game) -> None:
        if not isinstance(game, _engine.Game):
            raise TypeError("begin with Battle.scenario, from_toml, from_journal or open")
        self._game = game

    @classmethod
    def scenario(
        cls, name: str, *, seed: int = 1, house: Mapping[str, object] | None = None
    ) -> Battle:
        """Opens a built-in scenario (`sandtable.scenarios()` lists them), with optional house
        rules: switches by name, numbers by their paths, as in `house={"cavalry_fire": "all",
        "numbers.hits_to_eliminate": 2}`."""
        name, seed = _given.text(name, "the name of a scenario"), _given.count(seed, "seed")
        return cls(_engine.Game.scenario(name, _given.house(house), seed))

    @classmethod
    def from_toml(
        cls, text: str, *, seed: int = 1, house: Mapping[str, object] | None = None
    ) -> Battle:
        """Opens a scenario or position from the text of a battle file."""
        text, seed = _given.text(text, "a battle file"), _given.count(seed, "seed")
        return cls(_engine.Game.from_toml(text, _given.house(house), seed))

    @classmethod
    def from_journal(cls, text: str) -> Battle:
        """Continues a battle from the text of its journal."""
        return cls(_engine.Game.from_journal(_given.text(text, "a journal")))

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        seed: int = 1,
        house: Mapping[str, object] | None = None,
    ) -> Battle:
        """Opens a battle file or a journal on disk."""
        text = _given.read(path)
        if text.lstrip().startswith("{"):
            if house is not None:
                raise ValueError("a journal was played by rules of its own: it takes no house rules")
            return cls.from_journal(text)
        return cls.from_toml(text, seed=seed, house=house)

    @property
    def state(self) -> dict[str, Any]:
        """State of the battle as a whole: turn, phase, the side to order, how it ended."""
        return json.loads(self._game.view())

    @property
    def rules(self) -> str:
        return str(self.state["rules"])

    @property
    def title(self) -> str:
        return str(self.state["title"])

    @property
    def sides(self) -> tuple[str, str]:
        one, other = self.state["sides"]
        return one, other

    @property
    def turn(self) -> int:
        return int(self.state["turn"])

    @property
    def phase(self) -> str | None:
        return self.state["phase"]

    @property
    def side(self) -> str:
        """The side to order."""
        return self._game.side()

    @property
    def over(self) -> bool:
        return self._game.over()

    @property
    def winner(self) -> str | None:
        """The side that won; None while the battle goes on, and after a draw."""
        return self.state["winner"]

    @property
    def hash(self) -> str:
        """Fingerprint of the whole battle so far, the same in every language and on every
        machine."""
        return str(self.state["hash"])

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the position."""
        return str(self.state["fingerprint"])

    @property
    def units(self) -> list[Unit]:
        units = json.loads(self._game.units())
        return [Unit(**{**unit, "marks": unit["marks"] or {}}) for unit in units]

    def unit(self, name: str) -> Unit:
        wanted = _given.text(name, "the name of a unit").casefold()
        for unit in self.units:
            if unit.name.casefold() == wanted:
                return unit
        from .errors import UnknownName

        known = ", ".join(unit.name for unit in self.units)
        raise UnknownName(f"there is no unit `{_given.short(name)}`; there are: {known}")

    def gap(self, one: str, other: str) -> float | None:
        """Returns the millimetres between the nearest edges of two units, or None if one is not on
        the table."""
        return self._game.gap(*_given.pair((one, other), "the name of a unit"))

    def offers(self) -> list[Offer]:
        """Returns the possible orders, as families."""

        def area(outline: list[list[float]] | None) -> tuple[tuple[float, float], ...] | None:
            return None if outline is None else tuple((x, y) for x, y in outline)

        return [
            Offer(
                **{
                    **offer,
                    "targets": tuple(offer["targets"]),
                    "formations": tuple(offer["formations"]),
                    "area": area(offer["area"]),
                }
            )
            for offer in json.loads(self._game.offers())
        ]

    def sample(self, *, seed: int, each: int = 1, unit: str | None = None) -> list[Order]:
        """Draws legal orders, `each` times from every offer (only of `unit`, if given), and returns
        each order once. `each` is 100,000 at most."""
        seed = _given.count(seed, "seed")
        each = _given.count(each, "each", most=_given.MOST_EACH)
        unit = _given.maybe(unit, "unit")
        return [_order(pair) for pair in self._game.sample(seed, each, unit)]

    def order(self, text: str) -> Order:
        """Reads an order from a line of text: `charge "Red Hussars" "Blue Battery"`. `judge` says
        whether it is legal."""
        return _order(self._game.order(_given.text(text, "an order")))

    def judge(self, order: Order | str) -> Ruling:
        """Judges an order without rolling dice or changing anything. Raises `Refused`."""
        view = json.loads(self._game.judge(_said(order)))
        return Ruling(
            order=view["order"],
            factors=tuple(view["factors"]),
            path=tuple((x, y, facing) for x, y, facing in view["path"]),
            cost=view["cost"],
            allowed=view["allowed"],
        )

    def legal(self, order: Order | str) -> bool:
        """Returns whether an order is legal."""
        from .errors import BattleOver, Refused

        try:
            self._game.judge(_said(order))
        except (Refused, BattleOver):
            return False
        return True

    def apply(self, order: Order | str, dice: Sequence[int] | None = None) -> Happened:
        """Judges and plays an order, with dice from the seed or with your own, in the order in
        which they fall; a 0 in place of a throw leaves that throw to the engine. Raises `Refused`,
        or `WrongDice` if there are too few or too many, and then leaves the battle unchanged."""
        thrown = None if dice is None else _given.faces(dice)
        return _happened(json.loads(self._game.play(_said(order), thrown)))

    def undo(self) -> bool:
        """Takes back the last order. Returns whether there was one."""
        return self._game.take_back()

    @property
    def log(self) -> list[Happened]:
        """The events so far, in words; the opening comes first."""
        return [_happened(view) for view in json.loads(self._game.log())]

    def odds(self, order: Order | str, *, others: str = "stop", runs: int = 20_000) -> Odds:
        """Returns the exact odds of an order, or approximate ones if there are more than `runs`
        branches. `others` says how choices on the way are made: `stop` (the odds end there),
        `never`, `always`, `best`."""
        runs = _given.count(runs, "runs", most=_given.MOST_COUNT)
        return Odds.of(self._game.odds(_said(order), _given.text(others, "others"), runs))

    def choose(self, player: str = "greedy", *, seed: int = 1) -> Order | None:
        """Returns the order that a computer player would give now, or None if there is none to
        give."""
        player, seed = _given.text(player, "player"), _given.count(seed, "seed")
        pair = self._game.choose(player, seed)
        return None if pair is None else _order(pair)

    def play_out(
        self,
        players: tuple[str, str] | str = ("greedy", "greedy"),
        *,
        seed: int = 1,
        limit: int = 20_000,
    ) -> Played:
        """Lets computer players play to the end; the first plays the first side. Ctrl-C stops this,
        and leaves the battle as it was before."""
        names = _given.players(players)
        seed = _given.count(seed, "seed")
        limit = _given.count(limit, "limit", most=_given.MOST_COUNT)
        how, orders, turns = self._game.play_out(names, seed, limit)
        winner = None if how in (None, "draw") else how
        return Played(winner, how is not None, orders, turns)

    def clone(self) -> Battle:
        """Returns an independent copy, with the same journal and the same dice to come. A subclass
        keeps its class and its attributes."""
        return _copies.restore(self._twin(), _copies.state(self, Battle.__slots__))

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Battle:
        return _copies.deep(self._twin(), self, Battle.__slots__, memo)

    def _twin(self) -> Battle:
        twin = self.__class__.__new__(self.__class__)
        twin._game = self._game.clone()
        return twin

    def to_toml(self) -> str:
        """Returns the complete position as a battle file."""
        return self._game.to_toml()

    def to_journal(self) -> str:
        """Returns the journal as the text of its file."""
        return self._game.to_journal()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the journal (`*.jsonl`) or the position (anything else)."""
        name = _given.path(path)
        text = self.to_journal() if name.endswith(".jsonl") else self.to_toml()
        _given.write(name, text)

    def verify(self) -> None:
        """Replays every order with the recorded dice. Raises `JournalDiffers`."""
        self._game.verify()

    def svg(self) -> str:
        """Returns the table from above as an SVG picture."""
        return self._game.svg()

    def _repr_svg_(self) -> str | None:
        from .errors import TableUnseen

        # A notebook that gets no picture shows the text.
        try:
            return self.svg()
        except TableUnseen:
            return None

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def __reduce__(self) -> tuple[Any, ...]:
        own = _copies.state(self, Battle.__slots__)
        return _again, (self.__class__, self.to_journal()), own

    def __repr__(self) -> str:
        state = self.state
        where = f"turn {state['turn']}, {state['phase']}, {state['side']} to order"
        if state["over"]:
            where = f"over, {state['winner'] or 'nobody'} has won"
        return f"<Battle {state['title']!r} ({state['rules']}): {where}>"


def _again(kind: type[Battle], journal: str) -> Battle:
    """Reads a battle of this class back from a pickle, without asking its own `__init__`."""
    battle = kind.__new__(kind)
    battle._game = _engine.Game.from_journal(journal)
    return battle


def _said(order: Order | str) -> str:
    return order._json if isinstance(order, Order) else _given.text(order, "an order")
