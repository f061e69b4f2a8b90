//! Why a command did not do what it was asked.

/// A command that ended without what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is no.
    No(String),
    /// An order is refused, and whoever asked reads JSON.
    Refused(serde_json::Value),
    /// The command line asks for what there is not.
    Usage(String),
    /// A file cannot be read, or what is in it is wrong.
    File(String),
    /// This machine cannot do it.
    Machine(String),
}

impl Failure {
    /// What it says.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::No(text) | Self::File(text) | Self::Machine(text) | Self::Usage(text) => text,
            Self::Refused(_) => "",
        }
    }
}
