//! What replaying a journal proves, and what nobody can prove that way.

use super::{Header, Line};
use sandtable_battle::{Card, Roll, Stated, Thrown};
use sandtable_tongue::say;
use serde::Serialize;

/// What was verified in a journal that agrees with the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// Engine throws that the seed confirms, face by face.
    pub seeded: u32,
    /// Throws that the seal confirms.
    pub sealed: u32,
    /// Throws that a host and the players made together, each opening what they had pledged.
    pub joint: u32,
    /// Throws from a seed that their line names.
    pub named: u32,
    /// Engine throws of unknown source, in older journals.
    pub unknown: u32,
    /// Throws of real dice.
    pub hand: u32,
    /// Lines with a statement about a real table.
    pub stated: u32,
    /// Rulings of an umpire.
    pub ruled: u32,
    /// How many lines were first written in format 1: what their marks came to is compared, not
    /// each step on the way.
    pub renewed: u32,
    /// The number of the last line, if the battle is not over there.
    pub open: Option<u32>,
    /// Marks that format 1 kept less exactly than today's format, if lines were first written in
    /// it: what they held there is not compared.
    pub blurred: Vec<String>,
    /// The edition that played it, if different from the present one.
    pub edition: Option<u16>,
    /// The fingerprint of its numbers, if different from the present ones.
    pub card: Option<u64>,
}

impl Proof {
    /// Returns what a header proves under a card.
    pub(super) fn of(header: &Header, card: &Card) -> Self {
        let before = (card.state.before.as_ref()).filter(|_| header.renewed.is_some());
        let blurred = before.map_or(&[] as &[u8], |before| &before.blurred);
        let name = |&at: &u8| Some(card.marks.get(usize::from(at))?.id.clone());
        Self {
            renewed: header.renewed.unwrap_or(0),
            blurred: blurred.iter().filter_map(name).collect(),
            edition: (header.edition != card.edition).then_some(header.edition),
            card: (header.card != card.hash).then_some(header.card),
            ..Self::default()
        }
    }

    /// Counts the throws of a line that was verified; `known` says whether its engine dice are
    /// those of the seed.
    pub(super) fn count(&mut self, line: &Line, known: bool) {
        let ruling = |stated: &Stated| stated.ruling.is_some();
        let ruled = line.stated.as_deref().is_some_and(ruling);
        self.ruled += u32::from(ruled);
        self.stated += u32::from(line.stated.is_some() && !ruled);
        for Roll { thrown, .. } in &line.rolls {
            *match thrown {
                Thrown::Hand => &mut self.hand,
                Thrown::Sealed if line.joint.is_some() => &mut self.joint,
                Thrown::Sealed => &mut self.sealed,
                Thrown::Engine if !known => &mut self.unknown,
                Thrown::Engine if line.stream.is_some() => &mut self.named,
                Thrown::Engine => &mut self.seeded,
            } += 1;
        }
    }

    /// Returns what the replay cannot prove, one sentence each.
    #[must_use]
    pub fn cannot(&self) -> Vec<String> {
        let mut all = Vec::new();
        if let Some(edition) = self.edition {
            all.push(say!(
                "it was played with edition {n} of these rules, not with this one",
                n = edition
            ));
        }
        if let Some(card) = self.card {
            all.push(say!(
                "it was played with other numbers ({hash})",
                hash = format_args!("{card:016x}")
            ));
        }
        if self.renewed > 0 {
            all.push(say!(
                "the steps by which marks changed in the first {n} lines, first written in format 1: only what they came to is compared",
                n = self.renewed
            ));
        }
        if !self.blurred.is_empty() {
            all.push(say!(
                "the values of these marks in lines first written in format 1: {marks}",
                marks = self.blurred.join(", ")
            ));
        }
        if self.hand > 0 {
            all.push(say!(
                "throws with real dice, as you entered them: {n}",
                n = self.hand
            ));
        }
        if self.stated > 0 {
            all.push(say!(
                "statements about a real table, as you entered them: {n}",
                n = self.stated
            ));
        }
        if self.ruled > 0 {
            all.push(say!(
                "rulings of an umpire, which put right by hand what stood on the map: {n}",
                n = self.ruled
            ));
        }
        if self.named > 0 {
            all.push(say!(
                "throws from another seed, named in their line: {n}",
                n = self.named
            ));
        }
        if self.unknown > 0 {
            all.push(say!(
                "throws that do not come from the seed: {n}",
                n = self.unknown
            ));
        }
        if self.seeded + self.named > 0 {
            all.push(say!(
                "that nobody tried several seeds or orders and kept a lucky battle: only sealed dice show that"
            ));
        }
        if let Some(line) = self.open {
            all.push(say!(
                "that the battle stopped after line {n}: it is not over, and whoever keeps a journal can leave off its last lines",
                n = line
            ));
        }
        all
    }
}
