//! Stands in front of several servers, as a proxy does: each page is led to a server that answers.

use std::net::SocketAddr;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// Leads connections to the servers in turn, for as long as the program runs.
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

/// Carries everything both ways until one end goes. A page that finds no server is let go.
async fn lead(mut page: TcpStream, servers: Vec<SocketAddr>) {
    for server in servers {
        let Ok(mut server) = TcpStream::connect(server).await else {
            continue;
        };
        // Everything is passed on at once.
        let _ = (page.set_nodelay(true), server.set_nodelay(true));
        let _ = copy_bidirectional(&mut page, &mut server).await;
        return;
    }
}
