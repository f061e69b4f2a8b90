//! A program that is interrupted while it writes. It is a separate test program, because afterwards
//! this process can write nothing more.

use sandtable_keep::{abandon, write, write_with};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

#[test]
fn what_was_begun_is_taken_away_and_nothing_is_put_in_its_place() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let place = folder.join("file");
    write(&place, b"old").expect("written");
    let (half, is_half) = mpsc::channel();
    let (go_on, goes_on) = mpsc::channel::<()>();
    let (done, is_done) = mpsc::channel();
    let to = place.clone();
    std::thread::spawn(move || {
        let written = write_with(&to, |out| {
            out.write_all(b"half of the new")?;
            out.flush()?;
            half.send(()).expect("heard");
            goes_on.recv().expect("told");
            out.write_all(b", and the rest")
        });
        done.send(written.is_ok()).expect("heard");
    });
    is_half.recv().expect("half of it is written");
    assert_eq!(
        fs::read_dir(&folder).expect("there").count(),
        2,
        "one is beside its place"
    );
    abandon();
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 1);
    go_on.send(()).expect("heard");
    // The other thread waits for ever: its file has been removed, and never gets the name.
    assert!(is_done.recv_timeout(Duration::from_millis(300)).is_err());
    assert_eq!(fs::read(&place).expect("there"), b"old");
}
