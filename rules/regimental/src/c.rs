//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use sandtable_battle::Clause;

/// REG-CONV-01: Inches.
pub const CONV_01: Clause = Clause::new(101);
/// REG-CONV-02: Stand and piece.
pub const CONV_02: Clause = Clause::new(102);
/// REG-CONV-03: Dice.
pub const CONV_03: Clause = Clause::new(103);
/// REG-CONV-04: Half a die.
pub const CONV_04: Clause = Clause::new(104);
/// REG-CONV-05: Just within.
pub const CONV_05: Clause = Clause::new(105);
/// REG-CONV-06: Deductions add up.
pub const CONV_06: Clause = Clause::new(106);
/// REG-CONV-07: Never below zero.
pub const CONV_07: Clause = Clause::new(107);
/// REG-CONV-08: The compass.
pub const CONV_08: Clause = Clause::new(108);
/// REG-CONV-09: Order of dice.
pub const CONV_09: Clause = Clause::new(109);
/// REG-UNIT-01: Kinds of units.
pub const UNIT_01: Clause = Clause::new(201);
/// REG-UNIT-02: Stands.
pub const UNIT_02: Clause = Clause::new(202);
/// REG-UNIT-03: No ratings.
pub const UNIT_03: Clause = Clause::new(203);
/// REG-UNIT-04: What a unit is.
pub const UNIT_04: Clause = Clause::new(204);
/// REG-UNIT-05: Strength at the start.
pub const UNIT_05: Clause = Clause::new(205);
/// REG-OFF-01: Three officers.
pub const OFF_01: Clause = Clause::new(301);
/// REG-OFF-02: Wounded and down.
pub const OFF_02: Clause = Clause::new(302);
/// REG-OFF-03: Command roll.
pub const OFF_03: Clause = Clause::new(303);
/// REG-OFF-04: One try.
pub const OFF_04: Clause = Clause::new(304);
/// REG-OFF-05: No officer.
pub const OFF_05: Clause = Clause::new(305);
/// REG-MARK-01: Charge marker.
pub const MARK_01: Clause = Clause::new(401);
/// REG-MARK-02: Advance marker.
pub const MARK_02: Clause = Clause::new(402);
/// REG-MARK-03: End marker.
pub const MARK_03: Clause = Clause::new(403);
/// REG-MARK-04: Red marker.
pub const MARK_04: Clause = Clause::new(404);
/// REG-MARK-05: What red means.
pub const MARK_05: Clause = Clause::new(405);
/// REG-MARK-06: Has reacted.
pub const MARK_06: Clause = Clause::new(406);
/// REG-MARK-07: Prone marker.
pub const MARK_07: Clause = Clause::new(407);
/// REG-MARK-08: Smoke marker.
pub const MARK_08: Clause = Clause::new(408);
/// REG-SETUP-01: The table.
pub const SETUP_01: Clause = Clause::new(501);
/// REG-SETUP-02: Terrain.
pub const SETUP_02: Clause = Clause::new(502);
/// REG-SETUP-03: Deployment.
pub const SETUP_03: Clause = Clause::new(503);
/// REG-SETUP-04: Who is first.
pub const SETUP_04: Clause = Clause::new(504);
/// REG-SETUP-05: An army for trials.
pub const SETUP_05: Clause = Clause::new(505);
/// REG-SETUP-06: Weather.
pub const SETUP_06: Clause = Clause::new(506);
/// REG-SETUP-07: Going on with deployment.
pub const SETUP_07: Clause = Clause::new(507);
/// REG-SEQ-01: Game turn.
pub const SEQ_01: Clause = Clause::new(601);
/// REG-SEQ-02: Phases.
pub const SEQ_02: Clause = Clause::new(602);
/// REG-SEQ-03: One action.
pub const SEQ_03: Clause = Clause::new(603);
/// REG-SEQ-04: Reactions are free.
pub const SEQ_04: Clause = Clause::new(604);
/// REG-SEQ-05: No counter-reaction.
pub const SEQ_05: Clause = Clause::new(605);
/// REG-SEQ-06: Firing is last.
pub const SEQ_06: Clause = Clause::new(606);
/// REG-GEO-01: A line.
pub const GEO_01: Clause = Clause::new(701);
/// REG-GEO-02: A column.
pub const GEO_02: Clause = Clause::new(702);
/// REG-GEO-03: Open order.
pub const GEO_03: Clause = Clause::new(703);
/// REG-GEO-04: Closing up.
pub const GEO_04: Clause = Clause::new(704);
/// REG-GEO-05: Before and beside.
pub const GEO_05: Clause = Clause::new(705);
/// REG-GEO-06: Field of fire.
pub const GEO_06: Clause = Clause::new(706);
/// REG-GEO-07: Range.
pub const GEO_07: Clause = Clause::new(707);
/// REG-GEO-08: Line of sight.
pub const GEO_08: Clause = Clause::new(708);
/// REG-GEO-09: Pivots.
pub const GEO_09: Clause = Clause::new(709);
/// REG-GEO-10: Keeping apart.
pub const GEO_10: Clause = Clause::new(710);
/// REG-GEO-11: Charge line.
pub const GEO_11: Clause = Clause::new(711);
/// REG-GEO-12: Gap.
pub const GEO_12: Clause = Clause::new(712);
/// REG-GEO-13: Immediately in front.
pub const GEO_13: Clause = Clause::new(713);
/// REG-GEO-14: Right and left.
pub const GEO_14: Clause = Clause::new(714);
/// REG-GEO-15: Seeing a charge.
pub const GEO_15: Clause = Clause::new(715);
/// REG-GEO-16: Sight past another front.
pub const GEO_16: Clause = Clause::new(716);
/// REG-FORM-01: Formations.
pub const FORM_01: Clause = Clause::new(801);
/// REG-FORM-02: Changing formation.
pub const FORM_02: Clause = Clause::new(802);
/// REG-FORM-03: Limbered guns.
pub const FORM_03: Clause = Clause::new(803);
/// REG-FORM-04: Columns suffer double.
pub const FORM_04: Clause = Clause::new(804);
/// REG-MOVE-01: A move.
pub const MOVE_01: Clause = Clause::new(901);
/// REG-MOVE-02: How far.
pub const MOVE_02: Clause = Clause::new(902);
/// REG-MOVE-03: Turning costs.
pub const MOVE_03: Clause = Clause::new(903);
/// REG-MOVE-04: Ground in the way.
pub const MOVE_04: Clause = Clause::new(904);
/// REG-MOVE-05: Passing through.
pub const MOVE_05: Clause = Clause::new(905);
/// REG-MOVE-06: Staying on the table.
pub const MOVE_06: Clause = Clause::new(906);
/// REG-MOVE-07: On the border.
pub const MOVE_07: Clause = Clause::new(907);
/// REG-MOVE-08: Turning over obstacles.
pub const MOVE_08: Clause = Clause::new(908);
/// REG-TERR-01: Woodlots.
pub const TERR_01: Clause = Clause::new(1001);
/// REG-TERR-02: Stumps and boulders.
pub const TERR_02: Clause = Clause::new(1002);
/// REG-TERR-03: Up hill.
pub const TERR_03: Clause = Clause::new(1003);
/// REG-TERR-04: Down hill.
pub const TERR_04: Clause = Clause::new(1004);
/// REG-TERR-05: Rail fences.
pub const TERR_05: Clause = Clause::new(1005);
/// REG-TERR-06: Taking a worm fence down.
pub const TERR_06: Clause = Clause::new(1006);
/// REG-TERR-07: The fence holds them up.
pub const TERR_07: Clause = Clause::new(1007);
/// REG-TERR-08: The fence is down.
pub const TERR_08: Clause = Clause::new(1008);
/// REG-TERR-09: Stone walls.
pub const TERR_09: Clause = Clause::new(1009);
/// REG-TERR-10: The wall holds them up.
pub const TERR_10: Clause = Clause::new(1010);
/// REG-TERR-11: Over the wall.
pub const TERR_11: Clause = Clause::new(1011);
/// REG-TERR-12: Just enough.
pub const TERR_12: Clause = Clause::new(1012);
/// REG-TERR-13: Levels.
pub const TERR_13: Clause = Clause::new(1013);
/// REG-TERR-14: Ground that hides.
pub const TERR_14: Clause = Clause::new(1014);
/// REG-TERR-15: Firing over a fence.
pub const TERR_15: Clause = Clause::new(1015);
/// REG-TERR-16: Once each.
pub const TERR_16: Clause = Clause::new(1016);
/// REG-TERR-17: How much comes down.
pub const TERR_17: Clause = Clause::new(1017);
/// REG-FIRE-01: A target.
pub const FIRE_01: Clause = Clause::new(1101);
/// REG-FIRE-02: How many dice.
pub const FIRE_02: Clause = Clause::new(1102);
/// REG-FIRE-03: Score by range.
pub const FIRE_03: Clause = Clause::new(1103);
/// REG-FIRE-04: Net score.
pub const FIRE_04: Clause = Clause::new(1104);
/// REG-FIRE-05: Hits.
pub const FIRE_05: Clause = Clause::new(1105);
/// REG-FIRE-06: Tens miss.
pub const FIRE_06: Clause = Clause::new(1106);
/// REG-FIRE-07: Guns.
pub const FIRE_07: Clause = Clause::new(1107);
/// REG-FIRE-08: Casualties of fire.
pub const FIRE_08: Clause = Clause::new(1108);
/// REG-FIRE-09: Smoke.
pub const FIRE_09: Clause = Clause::new(1109);
/// REG-FIRE-10: Dice that are deducted.
pub const FIRE_10: Clause = Clause::new(1110);
/// REG-FIRE-11: Fog.
pub const FIRE_11: Clause = Clause::new(1111);
/// REG-ORD-01: Three kinds of fire.
pub const ORD_01: Clause = Clause::new(1201);
/// REG-ORD-02: Skirmish fire.
pub const ORD_02: Clause = Clause::new(1202);
/// REG-ORD-03: Who may turn.
pub const ORD_03: Clause = Clause::new(1203);
/// REG-ORD-04: Turning to the skirmishers.
pub const ORD_04: Clause = Clause::new(1204);
/// REG-ORD-05: Infantry fire.
pub const ORD_05: Clause = Clause::new(1205);
/// REG-ORD-06: One reaction.
pub const ORD_06: Clause = Clause::new(1206);
/// REG-ORD-07: Columns under fire.
pub const ORD_07: Clause = Clause::new(1207);
/// REG-ORD-08: Artillery fire.
pub const ORD_08: Clause = Clause::new(1208);
/// REG-ORD-09: Guns always tell.
pub const ORD_09: Clause = Clause::new(1209);
/// REG-ORD-10: Fired at is enough.
pub const ORD_10: Clause = Clause::new(1210);
/// REG-ORD-11: First the losses.
pub const ORD_11: Clause = Clause::new(1211);
/// REG-ORD-12: Returning fire.
pub const ORD_12: Clause = Clause::new(1212);
/// REG-ORD-13: No answer to an answer.
pub const ORD_13: Clause = Clause::new(1213);
/// REG-ORD-14: Adjoining fields.
pub const ORD_14: Clause = Clause::new(1214);
/// REG-PRONE-01: Prone.
pub const PRONE_01: Clause = Clause::new(1301);
/// REG-PRONE-02: Harder to hit.
pub const PRONE_02: Clause = Clause::new(1302);
/// REG-PRONE-03: Standing up.
pub const PRONE_03: Clause = Clause::new(1303);
/// REG-PRONE-04: Flat already.
pub const PRONE_04: Clause = Clause::new(1304);
/// REG-PRONE-05: Up without orders.
pub const PRONE_05: Clause = Clause::new(1305);
/// REG-CHARGE-01: Announcing.
pub const CHARGE_01: Clause = Clause::new(1401);
/// REG-CHARGE-02: The defender waits.
pub const CHARGE_02: Clause = Clause::new(1402);
/// REG-CHARGE-03: Target.
pub const CHARGE_03: Clause = Clause::new(1403);
/// REG-CHARGE-04: Who may charge when.
pub const CHARGE_04: Clause = Clause::new(1404);
/// REG-CHARGE-05: Infantry in line.
pub const CHARGE_05: Clause = Clause::new(1405);
/// REG-CHARGE-06: From the centre.
pub const CHARGE_06: Clause = Clause::new(1406);
/// REG-CHARGE-07: Infantry in column.
pub const CHARGE_07: Clause = Clause::new(1407);
/// REG-CHARGE-08: Cavalry in line.
pub const CHARGE_08: Clause = Clause::new(1408);
/// REG-CHARGE-09: Cavalry in column.
pub const CHARGE_09: Clause = Clause::new(1409);
/// REG-CHARGE-10: Nobody else.
pub const CHARGE_10: Clause = Clause::new(1410);
/// REG-CHARGE-11: Layout.
pub const CHARGE_11: Clause = Clause::new(1411);
/// REG-CHARGE-12: Ground in a charge.
pub const CHARGE_12: Clause = Clause::new(1412);
/// REG-CHARGE-13: Fences in a charge.
pub const CHARGE_13: Clause = Clause::new(1413);
/// REG-CHARGE-14: A fence before the target.
pub const CHARGE_14: Clause = Clause::new(1414);
/// REG-CHARGE-15: Falling short.
pub const CHARGE_15: Clause = Clause::new(1415);
/// REG-CHARGE-16: The target has gone.
pub const CHARGE_16: Clause = Clause::new(1416);
/// REG-CHARGE-17: Ground as it is reached.
pub const CHARGE_17: Clause = Clause::new(1417);
/// REG-CHARGE-18: How far a stand gets.
pub const CHARGE_18: Clause = Clause::new(1418);
/// REG-CHARGE-19: What the ground takes.
pub const CHARGE_19: Clause = Clause::new(1419);
/// REG-CHARGE-20: What a slope gives.
pub const CHARGE_20: Clause = Clause::new(1420);
/// REG-CHEER-01: Measuring the charge.
pub const CHEER_01: Clause = Clause::new(1501);
/// REG-CHEER-02: Where it will end.
pub const CHEER_02: Clause = Clause::new(1502);
/// REG-CHEER-03: The two points.
pub const CHEER_03: Clause = Clause::new(1503);
/// REG-CHEER-04: The cheer.
pub const CHEER_04: Clause = Clause::new(1504);
/// REG-CHEER-05: No cheer.
pub const CHEER_05: Clause = Clause::new(1505);
/// REG-CHEER-06: Unannounced.
pub const CHEER_06: Clause = Clause::new(1506);
/// REG-CHEER-07: The farthest point.
pub const CHEER_07: Clause = Clause::new(1507);
/// REG-CHEER-08: The end of the charge.
pub const CHEER_08: Clause = Clause::new(1508);
/// REG-REACT-01: Hearing.
pub const REACT_01: Clause = Clause::new(1601);
/// REG-REACT-02: Not hearing.
pub const REACT_02: Clause = Clause::new(1602);
/// REG-REACT-03: Must react.
pub const REACT_03: Clause = Clause::new(1603);
/// REG-REACT-04: Surprised.
pub const REACT_04: Clause = Clause::new(1604);
/// REG-REACT-05: Reaction table.
pub const REACT_05: Clause = Clause::new(1605);
/// REG-REACT-06: Retreat 9 inches.
pub const REACT_06: Clause = Clause::new(1606);
/// REG-REACT-07: No reaction.
pub const REACT_07: Clause = Clause::new(1607);
/// REG-REACT-08: Withdraw 3 inches.
pub const REACT_08: Clause = Clause::new(1608);
/// REG-REACT-09: Fire at the attacker.
pub const REACT_09: Clause = Clause::new(1609);
/// REG-REACT-10: Hasty fire.
pub const REACT_10: Clause = Clause::new(1610);
/// REG-REACT-11: The officer's counter.
pub const REACT_11: Clause = Clause::new(1611);
/// REG-REACT-12: Range of reaction fire.
pub const REACT_12: Clause = Clause::new(1612);
/// REG-REACT-13: Cannot fire.
pub const REACT_13: Clause = Clause::new(1613);
/// REG-REACT-14: Fire into a charge.
pub const REACT_14: Clause = Clause::new(1614);
/// REG-REACT-15: Once a turn.
pub const REACT_15: Clause = Clause::new(1615);
/// REG-REACT-16: The last officer falls.
pub const REACT_16: Clause = Clause::new(1616);
/// REG-CONTACT-01: The charge goes in.
pub const CONTACT_01: Clause = Clause::new(1701);
/// REG-CONTACT-02: One body.
pub const CONTACT_02: Clause = Clause::new(1702);
/// REG-CONTACT-03: Who strikes.
pub const CONTACT_03: Clause = Clause::new(1703);
/// REG-CONTACT-04: No strike.
pub const CONTACT_04: Clause = Clause::new(1704);
/// REG-CONTACT-05: Another enemy.
pub const CONTACT_05: Clause = Clause::new(1705);
/// REG-CONTACT-06: The gap.
pub const CONTACT_06: Clause = Clause::new(1706);
/// REG-CONTACT-07: Who rolls dice.
pub const CONTACT_07: Clause = Clause::new(1707);
/// REG-CONTACT-08: A late stand takes up room.
pub const CONTACT_08: Clause = Clause::new(1708);
/// REG-H2HL-01: Attacker's dice.
pub const H2HL_01: Clause = Clause::new(1801);
/// REG-H2HL-02: Defender's dice.
pub const H2HL_02: Clause = Clause::new(1802);
/// REG-H2HL-03: Rank by rank.
pub const H2HL_03: Clause = Clause::new(1803);
/// REG-H2HL-04: Higher hits.
pub const H2HL_04: Clause = Clause::new(1804);
/// REG-H2HL-05: Surplus dice.
pub const H2HL_05: Clause = Clause::new(1805);
/// REG-H2HL-06: Casualties of the fight.
pub const H2HL_06: Clause = Clause::new(1806);
/// REG-H2HL-07: Who lost.
pub const H2HL_07: Clause = Clause::new(1807);
/// REG-H2HL-08: Only the attacker hit.
pub const H2HL_08: Clause = Clause::new(1808);
/// REG-H2HL-09: Attacker worse hit.
pub const H2HL_09: Clause = Clause::new(1809);
/// REG-H2HL-10: Strike again.
pub const H2HL_10: Clause = Clause::new(1810);
/// REG-H2HL-11: Until.
pub const H2HL_11: Clause = Clause::new(1811);
/// REG-H2HL-12: Disorder.
pub const H2HL_12: Clause = Clause::new(1812);
/// REG-H2HL-13: Held.
pub const H2HL_13: Clause = Clause::new(1813);
/// REG-H2HL-14: Backing up.
pub const H2HL_14: Clause = Clause::new(1814);
/// REG-H2HL-15: Not yet there.
pub const H2HL_15: Clause = Clause::new(1815);
/// REG-H2HL-16: Order in a round.
pub const H2HL_16: Clause = Clause::new(1816);
/// REG-H2HL-17: Rout in a charge.
pub const H2HL_17: Clause = Clause::new(1817);
/// REG-H2HL-18: Nobody left.
pub const H2HL_18: Clause = Clause::new(1818);
/// REG-H2HL-19: No room to back up.
pub const H2HL_19: Clause = Clause::new(1819);
/// REG-H2HC-01: A column strikes.
pub const H2HC_01: Clause = Clause::new(1901);
/// REG-H2HC-02: Defender's dice.
pub const H2HC_02: Clause = Clause::new(1902);
/// REG-H2HC-03: Attacker's dice.
pub const H2HC_03: Clause = Clause::new(1903);
/// REG-H2HC-04: The same comparison.
pub const H2HC_04: Clause = Clause::new(1904);
/// REG-H2HC-05: Piercing.
pub const H2HC_05: Clause = Clause::new(1905);
/// REG-H2HC-06: Straight on.
pub const H2HC_06: Clause = Clause::new(1906);
/// REG-H2HC-07: The next one.
pub const H2HC_07: Clause = Clause::new(1907);
/// REG-H2HC-08: Spent.
pub const H2HC_08: Clause = Clause::new(1908);
/// REG-H2HC-09: Thrown back.
pub const H2HC_09: Clause = Clause::new(1909);
/// REG-H2HC-10: The hole.
pub const H2HC_10: Clause = Clause::new(1910);
/// REG-H2HC-11: Closing the hole.
pub const H2HC_11: Clause = Clause::new(1911);
/// REG-H2HC-12: Running into a friend.
pub const H2HC_12: Clause = Clause::new(1912);
/// REG-H2HC-13: Nobody left to pierce.
pub const H2HC_13: Clause = Clause::new(1913);
/// REG-H2HC-14: Through skirmishers.
pub const H2HC_14: Clause = Clause::new(1914);
/// REG-H2HC-15: In a hole.
pub const H2HC_15: Clause = Clause::new(1915);
/// REG-H2HC-16: Back in the way.
pub const H2HC_16: Clause = Clause::new(1916);
/// REG-LOSS-01: Hits and stands.
pub const LOSS_01: Clause = Clause::new(2001);
/// REG-LOSS-02: Which stand.
pub const LOSS_02: Clause = Clause::new(2002);
/// REG-LOSS-03: Doubled in column.
pub const LOSS_03: Clause = Clause::new(2003);
/// REG-LOSS-04: The last stand.
pub const LOSS_04: Clause = Clause::new(2004);
/// REG-ROUT-01: When to roll.
pub const ROUT_01: Clause = Clause::new(2101);
/// REG-ROUT-02: Officers first.
pub const ROUT_02: Clause = Clause::new(2102);
/// REG-ROUT-03: The senior captain.
pub const ROUT_03: Clause = Clause::new(2103);
/// REG-ROUT-04: Stalled.
pub const ROUT_04: Clause = Clause::new(2104);
/// REG-ROUT-05: The rout die.
pub const ROUT_05: Clause = Clause::new(2105);
/// REG-ROUT-06: Rally.
pub const ROUT_06: Clause = Clause::new(2106);
/// REG-ROUT-07: Not rallied.
pub const ROUT_07: Clause = Clause::new(2107);
/// REG-ROUT-08: Without deductions.
pub const ROUT_08: Clause = Clause::new(2108);
/// REG-ROUT-09: The commander.
pub const ROUT_09: Clause = Clause::new(2109);
/// REG-ROUT-10: The second in command.
pub const ROUT_10: Clause = Clause::new(2110);
/// REG-ROUT-11: The third officer.
pub const ROUT_11: Clause = Clause::new(2111);
/// REG-ROUT-12: The acting captain.
pub const ROUT_12: Clause = Clause::new(2112);
/// REG-RALLY-01: Rallying.
pub const RALLY_01: Clause = Clause::new(2201);
/// REG-RALLY-02: Captains.
pub const RALLY_02: Clause = Clause::new(2202);
/// REG-COLL-01: Withdrawing.
pub const COLL_01: Clause = Clause::new(2301);
/// REG-COLL-02: Retreating.
pub const COLL_02: Clause = Clause::new(2302);
/// REG-COLL-03: Over everything.
pub const COLL_03: Clause = Clause::new(2303);
/// REG-COLL-04: Off the table.
pub const COLL_04: Clause = Clause::new(2304);
/// REG-COLL-05: Collision.
pub const COLL_05: Clause = Clause::new(2305);
/// REG-COLL-06: The way is free.
pub const COLL_06: Clause = Clause::new(2306);
/// REG-COLL-07: Skirmishers slip by.
pub const COLL_07: Clause = Clause::new(2307);
/// REG-COLL-08: Short of the enemy.
pub const COLL_08: Clause = Clause::new(2308);
/// REG-COLL-09: Facing after a retreat.
pub const COLL_09: Clause = Clause::new(2309);
/// REG-VIC-01: Half lost.
pub const VIC_01: Clause = Clause::new(2401);
/// REG-VIC-02: Time.
pub const VIC_02: Clause = Clause::new(2402);
/// REG-VIC-03: Objectives.
pub const VIC_03: Clause = Clause::new(2403);
