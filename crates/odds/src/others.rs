//! Choices that come up while an order is carried out: who decides them in odds,
//! and how. A rule set ends a resolution with [`sandtable_battle::Cursor::waits`];
//! a named policy answers, and the odds go on from there.

use crate::fought::Fought;
use crate::order::{State, Waiting, follow_from};
use crate::{Explorer, Weight};
use sandtable_battle::{Await, Battle, Legal, Order, Outcome, Rest, Rules, Scene, Side};
use sandtable_tongue::say;
use std::hash::Hash;

/// Most choices one after the other; odds that would need more stop there.
const DEEPEST: i32 = 24;
/// How deep into later choices the best of one is looked for.
const AHEAD: u8 = 3;
/// Runs that the worth of one answer may take before it is drawn.
const RUNS: usize = 4_000;

/// How the choices are made that come up while an order is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Others {
    /// They are not: the odds end where a player must choose.
    #[default]
    Stop,
    /// Nobody does anything that he need not: the reading that its clause calls
    /// to decline.
    Never,
    /// Everybody does what he may: the first reading that is not to decline.
    Always,
    /// Everybody takes what is best for his side: the greatest difference that can
    /// be expected between what the two sides are worth, by their profiles.
    Best,
}

impl Others {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Stop, Self::Never, Self::Always, Self::Best];

    /// Its name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Never => "never",
            Self::Always => "always",
            Self::Best => "best",
        }
    }

    /// What an answer says of it.
    #[must_use]
    pub fn says(self) -> &'static str {
        say(match self {
            Self::Stop => "the odds stop where a player has to decide",
            Self::Never => "every player declines whatever is optional",
            Self::Always => "every player takes the first option",
            Self::Best => "every player picks what is best for their side",
        })
    }

    /// The answer to a choice that is owed in a battle, with the order found legal;
    /// none when it is not to be made, or none can be.
    pub fn choose(self, rules: &dyn Rules, battle: &Battle) -> Option<(u8, Legal)> {
        self.choose_at(rules, battle, AHEAD)
    }

    fn choose_at(self, rules: &dyn Rules, battle: &Battle, ahead: u8) -> Option<(u8, Legal)> {
        let waits = battle.cursor.waits?;
        let mut open = (0..waits.choices).filter_map(|choice| {
            let order = Order::Decide { choice };
            Some((choice, rules.judge(battle, &order).ok()?))
        });
        let text = rules.card().clause(waits.why);
        let declines = text.map_or(0, |text| text.declines);
        let declines = declines.min(waits.choices.saturating_sub(1));
        match self {
            Self::Stop => None,
            Self::Never | Self::Always => {
                let mut open: Vec<(u8, Legal)> = open.collect();
                let declined = self == Self::Never;
                let wanted = |choice: u8| (choice == declines) == declined;
                let at = open.iter().position(|(choice, _)| wanted(*choice));
                (!open.is_empty()).then(|| open.swap_remove(at.unwrap_or(0)))
            }
            Self::Best if ahead == 0 => open.next(),
            Self::Best => {
                let worth = |legal: &Legal| worth(rules, battle, legal, waits.side, ahead);
                let weighed = open.map(|(choice, legal)| (worth(&legal), choice, legal));
                // The first of equals.
                let best = weighed.reduce(|a, b| if b.0 > a.0 { b } else { a });
                best.map(|(_, choice, legal)| (choice, legal))
            }
        }
    }
}

/// What is to be expected of an answer for a side.
fn worth(rules: &dyn Rules, battle: &Battle, legal: &Legal, side: Side, ahead: u8) -> f64 {
    // What a side is worth does not depend on what is left apart.
    let mut explorer = Explorer::<f64>::new()
        .cutting_at(1e-7)
        .leaving_apart()
        .at_most(RUNS);
    let exact = expected(&mut explorer, rules, battle, legal, side, ahead);
    if !explorer.is_spent() {
        return exact;
    }
    let mut explorer = Explorer::<f64>::new()
        .cutting_at(1e-7)
        .leaving_apart()
        .drawing_under(1.0 / 512.0);
    expected(&mut explorer, rules, battle, legal, side, ahead)
}

fn expected(
    explorer: &mut Explorer<f64>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    side: Side,
    ahead: u8,
) -> f64 {
    let mut sum = 0.0;
    let nothing = |(): &mut (), _: &Scene| ();
    let mut chose = |(): &mut (), _: &Await, _: u8| ();
    let choose = |after: &Battle| Others::Best.choose_at(rules, after, ahead - 1);
    explorer.answer_choices(true);
    through(
        explorer,
        rules,
        battle,
        (legal, ()),
        &choose,
        &nothing,
        &mut chose,
        |after, (), weight| sum += weight * value(rules, after, side),
    );
    sum
}

/// What a battle is worth to a side: the difference of what both have left.
fn value(rules: &dyn Rules, battle: &Battle, side: Side) -> f64 {
    const END: f64 = 10_000.0;
    let own = f64::from(rules.advice().strength(battle, side));
    let other = f64::from(rules.advice().strength(battle, side.other()));
    let end = match battle.ended {
        Some(Outcome::Won(winner)) if winner == side => END,
        Some(Outcome::Won(_)) => -END,
        _ => 0.0,
    };
    own - other + end
}

/// As [`crate::follow`], going on through the choices that come up by a policy:
/// `chose` takes into what is told which choice was made. A charge whose melee is fought
/// later goes on to its melee.
#[expect(clippy::too_many_arguments, reason = "what is asked and what is heard")]
pub fn follow_through<W: Weight, T: Clone + Eq + Hash>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    others: Others,
    told: T,
    hear: impl Fn(&mut T, &Scene),
    mut chose: impl FnMut(&mut T, &Await, u8),
    each: impl FnMut(&Battle, &T, W),
) -> W {
    let choose = |after: &Battle| others.choose(rules, after);
    explorer.answer_choices(others != Others::Stop);
    let lost = through(
        explorer,
        rules,
        battle,
        (legal, told),
        &choose,
        &hear,
        &mut chose,
        each,
    );
    explorer.answer_choices(false);
    lost
}

/// What was told, and whether the melee of the charge was fought.
#[derive(Clone, PartialEq, Eq, Hash)]
struct On<T> {
    told: T,
    over: bool,
}

#[expect(clippy::too_many_arguments, reason = "what is asked and what is heard")]
fn through<W: Weight, T: Clone + Eq + Hash>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    (legal, told): (&Legal, T),
    choose: &dyn Fn(&Battle) -> Option<(u8, Legal)>,
    hear: &impl Fn(&mut T, &Scene),
    chose: &mut dyn FnMut(&mut T, &Await, u8),
    mut each: impl FnMut(&Battle, &T, W),
) -> W {
    let mut waiting = Waiting::new(battle);
    let mut lost = W::NONE;
    // What was owed before is not what this order brought up.
    let owed = battle.cursor.waits;
    let owed = owed.filter(|_| !matches!(legal.order(), Order::Decide { .. }));
    let charge = Fought::of(rules, battle, legal.order());
    let over = charge.is_none();
    let mut deep = 0;
    let mut next = Some((battle.clone(), legal.clone(), On { told, over }, W::ONE));
    while let Some((from, order, told, weight)) = next {
        let cut = follow_from(
            explorer,
            rules,
            &from,
            (&order, told, weight),
            &|on: &mut On<T>, scene: &Scene| hear(&mut on.told, scene),
            |after, on, weight| {
                let owes = after.cursor.waits.is_some() && after.cursor.waits != owed;
                if (owes || !on.over) && after.ended.is_none() {
                    waiting.add(deep + 1, after, &Rest::default(), on.clone(), weight);
                } else {
                    each(after, &on.told, weight);
                }
            },
        );
        lost = lost.plus(cut);
        next = loop {
            let Some((state, weight)) = waiting.take_at(explorer.cut(), &mut lost, &mut deep)
            else {
                return lost;
            };
            let State {
                battle,
                told: mut on,
                ..
            } = state;
            let waits = battle.cursor.waits.filter(|_| deep < DEEPEST);
            if let Some((waits, (choice, order))) = waits.and_then(|w| Some((w, choose(&battle)?)))
            {
                chose(&mut on.told, &waits, choice);
                break Some((battle, order, on, weight));
            }
            let goes_on = battle.cursor.waits.is_none() && !on.over && deep < DEEPEST;
            let order = charge.filter(|_| goes_on);
            if let Some((order, over)) = order.and_then(|c| c.next(rules, &battle)) {
                on.over = over;
                break Some((battle, order, on, weight));
            }
            each(&battle, &on.told, weight);
        };
    }
    lost
}
