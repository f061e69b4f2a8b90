//! Stands before several servers, as a proxy does: whoever comes is led to one that answers.

use std::net::SocketAddr;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// Leads connections on to servers, to each in its turn, for as long as the program runs.
pub async fn start(servers: Vec<SocketAddr>) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::task::spawn_local(async move {
        let mut order = servers;
        while let Ok((page, _)) = listener.accept().await {
            order.rotate_left(1);
            tokio::task::spawn_local(lead(page, order.clone()));
        }
    });
    Ok(address)
}

/// Carries everything both ways until one of them goes. Who finds no server is let go.
async fn lead(mut page: TcpStream, servers: Vec<SocketAddr>) {
    for server in servers {
        let Ok(mut server) = TcpStream::connect(server).await else {
            continue;
        };
        // Nothing waits for what may be sent with it.
        let _ = (page.set_nodelay(true), server.set_nodelay(true));
        let _ = copy_bidirectional(&mut page, &mut server).await;
        return;
    }
}
