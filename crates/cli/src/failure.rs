//! Reasons why a command failed.

/// The reason why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is no.
    No(String),
    /// An order is refused, and the caller wants JSON.
    Refused(serde_json::Value),
    /// The command line asks for something that does not exist.
    Usage(String),
    /// A file cannot be read, or its contents are wrong.
    File(String),
    /// This machine cannot do it.
    Machine(String),
}

impl Failure {
    /// Returns the message.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::No(text) | Self::File(text) | Self::Machine(text) | Self::Usage(text) => text,
            Self::Refused(_) => "",
        }
    }
}
