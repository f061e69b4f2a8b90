//! The log of a server for the people who run it: a line for each event, on the standard error, as
//! `at=2026-11-25T19:03:11Z event=not_kept room=7k2m9x4q3b why="the disk is full"`.
//!
//! A value never holds anything secret: no link, key, code, password or address of a player, and
//! nothing that somebody wrote.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Logs one event with its values.
pub(crate) fn tell(event: &str, values: &[(&str, &dyn std::fmt::Display)]) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs());
    // Nobody may be reading, or the disk behind it may be full: the server goes on without a log.
    let _ = writeln!(std::io::stderr(), "{}", line(seconds, event, values));
}

/// How long a server that logged why it refused something is silent about the same.
const SELDOM: Duration = Duration::from_secs(10);

/// Logs why something was refused, unless that was the last reason logged for this event, a moment
/// ago: while the database is away, everything that is asked of it fails.
pub(crate) fn tell_seldom(event: &'static str, why: &dyn std::fmt::Display) {
    static LAST: Mutex<BTreeMap<&str, (String, Instant)>> = Mutex::new(BTreeMap::new());
    let (why, now) = (why.to_string(), Instant::now());
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last
        .get(event)
        .is_some_and(|(known, at)| *known == why && now < *at + SELDOM);
    if !known {
        tell(event, &[("why", &why)]);
        last.insert(event, (why, now));
    }
}

/// Logs why the system gives the server no further connection, such as when it has too many open.
pub fn not_accepted(why: &std::io::Error) {
    tell_seldom("not_accepted", why);
}

fn line(seconds: u64, event: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut line = format!("at={} event={event}", moment(seconds));
    for (name, value) in values {
        let value = value.to_string();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:/".contains(c);
        let _ = match !value.is_empty() && value.chars().all(plain) {
            true => write!(line, " {name}={value}"),
            // A line break would start another line.
            false => write!(line, " {name}={value:?}"),
        };
    }
    line
}

/// Formats a moment by RFC 3339. Years begin with March here, so that a leap day is the last of its
/// year.
fn moment(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        for (seconds, says) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_764_097_454, "2025-11-25T19:04:14Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(moment(seconds), says);
        }
    }

    #[test]
    fn what_belongs_to_an_event_stays_in_its_line() {
        let said = line(
            0,
            "not_kept",
            &[("room", &"7k2m"), ("why", &"a\nat=1 \"b\""), ("n", &3)],
        );
        let whole = r#"at=1970-01-01T00:00:00Z event=not_kept room=7k2m why="a\nat=1 \"b\"" n=3"#;
        assert_eq!(said, whole);
    }
}
