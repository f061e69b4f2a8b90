//! Two servers with one PostgreSQL, in a folder of its own. If it is not installed, the tests say
//! so and end.

use crate::base::Cluster;
use crate::support::{Guest, Node, Power, hello, two};
use crate::table::Table;
use sandtable_rooms::store::{Entry, Shown, Store, StoreError, Told};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// Returns a deed of a room, to be stored under a number.
fn entry(made: &Value, n: i64, kept: &str) -> Entry {
    Entry {
        room: made["room"].as_str().expect("a name").to_owned(),
        n,
        kept: kept.to_owned(),
        shown: None,
        moves: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_a_room_and_it_outlives_one_of_them() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let one = Node::start(&cluster.place()).await;
    let other = Node::start(&cluster.place()).await;
    let made = one.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let ada = Guest::come(&one, room, made["a"].as_str(), "ada").await;
    let bo = Guest::come(&other, room, made["b"].as_str(), "bo").await;
    let mut guests = [ada, bo];
    let mut table = Table::of(guests[1].welcome["journal"].as_str().expect("a journal"));
    // The first server learns of the second one's guest.
    guests[0].deed("sat").await;
    for _ in 0..20 {
        let mover = usize::from(table.mover() == "b");
        let order = table.order("random");
        guests[mover].say(&order).await;
        let mut lines = Vec::new();
        for guest in &mut guests {
            lines.push(guest.deed("line").await["kept"]["deed"]["line"].clone());
        }
        assert_eq!(lines[0], lines[1], "both servers tell the same");
        table.follow(lines[0].as_str().expect("a line"));
    }
    one.kill();
    let from = guests[0].next;
    let back = Guest::try_come(&other, room, hello(made["a"].as_str(), "ada", from)).await;
    let back = back.unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(back.next, from, "nothing is lost");
    guests[0] = back;
    let mover = usize::from(table.mover() == "b");
    let order = table.order("random");
    guests[mover].say(&order).await;
    for guest in &mut guests {
        guest.deed("line").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_keep_the_same_number_one_does() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name").to_owned();
    let one = Store::open(&cluster.place()).await.expect("it opens");
    let other = Store::open(&cluster.place()).await.expect("it opens");
    let entry = |kept, n| entry(&made, n, kept);
    let mut heard = other.heard();
    // It may not hear yet: somebody speaks until it does.
    let hears = async {
        for n in 100.. {
            let told = Told::Deed(room.clone(), n);
            assert!(one.keep(entry("a", n)).await.expect("it answers"));
            let next = async { while heard.recv().await != Ok(told.clone()) {} };
            let soon = Duration::from_millis(200);
            if tokio::time::timeout(soon, next).await.is_ok() {
                return;
            }
        }
    };
    let late = Duration::from_secs(60);
    tokio::time::timeout(late, hears)
        .await
        .expect("it hears in time");
    let entry = |kept| entry(kept, 9);
    let (a, b) = tokio::join!(one.keep(entry("a")), other.keep(entry("b")));
    let kept = [a.expect("it answers"), b.expect("it answers")];
    assert_eq!(kept.iter().filter(|kept| **kept).count(), 1, "{kept:?}");
    let told = tokio::time::timeout(Duration::from_secs(10), heard.recv()).await;
    let told = told.expect("in time").expect("heard");
    assert_eq!(told, Told::Deed(room.clone(), 9));
    // Nothing is kept in a room that is not there.
    let lost = Entry {
        room: "r".to_owned(),
        ..entry("a")
    };
    assert!(!one.keep(lost).await.expect("it answers"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournaments_and_ratings_are_kept_there_too() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    crate::rating::whole(&cluster.place()).await;
    crate::tournament::whole(&cluster.place()).await;
}

/// Guests of a server that died must be at the table again within this time.
const BACK: Duration = Duration::from_secs(3);
/// Number of tables at the two servers.
const TABLES: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_one_of_two_servers_dies_its_players_are_back_within_three_seconds() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let (one, power) = Power::of(&cluster.place());
    let other = Node::start(&cluster.place()).await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let made = one.make(&two("three-hit/two-hills")).await;
        let room = made["room"].as_str().expect("a name");
        let ada = Guest::come(&one, room, made["a"].as_str(), "ada").await;
        let bo = Guest::come(&other, room, made["b"].as_str(), "bo").await;
        let table = Table::of(bo.welcome["journal"].as_str().expect("a journal"));
        tables.push((made, [ada, bo], table));
    }
    for (_, guests, table) in &mut tables {
        ordered(guests, table).await;
    }
    let died = Instant::now();
    power.cut();
    for (made, guests, table) in &mut tables {
        while guests[0].hear().await.is_some() {}
        let room = made["room"].as_str().expect("a name");
        let from = guests[0].next;
        let back = Guest::try_come(&other, room, hello(made["a"].as_str(), "ada", from)).await;
        guests[0] = back.unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(guests[0].next, from, "nothing is lost");
        ordered(guests, table).await;
    }
    let took = died.elapsed();
    println!("{TABLES} tables went on after {took:?}");
    assert!(took < BACK, "{took:?}");
}

/// Gives one order, which both guests hear.
async fn ordered(guests: &mut [Guest; 2], table: &mut Table) {
    let mover = usize::from(table.mover() == "b");
    let order = table.order("random");
    guests[mover].say(&order).await;
    let [a, b] = guests;
    let (a, b) = (a.deed("line").await, b.deed("line").await);
    let line = |deed: &Value| deed["kept"]["deed"]["line"].clone();
    assert_eq!(line(&a), line(&b), "both hear the same");
    table.follow(line(&a).as_str().expect("a line"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_goes_and_comes_back_has_lost_nothing() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    let bo = Guest::come(&node, room, made["b"].as_str(), "bo").await;
    let mut guests = [ada, bo];
    let mut table = Table::of(guests[1].welcome["journal"].as_str().expect("a journal"));
    ordered(&mut guests, &mut table).await;
    let healthy = async || node.ask("GET /healthz HTTP/1.1", "").await.0;
    assert_eq!(healthy().await, 200);

    assert!(cluster.stop(), "it stops");
    let mover = usize::from(table.mover() == "b");
    let order = table.order("random");
    guests[mover].say(&order).await;
    assert_eq!(guests[mover].hear_of("refused").await, "notKept");
    assert_eq!(healthy().await, 503);

    cluster.begin();
    ordered(&mut guests, &mut table).await;
    assert_eq!(
        table.number(),
        2,
        "the order that was refused never happened"
    );
    assert_eq!(healthy().await, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_stored_keeps_nothing_else_from_it() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let entry = |n, kept| entry(&made, n, kept);
    let store = Store::open(&cluster.place()).await.expect("it opens");
    for n in 10..15 {
        let (bad, good) =
            tokio::join!(store.keep(entry(n + 10, "a\0b")), store.keep(entry(n, "a")));
        assert!(bad.is_err(), "PostgreSQL takes no such character");
        assert!(good.expect("it is stored"));
    }
}

/// A network between a server and its database that can drop all connections without a word.
struct Network {
    port: u16,
    dropped: Arc<AtomicUsize>,
}

impl Network {
    async fn before(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let own = listener.local_addr().expect("an address").port();
        let dropped = Arc::new(AtomicUsize::new(0));
        let known = Arc::clone(&dropped);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let far = TcpStream::connect(("127.0.0.1", port))
                    .await
                    .expect("the database");
                let (since, known) = (known.load(Ordering::SeqCst), Arc::clone(&known));
                let (near_in, near_out) = near.into_split();
                let (far_in, far_out) = far.into_split();
                tokio::spawn(pass(near_in, far_out, since, Arc::clone(&known)));
                tokio::spawn(pass(far_in, near_out, since, known));
            }
        });
        Self { port: own, dropped }
    }

    fn drop_all(&self) {
        self.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Passes bytes on until connections of this age were dropped; then it swallows them.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    since: usize,
    dropped: Arc<AtomicUsize>,
) {
    let mut bytes = vec![0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let is_alive = dropped.load(Ordering::SeqCst) == since;
        if is_alive && to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_die_without_a_word_are_replaced() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let network = Network::before(cluster.port()).await;
    let store = Store::open(&Cluster::at(network.port))
        .await
        .expect("it opens");
    let entry = |n| entry(&made, n, "a");
    assert!(store.keep(entry(10)).await.expect("it is stored"));
    let mut heard = store.heard();
    network.drop_all();
    let late = Duration::from_secs(60);
    // The order in flight may be refused; later ones are not.
    let found = async {
        let mut n = 20;
        while !store.keep(entry(n)).await.unwrap_or_default() {
            n += 1;
        }
    };
    tokio::time::timeout(late, found)
        .await
        .expect("it is stored in time");
    let gap = async { while heard.recv().await.expect("it listens") != Told::Gap {} };
    tokio::time::timeout(late, gap)
        .await
        .expect("it listens again in time");
    let other = Store::open(&cluster.place()).await.expect("it opens");
    assert!(other.keep(entry(90)).await.expect("it is stored"));
    let room = made["room"].as_str().expect("a name").to_owned();
    let deed = Told::Deed(room, 90);
    let hears = async { while heard.recv().await.expect("it listens") != deed {} };
    tokio::time::timeout(late, hears)
        .await
        .expect("it hears of others again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_was_read_only_for_a_while_takes_orders_again() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let entry = |n| entry(&made, n, "a");
    let store = Store::open(&cluster.place()).await.expect("it opens");
    assert!(store.check().await.is_ok());
    cluster
        .command("ALTER ROLE sandtable SET default_transaction_read_only = on")
        .await;
    // The connections to the server that is replaced end.
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    cluster.command(end).await;
    let late = Duration::from_secs(60);
    let refused = async {
        while !matches!(store.check().await, Err(StoreError::Odd(_))) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(late, refused)
        .await
        .expect("it says so in time");
    assert!(store.keep(entry(10)).await.is_err());
    cluster
        .command("ALTER ROLE sandtable RESET default_transaction_read_only")
        .await;
    let taken = async { while !store.keep(entry(11)).await.unwrap_or_default() {} };
    tokio::time::timeout(late, taken)
        .await
        .expect("it is stored in time");
    let well = async { while store.check().await.is_err() {} };
    tokio::time::timeout(late, well)
        .await
        .expect("it is well in time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_start_together_on_an_empty_database_all_start() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    for _ in 0..5 {
        cluster.command("DROP SCHEMA public CASCADE").await;
        cluster.command("CREATE SCHEMA public").await;
        let place = cluster.place();
        let opens = (0..6).map(|_| Store::open(&place));
        for opened in futures_util::future::join_all(opens).await {
            assert!(opened.is_ok(), "{:?}", opened.err());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_on_a_connection_that_dies_without_a_word_ends() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let network = Network::before(cluster.port()).await;
    let place = Cluster::at(network.port);
    let store = Store::open(&place).await.expect("it opens");
    // The call waits for the table while the network drops its connection.
    let pool = cluster.pool().await;
    let mut holder = pool.begin().await.expect("begun");
    let lock = "LOCK TABLE seats IN ACCESS EXCLUSIVE MODE";
    sqlx::query(lock)
        .execute(&mut *holder)
        .await
        .expect("locked");
    let cut = async {
        cluster.until_somebody_waits(&pool).await;
        network.drop_all();
        holder.rollback().await.expect("free again");
    };
    let late = Duration::from_secs(20);
    let (seats, ()) = tokio::join!(tokio::time::timeout(late, store.seats(room)), cut);
    assert!(seats.expect("it ends in time").is_err());
    let again = async { while store.seats(room).await.is_err() {} };
    tokio::time::timeout(late, again)
        .await
        .expect("it connects again in time");
    assert!(store.check().await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_somebody_holds_keeps_no_other_room_from_its_orders() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let (held, other) = (
        node.make(&two("three-hit/two-hills")).await,
        node.make(&two("three-hit/two-hills")).await,
    );
    let store = Store::open(&cluster.place()).await.expect("it opens");
    let pool = cluster.pool().await;
    let mut holder = pool.begin().await.expect("begun");
    sqlx::query("SELECT 1 FROM rooms WHERE id = $1 FOR UPDATE")
        .bind(held["room"].as_str().expect("a name"))
        .execute(&mut *holder)
        .await
        .expect("held");
    let shown = Shown {
        stands: "over",
        at: 1,
        due: None,
    };
    let stuck = Entry {
        shown: Some(shown),
        ..entry(&held, 10, "a")
    };
    for n in 10..13 {
        let (stuck, free) =
            tokio::join!(store.keep(stuck.clone()), store.keep(entry(&other, n, "a")));
        assert!(stuck.is_err(), "somebody holds its row");
        assert!(free.expect("it is stored"));
    }
    holder.rollback().await.expect("free again");
    assert!(store.keep(stuck).await.expect("it is stored"));
    assert_eq!(
        cluster.waiting(&pool).await,
        0,
        "nothing waits there any more"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_stored_while_another_server_opens_the_room_is_heard_there() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let one = Node::start(&cluster.place()).await;
    for name in ["ada", "bo"] {
        crate::rating::account(&one, name).await;
    }
    let made = one.make(&crate::rating::rated()).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&one, room, made["a"].as_str(), "ada").await;
    Guest::come(&one, room, made["b"].as_str(), "bo").await;
    let other = Node::start(&cluster.place()).await;
    let mut heard = other.rooms.store().heard();
    // The other server has read the deeds and waits for the ratings.
    let pool = cluster.pool().await;
    let mut holder = pool.begin().await.expect("begun");
    sqlx::query("LOCK TABLE ratings IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *holder)
        .await
        .expect("locked");
    let meanwhile = async {
        cluster.until_somebody_waits(&pool).await;
        ada.say(&json!({"chat": {"text": "hello"}})).await;
        let said = ada.deed("said").await["kept"]["n"].as_i64().expect("n");
        let told = Told::Deed(room.to_owned(), said);
        while heard.recv().await.expect("it listens") != told {}
        holder.rollback().await.expect("free again");
        said
    };
    let hello = hello(made["b"].as_str(), "bo", 0);
    let (bo, said) = tokio::join!(Guest::try_come(&other, room, hello), meanwhile);
    let mut bo = bo.unwrap_or_else(|why| panic!("{why}"));
    while bo.next <= said {
        bo.hear().await.expect("the connection lasts");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_waits_for_a_standby_is_told_once_it_is_stored() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    let chat = |text: &str| json!({"chat": {"text": text}});
    let text = |deed: &Value| deed["kept"]["deed"]["said"]["text"]["text"].clone();
    cluster.wait_for_standby("nobody").await;
    // PostgreSQL takes a moment before it waits.
    let mut in_doubt = 0;
    loop {
        ada.say(&chat(&in_doubt.to_string())).await;
        let heard = ada.hear().await.expect("the connection lasts");
        if heard.get("refused").is_some() {
            break;
        }
        in_doubt += 1;
    }
    ada.say(&chat("another")).await;
    assert_eq!(ada.hear_of("refused").await, "notKept");
    cluster.wait_for_standby("").await;
    assert_eq!(text(&ada.deed("said").await), in_doubt.to_string());
    ada.say(&chat("the next")).await;
    assert_eq!(text(&ada.deed("said").await), "the next");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_cannot_be_handed_over_stays_where_it_is() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let room = made["room"].as_str().expect("a name");
    let mut ada = Guest::come(&node, room, made["a"].as_str(), "ada").await;
    ada.say(&json!("handOver")).await;
    let code = ada.hear_of("code").await["code"].clone();
    let come = || Guest::try_come(&node, room, hello(code.as_str(), "phone", 0));
    cluster
        .command(
            "ALTER TABLE deeds ADD CONSTRAINT no_moves CHECK (kept NOT LIKE '%moved%') NOT VALID",
        )
        .await;
    assert_eq!(come().await.err(), Some(json!("notKept")));
    ada.say(&json!({"chat": {"text": "here"}})).await;
    ada.deed("said").await;
    cluster
        .command("ALTER TABLE deeds DROP CONSTRAINT no_moves")
        .await;
    let phone = come().await.unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(phone.welcome["you"], "a");
    assert_eq!(ada.hear_of("bye").await, "seatTaken");
}

/// Number of connections of a server.
const CONNECTIONS: i64 = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_die_at_any_moment_of_a_call_give_their_places_back() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let node = Node::start(&cluster.place()).await;
    let made = node.make(&two("three-hit/two-hills")).await;
    let network = Network::before(cluster.port()).await;
    let place = Cluster::at(network.port);
    let store = Store::open(&place).await.expect("it opens");
    let done = Arc::new(AtomicUsize::new(0));
    for _ in 0..2 * CONNECTIONS {
        let (store, done) = (store.clone(), Arc::clone(&done));
        let room = made["room"].as_str().expect("a name").to_owned();
        tokio::spawn(async move {
            loop {
                let is_done = store.seats(&room).await.is_ok();
                done.fetch_add(usize::from(is_done), Ordering::SeqCst);
            }
        });
    }
    let late = Duration::from_secs(60);
    let goes_on = async || {
        let before = done.load(Ordering::SeqCst);
        let more = async {
            while done.load(Ordering::SeqCst) < before + 200 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(late, more).await.expect("it goes on");
    };
    for _ in 0..2 {
        goes_on().await;
        network.drop_all();
    }
    goes_on().await;
    // As many calls as before reach the database at once.
    let pool = cluster.pool().await;
    let mut holder = pool.begin().await.expect("begun");
    sqlx::query("LOCK TABLE seats IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *holder)
        .await
        .expect("locked");
    let all = async {
        while cluster.waiting(&pool).await < CONNECTIONS {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(late, all).await.expect("all of them");
}
