//! Sizes of type, and table lengths on paper.

use crate::leaf::Type;
use crate::letters::Face;
use sandtable_geometry::Ruler;

/// Type for the title of a page.
pub(crate) const TITLE: Type = Type {
    face: Face::Bold,
    size: 6.0,
    grey: 0.0,
};
/// Type for the title of a part.
pub(crate) const HEAD: Type = Type {
    face: Face::Bold,
    size: 3.9,
    grey: 0.0,
};
/// Type for text to read.
pub(crate) const BODY: Type = Type {
    face: Face::Plain,
    size: 3.3,
    grey: 0.0,
};
/// Type for emphasised text.
pub(crate) const STRONG: Type = Type {
    face: Face::Bold,
    size: 3.3,
    grey: 0.0,
};
/// Type for text to look up.
pub(crate) const SMALL: Type = Type {
    face: Face::Plain,
    size: 2.6,
    grey: 0.15,
};

/// Returns the millimetres in a unit of length.
pub(crate) const fn millimetres(ruler: Ruler) -> f32 {
    match ruler {
        Ruler::Inches => 25.4,
        Ruler::Centimetres => 10.0,
    }
}

/// Returns the distance between grid lines on a map.
pub(crate) const fn grid_step(ruler: Ruler) -> f64 {
    match ruler {
        Ruler::Inches => 12.0,
        Ruler::Centimetres => 10.0,
    }
}
