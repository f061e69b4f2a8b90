//! Paper sizes.

/// A size of paper, upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 millimetres.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// Millimetres at each edge that printers leave white.
pub(crate) const MARGIN: f32 = 10.0;

impl Paper {
    /// Both sizes, with the names that people give them.
    pub const ALL: [(&'static str, Self); 2] = [("a4", Self::A4), ("letter", Self::Letter)];

    /// Returns width and height in millimetres.
    #[must_use]
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}
