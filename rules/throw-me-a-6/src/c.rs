//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use sandtable_battle::Clause;

/// T6-META-01: Six-sided dice.
pub const META_01: Clause = Clause::new(101);
/// T6-META-02: No markers.
pub const META_02: Clause = Clause::new(102);
/// T6-META-03: Nobody fights to the last.
pub const META_03: Clause = Clause::new(103);
/// T6-META-04: Losses do not weaken.
pub const META_04: Clause = Clause::new(104);
/// T6-META-05: Fractions are kept.
pub const META_05: Clause = Clause::new(105);
/// T6-SCALE-01: The board.
pub const SCALE_01: Clause = Clause::new(201);
/// T6-SCALE-02: Larger figures.
pub const SCALE_02: Clause = Clause::new(202);
/// T6-SCALE-03: Length of a game.
pub const SCALE_03: Clause = Clause::new(203);
/// T6-UNIT-01: Four bases.
pub const UNIT_01: Clause = Clause::new(301);
/// T6-UNIT-02: Elephants, chariots, artillery.
pub const UNIT_02: Clause = Clause::new(302);
/// T6-UNIT-03: One base with hits.
pub const UNIT_03: Clause = Clause::new(303);
/// T6-UNIT-04: Armour.
pub const UNIT_04: Clause = Clause::new(304);
/// T6-UNIT-05: Combat skill.
pub const UNIT_05: Clause = Clause::new(305);
/// T6-UNIT-06: Experience.
pub const UNIT_06: Clause = Clause::new(306);
/// T6-UNIT-07: Reduced to one base.
pub const UNIT_07: Clause = Clause::new(307);
/// T6-UNIT-08: Types and traits.
pub const UNIT_08: Clause = Clause::new(308);
/// T6-UNIT-09: Rear rank first.
pub const UNIT_09: Clause = Clause::new(309);
/// T6-ARMY-01: Element lists.
pub const ARMY_01: Clause = Clause::new(310);
/// T6-ARMY-02: Other army lists.
pub const ARMY_02: Clause = Clause::new(311);
/// T6-SET-01: No man's land.
pub const SET_01: Clause = Clause::new(401);
/// T6-SET-02: Clear of the flanks.
pub const SET_02: Clause = Clause::new(402);
/// T6-SET-03: Five terrain pieces.
pub const SET_03: Clause = Clause::new(403);
/// T6-SET-04: Italy.
pub const SET_04: Clause = Clause::new(404);
/// T6-SET-05: A river.
pub const SET_05: Clause = Clause::new(405);
/// T6-SET-06: A town has a road.
pub const SET_06: Clause = Clause::new(406);
/// T6-SET-07: The attacker chooses his edge.
pub const SET_07: Clause = Clause::new(407);
/// T6-SET-08: Four rounds of deployment.
pub const SET_08: Clause = Clause::new(408);
/// T6-SET-09: The attacker begins.
pub const SET_09: Clause = Clause::new(409);
/// T6-SET-10: Deployment area.
pub const SET_10: Clause = Clause::new(410);
/// T6-SEQ-01: The four steps.
pub const SEQ_01: Clause = Clause::new(501);
/// T6-SEQ-02: The first turn.
pub const SEQ_02: Clause = Clause::new(502);
/// T6-SEQ-03: Initiative.
pub const SEQ_03: Clause = Clause::new(503);
/// T6-SEQ-04: A tied roll.
pub const SEQ_04: Clause = Clause::new(504);
/// T6-SEQ-05: Actions.
pub const SEQ_05: Clause = Clause::new(505);
/// T6-SEQ-06: Late shots.
pub const SEQ_06: Clause = Clause::new(506);
/// T6-SEQ-07: Melee step.
pub const SEQ_07: Clause = Clause::new(507);
/// T6-SEQ-08: End of the game.
pub const SEQ_08: Clause = Clause::new(508);
/// T6-SEQ-09: One move, one shot.
pub const SEQ_09: Clause = Clause::new(509);
/// T6-MOVE-01: Rates.
pub const MOVE_01: Clause = Clause::new(601);
/// T6-MOVE-02: Straight ahead.
pub const MOVE_02: Clause = Clause::new(602);
/// T6-MOVE-03: Any other direction.
pub const MOVE_03: Clause = Clause::new(603);
/// T6-MOVE-04: Pivot and go.
pub const MOVE_04: Clause = Clause::new(604);
/// T6-MOVE-05: Pivot first.
pub const MOVE_05: Clause = Clause::new(605);
/// T6-MOVE-06: Light troops go anywhere.
pub const MOVE_06: Clause = Clause::new(606);
/// T6-MOVE-07: A free change of facing.
pub const MOVE_07: Clause = Clause::new(607);
/// T6-MOVE-08: A second change of facing.
pub const MOVE_08: Clause = Clause::new(608);
/// T6-MOVE-09: Passing through.
pub const MOVE_09: Clause = Clause::new(609);
/// T6-MOVE-10: Oblique.
pub const MOVE_10: Clause = Clause::new(610);
/// T6-MOVE-11: Difficult terrain.
pub const MOVE_11: Clause = Clause::new(611);
/// T6-MOVE-12: Sure-footed troops.
pub const MOVE_12: Clause = Clause::new(612);
/// T6-MOVE-13: Light infantry breaks off.
pub const MOVE_13: Clause = Clause::new(613);
/// T6-MOVE-14: Cavalry breaks off.
pub const MOVE_14: Clause = Clause::new(614);
/// T6-MOVE-15: Held in contact.
pub const MOVE_15: Clause = Clause::new(615);
/// T6-MOVE-16: Clear of enemies.
pub const MOVE_16: Clause = Clause::new(616);
/// T6-MOVE-17: A straight move.
pub const MOVE_17: Clause = Clause::new(617);
/// T6-MOVE-18: Staying on the board.
pub const MOVE_18: Clause = Clause::new(618);
/// T6-TERR-01: Kinds of terrain.
pub const TERR_01: Clause = Clause::new(701);
/// T6-TERR-02: What is difficult.
pub const TERR_02: Clause = Clause::new(702);
/// T6-TERR-03: What is cover.
pub const TERR_03: Clause = Clause::new(703);
/// T6-TERR-04: Levels.
pub const TERR_04: Clause = Clause::new(704);
/// T6-TERR-05: In difficult terrain.
pub const TERR_05: Clause = Clause::new(705);
/// T6-GEO-01: Coordinates.
pub const GEO_01: Clause = Clause::new(801);
/// T6-GEO-02: Footprints.
pub const GEO_02: Clause = Clause::new(802);
/// T6-GEO-03: The front edge.
pub const GEO_03: Clause = Clause::new(803);
/// T6-GEO-04: Front arc.
pub const GEO_04: Clause = Clause::new(804);
/// T6-GEO-05: Zones.
pub const GEO_05: Clause = Clause::new(805);
/// T6-GEO-06: Range.
pub const GEO_06: Clause = Clause::new(806);
/// T6-GEO-07: Sight.
pub const GEO_07: Clause = Clause::new(807);
/// T6-GEO-08: Where an attack comes from.
pub const GEO_08: Clause = Clause::new(808);
/// T6-GEO-09: Contact.
pub const GEO_09: Clause = Clause::new(809);
/// T6-GEO-10: Lining up.
pub const GEO_10: Clause = Clause::new(810);
/// T6-GEO-11: The path.
pub const GEO_11: Clause = Clause::new(811);
/// T6-GEO-12: Direction of retreat.
pub const GEO_12: Clause = Clause::new(812);
/// T6-SHOOT-01: Who shoots.
pub const SHOOT_01: Clause = Clause::new(901);
/// T6-SHOOT-02: Range and arc.
pub const SHOOT_02: Clause = Clause::new(902);
/// T6-SHOOT-03: Nothing between.
pub const SHOOT_03: Clause = Clause::new(903);
/// T6-SHOOT-04: Shooting dice.
pub const SHOOT_04: Clause = Clause::new(904);
/// T6-SHOOT-05: At least one die.
pub const SHOOT_05: Clause = Clause::new(905);
/// T6-SHOOT-06: Shooting at a charger.
pub const SHOOT_06: Clause = Clause::new(906);
/// T6-SHOOT-07: Move, shoot, move.
pub const SHOOT_07: Clause = Clause::new(907);
/// T6-SHOOT-08: No retreat from shooting.
pub const SHOOT_08: Clause = Clause::new(908);
/// T6-SHOOT-09: Not into a melee.
pub const SHOOT_09: Clause = Clause::new(909);
/// T6-SHOOT-10: Free choice of target.
pub const SHOOT_10: Clause = Clause::new(910);
/// T6-SHOOT-11: Flank or rear.
pub const SHOOT_11: Clause = Clause::new(911);
/// T6-SHOOT-12: Higher ground.
pub const SHOOT_12: Clause = Clause::new(912);
/// T6-SHOOT-13: The last moment.
pub const SHOOT_13: Clause = Clause::new(913);
/// T6-SHOOT-14: Held archers shoot at a charger.
pub const SHOOT_14: Clause = Clause::new(914);
/// T6-PIL-01: Heavy throwing weapons.
pub const PIL_01: Clause = Clause::new(1001);
/// T6-PIL-02: Pila dice.
pub const PIL_02: Clause = Clause::new(1002);
/// T6-PIL-03: Armour does not help.
pub const PIL_03: Clause = Clause::new(1003);
/// T6-PIL-04: One base lost to pila.
pub const PIL_04: Clause = Clause::new(1004);
/// T6-PIL-05: Two bases lost to pila.
pub const PIL_05: Clause = Clause::new(1005);
/// T6-PIL-06: Once a game.
pub const PIL_06: Clause = Clause::new(1006);
/// T6-PIL-07: Not counted.
pub const PIL_07: Clause = Clause::new(1007);
/// T6-PIL-08: Before the melee.
pub const PIL_08: Clause = Clause::new(1008);
/// T6-CON-01: A straight charge.
pub const CON_01: Clause = Clause::new(1101);
/// T6-CON-02: Through the front arc.
pub const CON_02: Clause = Clause::new(1102);
/// T6-CON-03: A pivot before it.
pub const CON_03: Clause = Clause::new(1103);
/// T6-CON-04: Obliquely.
pub const CON_04: Clause = Clause::new(1104);
/// T6-CON-05: Light against light.
pub const CON_05: Clause = Clause::new(1105);
/// T6-CON-06: Light against heavy.
pub const CON_06: Clause = Clause::new(1106);
/// T6-CON-07: Edge to edge.
pub const CON_07: Clause = Clause::new(1107);
/// T6-CON-08: Charge distance.
pub const CON_08: Clause = Clause::new(1108);
/// T6-CON-09: Who may charge.
pub const CON_09: Clause = Clause::new(1109);
/// T6-CON-10: At the centre.
pub const CON_10: Clause = Clause::new(1110);
/// T6-CON-11: The edge contacted.
pub const CON_11: Clause = Clause::new(1111);
/// T6-CON-12: When turning costs.
pub const CON_12: Clause = Clause::new(1112);
/// T6-CON-13: The player chooses the direction.
pub const CON_13: Clause = Clause::new(1113);
/// T6-MEL-01: Melee dice.
pub const MEL_01: Clause = Clause::new(1201);
/// T6-MEL-02: Weaker armour.
pub const MEL_02: Clause = Clause::new(1202);
/// T6-MEL-03: Fighting in difficult terrain.
pub const MEL_03: Clause = Clause::new(1203);
/// T6-MEL-04: Better skill.
pub const MEL_04: Clause = Clause::new(1204);
/// T6-MEL-05: Flank or rear attack.
pub const MEL_05: Clause = Clause::new(1205);
/// T6-MEL-06: Charging cavalry.
pub const MEL_06: Clause = Clause::new(1206);
/// T6-MEL-07: Charging warbands.
pub const MEL_07: Clause = Clause::new(1207);
/// T6-MEL-08: Uphill.
pub const MEL_08: Clause = Clause::new(1208);
/// T6-MEL-09: A full second rank of pikes.
pub const MEL_09: Clause = Clause::new(1209);
/// T6-MEL-10: Pikes and spears against mounted.
pub const MEL_10: Clause = Clause::new(1210);
/// T6-MEL-11: Romans hold on.
pub const MEL_11: Clause = Clause::new(1211);
/// T6-MEL-12: Chargers ignore armour.
pub const MEL_12: Clause = Clause::new(1212);
/// T6-MEL-13: When the charge counts.
pub const MEL_13: Clause = Clause::new(1213);
/// T6-MEL-14: At least one die.
pub const MEL_14: Clause = Clause::new(1214);
/// T6-MEL-15: Frontal.
pub const MEL_15: Clause = Clause::new(1215);
/// T6-MEL-16: What uphill is.
pub const MEL_16: Clause = Clause::new(1216);
/// T6-MEL-17: All at once.
pub const MEL_17: Clause = Clause::new(1301);
/// T6-MEL-18: First strike.
pub const MEL_18: Clause = Clause::new(1302);
/// T6-MEL-19: First strike losses.
pub const MEL_19: Clause = Clause::new(1303);
/// T6-MEL-20: Whom to fight.
pub const MEL_20: Clause = Clause::new(1304);
/// T6-MEL-21: Rear, flank, front.
pub const MEL_21: Clause = Clause::new(1305);
/// T6-MEL-22: Each against its own.
pub const MEL_22: Clause = Clause::new(1306);
/// T6-MEL-23: The dead do not strike.
pub const MEL_23: Clause = Clause::new(1307);
/// T6-MEL-24: Rounds.
pub const MEL_24: Clause = Clause::new(1308);
/// T6-MEL-25: Running amok does not count as a charge.
pub const MEL_25: Clause = Clause::new(1309);
/// T6-RES-01: The loser.
pub const RES_01: Clause = Clause::new(1401);
/// T6-RES-02: Retreat.
pub const RES_02: Clause = Clause::new(1402);
/// T6-RES-03: Experience.
pub const RES_03: Clause = Clause::new(1403);
/// T6-RES-04: Rout.
pub const RES_04: Clause = Clause::new(1404);
/// T6-RES-05: Facing after a retreat.
pub const RES_05: Clause = Clause::new(1405);
/// T6-RES-06: Cavalry recoils.
pub const RES_06: Clause = Clause::new(1406);
/// T6-RES-07: The last base goes.
pub const RES_07: Clause = Clause::new(1407);
/// T6-RES-08: Pursuit.
pub const RES_08: Clause = Clause::new(1408);
/// T6-RES-09: Must pursue.
pub const RES_09: Clause = Clause::new(1409);
/// T6-RES-10: Light infantry stays.
pub const RES_10: Clause = Clause::new(1410);
/// T6-RES-11: Shared losses.
pub const RES_11: Clause = Clause::new(1411);
/// T6-RES-16: No more losses than bases.
pub const RES_16: Clause = Clause::new(1416);
/// T6-RES-12: Order of the melee step.
pub const RES_12: Clause = Clause::new(1412);
/// T6-RES-13: The total.
pub const RES_13: Clause = Clause::new(1413);
/// T6-RES-14: What a retreat meets.
pub const RES_14: Clause = Clause::new(1414);
/// T6-RES-15: How far a pursuit goes.
pub const RES_15: Clause = Clause::new(1415);
/// T6-EL-01: Elephants strike.
pub const EL_01: Clause = Clause::new(1501);
/// T6-EL-02: Against elephants.
pub const EL_02: Clause = Clause::new(1502);
/// T6-EL-03: Amok.
pub const EL_03: Clause = Clause::new(1503);
/// T6-EL-04: Until they meet somebody.
pub const EL_04: Clause = Clause::new(1504);
/// T6-EL-05: Amok elephants fight.
pub const EL_05: Clause = Clause::new(1505);
/// T6-EL-06: And on they run.
pub const EL_06: Clause = Clause::new(1506);
/// T6-EL-07: Elephants fall.
pub const EL_07: Clause = Clause::new(1507);
/// T6-EL-08: Which way.
pub const EL_08: Clause = Clause::new(1508);
/// T6-EL-09: The run.
pub const EL_09: Clause = Clause::new(1509);
/// T6-CH-01: Chariots.
pub const CH_01: Clause = Clause::new(1601);
/// T6-CH-02: One die.
pub const CH_02: Clause = Clause::new(1602);
/// T6-CH-03: A free turn.
pub const CH_03: Clause = Clause::new(1603);
/// T6-CH-04: Shooting all round.
pub const CH_04: Clause = Clause::new(1604);
/// T6-CH-05: Attached chariots.
pub const CH_05: Clause = Clause::new(1605);
/// T6-CH-06: They share the rout.
pub const CH_06: Clause = Clause::new(1606);
/// T6-CH-07: A hit is enough.
pub const CH_07: Clause = Clause::new(1607);
/// T6-CH-08: Egyptian chariots.
pub const CH_08: Clause = Clause::new(1608);
/// T6-CH-09: Attaching.
pub const CH_09: Clause = Clause::new(1609);
/// T6-ART-01: Always two dice.
pub const ART_01: Clause = Clause::new(1701);
/// T6-ART-02: Move or shoot.
pub const ART_02: Clause = Clause::new(1702);
/// T6-ART-03: Overrun.
pub const ART_03: Clause = Clause::new(1703);
/// T6-GEN-01: A general near.
pub const GEN_01: Clause = Clause::new(1801);
/// T6-GEN-02: The general.
pub const GEN_02: Clause = Clause::new(1802);
/// T6-VIC-01: Three quarters lost.
pub const VIC_01: Clause = Clause::new(1901);
/// T6-VIC-02: Counting units.
pub const VIC_02: Clause = Clause::new(1902);
/// T6-VIC-03: A draw.
pub const VIC_03: Clause = Clause::new(1903);
/// T6-SET-11: Reinforcements.
pub const SET_11: Clause = Clause::new(411);
/// T6-VIC-04: An optional last turn.
pub const VIC_04: Clause = Clause::new(1904);
/// T6-VIC-05: Objectives.
pub const VIC_05: Clause = Clause::new(1905);
