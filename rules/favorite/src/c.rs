//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use sandtable_battle::Clause;

/// FAV-SCALE-01: Three figures to a stand.
pub const SCALE_01: Clause = Clause::new(101);
/// FAV-SCALE-02: A casualty is a figure.
pub const SCALE_02: Clause = Clause::new(102);
/// FAV-SCALE-03: Ranges are free.
pub const SCALE_03: Clause = Clause::new(103);
/// FAV-SCALE-04: Ground scale.
pub const SCALE_04: Clause = Clause::new(104);
/// FAV-SCALE-05: Measuring is free.
pub const SCALE_05: Clause = Clause::new(105);
/// FAV-SCALE-06: Places are whole steps.
pub const SCALE_06: Clause = Clause::new(106);
/// FAV-UNIT-01: Troop types.
pub const UNIT_01: Clause = Clause::new(201);
/// FAV-UNIT-02: Formed or skirmishing.
pub const UNIT_02: Clause = Clause::new(202);
/// FAV-UNIT-03: Strength.
pub const UNIT_03: Clause = Clause::new(203);
/// FAV-UNIT-04: A battery.
pub const UNIT_04: Clause = Clause::new(204);
/// FAV-UNIT-05: Sections.
pub const UNIT_05: Clause = Clause::new(205);
/// FAV-UNIT-06: Impetuous units.
pub const UNIT_06: Clause = Clause::new(206);
/// FAV-UNIT-07: Usual sizes.
pub const UNIT_07: Clause = Clause::new(207);
/// FAV-UNIT-08: Bases.
pub const UNIT_08: Clause = Clause::new(208);
/// FAV-UNIT-09: The last figure.
pub const UNIT_09: Clause = Clause::new(209);
/// FAV-UNIT-10: No grades.
pub const UNIT_10: Clause = Clause::new(210);
/// FAV-CMD-01: Army commander and generals.
pub const CMD_01: Clause = Clause::new(301);
/// FAV-CMD-02: What an army commander adds.
pub const CMD_02: Clause = Clause::new(302);
/// FAV-CMD-03: He risks his life.
pub const CMD_03: Clause = Clause::new(303);
/// FAV-CMD-04: How badly he is hit.
pub const CMD_04: Clause = Clause::new(304);
/// FAV-CMD-05: While he is out.
pub const CMD_05: Clause = Clause::new(305);
/// FAV-CMD-06: How long he is out.
pub const CMD_06: Clause = Clause::new(306);
/// FAV-CMD-07: Nearby.
pub const CMD_07: Clause = Clause::new(307);
/// FAV-CMD-08: One commander a check.
pub const CMD_08: Clause = Clause::new(308);
/// FAV-CMD-09: After the die is seen.
pub const CMD_09: Clause = Clause::new(309);
/// FAV-CMD-10: No help, no risk.
pub const CMD_10: Clause = Clause::new(310);
/// FAV-CMD-11: How a commander moves.
pub const CMD_11: Clause = Clause::new(311);
/// FAV-CMD-12: Joining a unit.
pub const CMD_12: Clause = Clause::new(312);
/// FAV-CMD-13: Ridden down.
pub const CMD_13: Clause = Clause::new(313);
/// FAV-CMD-14: Leading a melee.
pub const CMD_14: Clause = Clause::new(314);
/// FAV-INIT-01: Roll for initiative.
pub const INIT_01: Clause = Clause::new(401);
/// FAV-INIT-02: The better general.
pub const INIT_02: Clause = Clause::new(402);
/// FAV-INIT-03: A tie keeps it.
pub const INIT_03: Clause = Clause::new(403);
/// FAV-INIT-04: The first tie.
pub const INIT_04: Clause = Clause::new(404);
/// FAV-INIT-05: First or second.
pub const INIT_05: Clause = Clause::new(405);
/// FAV-INIT-06: Giving it away.
pub const INIT_06: Clause = Clause::new(406);
/// FAV-INIT-07: Who holds it.
pub const INIT_07: Clause = Clause::new(407);
/// FAV-INIT-08: Who is better.
pub const INIT_08: Clause = Clause::new(408);
/// FAV-TURN-01: Order of the turn.
pub const TURN_01: Clause = Clause::new(501);
/// FAV-TURN-02: One unit at a time.
pub const TURN_02: Clause = Clause::new(502);
/// FAV-TURN-03: Those who stood shoot first.
pub const TURN_03: Clause = Clause::new(503);
/// FAV-TURN-04: Those who moved shoot second.
pub const TURN_04: Clause = Clause::new(504);
/// FAV-TURN-05: At the same time.
pub const TURN_05: Clause = Clause::new(505);
/// FAV-TURN-06: What counts as moving.
pub const TURN_06: Clause = Clause::new(506);
/// FAV-TURN-07: Close combats last.
pub const TURN_07: Clause = Clause::new(507);
/// FAV-TURN-08: Marking.
pub const TURN_08: Clause = Clause::new(508);
/// FAV-TURN-09: One marker.
pub const TURN_09: Clause = Clause::new(509);
/// FAV-TURN-10: Who rolls, and when.
pub const TURN_10: Clause = Clause::new(510);
/// FAV-MOVE-01: Rates.
pub const MOVE_01: Clause = Clause::new(601);
/// FAV-MOVE-02: Columns are faster.
pub const MOVE_02: Clause = Clause::new(602);
/// FAV-MOVE-03: March columns on roads.
pub const MOVE_03: Clause = Clause::new(603);
/// FAV-MOVE-04: Skirmishers are faster.
pub const MOVE_04: Clause = Clause::new(604);
/// FAV-MOVE-05: Guns on the move.
pub const MOVE_05: Clause = Clause::new(605);
/// FAV-MOVE-06: Two half moves.
pub const MOVE_06: Clause = Clause::new(606);
/// FAV-MOVE-07: Half of what it has.
pub const MOVE_07: Clause = Clause::new(607);
/// FAV-MOVE-08: Only a half move.
pub const MOVE_08: Clause = Clause::new(608);
/// FAV-MOVE-09: Falling back is the move.
pub const MOVE_09: Clause = Clause::new(609);
/// FAV-MOVE-10: Straight ahead.
pub const MOVE_10: Clause = Clause::new(610);
/// FAV-MOVE-11: Stuck in.
pub const MOVE_11: Clause = Clause::new(611);
/// FAV-MOVE-12: No orders needed.
pub const MOVE_12: Clause = Clause::new(612);
/// FAV-MOVE-13: Only a charge makes contact.
pub const MOVE_13: Clause = Clause::new(613);
/// FAV-MOVE-14: One move back.
pub const MOVE_14: Clause = Clause::new(614);
/// FAV-FORM-01: Formations.
pub const FORM_01: Clause = Clause::new(701);
/// FAV-FORM-02: March column.
pub const FORM_02: Clause = Clause::new(702);
/// FAV-FORM-03: Field column.
pub const FORM_03: Clause = Clause::new(703);
/// FAV-FORM-04: Changing formation.
pub const FORM_04: Clause = Clause::new(704);
/// FAV-FORM-05: Line.
pub const FORM_05: Clause = Clause::new(705);
/// FAV-FORM-06: Skirmish line.
pub const FORM_06: Clause = Clause::new(706);
/// FAV-FORM-07: The ground it covers.
pub const FORM_07: Clause = Clause::new(707);
/// FAV-FORM-08: About the centre.
pub const FORM_08: Clause = Clause::new(708);
/// FAV-FORM-09: Closing up.
pub const FORM_09: Clause = Clause::new(709);
/// FAV-FORM-10: Guns have no formation.
pub const FORM_10: Clause = Clause::new(710);
/// FAV-FORM-11: Too few for a column.
pub const FORM_11: Clause = Clause::new(711);
/// FAV-TURNING-01: Turning.
pub const TURNING_01: Clause = Clause::new(801);
/// FAV-TURNING-02: Skirmishers turn free.
pub const TURNING_02: Clause = Clause::new(802);
/// FAV-TURNING-03: Forty-five degrees a turn.
pub const TURNING_03: Clause = Clause::new(803);
/// FAV-TURNING-04: Wheeling.
pub const TURNING_04: Clause = Clause::new(804);
/// FAV-TURNING-05: The cost of a wheel.
pub const TURNING_05: Clause = Clause::new(805);
/// FAV-TURNING-06: Guns turn as formed units.
pub const TURNING_06: Clause = Clause::new(806);
/// FAV-TURNING-07: Room to turn.
pub const TURNING_07: Clause = Clause::new(807);
/// FAV-TERR-01: Cover.
pub const TERR_01: Clause = Clause::new(901);
/// FAV-TERR-02: What cover does.
pub const TERR_02: Clause = Clause::new(902);
/// FAV-TERR-03: Only the best cover.
pub const TERR_03: Clause = Clause::new(903);
/// FAV-TERR-04: In it or behind it.
pub const TERR_04: Clause = Clause::new(904);
/// FAV-TERR-05: Woods and rough ground.
pub const TERR_05: Clause = Clause::new(905);
/// FAV-TERR-06: Towns, marshes, water.
pub const TERR_06: Clause = Clause::new(906);
/// FAV-TERR-07: Crossing walls.
pub const TERR_07: Clause = Clause::new(907);
/// FAV-TERR-08: Roads.
pub const TERR_08: Clause = Clause::new(908);
/// FAV-TERR-09: Fire over heads.
pub const TERR_09: Clause = Clause::new(909);
/// FAV-TERR-10: Impassable ground.
pub const TERR_10: Clause = Clause::new(910);
/// FAV-TERR-11: Columns on bridges.
pub const TERR_11: Clause = Clause::new(911);
/// FAV-TERR-12: What houses are built of.
pub const TERR_12: Clause = Clause::new(912);
/// FAV-PASS-01: Skirmishers let through.
pub const PASS_01: Clause = Clause::new(1001);
/// FAV-PASS-02: Run through.
pub const PASS_02: Clause = Clause::new(1002);
/// FAV-PASS-03: Nobody on top.
pub const PASS_03: Clause = Clause::new(1003);
/// FAV-MOR-01: Disordered units check.
pub const MOR_01: Clause = Clause::new(1101);
/// FAV-MOR-02: The check.
pub const MOR_02: Clause = Clause::new(1102);
/// FAV-MOR-03: Before the commander.
pub const MOR_03: Clause = Clause::new(1103);
/// FAV-MOR-04: 0 or less.
pub const MOR_04: Clause = Clause::new(1104);
/// FAV-MOR-05: 1.
pub const MOR_05: Clause = Clause::new(1105);
/// FAV-MOR-06: 2.
pub const MOR_06: Clause = Clause::new(1106);
/// FAV-MOR-07: 3.
pub const MOR_07: Clause = Clause::new(1107);
/// FAV-MOR-08: 4.
pub const MOR_08: Clause = Clause::new(1108);
/// FAV-MOR-09: 5.
pub const MOR_09: Clause = Clause::new(1109);
/// FAV-MOR-10: 6.
pub const MOR_10: Clause = Clause::new(1110);
/// FAV-MOR-11: 7 or more.
pub const MOR_11: Clause = Clause::new(1111);
/// FAV-MOR-12: Going back is all it does.
pub const MOR_12: Clause = Clause::new(1112);
/// FAV-MOR-13: Only a rally takes the marker.
pub const MOR_13: Clause = Clause::new(1113);
/// FAV-MOR-14: Out of control.
pub const MOR_14: Clause = Clause::new(1114);
/// FAV-MOR-15: No way forward.
pub const MOR_15: Clause = Clause::new(1115);
/// FAV-MOR-16: Losses of a rout.
pub const MOR_16: Clause = Clause::new(1116);
/// FAV-MOR-17: The check is compulsory.
pub const MOR_17: Clause = Clause::new(1117);
/// FAV-MOR-18: Losses.
pub const MOR_18: Clause = Clause::new(1118);
/// FAV-MOR-19: In contact.
pub const MOR_19: Clause = Clause::new(1119);
/// FAV-MOR-20: In flank or rear.
pub const MOR_20: Clause = Clause::new(1120);
/// FAV-MOR-21: From whom it flees.
pub const MOR_21: Clause = Clause::new(1121);
/// FAV-MOR-22: Which way it faces.
pub const MOR_22: Clause = Clause::new(1122);
/// FAV-MOR-23: Off the table.
pub const MOR_23: Clause = Clause::new(1123);
/// FAV-MOR-24: Trapped.
pub const MOR_24: Clause = Clause::new(1124);
/// FAV-MOR-25: A new marker is for the next turn.
pub const MOR_25: Clause = Clause::new(1125);
/// FAV-CHG-01: The charge.
pub const CHG_01: Clause = Clause::new(1201);
/// FAV-CHG-02: Who charges.
pub const CHG_02: Clause = Clause::new(1202);
/// FAV-CHG-03: How far.
pub const CHG_03: Clause = Clause::new(1203);
/// FAV-CHG-04: The face attacked.
pub const CHG_04: Clause = Clause::new(1204);
/// FAV-CHG-05: The stand test.
pub const CHG_05: Clause = Clause::new(1205);
/// FAV-CHG-06: Then the charge goes home.
pub const CHG_06: Clause = Clause::new(1206);
/// FAV-CHG-07: Driven back.
pub const CHG_07: Clause = Clause::new(1207);
/// FAV-CHG-08: Squaring up.
pub const CHG_08: Clause = Clause::new(1208);
/// FAV-CHG-09: One test a charge.
pub const CHG_09: Clause = Clause::new(1209);
/// FAV-CHG-10: Caught.
pub const CHG_10: Clause = Clause::new(1210);
/// FAV-CHG-11: The charger does not test.
pub const CHG_11: Clause = Clause::new(1211);
/// FAV-CHG-12: The closing volley.
pub const CHG_12: Clause = Clause::new(1212);
/// FAV-CHG-13: No fire into a melee.
pub const CHG_13: Clause = Clause::new(1213);
/// FAV-FIRE-01: Dice.
pub const FIRE_01: Clause = Clause::new(1301);
/// FAV-FIRE-02: Bands.
pub const FIRE_02: Clause = Clause::new(1302);
/// FAV-FIRE-03: To hit.
pub const FIRE_03: Clause = Clause::new(1303);
/// FAV-FIRE-04: Cover.
pub const FIRE_04: Clause = Clause::new(1304);
/// FAV-FIRE-05: A hit kills.
pub const FIRE_05: Clause = Clause::new(1305);
/// FAV-FIRE-06: One target.
pub const FIRE_06: Clause = Clause::new(1306);
/// FAV-FIRE-07: Field of fire.
pub const FIRE_07: Clause = Clause::new(1307);
/// FAV-FIRE-08: The front rank shoots.
pub const FIRE_08: Clause = Clause::new(1308);
/// FAV-FIRE-09: Sight.
pub const FIRE_09: Clause = Clause::new(1309);
/// FAV-FIRE-10: Free choice.
pub const FIRE_10: Clause = Clause::new(1310);
/// FAV-FIRE-11: No overkill.
pub const FIRE_11: Clause = Clause::new(1311);
/// FAV-FIRE-12: Quicker fire (optional).
pub const FIRE_12: Clause = Clause::new(1312);
/// FAV-FIRE-13: Slower long range (optional).
pub const FIRE_13: Clause = Clause::new(1313);
/// FAV-FIRE-14: Who shoots.
pub const FIRE_14: Clause = Clause::new(1314);
/// FAV-FIRE-15: After going back.
pub const FIRE_15: Clause = Clause::new(1315);
/// FAV-ART-01: Range of guns.
pub const ART_01: Clause = Clause::new(1401);
/// FAV-ART-02: Bands of guns.
pub const ART_02: Clause = Clause::new(1402);
/// FAV-ART-03: Guns to hit.
pub const ART_03: Clause = Clause::new(1403);
/// FAV-ART-04: A die for each figure.
pub const ART_04: Clause = Clause::new(1404);
/// FAV-ART-05: Guns and skirmishers as targets.
pub const ART_05: Clause = Clause::new(1405);
/// FAV-ART-06: Field guns must stand.
pub const ART_06: Clause = Clause::new(1406);
/// FAV-ART-07: Horse guns are quicker.
pub const ART_07: Clause = Clause::new(1407);
/// FAV-ART-08: Movement used.
pub const ART_08: Clause = Clause::new(1408);
/// FAV-ART-09: Penalties add up.
pub const ART_09: Clause = Clause::new(1409);
/// FAV-ART-10: Losing a section.
pub const ART_10: Clause = Clause::new(1410);
/// FAV-ART-11: Guns that moved.
pub const ART_11: Clause = Clause::new(1411);
/// FAV-ART-12: Free turns are turns only.
pub const ART_12: Clause = Clause::new(1412);
/// FAV-MEL-01: Who fights.
pub const MEL_01: Clause = Clause::new(1501);
/// FAV-MEL-02: An even fight.
pub const MEL_02: Clause = Clause::new(1502);
/// FAV-MEL-03: The better side.
pub const MEL_03: Clause = Clause::new(1503);
/// FAV-MEL-04: No other numbers.
pub const MEL_04: Clause = Clause::new(1504);
/// FAV-MEL-05: What gives an advantage.
pub const MEL_05: Clause = Clause::new(1505);
/// FAV-MEL-06: Losses.
pub const MEL_06: Clause = Clause::new(1506);
/// FAV-MEL-07: Whom it strikes.
pub const MEL_07: Clause = Clause::new(1507);
/// FAV-MEL-08: One melee.
pub const MEL_08: Clause = Clause::new(1508);
/// FAV-MEL-09: The winner.
pub const MEL_09: Clause = Clause::new(1509);
/// FAV-MEL-10: No draws.
pub const MEL_10: Clause = Clause::new(1510);
/// FAV-MEL-11: Who attacks.
pub const MEL_11: Clause = Clause::new(1511);
/// FAV-MEL-12: The loser goes back.
pub const MEL_12: Clause = Clause::new(1512);
/// FAV-MEL-13: The winner stays.
pub const MEL_13: Clause = Clause::new(1513);
/// FAV-MEL-14: Nobody left.
pub const MEL_14: Clause = Clause::new(1514);
/// FAV-MEL-15: No blow, no victory.
pub const MEL_15: Clause = Clause::new(1515);
/// FAV-MEL-16: In flank or rear.
pub const MEL_16: Clause = Clause::new(1516);
/// FAV-MEL-17: Higher ground or cover.
pub const MEL_17: Clause = Clause::new(1517);
/// FAV-MEL-18: Charging cavalry.
pub const MEL_18: Clause = Clause::new(1518);
/// FAV-MEL-19: Numbers.
pub const MEL_19: Clause = Clause::new(1519);
/// FAV-MEL-20: Disordered.
pub const MEL_20: Clause = Clause::new(1520);
/// FAV-MEL-21: Skirmishers.
pub const MEL_21: Clause = Clause::new(1521);
/// FAV-MEL-22: Gun crews.
pub const MEL_22: Clause = Clause::new(1522);
/// FAV-MEL-23: Half effect.
pub const MEL_23: Clause = Clause::new(1523);
/// FAV-MEL-24: Advantages count once.
pub const MEL_24: Clause = Clause::new(1524);
/// FAV-SET-01: The table.
pub const SET_01: Clause = Clause::new(1601);
/// FAV-SET-02: The usual army.
pub const SET_02: Clause = Clause::new(1602);
/// FAV-SET-03: Deploying.
pub const SET_03: Clause = Clause::new(1603);
/// FAV-SET-04: Free deployment.
pub const SET_04: Clause = Clause::new(1604);
/// FAV-SET-05: Terrain.
pub const SET_05: Clause = Clause::new(1605);
/// FAV-SET-06: Equal commanders.
pub const SET_06: Clause = Clause::new(1606);
/// FAV-SET-07: Who attacks.
pub const SET_07: Clause = Clause::new(1607);
/// FAV-SET-08: Reinforcements.
pub const SET_08: Clause = Clause::new(1608);
/// FAV-VIC-01: A beaten army.
pub const VIC_01: Clause = Clause::new(1701);
/// FAV-VIC-02: The last turn.
pub const VIC_02: Clause = Clause::new(1702);
/// FAV-VIC-03: Objectives.
pub const VIC_03: Clause = Clause::new(1703);
/// FAV-VIC-04: What counts as a unit.
pub const VIC_04: Clause = Clause::new(1704);
/// FAV-OPT-01: Other fire (optional).
pub const OPT_01: Clause = Clause::new(1801);
/// FAV-OPT-02: Saving throws.
pub const OPT_02: Clause = Clause::new(1802);
/// FAV-OPT-03: Steady behind walls (optional).
pub const OPT_03: Clause = Clause::new(1803);
/// FAV-OPT-04: Guns on roads (optional).
pub const OPT_04: Clause = Clause::new(1804);
/// FAV-OPT-05: Captured generals (optional).
pub const OPT_05: Clause = Clause::new(1805);
/// FAV-OPT-06: Pursuit (optional).
pub const OPT_06: Clause = Clause::new(1806);
/// FAV-OPT-07: Grades (optional).
pub const OPT_07: Clause = Clause::new(1807);
/// FAV-GEO-01: Places.
pub const GEO_01: Clause = Clause::new(1901);
/// FAV-GEO-02: Bases.
pub const GEO_02: Clause = Clause::new(1902);
/// FAV-GEO-03: Beyond the edges.
pub const GEO_03: Clause = Clause::new(1903);
/// FAV-GEO-04: The four zones.
pub const GEO_04: Clause = Clause::new(1904);
/// FAV-GEO-05: Contact.
pub const GEO_05: Clause = Clause::new(1905);
/// FAV-GEO-06: Measuring fire.
pub const GEO_06: Clause = Clause::new(1906);
/// FAV-GEO-07: What lies in the way.
pub const GEO_07: Clause = Clause::new(1907);
/// FAV-GEO-08: Line of sight.
pub const GEO_08: Clause = Clause::new(1908);
/// FAV-GEO-09: How a wheel turns.
pub const GEO_09: Clause = Clause::new(1909);
/// FAV-GEO-10: Where a charger squares up.
pub const GEO_10: Clause = Clause::new(1910);
/// FAV-GEO-11: Distance moved.
pub const GEO_11: Clause = Clause::new(1911);
/// FAV-GEO-12: Forced moves.
pub const GEO_12: Clause = Clause::new(1912);
/// FAV-GEO-13: Fire across walls.
pub const GEO_13: Clause = Clause::new(1913);
