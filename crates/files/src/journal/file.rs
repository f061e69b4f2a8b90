//! Journal files: JSON lines, each with a checksum, and an end mark.
//!
//! An older file may have neither; it is read as it is.

use super::waits::{self, Words};
use super::{FORMAT, Header, Journal, Line};
use crate::{Flaws, Notes, read_as_kept, too_long, unmarked};
use sandtable_battle::phrase::{between, must};
use sandtable_battle::read_json;
use sandtable_battle::{Battle, Card, Event, Group, MarkSpec, Rules, Seal, Sort, Stated, UnitId};
use sandtable_keep::{Found, checked, sum, unchecked};
use sandtable_tongue::say;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::ops::Range;

/// Maximum size of a journal file in bytes. Whole battles of 200 units and 999 turns take a fifth
/// of it. Servers have smaller limits of their own.
pub const MOST_BYTES: usize = 64 << 20;

/// Returns the header of a journal file: the rule set and switches it asks for.
///
/// # Errors
/// If its first line is not a header.
pub fn peek(text: &str) -> Result<Header, Flaws> {
    let text = unmarked(text);
    let mut notes = Notes::new(text);
    let header = header(text, &mut notes);
    notes.seal(header)
}

impl Journal {
    /// Writes the journal as a file.
    #[must_use]
    pub fn to_jsonl(&self) -> String {
        let mut text = String::new();
        let mut checks = Checks::default();
        let mut add = |object: &str| {
            checks.add(sum(object.as_bytes()));
            text.push_str(&checked(object));
            text.push('\n');
        };
        add(&json(&self.header));
        for line in &waits::written(&self.start, &self.lines, self.words.as_ref()) {
            add(&json(line));
        }
        let end = End {
            end: self.next(),
            all: checks.all(),
        };
        text.push_str(&checked(&json(&end)));
        text.push('\n');
        text
    }

    /// Reads a journal file under the rule set that it is for ([`peek`] finds that out). It does
    /// not replay the lines; [`Journal::verify`] does.
    ///
    /// # Errors
    /// If its header, the battle file in it, or its lines have flaws.
    pub fn read(text: &str, rules: &dyn Rules) -> Result<Self, Flaws> {
        let text = unmarked(text);
        let mut notes = Notes::new(text);
        let journal = read(text, rules, &mut notes);
        notes.seal(journal)
    }
}

fn read(text: &str, rules: &dyn Rules, notes: &mut Notes<'_>) -> Option<Journal> {
    let mut header = header(text, notes)?;
    let first = 0..text.find('\n').unwrap_or(text.len());
    if header.rules != rules.card().id {
        notes.add(
            first,
            say!(
                "this journal is of `{found}`, not `{rules}`",
                found = header.rules,
                rules = rules.card().id
            ),
        );
        return None;
    }
    let (start, renewal) = match read_as_kept(&header.battle, rules.card()) {
        Ok(read) => read,
        Err(flaws) => {
            for flaw in flaws.flaws {
                notes.add(
                    first.clone(),
                    say!("the battle in the header, {flaw}", flaw = flaw),
                );
            }
            return None;
        }
    };
    let mut start = start;
    let mut lines = read_lines(text, notes)?;
    // Only format 1 journals whose battle is of format 1, too, have lines of the older form: one
    // that was continued has lines of the present form.
    let is_old = header.format == 1 && renewal.is_some();
    let old = is_old.then(|| rules.card().before()).flatten();
    let card = old.as_ref().map_or(rules.card(), |(card, _)| card);
    check_names(text, &lines, &start, card, notes);
    if let Some(renewal) = renewal {
        if is_old && notes.clean() {
            lines = super::renew::lines(&start, lines, renewal);
            header.renewed = Some(u32::try_from(lines.len()).unwrap_or(u32::MAX));
        }
        renewal.renew(&mut start);
    }
    header.format = FORMAT;
    let words = Words::of(rules.card());
    if let Err((line, why)) = waits::numbered(&start, &mut lines, words.as_ref()) {
        // The header stands before the lines.
        let place = places(text).nth(line + 1).unwrap_or(first);
        notes.add(
            place,
            say!("what is pending in this line: {why}", why = why),
        );
        return None;
    }
    let mut journal = Journal {
        header,
        lines,
        now: start.clone(),
        start,
        words,
        weight: 0,
        measured: false,
    };
    journal.refold();
    Some(journal)
}

/// Returns the header, if the first line is one.
fn header(text: &str, notes: &mut Notes<'_>) -> Option<Header> {
    if text.len() > MOST_BYTES {
        notes.add(0..0, too_long(text.len(), "a journal", MOST_BYTES));
        return None;
    }
    let end = text.find('\n').unwrap_or(text.len());
    // The format is read first: other formats may have other keys.
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let object = match unchecked(&text[..end]) {
        Found::Damaged => {
            notes.add(0..end, CHANGED);
            return None;
        }
        found => found.object(),
    };
    let object = object.as_deref().unwrap_or(&text[..end]);
    let format: Format = parse(object, 0..end, "the header", notes)?;
    if !(1..=FORMAT).contains(&format.format) {
        notes.add(
            0..end,
            must("format", &between(&1, &FORMAT), &format.format),
        );
        return None;
    }
    let header: Header = parse(object, 0..end, "the header", notes)?;
    if let Some(Err(why)) = header.seal.as_ref().map(Seal::check) {
        notes.add(0..end, why);
        return None;
    }
    Some(header)
}

/// Reads all lines after the header.
fn read_lines(text: &str, notes: &mut Notes<'_>) -> Option<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::new();
    let mut checks = Checks::default();
    let mut ended = false;
    let mut with_checks = false;
    for (number, place) in places(text).enumerate() {
        let raw = &text[place.clone()];
        let last = place.end == text.len();
        if last && raw.is_empty() {
            break;
        }
        let found = unchecked(raw);
        if number == 0 {
            with_checks = found != Found::Bare;
            checks.found(found);
            continue;
        }
        if let Some((says, hint)) = fault(raw, found, with_checks, last, ended) {
            match hint {
                Some(hint) => notes.hint(place, says, hint),
                None => notes.add(place, says),
            }
            return None;
        }
        let object = found.object();
        let object = object.as_deref().unwrap_or(raw);
        if with_checks && object.starts_with(END) {
            let end: End = parse(object, place.clone(), "the end mark", notes)?;
            if end.all != checks.all() || usize::try_from(end.end) != Ok(lines.len()) {
                notes.add(place, "the end mark is that of another journal");
                return None;
            }
            ended = true;
            continue;
        }
        let line: Line = parse(object, place.clone(), "a line of the journal", notes)?;
        let expected = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        if line.n != expected {
            notes.add(
                place,
                say!(
                    "this line should have the number {expected}, not {n}",
                    expected = expected,
                    n = line.n
                ),
            );
            return None;
        }
        checks.found(found);
        lines.push(line);
    }
    Some(lines)
}

/// Returns what is wrong with the text of a line before it is parsed, and what would help.
fn fault(
    raw: &str,
    found: Found<'_>,
    with_checks: bool,
    last: bool,
    ended: bool,
) -> Option<(&'static str, Option<&'static str>)> {
    let cut = (
        "this line, the last of the journal, is cut short",
        Some("take this last line away and the battle goes on from the one before"),
    );
    if ended {
        return Some(("nothing follows the end mark of a journal", Some(SAVE)));
    }
    match (with_checks, found) {
        (true, Found::Sound(..)) => None,
        (true, _) if last => Some(cut),
        (true, Found::Damaged) => Some((CHANGED, Some(SAVE))),
        (true, Found::Bare) => Some((
            "this line has no checksum, and the header has one",
            Some(SAVE),
        )),
        (false, Found::Bare) if last && read_json::<Line>(raw).is_err() => Some(cut),
        (false, Found::Bare) => None,
        (false, _) => Some(("this line has a checksum, and the header has none", None)),
    }
}

const CHANGED: &str = "this line was changed after it was written: its checksum does not fit";
const SAVE: &str = "`sandtable verify JOURNAL --save FILE` keeps all lines before it";

/// The beginning of the line that says that nothing is missing.
const END: &str = "{\"end\":";

/// The last line of a file.
#[derive(serde::Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    /// The number of lines.
    end: u32,
    /// The checksum of all checksums before it.
    #[serde(with = "hex")]
    all: u64,
}

/// The checksums of the lines so far.
#[derive(Default)]
struct Checks(Vec<u8>);

impl Checks {
    fn add(&mut self, check: u64) {
        self.0.extend(check.to_le_bytes());
    }

    fn found(&mut self, found: Found<'_>) {
        if let Found::Sound(_, check) = found {
            self.add(check);
        }
    }

    fn all(&self) -> u64 {
        sum(&self.0)
    }
}

/// What the end of a journal file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// The end mark is there: no line is missing.
    Whole,
    /// The lines have checksums but the end mark is missing, so lines may be missing, too.
    Open,
    /// An older file, without checksums and end mark.
    Old,
}

/// Returns what the end of a journal's text shows. Whether its lines are sound is for
/// [`Journal::read`] to say.
#[must_use]
pub fn tail(text: &str) -> Tail {
    let header = &text[..text.find('\n').unwrap_or(text.len())];
    let last = text.trim_end_matches(['\n', '\r']);
    let last = &last[last.rfind('\n').map_or(0, |at| at + 1)..];
    match unchecked(header) {
        Found::Bare => Tail::Old,
        _ if last.starts_with(END) => Tail::Whole,
        _ => Tail::Open,
    }
}

/// What could be rescued from a damaged journal.
#[derive(Clone, Debug)]
pub struct Rescue {
    /// All lines before the damage.
    pub journal: Journal,
    /// What is wrong with the first line that is lost.
    pub flaws: Flaws,
}

impl Journal {
    /// Rescues what comes before the damage: every line that can be read, up to the first that
    /// cannot. None if the header is lost, or nothing is damaged.
    #[must_use]
    pub fn rescue(text: &str, rules: &dyn Rules) -> Option<Rescue> {
        let flaws = Self::read(text, rules).err()?;
        let mut line = flaws.flaws.first()?.line;
        // Each round takes away a line, so this comes to an end.
        while line > 1 {
            let end = places(text).nth(line - 1)?.start;
            match Self::read(&text[..end], rules) {
                Ok(mut journal) => {
                    journal.settle();
                    return Some(Rescue { journal, flaws });
                }
                Err(more) => line = more.flaws.first()?.line.min(line - 1),
            }
        }
        None
    }
}

/// Returns the bytes of each line of a text.
fn places(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let place = at..at + line.len();
        at = place.end + 1;
        place
    })
}

/// Notes lines that name something that this battle does not have: no rule set could go on from
/// there.
fn check_names(text: &str, lines: &[Line], start: &Battle, card: &Card, notes: &mut Notes<'_>) {
    let unit = |id: Option<UnitId>| id.is_none_or(|id| id.index() < start.units.len());
    let group = |group: Option<Group>| group.is_none_or(|g| g.index() < start.setting.groups.len());
    let amended = |stated: &Stated| stated.amends.iter().all(|one| one.is_known(start, card));
    let known = |event: &Event, ground: usize| {
        unit(event.unit())
            && match *event {
                Event::Joined { to, .. } => unit(to),
                Event::Told { other, .. } => unit(other),
                Event::Regrouped { to, .. } => group(Some(to)),
                Event::Formed { to, .. } => usize::from(to) < card.formations.len(),
                Event::Marked { mark, to, .. } => mark_known(&card.marks, mark, to, start),
                Event::SideMarked { mark, to, .. } => mark_known(&card.state.side, mark, to, start),
                Event::BattleMarked { mark, to, .. } => {
                    mark_known(&card.state.battle, mark, to, start)
                }
                Event::Turned { to, .. } => {
                    let owed = to.waits.is_none_or(|w| unit(w.unit) && unit(w.other));
                    let phase = to.phase == 0 || usize::from(to.phase) < card.phases.len();
                    unit(to.unit) && group(to.group) && phase && owed
                }
                Event::Opened { feature, .. } => usize::from(feature) < ground,
                Event::Noted { place, .. } => usize::from(place) < sandtable_battle::NOTES,
                _ => true,
            }
    };
    // The header stands before the lines.
    let mut ground = start.setting.terrain.len();
    for (line, place) in lines.iter().zip(places(text).skip(1)) {
        let all = line.struck.iter().chain(std::iter::once(line));
        let laid = all.filter_map(|line| line.stated.as_ref().map(|s| s.ground.len()));
        ground = laid.fold(ground, usize::max);
        let sound = |line: &Line| {
            let order = line.order.as_ref();
            order.is_none_or(|order| unit(order.unit()) && unit(order.target()))
                && line
                    .stated
                    .iter()
                    .all(|s| s.units().all(|id| unit(Some(id))) && amended(s))
                && line.events.iter().all(|event| known(event, ground))
                && line.rolls.iter().all(|roll| roll.ask.is_sound())
        };
        if !sound(line) || !line.struck.iter().all(sound) {
            notes.add(place, "this line names something that is not in its battle");
        } else if line.struck.iter().any(|one| !one.struck.is_empty()) {
            notes.add(
                place,
                "what is struck out has nothing struck out of its own",
            );
        }
    }
}

/// The most that a mark could count before its range was on the card.
const MOST_COUNT: i32 = 127;

/// Returns whether the card knows a mark and its new value. Counts may be as large as any card
/// allows: journals open even if the rules have grown stricter.
fn mark_known(specs: &[MarkSpec], mark: u8, to: i32, battle: &Battle) -> bool {
    let spec = specs.get(usize::from(mark));
    let counted = |spec: &MarkSpec| {
        let (least, most) = spec.range;
        spec.sort == Sort::Count && (least.min(0)..=most.max(MOST_COUNT)).contains(&to)
    };
    spec.is_some_and(|spec| counted(spec) || spec.holds(to, battle.units.len()))
}

/// Parses a line, or the part of it before its checksum, that lies at `place`.
fn parse<T: DeserializeOwned>(
    object: &str,
    place: Range<usize>,
    what: &str,
    notes: &mut Notes<'_>,
) -> Option<T> {
    match read_json(object) {
        Ok(value) => Some(value),
        Err(error) => {
            // The column counts bytes from 1.
            let mut byte = error.column().saturating_sub(1).min(object.len());
            while byte > 0 && !object.is_char_boundary(byte) {
                byte -= 1;
            }
            let at = (place.start + byte).min(place.end)..place.end;
            notes.add(at, unread(say(what), &error));
            None
        }
    }
}

/// Returns why something could not be read. The parser's own words are for programmers: they only
/// decide which of our sentences fits.
fn unread(what: &str, error: &serde_json::Error) -> String {
    let message = error.to_string();
    let name = message.split('`').nth(1).unwrap_or_default();
    match error.classify() {
        Category::Eof => say!("{what} breaks off", what = what),
        Category::Data if message.starts_with("missing field") => {
            say!("{what} lacks `{name}`", what = what, name = name)
        }
        Category::Data if message.starts_with("unknown field") => say!(
            "{what} has `{name}`, which no journal has",
            what = what,
            name = name
        ),
        Category::Data if message.starts_with("duplicate field") => {
            say!("{what} gives `{name}` twice", what = what, name = name)
        }
        _ => say!(
            "{what} says something here that no journal says",
            what = what
        ),
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    // This cannot fail, because these types have only text keys.
    serde_json::to_string(value).unwrap_or_default()
}

/// 64-bit fingerprints as sixteen hexadecimal digits: JavaScript numbers cannot hold them.
pub(super) mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(value: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{value:016x}"))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<u64, D::Error> {
        let text = std::borrow::Cow::<'d, str>::deserialize(from)?;
        let sound = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let value = u64::from_str_radix(&text, 16).ok().filter(|_| sound);
        value.ok_or_else(|| D::Error::custom("a fingerprint has sixteen hexadecimal digits"))
    }
}
