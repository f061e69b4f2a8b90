//! What somebody at a table does, one function each.

use crate::deed::{Deed, Talk, Wish};
use crate::plan;
use crate::room::{Change, Room, awaited, by_rules};
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::secret;
use crate::wire::{Hear, Say, Trouble};
use sandtable_battle::Order;
use sandtable_session::Refused;
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
        } => order(rooms, room, seat, number, &given).await?,
        Say::Ask(wish) => ask(rooms, room, seat, wish).await?,
        Say::Answer { wish, yes } => answer(rooms, room, seat, wish, yes).await?,
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
) -> Result<(), Trouble> {
    room.may_act(seat)?;
    if number != room.umpire.number() {
        let stands = room.umpire.number();
        return Err(Trouble::Late { stands });
    }
    if room.course.awaits != Some(seat) {
        return Err(Trouble::NotYourTurn);
    }
    let judged = room.umpire.judge(order, number, secret::seed()?);
    let judged = judged.map_err(|refused| match refused {
        Refused::Stale { stands } => Trouble::Late { stands },
        Refused::Rules(error) => Trouble::Refused(error),
    })?;
    let line = serde_json::to_string(&judged.line).map_err(|_| Trouble::NotKept)?;
    let then = (awaited(judged.awaits), judged.ended.map(by_rules));
    let kept = room.course.kept(rooms.now(), Deed::Line(line), Some(then));
    rooms
        .commit(room, kept, Change::Line(Box::new(judged.line)))
        .await?;
    rooms.metrics.order();
    Ok(())
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
            if to >= room.umpire.number() {
                return Err(Trouble::NothingAsked);
            }
        }
        Wish::Draw | Wish::Pause => room.may_act(seat)?,
    }
    rooms.keep(room, Deed::Asked { by: seat, wish }).await
}

/// An answer to what the other asked for.
///
/// # Errors
/// When nobody asked for that, or it is not kept.
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

async fn hand_over(rooms: &Rooms, room: &Room, seat: Seat) -> Result<Hear, Trouble> {
    if seat.place().is_none() {
        return Err(Trouble::Watching);
    }
    let code = secret::code()?;
    let until = rooms.now() + CODE;
    let print = secret::hash(&code);
    rooms.store.lay_code(&room.id, seat, &print, until).await?;
    Ok(Hear::Code { code, until })
}
