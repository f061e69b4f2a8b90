//! Letters to players who want them, through a mail server on loopback.

use crate::base::{Base, on_both};
use crate::support::{Folder, Guest, Node, free, key, two};
use crate::table::Table;
use crate::tls;
use crate::{account, rating, tournament};
use sandtable_rooms::store::{Place, Store};
use sandtable_rooms::tournament::wire::TournamentDeed;
use sandtable_rooms::{Config, Mail, Rooms};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

on_both!(
    who_agreed_is_written_to_once_when_it_is_his_turn_and_he_is_away,
    nobody_is_flooded_by_letters_and_no_address_breaks_out,
    whoever_is_drawn_in_a_tournament_is_written_to_once_a_round,
    letters_of_a_draw_outlive_the_server,
    an_address_is_asked_three_times_an_hour_whoever_wants_it_and_how,
    links_outlive_a_clock_that_was_wrong_and_are_no_more_than_so_many,
    letters_of_an_older_database_keep_their_links,
);

/// A mail server that keeps what it gets.
struct Office {
    address: String,
    letters: mpsc::UnboundedReceiver<String>,
}

/// How a mail server speaks TLS.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Speaks {
    Plain,
    /// TLS from the first byte: `smtps`.
    Tls,
    /// TLS on request: STARTTLS.
    Upgrades,
}

impl Office {
    async fn open() -> Self {
        Self::speaking(Speaks::Plain).await
    }

    async fn speaking(how: Speaks) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("it has one").port();
        let address = match how {
            Speaks::Plain => format!("smtp://127.0.0.1:{port}"),
            Speaks::Tls => format!("smtps://table:s3cret@localhost:{port}"),
            Speaks::Upgrades => format!("smtp://table:s3cret@localhost:{port}?tls=required"),
        };
        let (given, letters) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(welcome(stream, how, given.clone()));
            }
        });
        Self { address, letters }
    }

    async fn letter(&mut self) -> String {
        let letter = tokio::time::timeout(Duration::from_secs(20), self.letters.recv()).await;
        let letter = letter.expect("a letter in time").expect("a letter");
        // A letter with an umlaut in it comes as quoted-printable.
        letter.replace("=\r\n", "").replace("=3D", "=")
    }

    /// Returns whether no further letter comes.
    async fn is_quiet(&mut self) -> bool {
        let more = tokio::time::timeout(Duration::from_millis(700), self.letters.recv()).await;
        more.is_err()
    }
}

async fn welcome(mut stream: TcpStream, how: Speaks, given: mpsc::UnboundedSender<String>) {
    if how == Speaks::Plain {
        let _ = stream.write_all(b"220 office\r\n").await;
        return serve(BufReader::new(stream), given).await;
    }
    if how == Speaks::Upgrades {
        let _ = stream.write_all(b"220 office\r\n").await;
        let mut stream = BufReader::new(&mut stream);
        for answer in [&b"250-office\r\n250 STARTTLS\r\n"[..], b"220 go on\r\n"] {
            let mut line = String::new();
            if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                return;
            }
            let _ = stream.write_all(answer).await;
        }
    }
    let Ok(mut stream) = tls::acceptor().accept(stream).await else {
        return;
    };
    if how == Speaks::Tls {
        let _ = stream.write_all(b"220 office\r\n").await;
    }
    serve(BufReader::new(stream), given).await;
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: BufReader<S>,
    given: mpsc::UnboundedSender<String>,
) {
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        let answer: &[u8] = match line.get(..4).unwrap_or("") {
            "EHLO" => b"250-office\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n",
            "AUTH" => b"235 you are\r\n",
            "DATA" => {
                let _ = stream.write_all(b"354 go on\r\n").await;
                let _ = stream.flush().await;
                let mut letter = String::new();
                while !letter.ends_with("\r\n.\r\n") {
                    if stream.read_line(&mut letter).await.unwrap_or(0) == 0 {
                        return;
                    }
                }
                let _ = given.send(letter);
                b"250 taken\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 well\r\n",
        };
        let _ = stream.write_all(answer).await;
        let _ = stream.flush().await;
    }
}

const BASE: &str = "https://table.example.org";

async fn begin(base: &Base) -> (Node, Office) {
    let office = Office::open().await;
    (by(base, &office.address).await, office)
}

/// Starts a node that sends letters through a mail server.
async fn by(base: &Base, server: &str) -> Node {
    let config = free();
    let mail = Mail::open(
        server,
        "Table <table@example.org>",
        BASE,
        config.languages.clone(),
    );
    let mail = mail.expect("a mail server");
    Node::with_mail(&base.place(), config, Some(mail)).await
}

/// Asks where a device gets letters, or sets it.
async fn mail(node: &Node, name: &str, set: Value) -> (u16, Value) {
    let head = "POST /api/rooms/mail HTTP/1.1\r\nContent-Type: application/json";
    let body = json!({"device": key(name), "set": set}).to_string();
    let (status, said) = node.ask(head, &body).await;
    (status, serde_json::from_str(&said).expect("JSON"))
}

/// Returns the link in a letter with which its reader agrees or ends the letters.
fn link(letter: &str) -> String {
    let at = letter.rfind("/api/mail/").expect("a link");
    let link: String = letter[at..]
        .chars()
        .take_while(|c| !c.is_whitespace())
        .collect();
    link
}

async fn answer(node: &Node, link: &str, body: &str) -> (u16, String) {
    let head = format!("POST {link} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded");
    node.ask(&head, body).await
}

async fn who_agreed_is_written_to_once_when_it_is_his_turn_and_he_is_away(base: Base) {
    let (node, mut office) = begin(&base).await;
    let mut make = two("three-hit/two-hills");
    make["clock"] = json!({"days": 3});
    let made = node.make(&make).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, None, "ada").await;
    let bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let mut table = Table::of(bo.welcome["journal"].as_str().expect("a journal"));
    let (status, view) = mail(
        &node,
        "bo",
        json!({"address": "bo@example.org", "language": "en"}),
    )
    .await;
    assert_eq!((status, &view["confirmed"]), (200, &json!(false)));
    let asked = office.letter().await;
    assert!(
        asked.contains("bo@example.org") && asked.contains("List-Unsubscribe-Post"),
        "{asked}"
    );
    assert!(
        asked.contains("Subject: Sandtable: may we write to you?"),
        "{asked}"
    );
    // Looking at the link agrees to nothing; what is stored is not the link itself.
    let (status, page) = node
        .ask(&format!("GET {} HTTP/1.1", link(&asked)), "")
        .await;
    assert!(status == 200 && page.contains("bo@example.org") && page.contains("method=\"post\""));
    assert_eq!(mail(&node, "bo", Value::Null).await.1["confirmed"], false);
    let (status, _) = answer(&node, &link(&asked), "what=yes").await;
    assert_eq!(status, 200);
    assert_eq!(mail(&node, "bo", Value::Null).await.1["confirmed"], true);
    drop(bo);
    // Ada gives orders until it is Bo's turn.
    while table.mover() == "a" {
        let order = table.order("random");
        ada.say(&order).await;
        let deed = ada.deed("line").await;
        table.follow(deed["kept"]["deed"]["line"].as_str().expect("a line"));
    }
    if table.number() == 0 {
        // Bo was to begin: his turn came while he was there.
        assert!(office.is_quiet().await);
    } else {
        let told = office.letter().await;
        assert!(told.contains("Subject: Your turn: "), "{told}");
        assert!(told.contains(&format!("{BASE}/#room={room}")), "{told}");
    }
    // Players get letters in their own languages; letters outside ASCII are encoded.
    mail(
        &node,
        "ada",
        json!({"address": "ada@example.org", "language": "de"}),
    )
    .await;
    let german = office.letter().await;
    assert!(
        german.contains("=?utf-8?") && german.contains("ada@example.org"),
        "{german}"
    );
    // Bo hears that the battle is over, and nothing after ending the letters.
    ada.say(&json!("concede")).await;
    let over = office.letter().await;
    assert!(over.contains(&format!("{BASE}/#room={room}")), "{over}");
    answer(&node, &link(&over), "List-Unsubscribe=One-Click").await;
    assert!(mail(&node, "bo", Value::Null).await.1["address"].is_null());
    assert_eq!(answer(&node, &link(&over), "what=yes").await.0, 404);
    assert!(office.is_quiet().await);
    // The page can end letters, too. Nothing of either address is left then.
    let none = json!({"address": null, "language": "de"});
    assert!(mail(&node, "ada", none).await.1["address"].is_null());
    assert_eq!(base.rows("mails").await + base.rows("mail_links").await, 0);
}

async fn whoever_is_drawn_in_a_tournament_is_written_to_once_a_round(base: Base) {
    let (node, mut office) = begin(&base).await;
    rating::account(&node, "org").await;
    let swiss = tournament::plan(json!({"swiss": {"rounds": 2}}));
    let id = tournament::made(&node, &swiss).await;
    tournament::enter(&node, &id, &["ann", "bea", "cas", "dan"]).await;
    for (name, language) in [("ann", "en"), ("bea", "de")] {
        let set = json!({"address": format!("{name}@example.org"), "language": language});
        mail(&node, name, set).await;
        let asked = office.letter().await;
        assert_eq!(answer(&node, &link(&asked), "what=yes").await.0, 200);
    }
    tournament::done(&node, &id, "org", json!("begin")).await;
    for round in 1..=2 {
        tournament::drawn(&node, &id, round).await;
        let battles = tournament::awaited(&tournament::look(&node, &id).await);
        let letters = [office.letter().await, office.letter().await];
        let english = format!("Subject: Club cup, round {round}: your battle is ready");
        for (name, says) in [
            ("ann", english),
            ("bea", format!("Club cup, Runde {round}: ")),
        ] {
            let to = format!("To: {name}@example.org");
            let letter = letters.iter().find(|letter| letter.contains(&to));
            let letter = letter.expect("a letter each");
            let (room, _) = { battles.iter() }
                .find(|(_, both)| both.iter().any(|who| who == name))
                .expect("a battle each");
            assert!(letter.contains(&says), "{letter}");
            assert!(letter.contains(&format!("{BASE}/#room={room}")), "{letter}");
        }
        // Nobody hears of it again, however often the server looks after the tournament.
        node.rooms.settle().await.expect("settled");
        assert!(office.is_quiet().await);
        for (room, both) in &battles {
            tournament::fight(&node, room, both).await;
        }
    }
    // A command of the host draws the round: the server writes the letters. One player enters on a
    // device without an address; the letter goes to the other device of the account.
    let id = tournament::made(&node, &swiss).await;
    rating::account(&node, "ann").await;
    let sign_in = json!({"signIn": {"name": "ann", "password": "correct horse"}});
    account::ask(&node, "laptop", sign_in).await;
    tournament::enter(&node, &id, &["laptop", "bea"]).await;
    let store = Store::open(&base.place()).await.expect("opened");
    let command = Rooms::new(store, node.hands.time());
    let begun = command.organise(&id, TournamentDeed::Begin).await;
    begun.expect("begun");
    node.rooms.settle().await.expect("settled");
    for _ in 0..2 {
        let letter = office.letter().await;
        assert!(letter.contains("Subject: Club cup, "), "{letter}");
    }
    node.rooms.settle().await.expect("settled");
    assert!(office.is_quiet().await);
}

async fn letters_of_a_draw_outlive_the_server(base: Base) {
    let (node, mut office) = begin(&base).await;
    rating::account(&node, "org").await;
    let swiss = tournament::plan(json!({"swiss": {"rounds": 2}}));
    let id = tournament::made(&node, &swiss).await;
    tournament::enter(&node, &id, &["ann", "bea"]).await;
    for name in ["ann", "bea"] {
        let set = json!({"address": format!("{name}@example.org"), "language": "en"});
        mail(&node, name, set).await;
        let asked = office.letter().await;
        assert_eq!(answer(&node, &link(&asked), "what=yes").await.0, 200);
    }
    node.kill();
    // The round is drawn while the mail server is silent, and then the server dies.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = silent.local_addr().expect("it has one").port();
    let node = by(&base, &format!("smtp://127.0.0.1:{port}")).await;
    tournament::done(&node, &id, "org", json!("begin")).await;
    node.kill();
    let node = by(&base, &office.address).await;
    if matches!(base, Base::Postgres(_)) {
        // Another server may still be writing them, for twenty minutes.
        node.rooms.settle().await.expect("settled");
        assert!(office.is_quiet().await);
        node.hands.forward(Duration::from_secs(1201));
        node.rooms.settle().await.expect("settled");
    }
    let letters = [office.letter().await, office.letter().await];
    for name in ["ann", "bea"] {
        let to = format!("To: {name}@example.org");
        assert!(letters.iter().any(|letter| letter.contains(&to)), "{name}");
    }
    node.rooms.settle().await.expect("settled");
    assert!(office.is_quiet().await);
}

async fn nobody_is_flooded_by_letters_and_no_address_breaks_out(base: Base) {
    let (node, mut office) = begin(&base).await;
    let set = |address: &str| json!({"address": address, "language": "en"});
    for odd in [
        "no address",
        "a@b\r\nBcc: all@example.org",
        "a@example.org, b@example.org",
        "",
        "'; DROP TABLE mails;--",
        "\"a b\"@example.org",
        "a@[127.0.0.1]",
    ] {
        let (status, said) = mail(&node, "eve", set(odd)).await;
        assert_eq!((status, said), (400, json!("noAddress")), "{odd:?}");
    }
    let many = format!("{}@example.org", "x".repeat(300));
    assert_eq!(mail(&node, "eve", set(&many)).await.0, 400);
    for n in 0..5 {
        let name = format!("eve{n}");
        let (status, _) = mail(&node, &name, set("ada@example.org")).await;
        assert_eq!(status, if n < 3 { 200 } else { 429 }, "try {n}");
    }
    let mut first = String::new();
    for _ in 0..3 {
        first = office.letter().await;
    }
    assert!(office.is_quiet().await);
    // Only the fingerprint of the link is in the database.
    let secret = link(&first)
        .rsplit('/')
        .next()
        .expect("a secret")
        .to_owned();
    let store = Store::open(&base.place()).await.expect("opened");
    assert_eq!(store.mail_link(&secret).await.expect("an answer"), None);
    assert_eq!(answer(&node, "/api/mail/23456789", "what=yes").await.0, 404);
    // Each address that asks has a limit, too; and a server without mail says so.
    let config = Config {
        mails: sandtable_rooms::Rate {
            burst: 2,
            minute: 0,
        },
        ..free()
    };
    let other = Folder::new();
    let node = Node::with(&Place::Folder(other.0.clone()), config).await;
    let mut asked = Vec::new();
    for _ in 0..3 {
        // Whoever only looks has the limit of lookers.
        asked.push(mail(&node, "ada", Value::Null).await);
        asked.push(mail(&node, "ada", set("ada@example.org")).await);
    }
    assert_eq!(
        asked[1].1,
        json!({"possible": false, "address": null, "confirmed": false})
    );
    let answers: Vec<u16> = asked.iter().map(|one| one.0).collect();
    assert_eq!(answers, [200, 200, 200, 200, 200, 429]);
}

const DAY: Duration = Duration::from_secs(24 * 3600);

fn wanted(address: &str) -> Value {
    json!({"address": address, "language": "en"})
}

async fn an_address_is_asked_three_times_an_hour_whoever_wants_it_and_how(base: Base) {
    let (node, mut office) = begin(&base).await;
    // Who stops the letters and wants them again gains nothing.
    for n in 0..5 {
        let (status, _) = mail(&node, "eve", wanted("ada@example.org")).await;
        assert_eq!(status, if n < 3 { 200 } else { 429 }, "try {n}");
        assert_eq!(
            mail(&node, "eve", json!({"address": null, "language": "en"}))
                .await
                .0,
            200
        );
    }
    assert_eq!(base.rows("mail_links").await, 0);
    // Capital letters make no other address.
    let cases = [
        "bo@example.org",
        "bo@Example.org",
        "bo@EXAMPLE.ORG",
        "Bo@example.Org",
    ];
    for (n, address) in cases.into_iter().enumerate() {
        let (status, said) = mail(&node, "eve", wanted(address)).await;
        assert_eq!(status, if n < 3 { 200 } else { 429 }, "{address}");
        assert!(n > 2 || said["address"] == "bo@example.org", "{said}");
    }
    // Neither do many requests at once.
    let names: Vec<String> = (0..12).map(|n| format!("eve{n}")).collect();
    let all = names
        .iter()
        .map(|name| mail(&node, name, wanted("cas@example.org")));
    let all = futures_util::future::join_all(all).await;
    assert_eq!(all.iter().filter(|(status, _)| *status == 200).count(), 3);
    for _ in 0..9 {
        office.letter().await;
    }
    assert!(office.is_quiet().await);
    // An hour counts as an hour, though the clock was wrong in between.
    node.hands.forward(400 * DAY);
    for n in 0..4 {
        let (status, _) = mail(&node, "eve", wanted("dan@example.org")).await;
        assert_eq!(status, if n < 3 { 200 } else { 429 }, "try {n}");
    }
    node.hands.back(400 * DAY);
    assert_eq!(mail(&node, "eve", wanted("dan@example.org")).await.0, 200);
    node.hands.forward(Duration::from_secs(3601));
    assert_eq!(mail(&node, "eve", wanted("ada@example.org")).await.0, 200);
    assert_eq!(base.rows("mail_asked").await, 1, "the rest is forgotten");
}

async fn links_outlive_a_clock_that_was_wrong_and_are_no_more_than_so_many(base: Base) {
    let (node, mut office) = begin(&base).await;
    assert_eq!(mail(&node, "bo", wanted("bo@example.org")).await.0, 200);
    let link = link(&office.letter().await);
    assert_eq!(answer(&node, &link, "what=yes").await.0, 200);
    node.hands.forward(91 * DAY);
    assert_eq!(mail(&node, "ada", wanted("ada@example.org")).await.0, 200);
    node.hands.back(91 * DAY);
    let head = format!("GET {link} HTTP/1.1");
    assert_eq!(
        node.ask(&head, "").await.0,
        200,
        "its address is still kept"
    );
    // Another address has other links, and old ones make room in the end.
    assert_eq!(mail(&node, "ada", wanted("ada@example.com")).await.0, 200);
    assert_eq!(base.rows("mail_links").await, 2);
    base.run(
        "INSERT INTO mail_links (link, device, address, made, n)
         WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 6000)
         SELECT 'link ' || more.n, mails.device, mails.address, 0, more.n FROM more, mails
         WHERE mails.address = 'ada@example.com'",
    )
    .await;
    assert_eq!(mail(&node, "ada", wanted("ada@example.com")).await.0, 200);
    assert_eq!(base.rows("mail_links").await, 5001, "and that of the other");
    assert_eq!(node.ask(&head, "").await.0, 200);
}

/// What the newer versions of the tables change is changed in a database that is in use, too.
async fn letters_of_an_older_database_keep_their_links(base: Base) {
    let store = Store::open(&base.place()).await.expect("made");
    store.close().await;
    for statement in [
        "ALTER TABLE untold DROP COLUMN until",
        "ALTER TABLE seats DROP COLUMN lent",
        "DROP TABLE trials",
        "DROP TABLE mail_asked",
        "DROP INDEX mail_links_device",
        "ALTER TABLE mail_links DROP COLUMN n",
        "CREATE INDEX mail_links_device ON mail_links (device)",
        "CREATE INDEX mail_links_made ON mail_links (made)",
        "INSERT INTO mails VALUES ('device', 'ada@Example.org', 'en', 1, 0)",
        "INSERT INTO mail_links VALUES ('old', 'device', 'ada@Example.org', 0)",
        "UPDATE sandtable_version SET version = 7",
    ] {
        base.run(statement).await;
    }
    let store = Store::open(&base.place()).await.expect("brought up");
    let laid = store
        .lay_mail_link("new", "device", "ada@Example.org", 1)
        .await;
    assert!(laid.expect("stored"), "it still wants letters");
    let laid = store
        .lay_mail_link("none", "device", "ada@example.com", 1)
        .await;
    assert!(!laid.expect("nothing to store"), "it wants none there");
    for link in ["old", "new"] {
        let found = store.mail_link(link).await.expect("an answer");
        assert_eq!(found.expect("a link").1, "ada@Example.org");
    }
    assert!(store.ask_mail("print", 1).await.expect("stored"));
}

/// Letters over TLS go only to servers that the machine trusts. A program learns when it starts
/// whom to trust, so this test starts itself again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn letters_go_over_tls_to_servers_that_the_machine_trusts_and_to_no_other() {
    let trusted = std::env::var("SSL_CERT_FILE").is_ok_and(|file| file == tls::FILE);
    for how in [Speaks::Tls, Speaks::Upgrades] {
        let (base, mut office) = (Base::sqlite(), Office::speaking(how).await);
        let node = by(&base, &office.address).await;
        let set = json!({"address": "bo@example.org", "language": "en"});
        assert_eq!(mail(&node, "bo", set).await.0, 200);
        match trusted {
            true => assert!(office.letter().await.contains("bo@example.org")),
            false => assert!(office.is_quiet().await, "nobody trusts it"),
        }
    }
    if trusted {
        // A server that strips TLS from its answers gets nothing either.
        let (base, mut office) = (Base::sqlite(), Office::open().await);
        let bare = office.address.replace("127.0.0.1", "localhost") + "?tls=required";
        let node = by(&base, &bare).await;
        let set = json!({"address": "bo@example.org", "language": "en"});
        assert_eq!(mail(&node, "bo", set).await.0, 200);
        assert!(office.is_quiet().await);
        return;
    }
    let this = std::env::current_exe().expect("this program");
    let name = "mail::letters_go_over_tls_to_servers_that_the_machine_trusts_and_to_no_other";
    let mut again = std::process::Command::new(this);
    again
        .args(["--exact", name])
        .env("SSL_CERT_FILE", tls::FILE);
    let done = again.output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

#[tokio::test]
async fn a_mail_server_that_is_none_is_refused_without_its_password() {
    let languages = std::collections::BTreeMap::new();
    let none = Mail::open(
        "http://ada:s3cret@host",
        "table@example.org",
        BASE,
        languages,
    );
    let why = none.err().expect("not a mail server");
    assert!(!why.contains("s3cret"), "{why}");
}
