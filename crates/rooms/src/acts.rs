//! What somebody at a table does, one function each.

use crate::deed::{Bound, Deed, Talk, Wish};
use crate::joint::{DiceKind, Joints};
use crate::plan;
use crate::room::{self, Change, Room, awaited, by_rules};
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::secret;
use crate::wire::{Hear, MOST_JOURNAL, Say, Trouble};
use sandtable_battle::Order;
use sandtable_battle::joint::{Chains, Value};
use sandtable_session::{Amends, Judged, Refused, Throw};
use std::sync::Arc;

/// How long a code for another device works.
const CODE: i64 = 10 * 60_000;

/// Does what a page says; what only that page is to hear.
///
/// # Errors
/// Why it was not done.
pub(crate) async fn act(
    rooms: &Arc<Rooms>,
    room: &mut Room,
    seat: Seat,
    say: Say,
) -> Result<Option<Hear>, Trouble> {
    rooms.sure(room).await?;
    match say {
        Say::Here => return Ok(Some(Hear::Here { now: rooms.now() })),
        Say::Hello { .. } => return Err(Trouble::Garbled),
        Say::Order {
            number,
            order: given,
            faces,
        } => order(rooms, room, seat, number, &given, faces).await?,
        Say::Pledge(top) => pledge(rooms, room, seat, top).await?,
        Say::Open { throw, value } => open(rooms, room, seat, throw, value).await?,
        Say::Ask(wish) => ask(rooms, room, seat, wish).await?,
        Say::Answer { wish, yes } => answer(rooms, room, seat, wish, yes).await?,
        Say::Rule { number, amends } => rule(rooms, room, seat, number, amends).await?,
        Say::Away(days) => away(rooms, room, seat, days).await?,
        Say::Concede => {
            room.may_act(seat)?;
            rooms.keep(room, Deed::Conceded { by: seat }).await?;
        }
        Say::GoOn => {
            room.may_act(seat)?;
            let deed = Deed::Paused {
                by: seat,
                on: false,
            };
            rooms.keep(room, deed).await?;
        }
        Say::Chat(saying) => chat(rooms, room, seat, saying).await?,
        Say::Name(name) => {
            if seat == Seat::Watch {
                return Err(Trouble::Watching);
            }
            let name = plan::name(&name);
            rooms.keep(room, Deed::Sat { seat, name }).await?;
        }
        Say::HandOver => return hand_over(rooms, room, seat).await.map(Some),
    }
    Ok(None)
}

/// An order: judged, thrown for, kept, and only then done.
///
/// # Errors
/// Why it was not done.
pub(crate) async fn order(
    rooms: &Rooms,
    room: &mut Room,
    seat: Seat,
    number: u32,
    order: &Order,
    faces: Option<Vec<u8>>,
) -> Result<(), Trouble> {
    room.may_act(seat)?;
    if number != room.umpire.number() {
        let stands = room.umpire.number();
        return Err(Trouble::Late { stands });
    }
    if room.course.awaits != Some(seat) {
        return Err(Trouble::NotYourTurn);
    }
    free(room)?;
    let by_hand = room.plan.dice == DiceKind::Hand && room.computer(seat).is_none();
    let throw = match by_hand {
        true => Throw::Hand(faces.unwrap_or_default()),
        false => Throw::Seed(secret::seed()?),
    };
    let judged = judge(room, order, number, throw)?;
    if room.course.joint.is_some() && !judged.line.rolls.is_empty() {
        return bind(rooms, room, Some(seat), Some(order.clone())).await;
    }
    keep_line(rooms, room, judged).await
}

fn judge(room: &Room, order: &Order, number: u32, throw: Throw) -> Result<Judged, Trouble> {
    room.umpire.judge(order, number, throw).map_err(refused)
}

fn refused(why: Refused) -> Trouble {
    match why {
        Refused::Stale { stands } => Trouble::Late { stands },
        Refused::Rules(error) => Trouble::Refused(error),
    }
}

/// Keeps the line that an order is, or the opening, and goes on by it.
async fn keep_line(rooms: &Rooms, room: &mut Room, judged: Judged) -> Result<(), Trouble> {
    let text = serde_json::to_string(&judged.line).map_err(|_| Trouble::NotKept)?;
    // Whoever umpires leaves room for the orders to come.
    let most = match judged.line.stated {
        Some(_) => MOST_JOURNAL / 2,
        None => MOST_JOURNAL,
    };
    if room.bytes + room::written(&text) > most {
        return Err(Trouble::JournalFull);
    }
    let opens = judged.line.n == 0;
    let line = Box::new(judged.line);
    let (deed, change) = match opens {
        true => (Deed::Opening(text), Change::Opening(line)),
        false => (Deed::Line(text), Change::Judged(line)),
    };
    let then = (awaited(judged.awaits), judged.ended.map(by_rules));
    let kept = room.course.kept(rooms.now(), deed, Some(then));
    rooms.commit(room, kept, change).await?;
    rooms.metrics.order();
    Ok(())
}

/// Whether the battle can go on: with joint dice, once everybody pledged and no order waits
/// for its throw.
pub(crate) fn free(room: &Room) -> Result<(), Trouble> {
    match &room.course.joint {
        Some(joint) if joint.bound().is_some() => Err(Trouble::Bound),
        Some(joint) if !joint.is_ready() => Err(Trouble::Unpledged),
        _ => Ok(()),
    }
}

/// An order, or the opening, waits for its throw. It cannot be changed any more.
async fn bind(
    rooms: &Rooms,
    room: &mut Room,
    by: Option<Seat>,
    order: Option<Order>,
) -> Result<(), Trouble> {
    let (Some(joint), Some(host)) = (&room.course.joint, &room.plan.host) else {
        return Ok(());
    };
    if !joint.lasts(host) {
        return Err(Trouble::DiceUsedUp);
    }
    let deed = Deed::Bound(Bound {
        by,
        throw: joint.next(),
        number: room.umpire.number(),
        order,
    });
    rooms.keep(room, deed).await?;
    settle(rooms, room).await
}

/// Throws joint dice once everybody has opened his part.
///
/// # Errors
/// When it is not kept.
pub(crate) async fn settle(rooms: &Rooms, room: &mut Room) -> Result<(), Trouble> {
    let (Some(joint), Some(host)) = (&room.course.joint, &room.plan.host) else {
        return Ok(());
    };
    let (Some(bound), Some(mut throw)) = (joint.bound().cloned(), joint.throw(host)) else {
        return Ok(());
    };
    if room.course.over.is_some() {
        return Ok(());
    }
    let chains = match &bound.order {
        Some(_) => room
            .umpire
            .journal()
            .chains()
            .map_err(|_| Trouble::NotKept)?,
        None => Chains::default(),
    };
    throw.pledges.retain(|pledge| !chains.knows(pledge));
    let throw = Throw::Joint(Box::new(throw));
    let judged = match &bound.order {
        Some(order) => judge(room, order, bound.number, throw)?,
        None => room.umpire.opening(throw),
    };
    keep_line(rooms, room, judged).await
}

/// A player pledges his part in joint dice. Once all have, the battle is opened by them.
async fn pledge(rooms: &Rooms, room: &mut Room, seat: Seat, top: Value) -> Result<(), Trouble> {
    room.may_act(seat)?;
    let joint = room.course.joint.as_ref().ok_or(Trouble::NotPledged)?;
    if joint.bound().is_some() {
        return Err(Trouble::Bound);
    }
    rooms.keep(room, Deed::Pledged { by: seat, top }).await?;
    let all = room.course.joint.as_ref().is_some_and(Joints::is_ready);
    let opening = room.umpire.journal().lines().first();
    let anew = opening.is_some_and(|line| !line.rolls.is_empty() && line.joint.is_none());
    if all && anew && room.umpire.number() == 0 {
        bind(rooms, room, None, None).await?;
    }
    Ok(())
}

/// A player opens his part in joint dice.
async fn open(
    rooms: &Rooms,
    room: &mut Room,
    seat: Seat,
    throw: u32,
    value: Value,
) -> Result<(), Trouble> {
    room.may_act(seat)?;
    let place = seat.place().ok_or(Trouble::Watching)?;
    let joint = room.course.joint.as_ref().ok_or(Trouble::NotPledged)?;
    if !joint.may_open(place, throw, value) {
        return Err(Trouble::NotPledged);
    }
    let deed = Deed::Opened {
        by: seat,
        throw,
        value: Some(value),
    };
    rooms.keep(room, deed).await?;
    settle(rooms, room).await
}

async fn ask(rooms: &Rooms, room: &mut Room, seat: Seat, wish: Wish) -> Result<(), Trouble> {
    let over = room.course.over.is_some();
    match wish {
        Wish::Again if !over => return Err(Trouble::NotOver),
        Wish::Again if room.course.again.is_some() => return Ok(()),
        Wish::Again if seat.place().is_none() => return Err(Trouble::Watching),
        Wish::Again => {}
        Wish::Back(to) => {
            room.may_act(seat)?;
            may_go_back(room, to)?;
        }
        Wish::Draw | Wish::Pause => room.may_act(seat)?,
    }
    rooms.keep(room, Deed::Asked { by: seat, wish }).await
}

/// Whether what followed a line can be taken back.
fn may_go_back(room: &Room, to: u32) -> Result<(), Trouble> {
    free(room)?;
    if room.umpire.ruled().is_some_and(|ruled| to < ruled) {
        return Err(Trouble::Ruled);
    }
    match to < room.umpire.number() {
        true => Ok(()),
        false => Err(Trouble::NothingAsked),
    }
}

/// An answer to what the other asked for.
///
/// # Errors
/// When nobody asked for that, there is nothing to be taken back any more, or it is not kept.
pub(crate) async fn answer(
    rooms: &Arc<Rooms>,
    room: &mut Room,
    by: Seat,
    wish: Wish,
    yes: bool,
) -> Result<(), Trouble> {
    let place = by.other().place().filter(|_| by.place().is_some());
    let asked = place.ok_or(Trouble::Watching)?;
    if room.course.wishes[asked] != Some(wish) {
        return Err(Trouble::NothingAsked);
    }
    let deed = Deed::Answered { by, wish, yes };
    match wish {
        Wish::Back(to) if yes => {
            may_go_back(room, to)?;
            let then = (awaited(room.umpire.awaited_at(to)), None);
            let kept = room.course.kept(rooms.now(), deed, Some(then));
            rooms.commit(room, kept, Change::Back(to)).await
        }
        Wish::Again if yes => {
            rooms.keep(room, deed).await?;
            let next = rooms.again(room).await?;
            rooms.keep(room, Deed::Again { room: next }).await
        }
        _ => rooms.keep(room, deed).await,
    }
}

async fn chat(rooms: &Rooms, room: &mut Room, by: Seat, saying: Talk) -> Result<(), Trouble> {
    if by == Seat::Watch {
        return Err(Trouble::Watching);
    }
    let text = match saying {
        Talk::Phrase(phrase) => Talk::Phrase(phrase),
        Talk::Text(text) => match plan::text(&text)? {
            Some(text) => Talk::Text(text),
            None => return Ok(()),
        },
    };
    rooms.keep(room, Deed::Said { by, text }).await
}

/// A ruling: judged by the engine and kept as a line of the journal, as an order is.
async fn rule(
    rooms: &Rooms,
    room: &mut Room,
    seat: Seat,
    number: u32,
    mut amends: Amends,
) -> Result<(), Trouble> {
    if seat != Seat::Umpire {
        return Err(Trouble::NotUmpire);
    }
    if room.course.over.is_some() || room.umpire.ended().is_some() {
        return Err(Trouble::Over);
    }
    free(room)?;
    amends.reason = plan::text(&amends.reason)?.unwrap_or_default();
    let by = room.course.umpire.clone().unwrap_or_default();
    let judged = room.umpire.rule(&amends, number, &by).map_err(refused)?;
    keep_line(rooms, room, judged).await
}

/// Somebody is away for some days, or back.
async fn away(rooms: &Rooms, room: &mut Room, seat: Seat, days: u16) -> Result<(), Trouble> {
    room.may_act(seat)?;
    let place = seat.place().ok_or(Trouble::Watching)?;
    let left = room.vacation(&room.course).ok_or(Trouble::NoVacation)?;
    let gone = room.course.clock.is_away(place, rooms.now());
    if days > left[place] || gone == (days > 0) {
        return Err(Trouble::NoVacation);
    }
    rooms.keep(room, Deed::Away { by: seat, days }).await
}

async fn hand_over(rooms: &Rooms, room: &Room, seat: Seat) -> Result<Hear, Trouble> {
    if seat == Seat::Watch {
        return Err(Trouble::Watching);
    }
    let code = secret::code()?;
    let until = rooms.now() + CODE;
    let print = secret::hash(&code);
    rooms.store.lay_code(&room.id, seat, &print, until).await?;
    Ok(Hear::Code { code, until })
}
