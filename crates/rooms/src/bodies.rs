//! Bodies of requests: whoever sends one may take their time, and what has come fills memory until
//! all of it is there.

use crate::address;
use crate::places::{Place, Places};
use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{StreamExt as _, stream};
use std::sync::Arc;
use std::task::Poll;

/// Size in bytes of a body that takes no more memory than its connection.
pub(crate) const SMALL: usize = 4 << 10;
/// What a body that does not say how large it is may come to, in bytes.
const UNKNOWN: usize = 8 << 20;

/// Where bodies come in.
#[derive(Clone)]
pub(crate) struct Gate {
    pub places: Arc<Places>,
    pub behind_proxy: bool,
    /// Answers if a body found no place in time.
    pub busy: fn() -> Response,
}

/// Lets a body in while its address, and all together, do not fill memory with theirs.
pub(crate) async fn let_in(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let size = request.body().size_hint().upper();
    let size = size.map_or(UNKNOWN, |size| usize::try_from(size).unwrap_or(UNKNOWN));
    if size < SMALL {
        return next.run(request).await;
    }
    let address = address::of(request.extensions(), request.headers(), gate.behind_proxy);
    match gate
        .places
        .take(address::counted(address), size.min(UNKNOWN))
        .await
    {
        Ok(place) => next.run(request.map(|body| placed(body, place))).await,
        Err(_) => (gate.busy)(),
    }
}

/// Returns a body that gives its place back once all of it has come.
fn placed(body: Body, mut place: Option<Place>) -> Body {
    let end = stream::poll_fn(move |_| {
        drop(place.take());
        Poll::Ready(None)
    });
    Body::from_stream(body.into_data_stream().chain(end))
}
