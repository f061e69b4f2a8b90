//! Background tasks: clocks that run out, rooms that close, other nodes.

use crate::rooms::Rooms;
use crate::store::Told;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How late the server may notice that a clock has run out.
const RING: Duration = Duration::from_millis(500);
/// How late pages may hear what a command of the host did to their room.
const LOOK: Duration = Duration::from_secs(3);
/// How long empty rooms stay open.
const IDLE: Duration = Duration::from_secs(30);

/// Looks after the rooms for as long as the program runs.
pub fn attend(rooms: &Arc<Rooms>) {
    let all = Arc::clone(rooms);
    tokio::spawn(async move {
        let mut beat = tokio::time::interval(RING);
        loop {
            beat.tick().await;
            // If the database is gone, the next beat asks again.
            let _ = all.ring().await;
        }
    });
    let all = Arc::clone(rooms);
    tokio::spawn(async move {
        let mut beat = tokio::time::interval(IDLE);
        loop {
            beat.tick().await;
            all.close_idle();
        }
    });
    let all = Arc::clone(rooms);
    tokio::spawn(async move {
        let mut beat = tokio::time::interval(IDLE);
        // If the database is gone, these letters go an hour later.
        let _ = all.store().inherit_untold().await;
        loop {
            tokio::select! {
                _ = beat.tick() => {}
                () = all.ended.notified() => {}
            }
            // What could not be settled now is found again.
            let _ = all.settle().await;
        }
    });
    let all = Arc::clone(rooms);
    tokio::spawn(async move {
        let mut beat = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                _ = beat.tick() => {}
                () = all.look.notified() => {}
            }
            // If the database is gone, the next beat asks again.
            let _ = all.look_again().await;
        }
    });
    let all = Arc::clone(rooms);
    let mut heard = all.store().heard();
    tokio::spawn(async move {
        loop {
            match heard.recv().await {
                Ok(Told::Deed(room, n)) => all.heard(&room, n),
                Ok(Told::Gap) | Err(RecvError::Lagged(_)) => all.missed(),
                Err(RecvError::Closed) => return,
            }
        }
    });
}
