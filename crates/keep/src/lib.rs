//! Files that are never half written.
//!
//! A file that is written as a whole is written beside its place, synced, and renamed
//! ([`write`](write())): a reader finds the old one or the new one, and an interrupted program
//! removes what it had begun ([`abandon`]). A file that grows line by line has a checksum at the
//! end of each line ([`checked`], [`unchecked`]), so that a damaged line is detected and the others
//! are kept.

mod line;
mod place;

pub use line::{CHECK_BYTES, Found, checked, sum, unchecked};
pub use place::{Disk, New, Os, abandon, within, write, write_on, write_with};
