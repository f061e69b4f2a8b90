//! Section 4: the defender lays the terrain, then the attacker chooses his edge.

use crate::turn::TERRAIN;
use crate::{ThrowMeA6, c};
use sandtable_battle::by;
use sandtable_battle::{
    Await, Battle, Cursor, Dice, Feature, Ground, Ruling, Scene, Side, Witness,
};
use sandtable_geometry::{Area, Edge, INCH, Length, Line, Point, Pose, Rect, TOLERANCE, within};

/// Whether a piece is an area: river and roads do not count (A09).
const fn is_area(feature: &Feature) -> bool {
    feature.line.is_none()
}

impl ThrowMeA6 {
    /// How many area pieces lie on the table.
    fn laid_areas(battle: &Battle) -> usize {
        let pieces = battle.setting.pieces.iter();
        pieces
            .filter(|p| p.laid.is_some() && is_area(&p.feature))
            .count()
    }

    /// Judges the laying of a piece (SET-03 to SET-05, A09).
    pub(crate) fn judge_laying(&self, battle: &Battle, piece: u8, at: Pose, r: &mut Ruling) {
        by!(c::SET_04);
        r.require(battle.cursor.phase == TERRAIN, c::SET_03, || Witness::Plain);
        let Some(spec) = battle.setting.pieces.get(usize::from(piece)) else {
            r.refuse(c::SET_03, Witness::Plain);
            return;
        };
        r.require(spec.laid.is_none(), c::SET_03, || Witness::Spot(at.point()));
        let lies = spec.feature.laid(at);
        match lies.ground {
            _ if is_area(&lies) => self.judge_area(battle, &lies, at, r),
            Ground::River => self.judge_river(battle, &lies, at, r),
            _ => {
                let on = self.meets_board(battle, &lies);
                let town = Self::town_without_road(battle);
                let town = town.filter(|_| lies.ground == Ground::Road);
                let through = town.is_none_or(|town| {
                    let town = &battle.setting.terrain[town].areas;
                    lies.areas
                        .iter()
                        .any(|r| town.iter().any(|t| overlap(r, t)))
                });
                r.require(on && through, c::SET_06, || Witness::Spot(at.point()));
            }
        }
    }

    /// Judges an area piece: on the board, not a sixth one, clear of the others.
    fn judge_area(&self, battle: &Battle, lies: &Feature, at: Pose, r: &mut Ruling) {
        let most = self.numbers.setup.pieces;
        let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let laid = Self::laid_areas(battle);
        r.require(laid < most, c::SET_03, || Witness::Count {
            asked: count(laid + 1),
            allowed: count(most),
        });
        let points = || lies.areas.iter().flat_map(|a| a.outline().iter().copied());
        let on = |p: Point| {
            (0..=battle.setting.width).contains(&p.x) && (0..=battle.setting.height).contains(&p.y)
        };
        if let Some(off) = points().find(|&p| !on(p)) {
            r.refuse(c::SET_03, Witness::Spot(off));
        }
        let road = |f: &Feature| f.ground == Ground::Road;
        let spare = battle
            .setting
            .pieces
            .iter()
            .any(|p| road(&p.feature) && p.laid.is_none());
        if lies.ground == Ground::Town && !spare {
            let crossed = battle.setting.terrain.iter().filter(|f| road(f)).any(|f| {
                f.areas
                    .iter()
                    .any(|r| lies.areas.iter().any(|t| overlap(r, t)))
            });
            r.require(crossed, c::SET_06, || Witness::Spot(at.point()));
        }
        if self.choices.free_terrain {
            return;
        }
        let apart = self.numbers.setup.piece_gap.0;
        let others = battle.setting.terrain.iter().filter(|f| is_area(f));
        for other in others {
            let near = lies
                .areas
                .iter()
                .any(|a| other.areas.iter().any(|b| !is_apart(a, b, apart)));
            r.require(!near, c::SET_03, || Witness::Spot(at.point()));
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

    /// Whether any part of a feature lies on the board.
    fn meets_board(&self, battle: &Battle, lies: &Feature) -> bool {
        let (width, height) = (battle.setting.width, battle.setting.height);
        let board = Rect::centred(
            Pose::new(width / 2, height / 2, sandtable_geometry::Facing::NORTH),
            width,
            height,
        );
        lies.overlaps(&board)
    }

    /// The town through which no road runs yet (SET-06).
    fn town_without_road(battle: &Battle) -> Option<usize> {
        let terrain = &battle.setting.terrain;
        terrain.iter().position(|town| {
            town.ground == Ground::Town
                && !battle.setting.features(Ground::Road).any(|road| {
                    road.areas
                        .iter()
                        .any(|r| town.areas.iter().any(|t| overlap(r, t)))
                })
        })
    }

    /// Judges the end of the terrain: a town needs its road (SET-06), where the
    /// scenario offers one.
    pub(crate) fn judge_end_of_terrain(&self, battle: &Battle, r: &mut Ruling) {
        let mut pieces = battle.setting.pieces.iter();
        let road = pieces.any(|p| p.feature.ground == Ground::Road && p.laid.is_none());
        if let (Some(town), true) = (Self::town_without_road(battle), road) {
            r.refuse(c::SET_06, Self::ground_witness(battle, town));
        }
    }

    /// Lays a piece; when nothing more can be laid the edge is chosen.
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

    /// The pieces that may still be laid.
    pub(crate) fn offered_pieces<'a>(
        &'a self,
        battle: &'a Battle,
    ) -> impl Iterator<Item = u8> + 'a {
        let full = Self::laid_areas(battle) >= self.numbers.setup.pieces;
        (0..)
            .zip(&battle.setting.pieces)
            .filter(move |(_, p)| p.laid.is_none() && !(full && is_area(&p.feature)))
            .map(|(place, _)| place)
    }

    /// Ends the laying of terrain: the attacker chooses his edge (SET-07).
    pub(crate) fn end_terrain(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let attacker = self.attacker(scene);
        let to = Cursor {
            side: attacker,
            ..scene.cursor
        };
        scene.turn(to, c::SET_07);
        let zones = |side: Side| scene.setting.zones.iter().any(|z| z.side == Some(side));
        if zones(Side::A) && zones(Side::B) {
            scene.await_(Await {
                side: attacker,
                why: c::SET_07,
                choices: 2,
                unit: None,
                other: None,
            });
        } else {
            self.deploy(scene, dice);
        }
    }

    /// Takes the attacker's choice of edge.
    pub(crate) fn choose_edge(&self, choice: u8, scene: &mut Scene, dice: &mut dyn Dice) {
        let to = Cursor {
            waits: None,
            ..scene.cursor
        };
        scene.turn(to, c::SET_07);
        if choice == 1 {
            self.swap_edges(scene);
        }
        self.deploy(scene, dice);
    }

    /// What is wrong with the pieces that a scenario offers (A09).
    pub(crate) fn piece_flaws(&self, battle: &Battle) -> Vec<String> {
        let [width, height] = self.numbers.setup.piece_box;
        let mut out = Vec::new();
        for (place, piece) in (0..).zip(&battle.setting.pieces) {
            if self.choices.free_terrain || !is_area(&piece.feature) {
                continue;
            }
            let points = || piece.feature.areas.iter().flat_map(|a| a.outline());
            let span = |part: fn(&Point) -> i32| {
                let low = points().map(part).min().unwrap_or(0);
                points().map(part).max().unwrap_or(0) - low
            };
            let (w, h) = (span(|p| p.x), span(|p| p.y));
            let fits = |w, h| within(w, width.0) && within(h, height.0);
            if !fits(w, h) && !fits(h, w) {
                out.push(format!(
                    "the piece {} is larger than {} by {} inches ({})",
                    battle.setting.piece(place),
                    width.0 / INCH,
                    height.0 / INCH,
                    self.card.cite(c::SET_03)
                ));
            }
        }
        let pieces = || battle.setting.pieces.iter().map(|p| p.feature.ground);
        if pieces().any(|g| g == Ground::Town) && !pieces().any(|g| g == Ground::Road) {
            let id = self.card.cite(c::SET_06);
            out.push(format!("a town is offered, but no road for it ({id})"));
        }
        out
    }
}

/// Whether two areas overlap.
fn overlap(a: &Area, b: &Area) -> bool {
    !is_apart(a, b, 0)
}

/// Whether two areas lie at least so far from each other.
fn is_apart(a: &Area, b: &Area, gap: Length) -> bool {
    let inside = a.outline().iter().any(|&p| b.holds(p)) || b.outline().iter().any(|&p| a.holds(p));
    if inside {
        return false;
    }
    let edges = |area: &Area| {
        let ring = area.outline().to_vec();
        let n = ring.len();
        (0..n)
            .map(move |i| Edge::new(ring[i], ring[(i + 1) % n]))
            .collect::<Vec<_>>()
    };
    let (from, to) = (edges(a), edges(b));
    from.iter().all(|e| {
        to.iter()
            .all(|f| !e.crosses(f) && distance(e, f) + TOLERANCE >= gap)
    })
}

/// The shortest distance of two edges that do not cross: from an end of one.
fn distance(a: &Edge, b: &Edge) -> Length {
    let ends = |e: &Edge, other: &Edge| {
        let (p, q) = e.ends();
        let (s, t) = other.ends();
        let line = Line::new(vec![s, t]);
        let from = |p| line.as_ref().map_or(s.distance(p), |l| l.distance_from(p));
        from(p).min(from(q))
    };
    ends(a, b).min(ends(b, a))
}
