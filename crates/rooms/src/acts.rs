//! What a person at a table can do, one function each.

use crate::deed::{Bound, Deed, Talk, Wish};
use crate::joint::{DiceKind, Joints};
use crate::plan;
use crate::room::{self, Change, Room, awaited, by_rules};
use crate::rooms::{Rooms, TRIES};
use crate::seat::Seat;
use crate::secret;
use crate::wire::{Hear, MOST_JOURNAL, Say, Trouble};
use sandtable_battle::Order;
use sandtable_battle::joint::{Chains, Value};
use sandtable_files::journal::Line;
use sandtable_session::{Amends, Judged, Refused, Throw};
use std::sync::Arc;

/// How long a code for another device works, in milliseconds.
const CODE: i64 = 10 * 60_000;

/// Does what a page asks and returns what only that page is to hear. If another node stored a deed
/// first, the request is judged again by what that deed made of the room.
///
/// # Errors
/// If it was not done: the trouble says why.
pub(crate) async fn act(
    rooms: &Arc<Rooms>,
    room: &mut Room,
    seat: Seat,
    say: Say,
) -> Result<Option<Hear>, Trouble> {
    rooms.sure(room).await?;
    room.weight.may(seat, &say)?;
    for _ in 0..TRIES {
        let next = room.course.next;
        match once(rooms, room, seat, say.clone()).await {
            Err(Trouble::Late { .. }) if room.course.next != next => {}
            done => return done,
        }
    }
    Err(Trouble::NotKept)
}

async fn once(
    rooms: &Arc<Rooms>,
    room: &mut Room,
    seat: Seat,
    say: Say,
) -> Result<Option<Hear>, Trouble> {
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

/// Gives an order: it is judged, its dice are thrown, it is stored, and only then does it take
/// effect.
///
/// # Errors
/// If it was not done: the trouble says why.
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
        fits(room, &judged.line)?;
        bind(rooms, room, Some(seat), Some(order.clone())).await?;
        return settle(rooms, room).await;
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

/// Returns a line as it is written, if the journal has room for it.
fn fits(room: &Room, line: &Line) -> Result<String, Trouble> {
    let text = serde_json::to_string(line).map_err(|_| Trouble::NotKept)?;
    // An umpire's rulings fill at most half the journal, to leave room for the orders to come.
    let most = match line.stated {
        Some(_) => MOST_JOURNAL / 2,
        None => MOST_JOURNAL,
    };
    // An order that waited for its throw had room when the player gave it.
    let waited = line.joint.is_some();
    let written = room::written(&text);
    match waited || (room.bytes + written <= most && room.weight.has_space(written)) {
        true => Ok(text),
        false => Err(Trouble::JournalFull),
    }
}

/// Stores the line that an order (or the opening) makes, and moves the battle on by it.
async fn keep_line(rooms: &Rooms, room: &mut Room, judged: Judged) -> Result<(), Trouble> {
    let text = fits(room, &judged.line)?;
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

/// Returns whether the battle can go on: with joint dice, once everybody has pledged and no order
/// waits for its throw.
pub(crate) fn free(room: &Room) -> Result<(), Trouble> {
    match &room.course.joint {
        Some(joint) if joint.bound().is_some() || opens_jointly(room) => Err(Trouble::Bound),
        Some(joint) if !joint.is_ready() => Err(Trouble::Unpledged),
        _ => Ok(()),
    }
}

/// Makes an order, or the opening, wait for its throw. It cannot be changed any more.
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
    rooms.keep(room, deed).await
}

/// Does what joint dice wait for: once all have pledged, the opening waits for its throw, and once
/// everybody has opened their part, the dice fall.
///
/// # Errors
/// If it cannot be stored.
pub(crate) async fn settle(rooms: &Rooms, room: &mut Room) -> Result<(), Trouble> {
    for _ in 0..TRIES {
        let next = room.course.next;
        match throw(rooms, room).await {
            // Another node stored a deed first: perhaps it threw the dice.
            Err(Trouble::Late { .. }) if room.course.next != next => {}
            done => return done,
        }
    }
    Err(Trouble::NotKept)
}

async fn throw(rooms: &Rooms, room: &mut Room) -> Result<(), Trouble> {
    if room.course.over.is_some() {
        return Ok(());
    }
    if opens_jointly(room) {
        bind(rooms, room, None, None).await?;
    }
    let (Some(joint), Some(host)) = (&room.course.joint, &room.plan.host) else {
        return Ok(());
    };
    let (Some(bound), Some(mut throw)) = (joint.bound().cloned(), joint.throw(host)) else {
        return Ok(());
    };
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

/// Pledges a player's part in joint dice. Once all have pledged, the battle opens with these dice.
async fn pledge(rooms: &Rooms, room: &mut Room, seat: Seat, top: Value) -> Result<(), Trouble> {
    room.may_act(seat)?;
    let joint = room.course.joint.as_ref().ok_or(Trouble::NotPledged)?;
    if joint.bound().is_some() {
        return Err(Trouble::Bound);
    }
    joint.may_pledge(seat.place().ok_or(Trouble::Watching)?)?;
    rooms.keep(room, Deed::Pledged { by: seat, top }).await?;
    // If this fails, the room is looked at again.
    let _ = note_who_came(rooms, room).await;
    settle(rooms, room).await
}

/// Notes that a player is at the table whose pledge the other made void: otherwise that player could
/// win on time by not pledging again.
///
/// # Errors
/// If it could not be stored.
pub async fn note_who_came(rooms: &Rooms, room: &mut Room) -> Result<(), Trouble> {
    for by in [Seat::A, Seat::B] {
        let joint = room.course.joint.as_ref();
        let is_dropped = joint.is_some_and(|joint| joint.is_dropped(by));
        if is_dropped && room.course.over.is_none() && room.here[by.chair()] > 0 {
            rooms.keep(room, Deed::Came { by }).await?;
        }
    }
    Ok(())
}

/// Returns whether the opening, which the server threw, is to be thrown jointly now.
fn opens_jointly(room: &Room) -> bool {
    let ready = |joint: &Joints| joint.is_ready() && joint.bound().is_none();
    let opening = room.umpire.journal().lines().first();
    let anew = opening.is_some_and(|line| !line.rolls.is_empty() && line.joint.is_none());
    anew && room.umpire.number() == 0 && room.course.joint.as_ref().is_some_and(ready)
}

/// Opens a player's part in joint dice.
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
    // Another tab of the device has opened it.
    if joint.has_opened(place, throw) {
        return Ok(());
    }
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

/// Checks whether what followed a line can be taken back.
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

/// Answers what the other side asked for.
///
/// # Errors
/// If nobody asked for that, there is nothing left to take back, or it cannot be stored.
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
    let next = match wish {
        Wish::Again if yes => Some(secret::room()?),
        _ => None,
    };
    let deed = Deed::Answered {
        by,
        wish,
        yes,
        room: next,
    };
    match wish {
        Wish::Back(to) if yes => {
            may_go_back(room, to)?;
            let then = (awaited(room.umpire.awaited_at(to)), None);
            let kept = room.course.kept(rooms.now(), deed, Some(then));
            rooms.commit(room, kept, Change::Back(to)).await
        }
        Wish::Again if yes => {
            rooms.keep(room, deed).await?;
            go_again(rooms, room).await
        }
        _ => rooms.keep(room, deed).await,
    }
}

/// Makes the room of a rematch that both agreed to. Where that failed, or the server died before, it
/// is made when the room is looked at again, or when a guest comes.
pub(crate) async fn go_again(rooms: &Arc<Rooms>, room: &mut Room) -> Result<(), Trouble> {
    let Some(next) = room.course.agreed.clone() else {
        return Ok(());
    };
    if rooms.store.stands(&next).await?.is_none() {
        // Boxed because it is large and rare: otherwise every order would carry room for it.
        Box::pin(rooms.again(room, next.clone())).await?;
    }
    rooms.keep_after_all(room, Deed::Again { room: next }).await
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
    let deed = Deed::Said { by, text };
    rooms.keep(room, deed).await
}

/// Makes a ruling: the engine judges it, and it is stored as a line of the journal, as an order is.
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
    // A player who keeps a part back could hold up anything else for ever.
    if amends.ended.is_none() {
        free(room)?;
    }
    amends.reason = plan::text(&amends.reason)?.unwrap_or_default();
    let by = room.course.umpire.clone().unwrap_or_default();
    let judged = room.umpire.rule(&amends, number, &by).map_err(refused)?;
    keep_line(rooms, room, judged).await
}

/// Notes that a player is away for some days, or back.
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
