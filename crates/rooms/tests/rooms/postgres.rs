//! Two servers with one PostgreSQL, in a folder of its own. If it is not installed, the tests say
//! so and end.

use crate::base::Cluster;
use crate::support::{Guest, Node, Power, hello, two};
use crate::table::Table;
use sandtable_rooms::store::{Entry, Store, StoreError, Told};
use serde_json::Value;
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
    let entry = |kept| entry(&made, 9, kept);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut heard = other.heard();
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
