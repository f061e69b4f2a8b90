//! How rooms are made: from a scenario, a file or a journal, or for a rematch.

use crate::deed::Deed;
use crate::joint::{DiceKind, Host};
use crate::plan::{self, Plan};
use crate::room::{Change, Room};
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::secret;
use crate::store::{Entry, Founding, RoomRow, SeatRow, Shown};
use crate::wire::{Begin, Made, Make, PROTOCOL, Trouble};
use sandtable_files::{Journal, unmarked};
use sandtable_session::{Layout, Setup, Source, Umpire, header_of};
use std::sync::{Arc, PoisonError};

impl Rooms {
    /// Makes a room.
    ///
    /// # Errors
    /// If there is no battle to make it from, or it cannot be stored.
    pub async fn make(self: &Arc<Self>, make: Make) -> Result<Made, Trouble> {
        if make.page != PROTOCOL {
            return Err(Trouble::OldPage);
        }
        plan::check(&make)?;
        let account = self.store.account_of(&secret::hash(&make.device)).await?;
        if make.rated && account.is_none() {
            return Err(Trouble::NeedsAccount);
        }
        let umpire = self.begin(&make)?;
        let made = Made {
            room: secret::room()?,
            a: secret::secret()?,
            b: secret::secret()?,
            watch: secret::secret()?,
            umpire: make.umpire.then(secret::secret).transpose()?,
        };
        let seats = [
            (Seat::A, Some(&made.a)),
            (Seat::B, Some(&made.b)),
            (Seat::Watch, Some(&made.watch)),
            (Seat::Umpire, made.umpire.as_ref()),
        ];
        let seat = |(seat, link): (Seat, Option<&String>)| {
            let own = seat == make.you && seat != Seat::Watch;
            Some(SeatRow {
                seat,
                link: secret::hash(link?),
                device: own.then(|| secret::hash(&make.device)),
                code: None,
                account: account.as_ref().filter(|_| own).map(|row| row.id.clone()),
                lent: false,
            })
        };
        let seats: Vec<SeatRow> = seats.into_iter().filter_map(seat).collect();
        let sits = (make.you != Seat::Watch).then(|| Deed::Sat {
            seat: make.you,
            name: plan::name(&make.name),
        });
        let setting = &umpire.journal().now().setting;
        let plan = Plan {
            sides: setting.sides.each_ref().map(|side| side.name.clone()),
            sitters: make.sitters,
            clock: make.clock,
            listed: make.listed,
            dice: make.dice,
            host: host(make.dice, umpire.journal())?,
            umpire: make.umpire,
            delay: make.delay,
            vacation: make.vacation,
            rated: make.rated,
            tournament: None,
        };
        let mut room = Room::new(made.room.clone(), plan, umpire);
        if !self.found(&mut room, seats, sits).await? {
            return Err(Trouble::NotKept);
        }
        self.metrics.made();
        self.hold(room).await?;
        Ok(made)
    }

    /// Begins the battle of a room.
    fn begin(&self, make: &Make) -> Result<Umpire, Trouble> {
        let from = match &make.from {
            Begin::Journal(text) => {
                let brought = Umpire::bring(&self.shelf, unmarked(text));
                return brought.map_err(|error| Trouble::Refused(Box::new(error)));
            }
            Begin::Scenario(id) if make.house.is_none() && make.armies == [None, None] => {
                return Ok(self.scenario(id)?.open(secret::seed()?));
            }
            Begin::Scenario(id) => Source::Scenario(id),
            Begin::Text(text) => Source::Text(unmarked(text)),
        };
        let setup = Setup {
            from,
            house: make.house.as_deref(),
            armies: make.armies.each_ref().map(Option::as_deref),
        };
        Umpire::begin(&self.shelf, setup, secret::seed()?)
            .map_err(|error| Trouble::Refused(Box::new(error)))
    }

    /// Returns the layout of a built-in scenario, read once for all rooms.
    ///
    /// # Errors
    /// If there is none with that id.
    pub(crate) fn scenario(&self, id: &str) -> Result<Layout, Trouble> {
        let mut known = self.layouts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layout) = known.get(id) {
            return Ok(layout.clone());
        }
        let setup = Setup {
            from: Source::Scenario(id),
            house: None,
            armies: [None, None],
        };
        let layout = Layout::read(&self.shelf, setup);
        let layout = layout.map_err(|error| Trouble::Refused(Box::new(error)))?;
        known.insert(id.to_owned(), layout.clone());
        Ok(layout)
    }

    /// Stores a new room, and what happens there first, in one commit; returns false if there is
    /// already one with that name.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn found(
        &self,
        room: &mut Room,
        seats: Vec<SeatRow>,
        first: impl IntoIterator<Item = Deed>,
    ) -> Result<bool, Trouble> {
        let now = self.now();
        let row = row_of(room, now).ok_or(Trouble::NotKept)?;
        let mut deeds = Vec::new();
        for deed in first {
            let kept = room.course.kept(now, deed, None);
            deeds.push(Entry {
                room: room.id.clone(),
                n: kept.n,
                kept: serde_json::to_string(&kept).map_err(|_| Trouble::NotKept)?,
                shown: None,
                moves: None,
            });
            // Nobody else has the room yet: if it cannot be stored, it is gone.
            let gone = room.go_on(kept, &Change::None, now);
            gone.map_err(|_| Trouble::NotKept)?;
        }
        let shown = Shown {
            stands: Room::stands(&room.course).name(),
            at: now,
            due: room.course.clock.due().map(|(_, at)| at),
        };
        room.shown = Some(shown);
        let founding = Founding {
            row,
            settles: room.plan.settles(),
            shown,
            seats,
            deeds,
            untold: room.plan.tournament.is_some(),
        };
        Ok(self.store.make(founding).await?)
    }

    /// Makes the room of a rematch with sides swapped; both players keep the secrets of their
    /// seats.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn again(self: &Arc<Self>, room: &Room, id: String) -> Result<(), Trouble> {
        let text = room.umpire.journal().header.battle.clone();
        let setup = Setup {
            from: Source::Text(&text),
            house: None,
            armies: [None, None],
        };
        let umpire = Umpire::begin(&self.shelf, setup, secret::seed()?)
            .map_err(|error| Trouble::Refused(Box::new(error)))?;
        let [a, b] = room.plan.sitters.clone();
        let seats = self.store.seats(&room.id).await?;
        // A player may have deleted their account meanwhile.
        let counts =
            |place: Seat| (seats.iter()).any(|row| row.seat == place && row.account.is_some());
        let plan = Plan {
            sitters: [b, a],
            host: host(room.plan.dice, umpire.journal())?,
            // A rematch does not count for the tournament.
            tournament: None,
            rated: room.plan.rated
                && room.plan.tournament.is_none()
                && Seat::SIDES.into_iter().all(counts),
            listed: room.plan.listed && room.plan.tournament.is_none(),
            ..room.plan.clone()
        };
        let seats = seats.into_iter().map(|row| SeatRow {
            seat: row.seat.other(),
            code: None,
            ..row
        });
        let mut next = Room::new(id, plan, umpire);
        let first: Vec<Deed> = who_sits(room, &next).collect();
        // If it is there already, another node made it.
        match self.found(&mut next, seats.collect(), first).await? {
            true => self.hold(next).await,
            false => Ok(()),
        }
    }
}

/// Returns the deeds that seat the players of a rematch.
fn who_sits(room: &Room, next: &Room) -> impl Iterator<Item = Deed> {
    let sides = Seat::SIDES.into_iter().filter_map(|seat| {
        let place = seat.other().place()?;
        let name = room.course.names[place].clone()?;
        (next.computer(seat).is_none()).then_some(Deed::Sat { seat, name })
    });
    let umpire = room.course.umpire.clone().map(|name| Deed::Sat {
        seat: Seat::Umpire,
        name,
    });
    sides.chain(umpire)
}

/// Returns a room as it is stored before anything happens there.
fn row_of(room: &Room, made: i64) -> Option<RoomRow> {
    let journal = room.umpire.journal();
    let lines = journal.lines().iter().map(serde_json::to_string);
    let lines: Vec<String> = lines.collect::<Result<_, _>>().ok()?;
    Some(RoomRow {
        id: room.id.clone(),
        made,
        header: header_of(&journal.header).ok()?,
        opening: lines.join("\n"),
        plan: serde_json::to_string(&room.plan).ok()?,
        rules: room.rules.clone(),
        title: room.title.clone(),
        // Battles of a tournament are listed on its page.
        listed: room.plan.listed && room.plan.tournament.is_none(),
    })
}

/// Returns the server's chain for a battle with joint dice.
///
/// # Errors
/// If the machine gives no random numbers.
pub(crate) fn host(dice: DiceKind, journal: &Journal) -> Result<Option<Host>, Trouble> {
    let thrown = journal.chains().map_err(|_| Trouble::Garbled)?.throw();
    Ok(match dice {
        DiceKind::Server | DiceKind::Hand => None,
        DiceKind::Joint => Some(Host::new(secret::root()?, thrown)),
    })
}
