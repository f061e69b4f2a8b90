//! Section 4: the defender lays the terrain, then the attacker chooses an edge.

use crate::turn::TERRAIN;
use crate::{ThrowMeA6, c};
use sandtable_battle::by;
use sandtable_battle::{Await, Battle, Dice, Feature, Ground, Ruling, Scene, Side, Witness, say};
use sandtable_drill::{self as drill, Laying, is_area};
use sandtable_geometry::{Edge, INCH, Length, Point, Pose, within};

impl ThrowMeA6 {
    /// Returns how many areas the defender lays and how far apart (SET-03); rivers and
    /// roads do not count (A09).
    const fn laying(&self) -> Laying {
        Laying {
            most: self.numbers.setup.pieces,
            apart: if self.choices.free_terrain {
                None
            } else {
                Some(self.numbers.setup.piece_gap.0)
            },
            why: c::SET_03,
        }
    }

    /// Judges the laying of a piece (SET-03 to SET-05, A09).
    pub(crate) fn judge_laying(&self, battle: &Battle, piece: u8, at: Pose, r: &mut Ruling) {
        by!(c::SET_04);
        r.require(battle.cursor.phase == TERRAIN, c::SET_03, || Witness::Plain);
        let Some(spec) = self.laying().piece(battle, piece, at, r) else {
            return;
        };
        let lies = spec.feature.laid(at);
        match lies.ground {
            _ if is_area(&lies) => {
                self.laying().judge_area(battle, &lies, at, r);
                Self::judge_town(battle, &lies, at, r);
            }
            Ground::River => self.judge_river(battle, &lies, at, r),
            _ => {
                let on = drill::meets_table(battle, &lies);
                let town = Self::town_without_road(battle);
                let town = town.filter(|_| lies.ground == Ground::Road);
                let through =
                    town.is_none_or(|town| drill::meet(&lies, &battle.setting.terrain[town]));
                r.require(on && through, c::SET_06, || Witness::Spot(at.point()));
            }
        }
    }

    /// Judges a town: if no road is left to lay, one that is already laid must run through
    /// the town (SET-06).
    fn judge_town(battle: &Battle, lies: &Feature, at: Pose, r: &mut Ruling) {
        let road = |f: &Feature| f.ground == Ground::Road;
        let mut pieces = battle.setting.pieces.iter();
        let spare = pieces.any(|p| road(&p.feature) && p.laid.is_none());
        if lies.ground == Ground::Town && !spare {
            let mut roads = battle.setting.terrain.iter().filter(|f| road(f));
            let crossed = roads.any(|f| drill::meet(f, lies));
            r.require(crossed, c::SET_06, || Witness::Spot(at.point()));
        }
    }

    /// Judges a river: from one base edge to the other, near a flank (SET-05).
    fn judge_river(&self, battle: &Battle, lies: &Feature, at: Pose, r: &mut Ruling) {
        let (width, height) = (battle.setting.width, battle.setting.height);
        let board = |y: Length| Edge::new(Point::new(0, y), Point::new(width, y));
        let line = lies.line.as_ref();
        let crosses = |y: Length| line.is_some_and(|line| line.crossed_by(&board(y)));
        r.require(crosses(0) && crosses(height), c::SET_05, || {
            Witness::Spot(at.point())
        });
        if self.choices.free_terrain {
            return;
        }
        let near = self.numbers.setup.river_from_flank.0;
        let inside = |p: &&Point| (0..=height).contains(&p.y);
        let points: Vec<i32> = line
            .map(|l| l.points().iter().filter(inside).map(|p| p.x).collect())
            .unwrap_or_default();
        let at_flank = within(at.x, near) || within(width - at.x, near);
        let stays = points
            .iter()
            .all(|&x| within(x, near) || within(width - x, near));
        r.require(at_flank && stays, c::SET_05, || Witness::Length {
            asked: at.x.min(width - at.x),
            allowed: near,
        });
    }

    /// Returns the town that has no road yet (SET-06).
    fn town_without_road(battle: &Battle) -> Option<usize> {
        let terrain = &battle.setting.terrain;
        terrain.iter().position(|town| {
            town.ground == Ground::Town
                && !battle
                    .setting
                    .features(Ground::Road)
                    .any(|road| drill::meet(road, town))
        })
    }

    /// Judges the end of laying terrain: a town needs a road (SET-06), if the
    /// scenario offers one.
    pub(crate) fn judge_end_of_terrain(&self, battle: &Battle, r: &mut Ruling) {
        let mut pieces = battle.setting.pieces.iter();
        let road = pieces.any(|p| p.feature.ground == Ground::Road && p.laid.is_none());
        if let (Some(town), true) = (Self::town_without_road(battle), road) {
            r.refuse(c::SET_06, drill::ground_witness(battle, town));
        }
    }

    /// Lays a piece; when no more pieces can be laid, the attacker chooses an edge.
    pub(crate) fn lay(&self, piece: u8, at: Pose, scene: &mut Scene, dice: &mut dyn Dice) {
        let spec = scene.setting.pieces.get(usize::from(piece));
        let why = match spec.map(|p| p.feature.ground) {
            Some(Ground::River) => c::SET_05,
            Some(Ground::Road) => c::SET_06,
            _ => c::SET_03,
        };
        scene.lay(piece, at, why);
        if self.offered_pieces(scene).next().is_none() {
            self.end_terrain(scene, dice);
        }
    }

    /// Returns the pieces that may still be laid.
    pub(crate) fn offered_pieces<'a>(
        &self,
        battle: &'a Battle,
    ) -> impl Iterator<Item = u8> + use<'a> {
        self.laying().offered(battle)
    }

    /// Ends the laying of terrain: the attacker chooses an edge (SET-07).
    pub(crate) fn end_terrain(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let attacker = self.attacker(scene);
        scene.hand_to(attacker, c::SET_07);
        let zones = |side: Side| scene.setting.zones.iter().any(|z| z.side == Some(side));
        if zones(Side::A) && zones(Side::B) {
            scene.await_(Await::of(attacker, c::SET_07, 2));
        } else {
            self.deploy(scene, dice);
        }
    }

    /// Takes the attacker's choice of edge.
    pub(crate) fn choose_edge(&self, choice: u8, scene: &mut Scene, dice: &mut dyn Dice) {
        scene.answered(c::SET_07);
        if choice == 1 {
            self.swap_edges(scene);
        }
        self.deploy(scene, dice);
    }

    /// Lists what is wrong with the pieces that a scenario offers (A09).
    pub(crate) fn piece_flaws(&self, battle: &Battle) -> Vec<String> {
        let [width, height] = self.numbers.setup.piece_box;
        let mut out = Vec::new();
        for (place, piece) in (0..).zip(&battle.setting.pieces) {
            if self.choices.free_terrain || !is_area(&piece.feature) {
                continue;
            }
            if !drill::fits_box(&piece.feature, [width.0, height.0]) {
                out.push(say!(
                    "the piece {piece} is larger than {wide} by {deep} inches ({clause})",
                    piece = battle.setting.piece(place),
                    wide = width.0 / INCH,
                    deep = height.0 / INCH,
                    clause = self.card.cite(c::SET_03)
                ));
            }
        }
        let pieces = || battle.setting.pieces.iter().map(|p| p.feature.ground);
        if pieces().any(|g| g == Ground::Town) && !pieces().any(|g| g == Ground::Road) {
            let id = self.card.cite(c::SET_06);
            out.push(say!(
                "a town is offered, but no road for it ({clause})",
                clause = id
            ));
        }
        out
    }
}
