//! Computer players at the seats of a room. They think beside the server's own work.

use crate::acts;
use crate::deed::{Deed, Wish};
use crate::rooms::{Open, Rooms};
use crate::seat::Seat;
use crate::wire::Trouble;
use std::sync::Arc;
use std::time::Duration;

/// Between two orders, so that people can follow.
const BREATH: Duration = Duration::from_millis(150);
/// When something was not kept.
const AGAIN: Duration = Duration::from_secs(2);
/// Tries before it waits until somebody comes in again.
const TRIES: u32 = 30;

/// Lets a computer player act where it is his turn or where something was asked of him.
pub(crate) async fn wake(rooms: &Arc<Rooms>, open: &Open) {
    let mut room = open.lock().await;
    let asked = Seat::SIDES.into_iter().any(|seat| {
        let wish = seat.other().place().and_then(|at| room.course.wishes[at]);
        room.computer(seat).is_some() && wish.is_some()
    });
    let turn = room.course.awaits.and_then(|seat| room.computer(seat));
    let ready = room.course.is_full() && (turn.is_some() || asked);
    if ready && !room.thinking {
        room.thinking = true;
        tokio::spawn(play(Arc::clone(rooms), Arc::clone(open)));
    }
}

/// Acts until a person is to act.
async fn play(rooms: Arc<Rooms>, open: Open) {
    let mut tries = 0;
    while tries < TRIES {
        match step(&rooms, &open).await {
            Ok(true) => {
                tries = 0;
                tokio::time::sleep(BREATH).await;
            }
            Ok(false) => break,
            Err(_) => {
                tries += 1;
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
    open.lock().await.thinking = false;
}

/// One answer or one order: whether there was one to give.
async fn step(rooms: &Arc<Rooms>, open: &Open) -> Result<bool, Trouble> {
    let (thought, seat, number) = {
        let mut room = open.lock().await;
        rooms.sure(&mut room).await?;
        for by in Seat::SIDES {
            let asked = by.other().place().and_then(|at| room.course.wishes[at]);
            if let (Some(wish), Some(_)) = (asked, room.computer(by)) {
                // He takes nothing amiss, but fights on.
                let yes = wish != Wish::Draw;
                acts::answer(rooms, &mut room, by, wish, yes).await?;
                return Ok(true);
            }
        }
        let Some(seat) = room.course.awaits else {
            return Ok(false);
        };
        if acts::free(&room).is_err() {
            // Somebody's part in the dice is awaited: it goes on when that has come.
            return Ok(false);
        }
        let Some(level) = room.computer(seat) else {
            return Ok(false);
        };
        let seed = crate::secret::seed()?;
        (room.umpire.thought(level, seed), seat, room.umpire.number())
    };
    let order = tokio::task::spawn_blocking(move || thought.order()).await;
    let mut room = open.lock().await;
    match order {
        Ok(Some(order)) => match acts::order(rooms, &mut room, seat, number, &order, None).await {
            // Something was taken back meanwhile: it thinks anew.
            Ok(()) | Err(Trouble::Late { .. } | Trouble::NotYourTurn) => Ok(true),
            Err(trouble) => Err(trouble),
        },
        _ => {
            // A computer player that has nothing to say gives up rather than hold up.
            rooms.keep(&mut room, Deed::Conceded { by: seat }).await?;
            Ok(false)
        }
    }
}
