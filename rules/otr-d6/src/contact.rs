//! The place of a charge: where the charger ends up against its target
//! (GEO-13), and whether the way there is clear (GEO-12).

use crate::units::{self, Body};
use crate::{OtrD6, c, geometry, terrain};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Ruling, UnitId, Witness};
use sandtable_geometry::{Anchor, Edge, Face, Length, Point, Pose, Rect, Room, Zone, flush};

/// The poses of a body, front to rear.
pub(crate) type Poses = ArrayVec<Pose, 3>;

impl OtrD6 {
    /// Returns where every brigade of a body stands when its front brigade stands at
    /// `lead`: the others keep their places behind it (FORM-15).
    pub(crate) fn formed_up(&self, b: &Battle, body: &Body, lead: Pose) -> Poses {
        by!(c::FORM_15);
        let head = self.rect(b, body[0]);
        let place = |&member: &UnitId| {
            let pose = b.unit(member).pose;
            let (right, forward) = head.offset_of(pose.point());
            let turn = head.facing().turn_to(pose.facing);
            lead.moved(lead.facing.turned(0x4000), right)
                .advanced(forward)
                .facing(lead.facing.turned(turn))
        };
        body.iter()
            .map(|member| {
                if *member == body[0] {
                    lead
                } else {
                    place(member)
                }
            })
            .collect()
    }
}

/// Returns the units in the way of a body: fighting units that are neither in it nor its
/// target. `near` is asked first, with a point of a unit and a length at least its girth.
fn others<'a>(
    rules: &'a OtrD6,
    b: &'a Battle,
    body: &'a Body,
    target: UnitId,
    near: impl Fn(Point, Length) -> bool + 'a,
) -> impl Iterator<Item = (UnitId, Rect)> {
    b.present()
        .filter(move |&(id, u)| units::fights(u) && id != target && !body.contains(&id))
        .filter(move |(_, u)| {
            let (w, d) = rules.size_of(&b.setting, u);
            near(u.pose.point(), w + 2 * d)
        })
        .map(move |(id, _)| (id, rules.rect(b, id)))
}

impl OtrD6 {
    /// Returns the place of a charge (GEO-13): flush on the edge of the zone the charger
    /// stood in, its front midpoint on the nearest point of that edge, then slid along the edge
    /// by the least distance at which it overlaps no unit and shares enough
    /// of the edge; of two equally near places, the one towards its start.
    pub(crate) fn place_in_contact(
        &self,
        b: &Battle,
        body: &Body,
        target: UnitId,
        zone: Zone,
    ) -> Option<Poses> {
        by!(c::GEO_13);
        let (own, rect) = (self.rect(b, body[0]), self.rect(b, target));
        let length = match zone {
            Face::Front | Face::Rear => rect.frontage(),
            Face::Left | Face::Right => rect.depth(),
        };
        let wanted = rect.along_face(zone, own.front_middle());
        let nearest = wanted.clamp(-length / 2, length / 2);
        let least = self
            .numbers
            .geometry
            .contact_place
            .min(length)
            .min(own.frontage());
        let at = |along| {
            self.formed_up(
                b,
                body,
                flush(&rect, zone, along, Anchor::Front, own.depth()),
            )
        };
        let there: ArrayVec<Rect, 3> = body
            .iter()
            .zip(at(nearest))
            .map(|(&m, pose)| self.rect_at(&b.setting, b.unit(m), pose))
            .collect();
        let right = zone.outward(rect.facing()).turned(0x4000);
        // Slides are measured to the right. First, those at which it shares enough of the edge.
        let most = (length + own.frontage()) / 2 - least;
        let mut room = Room::new(-most - nearest, most - nearest);
        for rect in &there {
            by!(c::AM4);
            room.keep_on_table(rect, right, b.setting.width, b.setting.height);
            // No possible place is farther along than this.
            let far = most + nearest.abs();
            let near = |at, girth| rect.could_reach(at, girth, far);
            for (_, other) in others(self, b, body, target, near) {
                room.keep_off(rect, right, &other);
            }
        }
        let slide = room.nearest(0, wanted >= nearest)?;
        Some(at(nearest + slide))
    }

    /// Checks that the way of a body to these poses is clear of units and of impassable ground
    /// (GEO-12); whatever is in the way goes to the ruling.
    pub(crate) fn clear_in_contact(
        &self,
        b: &Battle,
        body: &Body,
        target: UnitId,
        to: &Poses,
        ruling: &mut Ruling,
    ) {
        by!(c::GEO_12);
        for (&member, &pose) in body.iter().zip(to) {
            let from = self.rect(b, member);
            let to = self.rect_at(&b.setting, b.unit(member), pose);
            let room = geometry::room(&from, &to);
            let middle = Edge::new(from.centre(), to.centre());
            let round = from.frontage() + from.depth();
            let near = |at, girth| middle.could_meet(at, girth + round);
            for (by, other) in others(self, b, body, target, near) {
                ruling.require(!room.overlaps(&other), c::GEO_12, || Witness::Blocked {
                    by,
                    at: other.centre(),
                });
            }
            let walk = Edge::new(from.front_middle(), pose.point());
            if let Some(feature) =
                terrain::barrier(b, &room, &walk, units::in_column(b.unit(member)))
            {
                let feature = u8::try_from(feature).unwrap_or(u8::MAX);
                ruling.refuse(
                    c::GEO_12,
                    Witness::Terrain {
                        feature,
                        at: pose.point(),
                    },
                );
            }
        }
    }
}
