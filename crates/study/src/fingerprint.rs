//! The identity of a study, by which its results recognise it.

use crate::draw::Draw;
use crate::model::Study;
use sandtable_files::{BATTLE_FORMAT, write_battle};

/// Returns a draw without titles: they depend on the current language and do not affect the
/// battles.
fn unnamed(draw: &Draw) -> Draw {
    let mut draw = draw.clone();
    for kind in &mut draw.kinds {
        kind.title.clear();
        kind.unit.name.clear();
    }
    draw
}

/// Returns a fingerprint of what a study plays: all that the course of a battle depends on, and
/// nothing else, so that you may ask for more battles of the same study.
#[must_use]
pub fn fingerprint(study: &Study) -> String {
    let mut words = format!("{} {} {:?}\n", study.seed, study.swap, study.limits);
    if study.luck {
        words.push_str("luck\n");
    }
    for arm in &study.arms {
        let card = arm.rules.card();
        // The format of files does not affect what is played, so that results of studies begun
        // under format 1 stay valid.
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
