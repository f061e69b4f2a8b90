//! Three-Hit, pike and shot: a difference of `three-hit`. Its troops are a table, its
//! powder is four procedures; everything else is played as in the rules it is based on.

pub mod c;

use sandtable_battle::{
    Ask, Battle, Dice, Difference, Legal, Mark, MarkSpec, Profile, Ruling, Scene, Switches, UnitId,
    Witness, by,
};
use sandtable_three_hit::{AsPrinted, Procedures, ThreeHit, marks::MARKS};

/// The unit has no powder and shot left (PIKE-02).
pub const OUT: Mark<bool> = Mark::at(MARKS);

const DIFFERENCE: Difference = Difference {
    id: "pike-and-shot",
    credit: [
        "Three-hit: Pike and Shot",
        "Sandtable, after John Acar and Neil Thomas",
        "a variant of Three-Hit",
        "Three-hit with the troops and the powder of the parent game's pike and shot, as players report them; what they leave open is ours and marked so.",
    ],
    numbers: include_str!("../numbers.toml"),
    clauses: include_str!("../clauses.toml"),
    switches: "",
    weights: include_str!("../weights.toml"),
    without: &["period", "skirmisher_move", "charge_through_skirmishers"],
};

/// Makes the rule set with these switches.
///
/// # Errors
/// As [`ThreeHit::new`].
pub fn open(switches: &Switches) -> Result<ThreeHit, String> {
    // The troops, and what each type can do, are numbers.
    by!(c::PIKE_01);
    ThreeHit::differing(&DIFFERENCE, &Powder, switches)
}

/// Lets powder run out; a unit that can shoot charges only without powder.
#[derive(Debug)]
struct Powder;

impl Procedures for Powder {
    fn marks(&self) -> Vec<MarkSpec> {
        let out = OUT.spec("out", c::PIKE_02, "It has no powder and shot left.");
        let out = out.titled("no powder");
        vec![out.told("{unit} have no powder left", "{unit} has no powder left")]
    }

    fn judge_shooter(&self, rules: &ThreeHit, battle: &Battle, id: UnitId, r: &mut Ruling) {
        AsPrinted.judge_shooter(rules, battle, id, r);
        r.require(!OUT.of(battle.unit(id)), c::PIKE_03, || Witness::Unit(id));
    }

    fn judge_charger(&self, rules: &ThreeHit, battle: &Battle, id: UnitId, r: &mut Ruling) {
        AsPrinted.judge_charger(rules, battle, id, r);
        let loaded = has_powder(rules, battle, id);
        r.require(!loaded, c::PIKE_03, || Witness::Unit(id));
    }

    fn shoot(&self, rules: &ThreeHit, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        AsPrinted.shoot(rules, legal, scene, dice);
        let Some(id) = legal.order().unit().filter(|_| scene.ended.is_none()) else {
            return;
        };
        let table =
            [1, 2, 3, 4, 5, 6].map(|face| u8::from(face <= rules.own_number("powder_out_on")));
        let out = dice.ask(Ask::Read { table }, scene.unit(id).side, c::PIKE_02);
        scene.told(c::PIKE_02, out, id, None);
        scene.set(id, OUT, out > 0, c::PIKE_02);
    }

    fn profile(&self, rules: &ThreeHit, battle: &Battle, id: UnitId) -> Profile {
        let mut profile = AsPrinted.profile(rules, battle, id);
        if has_powder(rules, battle, id) {
            profile.charge = 0;
        } else {
            (profile.range, profile.fire, profile.fire_moved) = (0, 0, 0);
        }
        profile
    }
}

/// Whether a unit's type shoots, and the unit has powder left.
fn has_powder(rules: &ThreeHit, battle: &Battle, id: UnitId) -> bool {
    rules.shoots(battle, id) && !OUT.of(battle.unit(id))
}
