//! Battles whose positions are left to a real table: what is stated about it with each order, and
//! the calls that ask and tell.

use crate::game::Game;
use crate::measure::long;
use crate::session::Session;
use crate::view::{
    ActView, BesideView, FormView, GoView, LeftView, OfferOrder, Saying, SoilView, SpanView,
    Supposed, View,
};
use crate::{EngineError, Look, words};
use sandtable_battle::{
    Battle, Event, Goal, Ground, Near, Order, Outcome, Soil, Stated, Statement, Status, UnitId,
    Verb,
};
use sandtable_files::journal;
use sandtable_geometry::{Length, Ruler};
use sandtable_opponents::level;
use sandtable_real_table as table;
use sandtable_tell::words::place;
use sandtable_tongue::say;

/// Maximum number of orders with which the setup is skipped.
const SET_UP: usize = 600;

/// Returns the verb of orders at another unit, by its name in messages.
fn verb_at(name: &str) -> Option<Verb> {
    table::AT
        .into_iter()
        .find(|&verb| words::wire(verb) == name)
}

impl Game {
    /// Returns the units that stay where they were stated to stand.
    pub(crate) fn kept(&self) -> Vec<UnitId> {
        table::keep(&self.journal)
    }

    /// Returns the battle as a statement describes it, and the arrangement.
    pub(crate) fn stated(&self, says: &Saying) -> Result<(Battle, Stated), EngineError> {
        let now = self.journal.now();
        if !now.setting.stated {
            return Err(
                EngineError::new("positions are kept on the map in this battle")
                    .hint("leave them to the table first"),
            );
        }
        let says = statement(says, self.look().ruler())?;
        let stated = table::arrange(self.rules.as_ref(), now, &says, &self.kept());
        let stated = stated.map_err(EngineError::new)?;
        stated.check(now).map_err(EngineError::new)?;
        let mut there = now.clone();
        there.stand_as(&stated);
        // A statement may not put a unit where its kind must not stand.
        let known = self.rules.flaws(now);
        let new = |flaw: &(Option<UnitId>, String)| {
            flaw.0.is_some_and(|id| says.units().any(|own| own == id)) && !known.contains(flaw)
        };
        if let Some((Some(id), why)) = self.rules.flaws(&there).into_iter().find(new) {
            // Many rule sets name the unit themselves.
            return Err(EngineError::new(match why.contains(now.setting.name(id)) {
                true => why,
                false => format!("{} {why}", now.setting.called(id)),
            }));
        }
        Ok((there, stated))
    }

    /// Returns what a view shows of a battle whose positions are left to the table.
    pub(crate) fn left(&self, battle: &Battle) -> Option<LeftView> {
        battle.setting.stated.then(|| {
            let begun = self.journal.lines().iter().find(|line| {
                let stated = line.stated.as_ref();
                stated.is_some_and(|stated| stated.bare.is_some())
            });
            let contacts = table::contacts(self.rules.as_ref(), battle);
            LeftView {
                since: begun.map_or(0, |line| line.n as usize),
                contacts: contacts.iter().map(|(a, b)| [a.0, b.0]).collect(),
                holds: holds(self.journal.start()),
            }
        })
    }

    /// Returns the latest statement about two units, or about one.
    fn said(&self, unit: UnitId, target: Option<UnitId>) -> Option<&Statement> {
        let lines = self.journal.lines().iter().rev();
        let mut all = lines.filter_map(|line| line.stated.as_ref()?.says.as_ref());
        all.find(|says| says.unit == unit && says.target == target)
    }

    /// Returns the ground on which a unit was last stated to stand, if it has not moved since.
    fn soil(&self, unit: UnitId) -> Option<Soil> {
        for line in self.journal.lines().iter().rev() {
            let moved = |event: &Event| matches!(event, Event::Moved { unit: u, .. } if *u == unit);
            if line.events.iter().any(moved) {
                return None;
            }
            let says = line.stated.as_ref().and_then(|stated| stated.says.as_ref());
            match says {
                Some(says) if says.unit == unit => return says.under,
                Some(says) if says.target == Some(unit) => return says.beneath,
                _ => {}
            }
        }
        None
    }
}

/// Returns the places that a scenario gives something for: people see on the real table who holds
/// them.
fn holds(start: &Battle) -> Vec<String> {
    let setting = &start.setting;
    let objectives = setting.victory.objectives;
    let named = setting.zones.iter().enumerate().filter(|(at, zone)| {
        let scored = setting
            .victory
            .scores
            .iter()
            .any(|score| score.goal != Goal::Kill && score.zone.map(usize::from) == Some(*at));
        scored || objectives && zone.side.is_none()
    });
    named
        .map(|(_, zone)| place(&zone.name).to_owned())
        .collect()
}

/// Reads a distance that somebody stated.
fn distance(value: f64, ruler: Ruler) -> Result<Length, EngineError> {
    let found = ruler.length(value).filter(|length| *length >= 0);
    found.ok_or_else(|| {
        EngineError::new(say!("{value} is not a distance", value = value))
            .hint("a number from 0, in the unit of the rules")
    })
}

fn soil(view: &SoilView) -> Result<Soil, EngineError> {
    let found = Ground::ALL.iter().find(|g| g.name() == view.ground);
    let ground = *found.ok_or_else(|| {
        let names = Ground::ALL.map(Ground::name).join(", ");
        EngineError::new(say!("there is no ground `{ground}`", ground = view.ground))
            .hint(say!("there are: {known}", known = names))
    })?;
    Ok(Soil {
        ground,
        level: view.level.map(|level| level.min(20)),
    })
}

/// Converts a page's statement to the table's integers.
fn statement(says: &Saying, ruler: Ruler) -> Result<Statement, EngineError> {
    let ground = |view: &Option<SoilView>| view.as_ref().map(soil).transpose();
    let near = |near: &BesideView| {
        Ok(Near {
            unit: UnitId(near.unit),
            target: near.target,
            place: near.place,
            gap: distance(near.gap, ruler)?,
        })
    };
    Ok(Statement {
        unit: UnitId(says.unit),
        target: says.target.map(UnitId),
        range: distance(says.range, ruler)?,
        met: says.met,
        through: says.through,
        under: ground(&says.under)?,
        beneath: ground(&says.beneath)?,
        between: ground(&says.between)?,
        near: says
            .near
            .iter()
            .map(near)
            .collect::<Result<_, EngineError>>()?,
    })
}

/// Converts a statement to a page's form.
fn saying(says: &Statement, ruler: Ruler) -> Saying {
    let ground = |soil: Option<Soil>| {
        soil.map(|soil| SoilView {
            ground: soil.ground.name().to_owned(),
            level: soil.level,
        })
    };
    let near = |near: &Near| BesideView {
        unit: near.unit.0,
        target: near.target,
        place: near.place,
        gap: long(ruler, near.gap),
    };
    Saying {
        unit: says.unit.0,
        target: says.target.map(|t| t.0),
        range: long(ruler, says.range),
        met: says.met,
        through: says.through,
        under: ground(says.under),
        beneath: ground(says.beneath),
        between: ground(says.between),
        near: says.near.iter().map(near).collect(),
    }
}

impl Session {
    /// Leaves the positions of the battle to the real table. The rest of the setup is skipped: the
    /// engine places the units that are not placed yet.
    ///
    /// # Errors
    /// If no battle was started, its positions are already left to the table, or it is over.
    pub fn leave_to_table(&mut self) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        if game.journal.now().setting.stated {
            return Err(EngineError::new("positions are left to the table already"));
        }
        if game.journal.now().ended.is_some() {
            return Err(EngineError::new("the battle is over"));
        }
        let (rules, before) = (game.rules.clone(), game.journal.next());
        let mut player = level("greedy", game.journal.header.seed);
        for _ in 0..SET_UP {
            let now = game.journal.now();
            if !table::sets_up(rules.as_ref(), now) {
                break;
            }
            let order = if rules.judge(now, &Order::End).is_ok() {
                Some(Order::End)
            } else {
                player.as_mut().and_then(|p| p.choose(rules.as_ref(), now))
            };
            let played = order.map(|order| game.journal.play(rules.as_ref(), &order).is_ok());
            if played != Some(true) {
                game.journal.strike(before.saturating_sub(1));
                return Err(EngineError::new(
                    "this battle cannot be set up without its players: lay the terrain and place the units first",
                ));
            }
        }
        let left = table::leave(rules.as_ref(), game.journal.now());
        let mut after = game.journal.now().clone();
        after.stand_as(&left);
        // A choice about a piece of terrain cannot be made once the table has it.
        if journal::is_sound(&after, rules.as_ref()).is_err() {
            game.journal.strike(before.saturating_sub(1));
            return Err(EngineError::new(
                "a player has to decide first: this choice needs the table as it is here",
            ));
        }
        game.journal
            .append_stated(Some(left), None, Vec::new(), Vec::new());
        game.settle();
        Ok(game.view())
    }

    /// Returns what a unit may do if positions are left to the table.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn acts(&self, unit: u8) -> Result<Vec<ActView>, EngineError> {
        let game = self.game()?;
        let unit = game.unit(unit)?;
        let look = game.look();
        let offers = look.offers(unit);
        let all = table::acts(look.rules, look.battle, unit, &game.kept());
        let act = |act: table::Act| {
            let verb = words::wire(act.verb);
            let plain = act.targets.is_empty() && !matches!(act.verb, Verb::Move | Verb::Face);
            let own = offers.iter().filter(|offer| plain && offer.verb == verb);
            let orders: Vec<OfferOrder> = own.flat_map(|o| o.orders.iter().cloned()).collect();
            ActView {
                verb: verb.to_owned(),
                label: words::verb(act.verb).to_owned(),
                targets: act.targets.iter().map(|t| t.0).collect(),
                orders,
            }
        };
        let mut out: Vec<ActView> = all.into_iter().map(act).collect();
        out.retain(|act| {
            let goes = act.verb == "move" || act.verb == "face";
            goes || !act.targets.is_empty() || !act.orders.is_empty()
        });
        Ok(out)
    }

    /// Returns what an order of a verb asks of the table, with the obvious parts filled in.
    ///
    /// # Errors
    /// If there are no such units, or positions are kept on the map.
    pub fn form(&self, unit: u8, verb: &str, target: Option<u8>) -> Result<FormView, EngineError> {
        let game = self.game()?;
        let unit = game.unit(unit)?;
        let target = target.map(|target| game.unit(target)).transpose()?;
        let look = game.look();
        let kept = game.kept();
        let before = game.said(unit, target).cloned();
        let mut says = before.clone().unwrap_or(Statement {
            target,
            under: game.soil(unit),
            beneath: target.and_then(|target| game.soil(target)),
            ..Statement::of(unit)
        });
        let verb = verb_at(verb);
        let mut span = verb.and_then(|v| table::span(look.rules, look.battle, &says, v, &kept));
        if let (Some(span), Some(Verb::Charge)) = (&mut span, verb) {
            // If a charge may be declared from any distance, what counts is how far it gets with an
            // even chance.
            let even = look.rules.advice().profile(look.battle, unit).charge;
            if (span.least..span.most / 2).contains(&even) {
                span.bands = vec![even];
            }
        }
        if let (Some(span), Some(target)) = (&span, target) {
            let contacts = table::contacts(look.rules, look.battle);
            let touch = contacts.contains(&(unit.min(target), unit.max(target)));
            let fits = (span.least..=span.most).contains(&says.range);
            if touch && span.least == 0 {
                says.range = 0;
            } else if before.is_none() || !fits {
                says.range = usual(span, look.ruler().unit());
            }
        }
        let ways = if target.is_none() {
            let (there, _) = game.stated(&saying(&says, look.ruler()))?;
            table::ways(look.rules, &there, unit)
        } else {
            Vec::new()
        };
        Ok(FormView {
            says: saying(&says, look.ruler()),
            before: before.is_some(),
            span: span.map(|span| SpanView {
                least: long(look.ruler(), span.least),
                most: long(look.ruler(), span.most),
                bands: span.bands.iter().map(|&b| long(look.ruler(), b)).collect(),
            }),
            ways: ways
                .iter()
                .map(|way| GoView {
                    name: way.name.to_owned(),
                    most: long(look.ruler(), way.most),
                })
                .collect(),
            grounds: Ground::ALL
                .map(|g| {
                    [
                        g.name().to_owned(),
                        sandtable_tell::words::capital(say(g.name())),
                    ]
                })
                .to_vec(),
        })
    }

    /// Returns the orders of a verb under what was stated, judged but not given: a move by a way
    /// and a distance.
    ///
    /// # Errors
    /// If a unit cannot stand as stated; the error says why.
    pub fn suppose(
        &self,
        says: &Saying,
        verb: &str,
        go: Option<(&str, f64)>,
    ) -> Result<Vec<Supposed>, EngineError> {
        let game = self.game()?;
        let unit = game.unit(says.unit)?;
        let (there, _) = game.stated(says)?;
        let look = Look::new(game.rules.as_ref(), &there);
        let orders: Vec<Order> = if let Some((name, by)) = go {
            let ways = table::ways(look.rules, &there, unit);
            let way = ways.iter().find(|way| way.name == name);
            let way = way.ok_or_else(|| {
                let names: Vec<&str> = ways.iter().map(|way| way.name).collect();
                EngineError::new(say!("it cannot go `{way}` like this", way = name))
                    .hint(say!("ways are: {known}", known = names.join(", ")))
            })?;
            vec![way.order(&there, unit, distance(by, look.ruler())?)]
        } else if let Some(target) = says.target {
            let target = game.unit(target)?;
            verb_at(verb).map_or_else(Vec::new, |verb| look.at_target(verb, unit, target))
        } else {
            look.alone(verb, unit)
        };
        if orders.is_empty() {
            return Err(EngineError::new(say!(
                "`{verb}` needs no facts from the table",
                verb = verb
            )));
        }
        let supposed = |order: &Order| Supposed {
            label: match order {
                Order::Charge { reach: true, .. } => {
                    say!("{charge}, dice for more reach", charge = look.label(order))
                }
                _ => look.label(order),
            },
            preview: look.preview(order),
            order: order.clone(),
        };
        Ok(orders.iter().map(supposed).collect())
    }

    /// Declares what people see on the real table: that units have left it, and how the battle
    /// ended.
    ///
    /// # Errors
    /// If positions are kept on the map, or such a unit cannot leave this way.
    pub fn declare(
        &mut self,
        left: &[(u8, Status)],
        ended: Option<Outcome>,
    ) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        let left = left
            .iter()
            .map(|&(unit, to)| sandtable_battle::real_table::Left {
                unit: UnitId(unit),
                to,
            });
        let stated = Stated {
            left: left.collect(),
            ended,
            ..Stated::default()
        };
        stated.check(game.journal.now()).map_err(EngineError::new)?;
        if stated == Stated::default() {
            return Err(EngineError::new("nothing was declared"));
        }
        game.journal
            .append_stated(Some(stated), None, Vec::new(), Vec::new());
        Ok(game.view())
    }
}

/// Returns the middle of the nearest band that is deep enough, in whole halves of the unit.
fn usual(span: &table::Span, unit: Length) -> Length {
    let half = unit / 2;
    let end = span.bands.iter().find(|&&end| end - span.least >= half);
    let end = end.copied().unwrap_or(span.most);
    let middle = (span.least + end) / 2 / half * half;
    middle.clamp(span.least, span.most)
}
