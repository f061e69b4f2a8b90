//! Two sets of house rules compared, written as a study.

use crate::model::Study;
use crate::read::open::{self, Files};
use crate::read::read_study;
use sandtable_files::Flaws;
use sandtable_tongue::{say, say_as};

/// Returns the study of two files of house rules in one scenario. More variants, each with one
/// change of the second alone, show where a difference comes from. The word `printed` stands for no
/// house rules. The text of the study comes with the study, or with the flaws that stop it.
pub fn compared(
    [a, b]: [&str; 2],
    scenario: &str,
    battles: u32,
    seed: u64,
    players: &[String; 2],
    from: &dyn Files,
) -> (String, Result<Study, Flaws>) {
    use std::fmt::Write;
    let mut text = String::from("format = 1\n");
    let quoted = |s: &str| toml_text(s);
    let name = |file: &str| {
        let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
        match base.strip_suffix(sandtable_files::HOUSE_FILE) {
            Some(name) => name.to_owned(),
            None if base == "printed" => say_as("variant", "printed").to_owned(),
            None => base.to_owned(),
        }
    };
    let (mut one, mut two) = (name(a), name(b));
    if one == two {
        one = say!("{name} (first)", name = one);
        two = say!("{name} (second)", name = two);
    }
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "title = {}\nscenario = {}\nplayers = [{}, {}]\nbattles = {battles}\nseed = {seed}\n",
        quoted(&say!("{one} and {two}", one = one, two = two)),
        quoted(scenario),
        quoted(&players[0]),
        quoted(&players[1]),
    );
    for (name, file) in [(&one, a), (&two, b)] {
        let _ = write!(text, "\n[[variant]]\nname = {}\n", quoted(name));
        if file != "printed" {
            let _ = writeln!(text, "rules = {}", quoted(file));
        }
    }
    let house = |file: &str| {
        (file != "printed")
            .then(|| open::read_house(from, file).ok())
            .flatten()
    };
    let (first, second) = (house(a), house(b));
    let of = |house: &Option<sandtable_files::House>| {
        house
            .as_ref()
            .map(|h| h.switches.clone())
            .unwrap_or_default()
    };
    let (first, second) = (of(&first), of(&second));
    let fresh: Vec<(&String, &String)> = second
        .0
        .iter()
        .filter(|(key, value)| first.0.get(*key) != Some(value))
        .collect();
    if (2..=8).contains(&fresh.len()) {
        for (key, value) in fresh {
            let bare = key.strip_prefix("numbers.");
            let change = format!("{} = {value}", bare.unwrap_or(key));
            let _ = write!(
                text,
                "\n[[variant]]\nname = {}\n",
                quoted(&short(&say!("only {change}", change = change)))
            );
            if a != "printed" {
                let _ = writeln!(text, "rules = {}", quoted(a));
            }
            let _ = match bare {
                Some(path) => writeln!(
                    text,
                    "[variant.numbers]\n{} = {}",
                    quoted(path),
                    number_text(value)
                ),
                None => writeln!(
                    text,
                    "[variant.switches]\n{} = {}",
                    quoted(key),
                    switch_text(value)
                ),
            };
        }
    }
    let read = read_study(&text, "", from);
    (text, read)
}

/// Returns the one change that a variant of [`compared`] has, by the variant's name. The file may
/// be in English even if the current language is another.
#[must_use]
pub fn only_change(variant: &str) -> Option<&str> {
    let only = say!("only {change}", change = "");
    let name = variant.strip_prefix(&*only);
    name.or_else(|| variant.strip_prefix("only "))
}

/// Cuts a name to at most sixty characters.
pub(crate) fn short(name: &str) -> String {
    name.chars().take(60).collect::<String>().trim().to_owned()
}

/// Writes a text as TOML does.
#[must_use]
pub fn toml_text(text: &str) -> String {
    // TOML has all of JSON's escapes, but allows no bare delete character.
    let json = serde_json::Value::from(text).to_string();
    json.replace('\u{7f}', "\\u007f")
}

fn number_text(value: &str) -> String {
    if value.contains('/') {
        toml_text(value)
    } else {
        value.to_owned()
    }
}

fn switch_text(value: &str) -> String {
    if value.parse::<i64>().is_ok() {
        value.to_owned()
    } else {
        toml_text(value)
    }
}
