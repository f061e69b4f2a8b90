//! A server of the rooms alone, without the program around it: `load serve` takes the options of
//! `sandtable serve` that this tool uses. It measures rooms before the program is built.

use axum::serve::ListenerExt as _;
use sandtable_rooms::store::{Place, Store};
use sandtable_rooms::{Config, Rate, Rooms, attend, machine_time};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Serves until it is killed.
pub fn run(options: impl Iterator<Item = String>) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(serve(options))
}

async fn serve(mut options: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut place, mut listen) = (None, None);
    while let (Some(name), Some(value)) = (options.next(), options.next()) {
        match name.as_str() {
            "--data" => place = Some(Place::Folder(PathBuf::from(value))),
            "--database" => place = Some(Place::Server(value)),
            "--listen" => listen = Some(value),
            // Limits are off here, and there is no page.
            _ => {}
        }
    }
    let (place, listen) = (place.ok_or("no --data")?, listen.ok_or("no --listen")?);
    let store = Store::open(&place)
        .await
        .map_err(|error| error.to_string())?;
    let rooms = Rooms::new(store, machine_time());
    attend(&rooms);
    let any = Rate {
        burst: 1_000_000,
        minute: 1_000_000,
    };
    let config = Config {
        makes: any,
        messages: any,
        comes: any,
        ..Config::default()
    };
    let router = sandtable_rooms::router(rooms, config, sandtable_rooms::Beside::default());
    let listener = tokio::net::TcpListener::bind(listen).await;
    let listener = listener.map_err(|error| error.to_string())?;
    println!("rooms alone");
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, service).await;
    served.map_err(|error| error.to_string())
}
