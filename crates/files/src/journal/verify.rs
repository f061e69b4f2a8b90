//! Replays a journal, to see whether the rules still agree with it.

use super::{Header, Journal, Line, Proof, Struck, faces, fingerprint, renew};
use sandtable_battle::joint::Chains;
use sandtable_battle::{
    Battle, Clause, Event, Faces, Recorded, Roll, Rolled, Rules, Scene, Seal, Stated, Stream,
    Thrown, UnitId,
};
use sandtable_geometry::{TOLERANCE, within};
use sandtable_tongue::{say, translate};
use serde::Serialize;
use std::fmt;

/// Where a journal and the rules first differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The journal's line, from 0; in the file it is two lines further down if lines are counted
    /// from 1.
    pub line: u32,
    /// The clause it is about, if it is about one.
    pub clause: Option<Clause>,
    /// What the rules say.
    pub expected: String,
    /// What the journal says.
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!(
            "line {line}: the rules give {expected}, the journal has {found}",
            line = self.line,
            expected = self.expected,
            found = self.found
        ))
    }
}

impl std::error::Error for Mismatch {}

/// Replays every line, including those struck out.
pub(super) fn verify(journal: &Journal, rules: &dyn Rules) -> Result<Proof, Mismatch> {
    check_header(journal, rules)?;
    let mut proof = Proof::of(&journal.header, rules.card());
    let mut battle = journal.start.clone();
    let mut chains = Chains::default();
    for (n, line) in (0..).zip(&journal.lines) {
        let check = Check {
            line: n,
            opens: n == 0,
        };
        check.same(None, &n, &line.n)?;
        check.line(journal, &mut battle, line, rules, &mut proof)?;
        check.joint(&mut chains, line)?;
        if !line.struck.is_empty() {
            // What was struck out after the opening opens nothing.
            let later = Check {
                opens: false,
                ..check
            };
            let after = (battle.clone(), chains.clone());
            later.struck(journal, after, line, rules, &mut proof)?;
        }
    }
    proof.open = (battle.ended.is_none()).then(|| journal.next().saturating_sub(1));
    Ok(proof)
}

fn check_header(journal: &Journal, rules: &dyn Rules) -> Result<(), Mismatch> {
    let check = Check {
        line: 0,
        opens: true,
    };
    let header = &journal.header;
    check.same(None, &rules.card().id, &header.rules)?;
    if let Some(renewed) = header.renewed
        && renewed > journal.next()
    {
        let expected = say!("at most {n} lines of format 1", n = journal.next());
        return Err(check.mismatch(None, expected, shown(&renewed)));
    }
    let sum = fingerprint(header.battle.as_bytes());
    if let Some(seal) = &header.seal
        && seal.until.is_none()
    {
        let (expected, found) = (seal.seed(), header.seed);
        if expected != found {
            return Err(check.mismatch(
                None,
                say!(
                    "the seed {seed}, which follows from its seal",
                    seed = expected
                ),
                say!("the seed {seed}", seed = found),
            ));
        }
    }
    if sum == header.sum {
        return check.same(None, &journal.start.setting.switches, &header.switches);
    }
    let expected = say!(
        "a battle in the header with the fingerprint {sum}",
        sum = format_args!("{sum:016x}")
    );
    Err(check.mismatch(
        None,
        expected,
        say!(
            "one with {sum}: it was edited",
            sum = format_args!("{:016x}", header.sum)
        ),
    ))
}

/// The checks of one line.
struct Check {
    /// The line's number; for one that was struck out, that of the line it followed.
    line: u32,
    /// Whether it is the opening.
    opens: bool,
}

impl Check {
    fn mismatch(
        &self,
        clause: Option<Clause>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Mismatch {
        Mismatch {
            line: self.line,
            clause,
            expected: spoken(expected.into()),
            found: spoken(found.into()),
        }
    }

    fn same<T: PartialEq + Serialize>(
        &self,
        clause: Option<Clause>,
        expected: &T,
        found: &T,
    ) -> Result<(), Mismatch> {
        if expected == found {
            Ok(())
        } else {
            Err(self.mismatch(clause, shown(expected), shown(found)))
        }
    }

    /// Checks the lines struck out after a line, each in the battle and after the throws that it
    /// followed.
    fn struck(
        &self,
        journal: &Journal,
        after: (Battle, Chains),
        line: &Line,
        rules: &dyn Rules,
        proof: &mut Proof,
    ) -> Result<(), Mismatch> {
        let mut walk = Struck::after(line, after);
        while let Some((place, before)) = walk.step() {
            let one = &line.struck[place];
            let Some((mut battle, mut chains)) = before else {
                let found = say!("one that follows no other");
                return Err(self.mismatch(None, say!("lines struck out in a row"), found));
            };
            self.line(journal, &mut battle, one, rules, proof)?;
            self.joint(&mut chains, one)?;
            walk.leave((battle, chains));
        }
        Ok(())
    }

    /// Checks one line in the battle it was given in, and applies it to that battle.
    fn line(
        &self,
        journal: &Journal,
        battle: &mut Battle,
        line: &Line,
        rules: &dyn Rules,
        proof: &mut Proof,
    ) -> Result<(), Mismatch> {
        let mut dice = faces(&line.rolls);
        if self.opens && (line.order.is_some() || line.stated.is_some()) {
            let found = say!("an order or a statement");
            return Err(self.mismatch(None, say!("the opening of the battle"), found));
        }
        if let Some(stated) = &line.stated {
            let sound = stated.check(battle);
            sound.map_err(|why| {
                self.mismatch(
                    None,
                    say!("no such statement: {why}", why = why),
                    "a statement",
                )
            })?;
            if stated.ruling.is_some() && (line.order.is_some() || !line.events.is_empty()) {
                return Err(self.mismatch(None, say!("a ruling and no order"), "an order"));
            }
            let mut amends = stated.amends.iter();
            let kept = amends.try_for_each(|one| one.check(battle, rules.card()));
            kept.map_err(|why| self.mismatch(None, say!("a position that can be"), why))?;
            battle.stand_as(stated);
            self.stated(battle, stated, rules)?;
        }
        let events = self.replay(battle, line, rules, &mut dice)?;
        self.dice(&dice, &line.rolls)?;
        let renewed = journal.header.renewed;
        if renewed.is_some_and(|lines| self.line < lines) {
            self.renewed(battle, &events, line, rules)?;
        } else {
            self.events(&events, &line.events)?;
        }
        let known = self.thrown(&journal.header, line)?;
        proof.count(line, known);
        line.events.iter().for_each(|event| battle.apply(event));
        let last = line.events.last().map(Event::why);
        self.same(
            last,
            &format!("{:016x}", battle.fingerprint()),
            &format!("{:016x}", line.after),
        )
    }

    /// Checks that what was stated matches the arrangement: the distance is right, and no unit
    /// stands on another.
    fn stated(&self, battle: &Battle, stated: &Stated, rules: &dyn Rules) -> Result<(), Mismatch> {
        if stated.ruling.is_some() {
            return self.sound(battle, rules);
        }
        // Later statements may put a unit anywhere: what lies under it is stated anew each time.
        if stated.bare.is_some() {
            self.sound(battle, rules)?;
        }
        let base = |id| rules.footprint(battle, id);
        if let Some(says) = &stated.says
            && let Some(target) = says.target
        {
            let found = base(says.unit).distance(&base(target)).length;
            if !within((found - says.range).abs(), 0) {
                return Err(self.mismatch(None, shown(&found), shown(&says.range)));
            }
        }
        let card = rules.card();
        let kind = |id: UnitId| card.kinds.get(usize::from(battle.unit(id).kind));
        let solid = |id: UnitId| {
            let unit = battle.unit(id);
            unit.on_table() && unit.with.is_none() && kind(id).is_none_or(|kind| !kind.leader)
        };
        let put = stated.poses.iter().map(|stand| stand.unit);
        for one in put.filter(|&id| solid(id)) {
            let own = base(one).grown(-TOLERANCE);
            let others = battle.present().map(|(id, _)| id);
            let mut others = others.filter(|&id| id != one && solid(id));
            if let Some(on) = others.find(|&id| {
                own.overlaps(&base(id).grown(-TOLERANCE)) && !rules.may_overlap(battle, one, id)
            }) {
                let (one, on) = (battle.setting.name(one), battle.setting.name(on));
                return Err(self.mismatch(
                    None,
                    "room for every unit",
                    say!("{one} on {on}", one = one, on = on),
                ));
            }
        }
        Ok(())
    }

    /// Checks that a file can hold the position.
    fn sound(&self, battle: &Battle, rules: &dyn Rules) -> Result<(), Mismatch> {
        is_sound(battle, rules)
            .map_err(|why| self.mismatch(None, say!("a position that can be"), why))
    }

    /// Checks what the rules make of the line's order with these faces.
    fn replay(
        &self,
        battle: &Battle,
        line: &Line,
        rules: &dyn Rules,
        dice: &mut Recorded,
    ) -> Result<Vec<Event>, Mismatch> {
        let Some(order) = &line.order else {
            if line.stated.is_some() {
                return Ok(Vec::new());
            }
            if !self.opens {
                return Err(self.mismatch(None, "an order", "no order"));
            }
            let mut scene = Scene::new(battle.clone());
            if battle.is_unopened() {
                rules.open(&mut scene, dice);
            }
            return Ok(scene.finish().1);
        };
        rules
            .play(battle, order, dice)
            .map(|(_, events)| events)
            .map_err(|refusals| {
                let first = refusals.reasons().first();
                let why = first.map_or_else(String::new, |r| {
                    sandtable_tell::refusal(battle, rules.card(), r)
                });
                self.mismatch(
                    first.map(|r| r.clause),
                    say!("a refusal ({why})", why = why),
                    shown(order),
                )
            })
    }

    /// Compares the events of a line that was written in format 1: those other than marks must be
    /// the same, and the marks must come to the same values.
    fn renewed(
        &self,
        before: &Battle,
        ours: &[Event],
        line: &Line,
        rules: &dyn Rules,
    ) -> Result<(), Mismatch> {
        // A line that was struck out may be of today's format, and so may change a mark in steps.
        if ours == line.events {
            return Ok(());
        }
        let told = |events: &[Event]| {
            let seen = |event: &Event| !event.is_remembered();
            events.iter().copied().filter(seen).collect::<Vec<_>>()
        };
        self.events(&told(ours), &told(&line.events))?;
        if let Some(wrong) = renew::misstep(before, &line.events) {
            let expected = say!("one change of each mark, from what it was");
            return Err(self.mismatch(Some(wrong.why()), expected, shown(wrong)));
        }
        let kept = rules.card().state.before.as_ref();
        let blurred = kept.map_or(&[] as &[u8], |before| &before.blurred);
        let after = |events: &[Event]| {
            let mut battle = before.clone();
            events.iter().for_each(|event| battle.apply(event));
            for unit in &mut battle.units {
                blurred
                    .iter()
                    .for_each(|&at| unit.marks[usize::from(at)] = 0);
            }
            battle
        };
        let (ours, theirs) = (after(ours), after(&line.events));
        let last = line.events.last().map(Event::why);
        let pairs = ours.units.iter().zip(&theirs.units);
        for (our, their) in pairs.filter(|(our, their)| our != their) {
            self.same(last, our, their)?;
        }
        self.same(last, &ours.notes, &theirs.notes)?;
        let print = |battle: &Battle| format!("{:016x}", battle.fingerprint());
        self.same(last, &print(&ours), &print(&theirs))
    }

    fn dice(&self, dice: &Recorded, rolls: &[Roll]) -> Result<(), Mismatch> {
        if let Some((face, ask)) = dice.wrong() {
            let roll = rolls.iter().find(|roll| roll.faces.contains(&face));
            return Err(self.mismatch(
                roll.map(|r| r.why),
                say!("a throw {dice}", dice = shown(&ask)),
                say!("a face {face}", face = face),
            ));
        }
        for (expected, found) in dice.rolls().iter().zip(rolls) {
            // The rules cannot know whose dice were thrown.
            let expected = Roll {
                thrown: found.thrown,
                ..expected.clone()
            };
            self.same(Some(found.why), &expected, found)?;
        }
        if let Some((ask, _, why)) = dice.wanted() {
            return Err(self.mismatch(
                Some(why),
                say!("a throw {dice}", dice = shown(&ask)),
                "too few faces",
            ));
        }
        if dice.left_over() > 0 || dice.rolls().len() < rolls.len() {
            let extra = rolls.get(dice.rolls().len());
            let found = say!("{n} more faces", n = dice.left_over());
            return Err(self.mismatch(extra.map(|r| r.why), "no other throw", found));
        }
        Ok(())
    }

    /// Checks the source of each throw. Under a seal, the engine must throw what the seal gives;
    /// elsewhere, what the seed of the journal or of the line gives. Returns whether the seed was
    /// confirmed: an older journal may have other dice.
    fn thrown(&self, header: &Header, line: &Line) -> Result<bool, Mismatch> {
        let seal = header.seal.as_ref();
        let seal = seal.filter(|seal| seal.holds(line.n) || self.was_sealed(seal, line));
        let joint = line.joint.as_deref();
        let usual = line.usual(header.seed);
        if line.stream == Some(usual) || (line.stream.is_some() && !line.has_engine_dice()) {
            let expected = say!("dice of the seed, with no other named");
            return Err(self.mismatch(None, expected, say!("another")));
        }
        let mut dice = match (joint, seal, line.stream.unwrap_or(usual)) {
            (Some(joint), ..) => joint.dice(line.n),
            (None, Some(seal), _) => seal.dice(line.n),
            (None, None, Stream { seed, number }) => Rolled::new(seed, number),
        };
        let is_sealed = joint.is_some() || seal.is_some();
        let mut known = true;
        for roll in &line.rolls {
            let expected = match (is_sealed, roll.thrown) {
                // Parties who pledge dice throw none by hand.
                (_, Thrown::Hand) if joint.is_none() => continue,
                (true, Thrown::Engine | Thrown::Hand) => say!("sealed dice"),
                (false, Thrown::Sealed) => say!("dice without a seal"),
                _ => {
                    let (count, sides) = roll.ask.dice();
                    let faces: Faces = (0..count).map(|_| dice.face(sides)).collect();
                    if faces == roll.faces {
                        continue;
                    }
                    if !is_sealed && !header.seeded && line.stream.is_none() {
                        known = false;
                        continue;
                    }
                    let faces = shown(&faces);
                    if is_sealed {
                        say!("the sealed dice {faces}", faces = faces)
                    } else {
                        say!("the dice {faces} from the seed", faces = faces)
                    }
                }
            };
            let found = format!("{} ({})", shown(&roll.faces), shown(&roll.thrown));
            return Err(self.mismatch(Some(roll.why), expected, found));
        }
        Ok(known)
    }

    /// Returns whether a line that was struck out was thrown under a seal that was broken later, at
    /// or after the line it followed. It may also have been thrown after the seal was broken there.
    fn was_sealed(&self, seal: &Seal, line: &Line) -> bool {
        let sealed = |roll: &Roll| roll.thrown == Thrown::Sealed;
        self.line < line.n && seal.holds(self.line) && line.rolls.iter().any(sealed)
    }

    /// Checks that what was opened for joint dice matches what was pledged.
    fn joint(&self, chains: &mut Chains, line: &Line) -> Result<(), Mismatch> {
        let Some(joint) = &line.joint else {
            return Ok(());
        };
        chains
            .take(joint)
            .map_err(|why| self.mismatch(None, say!("values that were pledged before"), why))
    }

    fn events(&self, expected: &[Event], found: &[Event]) -> Result<(), Mismatch> {
        for place in 0..expected.len().max(found.len()) {
            let (ours, theirs) = (expected.get(place), found.get(place));
            if ours != theirs {
                let show =
                    |event: Option<&Event>| event.map_or_else(|| say!("nothing more"), shown);
                let clause = ours.or(theirs).map(Event::why);
                return Err(self.mismatch(clause, show(ours), show(theirs)));
            }
        }
        Ok(())
    }
}

/// Checks that a battle file could begin with the battle as it stands.
///
/// # Errors
/// Says in words why not.
pub fn is_sound(battle: &Battle, rules: &dyn Rules) -> Result<(), String> {
    let text = crate::write_battle(battle, rules.card());
    match crate::read_battle(&text, rules) {
        // A value that a file does not hold exactly would be lost when the battle is stored as one.
        Ok(read) if !battle.amends_to(&read).is_empty() => {
            Err(say!("a ruling says what these rules cannot keep"))
        }
        Ok(_) => Ok(()),
        Err(found) => Err(crate::amend::told(&found, &text, battle)),
    }
}

/// Returns the battle after a ruling.
///
/// # Errors
/// Says in words why the ruling is not possible.
pub fn ruled(battle: &Battle, ruling: &Stated, rules: &dyn Rules) -> Result<Battle, String> {
    if ruling.ruling.is_none() {
        return Err(say!("a ruling needs a reason, in a line that can be read"));
    }
    ruling.check(battle)?;
    let mut amends = ruling.amends.iter();
    amends.try_for_each(|one| one.check(battle, rules.card()))?;
    let mut after = battle.clone();
    after.stand_as(ruling);
    is_sound(&after, rules)?;
    Ok(after)
}

/// Translates a text.
fn spoken(mut text: String) -> String {
    translate(&mut text);
    text
}

/// Returns a value as the journal writes it.
fn shown<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "?".to_owned())
}
