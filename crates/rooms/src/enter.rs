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

/// A device, and what lets it open seats.
struct Keys {
    device: String,
    /// The account that it is signed in to.
    account: Option<String>,
    /// The devices that are signed in to that account, and this one.
    fellows: Vec<String>,
}

impl Keys {
    async fn of(rooms: &Rooms, device: String) -> Result<Self, Trouble> {
        let account = rooms.store.account_of(&device).await?.map(|row| row.id);
        let fellows = rooms.store.fellows(&device).await?;
        Ok(Self {
            device,
            account,
            fellows,
        })
    }

    /// Returns whether this device was the last to play a seat.
    fn are_here(&self, row: &SeatRow) -> bool {
        row.device.as_ref() == Some(&self.device)
    }

    /// Returns whether this device opens a seat. What was taken with an account belongs to it,
    /// wherever that was: whoever signs out, or signs in as somebody else, opens it no more. A seat
    /// without an account belongs to its device, and opens to all devices of its player.
    fn open(&self, row: &SeatRow) -> bool {
        let ours = |device: &String| self.fellows.contains(device);
        match &row.account {
            Some(account) if self.account.as_ref() == Some(account) => true,
            Some(_) => row.lent && self.are_here(row),
            None => row.device.as_ref().is_some_and(ours),
        }
    }
}

/// Returns the guest's seat; the guest sits down there if it is free.
///
/// # Errors
/// If nothing that the guest shows opens a seat.
pub(crate) async fn seat(rooms: &Rooms, room: &mut Room, shows: &Shows) -> Result<Seat, Trouble> {
    if !plan::is_key(&shows.device) {
        return Err(Trouble::Garbled);
    }
    let keys = Keys::of(rooms, secret::hash(&shows.device)).await?;
    let seats = rooms.store.seats(&room.id).await?;
    if let Some(link) = shows.link.as_deref().map(secret::hash) {
        return by_link(rooms, room, &shows.name, &link, (&seats, &keys)).await;
    }
    let own = |row: &&SeatRow| row.seat != Seat::Watch && keys.open(row);
    // An account may have both sides, on two devices.
    let here = (seats.iter().filter(own)).find(|row| keys.are_here(row));
    if let Some(row) = here.or_else(|| seats.iter().find(own)) {
        return take(rooms, room, row, &keys, &shows.name).await;
    }
    if let Some(place) = shows.take.and_then(Seat::place)
        && is_open(&room.plan.sitters[place])
    {
        apart(&seats, Seat::SIDES[place], &keys)?;
        return sit(rooms, room, Seat::SIDES[place], &keys, &shows.name).await;
    }
    if room.plan.listed {
        return Ok(Seat::Watch);
    }
    Err(Trouble::NoSeat)
}

/// Returns the seat that a link opens: the link is a seat's own, or a code for another device.
async fn by_link(
    rooms: &Rooms,
    room: &mut Room,
    name: &str,
    link: &str,
    (seats, keys): (&[SeatRow], &Keys),
) -> Result<Seat, Trouble> {
    if let Some(row) = seats.iter().find(|row| row.link == link) {
        return match &row.device {
            _ if row.seat == Seat::Watch => Ok(Seat::Watch),
            _ if keys.open(row) => take(rooms, room, row, keys, name).await,
            Some(_) => Err(Trouble::SeatTaken),
            None => {
                apart(seats, row.seat, keys)?;
                sit(rooms, room, row.seat, keys, name).await
            }
        };
    }
    let coded = |row: &&SeatRow| row.code.as_ref().is_some_and(|(code, _)| code == link);
    let row = seats.iter().find(coded).ok_or(Trouble::NoSeat)?;
    apart(seats, row.seat, keys)?;
    let moves = Move {
        seat: row.seat,
        by: By::Code(link.to_owned(), rooms.now()),
        to: keys.device.clone(),
        lent: row.account.is_some() && row.account != keys.account,
    };
    let done = rooms.move_seat(room, moves).await;
    done.map_err(|why| match why {
        // The code is too old, or it has worked already.
        Trouble::SeatTaken => Trouble::NoSeat,
        why => why,
    })?;
    arrive(rooms, room, row.seat, name).await
}

/// Comes in to a seat that the device opens, and takes it over if another device has it.
async fn take(
    rooms: &Rooms,
    room: &mut Room,
    row: &SeatRow,
    keys: &Keys,
    name: &str,
) -> Result<Seat, Trouble> {
    if !keys.are_here(row) {
        let moves = Move {
            seat: row.seat,
            by: By::Device(row.device.clone().unwrap_or_default()),
            to: keys.device.clone(),
            lent: false,
        };
        rooms.move_seat(room, moves).await?;
    }
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
fn apart(seats: &[SeatRow], seat: Seat, keys: &Keys) -> Result<(), Trouble> {
    let umpires = seat == Seat::Umpire;
    let both = |row: &SeatRow| {
        let own = row.seat != Seat::Watch && (keys.are_here(row) || keys.open(row));
        own && (row.seat == Seat::Umpire) != umpires
    };
    match seats.iter().any(both) {
        true => Err(Trouble::NotBoth),
        false => Ok(()),
    }
}

/// Makes sure that a player who sits down to a rated battle has an account, another one than the
/// other side's.
async fn rivals(rooms: &Rooms, room: &Room, seat: Seat, keys: &Keys) -> Result<(), Trouble> {
    let account = keys.account.as_ref().ok_or(Trouble::NeedsAccount)?;
    let seats = rooms.store.seats(&room.id).await?;
    let other = seats.iter().find(|row| row.seat == seat.other());
    match other.is_some_and(|row| row.account.as_ref() == Some(account)) {
        true => Err(Trouble::OwnRival),
        false => Ok(()),
    }
}

/// Takes a free seat.
async fn sit(
    rooms: &Rooms,
    room: &mut Room,
    seat: Seat,
    keys: &Keys,
    name: &str,
) -> Result<Seat, Trouble> {
    if room.computer(seat).is_some() {
        return Err(Trouble::SeatTaken);
    }
    if room.plan.rated && seat.place().is_some() {
        rivals(rooms, room, seat, keys).await?;
    }
    let (store, account) = (&rooms.store, keys.account.as_deref());
    if !store.sit(&room.id, seat, &keys.device, account).await? {
        return Err(Trouble::SeatTaken);
    }
    let name = plan::name(name);
    rooms.keep_after_all(room, Deed::Sat { seat, name }).await?;
    rooms.look_up_ratings(room).await?;
    Ok(seat)
}
