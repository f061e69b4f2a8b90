//! Bodies of requests: whoever sends one may take their time, and what has come fills memory until
//! all of it is there.

use crate::address;
use crate::places::{Place, Places, SHARE};
use crate::wire::MOST_UPLOAD;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{StreamExt as _, stream};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

/// Size in bytes of a body that takes no more memory than its connection.
const SMALL: usize = 4 << 10;
/// How many bytes get memory at a time.
const STEP: usize = 16 << 10;
/// How much of a body, in bytes, shares the memory that those of ordinary size have for themselves.
const ORDINARY: usize = 1 << 20;

/// How many bytes large bodies may announce to take their turn; an address may have as many of them as
/// its memory holds whole, or each could wait for what the others have. Whoever sends slowly on
/// purpose must not take the turns of others, so these are more than memory holds.
const ANNOUNCED: usize = 512 << 20;

/// Where bodies come in.
#[derive(Clone)]
pub(crate) struct Gate {
    pub memory: Arc<Memory>,
    pub behind_proxy: bool,
    /// Answers if there was no memory for a body in time.
    pub busy: fn() -> Response,
}

/// The memory for bodies. Large ones cannot keep ordinary ones out.
pub(crate) struct Memory {
    ordinary: Places,
    large: Places,
    turns: Places,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            ordinary: Places::from(1),
            large: Places::from(1),
            turns: Places::of(ANNOUNCED, SHARE),
        }
    }
}

/// A body on its way: what has come of it, and the memory that it has.
struct Arrival {
    gate: Gate,
    address: IpAddr,
    /// How many bytes it will have: the most that are read, if it does not say.
    announced: usize,
    held: Mutex<Held>,
    is_refused: AtomicBool,
}

/// What a body has: its turn, if it is large, and memory in steps.
#[derive(Default)]
struct Held {
    turn: Option<Place>,
    steps: Vec<Place>,
}

/// Lets a body in as far as its address, and all together, do not fill memory with theirs.
pub(crate) async fn let_in(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let size = request.body().size_hint().upper();
    if size.is_some_and(|size| size < SMALL as u64) {
        return next.run(request).await;
    }
    let address = address::of(request.extensions(), request.headers(), gate.behind_proxy);
    let busy = gate.busy;
    let arrival = Arc::new(Arrival {
        gate,
        address: address::counted(address),
        announced: size.map_or(MOST_UPLOAD, |size| {
            usize::try_from(size).unwrap_or(usize::MAX)
        }),
        held: Mutex::default(),
        is_refused: AtomicBool::new(false),
    });
    let body = |body: Body| measured(body, Arc::clone(&arrival));
    let answer = next.run(request.map(body)).await;
    match arrival.is_refused.load(Ordering::Relaxed) {
        true => busy(),
        false => answer,
    }
}

/// Returns a body that takes memory as it comes, and gives it back once all of it has come.
fn measured(body: Body, arrival: Arc<Arrival>) -> Body {
    let ends = Arc::clone(&arrival);
    let parts = body.into_data_stream().scan(0, move |came, part| {
        *came += part.as_ref().map_or(0, Bytes::len);
        let (came, arrival) = (*came, Arc::clone(&arrival));
        async move {
            let part = match part {
                Ok(part) => part,
                Err(why) => return Some(Err(why)),
            };
            match arrival.takes(came).await {
                true => Some(Ok(part)),
                false => Some(Err(axum::Error::new("too many bodies are on their way"))),
            }
        }
    });
    let end = stream::poll_fn(move |_| {
        *ends.held() = Held::default();
        Poll::Ready(None)
    });
    Body::from_stream(parts.chain(end))
}

impl Arrival {
    /// Takes memory until the body has enough for so many bytes; returns whether there was some.
    async fn takes(&self, bytes: usize) -> bool {
        let memory = &self.gate.memory;
        loop {
            let has = self.held().steps.len() * STEP;
            if bytes <= has.max(SMALL) {
                return true;
            }
            let is_large = has >= ORDINARY;
            let needs_turn = is_large && self.held().turn.is_none();
            let place = match (needs_turn, is_large) {
                (true, _) => memory.turns.take(self.address, self.announced).await,
                (_, true) => memory.large.take(self.address, STEP).await,
                (_, false) => memory.ordinary.take(self.address, STEP).await,
            };
            let Ok(Some(place)) = place else {
                self.is_refused.store(true, Ordering::Relaxed);
                return false;
            };
            let mut held = self.held();
            match needs_turn {
                true => held.turn = Some(place),
                false => held.steps.push(place),
            }
        }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
