//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use sandtable_battle::Clause;

/// OTR-META-01: Six-sided dice only.
pub const META_01: Clause = Clause::new(101);
/// OTR-META-02: A base to build on.
pub const META_02: Clause = Clause::new(102);
/// OTR-META-03: Dispute roll (optional).
pub const META_03: Clause = Clause::new(103);
/// OTR-META-04: Halves round up.
pub const META_04: Clause = Clause::new(104);
/// OTR-META-05: Sums are not capped.
pub const META_05: Clause = Clause::new(105);
/// OTR-SCALE-01: Men and guns.
pub const SCALE_01: Clause = Clause::new(201);
/// OTR-SCALE-02: Ground scale.
pub const SCALE_02: Clause = Clause::new(202);
/// OTR-SCALE-03: Time scale.
pub const SCALE_03: Clause = Clause::new(203);
/// OTR-SCALE-04: Base sizes.
pub const SCALE_04: Clause = Clause::new(204);
/// OTR-SCALE-05: Default table.
pub const SCALE_05: Clause = Clause::new(205);
/// OTR-UNIT-01: Three arms.
pub const UNIT_01: Clause = Clause::new(301);
/// OTR-UNIT-02: Four grades.
pub const UNIT_02: Clause = Clause::new(302);
/// OTR-UNIT-03: Combat value.
pub const UNIT_03: Clause = Clause::new(303);
/// OTR-UNIT-04: Cavalry and artillery CV.
pub const UNIT_04: Clause = Clause::new(304);
/// OTR-UNIT-05: What CV is for.
pub const UNIT_05: Clause = Clause::new(305);
/// OTR-UNIT-06: Grade rules morale.
pub const UNIT_06: Clause = Clause::new(306);
/// OTR-UNIT-07: Weapon classes.
pub const UNIT_07: Clause = Clause::new(307);
/// OTR-UNIT-08: Last stand lost.
pub const UNIT_08: Clause = Clause::new(308);
/// OTR-ORG-01: Army and divisions.
pub const ORG_01: Clause = Clause::new(401);
/// OTR-ORG-02: Size of a brigade.
pub const ORG_02: Clause = Clause::new(402);
/// OTR-ORG-03: Size of a battery.
pub const ORG_03: Clause = Clause::new(403);
/// OTR-ORG-04: What losses cost.
pub const ORG_04: Clause = Clause::new(404);
/// OTR-ORG-05: One card a division.
pub const ORG_05: Clause = Clause::new(405);
/// OTR-ORG-06: Everyone has a division.
pub const ORG_06: Clause = Clause::new(406);
/// OTR-TURN-01: Shuffle the cards.
pub const TURN_01: Clause = Clause::new(501);
/// OTR-TURN-02: Draw a card.
pub const TURN_02: Clause = Clause::new(502);
/// OTR-TURN-03: One division at a time.
pub const TURN_03: Clause = Clause::new(503);
/// OTR-TURN-04: End of the turn.
pub const TURN_04: Clause = Clause::new(504);
/// OTR-TURN-05: Turns repeat.
pub const TURN_05: Clause = Clause::new(505);
/// OTR-ACT-01: Two actions each.
pub const ACT_01: Clause = Clause::new(541);
/// OTR-ACT-02: List of actions.
pub const ACT_02: Clause = Clause::new(542);
/// OTR-ACT-03: Fewer or the same twice.
pub const ACT_03: Clause = Clause::new(543);
/// OTR-ACT-04: Shoot once a turn.
pub const ACT_04: Clause = Clause::new(544);
/// OTR-ACT-05: A charge takes both.
pub const ACT_05: Clause = Clause::new(545);
/// OTR-ACT-06: Unit by unit.
pub const ACT_06: Clause = Clause::new(546);
/// OTR-ACT-07: Once a turn.
pub const ACT_07: Clause = Clause::new(547);
/// OTR-ACT-08: Marker: test or stay.
pub const ACT_08: Clause = Clause::new(548);
/// OTR-ACT-09: Cards of dead divisions.
pub const ACT_09: Clause = Clause::new(549);
/// OTR-MOVE-01: Base rates.
pub const MOVE_01: Clause = Clause::new(601);
/// OTR-MOVE-02: Column bonus.
pub const MOVE_02: Clause = Clause::new(602);
/// OTR-MOVE-03: Road bonus.
pub const MOVE_03: Clause = Clause::new(603);
/// OTR-MOVE-04: Bonuses count per action.
pub const MOVE_04: Clause = Clause::new(604);
/// OTR-MOVE-05: Artillery on roads.
pub const MOVE_05: Clause = Clause::new(605);
/// OTR-MOVE-06: Who may use roads.
pub const MOVE_06: Clause = Clause::new(606);
/// OTR-MOVE-07: How a line moves.
pub const MOVE_07: Clause = Clause::new(607);
/// OTR-MOVE-08: How a column moves.
pub const MOVE_08: Clause = Clause::new(608);
/// OTR-MOVE-09: How artillery moves.
pub const MOVE_09: Clause = Clause::new(609);
/// OTR-MOVE-10: Limbering is free.
pub const MOVE_10: Clause = Clause::new(610);
/// OTR-MOVE-11: Guns move or fire.
pub const MOVE_11: Clause = Clause::new(611);
/// OTR-MOVE-12: Any length.
pub const MOVE_12: Clause = Clause::new(612);
/// OTR-MOVE-13: Keep off the enemy.
pub const MOVE_13: Clause = Clause::new(613);
/// OTR-MOVE-14: No passing through units.
pub const MOVE_14: Clause = Clause::new(614);
/// OTR-MOVE-15: Terrain and table edge.
pub const MOVE_15: Clause = Clause::new(615);
/// OTR-FACE-01: Change facing.
pub const FACE_01: Clause = Clause::new(641);
/// OTR-DISM-01: Dismount or mount.
pub const DISM_01: Clause = Clause::new(661);
/// OTR-DISM-02: Horse holders.
pub const DISM_02: Clause = Clause::new(662);
/// OTR-DISM-03: Holders take no part.
pub const DISM_03: Clause = Clause::new(663);
/// OTR-DISM-04: Cavalry on foot.
pub const DISM_04: Clause = Clause::new(664);
/// OTR-FORM-01: Four formations.
pub const FORM_01: Clause = Clause::new(701);
/// OTR-FORM-02: Line formation.
pub const FORM_02: Clause = Clause::new(702);
/// OTR-FORM-03: Column formation.
pub const FORM_03: Clause = Clause::new(703);
/// OTR-FORM-04: Reinforced line.
pub const FORM_04: Clause = Clause::new(704);
/// OTR-FORM-05: Front rank fights.
pub const FORM_05: Clause = Clause::new(705);
/// OTR-FORM-06: Second melee.
pub const FORM_06: Clause = Clause::new(706);
/// OTR-FORM-07: A loss to each rank.
pub const FORM_07: Clause = Clause::new(707);
/// OTR-FORM-08: Wave attack.
pub const FORM_08: Clause = Clause::new(708);
/// OTR-FORM-09: All ranks of a wave count.
pub const FORM_09: Clause = Clause::new(709);
/// OTR-FORM-10: A shaken wave.
pub const FORM_10: Clause = Clause::new(710);
/// OTR-FORM-11: Formations by arm.
pub const FORM_11: Clause = Clause::new(711);
/// OTR-FORM-12: Artillery has none.
pub const FORM_12: Clause = Clause::new(712);
/// OTR-FORM-13: Changing formation.
pub const FORM_13: Clause = Clause::new(713);
/// OTR-FORM-14: Forming a wave.
pub const FORM_14: Clause = Clause::new(714);
/// OTR-FORM-15: Wave moves and dissolves.
pub const FORM_15: Clause = Clause::new(715);
/// OTR-FORM-16: Who shoots.
pub const FORM_16: Clause = Clause::new(716);
/// OTR-TERR-01: Terrain classes.
pub const TERR_01: Clause = Clause::new(801);
/// OTR-TERR-02: Hard cover or trench.
pub const TERR_02: Clause = Clause::new(802);
/// OTR-TERR-03: Soft cover or woods.
pub const TERR_03: Clause = Clause::new(803);
/// OTR-TERR-04: Only the best cover.
pub const TERR_04: Clause = Clause::new(804);
/// OTR-TERR-05: Area and linear cover.
pub const TERR_05: Clause = Clause::new(805);
/// OTR-TERR-06: Elevation levels.
pub const TERR_06: Clause = Clause::new(806);
/// OTR-TERR-07: Manning cover.
pub const TERR_07: Clause = Clause::new(807);
/// OTR-GEO-01: Coordinates and tolerance.
pub const GEO_01: Clause = Clause::new(901);
/// OTR-GEO-02: A unit's rectangle.
pub const GEO_02: Clause = Clause::new(902);
/// OTR-GEO-03: Shrinking by losses.
pub const GEO_03: Clause = Clause::new(903);
/// OTR-GEO-04: Forward and sideways.
pub const GEO_04: Clause = Clause::new(904);
/// OTR-GEO-05: Field of fire.
pub const GEO_05: Clause = Clause::new(905);
/// OTR-GEO-06: Front, flank and rear.
pub const GEO_06: Clause = Clause::new(906);
/// OTR-GEO-07: Where a unit counts.
pub const GEO_07: Clause = Clause::new(907);
/// OTR-GEO-08: Fire distance.
pub const GEO_08: Clause = Clause::new(908);
/// OTR-GEO-09: Line of sight.
pub const GEO_09: Clause = Clause::new(909);
/// OTR-GEO-10: Fire line.
pub const GEO_10: Clause = Clause::new(910);
/// OTR-GEO-11: When fire is enfilade.
pub const GEO_11: Clause = Clause::new(911);
/// OTR-GEO-12: Clear path.
pub const GEO_12: Clause = Clause::new(912);
/// OTR-GEO-13: Making contact.
pub const GEO_13: Clause = Clause::new(913);
/// OTR-GEO-14: Distance to a general.
pub const GEO_14: Clause = Clause::new(914);
/// OTR-GEO-15: Direction of retreats.
pub const GEO_15: Clause = Clause::new(915);
/// OTR-GEO-16: Retreats blocked.
pub const GEO_16: Clause = Clause::new(916);
/// OTR-GEO-17: Off the table.
pub const GEO_17: Clause = Clause::new(917);
/// OTR-SHOOT-01: Rolling a volley.
pub const SHOOT_01: Clause = Clause::new(1001);
/// OTR-SHOOT-02: A hit.
pub const SHOOT_02: Clause = Clause::new(1002);
/// OTR-SHOOT-03: A disrupt.
pub const SHOOT_03: Clause = Clause::new(1003);
/// OTR-SHOOT-04: Driven back.
pub const SHOOT_04: Clause = Clause::new(1004);
/// OTR-SHOOT-05: Length of a drive-back.
pub const SHOOT_05: Clause = Clause::new(1005);
/// OTR-SHOOT-06: No automatic results.
pub const SHOOT_06: Clause = Clause::new(1006);
/// OTR-SHOOT-07: Musketry dice.
pub const SHOOT_07: Clause = Clause::new(1007);
/// OTR-SHOOT-08: Small groups.
pub const SHOOT_08: Clause = Clause::new(1008);
/// OTR-SHOOT-09: Artillery die.
pub const SHOOT_09: Clause = Clause::new(1009);
/// OTR-SHOOT-10: Damaged battery.
pub const SHOOT_10: Clause = Clause::new(1010);
/// OTR-SHOOT-11: Shooter has a marker.
pub const SHOOT_11: Clause = Clause::new(1011);
/// OTR-SHOOT-12: Artillery as target.
pub const SHOOT_12: Clause = Clause::new(1012);
/// OTR-SHOOT-13: Column or cavalry target.
pub const SHOOT_13: Clause = Clause::new(1013);
/// OTR-SHOOT-14: Enfilade fire.
pub const SHOOT_14: Clause = Clause::new(1014);
/// OTR-SHOOT-15: Which modifiers apply.
pub const SHOOT_15: Clause = Clause::new(1015);
/// OTR-SHOOT-16: Only into the field.
pub const SHOOT_16: Clause = Clause::new(1016);
/// OTR-SHOOT-17: Closest target for musketry.
pub const SHOOT_17: Clause = Clause::new(1017);
/// OTR-SHOOT-18: Closest target for guns.
pub const SHOOT_18: Clause = Clause::new(1018);
/// OTR-SHOOT-19: What is a target.
pub const SHOOT_19: Clause = Clause::new(1019);
/// OTR-SHOOT-20: One volley, one target.
pub const SHOOT_20: Clause = Clause::new(1020);
/// OTR-SHOOT-21: Volleys of breech-loaders.
pub const SHOOT_21: Clause = Clause::new(1021);
/// OTR-SHOOT-22: Volleys of repeaters.
pub const SHOOT_22: Clause = Clause::new(1022);
/// OTR-SHOOT-23: Extra volleys.
pub const SHOOT_23: Clause = Clause::new(1023);
/// OTR-SHOOT-24: Range bands.
pub const SHOOT_24: Clause = Clause::new(1024);
/// OTR-CHG-01: Who may charge.
pub const CHG_01: Clause = Clause::new(1101);
/// OTR-CHG-02: Declare before acting.
pub const CHG_02: Clause = Clause::new(1102);
/// OTR-CHG-03: Charge test.
pub const CHG_03: Clause = Clause::new(1103);
/// OTR-CHG-04: General in the test.
pub const CHG_04: Clause = Clause::new(1104);
/// OTR-CHG-05: Charge test failed.
pub const CHG_05: Clause = Clause::new(1105);
/// OTR-CHG-06: Free charge distance.
pub const CHG_06: Clause = Clause::new(1106);
/// OTR-CHG-07: Extra charge dice.
pub const CHG_07: Clause = Clause::new(1107);
/// OTR-CHG-08: Charge falls short.
pub const CHG_08: Clause = Clause::new(1108);
/// OTR-CHG-09: Choosing the target.
pub const CHG_09: Clause = Clause::new(1109);
/// OTR-CHG-10: Defensive volley.
pub const CHG_10: Clause = Clause::new(1110);
/// OTR-CHG-11: None from flank or rear.
pub const CHG_11: Clause = Clause::new(1111);
/// OTR-CHG-12: Score of the defensive volley.
pub const CHG_12: Clause = Clause::new(1112);
/// OTR-CHG-13: Charge stopped by fire.
pub const CHG_13: Clause = Clause::new(1113);
/// OTR-CHG-14: No shooting after contact.
pub const CHG_14: Clause = Clause::new(1114);
/// OTR-MEL-01: One melee.
pub const MEL_01: Clause = Clause::new(1201);
/// OTR-MEL-02: Base of one.
pub const MEL_02: Clause = Clause::new(1202);
/// OTR-MEL-03: Higher combat value.
pub const MEL_03: Clause = Clause::new(1203);
/// OTR-MEL-04: Terrain advantage.
pub const MEL_04: Clause = Clause::new(1204);
/// OTR-MEL-05: Flank or rear attack.
pub const MEL_05: Clause = Clause::new(1205);
/// OTR-MEL-06: Exceptional general.
pub const MEL_06: Clause = Clause::new(1206);
/// OTR-MEL-07: Reinforced line in melee.
pub const MEL_07: Clause = Clause::new(1207);
/// OTR-MEL-08: More stands.
pub const MEL_08: Clause = Clause::new(1208);
/// OTR-MEL-09: Fighting stands.
pub const MEL_09: Clause = Clause::new(1209);
/// OTR-MEL-10: Shaken depth halved.
pub const MEL_10: Clause = Clause::new(1210);
/// OTR-MEL-11: Comparing totals.
pub const MEL_11: Clause = Clause::new(1211);
/// OTR-MEL-12: Melee result.
pub const MEL_12: Clause = Clause::new(1212);
/// OTR-MEL-13: Equal totals.
pub const MEL_13: Clause = Clause::new(1213);
/// OTR-MEL-14: Retreat by loss.
pub const MEL_14: Clause = Clause::new(1214);
/// OTR-MEL-15: Both take a marker.
pub const MEL_15: Clause = Clause::new(1215);
/// OTR-MEL-16: Losses limited by stands.
pub const MEL_16: Clause = Clause::new(1216);
/// OTR-MEL-17: Length of the retreat.
pub const MEL_17: Clause = Clause::new(1217);
/// OTR-MEL-18: The winner stays.
pub const MEL_18: Clause = Clause::new(1218);
/// OTR-MEL-19: Fighting the second rank.
pub const MEL_19: Clause = Clause::new(1219);
/// OTR-MEL-20: Two melees, one marker.
pub const MEL_20: Clause = Clause::new(1220);
/// OTR-MEL-21: A wave in melee.
pub const MEL_21: Clause = Clause::new(1221);
/// OTR-MEL-22: Depth lost from the flank.
pub const MEL_22: Clause = Clause::new(1222);
/// OTR-MOR-01: Marker and moving.
pub const MOR_01: Clause = Clause::new(1301);
/// OTR-MOR-02: The marker goes.
pub const MOR_02: Clause = Clause::new(1302);
/// OTR-MOR-03: Test comes first.
pub const MOR_03: Clause = Clause::new(1303);
/// OTR-MOR-04: Morale test.
pub const MOR_04: Clause = Clause::new(1304);
/// OTR-MOR-05: Morale: rout.
pub const MOR_05: Clause = Clause::new(1305);
/// OTR-MOR-06: Morale: retreat.
pub const MOR_06: Clause = Clause::new(1306);
/// OTR-MOR-07: Morale: stand.
pub const MOR_07: Clause = Clause::new(1307);
/// OTR-MOR-08: Morale: redeploy.
pub const MOR_08: Clause = Clause::new(1308);
/// OTR-MOR-09: Morale: one action.
pub const MOR_09: Clause = Clause::new(1309);
/// OTR-MOR-10: Morale: two actions.
pub const MOR_10: Clause = Clause::new(1310);
/// OTR-MOR-11: Roll for revenge.
pub const MOR_11: Clause = Clause::new(1311);
/// OTR-MOR-12: Morale: revenge.
pub const MOR_12: Clause = Clause::new(1312);
/// OTR-MOR-13: No revenge from cover.
pub const MOR_13: Clause = Clause::new(1313);
/// OTR-MOR-14: Length of a morale retreat.
pub const MOR_14: Clause = Clause::new(1314);
/// OTR-MOR-15: Running through friends.
pub const MOR_15: Clause = Clause::new(1315);
/// OTR-MOR-16: Not from shooting.
pub const MOR_16: Clause = Clause::new(1316);
/// OTR-MOR-17: Revenge procedure.
pub const MOR_17: Clause = Clause::new(1317);
/// OTR-CMD-01: Generals do not fight.
pub const CMD_01: Clause = Clause::new(1401);
/// OTR-CMD-02: General near a charge.
pub const CMD_02: Clause = Clause::new(1402);
/// OTR-CMD-03: General attached to a charge.
pub const CMD_03: Clause = Clause::new(1403);
/// OTR-CMD-04: General near in morale.
pub const CMD_04: Clause = Clause::new(1404);
/// OTR-CMD-05: General attached in morale.
pub const CMD_05: Clause = Clause::new(1405);
/// OTR-CMD-06: Ratings of generals.
pub const CMD_06: Clause = Clause::new(1406);
/// OTR-CMD-07: General at risk.
pub const CMD_07: Clause = Clause::new(1407);
/// OTR-CMD-08: General hit.
pub const CMD_08: Clause = Clause::new(1408);
/// OTR-CMD-09: General captured.
pub const CMD_09: Clause = Clause::new(1409);
/// OTR-CMD-10: Generals move.
pub const CMD_10: Clause = Clause::new(1410);
/// OTR-CMD-11: Attached general goes along.
pub const CMD_11: Clause = Clause::new(1411);
/// OTR-CMD-12: One general a roll.
pub const CMD_12: Clause = Clause::new(1412);
/// OTR-CMD-13: What counts as casualties.
pub const CMD_13: Clause = Clause::new(1413);
/// OTR-CMD-14: Return of a general.
pub const CMD_14: Clause = Clause::new(1414);
/// OTR-SET-01: The scenario.
pub const SET_01: Clause = Clause::new(1501);
/// OTR-SET-02: Default deployment.
pub const SET_02: Clause = Clause::new(1502);
/// OTR-VIC-01: Turn limit.
pub const VIC_01: Clause = Clause::new(1541);
/// OTR-VIC-02: Driven from the field.
pub const VIC_02: Clause = Clause::new(1542);
/// OTR-VIC-03: Winner at the limit.
pub const VIC_03: Clause = Clause::new(1543);
/// OTR-AM1: Height at declaration.
pub const AM1: Clause = Clause::new(1601);
/// OTR-AM2: Whose general is captured.
pub const AM2: Clause = Clause::new(1602);
/// OTR-AM3: A body goes on until it is clear.
pub const AM3: Clause = Clause::new(1603);
/// OTR-AM4: A slide to stay on the table.
pub const AM4: Clause = Clause::new(1604);
/// OTR-AM5: Pieces of one road.
pub const AM5: Clause = Clause::new(1605);
/// OTR-AM6: No second die from cover.
pub const AM6: Clause = Clause::new(1606);
/// OTR-AM7: Positions that cannot be.
pub const AM7: Clause = Clause::new(1607);
