//! Bodies of requests: whoever sends one may take their time, and what has come fills memory until
//! all of it is there.

use crate::address;
use crate::places::{Place, Places};
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
const SMALL: u64 = 4 << 10;
/// How many bytes get memory at a time.
const STEP: usize = 16 << 10;
/// How much of a body, in bytes, shares the memory that those of ordinary size have for themselves.
const ORDINARY: usize = 1 << 20;

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
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self {
            ordinary: Places::from(1),
            large: Places::from(1),
        }
    }
}

/// A body on its way: what has come of it, and the memory that it has.
struct Arrival {
    gate: Gate,
    address: IpAddr,
    places: Mutex<Vec<Place>>,
    is_refused: AtomicBool,
}

/// Lets a body in as far as its address, and all together, do not fill memory with theirs.
pub(crate) async fn let_in(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    if (request.body().size_hint().upper()).is_some_and(|size| size < SMALL) {
        return next.run(request).await;
    }
    let address = address::of(request.extensions(), request.headers(), gate.behind_proxy);
    let busy = gate.busy;
    let arrival = Arc::new(Arrival {
        gate,
        address: address::counted(address),
        places: Mutex::default(),
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
        ends.places().clear();
        Poll::Ready(None)
    });
    Body::from_stream(parts.chain(end))
}

impl Arrival {
    /// Takes memory until the body has enough for so many bytes; returns whether there was some.
    async fn takes(&self, bytes: usize) -> bool {
        loop {
            let has = self.places().len() * STEP;
            if has >= bytes {
                return true;
            }
            let memory = &self.gate.memory;
            let places = match has < ORDINARY {
                true => &memory.ordinary,
                false => &memory.large,
            };
            let Ok(Some(place)) = places.take(self.address, STEP).await else {
                self.is_refused.store(true, Ordering::Relaxed);
                return false;
            };
            self.places().push(place);
        }
    }

    fn places(&self) -> std::sync::MutexGuard<'_, Vec<Place>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
