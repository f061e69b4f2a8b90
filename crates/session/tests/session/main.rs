//! The session as a page uses it: every answer is held to the contract.

mod aloud;
mod battles;
mod build;
mod calls;
mod chances;
mod contract;
mod golden;
mod know;
mod lab_words;
mod lessons;
mod odds;
mod page;
mod stated;
mod typescript;
mod words;
