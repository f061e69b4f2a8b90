//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use sandtable_battle::Clause;

/// THR-SCOPE-01: An overlay on the parent game.
pub const SCOPE_01: Clause = Clause::new(101);
/// THR-SCOPE-02: The three changes.
pub const SCOPE_02: Clause = Clause::new(102);
/// THR-SCOPE-03: The play sheet wins.
pub const SCOPE_03: Clause = Clause::new(103);
/// THR-SCOPE-04: Six-sided dice only.
pub const SCOPE_04: Clause = Clause::new(104);
/// THR-SCOPE-05: Measure at any time.
pub const SCOPE_05: Clause = Clause::new(105);
/// THR-SCOPE-06: Equal counts as inside.
pub const SCOPE_06: Clause = Clause::new(106);
/// THR-SCOPE-07: Rounding after a move.
pub const SCOPE_07: Clause = Clause::new(107);
/// THR-UNIT-01: Three classes.
pub const UNIT_01: Clause = Clause::new(201);
/// THR-UNIT-02: The grade of an attack.
pub const UNIT_02: Clause = Clause::new(202);
/// THR-UNIT-03: Columns and the parent's dice.
pub const UNIT_03: Clause = Clause::new(203);
/// THR-UNIT-04: Types of the period.
pub const UNIT_04: Clause = Clause::new(204);
/// THR-UNIT-05: One base, one facing.
pub const UNIT_05: Clause = Clause::new(205);
/// THR-UNIT-06: Base sizes.
pub const UNIT_06: Clause = Clause::new(206);
/// THR-UNIT-07: Armoured units.
pub const UNIT_07: Clause = Clause::new(207);
/// THR-UNIT-08: Cavalry with firearms.
pub const UNIT_08: Clause = Clause::new(208);
/// THR-UNIT-09: Foot and mounted.
pub const UNIT_09: Clause = Clause::new(209);
/// THR-TURN-01: Four steps.
pub const TURN_01: Clause = Clause::new(301);
/// THR-TURN-02: Alternate player turns.
pub const TURN_02: Clause = Clause::new(302);
/// THR-TURN-03: Who goes first.
pub const TURN_03: Clause = Clause::new(303);
/// THR-TURN-04: Each unit moves once.
pub const TURN_04: Clause = Clause::new(304);
/// THR-TURN-05: Each unit shoots once.
pub const TURN_05: Clause = Clause::new(305);
/// THR-TURN-06: Each contact fights once.
pub const TURN_06: Clause = Clause::new(306);
/// THR-TURN-07: What the Morale step does.
pub const TURN_07: Clause = Clause::new(307);
/// THR-TURN-08: Only the active side hits.
pub const TURN_08: Clause = Clause::new(308);
/// THR-TURN-09: Who rolls, and when.
pub const TURN_09: Clause = Clause::new(309);
/// THR-TURN-10: Markers come off.
pub const TURN_10: Clause = Clause::new(310);
/// THR-MOVE-01: Move rates.
pub const MOVE_01: Clause = Clause::new(401);
/// THR-MOVE-02: The shape of a move.
pub const MOVE_02: Clause = Clause::new(402);
/// THR-MOVE-03: Straight ahead only.
pub const MOVE_03: Clause = Clause::new(403);
/// THR-MOVE-04: Measuring a move.
pub const MOVE_04: Clause = Clause::new(404);
/// THR-MOVE-05: Pivoting counts as moving.
pub const MOVE_05: Clause = Clause::new(405);
/// THR-MOVE-06: Staying still.
pub const MOVE_06: Clause = Clause::new(406);
/// THR-MOVE-07: After a retreat, no move.
pub const MOVE_07: Clause = Clause::new(407);
/// THR-MOVE-08: Pinned by contact.
pub const MOVE_08: Clause = Clause::new(408);
/// THR-MOVE-09: No contact without a charge.
pub const MOVE_09: Clause = Clause::new(409);
/// THR-MOVE-10: Stay on the table.
pub const MOVE_10: Clause = Clause::new(410);
/// THR-MOVE-11: Road bonus.
pub const MOVE_11: Clause = Clause::new(411);
/// THR-TURNING-01: Pivot about the centre.
pub const TURNING_01: Clause = Clause::new(501);
/// THR-TURNING-02: Room to turn.
pub const TURNING_02: Clause = Clause::new(502);
/// THR-TURNING-03: Turning to face an attacker.
pub const TURNING_03: Clause = Clause::new(503);
/// THR-TURNING-04: Exactly a quarter or a half.
pub const TURNING_04: Clause = Clause::new(504);
/// THR-TERR-01: Woods.
pub const TERR_01: Clause = Clause::new(601);
/// THR-TERR-02: Towns.
pub const TERR_02: Clause = Clause::new(602);
/// THR-TERR-03: Marsh and lake.
pub const TERR_03: Clause = Clause::new(603);
/// THR-TERR-04: Rivers.
pub const TERR_04: Clause = Clause::new(604);
/// THR-TERR-05: Hills cost no movement.
pub const TERR_05: Clause = Clause::new(605);
/// THR-TERR-06: Being in a feature.
pub const TERR_06: Clause = Clause::new(606);
/// THR-TERR-07: Keeping out of forbidden ground.
pub const TERR_07: Clause = Clause::new(607);
/// THR-TERR-08: Cover against shooting.
pub const TERR_08: Clause = Clause::new(608);
/// THR-TERR-09: Cover in melee.
pub const TERR_09: Clause = Clause::new(609);
/// THR-TERR-10: Charging into woods and towns.
pub const TERR_10: Clause = Clause::new(610);
/// THR-TERR-11: Walls and river banks.
pub const TERR_11: Clause = Clause::new(611);
/// THR-PASS-01: Who passes through whom.
pub const PASS_01: Clause = Clause::new(701);
/// THR-PASS-02: No overlap at the end.
pub const PASS_02: Clause = Clause::new(702);
/// THR-PASS-03: What blocks an advance.
pub const PASS_03: Clause = Clause::new(703);
/// THR-CHG-01: Contact is made by charging.
pub const CHG_01: Clause = Clause::new(801);
/// THR-CHG-02: Aiming a charge.
pub const CHG_02: Clause = Clause::new(802);
/// THR-CHG-03: Charge reach.
pub const CHG_03: Clause = Clause::new(803);
/// THR-CHG-04: A clear view and path.
pub const CHG_04: Clause = Clause::new(804);
/// THR-CHG-05: The face attacked.
pub const CHG_05: Clause = Clause::new(805);
/// THR-CHG-06: Squaring up.
pub const CHG_06: Clause = Clause::new(806);
/// THR-CHG-07: One attacker a face.
pub const CHG_07: Clause = Clause::new(807);
/// THR-CHG-08: No charge out of contact.
pub const CHG_08: Clause = Clause::new(808);
/// THR-CHG-09: No reaction to a charge.
pub const CHG_09: Clause = Clause::new(809);
/// THR-CHG-10: Not through skirmishers.
pub const CHG_10: Clause = Clause::new(810);
/// THR-SHOOT-01: Maximum ranges.
pub const SHOOT_01: Clause = Clause::new(901);
/// THR-SHOOT-02: No range bands.
pub const SHOOT_02: Clause = Clause::new(902);
/// THR-SHOOT-03: One shooter, one target.
pub const SHOOT_03: Clause = Clause::new(903);
/// THR-SHOOT-04: Firing after a move.
pub const SHOOT_04: Clause = Clause::new(904);
/// THR-SHOOT-05: Arc of fire.
pub const SHOOT_05: Clause = Clause::new(905);
/// THR-SHOOT-06: All-round fire.
pub const SHOOT_06: Clause = Clause::new(906);
/// THR-SHOOT-07: Measuring range.
pub const SHOOT_07: Clause = Clause::new(907);
/// THR-SHOOT-08: Line of sight.
pub const SHOOT_08: Clause = Clause::new(908);
/// THR-SHOOT-09: No fire into or out of contact.
pub const SHOOT_09: Clause = Clause::new(909);
/// THR-SHOOT-10: Resolving a shot.
pub const SHOOT_10: Clause = Clause::new(910);
/// THR-SHOOT-11: Shooting is never doubled.
pub const SHOOT_11: Clause = Clause::new(911);
/// THR-SHOOT-12: One shot at a time.
pub const SHOOT_12: Clause = Clause::new(912);
/// THR-CBT-01: Reading the table.
pub const CBT_01: Clause = Clause::new(1001);
/// THR-CBT-02: The poor column.
pub const CBT_02: Clause = Clause::new(1002);
/// THR-CBT-03: The average column.
pub const CBT_03: Clause = Clause::new(1003);
/// THR-CBT-04: The superior column.
pub const CBT_04: Clause = Clause::new(1004);
/// THR-CBT-05: The die is never modified.
pub const CBT_05: Clause = Clause::new(1005);
/// THR-CBT-06: Double damage.
pub const CBT_06: Clause = Clause::new(1006);
/// THR-CBT-07: One table for both.
pub const CBT_07: Clause = Clause::new(1007);
/// THR-CBT-08: Converting the parent's halves.
pub const CBT_08: Clause = Clause::new(1008);
/// THR-MEL-01: Contact must be fought.
pub const MEL_01: Clause = Clause::new(1101);
/// THR-MEL-02: Choosing among several.
pub const MEL_02: Clause = Clause::new(1102);
/// THR-MEL-03: Column in melee.
pub const MEL_03: Clause = Clause::new(1103);
/// THR-MEL-04: Armour and cover in melee.
pub const MEL_04: Clause = Clause::new(1104);
/// THR-MEL-05: Flank and rear attacks.
pub const MEL_05: Clause = Clause::new(1105);
/// THR-MEL-06: Locked in contact.
pub const MEL_06: Clause = Clause::new(1106);
/// THR-MEL-07: No loser, no pursuit.
pub const MEL_07: Clause = Clause::new(1107);
/// THR-MEL-08: Cavalry charged by cavalry.
pub const MEL_08: Clause = Clause::new(1108);
/// THR-HIT-01: Counting hits.
pub const HIT_01: Clause = Clause::new(1201);
/// THR-HIT-02: The third hit kills.
pub const HIT_02: Clause = Clause::new(1202);
/// THR-HIT-03: Markers for one and two.
pub const HIT_03: Clause = Clause::new(1203);
/// THR-HIT-04: Nothing is left behind.
pub const HIT_04: Clause = Clause::new(1204);
/// THR-MOR-01: Who tests.
pub const MOR_01: Clause = Clause::new(1301);
/// THR-MOR-02: One test a turn.
pub const MOR_02: Clause = Clause::new(1302);
/// THR-MOR-03: The morale die.
pub const MOR_03: Clause = Clause::new(1303);
/// THR-MOR-04: Length of a retreat.
pub const MOR_04: Clause = Clause::new(1304);
/// THR-MOR-05: A retreat spends the move.
pub const MOR_05: Clause = Clause::new(1305);
/// THR-MOR-06: Direction of a retreat.
pub const MOR_06: Clause = Clause::new(1306);
/// THR-MOR-07: Which enemy counts.
pub const MOR_07: Clause = Clause::new(1307);
/// THR-MOR-08: Facing after a retreat.
pub const MOR_08: Clause = Clause::new(1308);
/// THR-MOR-09: What stops a retreat.
pub const MOR_09: Clause = Clause::new(1309);
/// THR-MOR-10: Ending on a friend.
pub const MOR_10: Clause = Clause::new(1310);
/// THR-MOR-11: Nowhere to go.
pub const MOR_11: Clause = Clause::new(1311);
/// THR-MOR-12: The table edge.
pub const MOR_12: Clause = Clause::new(1312);
/// THR-MOR-13: Order of tests.
pub const MOR_13: Clause = Clause::new(1313);
/// THR-FALL-01: Cavalry leaves the foot.
pub const FALL_01: Clause = Clause::new(1401);
/// THR-FALL-02: Length of a fall-back.
pub const FALL_02: Clause = Clause::new(1402);
/// THR-FALL-03: Direction of a fall-back.
pub const FALL_03: Clause = Clause::new(1403);
/// THR-FALL-04: When the way back is blocked.
pub const FALL_04: Clause = Clause::new(1404);
/// THR-FALL-05: Not the next move.
pub const FALL_05: Clause = Clause::new(1405);
/// THR-FALL-06: Cavalry against cavalry stays.
pub const FALL_06: Clause = Clause::new(1406);
/// THR-FALL-07: No foot left in contact.
pub const FALL_07: Clause = Clause::new(1407);
/// THR-FALL-08: Every direction counts.
pub const FALL_08: Clause = Clause::new(1408);
/// THR-SET-01: The table.
pub const SET_01: Clause = Clause::new(1501);
/// THR-SET-02: The armies.
pub const SET_02: Clause = Clause::new(1502);
/// THR-SET-03: Deployment.
pub const SET_03: Clause = Clause::new(1503);
/// THR-SET-04: Deploying a unit.
pub const SET_04: Clause = Clause::new(1504);
/// THR-SET-05: Terrain and the default map.
pub const SET_05: Clause = Clause::new(1505);
/// THR-VIC-01: No units left.
pub const VIC_01: Clause = Clause::new(1601);
/// THR-VIC-02: The turn limit.
pub const VIC_02: Clause = Clause::new(1602);
/// THR-VIC-03: Holding the objective.
pub const VIC_03: Clause = Clause::new(1603);
/// THR-VIC-04: Counting survivors.
pub const VIC_04: Clause = Clause::new(1604);
/// THR-OPT-01: Army break.
pub const OPT_01: Clause = Clause::new(1701);
/// THR-OPT-02: The general.
pub const OPT_02: Clause = Clause::new(1702);
/// THR-OPT-03: The square.
pub const OPT_03: Clause = Clause::new(1703);
/// THR-OPT-04: Both sides strike.
pub const OPT_04: Clause = Clause::new(1704);
/// THR-GEO-01: Axes and headings.
pub const GEO_01: Clause = Clause::new(1801);
/// THR-GEO-02: The base rectangle.
pub const GEO_02: Clause = Clause::new(1802);
/// THR-GEO-03: Local coordinates.
pub const GEO_03: Clause = Clause::new(1803);
/// THR-GEO-04: Distances beyond the edges.
pub const GEO_04: Clause = Clause::new(1804);
/// THR-GEO-05: Front, rear and flank zones.
pub const GEO_05: Clause = Clause::new(1805);
/// THR-GEO-06: What contact is.
pub const GEO_06: Clause = Clause::new(1806);
/// THR-GEO-07: The path of an advance.
pub const GEO_07: Clause = Clause::new(1807);
/// THR-GEO-08: The line of sight.
pub const GEO_08: Clause = Clause::new(1808);
/// THR-GEO-09: Distance from the front edge.
pub const GEO_09: Clause = Clause::new(1809);
/// THR-GEO-10: The squared-up pose.
pub const GEO_10: Clause = Clause::new(1810);
/// THR-GEO-11: If the flush pose is blocked.
pub const GEO_11: Clause = Clause::new(1811);
/// THR-GEO-12: How far a slide goes.
pub const GEO_12: Clause = Clause::new(1812);
/// THR-GEO-13: What overlap is.
pub const GEO_13: Clause = Clause::new(1813);
