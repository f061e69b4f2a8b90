//! The door: connections that come in, and what to do while the system gives none.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// How long to wait before asking again: some connections may have ended by then.
const AGAIN: Duration = Duration::from_secs(1);

/// A listener that tells why it accepts nothing.
pub(crate) struct Door {
    pub listener: TcpListener,
    /// Hears why no connection is accepted; none if nobody wants to know.
    pub not_accepted: Option<fn(&Error)>,
}

impl Listener for Door {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // What happens at a table is sent at once, not gathered with what may follow.
                    // If the system refuses this, data only arrives later.
                    let _ = stream.set_nodelay(true);
                    return (stream, address);
                }
                Err(why) if is_of_guest(&why) => {}
                Err(why) => {
                    if let Some(tell) = self.not_accepted {
                        tell(&why);
                    }
                    sleep(AGAIN).await;
                }
            }
        }
    }

    fn local_addr(&self) -> Result<SocketAddr, Error> {
        self.listener.local_addr()
    }
}

/// Returns whether only this connection failed: whoever opened it has gone.
fn is_of_guest(why: &Error) -> bool {
    matches!(
        why.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    )
}
