//! Two servers with one PostgreSQL, in a folder of its own. Where it is not installed the
//! tests say so and end.

use crate::support::{Folder, Guest, Node, hello, two};
use crate::table::Table;
use sandtable_rooms::store::{Entry, Place, Store};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// A PostgreSQL of its own.
struct Cluster {
    folder: Folder,
    programs: PathBuf,
    port: u16,
}

/// Where PostgreSQL's programs are.
fn programs() -> Option<PathBuf> {
    let all = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let found = all.flatten().map(|version| version.path().join("bin"));
    found.filter(|bin| bin.join("initdb").is_file()).max()
}

/// Runs a line of shell as somebody whom PostgreSQL serves: it refuses root.
fn as_user(line: &str) -> bool {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    let mut command = if is_root {
        let mut su = Command::new("su");
        su.args(["postgres", "-s", "/bin/sh", "-c", line]);
        su
    } else {
        let mut sh = Command::new("sh");
        sh.args(["-c", line]);
        sh
    };
    command
        .current_dir("/")
        .output()
        .is_ok_and(|done| done.status.success())
}

impl Cluster {
    fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("PostgreSQL is not installed: not tested");
            return None;
        };
        let folder = Folder::new();
        // Whoever serves it must be able to write there.
        let open = Command::new("chmod").arg("777").arg(&folder.0).status();
        assert!(open.is_ok_and(|status| status.success()));
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("it has one").port();
        drop(free);
        let (bin, at) = (programs.display(), folder.0.display());
        let init = format!("{bin}/initdb -D {at}/db -A trust -U sandtable -E UTF8 --no-sync");
        assert!(as_user(&init), "initdb");
        let options = format!("-p {port} -k {at} -c listen_addresses=127.0.0.1");
        let start = format!("{bin}/pg_ctl -D {at}/db -l {at}/log -o '{options}' -w start");
        assert!(as_user(&start), "pg_ctl start");
        Some(Self {
            programs,
            folder,
            port,
        })
    }

    fn place(&self) -> Place {
        Place::Server(format!(
            "postgres://sandtable@127.0.0.1:{}/postgres",
            self.port
        ))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let (bin, at) = (self.programs.display(), self.folder.0.display());
        as_user(&format!("{bin}/pg_ctl -D {at}/db -m immediate stop"));
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
    // What the first server learns of the second one's guest.
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
    let one = Store::open(&cluster.place()).await.expect("it opens");
    let other = Store::open(&cluster.place()).await.expect("it opens");
    let entry = |kept: &str| Entry {
        room: "r".to_owned(),
        n: 0,
        kept: kept.to_owned(),
        stands: "open",
        at: 0,
        due: None,
    };
    let mut heard = other.heard();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (a, b) = tokio::join!(one.keep(entry("a")), other.keep(entry("b")));
    let kept = [a.expect("it answers"), b.expect("it answers")];
    assert_eq!(kept.iter().filter(|kept| **kept).count(), 1, "{kept:?}");
    let told = tokio::time::timeout(Duration::from_secs(10), heard.recv()).await;
    assert_eq!(told.expect("in time").expect("heard"), ("r".to_owned(), 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournaments_and_ratings_are_kept_there_too() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    crate::rating::whole(&cluster.place()).await;
    crate::tournament::whole(&cluster.place()).await;
}
