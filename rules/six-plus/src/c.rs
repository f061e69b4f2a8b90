//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use sandtable_battle::Clause;

/// SIX-CONV-01: Nothing is left to chance.
pub const CONV_01: Clause = Clause::new(101);
/// SIX-CONV-02: Lengths and directions.
pub const CONV_02: Clause = Clause::new(102);
/// SIX-CONV-03: Equal counts as within.
pub const CONV_03: Clause = Clause::new(103);
/// SIX-CONV-04: From base to base.
pub const CONV_04: Clause = Clause::new(104);
/// SIX-CONV-05: Contact.
pub const CONV_05: Clause = Clause::new(105);
/// SIX-CONV-06: In it, or entering it.
pub const CONV_06: Clause = Clause::new(106);
/// SIX-SETUP-01: A small map.
pub const SETUP_01: Clause = Clause::new(201);
/// SIX-SETUP-02: Kinds of terrain.
pub const SETUP_02: Clause = Clause::new(202);
/// SIX-SETUP-03: Shapes of terrain.
pub const SETUP_03: Clause = Clause::new(203);
/// SIX-SETUP-04: Armies and deployment.
pub const SETUP_04: Clause = Clause::new(204);
/// SIX-SETUP-05: Who moves first.
pub const SETUP_05: Clause = Clause::new(205);
/// SIX-SETUP-06: Loaded to begin with.
pub const SETUP_06: Clause = Clause::new(206);
/// SIX-SETUP-07: Reinforcements.
pub const SETUP_07: Clause = Clause::new(207);
/// SIX-UNIT-01: Four arms.
pub const UNIT_01: Clause = Clause::new(301);
/// SIX-UNIT-02: One size of base.
pub const UNIT_02: Clause = Clause::new(302);
/// SIX-UNIT-03: What a unit bears.
pub const UNIT_03: Clause = Clause::new(303);
/// SIX-UNIT-04: Full strength to the last.
pub const UNIT_04: Clause = Clause::new(304);
/// SIX-SEQ-01: Players alternate.
pub const SEQ_01: Clause = Clause::new(401);
/// SIX-SEQ-02: Four phases.
pub const SEQ_02: Clause = Clause::new(402);
/// SIX-SEQ-03: In any order.
pub const SEQ_03: Clause = Clause::new(403);
/// SIX-SEQ-04: The rally step.
pub const SEQ_04: Clause = Clause::new(404);
/// SIX-SEQ-05: The rout check.
pub const SEQ_05: Clause = Clause::new(405);
/// SIX-SEQ-06: One thing each.
pub const SEQ_06: Clause = Clause::new(406);
/// SIX-LOAD-01: Loading instead of moving.
pub const LOAD_01: Clause = Clause::new(501);
/// SIX-LOAD-02: A shot empties the weapon.
pub const LOAD_02: Clause = Clause::new(502);
/// SIX-LOAD-03: Load, then shoot.
pub const LOAD_03: Clause = Clause::new(503);
/// SIX-LOAD-04: Loading twice.
pub const LOAD_04: Clause = Clause::new(504);
/// SIX-LOAD-05: Skirmishers on the move.
pub const LOAD_05: Clause = Clause::new(505);
/// SIX-MOVE-01: How far.
pub const MOVE_01: Clause = Clause::new(601);
/// SIX-MOVE-02: Turning.
pub const MOVE_02: Clause = Clause::new(602);
/// SIX-MOVE-03: Straight ahead.
pub const MOVE_03: Clause = Clause::new(603);
/// SIX-MOVE-04: Turning is moving.
pub const MOVE_04: Clause = Clause::new(604);
/// SIX-MOVE-05: Changing formation.
pub const MOVE_05: Clause = Clause::new(605);
/// SIX-MOVE-06: Move or shoot.
pub const MOVE_06: Clause = Clause::new(606);
/// SIX-MOVE-07: A new formation may shoot.
pub const MOVE_07: Clause = Clause::new(607);
/// SIX-MOVE-08: Passing through.
pub const MOVE_08: Clause = Clause::new(608);
/// SIX-MOVE-09: What passing through is.
pub const MOVE_09: Clause = Clause::new(609);
/// SIX-MOVE-10: Keep clear of the enemy.
pub const MOVE_10: Clause = Clause::new(610);
/// SIX-MOVE-11: On the map.
pub const MOVE_11: Clause = Clause::new(611);
/// SIX-TERR-01: Woods.
pub const TERR_01: Clause = Clause::new(701);
/// SIX-TERR-02: Towns.
pub const TERR_02: Clause = Clause::new(702);
/// SIX-TERR-03: Marshland and lakes.
pub const TERR_03: Clause = Clause::new(703);
/// SIX-TERR-04: Rivers.
pub const TERR_04: Clause = Clause::new(704);
/// SIX-TERR-05: Roads.
pub const TERR_05: Clause = Clause::new(705);
/// SIX-TERR-06: Wholly on the road.
pub const TERR_06: Clause = Clause::new(706);
/// SIX-TERR-07: No road in a charge.
pub const TERR_07: Clause = Clause::new(707);
/// SIX-TERR-08: Hills.
pub const TERR_08: Clause = Clause::new(708);
/// SIX-TERR-09: Fighting in terrain.
pub const TERR_09: Clause = Clause::new(709);
/// SIX-CHARGE-01: Cavalry alone.
pub const CHARGE_01: Clause = Clause::new(801);
/// SIX-CHARGE-02: Into contact.
pub const CHARGE_02: Clause = Clause::new(802);
/// SIX-CHARGE-03: Half way.
pub const CHARGE_03: Clause = Clause::new(803);
/// SIX-CHARGE-04: One turn of 45 degrees.
pub const CHARGE_04: Clause = Clause::new(804);
/// SIX-CHARGE-05: One charger a target.
pub const CHARGE_05: Clause = Clause::new(805);
/// SIX-CHARGE-06: Fought out later.
pub const CHARGE_06: Clause = Clause::new(806);
/// SIX-CHARGE-07: No target for shots.
pub const CHARGE_07: Clause = Clause::new(807);
/// SIX-CHARGE-08: The first touch.
pub const CHARGE_08: Clause = Clause::new(808);
/// SIX-CHARGE-09: Out of reach.
pub const CHARGE_09: Clause = Clause::new(809);
/// SIX-CHARGE-10: Ground of a charge.
pub const CHARGE_10: Clause = Clause::new(810);
/// SIX-CHARGE-11: Safe in woods and towns.
pub const CHARGE_11: Clause = Clause::new(811);
/// SIX-CHARGE-12: Sight is not needed.
pub const CHARGE_12: Clause = Clause::new(812);
/// SIX-CHARGE-13: Nothing before it.
pub const CHARGE_13: Clause = Clause::new(813);
/// SIX-CHARGE-14: Any heading that reaches.
pub const CHARGE_14: Clause = Clause::new(814);
/// SIX-ZONE-01: Front, flank or rear.
pub const ZONE_01: Clause = Clause::new(851);
/// SIX-ZONE-02: The quarters.
pub const ZONE_02: Clause = Clause::new(852);
/// SIX-SHOOT-01: Who may shoot, once a turn.
pub const SHOOT_01: Clause = Clause::new(901);
/// SIX-SHOOT-02: The procedure.
pub const SHOOT_02: Clause = Clause::new(902);
/// SIX-SHOOT-03: Field of fire.
pub const SHOOT_03: Clause = Clause::new(903);
/// SIX-SHOOT-04: Skirmishers shoot all round.
pub const SHOOT_04: Clause = Clause::new(904);
/// SIX-SHOOT-05: Towns shoot all round.
pub const SHOOT_05: Clause = Clause::new(905);
/// SIX-SHOOT-06: Ranges.
pub const SHOOT_06: Clause = Clause::new(906);
/// SIX-SHOOT-07: Measuring the range.
pub const SHOOT_07: Clause = Clause::new(907);
/// SIX-SHOOT-08: Line of sight.
pub const SHOOT_08: Clause = Clause::new(908);
/// SIX-SHOOT-09: One free line is enough.
pub const SHOOT_09: Clause = Clause::new(909);
/// SIX-SHOOT-10: Not past other units.
pub const SHOOT_10: Clause = Clause::new(910);
/// SIX-SHOOT-11: Artillery shoots over units.
pub const SHOOT_11: Clause = Clause::new(911);
/// SIX-SHOOT-12: Hits of a shot.
pub const SHOOT_12: Clause = Clause::new(912);
/// SIX-SHOOT-13: Cover.
pub const SHOOT_13: Clause = Clause::new(913);
/// SIX-SHOOT-14: Added at once.
pub const SHOOT_14: Clause = Clause::new(914);
/// SIX-SHOOT-15: Not into a combat.
pub const SHOOT_15: Clause = Clause::new(915);
/// SIX-SHOOT-16: Empty after the shot.
pub const SHOOT_16: Clause = Clause::new(916);
/// SIX-H2H-01: Only the attacker strikes.
pub const H2H_01: Clause = Clause::new(1001);
/// SIX-H2H-02: Six hits.
pub const H2H_02: Clause = Clause::new(1002);
/// SIX-H2H-03: Hilltop.
pub const H2H_03: Clause = Clause::new(1003);
/// SIX-H2H-04: Cavalry as a target.
pub const H2H_04: Clause = Clause::new(1004);
/// SIX-H2H-05: Flank or rear.
pub const H2H_05: Clause = Clause::new(1005);
/// SIX-H2H-06: All together.
pub const H2H_06: Clause = Clause::new(1006);
/// SIX-H2H-07: Retreat.
pub const H2H_07: Clause = Clause::new(1007);
/// SIX-H2H-08: Destroyed.
pub const H2H_08: Clause = Clause::new(1008);
/// SIX-H2H-09: The way back.
pub const H2H_09: Clause = Clause::new(1009);
/// SIX-H2H-10: No way back.
pub const H2H_10: Clause = Clause::new(1010);
/// SIX-H2H-11: The victor stays.
pub const H2H_11: Clause = Clause::new(1011);
/// SIX-H2H-12: One combat at a time.
pub const H2H_12: Clause = Clause::new(1012);
/// SIX-ELIM-01: Twelve hits.
pub const ELIM_01: Clause = Clause::new(1101);
/// SIX-ELIM-02: More than twelve.
pub const ELIM_02: Clause = Clause::new(1102);
/// SIX-ELIM-03: Hits stay.
pub const ELIM_03: Clause = Clause::new(1103);
/// SIX-SQ-01: Forming square.
pub const SQ_01: Clause = Clause::new(1201);
/// SIX-SQ-02: No movement in square.
pub const SQ_02: Clause = Clause::new(1202);
/// SIX-SQ-03: No shooting in square.
pub const SQ_03: Clause = Clause::new(1203);
/// SIX-SQ-04: Safe from cavalry.
pub const SQ_04: Clause = Clause::new(1204);
/// SIX-SQ-05: Loading in square.
pub const SQ_05: Clause = Clause::new(1205);
/// SIX-GEN-01: A General each.
pub const GEN_01: Clause = Clause::new(1301);
/// SIX-GEN-02: Rallying.
pub const GEN_02: Clause = Clause::new(1302);
/// SIX-GEN-03: Six hits off.
pub const GEN_03: Clause = Clause::new(1303);
/// SIX-GEN-04: Once for each unit.
pub const GEN_04: Clause = Clause::new(1304);
/// SIX-GEN-05: He moves like cavalry.
pub const GEN_05: Clause = Clause::new(1305);
/// SIX-GEN-06: He does not shoot.
pub const GEN_06: Clause = Clause::new(1306);
/// SIX-GEN-07: He can be lost.
pub const GEN_07: Clause = Clause::new(1307);
/// SIX-GEN-08: He does not charge.
pub const GEN_08: Clause = Clause::new(1308);
/// SIX-GEN-09: Near enough to rally.
pub const GEN_09: Clause = Clause::new(1309);
/// SIX-ROUT-01: The army routs.
pub const ROUT_01: Clause = Clause::new(1401);
/// SIX-ROUT-02: Half plus one.
pub const ROUT_02: Clause = Clause::new(1402);
/// SIX-ROUT-03: Who is checked.
pub const ROUT_03: Clause = Clause::new(1403);
/// SIX-ROUT-04: The General counts twice.
pub const ROUT_04: Clause = Clause::new(1404);
/// SIX-TIDE-01: Neighbours suffer.
pub const TIDE_01: Clause = Clause::new(1501);
/// SIX-TIDE-02: Neighbours may follow.
pub const TIDE_02: Clause = Clause::new(1502);
/// SIX-TIDE-03: The tide runs on.
pub const TIDE_03: Clause = Clause::new(1503);
/// SIX-TIDE-04: One after another.
pub const TIDE_04: Clause = Clause::new(1504);
/// SIX-TIDE-05: No tide of a rout.
pub const TIDE_05: Clause = Clause::new(1505);
/// SIX-TIDE-06: The General is in it.
pub const TIDE_06: Clause = Clause::new(1506);
/// SIX-TIDE-07: A retreat that is barred.
pub const TIDE_07: Clause = Clause::new(1507);
/// SIX-EVENT-01: Special events.
pub const EVENT_01: Clause = Clause::new(1601);
/// SIX-EVENT-02: The cards.
pub const EVENT_02: Clause = Clause::new(1602);
/// SIX-EVENT-03: Mud.
pub const EVENT_03: Clause = Clause::new(1603);
/// SIX-EVENT-04: Rain.
pub const EVENT_04: Clause = Clause::new(1604);
/// SIX-VIC-01: All lost.
pub const VIC_01: Clause = Clause::new(1651);
/// SIX-VIC-02: When time is up.
pub const VIC_02: Clause = Clause::new(1652);
/// SIX-VIC-03: Both armies gone.
pub const VIC_03: Clause = Clause::new(1653);
