//! What replaying a journal proves, and what nobody can prove that way.

use super::{Header, Line};
use sandtable_battle::{Card, Roll, Stated, Thrown};
use sandtable_tongue::say;
use serde::Serialize;

/// What was verified in a journal that agrees with the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// The edition that played it, if different from the present one.
    pub edition: Option<u16>,
    /// The fingerprint of its numbers, if different from the present ones.
    pub card: Option<u64>,
}

impl Proof {
    /// Returns what a header proves under a card.
    pub(super) fn of(header: &Header, card: &Card) -> Self {
        Self {
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
        if self.hand > 0 {
            all.push(say!(
                "{n} throws with real dice, as you entered them",
                n = self.hand
            ));
        }
        if self.stated > 0 {
            all.push(say!(
                "{n} statements about a real table, as you entered them",
                n = self.stated
            ));
        }
        if self.ruled > 0 {
            all.push(say!(
                "{n} rulings of an umpire: what stood on the map was put right by hand",
                n = self.ruled
            ));
        }
        if self.named > 0 {
            all.push(say!(
                "{n} throws from another seed, named in their line",
                n = self.named
            ));
        }
        if self.unknown > 0 {
            all.push(say!(
                "{n} throws that do not come from the seed",
                n = self.unknown
            ));
        }
        if self.seeded + self.named > 0 {
            all.push(say!(
                "that nobody tried several seeds and kept a lucky one: only sealed dice show that"
            ));
        }
        all
    }
}
