//! The laws. Each one checks one state of a battle and the order given there. If the law is broken
//! it panics and says where.

use crate::orders::{any_order, lies_in, named};
use sandtable_battle::{Battle, Event, Order, Recorded, Rolled, Rules, Scope, UnitId};
use sandtable_opponents::Lot;
use std::sync::Arc;

/// State of a battle that the laws check.
pub struct Moment<'a> {
    /// Scenario, seed and number of the order, so that you can find the state again.
    pub place: &'a str,
    /// The rules of the battle.
    pub rules: &'a dyn Rules,
    /// The state.
    pub battle: &'a Battle,
    /// The order given in this state; `None` if the battle has ended.
    pub order: Option<&'a Order>,
    /// Number of the order, from 1.
    pub number: u32,
}

/// A law, as a function.
pub type Law = fn(&Moment<'_>);

/// Every law that checks one state at a time, the cheap ones first.
pub const LAWS: [Law; 12] = [
    bases_never_overlap,
    who_is_shot_at_is_seen,
    pure_and_folds,
    old_values_are_true,
    gone_get_no_orders,
    ready_is_offered,
    offered_is_accepted,
    accepted_is_offered,
    prospects_judged_are_offers,
    haste_changes_no_verdict,
    notes_change_no_answer,
    written_and_read_back,
];

/// Checks that orders named by an offer are accepted, in at least one variant each.
pub fn offered_is_accepted(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        ..
    } = moment;
    for offer in rules.all_offers(battle) {
        for choices in named(&offer) {
            let verdicts: Vec<_> = choices
                .iter()
                .map(|order| rules.judge(battle, order))
                .collect();
            assert!(
                verdicts.iter().any(Result::is_ok),
                "{place}: offered but refused: {choices:?}: {:?}",
                verdicts.first().and_then(|v| v.as_ref().err())
            );
        }
    }
}

/// Checks that a unit sees every target that it may shoot at, if the rules know sight.
pub fn who_is_shot_at_is_seen(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        ..
    } = moment;
    for offer in rules.all_offers(battle) {
        for order in named(&offer).into_iter().flatten() {
            let Order::Shoot { unit, target } = order else {
                continue;
            };
            let sight = rules.advice().sight(battle, unit, target);
            assert!(
                sight.is_none_or(|sight| sight.is_clear()),
                "{place}: {unit:?} may shoot at {target:?} and does not see it: {sight:?}"
            );
        }
    }
}

/// Checks that accepted orders are offered, with sixty random orders.
pub fn accepted_is_offered(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        number,
        ..
    } = moment;
    let mut lot = Lot::new(u64::from(*number));
    let offers = rules.all_offers(battle);
    for _ in 0..60 {
        let order = any_order(battle, &mut lot);
        if rules.judge(battle, &order).is_ok() {
            assert!(
                offers.iter().any(|o| lies_in(&order, o)),
                "{place}: accepted but not offered: {order:?}"
            );
        }
    }
}

/// Checks that prospects equal offers once you remove the targets and formations that judging
/// refuses.
pub fn prospects_judged_are_offers(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        ..
    } = moment;
    let units = battle.all().filter(|(_, u)| u.side == battle.to_move());
    for who in units.map(|(id, _)| Some(id)).chain([None]) {
        let (mut offers, mut prospects) = (Vec::new(), Vec::new());
        rules.offers(battle, who, &mut offers);
        rules.prospects(battle, who, &mut prospects);
        let legal = |order: &Order| rules.judge(battle, order).is_ok();
        prospects.retain_mut(|offer| match (&mut offer.scope, offer.unit) {
            (Scope::Targets(targets), Some(unit)) => {
                let verb = offer.verb;
                targets.retain(|&target| verb.at(unit, target).iter().any(legal));
                !targets.is_empty() || battle.setting.stated
            }
            (Scope::Formations(bits), Some(unit)) => {
                let is_legal = |formation| legal(&Order::Form { unit, formation });
                let kept = (0..32).filter(|&f| *bits >> f & 1 == 1 && is_legal(f));
                *bits = kept.fold(0, |bits, f| bits | 1 << f);
                *bits != 0
            }
            _ => true,
        });
        assert_eq!(
            prospects, offers,
            "{place}: what {who:?} may perhaps be ordered is not what it is offered"
        );
    }
}

/// Checks that a verdict without reasons is the same, with the same findings, as one with reasons:
/// for sixty random orders, and the order given.
pub fn haste_changes_no_verdict(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        order,
        number,
    } = moment;
    let mut lot = Lot::new(u64::from(*number) ^ 0x4a57e);
    let drawn = (0..60).map(|_| any_order(battle, &mut lot));
    for order in drawn.chain(order.cloned()) {
        assert_eq!(
            rules.legal(battle, &order),
            rules.judge(battle, &order).ok(),
            "{place}: judged otherwise in haste: {order:?}"
        );
    }
}

/// Checks that notes of where units and terrain lie change no answer: the answers are the same if
/// the notes are void and every unit and piece of terrain is examined.
pub fn notes_change_no_answer(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        order,
        number,
    } = moment;
    let mut plain = (*battle).clone();
    let setting = Arc::make_mut(&mut plain.setting);
    // Mutable access to these lists voids their notes.
    setting.terrain.reserve(0);
    setting.stands.reserve(0);
    plain.units.reserve(0);
    assert_eq!(
        rules.all_offers(battle),
        rules.all_offers(&plain),
        "{place}: offered otherwise"
    );
    let mut lot = Lot::new(u64::from(*number) ^ 0x9_1ace);
    let drawn = (0..60).map(|_| any_order(battle, &mut lot));
    for order in drawn.chain(order.cloned()) {
        assert_eq!(
            rules.judge(battle, &order),
            rules.judge(&plain, &order),
            "{place}: judged otherwise: {order:?}"
        );
    }
}

/// Checks that ready units have offers and all others have none.
pub fn ready_is_offered(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        ..
    } = moment;
    let mut ready = Vec::new();
    rules.ready(battle, &mut ready);
    for (id, _) in battle.all() {
        let mut offers = Vec::new();
        rules.offers(battle, Some(id), &mut offers);
        assert_eq!(
            !offers.is_empty(),
            ready.contains(&id),
            "{place}: {} {offers:?}",
            battle.setting.name(id)
        );
    }
}

/// Checks that the same faces give the same events, and that the events, applied one by one, give
/// the resulting battle.
pub fn pure_and_folds(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        order,
        number,
    } = moment;
    let Some(order) = order else { return };
    let mut dice = Rolled::new(7, *number);
    let (after, events) = rules.play(battle, order, &mut dice).expect("legal");
    let faces: Vec<u8> = dice
        .rolls()
        .iter()
        .flat_map(|r| r.faces.iter().copied())
        .collect();
    let mut again = Recorded::new(&faces);
    let (same, same_events) = rules.play(battle, order, &mut again).expect("legal");
    assert_eq!(
        (&after, &events),
        (&same, &same_events),
        "{place}: {order:?}"
    );
    assert_eq!((again.left_over(), again.wanted()), (0, None), "{place}");
    assert_eq!(again.rolls(), dice.rolls(), "{place}");
    let mut folded = Battle::clone(battle);
    events.iter().for_each(|e| folded.apply(e));
    assert_eq!(folded, after, "{place}: {order:?}");
}

/// Checks that nothing happens to units that are gone, that events state the true values before
/// them, and that marks stay within their range.
pub fn old_values_are_true(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        order,
        number,
    } = moment;
    let Some(order) = order else { return };
    let (_, events) = rules
        .play(battle, order, &mut Rolled::new(7, *number))
        .expect("legal");
    let mut now = Battle::clone(battle);
    for event in &events {
        if let Some(unit) = event.unit().map(|id| *now.unit(id)) {
            if !matches!(
                event,
                Event::Told { .. }
                    | Event::Marked { .. }
                    | Event::Joined { .. }
                    | Event::Regrouped { .. }
            ) {
                assert!(!unit.status.is_gone(), "{place}: {event:?}");
            }
            let true_before = match *event {
                Event::Moved { from, .. } => from == unit.pose,
                Event::Marked { mark, from, .. } => from == unit.marks[usize::from(mark)],
                Event::StandsLost { from, .. } => from == unit.stands,
                Event::Formed { from, .. } => from == unit.formation,
                Event::Joined { from, .. } => from == unit.with,
                Event::Regrouped { from, .. } => from == unit.group,
                Event::Became { from, .. } => from == unit.status,
                _ => true,
            };
            assert!(true_before, "{place}: {event:?}");
        }
        now.apply(event);
    }
    for (_, unit) in now.all() {
        for (mark, spec) in rules.card().marks.iter().enumerate() {
            let value = unit.marks[mark];
            assert!(
                spec.holds(value, now.units.len()),
                "{place}: {} = {value}",
                spec.id
            );
        }
    }
}

/// Checks that bases never overlap, except where the rules allow it.
pub fn bases_never_overlap(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        ..
    } = moment;
    let card = rules.card();
    let solid: Vec<UnitId> = battle
        .present()
        .filter(|(_, u)| !card.kinds[usize::from(u.kind)].leader)
        .map(|(id, _)| id)
        .collect();
    for (i, &a) in solid.iter().enumerate() {
        for &b in &solid[i + 1..] {
            // A unit that has joined another counts as part of it.
            let joined = |x: UnitId, y: UnitId| battle.unit(x).with == Some(y);
            if joined(a, b) || joined(b, a) {
                continue;
            }
            let overlap = rules
                .footprint(battle, a)
                .grown(-3)
                .overlaps(&rules.footprint(battle, b).grown(-3));
            assert!(
                !overlap || rules.may_overlap(battle, a, b),
                "{place}: {} on {}",
                battle.setting.name(a),
                battle.setting.name(b)
            );
        }
    }
}

/// Checks that every state can be written as a position file and reads back equal.
pub fn written_and_read_back(moment: &Moment<'_>) {
    let card = moment.rules.card();
    if !moment.battle.notes.is_empty() {
        let pending = card.state.pending.as_ref();
        let named = pending.is_some_and(|pending| pending.numbers(moment.battle).is_some());
        assert!(named, "what is pending is what the card says of it");
    }
    let Moment {
        place,
        rules,
        battle,
        ..
    } = moment;
    let text = sandtable_files::write_battle(battle, rules.card());
    let (id, switches) =
        sandtable_files::peek_rules(&text).unwrap_or_else(|f| panic!("{place}: {f:?}\n{text}"));
    let again = sandtable_register::open(&id, &switches).expect("the same rules");
    let read = sandtable_files::read_battle(&text, &*again)
        .unwrap_or_else(|f| panic!("{place}: {f:?}\n{text}"));
    assert!(
        read == **battle,
        "{place}: something else is read back from
{text}"
    );
}

/// Checks that units that are gone, or are not the moving side's, cannot pass, and that unknown
/// units get no orders.
pub fn gone_get_no_orders(moment: &Moment<'_>) {
    let Moment {
        place,
        rules,
        battle,
        ..
    } = moment;
    for (id, unit) in battle.all() {
        let order = Order::Pass { unit: id };
        if unit.status.is_gone() || unit.side != battle.to_move() {
            assert!(
                rules.judge(battle, &order).is_err(),
                "{place}: {}",
                battle.setting.name(id)
            );
        }
    }
    let nobody = Order::Shoot {
        unit: UnitId(250),
        target: UnitId(251),
    };
    assert!(rules.judge(battle, &nobody).is_err(), "{place}");
}
