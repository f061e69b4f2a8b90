//! Deliberate faults: to test how a page recovers from a crash of its engine, the engine has to
//! crash.

/// A way to crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A panic, as a bug in the code would cause it.
    Panic,
    /// All memory is used up.
    Memory,
}

impl Fault {
    /// Returns the fault of this name; any unknown name means a panic.
    #[must_use]
    pub fn named(name: &str) -> Self {
        if name == "memory" {
            Self::Memory
        } else {
            Self::Panic
        }
    }

    /// Causes the fault.
    ///
    /// # Panics
    /// Always, unless the memory runs out first.
    pub fn happen(self) {
        const PIECE: usize = 16 << 20;
        if self == Self::Memory {
            let mut taken: Vec<Vec<u8>> = Vec::new();
            loop {
                taken.push(Vec::with_capacity(PIECE));
            }
        }
        panic!("a fault on purpose");
    }
}

#[cfg(test)]
mod tests {
    use super::Fault;

    #[test]
    #[should_panic(expected = "on purpose")]
    fn a_panic_is_a_panic() {
        Fault::named("panic").happen();
    }
}
