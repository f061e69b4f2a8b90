//! Why a command did not do what it was asked, and the exit code that says so.

use std::process::ExitCode;

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

    /// Tells the player why, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (code, text) = match self {
            Self::Refused(value) => {
                // A reader that went away has its answer in the exit code.
                let _ = crate::show::json(value);
                return ExitCode::from(1);
            }
            Self::No(text) => (1, text),
            Self::Usage(text) => (2, text),
            Self::File(text) => (3, text),
            Self::Machine(text) => (4, text),
        };
        crate::out::note(&format!("sandtable: {text}"));
        ExitCode::from(code)
    }
}
