//! One test for each kind of flaw: where it is, what was found, what would be right.

use crate::support::{BATTLE, Skirmish};
use sandtable_battle::Rules;
use sandtable_files::{
    Flaws, MOST_BYTES, peek_rules, read_battle, read_switches, unknown_rules, write_battle,
};

/// A file without anything optional; further lines start at line 3.
const HEAD: &str = "format = 1\nrules = \"skirmish\"\n";

const UNIT: &str = "[[unit]]\nname = \"A\"\nside = \"Blue\"\nkind = \"infantry\"\nat = [12, 6]\n";

fn flaws(text: &str) -> Flaws {
    match read_battle(text, &Skirmish::new()) {
        Ok(_) => panic!("no flaw found in\n{text}"),
        Err(flaws) => flaws,
    }
}

/// Returns the single flaw of a head and some lines: `line:column message (hint)`.
fn flaw(rest: &str) -> String {
    let text = format!("{HEAD}{rest}");
    let found = flaws(&text);
    assert_eq!(found.flaws.len(), 1, "{found}");
    let flaw = &found.flaws[0];
    assert!(
        text.get(flaw.span.clone()).is_some(),
        "the span lies in the file"
    );
    let hint = flaw
        .hint
        .as_ref()
        .map(|hint| format!(" ({hint})"))
        .unwrap_or_default();
    format!("{}:{} {}{hint}", flaw.line, flaw.column, flaw.message)
}

/// Returns the flaw of the usual unit with one more line, which is line 8.
fn unit_flaw(line: &str) -> String {
    flaw(&format!("{UNIT}{line}\n"))
}

#[test]
fn no_toml() {
    assert_eq!(flaw("title = \n"), "3:9 a value is missing after `=`");
}

#[test]
fn too_large() {
    let text = format!("{HEAD}# {}", "x".repeat(MOST_BYTES));
    assert_eq!(
        flaws(&text).to_string(),
        "line 1, column 1: this file has 2097184 bytes; a battle file has at most 2097152"
    );
}

/// Lines and texts are bounded, so that a sheet on paper has room for them and a battle that was
/// read can be written and read again.
#[test]
fn too_long_for_its_place() {
    let long = |key: &str, n: usize| format!("{key} = \"{}\"\n", "x".repeat(n));
    assert_eq!(
        flaw(&(long("title", 301) + UNIT)),
        "3:9 `title` must be at most 300 characters"
    );
    assert_eq!(
        flaw(&(long("story", 20_001) + UNIT)),
        "3:9 `story` must be at most 20000 characters"
    );
    let sound = format!(
        "{HEAD}{}{}{UNIT}",
        long("title", 300),
        long("story", 20_000)
    );
    assert!(read_battle(&sound, &Skirmish::new()).is_ok());
}

#[test]
fn a_title_on_several_lines_is_one_line() {
    let text = format!("{HEAD}title = \"\"\"\nAt dawn,\r\n  on the\\thill\n\"\"\"\n{UNIT}");
    let battle = read_battle(&text, &Skirmish::new()).expect("a battle");
    assert_eq!(battle.setting.title, "At dawn, on the hill");
}

/// Returns two hundred long roads and pieces, of a name and with coordinates of so many tens.
fn roads(name: &str, tens: u8) -> String {
    // Each point takes two more bytes when it is written.
    let points: String = (0..200)
        .map(|i| format!("[{tens}{}.3456,{tens}{}.3457],", i % 10, i % 2))
        .collect();
    let road = |what: &str| {
        format!("[[{what}]]\nground=\"road\"\nname=\"{name}\"\nwidth=1\nline=[{points}]\n")
            .repeat(100)
    };
    format!(
        "{HEAD}table=[400, 400]\n{UNIT}{}{}",
        road("terrain"),
        road("piece")
    )
}

#[test]
fn too_large_once_it_is_written() {
    let text = roads("", 1);
    assert!(text.len() < 786_432);
    let says = flaws(&text).to_string();
    assert!(says.contains("not begun may take 786432"), "{says}");
}

/// One that has begun may take more, and play may add to it.
#[test]
fn too_large_once_it_has_begun() {
    let rules = Skirmish::new();
    let begun = |text: String| format!("{text}[state]\nturn = 1\n");
    let battle = read_battle(&begun(roads("", 1)), &rules).unwrap_or_else(|f| panic!("{f}"));
    let written = write_battle(&battle, rules.card());
    assert_eq!(read_battle(&written, &rules).as_ref(), Ok(&battle));
    let long = "\u{1f0a1}".repeat(58);
    let says = flaws(&begun(roads(&long, 12))).to_string();
    assert!(
        says.contains("without its marks, and may take 917504"),
        "{says}"
    );
}

#[test]
fn missing_keys() {
    assert_eq!(
        flaws("").to_string(),
        "line 1, column 1: a battle file needs `format`\nline 1, column 1: a battle file needs `rules`"
    );
    assert_eq!(
        flaw("[[unit]]\nname = \"A\"\nside = \"Blue\"\nkind = \"infantry\"\n"),
        "3:1 a unit needs `at`"
    );
}

#[test]
fn another_format() {
    assert_eq!(
        flaws("format = 3\nrules = \"skirmish\"\n").to_string(),
        "line 1, column 10: `format` must be 1 to 2, not 3"
    );
}

#[test]
fn another_rule_set() {
    assert_eq!(
        flaws("format = 1\nrules = \"chess\"\n").to_string(),
        "line 2, column 9: `rules` must be `skirmish` here, not `chess`"
    );
    assert_eq!(
        unknown_rules("rules = \"three-hot\"\n", &["three-hit", "otr-d6"]).to_string(),
        "line 1, column 9: no rule set is called `three-hot` (did you mean `three-hit`?)"
    );
    assert!(peek_rules("rules = 3").is_err());
}

#[test]
fn unknown_keys() {
    assert_eq!(
        flaw("[[side]]\nname = \"Blue\"\ncolor = \"#000000\"\n[[side]]\nname = \"Red\"\n"),
        "5:1 unknown key `color` in a side; allowed: name, colour, army (did you mean `colour`?)"
    );
    assert!(
        unit_flaw("hit = 1")
            .starts_with("8:1 unknown key `hit` in a unit; allowed: name, side, kind,")
    );
    assert!(unit_flaw("hit = 1").ends_with("(did you mean `hits`?)"));
}

#[test]
fn switches() {
    assert_eq!(
        flaw("switches = { hils = \"yes\" }\n"),
        "3:21 skirmish has no switch `hils` (did you mean `hills`?)"
    );
    assert_eq!(
        flaw("switches = { hills = \"maybe\" }\n"),
        "3:22 `hills` cannot be `maybe` (allowed: no, yes)"
    );
    assert_eq!(
        flaw("switches = { range = 99 }\n"),
        "3:22 `range` must be 1 to 24, not 99"
    );
    assert_eq!(
        flaw("switches = { board = \"x\" }\n"),
        "3:22 `board` is not a switch of a battle file (choose it by `table`)"
    );
    let text = format!("{HEAD}switches = {{ hills = \"no\", range = 13 }}\n");
    let chosen =
        read_switches(&text, Skirmish::new().card()).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(chosen.0.len(), 1, "defaults are left out");
}

#[test]
fn wrong_types() {
    assert_eq!(
        flaw("title = 3\n"),
        "3:9 `title` must be text in quotes, not a whole number"
    );
    assert_eq!(
        flaw("turns = \"15\"\n"),
        "3:9 `turns` must be a whole number, not text"
    );
    assert_eq!(
        flaw("table = 36\n"),
        "3:9 `table` must be a list, not a whole number"
    );
    assert_eq!(
        flaw("unit = 3\n"),
        "3:8 `unit` must be a list, not a whole number"
    );
    assert_eq!(
        flaw("table = [36]\n"),
        "3:9 `table` must be a list of two numbers, not 1"
    );
}

#[test]
fn absurd_numbers() {
    assert_eq!(
        flaw("table = [nan, 36]\n"),
        "3:10 `table` must be 1 to 400, not nan"
    );
    assert_eq!(
        flaw("table = [36, -inf]\n"),
        "3:14 `table` must be 1 to 400, not -inf"
    );
    assert_eq!(
        flaw("table = [36, 1e300]\n"),
        "3:14 `table` must be 1 to 400, not 1e300"
    );
    assert_eq!(
        flaw("table = [-36, 36]\n"),
        "3:10 `table` must be 1 to 400, not -36"
    );
    assert_eq!(
        flaw("turns = 99999999999999999999\n"),
        "3:9 `turns` must be 1 to 999, not 99999999999999999999"
    );
    assert_eq!(
        unit_flaw("facing = 1e9"),
        "8:10 `facing` must be -360 to 360, not 1e9"
    );
}

#[test]
fn duplicate_names() {
    let again = UNIT.replace("\"A\"", "\"a\"").replace("[12, 6]", "[24, 6]");
    assert_eq!(
        flaw(&format!("{UNIT}{again}")),
        "9:8 the name `a` is given twice"
    );
    assert_eq!(
        unit_flaw("hits = 1\nhits = 2"),
        "9:1 this name is given twice; give it once"
    );
}

#[test]
fn names_that_cannot_be_said() {
    let odd = UNIT.replace("\"A\"", "'A \"quoted\" name'");
    let unseen = UNIT.replace("\"A\"", "\"\u{200b}\u{2800}\"");
    for text in [odd, unseen] {
        let says = flaw(&text);
        let start = "4:8 `name` must be a name of 1 to 60 characters on one line";
        assert!(says.starts_with(start), "{says}");
    }
}

#[test]
fn too_many_units() {
    let units = UNIT.repeat(201);
    assert_eq!(flaw(&units), "3:1 201 `[[unit]]` are too many: at most 200");
}

#[test]
fn names_of_the_card() {
    assert_eq!(
        flaw(&UNIT.replace("infantry", "cavlary")),
        "6:8 no kind is called `cavlary` (did you mean `cavalry`?)"
    );
    assert_eq!(
        flaw(&UNIT.replace("Blue", "Green")),
        "5:8 no side is called `Green` (allowed: Blue, Red)"
    );
    assert_eq!(
        unit_flaw("formation = \"square\""),
        "8:13 no formation is called `square` (allowed: line, column)"
    );
    assert_eq!(
        unit_flaw("status = \"dead\""),
        "8:10 no status is called `dead` (allowed: table, reserve, expected, destroyed, fled, captured, exited)"
    );
    assert_eq!(
        unit_flaw("grade = \"veterans\""),
        "8:9 no grade is called `veterans` (did you mean `veteran`?)"
    );
    assert_eq!(
        unit_flaw("with = \"B\""),
        "8:8 no unit is called `B` (did you mean `A`?)"
    );
}

#[test]
fn impossible_marks_stands_and_formations() {
    assert_eq!(unit_flaw("hits = 9"), "8:8 `hits` must be 0 to 3, not 9");
    assert_eq!(
        unit_flaw("hits = 1.5"),
        "8:8 `hits` must be a whole number, not 1.5"
    );
    assert_eq!(
        unit_flaw("stands = 0"),
        "8:10 `stands` must be 1 to 60, not 0"
    );
    assert_eq!(
        unit_flaw("stands = 5\nstarted = 4"),
        "8:10 `stands` must be 1 to 4, not 5"
    );
    assert_eq!(
        flaw(&format!(
            "{}formation = \"column\"\n",
            UNIT.replace("infantry", "cavalry")
        )),
        "8:13 cavalry cannot form `column` (allowed: line)"
    );
}

#[test]
fn groups() {
    let groups =
        "[[group]]\nname = \"X\"\nside = \"Blue\"\n[[group]]\nname = \"Y\"\nside = \"Blue\"\n";
    assert_eq!(
        flaw(&format!("{groups}{UNIT}")),
        "9:1 a unit needs `group` when its side has several (allowed: X, Y)"
    );
    let red = "[[group]]\nname = \"Z\"\nside = \"Red\"\n";
    assert_eq!(
        flaw(&format!("{red}{UNIT}group = \"Z\"\n")),
        "11:9 `Z` is a group of the other side"
    );
}

#[test]
fn mates_and_arrivals() {
    assert_eq!(
        unit_flaw("with = \"A\""),
        "8:8 a unit cannot be with itself"
    );
    assert_eq!(
        unit_flaw("status = \"table\"\narrives = 3"),
        "8:10 a unit that `arrives` can only be `expected`"
    );
    assert_eq!(
        unit_flaw("arrives = 3\n[[arrival]]\nunit = \"A\"\nturn = 4\nat = [3, 3]"),
        "9:1 `A` arrives twice"
    );
}

#[test]
fn points() {
    let zone = "[[zone]]\nname = \"Ford\"\nat = [6, 6]\nsize = [4, 4]\n";
    let own = zone.replace("at =", "side = \"Blue\"\nat =");
    let score = |rest: &str| format!("[victory]\n[[victory.score]]\n{rest}\n");
    assert_eq!(
        flaw(&score("for = \"holdd\"")),
        "5:7 no thing to score points for is called `holdd` (did you mean `hold`?)"
    );
    assert_eq!(flaw(&score("for = \"exit\"")), "4:1 a score needs `zone`");
    assert_eq!(
        flaw(&score("for = \"kill\"\nzone = \"Ford\"")),
        "6:8 `zone` does not go with `kill`"
    );
    let wrong = format!("{own}{}", score("for = \"keep\"\nzone = \"Ford\""));
    assert_eq!(
        flaw(&wrong),
        "11:8 points are not scored in a deployment zone"
    );
    assert_eq!(
        flaw("[victory]\ntarget = 3\n"),
        "3:1 `target` needs something to `score`"
    );
    let both = format!("{zone}[victory]\nobjectives = true\nscore = [{{ for = \"kill\" }}]\n");
    assert_eq!(
        flaw(&both),
        "7:1 `objectives` and `score` do not go together: score them with `for = \"keep\"`"
    );
}

#[test]
fn off_the_table() {
    assert_eq!(
        flaw(&UNIT.replace("[12, 6]", "[40, 6]")),
        "7:6 `at` lies off the table of 36 by 24 inches"
    );
    assert_eq!(
        flaw(&UNIT.replace("[12, 6]", "[-1, 6]")),
        "7:6 `at` lies off the table of 36 by 24 inches"
    );
    assert_eq!(
        flaw(&UNIT.replace("[12, 6]", "[1, 6]")),
        "7:6 `A` stands partly off the table"
    );
    // Here, too, 0.02 mm are allowed, as in all measuring.
    let edge = |at: &str| format!("{HEAD}{UNIT}arrives = 2\n").replace("[12, 6]", at);
    for at in ["[36.0008, 24.0008]", "[-0.0008, -0.0008]"] {
        let battle = read_battle(&edge(at), &Skirmish::new());
        let battle = battle.unwrap_or_else(|flaws| panic!("{at}: {flaws}"));
        let again = write_battle(&battle, Skirmish::new().card());
        assert_eq!(read_battle(&again, &Skirmish::new()), Ok(battle), "{at}");
    }
    for at in [
        "[12, 24.0012]",
        "[12, -0.0012]",
        "[36.0012, 6]",
        "[-0.0012, 6]",
    ] {
        let found = flaws(&edge(at)).to_string();
        assert!(found.contains("`at` lies off the table"), "{at}: {found}");
    }
    assert_eq!(
        flaw("[[terrain]]\nground = \"woods\"\nat = [60, 6]\nsize = [4, 4]\n"),
        "3:1 a piece of terrain lies off the table"
    );
}

#[test]
fn on_top_of_each_other() {
    let other = UNIT
        .replace("\"A\"", "\"B\"")
        .replace("[12, 6]", "[14, 6.5]");
    assert_eq!(flaw(&format!("{UNIT}{other}")), "12:6 `B` overlaps `A`");
}

#[test]
fn shapes() {
    let terrain = |lines: &str| flaw(&format!("[[terrain]]\nground = \"woods\"\n{lines}\n"));
    assert_eq!(
        terrain("shape = [[0, 0], [4, 4], [4, 0], [0, 4]]"),
        "5:9 `shape` crosses itself or encloses nothing"
    );
    assert_eq!(
        terrain("shape = [[0, 0], [4, 4]]"),
        "5:9 `shape` must have 3 to 200 points, not 2"
    );
    assert!(
        terrain("at = [4, 4]")
            .starts_with("3:1 a piece of terrain needs one of `size`, `oval` and `shape`, not 0")
    );
    assert_eq!(
        terrain("size = [4, 4]"),
        "3:1 a piece of terrain needs `at`"
    );
    assert_eq!(
        terrain("line = [[0, 0], [4, 4]]"),
        "3:1 a piece of terrain needs `width`"
    );
    assert_eq!(
        flaw("[[terrain]]\nground = \"river\"\nat = [4, 4]\nsize = [2, 2]\n"),
        "3:1 a river needs `line` (line = [[0, 6], [36, 6]])"
    );
    assert_eq!(
        flaw("[[terrain]]\nground = \"fence\"\nline = [[4, 4], [4, 4]]\n"),
        "5:8 `line` has two points on the same spot"
    );
    assert_eq!(
        flaw("[[terrain]]\nground = \"wood\"\nat = [4, 4]\nsize = [2, 2]\n"),
        "4:10 no ground is called `wood` (did you mean `woods`?)"
    );
}

#[test]
fn sides() {
    assert_eq!(
        flaw("[[side]]\nname = \"Blue\"\n"),
        "3:1 a battle has two sides, not one"
    );
    assert_eq!(
        flaw("[[side]]\nname = \"Blue\"\ncolour = \"blue\"\n[[side]]\nname = \"Red\"\n"),
        "5:10 `colour` must be like \"#2f5d9b\", not \"blue\""
    );
    assert_eq!(
        flaw("[[side]]\nname = \"X\"\n[[side]]\nname = \"draw\"\n"),
        "6:8 no side can be called `draw`"
    );
    assert_eq!(
        flaw("attacker = \"Greens\"\n"),
        "3:12 no side is called `Greens` (allowed: Blue, Red)"
    );
}

#[test]
fn the_state() {
    assert_eq!(
        flaw("[state]\nphase = \"shot\"\n"),
        "4:9 no phase is called `shot` (did you mean `shoot`?)"
    );
    assert_eq!(
        flaw("[state]\nchoice = { side = \"Red\", clause = \"SKI-SHOT-03\", choices = 2 }\n"),
        "4:35 skirmish has no clause `SKI-SHOT-03` (allowed: MOVE-01, SHOOT-01, SHOOT-02, TURN-01, SHOOT-03, TURN-02)"
    );
    assert_eq!(
        flaw("[state]\ndeck = [\"Blue\", \"Blue\"]\n"),
        "4:17 the card of `Blue` is in the deck twice"
    );
    let acting = |key: &str| format!("{UNIT}[state]\nturn = 1\nactive = \"Red\"\n{key}\n");
    assert_eq!(
        flaw(&acting("unit = \"A\"")),
        "11:8 `unit` belongs to Blue, but it is the turn of Red"
    );
    assert_eq!(
        flaw("title = \"a\\u0000b\"\n"),
        "3:9 `title` cannot hold the character 0"
    );
    assert_eq!(
        flaw("[state]\nended = \"Greens\"\n"),
        "4:9 no side is called `Greens` (allowed: Blue, Red, draw)"
    );
}

#[test]
fn what_the_rule_set_says() {
    let generals: String = (1..=5)
        .map(|i| {
            UNIT.replace("\"A\"", &format!("\"G{i}\""))
                .replace("infantry", "general")
        })
        .collect();
    assert_eq!(flaw(&generals), "27:6 at most four generals");
}

#[test]
fn every_flaw_is_told_in_the_order_of_the_file() {
    let text = BATTLE
        .replace("\"hill\"", "\"hil\"")
        .replace("veteran", "veterans")
        .replace("hits = 1", "hits = 7");
    let found = flaws(&text);
    let lines: Vec<usize> = found.flaws.iter().map(|flaw| flaw.line).collect();
    assert_eq!(found.flaws.len(), 3, "{found}");
    assert!(lines.is_sorted(), "{lines:?}");
}

/// Each slip is reported once, at its place, in words that need no knowledge of TOML.
#[test]
fn slips_of_the_pen() {
    let text = "a text needs a quotation mark at each end: name = \"Red\"";
    let heading = "a heading needs its brackets, like [numbers] or [[unit]]";
    let list = "a list needs its brackets, and a comma between any two of its entries: [1, 2]";
    let number = "this is not a number as files write it: 12, -3 or 0.5";
    let line = "a line needs a name, `=` and a value: turns = 12";
    let control = "this line has a control mark, U+0000, which no file may have: delete it";
    for (written, place, says) in [
        ("title = Two hills", "3:9", text),
        ("title = \"Two hills", "3:19", text),
        ("[side", "3:6", heading),
        ("[[side]", "3:8", heading),
        ("table = [36, 36", "3:16", list),
        ("table = [36 36]", "3:10", number),
        // The first slip counts, not the place where the parser gave up.
        ("table = [oops\"\nturns = 3", "3:10", text),
        ("table = [\0 36, 36]", "3:10", control),
        ("turns = 01", "3:9", number),
        ("turns = 1_", "3:10", number),
        ("turns 12", "3:7", line),
        ("turns: 12", "3:6", line),
        ("= 12", "3:1", line),
        ("turns =", "3:8", "a value is missing after `=`"),
        (
            "turns = 12\rtitle = \"Two hills\"",
            "3:12",
            "a line ends with a carriage return alone: save the text with other line ends",
        ),
        (
            "turns = 1\nturns = 2",
            "4:1",
            "this name is given twice; give it once",
        ),
    ] {
        let told = flaw(&format!("{written}\n"));
        assert_eq!(told, format!("{place} {says}"), "{written}");
    }
}
