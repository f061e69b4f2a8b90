"""Environments for learners."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

import sandtable
from sandtable.env import BattleAEC, BattleEnv, BattleVector, Spaces, aec, play_many

HILLS = "three-hit/two-hills"


@pytest.mark.parametrize("name", ["three-hit/two-hills", "otr-d6/turnpike", "favorite/brandis-moor"])
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    api_test(aec(name, limit=60), num_cycles=120, verbose_progress=False)


def test_seeds_repeat() -> None:
    seed_test(lambda: aec(HILLS, limit=60), num_cycles=120)


def test_pettingzoo_measures_it(capsys: pytest.CaptureFixture[str]) -> None:
    # It plays for five seconds, past the ends of battles, and prints the speed.
    performance_benchmark(aec(HILLS))
    assert "turns per second" in capsys.readouterr().out


def test_gymnasium_finds_nothing_wrong() -> None:
    env = gymnasium.make("sandtable/Battle-v0", scenario=HILLS, masked="any").unwrapped
    check_env(env, skip_render_check=True)


def test_a_battle_is_played_to_its_end_and_won_by_one() -> None:
    env = BattleAEC(HILLS, shaping=0.5)
    env.reset(seed=3)
    dice = np.random.default_rng(3)
    total = {agent: 0.0 for agent in env.possible_agents}
    steps = 0
    for agent in env.agent_iter():
        seen, reward, ended, stopped, _ = env.last()
        total[agent] += reward
        if ended or stopped:
            env.step(None)
            continue
        steps += 1
        env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    assert steps > 50 and not env.agents
    assert total["Blue"] == pytest.approx(-total["Red"])
    battle = env.battle()
    assert battle.over
    if battle.winner:
        assert total[battle.winner] > 0


def test_a_battle_without_an_order_to_give_is_refused() -> None:
    for limit in (0, -1):
        with pytest.raises(ValueError, match="limit must be from 1 to"):
            BattleEnv(HILLS, limit=limit)
    over = sandtable.Battle.scenario(HILLS)
    over.play_out("random")
    for make in (BattleEnv, aec, lambda battle: BattleVector(battle, 2)):
        with pytest.raises(sandtable.BattleOver, match="^the battle is over: "):
            make(over)
    with pytest.raises(TypeError, match="players must be"):
        play_many(HILLS, ("random",), 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [0, -1, 2**31, 2**63])
def test_more_battles_than_memory_holds_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="count must be from 1 to 100000"):
        BattleVector(HILLS, count)


def test_wrong_actions_are_told_by_name() -> None:
    env = BattleAEC(HILLS)
    with pytest.raises(RuntimeError, match="call `reset` before `step`"):
        env.step(0)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    masked = int(np.flatnonzero(mask == 0)[1])
    with pytest.raises(sandtable.MaskedAction, match="is masked"):
        env.step(masked)
    with pytest.raises(sandtable.MaskedAction, match="there is no action"):
        env.step(env.spaces.actions)
    with pytest.raises(ValueError, match="must act"):
        env.step(None)
    with pytest.raises(sandtable.UnknownName):
        BattleEnv(HILLS, opponent="grandmaster")
    with pytest.raises(sandtable.UnknownName):
        BattleEnv(HILLS, side="Green")
    env = BattleAEC(HILLS, limit=2)
    env.reset(seed=1)
    for _ in range(20):
        if any(env.truncations.values()):
            break
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    with pytest.raises(sandtable.BattleOver):
        env.spaces.seats.act(0, 1)


@pytest.mark.parametrize("wrong", [1.7, 1.0, "1", None, [1], float("nan"), np.float32(1)])
def test_an_action_that_is_no_whole_number_is_refused(wrong: Any) -> None:
    env = BattleEnv(HILLS)
    env.reset(seed=1)
    before = env.battle().fingerprint
    with pytest.raises(TypeError, match="^action must be a whole number"):
        env.step(wrong)
    assert env.battle().fingerprint == before
    if wrong is not None:
        both = BattleAEC(HILLS)
        both.reset(seed=1)
        with pytest.raises(TypeError, match="^action must be a whole number"):
            both.step(wrong)


@pytest.mark.parametrize("masked", ["raise", "any"])
@pytest.mark.parametrize("wrong", [-1, 10**6, 2**70, np.int64(-1)])
def test_an_action_that_there_is_not_is_told_with_those_there_are(masked: Any, wrong: Any) -> None:
    env = BattleEnv(HILLS, masked=masked)
    env.reset(seed=1)
    last = env.spaces.actions - 1
    with pytest.raises(ValueError, match=f"^there is no action .*: actions are 0 to {last}$"):
        env.step(wrong)
    with pytest.raises(sandtable.MaskedAction, match=f"actions are 0 to {last}$"):
        env.spaces.means(wrong)


def test_numbers_of_numpy_are_actions() -> None:
    for kind in (int, np.int64, np.uint8, np.array):
        env = BattleEnv(HILLS)
        seen, _ = env.reset(seed=1)
        assert env.step(kind(np.flatnonzero(seen["action_mask"])[0]))[4]["action"] >= 0


def test_wrong_arguments_are_told_by_name() -> None:
    many = BattleVector(HILLS, 2)
    calls: list[tuple[str, Any]] = [
        ("threads", lambda: BattleVector(HILLS, 1, threads=-1)),
        ("threads", lambda: BattleVector(HILLS, 1, threads=1.5)),  # type: ignore[arg-type]
        ("seat", lambda: many.means(0, -1)),
        ("seat", lambda: many.battle(-1)),
        ("opponent", lambda: BattleEnv(HILLS, opponent=5)),  # type: ignore[arg-type]
        ("side", lambda: BattleEnv(HILLS, side=5)),  # type: ignore[arg-type]
        ("scenario", lambda: BattleEnv(5)),  # type: ignore[arg-type]
        ("seeds", lambda: play_many(HILLS, seeds=-5)),
        ("seeds", lambda: play_many(HILLS, seeds=np.int64(-5))),  # type: ignore[arg-type]
        ("seeds", lambda: play_many(HILLS, seeds=None)),  # type: ignore[arg-type]
        ("seeds", lambda: play_many(HILLS, seeds="12")),  # type: ignore[arg-type]
        ("seed", lambda: play_many(HILLS, seeds=[-5])),
    ]
    for name, call in calls:
        with pytest.raises((TypeError, ValueError), match=f"^{name} must be "):
            call()
    assert len(play_many(HILLS, seeds=np.arange(2))["result"]) == 2  # type: ignore[arg-type]
    assert len(play_many(HILLS, seeds=0)["result"]) == 0


@pytest.mark.parametrize("masked", ["raise", "any"])
def test_a_step_before_a_reset_says_so(masked: Any) -> None:
    with pytest.raises(RuntimeError, match="no battle has begun: call `reset` before `step`"):
        BattleEnv(HILLS, masked=masked).step(0)
    many = BattleVector(HILLS, 2)
    with pytest.raises(RuntimeError, match="no battle has begun: call `reset` before `step`"):
        many.step(np.zeros(2, np.int64))


def test_ctrl_c_ends_what_many_battles_do_at_once() -> None:
    """The opponent thinks for seconds before it is the learner's turn in all of them."""
    script = """
import os, signal, threading, time
import numpy as np
from sandtable.env import BattleVector, Spaces
signal.signal(signal.SIGINT, signal.default_int_handler)
scenario = "otr-d6/turnpike"
def stopped(what):
    hit = []
    def kill():
        hit.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    timer = threading.Timer(0.5, kill)
    timer.start()
    try:
        what()
    except KeyboardInterrupt:
        took = time.monotonic() - hit[0]
        assert took < 2, took
    else:
        raise SystemExit("it was not stopped")
def each(side):
    many = BattleVector(scenario, 2_000, side=side, opponent="general", threads=1)
    many.reset(1)
    # Nobody knows which of the two sides begins; against the other one it goes on to a step.
    while True:
        masks = np.empty((many.count, many.actions), np.int8)
        rows = np.empty((many.count, many.numbers), np.float32)
        many.seats.observe_all(rows, masks, many._views)
        many.step(masks.argmax(1).astype(np.int64))
for side in Spaces(scenario).sides:
    stopped(lambda: each(side))
stopped(lambda: [BattleVector(scenario, 100_000) for _ in range(100)])
few = BattleVector(scenario, 20, side=side, opponent="random")
seen, _ = few.reset(1)
wide = BattleVector(scenario, 1_000, side=side, opponent="general", threads=1)
stopped(lambda: [wide.reset(1) for _ in range(1_000)])
try:
    wide.step(np.zeros(1_000, np.int64))
except RuntimeError as why:
    assert "call `reset` before `step`" in str(why), why
few.step(seen["action_mask"].argmax(1).astype(np.int64))
print("stopped")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.strip() == "stopped", done.stderr


def test_arrays_of_the_wrong_shape_are_told_by_name() -> None:
    many = BattleVector(HILLS, 3)
    many.reset(1)
    with pytest.raises(ValueError, match="actions must have 3 numbers"):
        many.step(np.zeros(2, np.int64))
    with pytest.raises(TypeError, match="actions must be an array of int64"):
        many.step(np.zeros(3, np.float32))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="of int64, not of <class 'numpy.int64'>"):
        many.step(np.int64(0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="this machine's order of bytes"):
        many.step(np.zeros(3, np.dtype(np.int64).newbyteorder()))
    with pytest.raises(sandtable.MaskedAction, match="battle 0"):
        many.step(np.full(3, -1, np.int64))
    with pytest.raises(sandtable.MaskedAction, match="^battle 1: there is no action -7: actions"):
        many.step(np.array([0, -7, 0], np.int64))
    with pytest.raises(TypeError, match="float32"):
        many.seats.observe(0, 0, np.zeros(many.numbers), np.zeros(many.actions, np.int8))
    with pytest.raises(ValueError, match="one contiguous block of memory"):
        rows = np.zeros((many.numbers, 2), np.float32)[:, 0]
        many.seats.observe(0, 0, rows, np.zeros(many.actions, np.int8))
    with pytest.raises(ValueError, match="the observation must be aligned in memory"):
        bytes_ = np.zeros(4 * many.numbers + 1, np.uint8)
        rows = bytes_[1:].view(np.float32)
        many.seats.observe(0, 0, rows, np.zeros(many.actions, np.int8))


def test_rows_are_told_in_words_and_units() -> None:
    spaces = Spaces(HILLS)
    spaces.seats.reset([1])
    row = np.empty(spaces.numbers, np.float32)
    mask = np.empty(spaces.actions, np.int8)
    spaces.seats.observe(0, 0, row, mask)
    told = spaces.entities(row)
    assert len(told["units"]) == 12 and sum(unit["own"] for unit in told["units"]) == 6
    first = told["units"][0]
    assert first["name"] == "Blue Fusiliers"
    assert first["x: table widths from your left"] == pytest.approx(12 / 36)
    assert first["kind infantry: 1 or 0"] == 1.0
    assert spaces.means(0) == "any legal order"
    with pytest.raises(ValueError, match="numbers"):
        spaces.entities(row[:-1])


def test_many_battles_step_together_as_one_does_alone() -> None:
    def run(threads: int) -> list[np.ndarray]:
        many = BattleVector(HILLS, 8, threads=threads, side="Blue", opponent="random", shaping=1.0)
        seen, info = many.reset(5)
        assert (info["side"] == 0).all()
        out = []
        for number in range(250):
            actions = np.array(
                [np.flatnonzero(m)[number % m.sum()] for m in seen["action_mask"]], np.int64
            )
            seen, rewards, ended, stopped, _ = many.step(actions)
            out += [seen["observation"], rewards, ended, stopped]
        return out

    one, two = run(1), run(2)
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert any(ended.any() for ended in one[2::4])


def test_whole_battles_are_those_of_the_program() -> None:
    played = play_many(HILLS, ("random", "random"), seeds=[9, 10])
    for seed, fingerprint in zip((9, 10), played["fingerprint"], strict=True):
        battle = sandtable.Battle.scenario(HILLS, seed=seed)
        battle.play_out(("random", "random"), seed=seed)
        assert battle.fingerprint == f"{int(fingerprint):016x}"
    assert (played["result"] <= 2).all() and (played["orders"] > 50).all()


@pytest.mark.parametrize("environment", [BattleEnv, BattleAEC])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"shaping": "x"}, "shaping must be a number, not 'x'"),
        ({"shaping": float("nan")}, "shaping must be a number, not nan"),
        ({"shaping": True}, "shaping must be a number, not True"),
        ({"shaping": 1e308}, "shaping must be from -1000000 to 1000000, not 1e[+]308"),
        ({"render_mode": "human"}, "render_mode must be None or one of `ansi`, `svg`, not 'human'"),
    ],
)
def test_rewards_and_ways_to_draw_are_checked(environment: Any, given: Any, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        environment(HILLS, **given)
    environment(HILLS, shaping=np.float32(0.5), render_mode="ansi")


def test_a_negative_seed_is_refused_by_its_name() -> None:
    for one in (BattleVector(HILLS, 2), BattleEnv(HILLS), aec(HILLS)):
        with pytest.raises(ValueError, match="^seed must be from 0 to "):
            one.reset(seed=-1)


def test_messages_about_long_texts_are_short() -> None:
    long: Any = "a" * 10**6
    both = aec(HILLS)
    for call in (
        lambda: both.reset(seed=long),
        lambda: BattleEnv(HILLS).reset(seed=long),
        lambda: both.unwrapped.spaces.entities(long),
        lambda: both.unwrapped.spaces.entities([long]),
    ):
        with pytest.raises((TypeError, ValueError)) as told:
            call()
        assert len(str(told.value)) < 500


def test_both_sides_need_a_battle_and_know_their_agents() -> None:
    both = BattleAEC(HILLS)
    for method in (both.last, lambda: both.observe("Blue"), lambda: both.step(0)):
        with pytest.raises(RuntimeError, match="^no battle has begun: call `reset` before "):
            method()
    both.reset(seed=1)
    with pytest.raises(ValueError, match="^an agent is one of `Blue`, `Red`, not 'x'$"):
        both.observe("x")
    row = both.last()[0]["observation"]
    assert both.spaces.entities(row.tolist()) == both.spaces.entities(row)
    with pytest.raises(ValueError, match=r"^a row has \d+ numbers; this has shape \(2,\)$"):
        both.spaces.entities([1, 2])
    with pytest.raises(ValueError, match="^side must be from 0 to 1, not 2$"):
        both.spaces.entities(row, 2)


@pytest.mark.parametrize("make", [BattleEnv, BattleAEC, BattleVector])
def test_what_cannot_be_pickled_says_what_to_do(make: Any) -> None:
    made = make(HILLS, count=1) if make is BattleVector else make(HILLS)
    for again in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="make another one with the same arguments"):
            again(made)
