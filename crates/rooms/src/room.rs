//! An open room: the battle and how the room stands, as its deeds make them.

use crate::course::Course;
use crate::deed::{Deed, How, Kept, Over, Wish};
use crate::joint::{JointView, Joints};
use crate::past::Past;
use crate::plan::Plan;
use crate::seat::{RatingView, Seat, SeatView, Sitter, UmpireView};
use crate::store::{RoomRow, Shown};
use crate::weight::Weight;
use crate::wire::{Happened, Hear, RoomView, Stands, Trouble, Welcome};
use axum::extract::ws::Utf8Bytes;
use sandtable_battle::{Outcome, Side};
use sandtable_files::journal::Line;
use sandtable_session::{Shelf, Umpire};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::broadcast;

/// Number of messages that a slow page may lag behind before it must come in again.
const LAG: usize = 64;
/// Number of chat messages kept for pages that come in.
const TALK: usize = 60;

/// What all pages in a room hear.
#[derive(Clone)]
pub(crate) struct Said {
    pub text: Utf8Bytes,
    /// Whether nothing comes after it: the pages are to go.
    pub is_last: bool,
}

/// An open room.
pub struct Room {
    /// The room's name.
    pub id: String,
    /// The rule set.
    pub rules: String,
    /// The battle's title.
    pub title: String,
    /// The settings with which it was made.
    pub plan: Plan,
    /// How it stands.
    pub course: Course,
    /// The battle.
    pub umpire: Umpire,
    /// Number of connected pages, by seat.
    pub here: [u32; 4],
    /// How often each seat went to another device.
    pub moves: Arc<[AtomicU64; 4]>,
    /// Approximate size of its journal as a file, in bytes.
    pub bytes: usize,
    /// What its deeds weigh.
    pub weight: Weight,
    /// Whether more may be stored than is known here.
    pub doubtful: bool,
    /// The number of a deed of which it is not known whether it was stored, or ever will be.
    pub in_doubt: Option<i64>,
    /// How lists show it; none if that is not known.
    pub shown: Option<Shown>,
    /// Whether a computer player is thinking.
    pub thinking: bool,
    /// The ratings of the two players, if the battle is rated.
    pub ratings: [Option<RatingView>; 2],
    talk: VecDeque<Kept>,
    said: broadcast::Sender<Said>,
}

/// How a deed changes the battle.
#[derive(Debug)]
pub enum Change {
    /// Not at all.
    None,
    /// A line follows that was judged here.
    Judged(Box<Line>),
    /// A line follows that was stored elsewhere.
    Line(Box<Line>),
    /// Another line 0 opens the battle again.
    Opening(Box<Line>),
    /// What follows this line is taken back.
    Back(u32),
}

impl Room {
    /// Rebuilds a room from what was stored of it.
    ///
    /// # Errors
    /// If what was stored is not a room.
    pub fn restore(shelf: &Shelf, row: RoomRow, deeds: &[Kept]) -> Result<Self, String> {
        let plan: Plan = serde_json::from_str(&row.plan).map_err(|e| e.to_string())?;
        let mut past = Past::of(&row)?;
        for kept in deeds {
            past.take(kept)?;
        }
        let mut room = Self::new(row.id, plan, past.umpire(shelf)?);
        for kept in deeds {
            room.course.take(kept);
            room.remember(kept);
        }
        Ok(room)
    }

    /// Creates a room in which nothing has happened yet.
    #[must_use]
    pub fn new(id: String, plan: Plan, umpire: Umpire) -> Self {
        let awaits = umpire.awaits().map(Seat::from);
        let mut course = Course::new(plan.clock, &plan.sitters, awaits);
        // A battle that the maker brought along may be over already.
        course.over = umpire.ended().map(by_rules);
        let persons = plan.sitters.each_ref().map(Sitter::is_person);
        course.joint = plan
            .host
            .map(|host| Joints::new(persons, host.pledge().from));
        let journal = umpire.journal();
        let bytes = journal.to_jsonl().len();
        Self {
            course,
            id,
            rules: journal.header.rules.clone(),
            title: journal.now().setting.title.clone(),
            plan,
            umpire,
            here: [0; 4],
            moves: Arc::default(),
            bytes,
            weight: Weight::default(),
            doubtful: false,
            in_doubt: None,
            shown: None,
            thinking: false,
            ratings: [None; 2],
            talk: VecDeque::new(),
            said: broadcast::channel(LAG).0,
        }
    }

    /// Returns a receiver of what all pages hear.
    #[must_use]
    pub(crate) fn listen(&self) -> broadcast::Receiver<Said> {
        self.said.subscribe()
    }

    /// Returns whether any page listens.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.said.receiver_count() > 0
    }

    /// Sends something to all pages.
    pub fn tell(&self, hear: &Hear) {
        if let Ok(text) = serde_json::to_string(hear) {
            let is_last = matches!(hear, Hear::Bye(_));
            // Sending fails if nobody is there, which is fine.
            let _ = self.said.send(Said {
                text: text.into(),
                is_last,
            });
        }
    }

    /// Notes that a deed is about to be stored.
    pub fn begin_write(&mut self, n: i64) {
        self.doubtful = true;
        self.in_doubt = Some(n);
    }

    /// Notes that everything stored by now is known here. A write that failed may still be stored
    /// later, until something has its number: until then the room stays doubtful.
    pub fn caught_up(&mut self) {
        self.in_doubt = self.in_doubt.filter(|n| self.course.next <= *n);
        self.doubtful = self.in_doubt.is_some();
    }

    /// Applies a stored deed, and tells all pages.
    ///
    /// # Errors
    /// If its line does not follow: the room must then be read again.
    pub fn go_on(&mut self, kept: Kept, change: &Change, now: i64) -> Result<(), String> {
        match change {
            Change::None => {}
            Change::Judged(line) => self.umpire.go_on(line).map_err(|e| e.to_string())?,
            Change::Line(line) => self.umpire.accept(line).map_err(|e| e.to_string())?,
            Change::Opening(line) => self.umpire.reopen(line).map_err(|e| e.to_string())?,
            Change::Back(to) => self.umpire.back(*to).map_err(|e| e.to_string())?,
        }
        match &kept.deed {
            Deed::Line(line) => self.bytes += written(line),
            _ if matches!(change, Change::None) => {}
            _ => self.bytes = self.umpire.journal().to_jsonl().len(),
        }
        self.course.take(&kept);
        self.remember(&kept);
        if let Deed::Moved { seat } = &kept.deed {
            self.moves[seat.chair()].fetch_add(1, Ordering::SeqCst);
        }
        let seats = kept.deed.is_of_seats();
        let happened = self.happened(&self.course, kept, now);
        self.tell(&Hear::Deed(Box::new(happened)));
        if seats {
            self.tell(&Hear::Room(Box::new(self.view())));
        }
        Ok(())
    }

    /// Returns a deed as pages see it, and how the room stands after it.
    #[must_use]
    pub fn happened(&self, course: &Course, kept: Kept, now: i64) -> Happened {
        Happened {
            kept: kept.told(),
            clock: course.clock,
            wishes: course.wishes,
            joint: self.joint_as(course),
            now,
        }
    }

    fn remember(&mut self, kept: &Kept) {
        self.weight.add(kept);
        if matches!(kept.deed, Deed::Said { .. }) {
            self.talk.push_back(kept.clone());
            if self.talk.len() > TALK {
                self.talk.pop_front();
            }
        }
    }

    /// Returns how a deed of another node changes the battle.
    ///
    /// # Errors
    /// If its line cannot be read.
    pub fn change_of(deed: &Deed) -> Result<Change, String> {
        Ok(match deed {
            Deed::Line(line) => Change::Line(Box::new(
                serde_json::from_str(line).map_err(|e| e.to_string())?,
            )),
            Deed::Opening(line) => Change::Opening(Box::new(
                serde_json::from_str(line).map_err(|e| e.to_string())?,
            )),
            Deed::Answered {
                wish: Wish::Back(to),
                yes: true,
                ..
            } => Change::Back(*to),
            _ => Change::None,
        })
    }

    /// Returns the room for a page that comes in and has all deeds before `from`.
    #[must_use]
    pub fn welcome(&self, you: Seat, lacks: Option<Vec<Kept>>, now: i64) -> Welcome {
        let journal = lacks.is_none().then(|| self.umpire.journal().to_jsonl());
        Welcome {
            room: self.view(),
            you,
            signed_out: false,
            journal,
            next: self.course.next,
            deeds: lacks
                .unwrap_or_else(|| self.talk.iter().cloned().collect())
                .into_iter()
                .map(Kept::told)
                .collect(),
            now,
        }
    }

    /// Returns the room as pages see it.
    #[must_use]
    pub fn view(&self) -> RoomView {
        self.view_as(&self.course)
    }

    /// Returns the room as pages see it at a given point of its course.
    #[must_use]
    pub fn view_as(&self, course: &Course) -> RoomView {
        let seat = |place: usize| {
            let sitter = self.plan.sitters[place].clone();
            let name = course.names[place].clone();
            SeatView {
                here: self.here[place] > 0 || matches!(sitter, Sitter::Computer(_)),
                taken: name.is_some(),
                name: name.unwrap_or_default(),
                rating: self.ratings[place],
                sitter,
            }
        };
        RoomView {
            room: self.id.clone(),
            rules: self.rules.clone(),
            title: self.title.clone(),
            sides: self.plan.sides.clone(),
            seats: [seat(0), seat(1)],
            dice: self.plan.dice,
            rated: self.plan.rated,
            tournament: self.plan.tournament.clone(),
            umpire: self.plan.umpire.then(|| UmpireView {
                taken: course.umpire.is_some(),
                name: course.umpire.clone().unwrap_or_default(),
                here: self.here[Seat::Umpire.chair()] > 0,
            }),
            delay: self.plan.delay,
            vacation: self.vacation(course),
            watchers: self.here[Seat::Watch.chair()],
            kind: self.plan.clock,
            clock: course.clock,
            awaits: course.awaits,
            over: course.over,
            wishes: course.wishes,
            again: course.again.clone(),
            joint: self.joint_as(course),
        }
    }

    /// Returns how many days each side may still be away, if the room allows that at all.
    #[must_use]
    pub fn vacation(&self, course: &Course) -> Option<[u16; 2]> {
        let left = |gone: u16| self.plan.vacation.saturating_sub(gone);
        (self.plan.vacation > 0).then(|| course.gone.map(left))
    }

    /// Returns how joint dice stand, if the room is played with them.
    fn joint_as(&self, course: &Course) -> Option<JointView> {
        let joint = course.joint.as_ref()?;
        Some(joint.view(self.plan.host.as_ref()?))
    }

    /// Returns how a room stands, for the lobby.
    #[must_use]
    pub fn stands(course: &Course) -> Stands {
        match (course.over.is_some(), course.is_full()) {
            (true, _) => Stands::Over,
            (false, true) => Stands::Played,
            (false, false) => Stands::Open,
        }
    }

    /// Returns the level of the computer player at a seat.
    #[must_use]
    pub fn computer(&self, seat: Seat) -> Option<&str> {
        match &self.plan.sitters[seat.place()?] {
            Sitter::Computer(level) => Some(level),
            Sitter::Person | Sitter::Open => None,
        }
    }

    /// Checks whether a seat may act in the battle now.
    ///
    /// # Errors
    /// If it may not: the trouble says why.
    pub fn may_act(&self, seat: Seat) -> Result<(), Trouble> {
        if seat.place().is_none() {
            return Err(Trouble::Watching);
        }
        if self.course.over.is_some() || self.umpire.ended().is_some() {
            return Err(Trouble::Over);
        }
        Ok(())
    }
}

/// Returns how many bytes a line takes in a file, with its checksum.
#[must_use]
pub const fn written(line: &str) -> usize {
    line.len() + r#","check":"0123456789abcdef""#.len() + 1
}

/// Returns the end of a battle by its rules.
#[must_use]
pub fn by_rules(outcome: Outcome) -> Over {
    let winner = match outcome {
        Outcome::Won(side) => Some(Seat::from(side)),
        Outcome::Draw => None,
    };
    Over {
        winner,
        how: How::Rules,
    }
}

/// Returns the seat of the side that is awaited.
#[must_use]
pub fn awaited(side: Option<Side>) -> Option<Seat> {
    side.map(Seat::from)
}
