//! How a guest comes in, and which seats the guest may take.

use crate::deed::Deed;
use crate::plan;
use crate::room::Room;
use crate::rooms::{Rooms, is_open};
use crate::seat::Seat;
use crate::secret;
use crate::store::{By, Move, SeatRow};
use crate::wire::Trouble;

/// What a guest shows when coming in.
#[derive(Debug, Clone)]
pub(crate) struct Shows {
    pub link: Option<String>,
    pub take: Option<Seat>,
    pub device: String,
    pub name: String,
}

/// Returns the guest's seat; the guest sits down there if it is free.
///
/// # Errors
/// If nothing that the guest shows opens a seat.
pub(crate) async fn seat(rooms: &Rooms, room: &mut Room, shows: &Shows) -> Result<Seat, Trouble> {
    if !plan::is_key(&shows.device) {
        return Err(Trouble::Garbled);
    }
    let device = secret::hash(&shows.device);
    let link = shows.link.as_deref().map(secret::hash);
    let seats = rooms.store.seats(&room.id).await?;
    let side = |row: &&SeatRow| row.seat != Seat::Watch;
    let mine = |row: &&SeatRow| row.device.as_ref() == Some(&device);
    let own = match &link {
        // The player who made the room may open the link that goes to others.
        Some(link) => {
            let linked = seats.iter().find(|row| row.link == *link);
            linked.filter(|row| row.seat == Seat::Watch || mine(row))
        }
        None => seats.iter().filter(side).find(mine),
    };
    if let Some(row) = own {
        return arrive(rooms, room, row.seat, &shows.name).await;
    }
    let fellows = rooms.store.fellows(&device).await?;
    if let Some(link) = link {
        return by_link(rooms, room, shows, &link, (&seats, &fellows)).await;
    }
    let ours = |row: &&SeatRow| row.device.as_ref().is_some_and(|own| fellows.contains(own));
    if let Some(row) = seats.iter().filter(side).find(ours) {
        return take_over(rooms, room, row, &device, &shows.name).await;
    }
    if let Some(place) = shows.take.and_then(Seat::place)
        && is_open(&room.plan.sitters[place])
    {
        apart(&seats, Seat::SIDES[place], &fellows)?;
        return sit(rooms, room, Seat::SIDES[place], &device, &shows.name).await;
    }
    if room.plan.listed {
        return Ok(Seat::Watch);
    }
    Err(Trouble::NoSeat)
}

/// Returns the seat that a link opens for a device that does not have it yet: the link is a seat's
/// own, or a code for another device.
async fn by_link(
    rooms: &Rooms,
    room: &mut Room,
    shows: &Shows,
    link: &str,
    (seats, fellows): (&[SeatRow], &[String]),
) -> Result<Seat, Trouble> {
    let device = secret::hash(&shows.device);
    if let Some(row) = seats.iter().find(|row| row.link == link) {
        return match &row.device {
            Some(own) if fellows.contains(own) => {
                take_over(rooms, room, row, &device, &shows.name).await
            }
            Some(_) => Err(Trouble::SeatTaken),
            None => {
                apart(seats, row.seat, fellows)?;
                sit(rooms, room, row.seat, &device, &shows.name).await
            }
        };
    }
    let coded = |row: &&SeatRow| row.code.as_ref().is_some_and(|(code, _)| code == link);
    let row = seats.iter().find(coded).ok_or(Trouble::NoSeat)?;
    apart(seats, row.seat, fellows)?;
    let moves = Move {
        seat: row.seat,
        by: By::Code(link.to_owned(), rooms.now()),
        to: device,
    };
    let done = rooms.move_seat(room, moves).await;
    done.map_err(|why| match why {
        // The code is too old, or it has worked already.
        Trouble::SeatTaken => Trouble::NoSeat,
        why => why,
    })?;
    arrive(rooms, room, row.seat, &shows.name).await
}

/// Takes over a seat that another device of the same account has.
async fn take_over(
    rooms: &Rooms,
    room: &mut Room,
    row: &SeatRow,
    device: &str,
    name: &str,
) -> Result<Seat, Trouble> {
    let moves = Move {
        seat: row.seat,
        by: By::Device(row.device.clone().unwrap_or_default()),
        to: device.to_owned(),
    };
    rooms.move_seat(room, moves).await?;
    arrive(rooms, room, row.seat, name).await
}

/// Lets a guest in who has a seat. If nobody has sat down there yet, the guest does now: either the
/// seat was drawn for a battle of a tournament, whose clocks start once both players are there, or
/// the server died when the guest took the seat.
async fn arrive(rooms: &Rooms, room: &mut Room, seat: Seat, name: &str) -> Result<Seat, Trouble> {
    let sits = match seat.place() {
        Some(place) => room.course.names[place].is_some(),
        None => seat == Seat::Watch || room.course.umpire.is_some(),
    };
    if !sits {
        let drawn = match &room.plan.tournament {
            Some(berth) => rooms.drawn_name(berth, &room.id, seat).await?,
            None => None,
        };
        let name = drawn.unwrap_or_else(|| plan::name(name));
        rooms.keep_after_all(room, Deed::Sat { seat, name }).await?;
    }
    Ok(seat)
}

/// Keeps the umpire apart from the players: nobody umpires a battle and leads a side in it from the
/// same device or account.
fn apart(seats: &[SeatRow], seat: Seat, fellows: &[String]) -> Result<(), Trouble> {
    let umpires = seat == Seat::Umpire;
    let both = |row: &SeatRow| {
        let ours = row.device.as_ref().is_some_and(|own| fellows.contains(own));
        let own = ours && row.seat != Seat::Watch;
        own && (row.seat == Seat::Umpire) != umpires
    };
    match seats.iter().any(both) {
        true => Err(Trouble::NotBoth),
        false => Ok(()),
    }
}

/// Returns the account of a player who sits down to a rated battle; it must differ from the other
/// side's.
async fn rival(rooms: &Rooms, room: &Room, seat: Seat, device: &str) -> Result<String, Trouble> {
    let account = rooms.store.account_of(device).await?;
    let account = account.ok_or(Trouble::NeedsAccount)?.id;
    let seats = rooms.store.seats(&room.id).await?;
    let other = seats.iter().find(|row| row.seat == seat.other());
    match other.is_some_and(|row| row.account.as_ref() == Some(&account)) {
        true => Err(Trouble::OwnRival),
        false => Ok(account),
    }
}

/// Takes a free seat.
async fn sit(
    rooms: &Rooms,
    room: &mut Room,
    seat: Seat,
    device: &str,
    name: &str,
) -> Result<Seat, Trouble> {
    if room.computer(seat).is_some() {
        return Err(Trouble::SeatTaken);
    }
    let account = match room.plan.rated && seat.place().is_some() {
        true => Some(rival(rooms, room, seat, device).await?),
        false => None,
    };
    let store = &rooms.store;
    if !store
        .sit(&room.id, seat, device, account.as_deref())
        .await?
    {
        return Err(Trouble::SeatTaken);
    }
    let name = plan::name(name);
    rooms.keep_after_all(room, Deed::Sat { seat, name }).await?;
    rooms.look_up_ratings(room).await?;
    Ok(seat)
}
