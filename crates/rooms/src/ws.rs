//! A page at a table: its messages go to the room, and what happens there comes back to it.

use crate::acts;
use crate::config::Config;
use crate::deed::Wish;
use crate::enter::{self, Shows};
use crate::greet;
use crate::late::Late;
use crate::limit::{Limit, Speaker};
use crate::places::{Place, Places};
use crate::robot;
use crate::room::Said;
use crate::rooms::{Open, Rooms};
use crate::seat::Seat;
use crate::secret;
use crate::wire::{Hear, PROTOCOL, Say, Trouble, Welcome};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::FutureExt;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use tokio::time::{Instant, timeout};

/// How long a guest may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long a page may take to receive what is sent.
const SLOW: Duration = Duration::from_secs(20);
/// How often the server checks whether a delayed spectator is due to hear something.
const BEHIND: Duration = Duration::from_millis(500);
/// Number of unanswered pulses after which a page counts as gone.
const SILENT: u32 = 3;
/// Number of invalid messages after which a page is shut out.
const ODD: u32 = 20;
/// Number of pings and pongs between two pulses after which a page is shut out. Each ping is answered,
/// and answers that nobody reads take memory.
const PINGS: u32 = 100;

/// Where pages come in.
pub(crate) struct Door {
    pub rooms: Arc<Rooms>,
    pub config: Arc<Config>,
    /// How much may still be said.
    pub said: Arc<Limit<Speaker>>,
    /// How many rooms may still be made.
    pub makes: Arc<Limit>,
    pub places: Arc<Places>,
    /// The guest's address, as limits count it.
    pub address: IpAddr,
}

/// A guest at a table.
struct Guest {
    rooms: Arc<Rooms>,
    speaker: Speaker,
    open: Open,
    seat: Seat,
    /// The guest's device, as it is stored.
    device: String,
    heard: broadcast::Receiver<Said>,
    moves: Arc<[AtomicU64; 4]>,
    /// How often the seat had gone to another device when the guest came.
    since: u64,
    /// What a delayed spectator has seen and still waits for.
    late: Option<Late>,
}

impl Guest {
    /// Returns whether the seat has gone to another device since.
    fn is_moved(&self) -> bool {
        moved(&self.moves, self.seat) != self.since
    }
}

fn moved(moves: &[AtomicU64; 4], seat: Seat) -> u64 {
    moves[seat.chair()].load(Ordering::SeqCst)
}

/// Serves a page until it goes.
pub(crate) async fn serve(door: Door, room: String, mut socket: WebSocket) {
    let rooms = Arc::clone(&door.rooms);
    let (guest, welcome) = match come(&door, &room, &mut socket).await {
        Ok(Some(found)) => found,
        Ok(None) => return,
        Err(trouble) => {
            rooms.metrics.refused();
            say(&mut socket, &Hear::Bye(trouble)).await;
            let _ = timeout(SLOW, socket.send(Message::Close(None))).await;
            return;
        }
    };
    rooms.metrics.came();
    let open = Arc::clone(&guest.open);
    let seat = guest.seat;
    if greet(&mut socket, welcome).await {
        robot::wake(&rooms, &open).await;
        stay(guest, &door, &mut socket).await;
    }
    rooms.metrics.went();
    leave(&open, seat).await;
}

/// Sends what a page hears first; returns whether the page still listens. A page that does not
/// read it in time goes, so that it holds no memory.
async fn greet(socket: &mut WebSocket, (welcome, place): Greeting) -> bool {
    let welcome = Hear::Welcome(Box::new(welcome));
    let text = serde_json::to_string(&welcome);
    drop(welcome);
    let sent = match text {
        Ok(text) => send(socket, Message::Text(text.into())).await,
        Err(_) => false,
    };
    drop(place);
    sent
}

/// Reads the first message. Pings and pongs may come before it.
async fn first(socket: &mut WebSocket) -> Option<Utf8Bytes> {
    for _ in 0..PINGS {
        match socket.recv().await?.ok()? {
            Message::Text(text) => return Some(text),
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Binary(_) | Message::Close(_) => return None,
        }
    }
    None
}

/// What a page hears first, and its place among those that are on their way.
type Greeting = (Welcome, Option<Place>);

/// Reads the guest's hello, and lets the guest in.
async fn come(
    door: &Door,
    room: &str,
    socket: &mut WebSocket,
) -> Result<Option<(Guest, Greeting)>, Trouble> {
    let rooms = &door.rooms;
    let Ok(Some(text)) = timeout(HELLO, first(socket)).await else {
        return Ok(None);
    };
    let Ok(Say::Hello {
        page,
        link,
        take,
        own,
        device,
        name,
        from,
    }) = serde_json::from_str(&text)
    else {
        return Err(Trouble::Garbled);
    };
    if page != PROTOCOL {
        return Err(Trouble::OldPage);
    }
    let shows = Shows {
        link,
        take,
        own,
        device,
        name,
    };
    let open = rooms.find(room).await?;
    let bytes = open.lock().await.bytes;
    let place = door.places.take(door.address, bytes).await?;
    let mut room = open.lock().await;
    rooms.sure(&mut room).await?;
    let came = enter::seat(rooms, &mut room, &shows).await?;
    let seat = came.seat;
    // A server may have died between the last part and its throw. A throw that fails shuts no guest
    // out: a player may still concede.
    let _ = acts::settle(rooms, &mut room).await;
    let _ = acts::go_again(rooms, &mut room).await;
    room.here[seat.chair()] += 1;
    let _ = acts::note_who_came(rooms, &mut room).await;
    if rooms.mailer().is_some() && seat != Seat::Watch {
        // If this fails, the only harm is that the player gets no further letter about the same
        // thing.
        let _ = rooms.store.was_here(&room.id, seat).await;
    }
    let (late, welcome) = match greet::welcome(rooms, &room, &came, from).await {
        Ok(found) => found,
        Err(trouble) => {
            room.here[seat.chair()] -= 1;
            return Err(trouble);
        }
    };
    let view = room.view();
    room.tell(&Hear::Room(Box::new(view)));
    let heard = room.listen();
    let moves = Arc::clone(&room.moves);
    // Read while the room is held: after that, the seat may go to another device.
    let since = moved(&moves, seat);
    let speaker = Speaker::new(&room.id, seat);
    drop(room);
    let guest = Guest {
        rooms: Arc::clone(rooms),
        speaker,
        open,
        seat,
        device: secret::hash(&shows.device),
        heard,
        since,
        moves,
        late,
    };
    Ok(Some((guest, (welcome, place))))
}

async fn leave(open: &Open, seat: Seat) {
    let mut room = open.lock().await;
    let here = &mut room.here[seat.chair()];
    *here = here.saturating_sub(1);
    let view = room.view();
    room.tell(&Hear::Room(Box::new(view)));
}

/// Carries messages both ways until the page goes.
async fn stay(mut guest: Guest, door: &Door, socket: &mut WebSocket) {
    let pulse = door.config.pulse;
    let mut pulse = tokio::time::interval_at(Instant::now() + pulse, pulse);
    let mut behind = tokio::time::interval(BEHIND);
    let (mut silent, mut odd, mut pings) = (0, 0, 0);
    loop {
        if guest.is_moved() {
            let Guest { rooms, seat, .. } = &guest;
            let room = guest.open.lock().await.id.clone();
            let why = enter::sent_away(rooms, &room, *seat, &guest.device).await;
            say(socket, &Hear::Bye(why)).await;
            return;
        }
        tokio::select! {
            _ = behind.tick(), if guest.late.is_some() => {
                if !catch_up(&mut guest, socket).await {
                    return;
                }
            }
            heard = guest.heard.recv() => match heard {
                // Also a delayed spectator hears at once that the room is gone.
                Ok(Said { text, is_last: true }) => {
                    send(socket, Message::Text(text)).await;
                    return;
                }
                Ok(_) if guest.late.is_some() => {
                    if take_up(&mut guest).await.is_err() {
                        say(socket, &Hear::Bye(Trouble::Missed)).await;
                        return;
                    }
                }
                Ok(said) => {
                    if !send(socket, Message::Text(said.text)).await {
                        return;
                    }
                }
                Err(RecvError::Lagged(_)) => {
                    say(socket, &Hear::Bye(Trouble::Missed)).await;
                    return;
                }
                Err(RecvError::Closed) => return,
            },
            came = socket.recv() => {
                silent = 0;
                let text = match came {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Binary(_))) => Utf8Bytes::from_static(""),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) if pings < PINGS => {
                        pings += 1;
                        continue;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => return,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                guest.rooms.metrics.message();
                let answer = if door.said.take(&guest.speaker, guest.rooms.now()) {
                    hear(&guest, door, &text).await
                } else {
                    Err(Trouble::TooFast)
                };
                odd += u32::from(matches!(answer, Err(Trouble::Garbled | Trouble::TooFast)));
                if !tell(socket, &guest, answer).await || odd > ODD {
                    return;
                }
            }
            _ = pulse.tick() => {
                silent += 1;
                pings = 0;
                // Bans are asked for with each request, and this one lasts. If the database does not
                // answer, the next pulse asks again.
                if guest.rooms.store.is_banned(door.address).await.unwrap_or(false) {
                    say(socket, &Hear::Bye(Trouble::Banned)).await;
                    return;
                }
                if silent > SILENT || !send(socket, Message::Ping(axum::body::Bytes::new())).await {
                    return;
                }
            }
        }
    }
}

/// Queues what has happened for a delayed spectator.
async fn take_up(guest: &mut Guest) -> Result<(), Trouble> {
    let id = guest.open.lock().await.id.clone();
    match &mut guest.late {
        Some(late) => late.hear(&guest.rooms, &id).await,
        None => Ok(()),
    }
}

/// Sends a delayed spectator what may be shown by now; returns whether the page still listens.
async fn catch_up(guest: &mut Guest, socket: &mut WebSocket) -> bool {
    let now = guest.rooms.now();
    // If the database does not answer now, the next look reads what waits there.
    if guest.late.as_ref().is_some_and(Late::lacks) {
        let _ = take_up(guest).await;
    }
    let Some(late) = guest.late.as_mut().filter(|late| late.is_due(now)) else {
        return true;
    };
    let all = late.tell(&*guest.open.lock().await, now);
    for one in &all {
        if !say(socket, one).await {
            return false;
        }
    }
    true
}

/// Handles one message. It runs to its end even if the page goes away meanwhile: the connection is
/// read again only after that.
async fn hear(guest: &Guest, door: &Door, text: &str) -> Result<Option<Hear>, Trouble> {
    let said: Say = serde_json::from_str(text).map_err(|_| Trouble::Garbled)?;
    // A computer always agrees, so this alone could make any number of rooms.
    let makes = matches!(said, Say::Ask(Wish::Again));
    if makes && !door.makes.take(&door.address, door.rooms.now()) {
        return Err(Trouble::TooFast);
    }
    // Boxed, so that it takes memory only while it runs, not for as long as the page is here.
    let done = AssertUnwindSafe(Box::pin(done(guest, said)));
    done.catch_unwind().await.unwrap_or(Err(Trouble::NotKept))
}

async fn done(guest: &Guest, said: Say) -> Result<Option<Hear>, Trouble> {
    let answer = {
        let mut room = guest.open.lock().await;
        if guest.is_moved() {
            return Err(Trouble::SeatTaken);
        }
        acts::act(&guest.rooms, &mut room, guest.seat, said).await
    };
    robot::wake(&guest.rooms, &guest.open).await;
    answer
}

/// Sends the result of a message; returns whether the page still listens.
async fn tell(
    socket: &mut WebSocket,
    guest: &Guest,
    answer: Result<Option<Hear>, Trouble>,
) -> bool {
    match answer {
        Ok(None) => true,
        Ok(Some(mut answer)) => {
            if let (Hear::Here { now }, Some(late)) = (&mut answer, &guest.late) {
                *now = now.saturating_sub(late.by);
            }
            say(socket, &answer).await
        }
        Err(trouble) => {
            guest.rooms.metrics.refused();
            say(socket, &Hear::Refused(trouble)).await
        }
    }
}

async fn say(socket: &mut WebSocket, what: &Hear) -> bool {
    match serde_json::to_string(what) {
        Ok(text) => send(socket, Message::Text(text.into())).await,
        Err(_) => false,
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOW, socket.send(message)).await, Ok(Ok(())))
}
