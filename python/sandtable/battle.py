"""A battle that is being played."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _engine, _given
from .odds import Odds


@dataclass(frozen=True)
class Order:
    """What a player says. Two that say the same are equal."""

    text: str
    """As people write it; `Battle.order` reads it back."""
    data: Any = field(compare=False, hash=False, repr=False)
    """As journals keep it: lengths in 1/100 mm, angles in 1/65536 turn."""

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
    """A unit as it stands. Lengths are millimetres, the origin is the south-west corner;
    facings are degrees clockwise from north."""

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
    """Stands at the start."""
    formation: str | None
    ratings: Mapping[str, str] = field(hash=False)
    marks: Mapping[str, Any] = field(hash=False)
    """What is marked of it beside the table, by its name in files; what is usual is left out."""
    worth: int
    """What is left of it, in thousandths of a fresh average unit."""
    ready: bool
    """Whether it may be ordered now."""


@dataclass(frozen=True)
class Offer:
    """Orders that may be given, as a family. Lengths are millimetres, angles degrees."""

    verb: str
    unit: str | None
    """None for orders to the table."""
    clause: str
    targets: tuple[str, ...]
    allowance: float | None
    """Of a move: how far."""
    turn: float | None
    """Of a turn in place: how far to either side."""
    formations: tuple[str, ...]
    choices: int
    """Of a choice that is owed: how many answers there are."""
    area: tuple[tuple[float, float], ...] | None
    """Of a deployment: the outline of where."""


@dataclass(frozen=True)
class Ruling:
    """A legal order, with what judging it found."""

    order: str
    factors: tuple[Mapping[str, Any], ...] = field(hash=False)
    path: tuple[tuple[float, float, float], ...]
    """The poses it leads through: x, y in millimetres, degrees."""
    cost: float
    """What it costs of the allowance, in millimetres or what else the rules count."""
    allowed: float


@dataclass(frozen=True)
class Happened:
    """One order and what came of it."""

    number: int
    side: str
    order: str
    rolls: tuple[Mapping[str, Any], ...] = field(hash=False)
    lines: tuple[str, ...]
    """What happened, in words."""
    clauses: tuple[str, ...]
    """Every clause that was used."""
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
    """How a battle went that players played out."""

    winner: str | None
    """The side that has won; None for a draw, or where it did not end."""
    ended: bool
    """Whether it ended by the rules, and not at the limit of orders."""
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
        """A scenario that ships (`sandtable.scenarios()` lists them), under house rules if
        you name some: switches by name, numbers by their paths, as in
        `house={"cavalry_fire": "all", "numbers.hits_to_eliminate": 2}`."""
        return cls(_engine.Game.scenario(name, _given.house(house), seed))

    @classmethod
    def from_toml(
        cls, text: str, *, seed: int = 1, house: Mapping[str, object] | None = None
    ) -> Battle:
        """A scenario or position from the text of a battle file."""
        return cls(_engine.Game.from_toml(text, _given.house(house), seed))

    @classmethod
    def from_journal(cls, text: str) -> Battle:
        """A battle to go on with, from the text of its journal."""
        return cls(_engine.Game.from_journal(text))

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        seed: int = 1,
        house: Mapping[str, object] | None = None,
    ) -> Battle:
        """A battle file or a journal of the disk."""
        text = _given.read(path)
        if text.lstrip().startswith("{"):
            if house is not None:
                raise ValueError("a journal was played by rules of its own: it takes no house rules")
            return cls.from_journal(text)
        return cls.from_toml(text, seed=seed, house=house)

    @property
    def state(self) -> dict[str, Any]:
        """Everything of the battle as a whole: turn, phase, who is to order, how it ended."""
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
        """Who is to order."""
        return self._game.side()

    @property
    def over(self) -> bool:
        return self._game.over()

    @property
    def winner(self) -> str | None:
        """Who has won; None while it goes on, and of a draw."""
        return self.state["winner"]

    @property
    def hash(self) -> str:
        """A fingerprint of the whole course, the same in every language and on every machine."""
        return str(self.state["hash"])

    @property
    def fingerprint(self) -> str:
        """A fingerprint of the position."""
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
        """Millimetres between the nearest edges of two units; None where one is not there."""
        return self._game.gap(one, other)

    def offers(self) -> list[Offer]:
        """What may be ordered now, as families."""

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
        """Legal orders, drawn `each` times from every offer (of one unit, if you name one);
        each once."""
        return [_order(pair) for pair in self._game.sample(seed, each, unit)]

    def order(self, text: str) -> Order:
        """The order that a line of text gives: `charge "Red Hussars" "Blue Battery"`. Whether
        it is legal is for `judge` to say."""
        return _order(self._game.order(text))

    def judge(self, order: Order | str) -> Ruling:
        """Judges an order; nothing is thrown and nothing changes. Raises `Refused`."""
        view = json.loads(self._game.judge(_said(order)))
        return Ruling(
            order=view["order"],
            factors=tuple(view["factors"]),
            path=tuple((x, y, facing) for x, y, facing in view["path"]),
            cost=view["cost"],
            allowed=view["allowed"],
        )

    def legal(self, order: Order | str) -> bool:
        """Whether an order may be given."""
        from .errors import BattleOver, Refused

        try:
            self._game.judge(_said(order))
        except (Refused, BattleOver):
            return False
        return True

    def apply(self, order: Order | str, dice: Sequence[int] | None = None) -> Happened:
        """Judges and plays an order, with dice from the seed or with yours, in the order in
        which they fall. Raises `Refused`; the battle is untouched then."""
        if dice is not None and not all(0 <= face <= 255 for face in dice):
            from .errors import WrongDice

            raise WrongDice(f"these are no faces of dice: {list(dice)}")
        self._game.play(_said(order), None if dice is None else list(dice))
        return _happened(json.loads(self._game.log(self._game.lines() - 1))[0])

    def undo(self) -> bool:
        """Takes back the last order. Whether there was one."""
        return self._game.take_back()

    @property
    def log(self) -> list[Happened]:
        """What has happened, in words; the opening first."""
        return [_happened(view) for view in json.loads(self._game.log(0))]

    def odds(self, order: Order | str, *, others: str = "stop", runs: int = 20_000) -> Odds:
        """What an order may come to, exactly; where there are more than `runs` ways, about.
        `others` says how choices on the way are made: `stop` (the odds end there), `never`,
        `always`, `best`."""
        return Odds.of(self._game.odds(_said(order), others, runs))

    def choose(self, player: str = "greedy", *, seed: int = 1) -> Order | None:
        """What a computer player would order now; None when there is nothing to order."""
        pair = self._game.choose(player, seed)
        return None if pair is None else _order(pair)

    def play_out(
        self,
        players: tuple[str, str] | str = ("greedy", "greedy"),
        *,
        seed: int = 1,
        limit: int = 20_000,
    ) -> Played:
        """Lets computer players play on to the end; the first plays the first side. Ctrl-C
        stops it, and leaves the battle as it was before."""
        names = (players, players) if isinstance(players, str) else players
        how, orders, turns = self._game.play_out((names[0], names[1]), seed, limit)
        winner = None if how in (None, "draw") else how
        return Played(winner, how is not None, orders, turns)

    def clone(self) -> Battle:
        """A copy that goes its own way, with the same journal and the same dice to come."""
        return Battle(self._game.clone())

    __copy__ = clone

    def __deepcopy__(self, _memo: object) -> Battle:
        return self.clone()

    def to_toml(self) -> str:
        """The position as a battle file, complete."""
        return self._game.to_toml()

    def to_journal(self) -> str:
        """The journal as the text of its file."""
        return self._game.to_journal()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the journal (`*.jsonl`) or the position (anything else)."""
        name = _given.path(path)
        text = self.to_journal() if name.endswith(".jsonl") else self.to_toml()
        with open(name, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)

    def verify(self) -> None:
        """Plays every order again over the recorded dice. Raises `JournalDiffers`."""
        self._game.verify()

    def svg(self) -> str:
        """The table from above, as an SVG picture."""
        return self._game.svg()

    _repr_svg_ = svg

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Battle.from_journal, (self.to_journal(),)

    def __repr__(self) -> str:
        state = self.state
        where = f"turn {state['turn']}, {state['phase']}, {state['side']} to order"
        if state["over"]:
            where = f"over, {state['winner'] or 'nobody'} has won"
        return f"<Battle {state['title']!r} ({state['rules']}): {where}>"


def _said(order: Order | str) -> str:
    return order._json if isinstance(order, Order) else _given.text(order, "an order")
