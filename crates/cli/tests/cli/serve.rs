//! A server as its host runs it: started, stopped, killed, restored, short of room.

use crate::run::{said, sandtable};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

/// A server with a folder of its own.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(rooms: &Path) -> Self {
        Self::by(Command::new(env!("CARGO_BIN_EXE_sandtable")), rooms)
    }

    /// Starts the server by a command that takes the arguments of the program.
    fn by(mut command: Command, rooms: &Path) -> Self {
        let page = rooms.with_extension("page");
        std::fs::create_dir_all(&page).expect("a folder");
        std::fs::write(page.join("index.html"), "<!doctype html>").expect("written");
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--rooms", "100000"])
            .args([Path::new("--data"), rooms, Path::new("--page"), &page])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut told = String::new();
        let out = child.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut told).expect("a line");
        let address = told.split("http://").nth(1).expect("an address");
        let address = address.split('/').next().expect("a port").to_owned();
        Self { child, address }
    }

    /// Sends a request; returns the status and the rest of the answer.
    fn ask(&self, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("connected");
        let (host, length) = (&self.address, body.len());
        let rest = format!("Host: {host}\r\nConnection: close\r\nContent-Length: {length}");
        let request = format!("{head} HTTP/1.1\r\n{rest}\r\n");
        let kind = "Content-Type: application/json\r\n";
        let request = format!("{request}{kind}\r\n{body}");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok());
        (status.expect("a status"), answer)
    }

    /// Makes a room; returns the status.
    fn make(&self) -> u16 {
        let body = serde_json::json!({
            "page": sandtable_rooms::wire::PROTOCOL, "from": {"scenario": "three-hit/two-hills"},
            "you": "a", "name": "Ada", "device": "ada0123456789abcdef",
            "sitters": ["person", "person"],
        });
        self.ask("POST /api/rooms", &body.to_string()).0
    }

    fn health(&self) -> u16 {
        self.ask("GET /healthz", "").0
    }

    fn pid(&self) -> Pid {
        let id = i32::try_from(self.child.id()).expect("a number");
        Pid::from_raw(id).expect("a process")
    }

    /// Limits something for the running server; none lifts the limit.
    #[cfg(target_os = "linux")]
    fn limit(&self, resource: Resource, to: Option<u64>) {
        let before = rustix::process::getrlimit(resource);
        let new = Rlimit {
            current: to.or(before.maximum),
            maximum: before.maximum,
        };
        rustix::process::prlimit(Some(self.pid()), resource, new).expect("limited");
    }

    /// Stops the server by a signal; returns how it ended and its log.
    fn stop(mut self, by: Signal) -> (ExitStatus, String) {
        kill_process(self.pid(), by).expect("it runs");
        let ended = self.child.wait().expect("it ends");
        let mut log = String::new();
        let mut errors = self.child.stderr.take().expect("piped");
        errors.read_to_string(&mut log).expect("text");
        (ended, log)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // A test that fails leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns an empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns how many rooms a folder has.
fn listed(rooms: &Path) -> usize {
    let output = sandtable(&["rooms", "list", "--data", text(rooms)]);
    assert!(output.status.success(), "{}", said(&output));
    said(&output).lines().count()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let all = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = all
        .map(|one| one.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// SQLite writes what its log holds into the file that it finds. So a server that was stopped leaves
/// no log, and a backup comes in by a command that puts an old log away.
#[test]
fn a_backup_is_restored_into_a_folder_that_was_used() {
    for (name, signal) in [("term", Signal::TERM), ("kill", Signal::KILL)] {
        let desk = folder(&format!("restored-{name}"));
        let (rooms, file) = (desk.join("rooms"), desk.join("backup.sqlite"));
        let restore = || sandtable(&["rooms", "restore", text(&file), "--data", text(&rooms)]);
        let server = Served::start(&rooms);
        assert!((0..3).all(|_| server.make() == 200));
        let backup = sandtable(&["rooms", "backup", text(&file), "--data", text(&rooms)]);
        assert!(backup.status.success(), "{}", said(&backup));
        assert!((0..8).all(|_| server.make() == 200));
        let early = restore();
        assert_eq!(early.status.code(), Some(4), "{}", said(&early));
        assert!(said(&early).contains("another server uses the rooms in"));
        let (ended, _) = server.stop(signal);
        if signal == Signal::TERM {
            assert!(ended.success(), "{ended}");
            assert_eq!(names(&rooms), ["rooms.lock", "rooms.sqlite"]);
        } else {
            assert!(names(&rooms).contains(&"rooms.sqlite-wal".to_owned()));
        }
        let done = restore();
        assert!(done.status.success(), "{}", said(&done));
        assert!(said(&done).contains("rooms.replaced-1.sqlite"));
        let all = ["rooms.lock", "rooms.replaced-1.sqlite", "rooms.sqlite"];
        assert_eq!(names(&rooms), all);
        assert_eq!(listed(&rooms), 3);
        let server = Served::start(&rooms);
        assert_eq!((server.health(), server.make()), (200, 200));
        assert!(server.stop(Signal::TERM).0.success());
        assert_eq!(listed(&rooms), 4);
        // Nothing is lost: what was replaced can be restored in its turn.
        let before = rooms.join("rooms.replaced-1.sqlite");
        let back = sandtable(&["rooms", "restore", text(&before), "--data", text(&rooms)]);
        assert!(said(&back).contains("rooms.replaced-2.sqlite"));
        assert_eq!(listed(&rooms), 11);
    }
}

/// What is not a sound backup replaces nothing, and leaves nothing behind.
#[test]
fn only_a_sound_backup_is_restored() {
    let desk = folder("not-restored");
    let (rooms, sound) = (desk.join("rooms"), desk.join("backup.sqlite"));
    let server = Served::start(&rooms);
    assert!((0..3).all(|_| server.make() == 200));
    server.stop(Signal::TERM);
    let backup = sandtable(&["rooms", "backup", text(&sound), "--data", text(&rooms)]);
    assert!(backup.status.success(), "{}", said(&backup));
    let bytes = std::fs::read(&sound).expect("there");
    let mut spoilt = bytes.clone();
    spoilt[4096..bytes.len() / 2].fill(0xa5);
    let files: [(&str, &[u8]); 4] = [
        (
            "letter",
            b"Dear friends of small soldiers, this is a letter.",
        ),
        ("nothing", b""),
        ("half", &bytes[..bytes.len() / 2]),
        ("spoilt", &spoilt),
    ];
    for (name, bytes) in files {
        let file = desk.join(name);
        std::fs::write(&file, bytes).expect("written");
        let done = sandtable(&["rooms", "restore", text(&file), "--data", text(&rooms)]);
        assert_eq!(done.status.code(), Some(3), "{name}: {}", said(&done));
        assert!(said(&done).contains(name), "{}", said(&done));
        assert_eq!(names(&rooms), ["rooms.lock", "rooms.sqlite"], "{name}");
    }
    let missing = sandtable(&["rooms", "restore", "nowhere", "--data", text(&rooms)]);
    assert_eq!(missing.status.code(), Some(3), "{}", said(&missing));
    assert_eq!(listed(&rooms), 3);
    // A folder that has no rooms yet gets them.
    let empty = desk.join("empty");
    let done = sandtable(&["rooms", "restore", text(&sound), "--data", text(&empty)]);
    assert!(
        done.status.success() && said(&done).is_empty(),
        "{}",
        said(&done)
    );
    assert_eq!(listed(&empty), 3);
}

/// Makes a folder with three rooms and a backup of it.
fn kept(name: &str) -> (PathBuf, PathBuf, PathBuf) {
    let desk = folder(name);
    let (rooms, file) = (desk.join("rooms"), desk.join("backup.sqlite"));
    let server = Served::start(&rooms);
    assert!((0..3).all(|_| server.make() == 200));
    server.stop(Signal::TERM);
    let backup = sandtable(&["rooms", "backup", text(&file), "--data", text(&rooms)]);
    assert!(backup.status.success(), "{}", said(&backup));
    (desk, rooms, file)
}

/// A backup may lie in the folder under any name, and what a killed call left there goes away.
#[test]
fn a_backup_in_the_folder_is_restored_and_stays() {
    let (_, rooms, file) = kept("restored-within");
    let left = ".rooms.restored.sqlite.1-0.part";
    for name in ["rooms.restored.sqlite", left] {
        std::fs::copy(&file, rooms.join(name)).expect("copied");
    }
    let journal = rooms.join(format!("{left}-journal"));
    std::fs::write(&journal, "of a copy that was killed").expect("written");
    for (name, left_is_there) in [(left, true), ("rooms.restored.sqlite", false)] {
        let backup = rooms.join(name);
        let done = sandtable(&["rooms", "restore", text(&backup), "--data", text(&rooms)]);
        assert!(done.status.success(), "{}", said(&done));
        assert!(backup.exists(), "{name} stays");
        assert_eq!(rooms.join(left).exists(), left_is_there);
        assert!(!journal.exists());
        assert_eq!(listed(&rooms), 3);
    }
}

/// What nobody else may read has no copy that others can read, whichever way it is copied.
#[test]
fn a_private_database_stays_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let (desk, rooms, file) = kept("private");
    let mode = |file: &Path| {
        let found = std::fs::metadata(file).expect("there");
        found.permissions().mode() & 0o777
    };
    let set = |file: &Path, mode| {
        let rights = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(file, rights).expect("rights");
    };
    let restore = |rooms: &Path| {
        let done = sandtable(&["rooms", "restore", text(&file), "--data", text(rooms)]);
        assert!(done.status.success(), "{}", said(&done));
        mode(&rooms.join("rooms.sqlite"))
    };
    let database = rooms.join("rooms.sqlite");
    set(&file, 0o600);
    assert_eq!(restore(&desk.join("anew")), 0o600);
    set(&database, 0o644);
    assert_eq!(restore(&rooms), 0o600);
    set(&file, 0o644);
    set(&database, 0o600);
    assert_eq!(restore(&rooms), 0o600);
    set(&database, 0o660);
    assert_eq!(restore(&rooms), 0o660, "a group that may write still may");
    set(&file, 0o400);
    assert_eq!(restore(&rooms), 0o600, "the owner may write");
    let copy = desk.join("copy.sqlite");
    let backup = sandtable(&["rooms", "backup", text(&copy), "--data", text(&rooms)]);
    assert!(backup.status.success(), "{}", said(&backup));
    assert_eq!(mode(&copy), 0o600);
}

/// A host may restore as root into the folder of the server's user, who then starts the server. Only
/// root can try that.
#[test]
fn root_restores_for_the_user_of_the_server() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    const OTHER: u32 = 65534;
    let (desk, _, file) = kept("for-another");
    let rooms = desk.join("other");
    std::fs::create_dir_all(&rooms).expect("a folder");
    if rustix::process::geteuid().is_root() {
        chown(&rooms, Some(OTHER), Some(OTHER)).expect("root gives it away");
        let done = sandtable(&["rooms", "restore", text(&file), "--data", text(&rooms)]);
        assert!(done.status.success(), "{}", said(&done));
        for name in ["rooms.sqlite", "rooms.lock"] {
            let found = std::fs::metadata(rooms.join(name)).expect("there");
            assert_eq!((found.uid(), found.gid()), (OTHER, OTHER), "{name}");
        }
    }
    let lock = desk.join("locked").join("rooms.lock");
    std::fs::create_dir_all(&lock).expect("a folder");
    let data = text(lock.parent().expect("a folder"));
    let done = sandtable(&["rooms", "restore", text(&file), "--data", data]);
    assert_eq!(done.status.code(), Some(4), "{}", said(&done));
    assert!(said(&done).contains("rooms.lock: "), "{}", said(&done));
}

/// A disk without room is no fault of the backup; what is no file is one, and nobody waits for it.
#[test]
fn a_restore_says_what_is_at_fault() {
    let (desk, rooms, file) = kept("at-fault");
    let line = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let mut full = Command::new("sh");
    full.args(["-c", line, env!("CARGO_BIN_EXE_sandtable")]);
    full.args(["rooms", "restore", text(&file), "--data", text(&rooms)]);
    let full = full.output().expect("it starts");
    assert_eq!(full.status.code(), Some(4), "{}", said(&full));
    let target = rooms.join("rooms.sqlite");
    assert!(said(&full).contains(text(&target)), "{}", said(&full));
    assert_eq!(names(&rooms), ["rooms.lock", "rooms.sqlite"]);
    let pipe = desk.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("it starts").success());
    for (file, why) in [(&desk, "it is a folder"), (&pipe, "it is not a file")] {
        let done = sandtable(&["rooms", "restore", text(file), "--data", text(&rooms)]);
        assert_eq!(done.status.code(), Some(3), "{}", said(&done));
        assert!(said(&done).contains(why), "{}", said(&done));
    }
    assert_eq!(listed(&rooms), 3);
}

/// A file that must not grow is like a full disk: what is not stored has not happened, the server goes
/// on, and says that it is not well for as long as it can store nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_server_that_can_store_nothing_says_so_until_it_can() {
    let desk = folder("full");
    let rooms = desk.join("rooms");
    let server = Served::start(&rooms);
    assert_eq!((server.make(), server.health()), (200, 200));
    let log = std::fs::metadata(rooms.join("rooms.sqlite-wal")).expect("a log");
    // There is room for two pages: for less than a battle, and more than nothing.
    server.limit(Resource::Fsize, Some(log.len() + 2 * (4096 + 24)));
    assert_ne!(server.make(), 200, "there is no room");
    for _ in 0..3 {
        assert_eq!(server.health(), 503);
        assert_ne!(server.make(), 200);
    }
    server.limit(Resource::Fsize, None);
    assert_eq!((server.health(), server.make()), (200, 200));
    let (ended, _) = server.stop(Signal::TERM);
    assert!(ended.success(), "{ended}");
    assert_eq!(listed(&rooms), 2);
}

/// A crowd of connections does not keep others out before it must, and the host can read why.
#[cfg(target_os = "linux")]
#[test]
fn connections_beyond_what_the_system_allows_are_logged_and_wait() {
    let desk = folder("crowded");
    let rooms = desk.join("rooms");
    let program = env!("CARGO_BIN_EXE_sandtable");
    let limited = |limit: &str| {
        let mut shell = Command::new("sh");
        let line = format!("ulimit {limit} && exec \"$0\" \"$@\"");
        shell.args(["-c", &line, program]);
        shell
    };
    let server = Served::by(limited("-Sn 100"), &rooms);
    let crowd: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(&server.address).expect("connected"))
        .collect();
    assert_eq!(server.health(), 200, "the limit was raised");
    drop(crowd);
    server.limit(Resource::Nofile, Some(3));
    let waits = TcpStream::connect(&server.address).expect("the system takes it");
    std::thread::sleep(std::time::Duration::from_millis(2500));
    server.limit(Resource::Nofile, None);
    assert_eq!(server.health(), 200);
    drop(waits);
    let (_, log) = server.stop(Signal::TERM);
    assert_eq!(log.matches("event=not_accepted").count(), 1, "{log}");
    // With far too few, no server starts.
    let mut few = limited("-n 40");
    let output = few.args(["serve", "--data", text(&rooms)]).output();
    let output = output.expect("it starts");
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("only 40 files"), "{}", said(&output));
}
