//! Computer players at the seats of a room. They think alongside the server's other work, and a
//! battle between two of them waits while nobody watches.

use crate::acts;
use crate::deed::{Deed, Wish};
use crate::room::Room;
use crate::rooms::{Open, Rooms};
use crate::seat::Seat;
use crate::wire::Trouble;
use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Pause between two orders, so that people can follow.
const BREATH: Duration = Duration::from_millis(150);
/// Pause before another try when something could not be stored.
const AGAIN: Duration = Duration::from_secs(2);
/// Number of tries before a computer player waits until somebody comes in again.
const TRIES: u32 = 30;
/// Limits how many computer players think at the same time: one core stays free for the server's
/// other work. The others wait in the order in which they came.
static AT_ONCE: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    Semaphore::new(cores.saturating_sub(1).max(1))
});

/// Returns whether the battle waits until somebody comes: no person leads a side, and no page is
/// here.
fn is_left(room: &Room) -> bool {
    let alone = |seat| room.computer(seat).is_some();
    Seat::SIDES.into_iter().all(alone) && room.here.iter().all(|pages| *pages == 0)
}

/// Lets a computer player act if it is its turn or if it was asked for something.
pub(crate) async fn wake(rooms: &Arc<Rooms>, open: &Open) {
    let mut room = open.lock().await;
    let asked = Seat::SIDES.into_iter().any(|seat| {
        let wish = seat.other().place().and_then(|at| room.course.wishes[at]);
        room.computer(seat).is_some() && wish.is_some()
    });
    let turn = room.course.awaits.and_then(|seat| room.computer(seat));
    let ready = room.course.is_full() && (turn.is_some() || asked) && !is_left(&room);
    if ready && !room.thinking {
        room.thinking = true;
        tokio::spawn(play(Arc::clone(rooms), Arc::clone(open)));
    }
}

/// Acts until it is a person's turn, or nobody watches a battle between computer players.
async fn play(rooms: Arc<Rooms>, open: Open) {
    let mut tries = 0;
    while tries < TRIES {
        match step(&rooms, &open).await {
            Ok(true) => {
                tries = 0;
                tokio::time::sleep(BREATH).await;
            }
            // Nobody who came in between is overlooked: the step said so while it held the room.
            Ok(false) => return,
            Err(_) => {
                tries += 1;
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
    open.lock().await.thinking = false;
}

/// Gives one answer or one order; returns whether there was one to give. If not, the computer player
/// rests, which the room then says.
async fn step(rooms: &Arc<Rooms>, open: &Open) -> Result<bool, Trouble> {
    let (thought, seat, number) = {
        let mut room = open.lock().await;
        rooms.sure(&mut room).await?;
        for by in Seat::SIDES {
            let asked = by.other().place().and_then(|at| room.course.wishes[at]);
            if let (Some(wish), Some(_)) = (asked, room.computer(by)) {
                // A computer player agrees to everything except a draw.
                let yes = wish != Wish::Draw;
                acts::answer(rooms, &mut room, by, wish, yes).await?;
                return Ok(true);
            }
        }
        let seat = room.course.awaits.filter(|_| !is_left(&room));
        // If a player's part in the dice is awaited, it goes on once that has come.
        let seat = seat.filter(|_| acts::free(&room).is_ok());
        let Some((seat, level)) = seat.and_then(|seat| Some((seat, room.computer(seat)?))) else {
            room.thinking = false;
            return Ok(false);
        };
        let seed = crate::secret::seed()?;
        (room.umpire.thought(level, seed), seat, room.umpire.number())
    };
    let order = {
        let _place = AT_ONCE.acquire().await.map_err(|_| Trouble::NotKept)?;
        tokio::task::spawn_blocking(move || thought.order()).await
    };
    let mut room = open.lock().await;
    match order {
        Ok(Some(order)) => match acts::order(rooms, &mut room, seat, number, &order, None).await {
            // Something was taken back meanwhile: think again.
            Ok(()) | Err(Trouble::Late { .. } | Trouble::NotYourTurn) => Ok(true),
            Err(trouble) => Err(trouble),
        },
        _ => {
            // A computer player without an order to give concedes, so that it does not hold up the
            // battle.
            rooms.keep(&mut room, Deed::Conceded { by: seat }).await?;
            Ok(true)
        }
    }
}
