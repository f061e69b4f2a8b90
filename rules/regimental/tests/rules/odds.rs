//! The printed odds, checked as exact fractions by exploring the functions that play.

use crate::support::{field, id, parse, play, rules, unit};
use sandtable_battle::{Battle, Judging, Legal, Scene, Side};
use sandtable_odds::{Chance, Explorer, Law, Weight};
use sandtable_regimental::dice::{Call, Officer, Staff, rout};
use sandtable_regimental::{Regimental, c, marks, units};

/// Returns the chances of a win, an outright loss, a draw, and a draw without hits.
fn round(attacker: u8, defender: u8) -> [Chance; 4] {
    let rules = rules(&[]);
    let law: Law<(u8, u8)> =
        Explorer::new().law(|dice| rules.round(attacker, defender, Side::A, dice));
    assert_eq!(law.mass(), Chance::ONE);
    [
        law.where_(|(a, d)| a < d),
        law.where_(|(a, d)| a > d),
        law.where_(|(a, d)| a == d),
        law.where_(|&hits| hits == (0, 0)),
    ]
}

fn of(text: &str) -> Chance {
    let (top, bottom) = text.split_once('/').expect("a fraction");
    Chance::of(top.parse().expect("top"), bottom.parse().expect("bottom"))
}

/// H2HL-05.
#[test]
fn one_round_in_line_h2hl_05() {
    // REG-H2HL-03, REG-H2HL-04, REG-H2HL-05, REG-H2HL-07.
    let printed = [
        (1, 1, ["5/12", "5/12", "1/6", "1/6"]),
        (1, 2, ["55/216", "125/216", "1/6", "1/6"]),
        (1, 3, ["25/144", "95/144", "1/6", "1/6"]),
        (2, 2, ["515/1296", "515/1296", "133/648", "11/216"]),
        (2, 4, ["841/5184", "34087/46656", "625/5832", "61/1296"]),
        (3, 3, ["3347/7776", "3347/7776", "541/3888", "83/3888"]),
        (
            3,
            5,
            [
                "94045/559872",
                "78265/104976",
                "145241/1679616",
                "15413/839808",
            ],
        ),
        (
            4,
            6,
            [
                "1804721/10077696",
                "45046375/60466176",
                "4591475/60466176",
                "176917/20155392",
            ],
        ),
        (
            6,
            6,
            [
                "496856755/1088391168",
                "496856755/1088391168",
                "47338829/544195584",
                "737353/181398528",
            ],
        ),
        (
            6,
            8,
            [
                "5342176697/26121388032",
                "2127808073/2902376448",
                "814469339/13060694016",
                "57787189/19591041024",
            ],
        ),
        (
            8,
            6,
            [
                "2127808073/2902376448",
                "5342176697/26121388032",
                "814469339/13060694016",
                "57787189/19591041024",
            ],
        ),
        (
            8,
            8,
            [
                "1310831350675/2821109907456",
                "1310831350675/2821109907456",
                "99723603053/1410554953728",
                "313950457/156728328192",
            ],
        ),
    ];
    for (attacker, defender, wanted) in printed {
        let found = round(attacker, defender);
        assert_eq!(found, wanted.map(of), "{attacker} v {defender}");
    }
}

#[test]
fn expected_hits_of_eight_against_eight() {
    let rules = rules(&[]);
    let law: Law<(u8, u8)> = Explorer::new().law(|dice| rules.round(8, 8, Side::A, dice));
    let mean = |pick: fn(&(u8, u8)) -> u8| {
        law.iter().fold(Chance::NONE, |sum, (hits, chance)| {
            sum.plus(chance.scaled(u32::from(pick(hits))))
        })
    };
    let printed = of("287582032547/117546246144");
    assert_eq!(mean(|h| h.0), printed);
    assert_eq!(mean(|h| h.1), printed);
}

/// H2HC-03.
#[test]
fn columns_h2hc_03() {
    let printed = [
        (4, 3, ["57701/93312", "24719/93312", "2723/23328"]),
        (3, 2, ["4727/7776", "947/3888", "385/2592"]),
        (2, 1, ["125/216", "55/216", "1/6"]),
    ];
    for (attacker, defender, wanted) in printed {
        let [win, lose, draw, _] = round(attacker, defender);
        assert_eq!([win, lose, draw], wanted.map(of), "{attacker} v {defender}");
    }
}

/// CHARGE-07, CHARGE-09.
#[test]
fn columns_reach_charge_07_charge_09() {
    for (kind, wanted) in [
        (
            "infantry",
            (10..=19)
                .map(|n| (n, Chance::of(1, 10)))
                .collect::<Vec<_>>(),
        ),
        (
            "cavalry",
            (18..=33)
                .zip([
                    1_u128, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1,
                ])
                .map(|(n, ways)| (n, Chance::of(ways, 216)))
                .collect(),
        ),
    ] {
        let rules = rules(&[]);
        let body = unit(
            "A",
            "Blue",
            kind,
            (36.0, 6.0),
            0.0,
            "formation = \"column\"",
        ) + &unit("D", "Red", "infantry", (36.0, 44.0), 180.0, "");
        let battle = field(&rules, "charge", "Blue", &body);
        let law: Law<i32> =
            Explorer::new().law(|dice| rules.reach_of(&battle, id(&battle, "A"), dice)[0] / 2540);
        let found: Vec<(i32, Chance)> = law.iter().map(|(n, chance)| (*n, chance)).collect();
        assert_eq!(found, wanted, "{kind}");
    }
}

/// ROUT-05.
#[test]
fn the_rout_table_rout_05() {
    let rules = rules(&[]);
    let of_led = |led| -> Law<u16> { Explorer::new().law(|dice| rules.rout(dice, Side::A, led)) };
    let plain = of_led(false);
    let chance = |law: &Law<u16>, results: &[u16]| law.where_(|r| results.contains(r));
    assert_eq!(chance(&plain, &[rout::WITHDRAW]), of("1/3"));
    assert_eq!(chance(&plain, &[rout::PRONE]), of("1/6"));
    assert_eq!(chance(&plain, &[rout::RETREAT]), of("1/3"));
    assert_eq!(chance(&plain, &[rout::NOTHING]), of("1/6"));
    let led = of_led(true);
    assert_eq!(chance(&led, &[rout::WITHDRAW]), of("1/6"));
    assert_eq!(chance(&led, &[rout::PRONE]), of("1/12"));
    assert_eq!(chance(&led, &[rout::RETREAT]), of("1/6"));
    assert_eq!(chance(&led, &[rout::NOTHING, rout::RALLIED]), of("7/12"));
}

/// TERR-08, TERR-11.
#[test]
fn obstacles_terr_08_terr_11() {
    for (ground, sides) in [("fence", 6_u128), ("wall", 10)] {
        for left in 0..=8_i32 {
            let rules = rules(&[]);
            // The column's front is at 11 inches and its move is nine: the fence is as far away as
            // leaves `left` inches at the fence.
            let to = 11.0 + f64::from(9 - left);
            let body = format!(
                "[[terrain]]\nground = \"{ground}\"\nline = [[20, {to:.1}], [60, {to:.1}]]\n{}{}",
                unit(
                    "A",
                    "Blue",
                    "infantry",
                    (36.0, 7.0),
                    0.0,
                    "formation = \"column\""
                ),
                unit("D", "Red", "infantry", (36.0, 44.0), 180.0, "")
            );
            let battle = field(&rules, "movement", "Blue", &body);
            let order = parse(&rules, &battle, "move A advance 9");
            let fence = (to * 2540.0).round() as i32;
            let law: Law<bool> = Explorer::new().law(|dice| {
                let played = sandtable_battle::Judging::play(&rules, &battle, &order, dice);
                let (after, _) = played.expect("legal");
                after.unit(id(&after, "A")).pose.y + 4 * 2540 > fence
            });
            let ways = u128::from(left.unsigned_abs()).min(sides);
            // With nothing left, the front just touches the fence: the unit is not over it.
            assert_eq!(
                law.where_(|over| *over),
                Chance::of(ways, sides),
                "{ground} {left}"
            );
        }
    }
}

/// ROUT-02, ROUT-03.
#[test]
fn officers_rout_02_rout_03() {
    let rules = rules(&[]);
    let of_staff = |fresh: usize, wounded: usize| Staff {
        ranks: std::array::from_fn(|rank| {
            if rank < fresh {
                Officer::Fresh
            } else if rank < fresh + wounded {
                Officer::Wounded
            } else {
                Officer::Down
            }
        }),
        captain: Officer::Down,
        called: Call::No,
    };
    let fresh = |n| of_staff(n, 0);
    // One officer alone: down after one check with 1/4; if already wounded, with 1/2.
    let alone: Law<bool> =
        Explorer::new().law(|dice| rules.wounds(dice, Side::A, fresh(1)).called != Call::No);
    assert_eq!(alone.where_(|down| *down), of("1/4"));
    let hurt = of_staff(0, 1);
    let second: Law<bool> =
        Explorer::new().law(|dice| rules.wounds(dice, Side::A, hurt).called != Call::No);
    assert_eq!(second.where_(|down| *down), of("1/2"));
    // Three fresh officers are all down after k checks, and the captain fails, too.
    let printed = [
        "1/64",
        "1/8",
        "1331/4096",
        "2197/4096",
        "185193/262144",
        "3375/4096",
    ];
    let step = |staff: &(u8, u8)| -> Law<(u8, u8)> {
        let staff = of_staff(usize::from(staff.0), usize::from(staff.1));
        Explorer::new().law(|dice| {
            let now = rules.wounds(dice, Side::A, staff);
            (now.count(Officer::Fresh), now.count(Officer::Wounded))
        })
    };
    let chain = sandtable_odds::Chain::new((3_u8, 0_u8), |s| *s == (0, 0), step);
    for (k, wanted) in (1..).zip(printed) {
        assert_eq!(chain.ended_by(k), of(wanted), "{k} checks");
    }
    let stalls: Law<bool> =
        Explorer::new().law(|dice| rules.wounds(dice, Side::A, fresh(3)).called == Call::Vain);
    assert_eq!(stalls.where_(|vain| *vain), of("1/128"));
}

#[test]
fn an_order_in_the_chain_of_a_charge_is_exact() {
    // From the dice to the defender's choice, or, if the defender has none, through the fight with
    // repeated strikes.
    let rules = rules(&[]);
    let body = unit("A", "Blue", "infantry", (36.0, 20.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 28.5), 180.0, "");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let order = parse(&rules, &now, "fight A D");
    let legal = rules.judge(&now, &order).expect("legal");
    let look = |after: &Battle, (): &()| after.cursor.waits.map(|w| w.why.number());
    let stop = sandtable_odds::Others::Stop;
    let answer = sandtable_odds::answer(
        &rules,
        &now,
        &legal,
        20_000,
        stop,
        |(), _| (),
        |(), _, _| (),
        look,
    );
    let off = answer.within.unwrap_or(0.0) + 1e-9;
    let law = answer.law;
    let waits =
        |clause: sandtable_battle::Clause| law.where_(|w| *w == Some(clause.number())).number();
    let near = |is: f64, wanted: f64| assert!((is - wanted).abs() <= off, "{is} {wanted}");
    // Seen on a clear field: the target surely rolls on the table.
    near(waits(c::REACT_06), 0.1);
    near(waits(c::REACT_08), 0.4);
    near(waits(c::REACT_09), 0.4);
    // If the table does nothing, the fight follows, and nobody is asked.
    let fights = law.where_(|w| w.is_none()).number();
    near(fights, 0.1);
    assert_eq!(units::INFANTRY, 0);
}

/// Plays a charge to the point where the defender lets the reaction stand, with the charge dice
/// rolled.
fn to_the_counter(rules: &Regimental, stands: u8, dice: &[u8]) -> (Battle, Legal) {
    let few = format!("stands = {stands}\nstarted = 8");
    let body = unit("A", "Blue", "infantry", (36.0, 20.0), 0.0, &few)
        + &unit("D", "Red", "infantry", (36.0, 27.5), 180.0, &few);
    let battle = field(rules, "charge", "Blue", &body);
    let now = play(rules, &battle, "charge A D", &[]).0;
    let now = play(rules, &now, "fight A D", dice).0;
    let order = parse(rules, &now, "decide 0");
    let legal = rules.judge(&now, &order).expect("legal");
    (now, legal)
}

/// What the test compares: stands, hits, disorder, officers and places.
type Seen = [(u8, [i8; 5], i32, i32); 2];

fn seen(battle: &Battle) -> Seen {
    let compared = [
        marks::HITS.place(),
        marks::RED.place(),
        marks::WOUNDED.place(),
        marks::DOWN.place(),
        marks::CAPTAIN.place(),
    ];
    [0, 1].map(|at| {
        let unit = &battle.units[at];
        let marks = compared.map(|mark| unit.mark(mark));
        (unit.stands, marks, unit.pose.x, unit.pose.y)
    })
}

/// Exploring equal states together, with officers checked last, gives the same fractions as
/// following every path by itself, with each officer checked in turn.
#[test]
fn states_alike_that_go_on_together_change_no_odds() {
    let rules = rules(&[]);
    for dice in [[2, 1, 7, 2], [3, 2, 7, 2]] {
        let (now, legal) = to_the_counter(&rules, 2, &dice);
        let mut paths: Explorer<Chance> = Explorer::new().cutting_at(0.0);
        let look = |scene: &Scene| {
            assert_eq!(scene.stopped(), None, "nobody asked for it");
            seen(scene)
        };
        let by_path = sandtable_odds::of_order(&mut paths, &rules, &now, &legal, look);
        let mut states: Explorer<Chance> = Explorer::new().cutting_at(0.0);
        let by_state = sandtable_odds::of_battle(&mut states, &rules, &now, &legal, seen);
        assert_eq!(by_path, by_state);
        assert_eq!(by_state.mass(), Chance::ONE);
        assert!(by_state.len() > 100, "{}", by_state.len());
        assert!(by_state.lost() == Chance::NONE, "{}", by_state.lost());
    }
}

/// Officers that are left apart still count for a unit: their means, and everything else, are the
/// same as on every path by itself.
#[test]
fn officers_left_apart_are_expected_all_the_same() {
    let rules = rules(&[]);
    let (now, legal) = to_the_counter(&rules, 2, &[3, 2, 7, 2]);
    let by_path = sandtable_odds::of_order(
        &mut Explorer::<Chance>::new().cutting_at(0.0),
        &rules,
        &now,
        &legal,
        |scene| seen(scene),
    );
    let mut apart: Explorer<Chance> = Explorer::new().cutting_at(0.0).leaving_apart();
    let without =
        |seen: &Seen| seen.map(|(stands, [hits, red, ..], x, y)| (stands, hits, red, x, y));
    let by_state =
        sandtable_odds::of_battle(&mut apart, &rules, &now, &legal, |b| without(&seen(b)));
    assert_eq!(by_path.map(without), by_state);
    let outlook = sandtable_odds::Outlook::new(&rules, &now);
    let all = outlook.law(&legal, sandtable_odds::Terms::default());
    assert_eq!(all.within, None, "exact");
    let sum = |unit: usize, mark: u8| {
        let of_one = |outcomes: &sandtable_odds::Outcomes| -> i32 {
            let own = outcomes
                .iter()
                .filter(|(id, _)| id.is_some_and(|id| id.index() == unit));
            let effects = own.flat_map(|(_, effects)| effects);
            let changes = effects.filter_map(|effect| match *effect {
                sandtable_odds::Effect::Mark(at, change, _) if at == mark => Some(change),
                _ => None,
            });
            changes.sum()
        };
        let each = all
            .all()
            .map(|(outcomes, chance)| (of_one(outcomes), chance));
        each.fold(Chance::NONE, |sum, (change, chance)| {
            sum.plus(chance.scaled(change.unsigned_abs()))
        })
    };
    for unit in [0, 1] {
        for (place, mark) in [
            (2, marks::WOUNDED.place()),
            (3, marks::DOWN.place()),
            (4, marks::CAPTAIN.place()),
        ] {
            let mean = by_path.exact_mean(|seen| u32::from(seen[unit].1[place].unsigned_abs()));
            assert_eq!(sum(unit, mark), mean, "unit {unit}, mark {mark}");
        }
    }
}

/// The longest chain: a seen charge, reaction fire, officers, rout, contact, strike after strike.
/// The odds say how much they cut off.
#[test]
fn the_longest_chain_states_what_it_cuts() {
    let rules = rules(&[]);
    let (now, legal) = to_the_counter(&rules, 8, &[6, 5, 5, 4, 3, 3, 2, 1, 7, 2]);
    let chain = |mut explorer: Explorer<f64>, most_lost: f64, most_runs: usize| {
        let stands = |after: &Battle| (after.units[0].stands, after.units[1].stands);
        let law = sandtable_odds::of_battle(&mut explorer, &rules, &now, &legal, stands);
        let seen: f64 = law.iter().map(|(_, weight)| weight).sum();
        assert!((seen + law.lost() - 1.0).abs() < 1e-9, "{seen}");
        assert!(law.lost() < most_lost, "{}", law.lost());
        assert!(explorer.runs() < most_runs, "{}", explorer.runs());
    };
    let explorer = Explorer::new().leaving_apart();
    chain(explorer.cutting_at(3e-6), 0.012, 16_000);
    chain(
        Explorer::new().leaving_apart().cutting_at(1e-7),
        1e-3,
        46_000,
    );
    // Every officer's wounds, explored together with everything else.
    chain(Explorer::new().cutting_at(3e-6), 0.1, 60_000);
}
