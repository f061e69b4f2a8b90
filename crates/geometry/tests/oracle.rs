//! Checks our rectangles against another library, and sweeps against stepping.

use geo::{Area as _, BooleanOps, Coord, Distance, Euclidean, LineString, Polygon};
use proptest::prelude::*;
use sandtable_geometry::{
    Area, Convex, Edge, Face, Facing, INCH, Line, Point, Pose, Rect, TOLERANCE, flush,
};

fn polygon(rect: &Rect) -> Polygon<f64> {
    let ring = rect.corners().map(|p| Coord {
        x: f64::from(p.x),
        y: f64::from(p.y),
    });
    Polygon::new(LineString::from(ring.to_vec()), Vec::new())
}

prop_compose! {
    fn rect()(x in 0..80_000, y in 0..80_000, facing: u16, w in 500..16_000, d in 500..16_000) -> Rect {
        Rect::centred(Pose::new(x, y, Facing(facing)), w, d)
    }
}

proptest! {
    #[test]
    fn distance_agrees_with_geo(a in rect(), b in rect()) {
        let theirs = Euclidean.distance(&polygon(&a), &polygon(&b));
        let ours = f64::from(a.distance(&b).length);
        // Corners passed to the other library are rounded to 1/100 mm.
        prop_assert!((theirs - ours).abs() <= 2.5, "{theirs} {ours}");
    }

    #[test]
    fn distance_is_symmetric_and_its_tape_is_as_long(a in rect(), b in rect()) {
        let (there, back) = (a.distance(&b), b.distance(&a));
        prop_assert!((there.length - back.length).abs() <= 1);
        prop_assert!((there.from.distance(there.to) - there.length).abs() <= 2);
    }

    #[test]
    fn overlap_agrees_with_geo(a in rect(), b in rect()) {
        let common = polygon(&a).intersection(&polygon(&b)).unsigned_area();
        if common > 1.0e5 {
            prop_assert!(a.overlaps(&b));
        }
        if common == 0.0 && a.distance(&b).length > TOLERANCE {
            prop_assert!(!a.overlaps(&b));
        }
        prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
        prop_assert_eq!(a.overlaps(&b), Convex::from(&a).overlaps(&b));
    }

    #[test]
    fn a_sweep_meets_where_stepping_meets(a in rect(), b in rect(), direction: u16) {
        let direction = Facing(direction);
        let met = a.sweep(direction, &b);
        let step = 200;
        for i in 0..300 {
            let at = i * step;
            let here = a.moved(direction, at);
            match met {
                Some(p) if at > p.enter + 40 && at < p.leave - 40 => {
                    // Well inside the passage they overlap, unless it is a graze.
                    let common = polygon(&here).intersection(&polygon(&b)).unsigned_area();
                    prop_assert!(here.overlaps(&b) || common < 1.0e5, "{p:?} at {at}");
                }
                Some(p) if at < p.enter || at > p.leave => {
                    prop_assert!(!here.overlaps(&b) || (at - p.enter).abs() <= 4 || (at - p.leave).abs() <= 4);
                }
                None => prop_assert!(!here.overlaps(&b)),
                _ => {}
            }
        }
    }

    #[test]
    fn the_same_sweep_against_an_area(a in rect(), b in rect(), direction: u16) {
        let direction = Facing(direction);
        // The area's corners are rounded, so a graze may be judged differently.
        let area = Area::new(b.corners().to_vec()).expect("an area");
        match (a.sweep(direction, &b), a.sweep_area(direction, &area)) {
            (Some(p), Some(q)) => {
                prop_assert!((p.enter - q).abs() <= 300, "{p:?} {q:?}");
                prop_assert_eq!(a.sweep_area_within(direction, &area, q), Some(q));
                prop_assert_eq!(a.sweep_within(direction, &b, p.enter), Some(p));
            }
            (None, None) => {}
            (p, q) => prop_assert!(p.is_none_or(|p| p.leave - p.enter < 2_000), "{p:?} {q:?}"),
        }
    }

    #[test]
    fn zones_part_the_plane_and_turn_with_the_base(a in rect(), x in -9_000..90_000, y in -9_000..90_000, turn in any::<i16>()) {
        let p = Point::new(x, y);
        let zone = a.zone_of(p);
        let pose = a.pose(sandtable_geometry::Anchor::Centre);
        let turned = Rect::centred(Pose::at(pose.point(), pose.facing.reversed()), a.frontage(), a.depth());
        let other = turned.zone_of(p);
        let opposite = match zone {
            Face::Front => Face::Rear,
            Face::Rear => Face::Front,
            Face::Left => Face::Right,
            Face::Right => Face::Left,
        };
        // On the rays, front and flank claim the point from either side.
        let _ = turn;
        if other != opposite {
            let near_ray = {
                let (u, v) = a.offset_of(p);
                let beside = u.abs() - a.frontage() / 2;
                (beside - v).abs() <= 8 || (beside + v + a.depth()).abs() <= 8 || a.holds(p) || beside <= 8
            };
            prop_assert!(near_ray, "{zone:?} {other:?}");
        }
    }

    #[test]
    fn a_flush_base_touches_and_does_not_overlap(a in rect(), face in 0..4_usize, along in -2_000..2_000) {
        let face = Face::ALL[face];
        let pose = flush(&a, face, along, sandtable_geometry::Anchor::Centre, 2 * INCH);
        let b = Rect::centred(pose, 4 * INCH, 2 * INCH);
        prop_assert!(!a.overlaps(&b));
        let contact = a.contact(&b, 1);
        prop_assert!(contact.is_some_and(|c| c.own == face && c.theirs == Face::Front), "{contact:?}");
    }

    #[test]
    fn an_area_cut_in_pieces_holds_what_geo_holds(
        points in prop::collection::vec((0..40_000_i32, 0..40_000_i32), 3..9), x in 0..40_000, y in 0..40_000,
    ) {
        use geo::Contains;
        let outline: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        if let Some(area) = Area::new(outline.clone()) {
            let ring: Vec<Coord<f64>> =
                outline.iter().map(|p| Coord { x: f64::from(p.x), y: f64::from(p.y) }).collect();
            let theirs = Polygon::new(LineString::from(ring), Vec::new());
            let p = geo::Point::new(f64::from(x), f64::from(y));
            if theirs.contains(&p) {
                prop_assert!(area.holds(Point::new(x, y)));
            } else if Euclidean.distance(&p, theirs.exterior()) > 4.0 {
                prop_assert!(!area.holds(Point::new(x, y)));
            }
            let line = Edge::new(Point::new(0, y), Point::new(40_000, y));
            let cut = theirs.intersection(&Polygon::new(
                LineString::from(vec![(0.0, f64::from(y) - 5.0), (40_000.0, f64::from(y) - 5.0), (40_000.0, f64::from(y) + 5.0), (0.0, f64::from(y) + 5.0)]),
                Vec::new(),
            ));
            let expected = cut.unsigned_area() / 10.0;
            let got = f64::from(area.length_of(&line));
            prop_assert!((expected - got).abs() <= 60.0 + expected * 0.01, "{expected} {got}");
        }
    }
}

#[test]
fn quarter_turns_are_exact() {
    let a = Pose::new(0, 0, Facing::NORTH).advanced(1_000_000);
    assert_eq!((a.x, a.y), (0, 1_000_000));
    let b = Pose::new(5, 5, Facing::WEST).advanced(1_000_000);
    assert_eq!((b.x, b.y), (-999_995, 5));
    assert_eq!(Facing::from_degrees(-90.0), Some(Facing::WEST));
    assert_eq!(
        Facing::towards(Point::new(0, 0), Point::new(10, 10)),
        Facing(8192)
    );
}

#[test]
fn a_self_crossing_outline_is_no_area() {
    let bow = [(0, 0), (1000, 1000), (1000, 0), (0, 1000)].map(|(x, y)| Point::new(x, y));
    assert!(Area::new(bow.to_vec()).is_none());
    assert!(Area::new(vec![Point::new(0, 0), Point::new(1, 1)]).is_none());
}

#[test]
fn a_line_is_crossed_and_followed() {
    let wall = Line::new(vec![
        Point::new(0, 0),
        Point::new(10_000, 0),
        Point::new(10_000, 10_000),
    ])
    .expect("a line");
    assert!(wall.crossed_by(&Edge::new(Point::new(5_000, -50), Point::new(5_000, 50))));
    assert!(!wall.crossed_by(&Edge::new(Point::new(5_000, 50), Point::new(9_000, 5_000))));
    let passes = |from: (i32, i32), to: (i32, i32)| {
        let walk = Edge::new(Point::new(from.0, from.1), Point::new(to.0, to.1));
        wall.passages(&walk).count()
    };
    // From beside the line, or from on it, going away does not cross; going over does, and so does
    // going up to it.
    assert_eq!(passes((5_000, -2), (5_000, -900)), 0);
    assert_eq!(passes((5_000, -2), (5_000, 900)), 1);
    assert_eq!(passes((5_000, 0), (5_000, 900)), 0);
    assert_eq!(passes((5_000, 0), (5_000, -900)), 0);
    assert_eq!(passes((5_000, -900), (5_000, 0)), 1);
    assert_eq!(passes((5_000, -1), (6_000, -1)), 1);
    assert_eq!(passes((10_001, 5_000), (12_000, 9_000)), 0);
    assert!(wall.follows(&Edge::new(Point::new(100, 10), Point::new(9_000, -10)), 20));
    assert!(!wall.follows(
        &Edge::new(Point::new(0, 0), Point::new(10_000, 10_000)),
        1270
    ));
}

#[test]
fn wheeling_costs_the_arc_of_the_outer_corner() {
    // OTR-W21: six inches of front, fifteen degrees: 1.571 inches.
    let steps = Facing::steps(15.0);
    let arc = Facing::arc(steps, 6 * INCH);
    assert!((sandtable_geometry::to_inches(arc) - 1.571).abs() < 0.001);
}
