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
    let fellows = rooms.store.fellows(&device).await?;
    let mine = |row: &&SeatRow| row.device.as_deref() == Some(device.as_str());
    let ours = |row: &SeatRow| row.device.as_ref().is_some_and(|own| fellows.contains(own));
    let side = |row: &&SeatRow| row.seat != Seat::Watch;
    if let Some(link) = &shows.link {
        let link = secret::hash(link);
        if let Some(row) = seats.iter().find(|row| row.link == link) {
            // Who made the room may open the link that he sends.
            if row.seat == Seat::Watch || mine(&row) {
                return arrive(rooms, room, row.seat, &shows.name).await;
            }
            if ours(row) {
                return take_over(rooms, room, row, &device).await;
            }
            if row.device.is_some() {
                return Err(Trouble::SeatTaken);
            }
            apart(&seats, row.seat, &fellows)?;
            return sit(rooms, room, row.seat, &device, &shows.name).await;
        }
        let coded = |row: &&SeatRow| row.code.as_ref().is_some_and(|(code, _)| *code == link);
        if let Some(row) = seats.iter().find(coded) {
            apart(&seats, row.seat, &fellows)?;
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
        return arrive(rooms, room, row.seat, &shows.name).await;
    }
    if let Some(row) = seats.iter().find(|row| side(row) && ours(row)) {
        return take_over(rooms, room, row, &device).await;
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

/// Takes over a seat that another device of the same account has.
async fn take_over(
    rooms: &Rooms,
    room: &mut Room,
    row: &SeatRow,
    device: &str,
) -> Result<Seat, Trouble> {
    let before = row.device.as_deref().unwrap_or_default();
    if !rooms
        .store
        .move_seat(&room.id, row.seat, before, device)
        .await?
    {
        return Err(Trouble::SeatTaken);
    }
    rooms.keep(room, Deed::Moved { seat: row.seat }).await?;
    arrive(rooms, room, row.seat, "").await
}

/// Whoever was drawn for a battle of a tournament comes for the first time: only now the seat
/// counts as taken, and clocks go once both are there.
async fn arrive(rooms: &Rooms, room: &mut Room, seat: Seat, name: &str) -> Result<Seat, Trouble> {
    if let (Some(place), Some(berth)) = (seat.place(), &room.plan.tournament)
        && room.course.names[place].is_none()
    {
        let drawn = rooms.drawn_name(berth, &room.id, seat).await?;
        let name = drawn.unwrap_or_else(|| plan::name(name));
        rooms.keep(room, Deed::Sat { seat, name }).await?;
    }
    Ok(seat)
}

/// Nobody umpires where he leads a side: not from the same device or account, at least.
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

/// The account of whoever sits down to a rated battle: another than the other side's.
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
    rooms.keep(room, Deed::Sat { seat, name }).await?;
    rooms.look_up_ratings(room).await?;
    Ok(seat)
}
