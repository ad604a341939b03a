"""Fights of Grimhowl refereed by hand: a reader of the text checks each roll, question and price.

The referee knows the text and the rules page alone. It takes what was rolled and answered in order,
says what should have been rolled, and what everybody should have lost in the end.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from grim_boards import (
    BOW,
    FLAMES,
    SLOWED,
    SWORD,
    DieSize,
    Rank,
    Sigil,
    Training,
    blast,
    box,
    guard,
    plan,
    plan_area,
    play,
    rules,
    someone,
    status,
    table,
    values,
)
from hypothesis import given
from hypothesis import strategies as st
from tape import Tape, offered

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act, Attack, EndTurn, Move
from battlemap.model.token import Weapon
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.grimhowl.kinds import AreaShape, AttackSkill, DamageType
from battlemap.systems.grimhowl.sheet import Gnawing, Repeat, Status, WeaponDetails

# The text, in numbers --------------------------------------------------------------------------

ONE_STAR_FOR = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
LADDER = (4, 6, 8, 10, 12)
FREE_DC = 4
"""Of rolls that target nobody (an option)."""


def penalized(dice, times):
    """Repeat Action Penalty: the 1st, 2nd, 3rd, 4th and later attempt."""
    return max(min(1, dice), dice - (0, 1, 2, 3, 3, 3, 3, 3, 3)[times])


def count_stars(faces, dc):
    return sum(1 for face in faces if face >= dc)


def upgraded(die, sizes):
    """The die so many sizes up, and what is added past a d12."""
    place = LADDER.index(die) + sizes
    return (LADDER[place], 0) if place < 5 else (12, place - 4)


def spend(tape, stars, effects=()):
    """Referee the spending of stars; returns damage, sizes, what was bought, and what is left."""
    damage, sizes, bought = 0, 0, []
    while stars:
        question, key = tape.answer("stars")
        may = {"all_damage", "none"}
        may |= {"damage"} if stars > 1 else set()
        may |= {"size"} if stars >= 2 else set()
        may |= {
            f"effect:{n}" for n, one in enumerate(effects) if one.stars <= stars and n not in bought
        }
        assert offered(question) == may
        if key == "none":
            break
        if key == "all_damage":
            damage, stars = damage + stars, 0
        elif key == "damage":
            damage, stars = damage + 1, stars - 1
        elif key == "size":
            sizes, stars = sizes + 1, stars - 2
        else:
            bought.append(int(key[-1]))
            stars -= effects[bought[-1]].stars
    return damage, sizes, bought, stars


def mitigated(tape, key, creature, amount):
    """Referee one creature's Sigil and Gnawing damage; returns what it loses."""
    sigils = creature["sigils"]
    dice = sigils.get(creature.get("only", ""), (0, 6))
    if len(sigils) > 1 and not creature.get("only"):
        question, chosen = tape.answer("sigil")
        assert question.token == key
        assert offered(question) == set(sigils)
        dice = sigils[chosen]
    elif len(sigils) == 1:
        [dice] = sigils.values()
    amount = max(0, amount - sum(tape.roll(key, *dice)))
    if amount:
        for bite in creature["gnawing"]:
            amount += sum(tape.roll(key, *bite))
    return amount


# Random creatures ------------------------------------------------------------------------------


def creature_of(dice: Random):
    """Return a creature as the text sees it."""
    shield = dice.choice([None, (1, 4), (1, 6)])
    armor = dice.choice([None, (1, 4), (2, 6)])
    sigils = {name: of for name, of in (("armor", armor), ("shield", shield)) if of}
    return {
        "dc": dice.randint(2, 6),
        "rank": dice.randint(1, 5),
        "dodge": dice.randint(0, 4),
        "block": dice.randint(0, 4),
        "block_rank": dice.randint(1, 5),
        "parry": dice.randint(0, 4),
        "times": {skill: dice.randint(0, 4) for skill in ("dodge", "block", "parry")},
        "sigils": sigils,
        "gnawing": [(1, 6)][: dice.randint(0, 1)] + [(2, 4)][: dice.randint(0, 1)],
        "actions": dice.choice([3, 3, 1, 0]),
    }


def sheet_of(creature, defense):
    made = {
        "vitality": 500,
        defense: guard(Rank(creature["rank"]), creature["dc"], creature[defense]),
        "block": Training(creature["block"], Rank(creature["block_rank"])),
    }
    other = "parry" if defense == "dodge" else "dodge"
    made[other] = guard(Rank(creature["rank"]), creature["dc"], creature[other])
    for name, (count, die) in creature["sigils"].items():
        made[name] = Sigil(count, DieSize(f"d{die}"))
    return made


def record_of(creature):
    return Status(
        actions=creature["actions"],
        repeats=tuple(Repeat(skill, n) for skill, n in creature["times"].items() if n),
        gnawing=tuple(
            Gnawing(f"bite{n}", count, DieSize(f"d{die}"), DamageType.POISON)
            for n, (count, die) in enumerate(creature["gnawing"])
        ),
    )


def reactions_of(creature, *, area):
    """Return the Reactions that the text leaves a creature: an action, a shield, a blade near."""
    if not creature["actions"]:
        return set()
    found = {"dodge"} if area else {"dodge", "parry"}
    return found | ({"block"} if "shield" in creature["sigils"] else set())


def react(tape, key, creature, skill):
    """Referee a Reaction's roll; returns its stars."""
    faces = tape.roll(key, penalized(creature[skill], creature["times"][skill]), 6)
    creature["actions"] -= 1
    return count_stars(faces, FREE_DC)


def running(encounter, first, *others):
    slots = tuple(Slot(key, 9 - n, 1) for n, key in enumerate((first, *others)))
    return replace(encounter, turn_order=TurnOrder(1, slots=slots, active=first))


# One target ------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_an_attack_is_what_a_referee_makes_of_the_text(seed):
    dice = Random(seed)
    orc = creature_of(dice)
    fighting, times, gear = dice.randint(0, 6), dice.randint(0, 5), dice.randint(0, 1)
    die, up = dice.choice(LADDER), dice.randint(0, 2)
    blade = Weapon(
        "blade",
        details=WeaponDetails(
            dice=dice.randint(1, 2),
            die=DieSize(f"d{die}"),
            upgrades=up,
            gear=gear,
            effect=SLOWED,
            second_effect=FLAMES,
        ),
    )
    encounter = running(
        table(
            someone(
                "kael",
                (5, 5),
                weapons=[blade],
                sheet={"fighting": Training(fighting)},
                status=Status(repeats=(Repeat("attack", times),) if times else ()),
            ),
            someone("orc", (6, 5), "foe", sheet=sheet_of(orc, "parry"), status=record_of(orc)),
        ),
        "kael",
        "orc",
    )
    tape = Tape(rules(), encounter, Attack("kael", "orc", "blade"), dice)
    stars = count_stars(tape.roll("kael", penalized(fighting + gear, times), 6), orc["dc"])
    left = stars // ONE_STAR_FOR[orc["rank"]]
    may = reactions_of(orc, area=False)
    if stars and may:
        question, key = tape.answer("defense")
        assert offered(question) == may | {"passive"}
        if key != "passive":
            left = max(0, stars - react(tape, "orc", orc, key))
    lost, bought = 0, []
    if left:
        damage, sizes, bought, _ = spend(tape, left, (SLOWED, FLAMES))
        sides, past = upgraded(die, up + sizes)
        # The Sigil is chosen before anything is rolled.
        chosen = ""
        if len(orc["sigils"]) > 1:
            _, chosen = tape.answer("sigil")
        faces = tape.roll("kael", blade.details.dice, sides)
        lost = mitigated(tape, "orc", {**orc, "only": chosen}, sum(faces) + past + damage)
    assert tape.is_over
    now = status(tape.after, "orc")
    assert now.damage == lost
    assert now.actions == orc["actions"]
    assert tape.after.tokens["orc"].has("↓ agility") == (0 in bought)
    assert [one.name for one in now.gnawing if one.name == "burning"] == ["burning"] * (1 in bought)
    assert status(tape.after, "kael").actions == 2
    assert status(tape.after, "kael").times("attack") == times + 1


# An area ---------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_an_area_attack_is_what_a_referee_makes_of_the_text(seed):
    """Who is in, against whom it is resolved, who reacts for whom, and what is paid for each."""
    dice = Random(seed)
    keys = "abcd"[: dice.randint(1, 4)]
    crowd = {key: creature_of(dice) for key in keys}
    casting, times = dice.randint(0, 8), dice.randint(0, 4)
    die = dice.choice(LADDER)
    bomb = Weapon(
        "bomb",
        range_feet=60,
        details=WeaponDetails(
            skill=AttackSkill.CASTING,
            dice=dice.randint(1, 2),
            die=DieSize(f"d{die}"),
            effect=SLOWED,
            area=AreaShape.BLAST,
            area_feet=5,
        ),
    )
    places = dict(zip("abcd", [(10, 5), (11, 5), (10, 6), (11, 6)], strict=True))
    encounter = running(
        table(
            someone(
                "kael",
                (2, 2),
                weapons=[bomb],
                sheet={"casting": Training(casting)},
                status=Status(repeats=(Repeat("attack", times),) if times else ()),
            ),
            *(
                someone(
                    key,
                    places[key],
                    dice.choice(["foe", "party"]),
                    sheet=sheet_of(one, "dodge"),
                    status=record_of(one),
                )
                for key, one in crowd.items()
            ),
        ),
        "kael",
        *keys,
    )
    dcs = sorted({one["dc"] for one in crowd.values()})
    wish = dice.choice([None, *dcs])
    dc = max(dcs) if wish is None else wish
    attack = blast((10, 5), choices={} if wish is None else {"dc": str(wish)})
    planned = plan_area(encounter, attack)
    inside = {key: one for key, one in crowd.items() if one["dc"] <= dc}
    assert {one.token for one in planned.targets if one.is_included} == set(inside)
    # Of those at the chosen DC the most capable one; a lower DC is included, its rank is not asked.
    rank = max(one["rank"] for one in inside.values() if one["dc"] == dc)

    tape = Tape(rules(), encounter, attack, dice)
    stars = count_stars(tape.roll("kael", penalized(casting, times), 6), dc)
    together, alone, reacted = [], {}, set()
    for _ in [one for one in inside.values() if stars and one["actions"]]:
        question, key = tape.answer("defense")
        one = crowd[question.token]
        assert question.token in set(inside) - reacted
        reacted.add(question.token)
        assert offered(question) == reactions_of(one, area=True) | {"passive"}
        if key == "passive":
            continue
        own = react(tape, question.token, one, key)
        if one["rank" if key == "dodge" else "block_rank"] > rank:
            together.append(own)
        else:
            alone[question.token] = own
    for_all = max(0, stars - max(together)) if together else stars // ONE_STAR_FOR[rank]
    against = {
        key: min(for_all, max(0, stars - alone[key]))
        if together and key in alone
        else max(0, stars - alone[key])
        if key in alone
        else for_all
        for key in inside
    }
    struck = [key for key in inside if against[key]]
    losses, slowed = dict.fromkeys(keys, 0), set()
    if struck:
        damage, sizes, _, left = spend(tape, for_all)
        sides, past = upgraded(die, sizes)
        faces = tape.roll("kael", bomb.details.dice, sides)
        for key in struck:
            amount = sum(faces) + past + damage
            losses[key] = mitigated(tape, key, crowd[key], amount)
            if left >= SLOWED.stars:
                question, answer = tape.answer("effect")
                assert offered(question) == {"effect:0", "none"}
                if answer == "effect:0":
                    left -= SLOWED.stars
                    slowed.add(key)
    assert tape.is_over
    for key, one in crowd.items():
        now = status(tape.after, key)
        assert now.damage == losses[key]
        assert now.actions == one["actions"]
        assert tape.after.tokens[key].has("↓ agility") == (key in slowed)
    assert status(tape.after, "kael").actions == 2


# Rounds: repeats, held actions, movement ------------------------------------------------------


class Books:
    """What a player would write down in a round: actions, held ones, repeats, movement."""

    def __init__(self):
        self.rest()

    def rest(self):
        self.actions, self.held, self.times = 3, 0, {}
        self.pool, self.drawn, self.opened = 30, 0, False

    def pay(self, action, *, turn):
        if turn and self.actions:
            self.actions -= 1
        else:
            self.held -= 1
        self.times[action] = self.times.get(action, 0) + 1

    def can_pay(self, *, turn):
        return self.held > 0 or (turn and self.actions > 0)

    @property
    def remaining(self):
        return max(0, self.pool - self.drawn)

    def next_move(self):
        """Return the feet that the next Move brings: 30, 25, 20, 15 and no less."""
        return 30 - 5 * min(3, self.times.get("move", 0))


@given(st.integers(0, 2**32))
def test_a_round_is_what_a_player_writes_down(seed):
    dice = Random(seed)
    skills = {"fighting": 4, "athletics": 3, "finesse": 2, "dodge": 3, "parry": 5}
    sheet = {
        "vitality": 900,
        **{name: Training(skills[name]) for name in ("fighting", "athletics", "finesse")},
        **{name: guard(Rank.TRAINED, 3, skills[name]) for name in ("dodge", "parry")},
    }
    encounter = table(
        someone("seren", (10, 5), sheet=sheet),
        someone("orc", (11, 5), "foe", sheet=sheet),
        size=(40, 12),
        props={"crate": ((10.2, 4.2), (11.8, 4.8))},
    )
    encounter = running(encounter, "seren", "orc")
    system, books = rules(), {"seren": Books(), "orc": Books()}
    acted = set()
    for _ in range(25):
        turn = encounter.turn_order.active
        key = dice.choice([turn, turn, turn, "seren" if turn == "orc" else "orc"])
        own, mine = key == turn, books[key]
        what = dice.choice(["attack", "attack", "athletics", "finesse", "move", "cover", "end"])
        if what == "end":
            encounter = Tape(system, encounter, EndTurn(), dice).after
            ended = books[turn]
            ended.held, ended.actions, ended.opened = ended.held + ended.actions, 0, False
            acted.add(turn)
            if len(acted) == 2:
                acted.clear()
                for one in books.values():
                    one.rest()
        elif what == "attack":
            encounter = _attack(system, encounter, key, books, acted, dice)
        elif what in ("athletics", "finesse"):
            encounter = _by_skill(system, encounter, key, what, books[key], skills, own, dice)
        elif what == "cover":
            act = Act(key, "take_cover")
            beside = encounter.tokens[key].at[1] == 5 and not status(encounter, key).cover
            if mine.can_pay(turn=own) and beside:
                encounter = Tape(system, encounter, act, dice).after
                mine.pay("take_cover", turn=own)
                assert status(encounter, key).cover is not None
        else:
            encounter = _walk(system, encounter, key, mine, own, dice)
        for name, book in books.items():
            now = status(encounter, name)
            spare = now.actions + now.held
            assert spare == book.actions + book.held, (what, name)
            assert {one.action: one.times for one in now.repeats} == book.times


def _attack(system, encounter, key, books, acted, dice):
    other = "orc" if key == "seren" else "seren"
    own = encounter.turn_order.active == key
    mine, theirs = books[key], books[other]
    attack = Attack(key, other, "sword", {"stars": "none"})
    if not mine.can_pay(turn=own):
        with pytest.raises(IllegalIntentError):
            Tape(system, encounter, attack, dice)
        return encounter
    covered = "cover" in values(plan(encounter, key, other))
    tape = Tape(system, encounter, attack, dice)
    pool = penalized(4, mine.times.get("attack", 0))
    mine.pay("attack", turn=own)
    stars = count_stars(tape.roll(key, pool, 6), 4 if covered else 3)
    # On one's own turn, or before it, actions serve for Reactions; afterwards what is held.
    ready = theirs.held + (theirs.actions if other not in acted else 0)
    left = stars
    if stars and ready:
        question, answer = tape.answer("defense")
        assert offered(question) == {"dodge", "parry", "passive"}
        if answer != "passive":
            pool = penalized({"dodge": 3, "parry": 5}[answer], theirs.times.get(answer, 0))
            left = max(0, stars - count_stars(tape.roll(other, pool, 6), FREE_DC))
            if theirs.held:
                theirs.held -= 1
            else:
                theirs.actions -= 1
            theirs.times[answer] = theirs.times.get(answer, 0) + 1
    before = status(encounter, other).damage
    lost = sum(tape.roll(key, 1, 6)) if left else 0
    assert tape.is_over
    assert status(tape.after, other).damage == before + lost
    # A Dodge with stars left may have bought movement; nobody here walks with it.
    kept = replace(status(tape.after, other), stride=0, stride_by="")
    token = tape.after.tokens[other]
    return tape.after.with_token(replace(token, status=kept))


def _by_skill(system, encounter, key, skill, mine, skills, own, dice):
    act = Act(key, skill)
    if not (mine.can_pay(turn=own) and mine.remaining):
        with pytest.raises(IllegalIntentError):
            Tape(system, encounter, act, dice)
        return encounter
    tape = Tape(system, encounter, act, dice)
    pool = penalized(skills[skill], mine.times.get(skill, 0))
    mine.pay(skill, turn=own)
    bought = 5 * count_stars(tape.roll(key, pool, 6), FREE_DC)
    assert tape.is_over
    encounter, feet = tape.after, min(bought, mine.remaining)
    assert status(encounter, key).stride == 20 * feet
    # It is walked at once, and a step more is too far.
    if feet:
        with pytest.raises(IllegalIntentError):
            Tape(system, encounter, _there_and_back(encounter, key, feet // 5 + 1), dice)
        encounter = Tape(system, encounter, _there_and_back(encounter, key, feet // 5), dice).after
        mine.drawn += feet
    return encounter


def _there_and_back(encounter, key, steps):
    """Return a walk of so many steps between the two rows of the fight."""
    x, y = encounter.tokens[key].at
    cells = [Cell(x, y if n % 2 == 0 else 11 - y) for n in range(steps + 1)]
    return Move(key, tuple(cells))


def _walk(system, encounter, key, mine, own, dice):
    steps = dice.randint(1, 8)
    move = _there_and_back(encounter, key, steps)
    feet, open_feet = 5 * steps, mine.remaining if mine.opened and own else 0
    cost, moves = feet - open_feet, []
    book = (mine.actions if own else 0) + mine.held
    count = mine.times.get("move", 0)
    while cost > 0 and len(moves) < book:
        size = 30 - 5 * min(3, count + len(moves))
        # What skills have walked comes out of the first Move.
        moves.append(max(0, size - mine.drawn) if count + len(moves) == 0 else size)
        cost -= moves[-1]
    if cost > 0:
        with pytest.raises(IllegalIntentError):
            Tape(system, encounter, move, dice)
        return encounter
    after = Tape(system, encounter, move, dice).after
    assert after.tokens[key].at == move.cells[-1]
    for _ in moves:
        mine.pool = mine.next_move()
        mine.pay("move", turn=own)
    if moves:
        mine.opened, mine.drawn = True, mine.pool + cost
    else:
        mine.drawn += feet
    return after


# Cover, bound to an object ---------------------------------------------------------------------


def crossed(start, end, left, top, right, bottom):
    """Tell whether a segment has a piece inside a box, borders left out (exact)."""
    low, high = Fraction(0), Fraction(1)
    for a, b, least, most in (
        (start[0], end[0], left, right),
        (start[1], end[1], top, bottom),
    ):
        a, b = Fraction(a), Fraction(b)
        if a == b:
            if not least < a < most:
                return False
            continue
        one, other = (least - a) / (b - a), (most - a) / (b - a)
        low, high = max(low, min(one, other)), min(high, max(one, other))
    return low < high


def corners_of(x, y, size=1):
    return [(x + i, y + j) for i in range(size + 1) for j in range(size + 1)]


def rays_crossing(starts, ends, bounds):
    """Return the least share of rays from any start that cross a box: best for the attacker."""
    return min(Fraction(sum(crossed(s, e, *bounds) for e in ends), len(ends)) for s in starts)


def tenths(least, most):
    return st.integers(least, most).map(lambda n: Fraction(n, 10))


crates = st.tuples(tenths(61, 65), tenths(40, 55), tenths(66, 69), tenths(56, 75))


@given(
    st.tuples(st.integers(0, 12), st.integers(0, 10)),
    crates,
    st.integers(1, 2),
    st.sampled_from(["bow", "bomb"]),
)
def test_cover_stands_for_an_attack_where_half_of_the_rays_cross_its_object(at, bounds, size, by):
    """One crate west of the orc, which takes Cover there; nothing else is on the board."""
    if at in {(7 + i, 5 + j) for i in range(size) for j in range(size)}:
        return
    corner, other = [float(part) for part in bounds[:2]], [float(part) for part in bounds[2:]]
    encounter = table(
        someone("kael", at if by == "bow" else (0, 12), weapons=[BOW, BLAST]),
        someone("orc", (7, 5), "foe", size=size),
        props={"crate": (corner, other)},
    )
    encounter, _ = play(encounter, Act("orc", "take_cover"))
    if by == "bow":
        starts = corners_of(*at)
        covered = "cover" in values(plan(encounter, "kael", "orc", weapon="bow"))
    else:
        # An area's rays start at its origin, here the middle of the cell of impact.
        starts = [(at[0] + Fraction(1, 2), at[1] + Fraction(1, 2))]
        planned = plan_area(encounter, blast(at, size=30.0, weapon="blast"))
        [orc] = [one for one in planned.targets if one.token == "orc"]
        covered = "cover" in {row.key for row in orc.modifiers}
    share = rays_crossing(starts, corners_of(7, 5, size), bounds)
    assert covered == (2 * share >= 1)


BLAST = Weapon(
    "blast",
    range_feet=200,
    details=WeaponDetails(area=AreaShape.BLAST, area_feet=150),
)


# Flanking --------------------------------------------------------------------------------------


def sides_between(a, b, x, y, size):
    """Return whether the segment a-b goes through opposite sides of a square space."""
    left, right, top, bottom = x, x + size, y, y + size
    if not crossed(a, b, left, top, right, bottom):
        return False

    def on(share):
        px, py = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        found = {"left": px == left, "right": px == right, "top": py == top, "bottom": py == bottom}
        return {side for side, is_on in found.items() if is_on}

    low, high = Fraction(0), Fraction(1)
    for p, q, least, most in ((a[0], b[0], left, right), (a[1], b[1], top, bottom)):
        if p != q:
            one, two = Fraction(least - p) / (q - p), Fraction(most - p) / (q - p)
            low, high = max(low, min(one, two)), min(high, max(one, two))
    enters, leaves = on(low), on(high)
    pairs = ({"left", "right"}, {"top", "bottom"})
    return any({one, two} == pair for one in enters for two in leaves for pair in pairs)


places = st.tuples(st.integers(4, 12), st.integers(4, 12))


@given(places, places, st.integers(1, 3), st.integers(1, 2), st.integers(1, 2), st.booleans())
def test_flanking_on_squares_goes_through_opposite_sides(one, other, size, a, b, far):
    """The target's space starts at (8, 8); spears reach a cell farther."""

    def space(at, n):
        return {(at[0] + i, at[1] + j) for i in range(n) for j in range(n)}

    spaces = [space((8, 8), size), space(one, a), space(other, b)]
    if any(spaces[i] & spaces[j] for i, j in ((0, 1), (0, 2), (1, 2))):
        return
    weapons = [Weapon("spear", 10)] if far else [SWORD]
    encounter = table(
        someone("seren", one, size=a, weapons=weapons),
        someone("kael", other, size=b, weapons=weapons),
        someone("orc", (8, 8), "foe", size=size),
    )
    reach = 2 if far else 1

    def threatens(cells):
        return any(
            max(abs(p[0] - q[0]), abs(p[1] - q[1])) <= reach for p in cells for q in spaces[0]
        )

    middle = [(at[0] + Fraction(n, 2), at[1] + Fraction(n, 2)) for at, n in ((one, a), (other, b))]
    expected = threatens(spaces[1]) and threatens(spaces[2]) and sides_between(*middle, 8, 8, size)
    if threatens(spaces[1]):
        assert ("flanked" in values(plan(encounter, "seren", "orc"))) == expected


def test_an_object_that_was_in_the_way_once_is_in_the_way_no_more_when_it_is_gone():
    encounter = table(
        someone("kael", (2, 5), weapons=[BOW]),
        someone("orc", (7, 5), "foe"),
        props={"crate": ((6.1, 4.5), (6.9, 6.5))},
    )
    encounter, _ = play(encounter, Act("orc", "take_cover"))
    assert values(plan(encounter, "kael", "orc")) == {"cover": 1}
    other = {"wall": box("wall", (6.1, 4.5), (6.9, 6.5))}
    replaced = encounter.with_map(replace(encounter.map, obstacles=other))
    # Another thing in the very same place is not what Cover was taken behind.
    assert values(plan(replaced, "kael", "orc")) == {}
