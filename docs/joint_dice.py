#!/usr/bin/env python3
"""Checks the joint dice of Sandtable journals, apart from Sandtable's own code.

    python3 docs/joint_dice.py battle.journal.jsonl ...

It checks three things for every line with joint dice: each value that was opened lies on the
chain that its party pledged, the numbers of the throws rise, and each face follows from the
values. It does not know the rules of any game. Needs Python 3.8 and nothing else.
docs/joint-dice.md explains the protocol.
"""
import hashlib
import json
import struct
import sys

PARTIES = ("host", "a", "b")
THROWS = 4096


class Wrong(Exception):
    """What a journal says is not what was pledged."""


def hashed(value, steps):
    """The value so many steps further along its chain."""
    for _ in range(steps):
        value = hashlib.sha256(value).digest()
    return value


def rotate(word, by):
    return ((word << by) | (word >> (32 - by))) & 0xFFFFFFFF


def words(seed, stream):
    """The 32-bit words of ChaCha8: an eight-byte seed padded to a key, a stream number."""
    key = struct.unpack("<8I", struct.pack("<Q", seed) + bytes(24))
    counter = 0
    while True:
        nonce = (counter & 0xFFFFFFFF, counter >> 32, stream & 0xFFFFFFFF, stream >> 32)
        start = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574) + key + nonce
        state = list(start)

        def quarter(a, b, c, d):
            for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[x] = (state[x] + state[y]) & 0xFFFFFFFF
                state[z] = rotate(state[z] ^ state[x], by)

        for _ in range(4):
            for column in range(4):
                quarter(column, column + 4, column + 8, column + 12)
            quarter(0, 5, 10, 15)
            quarter(1, 6, 11, 12)
            quarter(2, 7, 8, 13)
            quarter(3, 4, 9, 14)
        for own, first in zip(state, start):
            yield (own + first) & 0xFFFFFFFF
        counter += 1


def face(stream, sides):
    """The next face of a die: words that would favour low faces are thrown away."""
    for word in stream:
        if word < 2**32 // sides * sides:
            return word % sides + 1


def sides_of(ask):
    """The sides of the dice that a rule asked for."""
    if "read" in ask:
        return 6
    (details,) = ask.values()
    return details["of"] if "draw" in ask else details["sides"]


def seed_of(joint):
    """What the dice of a throw are thrown from."""
    values = [joint.get(party) or "-" for party in PARTIES]
    text = "\n".join(["sandtable joint dice 1", str(joint["throw"]), *values, ""])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def check_chains(joint, known, last):
    """Each value lies on its party's chain; from then on it stands for the pledge."""
    throw = joint["throw"]
    strange = set(joint) - {"throw", "pledges", *PARTIES}
    if strange:
        raise Wrong(f"joint dice have no {min(strange)}")
    if throw <= last:
        raise Wrong(f"throw {throw} comes after throw {last}")
    pledges = joint.get("pledges", [])
    if len({pledge["by"] for pledge in pledges}) < len(pledges):
        raise Wrong("a party pledges twice for one throw")
    for pledge in pledges:
        if set(pledge) != {"by", "from", "top"} or pledge["by"] not in PARTIES:
            raise Wrong("a pledge has a party, its last throw and a value, and nothing else")
        if pledge["from"] >= throw:
            raise Wrong("a pledge is told after its throw")
        known[pledge["by"]] = (pledge["from"], bytes.fromhex(pledge["top"]))
    for party in PARTIES:
        value = joint.get(party)
        if (value is None) != (party not in known):
            raise Wrong(f"{party} pledged and opened nothing, or the reverse")
        if value is None:
            continue
        (before, top), value = known[party], bytes.fromhex(value)
        if throw - before > THROWS or hashed(value, throw - before) != top:
            raise Wrong(f"{party} opened a value that was not pledged")
        known[party] = (throw, value)
    return throw


def check_line(line, sealed, known, last):
    """One line; the number of the last throw after it."""
    joint = line.get("joint")
    if joint is None:
        if not sealed and any(roll["thrown"] == "sealed" for roll in line.get("rolls", ())):
            raise Wrong("its dice come from nothing that was pledged")
        return last, 0
    last = check_chains(joint, known, last)
    stream = words(seed_of(joint), line["n"])
    for roll in line["rolls"]:
        faces = [face(stream, sides_of(roll["ask"])) for _ in roll["faces"]]
        if roll["thrown"] != "sealed":
            raise Wrong(f"some dice are joint and others are {roll['thrown']}")
        if faces != roll["faces"]:
            raise Wrong(f"the dice give {faces}, the journal has {roll['faces']}")
    return last, len(line["rolls"])


def check(path):
    """Checks a journal; how many of its rolls are joint."""
    known, last, rolls = {}, 0, 0
    with open(path, encoding="utf-8") as file:
        header, *lines = [json.loads(text) for text in file]
    # Dice may also be sealed by one number for the whole battle, which `sandtable verify` checks.
    sealed = header.get("seal") is not None
    for line in lines:
        if "n" not in line:
            continue
        try:
            last, more = check_line(line, sealed, known, last)
        except Wrong as why:
            raise Wrong(f"line {line['n']}: {why}") from None
        rolls += more
    return rolls


def main(paths):
    if not paths:
        sys.exit(__doc__)
    failed = False
    for path in paths:
        try:
            print(f"{path}: {check(path)} rolls follow from what was pledged")
        except (Wrong, OSError) as why:
            failed = True
            print(f"{path}: {why}")
        except (ValueError, TypeError, LookupError, AttributeError, struct.error) as why:
            failed = True
            print(f"{path}: this is not a sound journal: {why!r}")
    sys.exit(failed)


if __name__ == "__main__":
    main(sys.argv[1:])
