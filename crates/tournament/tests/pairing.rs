//! Random tournaments, and what holds for every one of them.

use sandtable_tournament::{Course, Deed, Form, Score};
use std::collections::{BTreeMap, BTreeSet};

/// Pseudo-random numbers, the same in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn entered(form: Form, count: u32, lot: &mut Lot) -> Course {
    let mut course = Course::new(form);
    for entrant in 1..=count {
        let seed = i64::try_from(lot.below(5)).expect("small");
        course.take(0, &Deed::Entered { entrant, seed });
    }
    course
}

/// Draws a round.
fn draw(course: &mut Course) -> bool {
    let Some(boards) = course.draw() else {
        return false;
    };
    course.take(0, &Deed::Round { boards });
    true
}

/// Ends all battles of the round at random.
fn play(course: &mut Course, lot: &mut Lot) {
    let round = course.rounds.len() - 1;
    for board in 0..course.rounds[round].games.len() {
        if course.rounds[round].games[board].is_done() {
            continue;
        }
        let score = [Score::A, Score::B, Score::Draw, Score::Neither][lot.below(4) as usize];
        course.take(
            0,
            &Deed::Scored {
                round,
                board,
                score,
                fought: true,
            },
        );
    }
}

/// Returns each entrant's history: opponents, byes, how many times more often they led the first
/// side.
fn history(course: &Course) -> BTreeMap<u32, (Vec<u32>, u32, i32)> {
    let mut all: BTreeMap<u32, (Vec<u32>, u32, i32)> = BTreeMap::new();
    for game in course.rounds.iter().flat_map(|round| &round.games) {
        let a = all.entry(game.a).or_default();
        match game.b {
            None => a.1 += 1,
            Some(b) => {
                a.0.push(b);
                a.2 += 1;
                let other = all.entry(b).or_default();
                other.0.push(game.a);
                other.2 -= 1;
            }
        }
    }
    all
}

/// Checks that every active entrant has one battle or one bye.
fn all_there(course: &Course) {
    let last = course.rounds.last().expect("a round");
    let mut seen = BTreeSet::new();
    for game in &last.games {
        assert!(seen.insert(game.a));
        assert!(game.b.is_none_or(|b| seen.insert(b)));
    }
    for entrant in &course.entrants {
        assert!(
            entrant.left || seen.contains(&entrant.number),
            "{entrant:?}"
        );
    }
}

/// Returns whether all of these can be paired, trying every combination.
fn can_pair(left: &[u32], may: &dyn Fn(u32, u32) -> bool) -> bool {
    let Some((&one, rest)) = left.split_first() else {
        return true;
    };
    (0..rest.len()).any(|at| {
        let mut others = rest.to_vec();
        let two = others.remove(at);
        may(one, two) && can_pair(&others, may)
    })
}

#[test]
fn in_a_round_robin_every_pair_meets_once_and_sides_are_even() {
    let mut lot = Lot(1);
    for count in 2..=17_u32 {
        for double in [false, true] {
            let mut course = entered(Form::RoundRobin { double }, count, &mut lot);
            let total = course.total();
            while draw(&mut course) {
                all_there(&course);
                play(&mut course, &mut lot);
                // This holds after every cycle, not only at the end.
                if course.rounds.len() * (1 + usize::from(double)) == total {
                    once(&course, count, 1);
                }
            }
            assert!(course.is_over());
            assert_eq!(course.rounds.len(), total);
            once(&course, count, 1 + usize::from(double));
        }
    }
}

fn once(course: &Course, count: u32, times: usize) {
    for (who, (met, byes, lead)) in history(course) {
        for other in (1..=count).filter(|other| *other != who) {
            assert_eq!(
                met.iter().filter(|one| **one == other).count(),
                times,
                "{who} {other}"
            );
        }
        assert_eq!(
            byes as usize,
            if count.is_multiple_of(2) { 0 } else { times }
        );
        let most = if times == 2 {
            0
        } else {
            i32::from(count.is_multiple_of(2))
        };
        assert!(lead.abs() <= most, "{who} of {count} led {lead}");
    }
}

#[test]
fn in_a_swiss_tournament_nobody_meets_again_or_has_two_byes_or_leads_one_side_too_often() {
    let mut lot = Lot(2);
    let (mut rounds, mut even, mut again) = (0, 0, 0);
    for case in 0..400 {
        let count = 2 + u32::try_from(lot.below(9)).expect("small");
        let mut course = entered(Form::Swiss { rounds: 20 }, count, &mut lot);
        while course.draw().is_some() {
            let before = history(&course);
            assert!(draw(&mut course));
            all_there(&course);
            let of = |who: u32| before.get(&who).cloned().unwrap_or_default();
            let games = &course.rounds.last().expect("a round").games;
            let there: Vec<u32> = games
                .iter()
                .filter_map(|g| g.b.map(|b| [g.a, b]))
                .flatten()
                .collect();
            let fresh = |a: u32, b: u32| !of(a).0.contains(&b);
            let fair = |a: u32, b: u32| fresh(a, b) && of(a).2.signum() * of(b).2.signum() <= 0;
            let met = games
                .iter()
                .any(|game| game.b.is_some_and(|b| !fresh(game.a, b)));
            assert_eq!(met, !can_pair(&there, &fresh), "case {case}: {games:?}");
            let after = history(&course);
            if can_pair(&there, &fair) {
                let kept = |who: &u32| after[who].2.abs() <= of(*who).2.abs().max(1);
                assert!(there.iter().all(kept), "case {case}: {after:?}");
                even += 1;
            }
            let byes: Vec<u32> = course
                .entrants
                .iter()
                .filter(|e| !e.left)
                .map(|e| after.get(&e.number).map_or(0, |one| one.1))
                .collect();
            let (least, most) = (byes.iter().min(), byes.iter().max());
            assert!(
                most.zip(least)
                    .is_none_or(|(most, least)| most - least <= 1)
                    || case % 3 == 0
            );
            rounds += 1;
            again += u32::from(met);
            play(&mut course, &mut lot);
            // Now and then an entrant withdraws, or comes late.
            if case % 3 == 0 && lot.below(4) == 0 {
                let number = 1 + u32::try_from(lot.below(u64::from(count))).expect("small");
                course.take(0, &Deed::Left { entrant: number });
                let entrant = u32::try_from(course.entrants.len()).expect("few") + 1;
                course.take(0, &Deed::Entered { entrant, seed: 0 });
            }
        }
        assert!(course.is_over(), "case {case}: {course:?}");
    }
    assert!(
        rounds > 1000 && even * 2 > rounds && again * 5 < rounds,
        "{rounds} {even} {again}"
    );
}

#[test]
fn those_meet_who_stand_alike() {
    let mut lot = Lot(3);
    let mut course = entered(Form::Swiss { rounds: 3 }, 16, &mut lot);
    draw(&mut course);
    for board in 0..8 {
        course.take(
            0,
            &Deed::Scored {
                round: 0,
                board,
                score: if board % 2 == 0 { Score::A } else { Score::B },
                fought: true,
            },
        );
    }
    draw(&mut course);
    let points = |who: u32| course.halves_before(1, who);
    for game in &course.rounds[1].games {
        assert_eq!(
            points(game.a),
            points(game.b.expect("an even number")),
            "{game:?}"
        );
    }
}

trait Before {
    fn halves_before(&self, round: usize, who: u32) -> u32;
}

impl Before for Course {
    fn halves_before(&self, round: usize, who: u32) -> u32 {
        let games = self.rounds[..round].iter().flat_map(|round| &round.games);
        games
            .filter_map(|game| Some(game.score?.0.halves()[game.place(who)?]))
            .sum()
    }
}

#[test]
fn the_table_counts_points_then_opponents_then_the_battle_between_the_two() {
    let mut course = Course::new(Form::Swiss { rounds: 3 });
    for entrant in 1..=5 {
        course.take(
            0,
            &Deed::Entered {
                entrant,
                seed: -i64::from(entrant),
            },
        );
    }
    let mut rounds = Vec::new();
    while draw(&mut course) {
        let round = course.rounds.len() - 1;
        for board in 0..course.rounds[round].games.len() {
            if !course.rounds[round].games[board].is_done() {
                let game = &course.rounds[round].games[board];
                // The lower number always wins.
                let score = if game.b.is_some_and(|b| game.a < b) {
                    Score::A
                } else {
                    Score::B
                };
                course.take(
                    0,
                    &Deed::Scored {
                        round,
                        board,
                        score,
                        fought: true,
                    },
                );
            }
        }
        rounds.push(course.rounds[round].games.clone());
    }
    assert_eq!(rounds.len(), 3);
    let table = course.table();
    assert_eq!(
        (table[0].entrant, table[0].halves, table[0].place),
        (1, 6, 1)
    );
    let sum: u32 = table.iter().map(|row| row.halves).sum();
    assert_eq!(sum, 3 * 2 * 3, "two battles and a bye a round");
    for pair in table.windows(2) {
        let rank = |at: usize| (pair[at].halves, pair[at].buchholz, pair[at].direct);
        assert!(rank(0) >= rank(1));
        assert_eq!(pair[0].place == pair[1].place, rank(0) == rank(1));
    }
    // The opponents' points of entrants without a bye, added up by hand.
    for row in &table {
        let met = &history(&course)[&row.entrant];
        if met.1 == 0 {
            let of = |who: &u32| {
                table
                    .iter()
                    .find(|one| one.entrant == *who)
                    .expect("a row")
                    .halves
            };
            assert_eq!(row.buchholz, met.0.iter().map(of).sum::<u32>());
        }
    }
}

#[test]
fn who_withdraws_leaves_the_others_a_win_and_what_came_first_stands() {
    let mut lot = Lot(4);
    let mut course = entered(Form::RoundRobin { double: false }, 4, &mut lot);
    draw(&mut course);
    play(&mut course, &mut lot);
    course.take(0, &Deed::Left { entrant: 2 });
    while draw(&mut course) {
        let games = course.rounds.last().expect("a round").games.clone();
        let walkover = games
            .iter()
            .find(|game| game.place(2).is_some())
            .expect("it is listed");
        let place = walkover.place(2).expect("there");
        assert_eq!(
            walkover
                .score
                .map(|(score, fought)| (score.halves()[place], fought)),
            Some((0, false))
        );
        play(&mut course, &mut lot);
    }
    assert_eq!(course.rounds.len(), 3);
    let before = course.clone();
    course.take(
        0,
        &Deed::Scored {
            round: 0,
            board: 0,
            score: Score::Neither,
            fought: false,
        },
    );
    assert_eq!(before.rounds, course.rounds);
    // Before the tournament begins, an entrant who withdraws is not in the table.
    let mut early = entered(Form::Swiss { rounds: 2 }, 3, &mut lot);
    early.take(0, &Deed::Left { entrant: 1 });
    assert_eq!(early.table().len(), 2);
    assert_eq!(early.total(), 1, "two meet once");
    early.take(0, &Deed::Left { entrant: 2 });
    assert!(early.draw().is_none(), "nobody meets himself");
}

/// Of some, one leaves in a round and somebody else comes: the newcomer plays, and no more rounds
/// are played than planned.
#[test]
fn whoever_comes_late_to_a_swiss_tournament_plays() {
    let mut lot = Lot(17);
    // Nobody leaves in round 0.
    for (count, leaves, comes) in [
        (4, 2, 2),
        (4, 1, 1),
        (4, 2, 1),
        (4, 3, 3),
        (3, 3, 3),
        (3, 1, 1),
        (4, 0, 2),
        (6, 0, 2),
        (8, 0, 2),
        (3, 0, 3),
        (5, 0, 5),
    ] {
        for planned in [3, 9] {
            let mut course = entered(Form::Swiss { rounds: planned }, count, &mut lot);
            while draw(&mut course) {
                let round = course.rounds.len();
                assert!(course.total() >= round, "{:?}", course.total());
                if round == leaves {
                    course.take(0, &Deed::Left { entrant: count });
                }
                if round == comes {
                    let entrant = count + 1;
                    course.take(0, &Deed::Entered { entrant, seed: 2 });
                }
                play(&mut course, &mut lot);
            }
            assert!(course.is_over());
            let rounds = course.rounds.len();
            assert!(rounds <= usize::from(planned));
            let met = history(&course)
                .get(&(count + 1))
                .map_or(0, |one| one.0.len());
            assert_eq!(
                met > 0,
                rounds > comes,
                "{count}, {leaves}, {comes}, {planned}"
            );
            assert!(rounds > comes || comes >= usize::from(planned));
        }
    }
    // Whoever is left does not meet again because others were there once.
    let mut course = entered(Form::Swiss { rounds: 9 }, 4, &mut lot);
    assert!(draw(&mut course));
    let game = course.rounds[0].games[0].clone();
    for entrant in (1..=4).filter(|one| game.place(*one).is_none()) {
        course.take(0, &Deed::Left { entrant });
    }
    play(&mut course, &mut lot);
    assert!(course.is_over());
    assert_eq!(course.total(), 1);
}
