//! Who comes in, and where he may sit.

use crate::deed::Deed;
use crate::plan;
use crate::room::Room;
use crate::rooms::{Rooms, is_open};
use crate::seat::Seat;
use crate::secret;
use crate::store::SeatRow;
use crate::wire::Trouble;

/// What somebody shows who comes in.
#[derive(Debug, Clone)]
pub(crate) struct Shows {
    pub link: Option<String>,
    pub take: Option<Seat>,
    pub device: String,
    pub name: String,
}

/// The seat of whoever comes in; he sits down where it is free.
///
/// # Errors
/// When nothing that he shows opens a seat.
pub(crate) async fn seat(rooms: &Rooms, room: &mut Room, shows: &Shows) -> Result<Seat, Trouble> {
    if !plan::is_key(&shows.device) {
        return Err(Trouble::Garbled);
    }
    let device = secret::hash(&shows.device);
    let seats = rooms.store.seats(&room.id).await?;
    let mine = |row: &&SeatRow| row.device.as_deref() == Some(device.as_str());
    let side = |row: &&SeatRow| row.seat != Seat::Watch;
    if let Some(link) = &shows.link {
        let link = secret::hash(link);
        if let Some(row) = seats.iter().find(|row| row.link == link) {
            // Who made the room may open the link that he sends.
            if row.seat == Seat::Watch || mine(&row) {
                return Ok(row.seat);
            }
            if row.device.is_some() {
                return Err(Trouble::SeatTaken);
            }
            apart(&seats, row.seat, &device)?;
            return sit(rooms, room, row.seat, &device, &shows.name).await;
        }
        let coded = |row: &&SeatRow| row.code.as_ref().is_some_and(|(code, _)| *code == link);
        if let Some(row) = seats.iter().find(coded) {
            apart(&seats, row.seat, &device)?;
            let now = rooms.now();
            let store = &rooms.store;
            let done = store
                .hand_over(&room.id, row.seat, &link, &device, now)
                .await?;
            if !done {
                return Err(Trouble::NoSeat);
            }
            rooms.keep(room, Deed::Moved { seat: row.seat }).await?;
            return Ok(row.seat);
        }
        return Err(Trouble::NoSeat);
    }
    if let Some(row) = seats.iter().filter(side).find(mine) {
        return Ok(row.seat);
    }
    if let Some(place) = shows.take.and_then(Seat::place)
        && is_open(&room.plan.sitters[place])
    {
        apart(&seats, Seat::SIDES[place], &device)?;
        return sit(rooms, room, Seat::SIDES[place], &device, &shows.name).await;
    }
    if room.plan.listed {
        return Ok(Seat::Watch);
    }
    Err(Trouble::NoSeat)
}

/// Nobody umpires where he leads a side: not from the same device, at least.
fn apart(seats: &[SeatRow], seat: Seat, device: &str) -> Result<(), Trouble> {
    let umpires = seat == Seat::Umpire;
    let both = |row: &SeatRow| {
        let own = row.device.as_deref() == Some(device) && row.seat != Seat::Watch;
        own && (row.seat == Seat::Umpire) != umpires
    };
    match seats.iter().any(both) {
        true => Err(Trouble::NotBoth),
        false => Ok(()),
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
    if !rooms.store.sit(&room.id, seat, device).await? {
        return Err(Trouble::SeatTaken);
    }
    let name = plan::name(name);
    rooms.keep(room, Deed::Sat { seat, name }).await?;
    Ok(seat)
}
