//! What makes a study the study it is: by this its results know it again.

use crate::draw::Draw;
use crate::model::Study;
use sandtable_files::{BATTLE_FORMAT, write_battle};

/// The same with no titles: they are those of the language that is spoken, and nothing
/// comes of them.
fn unnamed(draw: &Draw) -> Draw {
    let mut draw = draw.clone();
    for kind in &mut draw.kinds {
        kind.title.clear();
        kind.unit.name.clear();
    }
    draw
}

/// A fingerprint of what a study plays: all that a battle's course depends on,
/// and nothing else, so that more battles of the same may be asked for.
#[must_use]
pub fn fingerprint(study: &Study) -> String {
    let mut words = format!("{} {} {:?}\n", study.seed, study.swap, study.limits);
    if study.luck {
        words.push_str("luck\n");
    }
    for arm in &study.arms {
        let card = arm.rules.card();
        // In which format files are written is no part of what is played: results of
        // studies that began under format 1 go on.
        let battle = write_battle(&arm.start, card);
        let battle = battle.replacen(&format!("format = {BATTLE_FORMAT}"), "format = 1", 1);
        words.push_str(&format!(
            "{} {} {:016x} {:?}\n{battle}\n",
            card.id, card.edition, card.hash, arm.players
        ));
        if let Some(draw) = &arm.draw {
            words.push_str(&format!("{:?}\n", unnamed(draw)));
        }
    }
    format!("{:016x}", sandtable_keep::sum(words.as_bytes()))
}
