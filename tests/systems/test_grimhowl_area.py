"""Area attacks: who is in at which DC, who helps whom, and what is paid for each."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from grim_boards import (
    BOMB,
    SWORD,
    DieSize,
    Rank,
    Sigil,
    Training,
    blast,
    fight,
    guard,
    plan,
    plan_area,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Point
from battlemap.model.intent import Act, AreaAttack, Overrule
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.grimhowl.kinds import (
    AreaShape,
    AttackSkill,
    DamageType,
)
from battlemap.systems.grimhowl.readings import (
    AreaSpending,
    ExposedCover,
    LowerReactor,
    ReactionEffect,
    SharedReactors,
)
from battlemap.systems.grimhowl.sheet import Gnawing, WeaponDetails

AT = (10, 5)
PASSIVE = {f"defense:{key}": "passive" for key in "abcd"}
UNSPENT = {"stars": "none", **{f"effect:{key}": "none" for key in "abcd"}}


def crowd(*ranks: tuple[Rank, int], casting: int = 4, **sheet):
    """Kael throws at creatures a, b, c... with these ranks and Dodge DCs."""
    places = [(10, 5), (11, 5), (10, 6), (11, 6)]
    return table(
        someone("kael", (2, 2), weapons=[BOMB], sheet={"casting": Training(casting)}),
        *(
            someone(key, at, "foe", sheet={"vitality": 40, "dodge": guard(rank, dc), **sheet})
            for (rank, dc), key, at in zip(ranks, "abcd", places, strict=False)
        ),
    )


def throw(encounter, *script, system=None, **choices):
    return play(encounter, blast(AT, choices=choices), *script, system=system)


def hits(lines):
    return [line.outcome.hits for line in lines if line.outcome]


def target(planned, key):
    return next(target for target in planned.targets if target.token == key)


# Who is in ------------------------------------------------------------------------------------


def test_each_dc_says_who_is_in_and_out_before_choosing():
    encounter = crowd((Rank.TRAINED, 3), (Rank.MASTER, 3), (Rank.NOVICE, 5))
    planned = plan_area(encounter, blast(AT, choices={"dc": "3"}))
    assert [t.is_included for t in planned.targets] == [True, True, False]
    assert target(planned, "c").reason == "Dodge DC 5, Novice: above the chosen DC 3"
    assert target(planned, "c").odds is None
    # The most capable of those at the chosen DC decides: the Master.
    assert planned.odds.summary == "4d6 at DC 3, 3 stars for 1, 1d6"
    whole = plan_area(encounter, blast(AT))
    assert [t.is_included for t in whole.targets] == [True, True, True]
    # At DC 5 only the Novice stands at the chosen DC: the Master's rank helps nobody.
    assert whole.odds.summary == "4d6 at DC 5, 1d6"


def test_nobody_is_left_out_for_a_rank_and_friends_are_in_too():
    encounter = crowd((Rank.MASTER, 3), (Rank.NOVICE, 3))
    friend = encounter.with_token(someone("dace", (11, 4)))
    planned = plan_area(friend, blast(AT))
    assert [t.token for t in planned.targets if t.is_included] == ["a", "b", "dace"]


def test_what_the_gm_forces_is_said_and_nothing_else():
    far = blast((19, 14), choices={"force": "yes"})
    assert plan_area(crowd((Rank.TRAINED, 3)), far).warnings == (
        "Forced by the GM: 85 ft away, range 60 ft.",
    )
    assert plan_area(crowd((Rank.TRAINED, 3)), blast(AT, choices={"force": "yes"})).warnings == ()


def test_the_log_says_who_is_in_and_who_is_not():
    encounter = crowd((Rank.TRAINED, 3), (Rank.TRAINED, 5))
    _, lines = throw(encounter, 1, 1, 1, 1, dc="3")
    assert lines[0].details[1:3] == ("In it: A", "Not affected: B (DC 5)")
    _, lines = throw(encounter, 1, 1, 1, 1, dc="5")
    assert lines[0].details[1] == "In it: A, B"
    assert not any("Not affected" in line for line in lines[0].details)


def test_the_dead_are_listed_and_not_affected():
    encounter = with_conditions(crowd((Rank.TRAINED, 3), (Rank.TRAINED, 5)), "b", "dead")
    planned = plan_area(encounter, blast(AT))
    assert (target(planned, "b").is_included, target(planned, "b").reason) == (False, "dead")
    assert [c.selected for c in planned.choices if c.key == "dc"] == ["3"]


def test_cover_is_measured_from_the_origin_of_the_area():
    def behind(origin):
        encounter = table(
            someone("kael", (2, 5), weapons=[BOMB]),
            someone("a", (8, 5), "foe"),
            props={"crate": ((7.2, 4.9), (7.8, 6.1))},
        )
        encounter, _ = play(encounter, Act("a", "take_cover"))
        return plan_area(encounter, blast(origin, size=2.0))

    west = behind((6, 5))
    assert target(west, "a").reason == "Dodge DC 4, Trained"
    assert [row.key for row in target(west, "a").modifiers] == ["cover"]
    east = behind((9, 5))
    assert target(east, "a").reason == "Dodge DC 3, Trained"


@pytest.mark.parametrize(
    ("reading", "origin", "kept"),
    [
        (ExposedCover.IGNORED, (9, 5), True),
        (ExposedCover.LOST, (9, 5), False),
        (ExposedCover.LOST, (6, 5), True),
    ],
)
def test_cover_may_be_lost_to_an_area_from_behind(reading, origin, kept):
    encounter = table(
        someone("kael", (2, 5), weapons=[BOMB]),
        someone("a", (8, 5), "foe"),
        props={"crate": ((7.2, 4.9), (7.8, 6.1))},
    )
    encounter, _ = play(encounter, Act("a", "take_cover"))
    attack = blast(origin, size=2.0, choices={**PASSIVE, **UNSPENT})
    after, lines = play(encounter, attack, 1, 1, 1, system=rules(exposed_cover=reading))
    assert (status(after, "a").cover is not None) is kept
    said = "A loses Cover: it protects nothing here"
    assert (said in lines[0].details) is not kept


def test_the_gm_overrules_cover_for_one_creature_of_an_area():
    encounter = crowd((Rank.TRAINED, 3), (Rank.TRAINED, 3))
    one = plan_area(encounter, blast(AT, switched={"cover:a": "on"}))
    assert [(t.token, t.reason) for t in one.targets] == [
        ("a", "Dodge DC 4, Trained"),
        ("b", "Dodge DC 3, Trained"),
    ]
    encounter, _ = play(encounter, Overrule("cover", "kael", "b", "on"))
    assert target(plan_area(encounter, blast(AT)), "b").reason == "Dodge DC 4, Trained"
    added = plan_area(encounter, blast(AT, added=(("aided", 1),)))
    assert added.odds.summary.startswith("5d6")


# Shared defense ---------------------------------------------------------------------------------


def test_the_best_of_several_higher_reactors_counts_for_all():
    encounter = crowd((Rank.EXPERT, 3), (Rank.MASTER, 3), (Rank.TRAINED, 4))
    choices = {"defense:a": "dodge", "defense:b": "dodge", "defense:c": "passive", **UNSPENT}
    # The Master rolls first: 1 star; then the Expert: 2.
    script = (6, 6, 6, 6, 5, 1, 1, 5, 5, 1, 3)
    _, lines = throw(encounter, *script, **choices)
    assert hits(lines) == [2, 2, 2]
    _, lines = throw(
        encounter, *script, system=rules(shared_reactors=SharedReactors.SUM), **choices
    )
    assert hits(lines) == [1, 1, 1]


def test_a_reaction_of_equal_rank_helps_itself_alone_as_the_option_says():
    encounter = crowd((Rank.EXPERT, 4), (Rank.EXPERT, 4), casting=6)
    choices = {"defense:a": "dodge", "defense:b": "passive", **UNSPENT}
    script = (6, 6, 6, 6, 6, 6, 5, 1, 1, 3)
    _, lines = throw(encounter, *script, **choices)
    # Six stars: a dodges one of them away, b has rank III and takes three.
    assert hits(lines) == [5, 3]
    _, lines = throw(
        encounter, *script, system=rules(lower_reactor=LowerReactor.EVERYBODY), **choices
    )
    assert hits(lines) == [5, 5]


def test_a_reaction_costs_an_action_and_is_asked_for_after_the_roll():
    encounter = fight(
        someone("kael", (2, 2), weapons=[BOMB]),
        someone("a", (10, 5), "foe", sheet={"vitality": 40}),
    )
    encounter, lines = play(encounter, blast(AT, choices=UNSPENT), 6, 6, 1, "dodge", 5, 1, 1, 3)
    assert hits(lines) == [1]
    assert (status(encounter, "kael").actions, status(encounter, "a").actions) == (2, 2)
    assert status(encounter, "kael").times("attack") == 1
    again = plan_area(encounter, blast(AT))
    assert [row.key for row in again.modifiers] == ["repeat"]
    nobody, lines = throw(encounter, 1, 1)
    assert lines[0].details[-1] == "Nobody is struck"
    assert status(nobody, "a").actions == 2


def test_a_dodge_with_stars_left_buys_movement_here_too():
    encounter = crowd((Rank.TRAINED, 3))
    encounter, lines = throw(encounter, 6, 1, 1, 1, 5, 5, 5, **{"defense:a": "dodge"}, stars="none")
    assert status(encounter, "a").stride == 200
    assert "A may move 10 ft with 2 stars left" in lines[0].details


def test_parry_is_no_answer_to_an_area_and_block_is():
    encounter = crowd((Rank.TRAINED, 3), shield=Sigil(1, DieSize.D4))
    [defense] = [
        choice
        for choice in target(plan_area(encounter, blast(AT)), "a").choices
        if choice.key == "defense:a"
    ]
    reasons = {option.key: option.unavailable for option in defense.options}
    assert reasons["parry"] == "not against an area"
    assert reasons["block"] == reasons["dodge"] == ""


def test_a_master_of_the_shield_blocks_for_all_whatever_its_dodge():
    encounter = crowd(
        (Rank.TRAINED, 3),
        (Rank.TRAINED, 3),
        shield=Sigil(1, DieSize.D4),
        block=Training(2, Rank.MASTER),
    )
    choice = target(plan_area(encounter, blast(AT)), "a").choices[0]
    labels = {option.key: option.label for option in choice.options}
    assert labels["block"] == "Block for all, 2 dice"
    assert labels["dodge"] == "Dodge for itself, 3 dice"
    script = (6, 6, 6, 1, 5, 1, 3)
    blocking = {"defense:a": "block", "defense:b": "passive"}
    _, lines = throw(encounter, *script, **blocking, **UNSPENT)
    assert hits(lines) == [2, 2]


# Spending ----------------------------------------------------------------------------------------


def test_damage_counts_for_all_and_effects_are_paid_for_each():
    encounter = crowd((Rank.TRAINED, 3), (Rank.TRAINED, 3), casting=5)
    script = (6, 6, 6, 6, 6, "damage", "none", 2, "effect:0", "effect:1")
    encounter, lines = throw(encounter, *script, **PASSIVE)
    assert [status(encounter, key).damage for key in "ab"] == [3, 3]
    assert encounter.tokens["a"].has("↓ agility")
    assert [one.name for one in status(encounter, "b").gnawing] == ["burning"]
    assert "Stars spent on +1 damage for everybody: 3 damage" in lines[0].details


def test_nobody_is_asked_for_effects_that_cannot_be_paid():
    encounter = crowd((Rank.TRAINED, 3), (Rank.TRAINED, 3))
    # Three stars left: the first effect takes two, none is left for b.
    encounter, _ = throw(encounter, 6, 6, 6, 1, "none", 2, "effect:0", **PASSIVE)
    assert encounter.tokens["a"].has("↓ agility")
    assert not encounter.tokens["b"].has("↓ agility")


def test_effects_that_were_planned_are_paid_before_damage():
    encounter = crowd((Rank.TRAINED, 3), (Rank.TRAINED, 3), casting=5)
    planned = {"stars": "damage", "effect:a": "effect:0", "effect:b": "effect:0"}
    encounter, lines = throw(encounter, 6, 6, 6, 6, 6, 2, **PASSIVE, **planned)
    assert "Stars spent on +1 damage for everybody: 3 damage" in lines[0].details
    assert all(encounter.tokens[key].has("↓ agility") for key in "ab")


def test_an_effect_that_the_weapon_has_not_is_asked_for_anew():
    encounter = crowd((Rank.TRAINED, 3))
    [choice] = [
        choice
        for choice in target(
            plan_area(encounter, blast(AT, choices={"effect:a": "effect:2"})), "a"
        ).choices
        if choice.key == "effect:a"
    ]
    assert choice.selected == "ask"
    # Nothing is kept for it: all four stars may go into damage.
    planned = {"stars": "damage", "effect:a": "effect:2"}
    _, lines = throw(encounter, 6, 6, 6, 6, 2, **PASSIVE, **planned)
    assert "Stars spent on +4 damage for everybody: 6 damage" in lines[0].details


def test_effects_are_not_paid_with_the_star_that_the_hit_uses():
    encounter = crowd((Rank.TRAINED, 3), (Rank.TRAINED, 3))
    planned = {"stars": "damage", "effect:a": "effect:0", "effect:b": "effect:0"}
    for stars, lowered, damage in ((2, "", 3), (3, "a", 2), (4, "a", 3)):
        script = ([6] * stars + [1] * 4)[:4]
        after, _ = throw(
            encounter, *script, 2, system=rules(hit_uses_star=True), **PASSIVE, **planned
        )
        found = "".join(key for key in "ab" if after.tokens[key].has("↓ agility"))
        assert (found, status(after, "a").damage) == (lowered, damage)


@pytest.mark.parametrize(
    ("when", "script", "damage"),
    [
        (AreaSpending.BEFORE, (6, 6, 6, 1, "size", "damage", 8), 9),
        (AreaSpending.AFTER, (6, 6, 6, 1, 6, "all_damage"), 9),
    ],
)
def test_when_stars_are_spent_is_an_option(when, script, damage):
    system = rules(area_spending=when)
    encounter, _ = throw(crowd((Rank.TRAINED, 3)), *script, system=system, **PASSIVE)
    assert status(encounter, "a").damage == damage
    larger = blast(AT, choices={"stars": "sizes"})
    odds = plan_area(crowd((Rank.TRAINED, 3)), larger, system).odds
    # A raised die may still show 1; a star on damage makes 2 the least.
    assert (1 in odds.damage) is (when is AreaSpending.BEFORE)
    if when is AreaSpending.AFTER:
        planned = {"stars": "sizes", "effect:a": "none"}
        dear, _ = throw(
            crowd((Rank.TRAINED, 3)), 6, 6, 6, 1, 6, system=system, **PASSIVE, **planned
        )
        assert status(dear, "a").damage == 9
        with pytest.raises(ValueError, match="size"):
            throw(crowd((Rank.TRAINED, 3)), 6, 6, 6, 1, 6, "size", system=system, **PASSIVE)


def test_each_creature_resists_for_itself_and_gnaws_for_itself():
    encounter = crowd((Rank.TRAINED, 3), (Rank.TRAINED, 3))
    a = encounter.tokens["a"]
    warded = replace(a.sheet, elemental=Sigil(1, DieSize.D6))
    encounter = encounter.with_token(replace(a, sheet=warded))
    fire = Gnawing("burning", 1, DieSize.D4, DamageType.FIRE)
    encounter = with_status(encounter, "b", gnawing=(fire,))
    encounter, lines = throw(encounter, 6, 6, 1, 1, 5, 2, 4, **PASSIVE, **UNSPENT)
    assert (status(encounter, "a").damage, status(encounter, "b").damage) == (3, 9)
    assert "Elemental takes off 2" in lines[1].details


def test_a_sundering_blast_wears_down_each_sigil():
    bomb = replace(BOMB, details=replace(BOMB.details, sunders=1))
    encounter = crowd((Rank.TRAINED, 3), elemental=Sigil(1, DieSize.D6))
    kael = replace(encounter.tokens["kael"], weapons=(bomb,))
    encounter, _ = throw(encounter.with_token(kael), 6, 6, 1, 1, 5, 2, **PASSIVE, **UNSPENT)
    assert [wear.source for wear in status(encounter, "a").worn] == ["elemental"]


# Odds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reaction", list(ReactionEffect))
@pytest.mark.parametrize(
    "defenses",
    [
        {"defense:a": "passive", "defense:b": "passive"},
        {"defense:a": "dodge", "defense:b": "passive"},
        {"defense:a": "passive", "defense:b": "dodge"},
        {"defense:a": "dodge", "defense:b": "dodge"},
    ],
)
def test_the_odds_are_those_of_full_enumeration(defenses, reaction):
    """A Trained at DC 3 whose Dodge helps itself, and an Expert whose Dodge helps both."""
    # At DC 4 each d6 is a coin: a face of 1 and one of 6 stand for all others.
    system = rules(reaction=reaction)
    encounter = table(
        someone("kael", (2, 2), weapons=[BOMB], sheet={"casting": Training(3)}),
        someone("a", (10, 5), "foe", sheet={"dodge": guard(Rank.TRAINED, 4, 2)}),
        someone("b", (11, 5), "foe", sheet={"dodge": guard(Rank.EXPERT, 3, 2)}),
    )
    choices = {**defenses, "stars": "damage", "effect:a": "none", "effect:b": "none"}
    planned = plan_area(encounter, blast(AT, choices=choices), system)
    reacting = list(defenses.values()).count("dodge")
    stars: dict[str, dict[int, Fraction]] = {"a": {}, "b": {}}
    means = {"a": Fraction(0), "b": Fraction(0)}
    for faces in product((1, 6), repeat=3 + 2 * reacting):
        chance = Fraction(1, 2 ** len(faces))
        # Without a star nobody reacts, and nothing more is rolled.
        found = struck(encounter, faces, system, choices) if 6 in faces[:3] else {}
        for key in "ab":
            left, damage = found.get(key, (0, 0))
            stars[key][left] = stars[key].get(left, Fraction(0)) + chance
            means[key] += chance * damage
    for key in "ab":
        odds = target(planned, key).odds
        assert odds.hits == {n: float(stars[key][n]) for n in sorted(stars[key])}
        assert odds.mean == pytest.approx(float(means[key]))


def struck(encounter, faces, system, choices):
    """Return stars and mean damage of each creature struck, its d6 standing at 3.5."""
    for last in ((1,), ()):
        try:
            _, lines = throw(encounter, *faces, *last, system=system, **choices)
        except ValueError:
            continue
        return {
            line.outcome.target: (line.outcome.hits, line.outcome.damage + Fraction(5, 2))
            for line in lines
            if line.outcome
        }
    raise AssertionError("neither struck nor missed")


# What can't be done -------------------------------------------------------------------------------


def test_what_is_out_of_range_or_empty_or_has_no_area_is_refused():
    encounter = crowd((Rank.TRAINED, 3))
    assert plan_area(encounter, blast((18, 13))).illegal == "80 ft away, range 60 ft."
    assert plan_area(encounter, blast((6, 2), size=0.5)).illegal == "Nobody is in the area."
    kael = replace(encounter.tokens["kael"], weapons=(SWORD,))
    blade = plan_area(encounter.with_token(kael), blast(AT, weapon="sword"))
    assert blade.illegal == "Sword has no area."
    assert blade.odds is None
    stunned = with_conditions(encounter, "kael", "stunned")
    assert plan_area(stunned, blast(AT)).illegal == "Kael cannot act: stunned."
    for wrong in (
        blast(AT, weapon="spoon"),
        blast(AT, attacker="nobody"),
        blast(AT, size=0.0),
        AreaAttack("kael", "bomb", "cone", Point(2.5, 2.5), 3.0),
        AreaAttack("kael", "bomb", "star", Point(2.5, 2.5), 3.0),
    ):
        with pytest.raises(IllegalIntentError):
            plan_area(encounter, wrong)
    with pytest.raises(IllegalIntentError, match="range 60 ft"):
        play(encounter, blast((18, 13)))
    forced = plan_area(encounter, blast((18, 13), choices={"force": "yes"}))
    assert forced.illegal == ""


def test_what_has_an_area_strikes_nobody_alone_and_threatens_nothing():
    breath = Weapon("breath", details=WeaponDetails(area=AreaShape.CONE, area_feet=15))
    encounter = table(
        someone("drake", (5, 5), "foe", weapons=[breath, SWORD]), someone("seren", (6, 5))
    )
    assert [reach.weapon for reach in rules().reaches(encounter.tokens["drake"])] == ["sword"]
    assert plan(encounter, "drake", "seren").situation.weapon == "sword"
    alone = plan(encounter, "drake", "seren", weapon="breath")
    assert alone.illegal == "Breath strikes an area: aim it with the area tool."


def test_a_dc_out_of_reach_is_said():
    planned = plan_area(crowd((Rank.TRAINED, 8)), blast(AT))
    assert planned.warnings == ("No d6 reaches DC 8: the attack cannot hit",)
    assert planned.odds.hit == 0


def test_a_cone_starts_at_the_attacker_who_is_never_in_it():
    breath = Weapon(
        "breath",
        details=WeaponDetails(
            skill=AttackSkill.CASTING,
            damage_type=DamageType.FIRE,
            area=AreaShape.CONE,
            area_feet=15,
            area_angle=90,
        ),
    )
    encounter = table(
        someone("drake", (5, 5), "foe", size=2, weapons=[breath]),
        someone("seren", (8, 5)),
        someone("kael", (2, 5)),
    )
    [weapon] = rules().areas(encounter.tokens["drake"])
    assert (weapon.shape, weapon.size_feet, weapon.range_feet, weapon.angle) == ("cone", 15, 0, 90)
    attack = AreaAttack(
        "drake", "breath", "cone", Point(6, 6), 3.0, aim=Point(9.0, 6.0), angle=90.0
    )
    planned = plan_area(encounter, attack)
    assert planned.illegal == ""
    assert [t.token for t in planned.targets] == ["seren"]
