//! Everything that there is to choose from.

use crate::measure::{degrees, size, xy};
use crate::view::{
    Catalogue, FileNames, LevelInfo, RulesetInfo, ScenarioInfo, Thumb, TutorialInfo,
};
use crate::{EngineError, Shelf, ledger, lesson, table};
use sandtable_battle::Side;
use sandtable_opponents::LEVELS;
use sandtable_tongue::say;

/// Returns everything on a shelf.
///
/// # Errors
/// If a scenario on it cannot be read: says what is wrong with it, and where.
pub(crate) fn catalogue(shelf: &Shelf) -> Result<Catalogue, EngineError> {
    let scenarios: Result<Vec<ScenarioInfo>, EngineError> = shelf
        .scenarios()
        .iter()
        .map(|scenario| info(shelf, &scenario.id, &scenario.text))
        .collect();
    let tutorials: Result<Vec<TutorialInfo>, EngineError> = shelf
        .lessons()
        .iter()
        .map(|lessons| {
            sandtable_register::speak_of(&lessons.rules);
            let (tutorial, _) = lesson::read(shelf, lessons)?;
            Ok(TutorialInfo {
                rules: tutorial.rules,
                title: say(&tutorial.title).to_owned(),
                says: say(&tutorial.says).to_owned(),
                minutes: tutorial.minutes,
                steps: tutorial.steps.len(),
            })
        })
        .collect();
    Ok(Catalogue {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rulesets: shelf
            .cards()
            .map(|card| {
                sandtable_register::speak_of(&card.id);
                RulesetInfo {
                    period: period(shelf, &card.id, ""),
                    says: shelf
                        .library(&card.id)
                        .map_or_else(String::new, |library| say(&library.says).to_owned()),
                    id: card.id.clone(),
                    title: card.credit.title.clone(),
                    author: card.credit.author.clone(),
                    published: card.credit.published.clone(),
                    status: card.credit.status.clone(),
                    clauses: card.clauses.len(),
                }
            })
            .collect(),
        scenarios: scenarios?,
        tutorials: tutorials?,
        levels: LEVELS
            .iter()
            .map(|level| LevelInfo {
                id: level.id.to_owned(),
                title: say(level.title).to_owned(),
                says: say(level.says).to_owned(),
                elo: level.elo,
            })
            .collect(),
    })
}

/// Returns the period of a battle, or that of its rule set if the battle names none.
fn period(shelf: &Shelf, rules: &str, battle: &str) -> String {
    let Some(library) = shelf.library(rules) else {
        return String::new();
    };
    let own = library.battle.get(battle).and_then(|of| of.period.as_ref());
    say(own.unwrap_or(&library.period)).to_owned()
}

fn info(shelf: &Shelf, id: &str, text: &str) -> Result<ScenarioInfo, EngineError> {
    let (rules, battle) = ledger::read_battle(shelf, text)
        .map_err(|e| EngineError::new(format!("scenario {id}: {e}")))?;
    let setting = &battle.setting;
    let (kinds, ruler) = (&rules.card().kinds, rules.card().ruler);
    let name = id.rsplit('/').next().unwrap_or(id);
    let measured = shelf
        .library(&setting.rules)
        .and_then(|library| library.battle.get(name));
    Ok(ScenarioInfo {
        id: id.to_owned(),
        rules: setting.rules.clone(),
        title: say(&setting.title).to_owned(),
        written: FileNames {
            title: setting.title.clone(),
            sides: setting.sides.each_ref().map(|side| side.name.clone()),
        },
        story: say(&setting.story).to_owned(),
        victory: say(&setting.victory.words).to_owned(),
        sides: Side::BOTH.map(|side| setting.side_called(side).to_owned()),
        colours: setting.sides.clone().map(|side| side.colour),
        turns: setting.turns,
        period: period(shelf, &setting.rules, name),
        minutes: measured.map(sandtable_register::Measured::minutes),
        first_wins: measured.map(sandtable_register::Measured::first_wins),
        strength: Side::BOTH.map(|side| battle.units.iter().filter(|u| u.side == side).count()),
        ruler,
        table: table::size(ruler, setting),
        terrain: table::terrain(ruler, setting),
        units: battle
            .present()
            .map(|(unit, u)| {
                let rect = rules.footprint(&battle, unit);
                let figure = kinds.get(usize::from(u.kind)).map(|k| k.figure.as_str());
                Thumb {
                    side: u.side.into(),
                    at: xy(ruler, rect.centre()),
                    facing: degrees(rect.facing()),
                    size: size(ruler, &rect),
                    figure: figure.unwrap_or("infantry").to_owned(),
                }
            })
            .collect(),
    })
}
