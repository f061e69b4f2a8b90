//! Where along a straight way a unit may end. The places are computed: from where other units and
//! closed ground leave room, from where the ground under the base changes, and, beyond the table's
//! edge, along the edges at which the base is slid back in (MOR-23).

use crate::Favorite;
use sandtable_battle::{Battle, UnitId};
use sandtable_geometry::{Edge, Facing, Length, Point, Pose, Rect, Room, Turns};

/// A range of distances along a way, both ends included.
type Stretch = (Length, Length);

/// A way of a unit, and the bases it may not end on.
pub(crate) struct Ends<'a> {
    rules: &'a Favorite,
    b: &'a Battle,
    id: UnitId,
    own: Rect,
    way: Facing,
    others: Vec<Rect>,
}

/// A part of a way on which the base slides at an even rate: straight on, or, where it reaches over
/// the table's edge, along that edge, or not at all in a corner of the table.
struct Leg {
    from: Length,
    to: Length,
    /// The base where the leg begins, the direction in which it slides from there, and how far.
    base: Rect,
    slides: Facing,
    far: Length,
}

impl<'a> Ends<'a> {
    /// Makes the way of a unit in a direction. The unit may not end on `others`.
    pub(crate) fn new(
        rules: &'a Favorite,
        b: &'a Battle,
        id: UnitId,
        way: Facing,
        others: Vec<Rect>,
    ) -> Self {
        Self {
            rules,
            b,
            id,
            own: rules.rect(b, id),
            way,
            others,
        }
    }

    /// Returns the first distance between two at which the unit may end.
    pub(crate) fn first(&self, from: Length, limit: Length) -> Option<Length> {
        self.legs()
            .filter(|leg| leg.to >= from && leg.from <= limit)
            .flat_map(|leg| self.clear(&leg))
            .map(|(low, high)| (low.max(from), high.min(limit)))
            .filter(|(low, high)| low <= high)
            .find_map(|(low, high)| self.nearest(low, high))
    }

    /// Returns the last distance up to a given one at which the unit may end.
    pub(crate) fn last(&self, up_to: Length) -> Option<Length> {
        let legs: Vec<Leg> = self.legs().take_while(|leg| leg.from <= up_to).collect();
        legs.into_iter()
            .rev()
            .flat_map(|leg| self.clear(&leg).into_iter().rev())
            .map(|(low, high)| (low, high.min(up_to)))
            .filter(|(low, high)| low <= high)
            .find_map(|(low, high)| self.nearest(high, low))
    }

    /// Returns the first distance at which the unit's centre is off the table.
    pub(crate) fn gone(&self) -> Length {
        let setting = &self.b.setting;
        let high = setting.width.saturating_add(setting.height);
        first_where(0, high, |by| !self.on_table(by))
    }

    /// Returns where the unit would end up: slid back in from the edge; none once its centre is off
    /// the table.
    pub(crate) fn place(&self, by: Length) -> Option<Pose> {
        self.on_table(by).then(|| self.slid_in(by))
    }

    fn straight(&self, by: Length) -> Pose {
        self.b.unit(self.id).pose.moved(self.way, by)
    }

    fn slid_in(&self, by: Length) -> Pose {
        self.rules.slid_in(self.b, self.id, self.straight(by))
    }

    fn on_table(&self, by: Length) -> bool {
        let Point { x, y } = self.straight(by).point();
        let setting = &self.b.setting;
        (0..=setting.width).contains(&x) && (0..=setting.height).contains(&y)
    }

    fn base(&self, by: Length) -> Rect {
        let (b, pose) = (self.b, self.slid_in(by));
        self.rules.rect_at(b, b.unit(self.id), pose)
    }

    /// Returns how far the unit goes before it reaches over the table's edge.
    fn whole(&self) -> Length {
        let setting = &self.b.setting;
        self.own
            .room_on_table(self.way, setting.width, setting.height)
    }

    /// Returns the way that the unit's centre went, which may have crossed a river.
    fn walk(&self, by: Length) -> Edge {
        let start = self.own.centre();
        Edge::new(start, start.moved(self.way, by))
    }

    /// Whether the ground lets the unit end at a distance; beyond the edge, also whether other
    /// units do.
    fn fits(&self, by: Length) -> bool {
        if !self.on_table(by) {
            return false;
        }
        let (base, walk) = (self.base(by), self.walk(by));
        let upon = by > self.whole() && self.others.iter().any(|other| base.overlaps(other));
        let u = self.b.unit(self.id);
        let bad = self.rules.bad_ground(self.b, u, &base, Some(&walk));
        !upon && bad.is_none()
    }

    /// Returns the legs of the way, in order, until the unit's centre is off the table.
    fn legs(&self) -> impl Iterator<Item = Leg> + '_ {
        let whole = self.whole();
        let straight = Leg {
            from: 0,
            to: whole,
            base: self.own,
            slides: self.way,
            far: whole,
        };
        let beyond = std::iter::once_with(move || self.beyond(whole + 1)).flatten();
        std::iter::once(straight).chain(beyond)
    }

    /// Returns the legs from the table's edge on.
    fn beyond(&self, from: Length) -> Vec<Leg> {
        let gone = self.gone();
        let pushed = |part: fn(Pose) -> Length| {
            first_where(from, gone, |by| {
                part(self.straight(by)) != part(self.slid_in(by))
            })
        };
        let mut starts = [from, pushed(|pose| pose.x), pushed(|pose| pose.y), gone];
        starts.sort_unstable();
        let pairs = starts.windows(2).filter(|pair| pair[0] < pair[1]);
        pairs.map(|pair| self.leg(pair[0], pair[1] - 1)).collect()
    }

    /// Returns the leg between two distances between which the base slides at an even rate.
    fn leg(&self, from: Length, to: Length) -> Leg {
        let (base, end) = (self.base(from), self.base(to).centre());
        let start = base.centre();
        let far = start.distance(end);
        let slides = if far > 0 {
            Facing::towards(start, end)
        } else {
            self.way
        };
        Leg {
            from,
            to,
            base,
            slides,
            far,
        }
    }

    /// Returns the stretches of a leg on which the unit may end, in order. Between two places where
    /// something changes, it may end everywhere or nowhere.
    fn clear(&self, leg: &Leg) -> Vec<Stretch> {
        let (b, u) = (self.b, self.b.unit(self.id));
        let mut room = Room::new(0, leg.far);
        for other in &self.others {
            room.keep_off(&leg.base, leg.slides, other);
        }
        for area in Favorite::closed_areas(b) {
            room.keep_off_area(&leg.base, leg.slides, area);
        }
        let mut under = Turns::new(leg.slides, 0, leg.far);
        self.rules.ground_turns(b, u, &leg.base, &mut under);
        let mut crossed = Turns::new(self.way, leg.from, leg.to);
        let start = self.own.centre();
        self.rules
            .walk_turns(b, start, &mut crossed, |by| self.walk(by));
        let under = meets(room.stretches(), &under.stretches());
        let under: Vec<Stretch> = under.into_iter().map(|part| leg.along(part)).collect();
        let mut all = meets(&under, &crossed.stretches());
        all.retain(|&(low, high)| self.fits(i32::midpoint(low, high)));
        all
    }

    /// Returns the distance at which the unit may end that is nearest to one end of a stretch,
    /// searching towards its middle: places are rounded, so the end itself may be taken.
    fn nearest(&self, end: Length, other: Length) -> Option<Length> {
        if self.fits(end) {
            return Some(end);
        }
        let (mut bad, mut good) = (end, i32::midpoint(end, other));
        if !self.fits(good) {
            return None;
        }
        while (good - bad).abs() > 1 {
            let middle = i32::midpoint(bad, good);
            if self.fits(middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        Some(good)
    }
}

impl Leg {
    /// Returns the stretch of the way during which the base slides a stretch of the leg. If the
    /// base slides less far than the way goes, distances between two hundredths of sliding belong
    /// to the stretches on both sides, since their ends may be taken.
    fn along(&self, (low, high): Stretch) -> Stretch {
        if self.far == 0 {
            return (self.from, self.to);
        }
        let (span, far) = (i64::from(self.to - self.from), i64::from(self.far));
        let at = |slid: Length, up: i64| {
            let by = (i64::from(slid) * span + up).div_euclid(far);
            self.from + Length::try_from(by).unwrap_or(Length::MAX)
        };
        let (after, before) = (at(low - 1, 0) + 1, at(high + 1, far - 1) - 1);
        (after.max(self.from), before.min(self.to))
    }
}

/// Returns what two lists of stretches have in common, in order.
fn meets(some: &[Stretch], others: &[Stretch]) -> Vec<Stretch> {
    let pairs = some
        .iter()
        .flat_map(|one| others.iter().map(move |other| (one, other)));
    pairs
        .map(|(one, other)| (one.0.max(other.0), one.1.min(other.1)))
        .filter(|(low, high)| low <= high)
        .collect()
}

/// Returns the first distance from `from` on at which a condition holds that stays true from there;
/// `to` if it holds nowhere before.
fn first_where(from: Length, to: Length, holds: impl Fn(Length) -> bool) -> Length {
    let (mut low, mut high) = (from, to.max(from));
    while low < high {
        let middle = i32::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::{Battle, Switches};
    use sandtable_referee::Lot;

    /// Draws a small random table: near its edge a unit goes back among other units, woods, towns,
    /// lakes, and a river with a bridge.
    fn drawn(lot: &mut Lot) -> String {
        let mut out = "format = 2\nrules = \"favorite\"\ntitle = \"Back\"\ntable = [24, 20]\n\
             [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n"
            .to_owned();
        let mut at = |most: f64| lot.between(0.0, most);
        let river = at(14.0) + 2.0;
        out += &format!(
            "[[terrain]]\nground = \"river\"\nline = [[0, {river}], [24, {river}]]\nwidth = 1.5\n\
             [[terrain]]\nground = \"bridge\"\nat = [{}, {river}]\nsize = [6, 2]\n",
            at(24.0)
        );
        for ground in ["woods", "town", "lake"] {
            let (x, y) = (at(24.0), at(20.0));
            let corners = [(0.0, 0.0), (at(4.0) + 1.0, 0.4), (2.0, at(4.0) + 1.0)];
            let corners = corners.map(|(e, n)| format!("[{}, {}]", x + e, y + n));
            out += &format!(
                "[[terrain]]\nground = \"{ground}\"\nshape = [{}]\n",
                corners.join(", ")
            );
        }
        let kinds = ["field-artillery", "cavalry", "line-infantry", "cavalry"];
        for (name, kind) in kinds.into_iter().enumerate() {
            let (x, y, turned) = (at(18.0) + 3.0, at(14.0) + 3.0, at(360.0));
            out += &format!(
                "[[unit]]\nname = \"{name}\"\nside = \"Blue\"\nkind = \"{kind}\"\n\
                 at = [{x}, {y}]\nfacing = {turned}\n"
            );
        }
        out + "[state]\nturn = 2\nphase = \"melee\"\nactive = \"Blue\"\n"
    }

    /// Whether a unit may end at a distance, judged for that distance alone.
    fn may_end(ends: &Ends, by: Length, spare: Length) -> bool {
        ends.fits(by) && {
            let base = ends.base(by).grown(spare);
            !ends.others.iter().any(|other| other.overlaps(&base))
        }
    }

    /// Compares the ends with every hundredth of a millimetre of the way, in random battles.
    #[test]
    fn no_end_is_missed_and_none_is_granted_wrongly() {
        /// Poses are rounded: a free stretch shorter than this may be missed.
        const ROUNDED: Length = 16;
        let rules = Favorite::new(&Switches::default()).expect("the usual rules");
        let cases = std::env::var("PROPTEST_CASES").ok();
        let cases: u32 = cases.and_then(|n| n.parse().ok()).unwrap_or(60);
        let (mut lot, mut done, mut beyond) = (Lot::new(7), 0, 0);
        for _ in 0..30 * cases {
            if done == cases {
                break;
            }
            let text = drawn(&mut lot);
            let Ok(battle) = sandtable_files::read_battle(&text, &rules) else {
                continue;
            };
            done += 1;
            let battle: &Battle = &battle;
            let id = UnitId(u8::try_from(lot.below(2)).expect("one of two"));
            let others = battle.present().filter(|&(other, _)| other != id);
            let others = others.map(|(other, _)| rules.rect(battle, other)).collect();
            let way = battle
                .unit(id)
                .pose
                .facing
                .turned(0x4000 * i32::from(done % 4 == 0))
                .turned(0x8000);
            let ends = Ends::new(&rules, battle, id, way, others);
            let gone = ends.gone();
            let from = Length::try_from(lot.below(u32::try_from(gone).expect("a length")))
                .expect("a length");
            beyond += u32::from(from > ends.whole());
            let free: Vec<bool> = (0..gone).map(|by| may_end(&ends, by, 6)).collect();
            let wide = |by: Length| {
                let near = (by - ROUNDED).max(0)..=(by + ROUNDED).min(gone - 1);
                near.into_iter()
                    .all(|by| free[usize::try_from(by).expect("an index")])
            };
            let (first, last) = (ends.first(from, gone), ends.last(from));
            let sound = |by: Length| may_end(&ends, by, -6);
            assert!(first.is_none_or(sound), "{first:?} is taken\n{text}");
            assert!(last.is_none_or(sound), "{last:?} is taken\n{text}");
            let best = (from..gone).find(|&by| wide(by));
            assert!(
                best.is_none_or(|best| first.is_some_and(|first| first <= best)),
                "{id:?} {way:?} from {from}: {first:?}, but {best:?} is free\n{text}"
            );
            let best = (0..=from).rev().find(|&by| wide(by));
            assert!(
                best.is_none_or(|best| last.is_some_and(|last| last >= best)),
                "{id:?} {way:?} up to {from}: {last:?}, but {best:?} is free\n{text}"
            );
        }
        assert_eq!(done, cases, "sound tables");
        assert!(beyond > cases / 20, "{beyond} beyond the edge");
    }
}
