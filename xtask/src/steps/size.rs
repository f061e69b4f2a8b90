//! Checks that what a browser downloads arrives in time: it is weighed in milliseconds on the
//! reference phone (9 Mbit per second, 170 ms round trip, empty cache).

use std::fs;
use std::path::Path;

use crate::shell::{Done, at, say};

/// Files that the program sends: as Vite left them, compressed with brotli.
const FOLDER: &str = "web/dist/assets";
/// Fonts of the page, which the first screen uses.
const FONTS: &str = "web/dist/fonts";
/// The page, which names what its first screen needs.
const PAGE: &str = "web/dist/index.html";

/// Bits per millisecond.
const RATE: u64 = 9_000;
/// Milliseconds per round trip.
const TRIP: u64 = 170;
/// Round trips to the first screen: two for the connection, one each for the page, its scripts and
/// the list of what there is to play.
const SCREEN_TRIPS: u64 = 5;
/// Round trips to the first order: the engine comes while people look at the first screen, the
/// table after the first click.
const ORDER_TRIPS: u64 = 7;
/// Milliseconds until the whole first screen has arrived. It may take 1,500 in all; the rest is for
/// the phone's processor.
const SCREEN: u64 = 1_100;
/// Milliseconds until an order can be given, out of 4,000 in all. The rest is for compiling the
/// engine and opening a battle; it was 1,000 before the planning computer players were added.
const ORDER: u64 = 3_150;

/// Screens whose scripts and styles are not needed for a first order on the map: the builder, the
/// lab, rooms, the table in three dimensions, an umpire's board, and what people look at once a
/// battle is over.
const LATER: [&str; 19] = [
    "Build-",
    "Lab-",
    "MakeRoom-",
    "RoomBar-",
    "Links-",
    "Tournaments-",
    "tournament-",
    "Account-",
    "LinkField-",
    "Table3d-",
    "Board-",
    "Muster-",
    "Typed-",
    "Report-",
    "ReviewView-",
    "ChancesView-",
    "Picture-",
    "Paper-",
    "Rated-",
];
/// The studies of the lab, each a script of its own; next, the words that only the lab uses.
const STUDY: &str = ".study-";
const LAB_WORDS: &str = "study-";

/// Bytes by purpose.
#[derive(Default)]
struct Weights {
    /// What the first screen needs.
    screen: u64,
    /// The fonts, which are part of `screen`.
    fonts: u64,
    /// The engine.
    engine: u64,
    /// Scripts and styles of screens that come after a first order.
    later: u64,
    /// All other scripts and styles.
    scripts: u64,
    /// Data in English: the glossary.
    data: u64,
    /// Words of the page and the engine in another language, whatever is played.
    words: u64,
    /// Words of one rule set in another language: the heaviest, since one is played.
    rules: u64,
    /// A screen for later that has no script.
    gone: Option<&'static str>,
}

/// Weighs the files of the last build, as the program sends them.
pub(crate) fn run() -> Done {
    let weights = weigh(&at(FOLDER))?;
    let said = [
        ("the first screen", weights.screen),
        ("of that its fonts", weights.fonts),
        ("the engine", weights.engine),
        ("what comes after a first order", weights.later),
        ("all other scripts and styles", weights.scripts),
        ("data", weights.data),
        ("words of another language", weights.words),
        ("words of the wordiest rule set", weights.rules),
    ];
    for (name, bytes) in said {
        say("size", &format!("{name}: {bytes} bytes after brotli"));
    }
    if weights.screen == 0 || weights.engine == 0 {
        return Err(format!("{FOLDER} holds no page and engine, shrunk"));
    }
    if let Some(gone) = weights.gone {
        return Err(format!(
            "no file of the page begins with `{gone}`: does it have another name?"
        ));
    }
    // The worst case: another language, with everything that a battle can show.
    let order = weights.screen + weights.engine + weights.scripts + weights.words + weights.rules;
    let times = [
        ("the first screen", weights.screen, SCREEN_TRIPS, SCREEN),
        ("all up to the first order", order, ORDER_TRIPS, ORDER),
    ];
    let mut late = Vec::new();
    for (name, bytes, trips, most) in times {
        let time = bytes * 8 / RATE + trips * TRIP;
        let says = format!("{name} takes {time} ms to arrive on the phone, of {most} allowed");
        say("size", &says);
        if time > most {
            late.push(name);
        }
    }
    if late.is_empty() {
        Ok(())
    } else {
        Err(format!("too heavy: {}", late.join(", ")))
    }
}

fn weigh(folder: &Path) -> Done<Weights> {
    let failed = |error| {
        let folder = folder.display();
        format!("cannot read {folder}: {error}; `cargo xtask web` builds it")
    };
    let page = fs::read_to_string(at(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let fonts = fonts()?;
    let mut weights = Weights {
        screen: page.len() as u64 + fonts,
        fonts,
        ..Weights::default()
    };
    let mut screens = LATER.to_vec();
    let mut rules = rule_sets()?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        screens.retain(|screen| !name.starts_with(screen));
        let Some(file) = name.strip_suffix(".br") else {
            continue;
        };
        let bytes = entry.metadata().map_err(failed)?.len();
        if let Some(rules) = rules.iter_mut().find(|rules| rules.says(file)) {
            rules.bytes += bytes;
            continue;
        }
        let sum = if page.contains(file) || file.starts_with("catalogue-") {
            &mut weights.screen
        } else if file.ends_with(".wasm") {
            &mut weights.engine
        } else if LATER.iter().any(|screen| file.starts_with(screen))
            || file.contains(STUDY)
            || file.starts_with(LAB_WORDS)
        {
            &mut weights.later
        } else if !file.ends_with(".json") {
            &mut weights.scripts
        } else if file.starts_with("en-") {
            &mut weights.data
        } else {
            &mut weights.words
        };
        *sum += bytes;
    }
    weights.gone = screens.first().copied();
    weights.rules = rules.iter().map(|set| set.heard(&rules)).max().unwrap_or(0);
    if weights.rules == 0 {
        return Err(format!("{FOLDER} holds no words of any rule set"));
    }
    Ok(weights)
}

/// A rule set, and the words that only it uses.
struct RuleSet {
    name: String,
    /// The rule set that it is a difference of.
    base: Option<String>,
    bytes: u64,
}

impl RuleSet {
    /// Returns whether a file of the page contains its words in another language.
    fn says(&self, file: &str) -> bool {
        let rest = file.strip_prefix(self.name.as_str());
        file.ends_with(".json") && rest.is_some_and(|rest| rest.starts_with('-'))
    }

    /// Returns the bytes of words that one of its battles loads.
    fn heard(&self, all: &[Self]) -> u64 {
        let base = self.base.as_deref();
        let base = all.iter().find(|other| Some(other.name.as_str()) == base);
        self.bytes + base.map_or(0, |base| base.bytes)
    }
}

/// Returns all rule sets, as named in their manifests.
fn rule_sets() -> Done<Vec<RuleSet>> {
    let failed = |error| format!("rules: {error}");
    let mut all = Vec::new();
    for entry in fs::read_dir(at("rules")).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml"));
        let manifest = manifest.unwrap_or_default();
        let base = manifest
            .lines()
            .find_map(|line| line.strip_prefix("base = "));
        all.push(RuleSet {
            name: entry.file_name().to_string_lossy().into_owned(),
            base: base.map(|base| base.trim_matches('"').replace("sandtable-", "")),
            bytes: 0,
        });
    }
    Ok(all)
}

/// Returns the bytes of the fonts, which cannot be compressed further.
fn fonts() -> Done<u64> {
    let failed = |error| format!("{FONTS}: {error}");
    let mut sum = 0;
    for entry in fs::read_dir(at(FONTS)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_name().to_string_lossy().ends_with(".woff2") {
            sum += entry.metadata().map_err(failed)?.len();
        }
    }
    Ok(sum)
}
