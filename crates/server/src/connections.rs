//! Connections: each has its own task, and is closed when nothing arrives on it or nothing is taken
//! from it. Without that, a few thousand silent connections would keep everyone else out.

use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::body::{Bytes, Frame, Incoming, SizeHint};
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::{Sleep, sleep};
use tower_service::Service as _;

use crate::reader::Reader;

/// How many times as long as the head of a request its body may take.
const UPLOAD: u32 = 4;

/// Maximum size of the head of a request, in bytes: until it is whole it fills memory.
const MOST_HEAD: usize = 16 << 10;
/// The first second of the year 10000.
const YEAR_10000: Duration = Duration::from_secs(253_402_300_800);

/// Returns whether the header `Date` can name this time. At others, as with a clock that was never
/// set, hyper would panic at each request. A server without a clock may leave the header out
/// (RFC 9110, 6.6.1).
fn is_datable(time: SystemTime) -> bool {
    let since = time.duration_since(UNIX_EPOCH);
    since.is_ok_and(|since| since < YEAR_10000)
}

/// The body of a request, as long as it arrives in time: at a byte a second one upload would hold a
/// connection for days.
struct Timely {
    body: Incoming,
    most: Duration,
    /// Runs from the moment the body is first read.
    until: Option<Pin<Box<Sleep>>>,
}

impl hyper::body::Body for Timely {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let most = self.most;
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(most)));
        if until.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err("it took too long to send".into())));
        }
        Pin::new(&mut self.body)
            .poll_frame(context)
            .map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Answers requests until `stop` is ready. After that it accepts no connections and closes those that
/// wait for a request. The future it returns is ready once the other connections are done.
pub(crate) async fn serve(
    mut listener: impl Listener<Addr = SocketAddr>,
    router: Router,
    patience: Duration,
    stop: impl Future<Output = ()>,
) -> impl Future<Output = ()> {
    let (open, stopped) = watch::channel(());
    let (busy, done) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            came = listener.accept() => came,
            () = &mut stop => break,
        };
        let (router, stopped, done) = (router.clone(), stopped.clone(), done.clone());
        tokio::spawn(async move {
            answer(stream, address, router, patience, stopped).await;
            drop(done);
        });
    }
    // Every connection hears that the sender is gone.
    drop(open);
    drop(done);
    async move { busy.closed().await }
}

/// Answers the requests of one connection.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: SocketAddr,
    router: Router,
    patience: Duration,
    mut stopped: watch::Receiver<()>,
) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        let most = patience * UPLOAD;
        let timely = |body| {
            Body::new(Timely {
                body,
                most,
                until: None,
            })
        };
        router.clone().call(request.map(timely))
    });
    let connection = Builder::new()
        .timer(TokioTimer::new())
        .auto_date_header(is_datable(SystemTime::now()))
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(Reader::new(stream, patience)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let asked = async { while stopped.changed().await.is_ok() {} };
    let mut asked = pin!(asked);
    // When a connection breaks down, nobody is left to tell.
    tokio::select! {
        _ = &mut connection => {}
        () = &mut asked => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{YEAR_10000, is_datable};
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    #[test]
    fn only_times_that_the_header_can_name_are_datable() {
        assert!(is_datable(SystemTime::now()));
        assert!(is_datable(UNIX_EPOCH));
        assert!(!is_datable(UNIX_EPOCH - Duration::from_secs(1)));
        assert!(is_datable(UNIX_EPOCH + YEAR_10000 - Duration::from_secs(1)));
        assert!(!is_datable(UNIX_EPOCH + YEAR_10000));
    }
}
