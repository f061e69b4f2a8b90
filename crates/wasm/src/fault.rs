//! Faults on purpose: how a page gets over the death of its engine can only be tried
//! when the engine dies.

/// A way to die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A panic, as a fault in the code would be.
    Panic,
    /// All memory is taken.
    Memory,
}

impl Fault {
    /// A fault by its name; whatever is unknown is a panic.
    #[must_use]
    pub fn named(name: &str) -> Self {
        if name == "memory" {
            Self::Memory
        } else {
            Self::Panic
        }
    }

    /// Lets it happen.
    ///
    /// # Panics
    /// Always, or the memory runs out.
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
