//! Phases that a walk does not stop in, since rule sets skip those in which a unit can do nothing.
//! Here you can ask what would be possible in them, and why not, as if they were current.

use sandtable_battle::{Battle, Cursor, Legal, Order, Refusals, Rules, UnitId, c};

/// Returns the battle as if it were the unit's turn to act, in every phase: first as it stands if
/// the unit may act now, then in the current phase, then in every other.
pub fn in_every_phase(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
) -> impl Iterator<Item = Battle> {
    let me = battle.get(unit).map(|me| (me.side, me.group));
    let phases = u8::try_from(rules.card().phases.len()).unwrap_or(u8::MAX);
    let now = battle.cursor;
    let mut cursors: Vec<Cursor> = Vec::new();
    if let Some((side, group)) = me {
        let own = Cursor {
            side,
            group: Some(group),
            unit: Some(unit),
            waits: None,
            ..now
        };
        // In someone else's moment, the only reason would be that it is not this unit's.
        let mine = battle.to_move() == side && now.waits.is_none();
        cursors.extend(mine.then_some(now));
        cursors.push(own);
        for phase in 0..phases {
            cursors.push(Cursor { phase, ..own });
            let unit = None;
            cursors.push(Cursor { phase, unit, ..own });
        }
    }
    let table = battle.clone();
    cursors.into_iter().map(move |cursor| Battle {
        cursor,
        ..table.clone()
    })
}

/// Adds the phases that were skipped because nobody could do anything in them: a unit that stands
/// elsewhere might.
#[must_use]
pub fn filled(moments: &[Battle], phases: usize) -> Vec<Battle> {
    let key = |b: &Battle| (b.cursor.turn, b.cursor.side, b.cursor.group);
    let mut out: Vec<Battle> = Vec::with_capacity(2 * moments.len());
    for own in moments.chunk_by(|a, b| key(a) == key(b)) {
        out.extend_from_slice(own);
        if let Some(first) = own.iter().find(|b| b.cursor.waits.is_none()) {
            let phases = (0..u8::try_from(phases).unwrap_or(u8::MAX))
                .filter(|phase| own.iter().all(|b| b.cursor.phase != *phase));
            out.extend(phases.map(|phase| {
                let mut as_if = first.clone();
                (as_if.cursor.phase, as_if.cursor.unit) = (phase, None);
                as_if
            }));
        }
    }
    out
}

/// Returns how far an order is from being legal. Refusals because it is the wrong time count extra,
/// since they do not say whether the order could ever be legal.
fn weight(why: &Refusals) -> usize {
    let aside = [c::NOT_NOW, c::NOT_YOURS, c::CHOICE_OWED, c::OVER, c::GONE];
    let far = why.reasons().iter().filter(|r| aside.contains(&r.clause));
    why.reasons().len() + 100 * far.count()
}

/// The mildest refusal of an order so far.
#[derive(Default)]
struct Least(Option<(usize, Battle, Refusals)>);

impl Least {
    fn hear(&mut self, battle: &Battle, why: Refusals) {
        let weight = weight(&why);
        if self.0.as_ref().is_none_or(|(fewest, ..)| weight < *fewest) {
            self.0 = Some((weight, battle.clone(), why));
        }
    }
}

/// Judges an order in the given moments: returns its first legal judgement, or else the mildest
/// refusal.
pub fn at_best(
    rules: &dyn Rules,
    moments: impl Iterator<Item = Battle>,
    order: &Order,
) -> Option<Result<Legal, Refusals>> {
    let mut least = Least::default();
    for battle in moments {
        match rules.judge(&battle, order) {
            Ok(legal) => return Some(Ok(legal)),
            Err(why) => least.hear(&battle, why),
        }
    }
    least.0.map(|(.., why)| Err(why))
}

/// Returns the mildest refusal of any of the orders in any of the moments, with that moment. Skips
/// moments in which an order is legal.
pub fn least_refused(
    rules: &dyn Rules,
    moments: impl Iterator<Item = Battle>,
    orders: &[Order],
) -> Option<(Battle, Refusals)> {
    let mut least = Least::default();
    for battle in moments {
        for order in orders {
            if let Err(why) = rules.judge(&battle, order) {
                least.hear(&battle, why);
            }
        }
    }
    least.0.map(|(_, battle, why)| (battle, why))
}
