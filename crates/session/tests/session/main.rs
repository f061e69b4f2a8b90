//! The session as a page uses it.

mod aloud;
mod battles;
mod build;
mod calls;
mod chances;
mod coach;
mod golden;
mod hostile;
mod know;
mod lab_words;
mod lessons;
mod odds;
mod page;
mod rulings;
mod stated;
mod told;
mod words;
