//! Initiative (section Initiative): the roll, and the choice to move first or second.

use crate::{Favorite, c, marks, turn};
use sandtable_battle::by;
use sandtable_battle::{Ask, Await, Battle, Dice, Key, Scene, Side, UnitId};

/// Rolls for initiative, with the attacker's bonus less the defender's, and with the winner of
/// ties. Returns whether the attacker wins. One stage with two outcomes: 0 the attacker, 1 the
/// defender.
pub fn roll(edge: i16, tie_to_attacker: bool, attacker: Side, dice: &mut dyn Dice) -> bool {
    by!(c::INIT_01, c::INIT_03);
    let die = Ask::Die { sides: 6 };
    let key = Key::of(c::INIT_01, &(edge, tie_to_attacker));
    let outcome = dice.stage(key, &mut |dice| {
        let own = dice.ask(die, attacker, c::INIT_01).cast_signed() + edge;
        let other = dice.ask(die, attacker.other(), c::INIT_01).cast_signed();
        u16::from(own < other || (own == other && !tie_to_attacker))
    });
    outcome == 0
}

impl Favorite {
    /// Returns the attacker: the scenario's, or the side that won the roll for it (SET-07).
    pub(crate) fn attacker(&self, b: &Battle) -> Side {
        let rolled = || marks::ATTACKER.of(b).unwrap_or(Side::A);
        b.setting.attacker.unwrap_or_else(rolled)
    }

    /// Returns the side that wins ties: the side that holds the initiative, at first the attacker
    /// (INIT-03, INIT-04, INIT-07).
    pub(crate) fn holder(&self, b: &Battle) -> Side {
        by!(c::INIT_04, c::INIT_07);
        marks::INITIATIVE.of(b).unwrap_or_else(|| self.attacker(b))
    }

    /// Returns the side that moves first this turn.
    pub(crate) fn leader_of_turn(&self, b: &Battle) -> Side {
        marks::FIRST.of(b).unwrap_or_else(|| self.holder(b))
    }

    /// Returns what the better general adds for the attacker, or takes off for the defender
    /// (INIT-02, INIT-08).
    pub(crate) fn edge(&self, b: &Battle) -> i16 {
        by!(c::INIT_02);
        let attacker = self.attacker(b);
        let plus = self.numbers.commanders.better_general;
        let [(own, here), (other, there)] =
            [attacker, attacker.other()].map(|side| self.ability(b, side));
        match own.cmp(&other) {
            std::cmp::Ordering::Greater if here => plus,
            std::cmp::Ordering::Less if there => -plus,
            _ => 0,
        }
    }

    /// Rolls for initiative and asks the winner for a choice (INIT-01 to INIT-05).
    pub(crate) fn roll_for_initiative(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::INIT_01);
        let attacker = self.attacker(scene);
        let tie = self.holder(scene) == attacker;
        let won = roll(self.edge(scene), tie, attacker, dice);
        let winner = if won { attacker } else { attacker.other() };
        let about = scene
            .side(winner)
            .next()
            .map_or(UnitId::default(), |(id, _)| id);
        scene.told(c::INIT_01, u16::from(!won), about, None);
        scene.hand_to(winner, c::INIT_05);
        scene.await_(Await::of(winner, c::INIT_05, 2));
    }

    /// Applies the winner's choice: 0 to move first, 1 to move second (INIT-05 to INIT-07).
    pub(crate) fn choose_order(&self, scene: &mut Scene, choice: u8, dice: &mut dyn Dice) {
        by!(c::INIT_06, c::INIT_07);
        let winner = scene.cursor.side;
        let first = if choice == 0 { winner } else { winner.other() };
        scene.set_battle(marks::INITIATIVE, Some(first), c::INIT_07);
        scene.set_battle(marks::FIRST, Some(first), c::INIT_06);
        self.begin_movement(scene, turn::MOVE_FIRST, first, dice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::Recorded;

    #[test]
    fn the_higher_die_wins_and_a_tie_keeps_the_initiative() {
        let won = |edge, tie, faces: &[u8]| roll(edge, tie, Side::A, &mut Recorded::new(faces));
        assert!(won(0, true, &[4, 4]) && !won(0, false, &[4, 4]));
        assert!(won(0, false, &[5, 4]) && !won(0, true, &[4, 5]));
        assert!(!won(-1, true, &[4, 4]));
    }
}
