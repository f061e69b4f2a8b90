//! Files that are never half.
//!
//! A file that is written whole is written beside its place, synced, and renamed
//! ([`write`](write())): whoever looks finds the old one or the new one, and a program that is
//! interrupted takes away what it had begun ([`abandon`]). A file that grows line
//! by line has a checksum at the end of each ([`checked`], [`unchecked`]), so that a
//! line that was damaged is found and the others are kept.

mod line;
mod place;

pub use line::{CHECK_BYTES, Found, checked, sum, unchecked};
pub use place::{Disk, Os, abandon, write, write_on, write_with};
