//! Real requests over loopback.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use sandtable_server::{Error, Options, Page, Server};

const BATTLE: &str = "name = \"The ford\"\n";

struct Running {
    address: String,
}

fn page() -> Page {
    let files = [
        ("index.html", "<!doctype html><title>Sandtable</title>"),
        ("assets/app-1a2b.js", "export {}"),
        ("assets/engine-3c4d.wasm", "\0asm"),
        ("assets/small.js", "not so small"),
        ("assets/small.js.br", "small"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    Page::Given(Arc::new(BTreeMap::from(files)))
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime starts")
}

/// Serves from its own thread until the tests end.
fn start(opened: Option<&str>) -> Running {
    serve(Options {
        opened: opened.map(str::to_owned),
        page: page(),
        ..Options::default()
    })
}

/// The same with other options.
fn serve(options: Options) -> Running {
    let (ready, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        runtime().block_on(async {
            let server = Server::bind(options).await.expect("a free port");
            ready.send(server.address()).expect("the test waits");
            server.run(std::future::pending()).await.expect("it serves");
        });
    });
    let address = address.recv().expect("the server starts");
    Running { address }
}

/// Half a request, and then nothing: it does not keep the program from stopping.
#[test]
fn half_a_request_does_not_keep_it_from_stopping() {
    let options = Options {
        port: 0,
        or_any: false,
        opened: None,
        page: page(),
        ..Options::default()
    };
    let (ready, address) = std::sync::mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = std::thread::spawn(move || {
        runtime().block_on(async {
            let server = Server::bind(options).await.expect("a free port");
            ready.send(server.address()).expect("the test waits");
            let stop = async move {
                stopped.await.expect("the test says so");
            };
            server.run(stop).await.expect("it serves");
        });
    });
    let running = Running {
        address: address.recv().expect("the server starts"),
    };
    let mut half = TcpStream::connect(running.host()).expect("connected");
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
    std::thread::sleep(std::time::Duration::from_millis(200));
    let start = std::time::Instant::now();
    stop.send(()).expect("it listens");
    serving.join().expect("it stops");
    assert!(start.elapsed() < std::time::Duration::from_secs(5));
}

/// Who asks for much and reads none of it is let go: a few hundred such answers would fill the
/// memory.
#[test]
fn who_reads_nothing_is_let_go() {
    const BYTES: usize = 32 << 20;
    struct Held(Vec<u8>, std::sync::mpsc::Sender<()>);
    impl Drop for Held {
        fn drop(&mut self) {
            let _ = self.1.send(());
        }
    }
    impl AsRef<[u8]> for Held {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    let (sender, gone) = std::sync::mpsc::channel();
    let much = axum::routing::get(move || {
        let held = Held(vec![0; BYTES], sender.clone());
        async move { axum::body::Bytes::from_owner(held) }
    });
    let options = Options {
        page: page(),
        also: Some(axum::Router::new().route("/much", much)),
        patience: std::time::Duration::from_millis(300),
        ..Options::default()
    };
    let running = serve(options);
    let mut stream = TcpStream::connect(running.host()).expect("connected");
    let asked = b"GET /much HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    stream.write_all(asked).expect("sent");
    gone.recv_timeout(std::time::Duration::from_secs(20))
        .expect("the answer is dropped");
    // Who reads gets all of it.
    let mut stream = TcpStream::connect(running.host()).expect("connected");
    let asked = b"GET /much HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    stream.write_all(asked).expect("sent");
    let mut all = Vec::new();
    stream.read_to_end(&mut all).expect("read");
    assert!(all.len() > BYTES);
}

/// A connection on which nothing or only half a request arrives is closed: a few thousand of them
/// would keep everyone else out.
#[test]
fn who_says_nothing_is_let_go() {
    let read = axum::routing::post(|body: String| async move { body });
    let options = Options {
        page: page(),
        also: Some(axum::Router::new().route("/read", read)),
        patience: std::time::Duration::from_millis(300),
        ..Options::default()
    };
    let running = serve(options);
    for said in [
        &b""[..],
        b"GET / HTTP/1.1\r\nHost: ",
        b"GET /none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf",
    ] {
        let mut stream = TcpStream::connect(running.host()).expect("connected");
        stream
            .set_read_timeout(Some(std::time::Duration::from_secs(20)))
            .expect("a socket");
        stream.write_all(said).expect("sent");
        let mut heard = Vec::new();
        // It ends only when the server closes; otherwise the time runs out.
        stream.read_to_end(&mut heard).expect("closed");
        assert_eq!(
            heard.starts_with(b"HTTP/1.1 404"),
            said.ends_with(b"\r\n\r\n")
        );
    }
}

impl Running {
    fn host(&self) -> &str {
        let (_, rest) = self
            .address
            .split_once("//")
            .expect("an address has a host");
        rest.split('/').next().expect("a split has a first part")
    }

    /// Returns the status line with the headers in lower case, and the body.
    fn ask(&self, method: &str, path: &str, headers: &str) -> (String, String) {
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.host())
        };
        let mut stream = TcpStream::connect(self.host()).expect("the server listens");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\n{headers}\r\n"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("it answers in text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (head.to_lowercase(), body.to_owned())
    }
}

#[test]
fn the_page_is_at_the_root() {
    let running = start(None);
    assert!(running.address.starts_with("http://127.0.0.1:"));
    assert!(running.address.ends_with('/'));
    let (head, body) = running.ask("GET", "/", "");
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(
        head.contains("content-type: text/html; charset=utf-8"),
        "{head}"
    );
    assert!(head.contains("cache-control: no-cache"), "{head}");
    assert!(head.contains("'wasm-unsafe-eval'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    assert!(body.contains("<title>Sandtable</title>"), "{body}");
}

#[test]
fn assets_have_their_types_and_stay_in_the_cache() {
    let running = start(None);
    let (head, _) = running.ask("GET", "/assets/engine-3c4d.wasm", "");
    assert!(head.contains("content-type: application/wasm"), "{head}");
    assert!(head.contains("immutable"), "{head}");
    let (head, _) = running.ask("GET", "/assets/app-1a2b.js", "");
    assert!(head.contains("content-type: text/javascript"), "{head}");
}

#[test]
fn a_browser_that_takes_brotli_gets_the_small_copy() {
    let server = start(None);
    let (head, body) = server.ask("GET", "/assets/small.js", "Accept-Encoding: gzip, br\r\n");
    assert!(
        head.to_lowercase().contains("content-encoding: br"),
        "{head}"
    );
    assert!(head.contains("text/javascript"), "{head}");
    assert_eq!(body, "small");
    for no in ["br;q=0", "br;q=0.0", "br; q=0.000", "gzip"] {
        let accepts = format!("Accept-Encoding: gzip, {no}\r\n");
        let (head, body) = server.ask("GET", "/assets/small.js", &accepts);
        assert!(!head.to_lowercase().contains("content-encoding"), "{head}");
        assert_eq!(body, "not so small");
    }
}

#[test]
fn what_the_browser_has_is_not_sent_again() {
    let running = start(None);
    let (head, _) = running.ask("GET", "/", "");
    let etag = head
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .expect("an etag");
    let (head, body) = running.ask("GET", "/", &format!("If-None-Match: \"other\", {etag}\r\n"));
    assert!(head.starts_with("http/1.1 304"), "{head}");
    assert_eq!(body, "");
    let (head, _) = running.ask("GET", "/", "If-None-Match: \"other\"\r\n");
    assert!(head.starts_with("http/1.1 200"), "{head}");
}

#[test]
fn head_has_the_length_and_no_body() {
    let running = start(None);
    let (head, body) = running.ask("HEAD", "/assets/app-1a2b.js", "");
    assert!(head.contains("content-length: 9"), "{head}");
    assert_eq!(body, "");
}

#[test]
fn the_battle_to_open_is_served() {
    let running = start(Some(BATTLE));
    assert!(running.address.ends_with("/#open"), "{}", running.address);
    let (head, body) = running.ask("GET", "/opened.battle.toml", "");
    assert!(head.contains("content-type: application/toml"), "{head}");
    assert_eq!(body, BATTLE);
    let (head, _) = start(None).ask("GET", "/opened.battle.toml", "");
    assert!(head.starts_with("http/1.1 404"), "{head}");
}

#[test]
fn other_paths_methods_and_names_are_refused() {
    let running = start(None);
    let (head, _) = running.ask("GET", "/../Cargo.toml", "");
    assert!(head.starts_with("http/1.1 404"), "{head}");
    let (head, _) = running.ask("POST", "/", "");
    assert!(head.starts_with("http/1.1 405"), "{head}");
    let (head, _) = running.ask("GET", "/", "Host: table.example\r\n");
    assert!(head.starts_with("http/1.1 421"), "{head}");
}

#[test]
fn a_taken_port_and_a_missing_page_are_named() {
    let running = start(None);
    let port = running
        .host()
        .rsplit_once(':')
        .and_then(|(_, port)| port.parse().ok())
        .expect("a port");
    let taken = runtime().block_on(Server::bind(Options {
        port,
        or_any: false,
        opened: None,
        page: page(),
        ..Options::default()
    }));
    assert!(matches!(taken, Err(Error::Port { port: named, .. }) if named == port));
    let other = runtime().block_on(Server::bind(Options {
        port,
        or_any: true,
        opened: None,
        page: page(),
        ..Options::default()
    }));
    let address = other.expect("any free port").address();
    assert!(!address.contains(&format!(":{port}/")), "{address}");
    let empty = Page::Given(Arc::default());
    let absent = runtime().block_on(Server::bind(Options {
        port: 0,
        or_any: false,
        opened: None,
        page: empty,
        ..Options::default()
    }));
    assert!(matches!(absent, Err(Error::NoPage)));
}

#[test]
fn the_server_stops_when_it_is_told() {
    let options = Options {
        page: page(),
        ..Options::default()
    };
    runtime().block_on(async {
        let server = Server::bind(options).await.expect("a free port");
        server.run(std::future::ready(())).await.expect("it stops");
    });
}

#[test]
fn a_page_is_read_from_a_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = Page::read(folder).expect("this crate is a folder");
    assert!(page.get("src/lib.rs").is_some() && page.get("Cargo.toml").is_some());
    assert!(Page::read(&folder.join("absent")).is_err());
}
