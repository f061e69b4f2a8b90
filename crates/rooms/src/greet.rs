//! The first thing that a page hears when it comes in: the room, and what the page lacks of it.

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
    seat: Seat,
    from: i64,
) -> Result<(Option<Late>, Welcome), Trouble> {
    if seat == Seat::Watch && room.plan.delay > 0 {
        let (late, welcome) = Late::come(rooms, room, from).await?;
        return Ok((Some(late), welcome));
    }
    let lacks = match lacks::few(&room.course, from) {
        true => lacks::small(rooms.store.deeds(&room.id, from).await?),
        false => None,
    };
    Ok((None, room.welcome(seat, lacks, rooms.now())))
}
