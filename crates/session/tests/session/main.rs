//! The session as a page uses it: every answer is held to the contract.

mod battles;
mod calls;
mod contract;
mod golden;
mod lessons;
mod odds;
mod page;
mod typescript;
