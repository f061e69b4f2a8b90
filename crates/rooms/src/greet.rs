//! The first thing that a page hears when it comes in: the room, and what the page lacks of it.

use crate::lacks;
use crate::late::Late;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::wire::{Trouble, Welcome};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Size in bytes of a journal that comes in only while few others do: a page may read it slowly,
/// and meanwhile it fills memory. Most battles are smaller.
const LARGE: usize = 512 << 10;
/// Maximum size in bytes of the large journals that are on their way at the same time.
const AT_ONCE: usize = 64 << 20;

static PLACES: Semaphore = Semaphore::const_new(AT_ONCE);

/// Waits until the journal of a room may be sent: at once, unless it is large and other large ones
/// are on their way.
pub(crate) async fn place(bytes: usize) -> Option<SemaphorePermit<'static>> {
    if bytes < LARGE {
        return None;
    }
    let places = u32::try_from(bytes.min(AT_ONCE)).unwrap_or(u32::MAX);
    PLACES.acquire_many(places).await.ok()
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn large_journals_wait_for_each_other_and_small_ones_for_nobody() {
        let large = AT_ONCE / 2;
        let first = place(large).now_or_never();
        let second = place(large).now_or_never();
        assert!(matches!((&first, &second), (Some(Some(_)), Some(Some(_)))));
        assert!(place(LARGE).now_or_never().is_none());
        assert!(matches!(place(LARGE - 1).now_or_never(), Some(None)));
        drop(first);
        assert!(matches!(place(LARGE).now_or_never(), Some(Some(_))));
    }
}
