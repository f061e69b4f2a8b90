//! The meaning of packed numbers, with the names that files give to it.

/// The meaning of the numbers of a packed value, part by part: files use it to name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A whole number within bounds.
    Number(i32, i32),
    /// True or false.
    Flag,
    /// A unit of the battle.
    Unit,
    /// A side.
    Side,
    /// A length, 1/100 mm.
    Length,
    /// A direction.
    Angle,
    /// A point of the table: two lengths.
    Point,
    /// A point and a direction.
    Pose,
    /// One of some names.
    Choice(Vec<&'static str>),
    /// A value that may be missing: a number 0 or 1, and the value after 1.
    Maybe(Box<Self>),
    /// A count, then the values; at most this many.
    List(Box<Self>, usize),
    /// Parts, each with its name.
    Parts(Vec<Part>),
    /// One of some named cases, each with its contents.
    OneOf(Vec<Case>),
}

/// A case of a packed value that is one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The case's name in files.
    pub name: String,
    /// What the case means, in a sentence for those who write files; empty if its name says it.
    pub says: &'static str,
    /// The meaning of the numbers that it holds.
    pub shape: Shape,
}

/// A part of a packed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part's name in files.
    pub name: &'static str,
    /// What the part means, in a sentence for those who write files; empty if its name says it.
    pub says: &'static str,
    /// The meaning of the part's numbers.
    pub shape: Shape,
}

impl Part {
    /// Makes a part whose name says everything.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Self {
            name,
            says: "",
            shape,
        }
    }
}

/// Returns the name of a case in files: `FallBack` is `fall_back`.
#[doc(hidden)]
#[must_use]
pub fn name_of_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    for (place, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && place > 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}
