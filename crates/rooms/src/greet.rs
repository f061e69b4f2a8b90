//! The first thing that a page hears when it comes in: the room, and what the page lacks of it.

use crate::enter::Came;
use crate::lacks;
use crate::late::Late;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::wire::{Trouble, Welcome};

/// Returns what a guest hears on coming in, and whether the guest watches with a delay.
pub(crate) async fn welcome(
    rooms: &Rooms,
    room: &Room,
    came: &Came,
    from: i64,
) -> Result<(Option<Late>, Welcome), Trouble> {
    let seat = came.seat;
    if seat == Seat::Watch && room.plan.delay > 0 {
        let (late, mut welcome) = Late::come(rooms, room, from).await?;
        welcome.signed_out = came.signed_out;
        return Ok((Some(late), welcome));
    }
    let lacks = match lacks::few(&room.course, from) {
        true => lacks::small(rooms.store.deeds(&room.id, from).await?),
        false => None,
    };
    let mut welcome = room.welcome(seat, lacks, rooms.now());
    welcome.signed_out = came.signed_out;
    Ok((None, welcome))
}
