//! Commands for the host of a server.

use crate::run::{said, sandtable};

#[test]
fn rooms_are_listed_and_what_is_not_there_is_named() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("rooms");
    std::fs::remove_dir_all(&folder).ok();
    let at = folder.to_str().expect("a path");
    let none = sandtable(&["rooms", "--data", at, "list"]);
    assert_eq!(
        none.status.code(),
        Some(4),
        "a folder that is not there is not made"
    );
    std::fs::create_dir_all(&folder).expect("a folder");
    let empty = sandtable(&["rooms", "--data", at, "list"]);
    assert!(
        empty.status.success() && said(&empty).is_empty(),
        "{}",
        said(&empty)
    );
    for what in ["export", "remove"] {
        let missing = sandtable(&["rooms", "--data", at, what, "nowhere"]);
        assert_eq!(missing.status.code(), Some(3));
        assert!(said(&missing).contains("nowhere"));
    }
    let address = "203.0.113.7";
    let ban = sandtable(&["rooms", "--data", at, "ban", address, "--why", "floods"]);
    assert!(ban.status.success());
    let bans = sandtable(&["rooms", "--data", at, "bans"]);
    assert!(
        said(&bans).contains("203.0.113.7  floods"),
        "{}",
        said(&bans)
    );
    assert!(
        sandtable(&["rooms", "--data", at, "unban", address])
            .status
            .success()
    );
    let twice = sandtable(&["rooms", "--data", at, "unban", address]);
    assert_eq!(twice.status.code(), Some(3));
    let copy = folder.join("copy.sqlite");
    let copy = copy.to_str().expect("a path");
    assert!(
        sandtable(&["rooms", "--data", at, "backup", copy])
            .status
            .success()
    );
    let again = sandtable(&["rooms", "--data", at, "backup", copy]);
    assert_eq!(
        again.status.code(),
        Some(4),
        "a file that is there is not written over"
    );
}

#[test]
fn no_rooms_are_made_in_a_folder_of_something_else() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-rooms");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("letter.txt"), "Dear").expect("written");
    let at = folder.to_str().expect("a path");
    for words in [["rooms", "list"], ["tournaments", "list"]] {
        let output = sandtable(&[words[0], words[1], "--data", at]);
        assert_eq!(output.status.code(), Some(4));
        assert!(said(&output).contains("there are no rooms in"));
    }
    let left = std::fs::read_dir(&folder).expect("there").count();
    assert_eq!(left, 1, "nothing was put there");
}

#[test]
fn a_folder_with_the_name_of_an_address_is_a_folder() {
    let desk = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("rooms-by-address");
    std::fs::remove_dir_all(&desk).ok();
    std::fs::create_dir_all(desk.join("file:club")).expect("a folder");
    for arguments in [
        ["list", "", ""],
        ["ban", "203.0.113.7", "--why=floods"],
        ["backup", "file:copy", ""],
    ] {
        let given = arguments.into_iter().filter(|one| !one.is_empty());
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .current_dir(&desk)
            .args(["rooms", "--data", "file:club"])
            .args(given)
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", said(&output));
    }
    assert!(desk.join("file:club/rooms.sqlite").is_file());
    assert!(desk.join("file:copy").is_file());
}

#[test]
fn a_host_makes_a_tournament_and_reads_why_it_does_not_begin() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tournaments");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    let at = folder.to_str().expect("a path");
    let asked = |words: &[&str]| {
        let mut all = vec!["tournaments", "--data", at];
        all.extend(words);
        let output = sandtable(&all);
        (output.status.code(), said(&output))
    };
    let cup = ["make", "Club cup", "three-hit/two-hills", "--swiss", "3"];
    let (code, id) = asked(&cup);
    assert_eq!(code, Some(0), "{id}");
    let id = id.trim();
    let (_, listed) = asked(&["list"]);
    assert_eq!(listed.trim(), format!("{id}  open    three-hit  Club cup"));
    assert_eq!(asked(&["show", id]).1.trim(), "Club cup  open");
    let (code, why) = asked(&["begin", id]);
    assert_eq!(code, Some(3));
    assert!(why.contains("two players"), "{why}");
    for words in [
        &["begin", "nowhere"][..],
        &["give", id, "nobody"],
        &["make", "Cup", "three-hit/two-hills", "otr-d6/turnpike"],
        &["make", "Cup", "no-such-battle"],
        &["close", id, "1", "draw"],
        &["withdraw", id, "Ada"],
    ] {
        assert_eq!(asked(words).0, Some(3), "{words:?}");
    }
    assert_eq!(asked(&["close", id, "1", "won"]).0, Some(2));
    assert_eq!(asked(&["end", id]).0, Some(0));
    assert_eq!(asked(&["remove", id]).0, Some(0));
    assert_eq!(asked(&["remove", id]).0, Some(3));
}

/// Two servers of one folder would show players different battles. The first keeps it until it ends,
/// however it ends; the commands of the host work meanwhile.
#[test]
fn a_folder_has_one_server_at_a_time() {
    use std::io::{BufRead as _, BufReader};
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("served-twice");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("index.html"), "<!doctype html>").expect("written");
    let page = folder.to_str().expect("a path").to_owned();
    let rooms = folder.join("rooms");
    let rooms = rooms.to_str().expect("a path");
    let words = |data| {
        let listen = ["serve", "--listen", "127.0.0.1:0", "--data", data];
        [&listen[..], &["--page", &page]].concat()
    };
    for _ in 0..2 {
        let mut first = std::process::Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(words(rooms))
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut told = String::new();
        let out = first.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut told).expect("a line");
        assert!(told.contains("127.0.0.1"), "{told}");
        let second = sandtable(&words(rooms));
        assert_eq!(second.status.code(), Some(4));
        assert!(said(&second).contains("another server uses the rooms in"));
        let listed = sandtable(&["rooms", "list", "--data", rooms]);
        assert_eq!(listed.status.code(), Some(0));
        // As if its machine had lost power.
        first.kill().expect("it runs");
        first.wait().expect("it ends");
    }
}

#[test]
fn a_server_says_what_it_cannot_listen_on_and_which_database_is_away() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("it has one").to_string();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve");
    let at = folder.to_str().expect("a path");
    let output = sandtable(&["serve", "--data", at, "--listen", &address]);
    assert_eq!(output.status.code(), Some(4));
    let told = said(&output);
    assert!(
        told.contains(&address) || told.contains("cargo play"),
        "{told}"
    );
    let away = "postgres://nobody@127.0.0.1:1/none";
    let output = sandtable(&["serve", "--database", away]);
    assert_eq!(output.status.code(), Some(4));
    assert!(said(&output).contains("127.0.0.1:1"), "{}", said(&output));
    for wrong in [
        "Postgres://u:Geheim9@127.0.0.1/x",
        "host=127.0.0.1 password=Geheim9",
    ] {
        for words in [&["serve"][..], &["rooms", "list"], &["tournaments", "list"]] {
            let output = sandtable(&[words, &["--database", wrong]].concat());
            assert_eq!(output.status.code(), Some(2), "{words:?}");
            assert!(!said(&output).contains("Geheim9"), "it may be a password");
        }
        let folder = sandtable(&["serve", "--data", "postgres://u@127.0.0.1/x"]);
        assert_eq!(folder.status.code(), Some(2), "that is not a folder");
    }
    let both = sandtable(&["serve", "--data", at, "--database", away]);
    assert_eq!(both.status.code(), Some(2));
}
