//! What goes on beside the pages: clocks that run out, rooms that close, other nodes.

use crate::rooms::Rooms;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How late a clock may be found to have run out.
const RING: Duration = Duration::from_millis(500);
/// How long rooms stay open in which nobody is.
const IDLE: Duration = Duration::from_secs(30);

/// Attends to the rooms for as long as the program runs.
pub fn attend(rooms: &Arc<Rooms>) {
    let all = Arc::clone(rooms);
    tokio::spawn(async move {
        let mut beat = tokio::time::interval(RING);
        loop {
            beat.tick().await;
            // A database that is gone is asked again.
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
    let mut heard = all.store().heard();
    tokio::spawn(async move {
        loop {
            match heard.recv().await {
                Ok((room, n)) => all.heard(&room, n).await,
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
}
