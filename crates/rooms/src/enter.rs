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
    pub own: Option<Seat>,
    pub device: String,
    pub name: String,
}

/// Where a guest came in.
pub(crate) struct Came {
    pub seat: Seat,
    /// Whether the guest only watches because the device signed out of the account whose seat it
    /// played.
    pub signed_out: bool,
}

impl Came {
    const fn at(seat: Seat) -> Self {
        Self {
            seat,
            signed_out: false,
        }
    }
}

/// A device, and what lets it open seats.
struct Keys {
    device: String,
    /// The account that it is signed in to.
    account: Option<String>,
}

impl Keys {
    async fn of(rooms: &Rooms, device: String) -> Result<Self, Trouble> {
        let account = rooms.store.account_of(&device).await?.map(|row| row.id);
        Ok(Self { device, account })
    }

    /// Returns whether this device was the last to play a seat.
    fn are_here(&self, row: &SeatRow) -> bool {
        row.device.as_ref() == Some(&self.device)
    }

    /// Returns whether a seat belongs to the account that this device is signed in to.
    fn own(&self, row: &SeatRow) -> bool {
        row.account.is_some() && row.account == self.account
    }

    /// Returns whether this device opens a seat. What was taken with an account belongs to it,
    /// wherever that was: whoever signs out, or signs in as somebody else, opens it no more. A seat
    /// without an account belongs to its device.
    fn open(&self, row: &SeatRow) -> bool {
        let here = self.are_here(row) && (row.account.is_none() || row.lent);
        here || self.own(row)
    }

    /// Returns whether this device was the last to play a seat, and then signed out of its account.
    fn are_out_of(&self, row: &SeatRow) -> bool {
        row.account.is_some() && self.are_here(row) && !self.open(row)
    }

    fn are_out(&self, seats: &[SeatRow]) -> bool {
        seats.iter().any(|row| self.are_out_of(row))
    }

    fn watch(&self, seats: &[SeatRow]) -> Came {
        Came {
            seat: Seat::Watch,
            signed_out: self.are_out(seats),
        }
    }
}

/// Returns the guest's seat; the guest sits down there if it is free.
///
/// # Errors
/// If nothing that the guest shows opens a seat.
pub(crate) async fn seat(rooms: &Rooms, room: &mut Room, shows: &Shows) -> Result<Came, Trouble> {
    if !plan::is_key(&shows.device) {
        return Err(Trouble::Garbled);
    }
    let keys = Keys::of(rooms, secret::hash(&shows.device)).await?;
    let seats = rooms.store.seats(&room.id).await?;
    // A device or an account may have several seats.
    let own = |row: &&SeatRow| row.seat != Seat::Watch && keys.open(row);
    let chosen = |row: &&SeatRow| Some(row.seat) == shows.own;
    if let Some(row) = seats.iter().filter(own).find(chosen) {
        let seat = take(rooms, room, (row, &seats), &keys, &shows.name).await?;
        return Ok(Came::at(seat));
    }
    let link = shows.link.as_deref().map(secret::hash);
    let linked = link
        .as_ref()
        .map(|link| by_link(&seats, link, &keys, rooms.now()));
    let nothing = match linked {
        Some(Linked::Nothing(why)) => Some(why),
        Some(Linked::Watch) => return Ok(keys.watch(&seats)),
        Some(linked) => {
            let seat = follow(rooms, room, (linked, &seats), &keys, &shows.name).await?;
            return Ok(Came::at(seat));
        }
        None => None,
    };
    // A page shows the link that was used on its device first, perhaps by somebody else, or a code
    // that has worked: whoever has a seat needs neither.
    let here = (seats.iter().filter(own)).find(|row| keys.are_here(row));
    if let Some(row) = here.or_else(|| seats.iter().find(own)) {
        let seat = take(rooms, room, (row, &seats), &keys, &shows.name).await?;
        return Ok(Came::at(seat));
    }
    if let Some(place) = shows.take.and_then(Seat::place)
        && is_open(&room.plan.sitters[place])
    {
        apart(&seats, Seat::SIDES[place], &keys)?;
        let seat = sit(rooms, room, Seat::SIDES[place], &keys, &shows.name).await?;
        return Ok(Came::at(seat));
    }
    match nothing {
        None if room.plan.listed => Ok(keys.watch(&seats)),
        _ if keys.are_out(&seats) => Err(Trouble::SignedOut),
        why => Err(why.unwrap_or(Trouble::NoSeat)),
    }
}

/// Comes in to the seat that a link leads to.
async fn follow(
    rooms: &Rooms,
    room: &mut Room,
    (linked, seats): (Linked<'_>, &[SeatRow]),
    keys: &Keys,
    name: &str,
) -> Result<Seat, Trouble> {
    match linked {
        Linked::Own(row) => take(rooms, room, (row, seats), keys, name).await,
        Linked::Free(row) => {
            apart(seats, row.seat, keys)?;
            sit(rooms, room, row.seat, keys, name).await
        }
        Linked::Code(row, moves) => {
            apart(seats, row.seat, keys)?;
            rooms.move_seat(room, moves).await.map_err(used_up)?;
            arrive(rooms, room, row.seat, name).await
        }
        Linked::Watch => Ok(Seat::Watch),
        Linked::Nothing(why) => Err(why),
    }
}

/// Returns why a device that was at a seat is there no more.
pub(crate) async fn sent_away(rooms: &Rooms, room: &str, seat: Seat, device: &str) -> Trouble {
    let out = async {
        let keys = Keys::of(rooms, device.to_owned()).await?;
        let seats = rooms.store.seats(room).await?;
        let row = seats.into_iter().find(|row| row.seat == seat);
        Ok::<_, Trouble>(row.is_some_and(|row| row.account.is_some() && !keys.open(&row)))
    };
    // Where the database does not answer, the more common reason is given.
    match out.await {
        Ok(true) => Trouble::SignedOut,
        _ => Trouble::SeatTaken,
    }
}

/// What a link leads to.
enum Linked<'a> {
    /// A seat that the device opens.
    Own(&'a SeatRow),
    /// A seat at which nobody sits yet.
    Free(&'a SeatRow),
    /// A seat that goes to the device by a code.
    Code(&'a SeatRow, Move),
    /// The seats of spectators.
    Watch,
    /// No seat for this device.
    Nothing(Trouble),
}

/// Returns what a link leads to: it is a seat's own, or a code for another device.
fn by_link<'a>(seats: &'a [SeatRow], link: &str, keys: &Keys, now: i64) -> Linked<'a> {
    if let Some(row) = seats.iter().find(|row| row.link == link) {
        return match &row.device {
            _ if row.seat == Seat::Watch => Linked::Watch,
            _ if keys.open(row) => Linked::Own(row),
            Some(_) => Linked::Nothing(Trouble::SeatTaken),
            None => Linked::Free(row),
        };
    }
    let coded = |row: &&SeatRow| {
        let code = row.code.as_ref();
        code.is_some_and(|(code, until)| code == link && *until > now)
    };
    let Some(row) = seats.iter().find(coded) else {
        return Linked::Nothing(Trouble::NoSeat);
    };
    let moves = Move {
        seat: row.seat,
        by: By::Code(link.to_owned(), now),
        to: keys.device.clone(),
        lent: row.account.is_some() && !keys.own(row),
    };
    Linked::Code(row, moves)
}

/// The trouble with a code that is too old, or that has worked already.
fn used_up(why: Trouble) -> Trouble {
    match why {
        Trouble::SeatTaken => Trouble::NoSeat,
        why => why,
    }
}

/// Comes in to a seat that the device opens, and takes it over if another device has it, or if it
/// was lent to this one.
async fn take(
    rooms: &Rooms,
    room: &mut Room,
    (row, seats): (&SeatRow, &[SeatRow]),
    keys: &Keys,
    name: &str,
) -> Result<Seat, Trouble> {
    if !keys.are_here(row) {
        apart(seats, row.seat, keys)?;
    }
    if !keys.are_here(row) || (row.lent && keys.own(row)) {
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
