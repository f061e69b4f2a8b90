//! Answers: the number that a grid or a claim asks of a situation.
//!
//! | answer | meaning |
//! |---|---|
//! | `target gone`, `unit gone` | the chance that the order destroys or removes it |
//! | `target back`, `unit back` | the chance that it is driven back or retreats |
//! | `target stands`, `unit stands` | the strength that it loses, on average |
//! | `target MARK`, `unit MARK` | by how much a mark of it goes up, on average; the chance, for a mark that is either there or not |
//! | `steps` | the mean number of turns or times of the question over time |
//! | `target first`, `unit first`, `both` | the chance that the question over time ends this way |
//! | any other text | the chance of the outcome that the odds describe in these words |

use crate::answered::{Answered, NumberView, percent};
use crate::until::Each;
use crate::{End, RefusedView, Situation, Until};
use sandtable_battle::{Card, UnitId};
use sandtable_files::Flaws;
use sandtable_files::walk::{Node, Notes};
use sandtable_odds::{Chance, Effect, Others, Outcomes, Outlook, Terms, Weight};
use sandtable_tongue::{numeral, say};

/// A question; `true` stands for the unit, `false` for the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The chance that it is gone.
    Gone(bool),
    /// The chance that it goes back.
    Back(bool),
    /// The strength that it loses on average.
    Stands(bool),
    /// By how much a mark goes up on average: its place in the card.
    Mark(bool, u8),
    /// The mean number of steps over time.
    Steps,
    /// The chance that the question over time ends this way.
    Ends(End),
    /// The chance of an outcome by its words.
    Row(String),
}

/// Says that an answer is sampled.
fn sampled() -> String {
    say("There are too many ways to follow them all: a random sample stands for the rest.").into()
}

/// Says that a chance is sampled, and by how many percentage points it may be off.
fn sampled_within(off: f64) -> String {
    let off = say!(
        "No chance is off by more than about {percent} per cent.",
        percent = numeral(format!("{off:.2}"))
    );
    format!("{} {off}", sampled())
}

impl Answer {
    /// Returns the answer with a name.
    ///
    /// # Errors
    /// If the name begins with a unit but continues with something that a unit does not have: a
    /// sentence that says what can be asked.
    pub fn named(name: &str, card: &Card) -> Result<Self, String> {
        let name = name.trim();
        match name {
            "steps" => return Ok(Self::Steps),
            "target first" => return Ok(Self::Ends(End::Target)),
            "unit first" => return Ok(Self::Ends(End::Unit)),
            "both" => return Ok(Self::Ends(End::Both)),
            "" => return Err(say!("an answer is a few words: `target gone`")),
            _ => {}
        }
        let part = |whose: &str| name.strip_prefix(whose)?.strip_prefix(' ');
        let (own, rest) = match (part("unit"), part("target")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Ok(Self::Row(name.to_owned())),
        };
        match rest {
            "gone" => return Ok(Self::Gone(own)),
            "back" => return Ok(Self::Back(own)),
            "stands" => return Ok(Self::Stands(own)),
            _ => {}
        }
        let shown = card.marks.iter().enumerate();
        let mut shown = shown.filter(|(_, spec)| !spec.title.is_empty());
        let found = shown.clone().find(|(_, spec)| spec.id == rest);
        match found.and_then(|(at, _)| u8::try_from(at).ok()) {
            Some(at) => Ok(Self::Mark(own, at)),
            None => {
                let mut all = vec!["gone", "back", "stands", "first"];
                all.extend(shown.by_ref().map(|(_, spec)| spec.id.as_str()));
                let all = all.join(", ");
                Err(say!(
                    "of a unit can be asked: {all}; not `{rest}`",
                    all = all,
                    rest = rest
                ))
            }
        }
    }

    pub(crate) fn read(node: Node<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Self> {
        let text = node.text(notes)?;
        match Self::named(text, card) {
            Ok(answer) => Some(answer),
            Err(why) => {
                notes.add(node.span(), why);
                None
            }
        }
    }

    /// Tells whether the answer is a chance; if not, it is an expected number.
    #[must_use]
    pub const fn is_chance(&self) -> bool {
        matches!(
            self,
            Self::Gone(_) | Self::Back(_) | Self::Ends(_) | Self::Row(_)
        )
    }

    /// Returns the question in words.
    #[must_use]
    pub fn says(&self, of: &Situation) -> String {
        let card = of.rules.card();
        let whose = |own: bool| of.battle.setting.name(of.one(own));
        match self {
            Self::Gone(own) => say!("Chance that {unit} is lost", unit = whose(*own)),
            Self::Back(own) => say!("Chance that {unit} goes back", unit = whose(*own)),
            Self::Stands(own) => {
                say!(
                    "{many} that {unit} loses on average",
                    many = card.strength.many,
                    unit = whose(*own)
                )
            }
            Self::Mark(own, at) => {
                let title = card
                    .marks
                    .get(usize::from(*at))
                    .map_or("", |m| m.title.as_str());
                say!(
                    "{title} that {unit} takes on average",
                    title = title,
                    unit = whose(*own)
                )
            }
            Self::Steps => {
                let until = of.until.clone().unwrap_or_else(Until::usual);
                match until.each {
                    Each::Turn => say!("Mean number of turns until it ends"),
                    Each::Order | Each::Exchange => say!("Mean number of times until it ends"),
                }
            }
            Self::Ends(End::Target) => {
                say!("Chance that {unit} is gone first", unit = whose(false))
            }
            Self::Ends(End::Unit) => say!("Chance that {unit} is gone first", unit = whose(true)),
            Self::Ends(_) => say!("Chance that both are gone at once"),
            Self::Row(words) => say!("Chance of: {words}", words = words),
        }
    }
}

/// Returns where an answer is written in a file, or the file's beginning when it is not there.
fn place_of(text: &str, words: &str) -> std::ops::Range<usize> {
    let quoted = format!("\"{words}\"");
    let found = text.find(&quoted);
    found.map_or(0..0, |at| at..at + quoted.len())
}

impl Situation {
    /// Returns how choices are made where odds cannot end with one: as the file says, and by
    /// default as is best for the player who chooses.
    #[must_use]
    pub const fn settled(&self) -> Others {
        match self.others {
            Others::Stop => Others::Best,
            others => others,
        }
    }

    const fn one(&self, own: bool) -> UnitId {
        if own { self.unit } else { self.target }
    }

    /// Works out one number: exactly if possible, if not as a decimal. `order` is the order that is
    /// asked about; without it, the one in the file.
    ///
    /// # Errors
    /// If the order may not be given: the reasons.
    pub fn answer(&self, answer: &Answer, order: Option<&str>) -> Result<Answered, RefusedView> {
        let course = || {
            let until = self.until.clone().unwrap_or_else(Until::usual);
            self.course(&until, self.settled())
        };
        match answer {
            Answer::Steps => Ok(course()?.mean()),
            Answer::Ends(end) => Ok(course()?.chance_of(*end)),
            _ => {
                let (chance, within) = self.of_order(answer, order)?;
                let number = NumberView::of(chance);
                Ok(match within.map(percent) {
                    Some(off) if answer.is_chance() => {
                        Answered::about(number, sampled_within(off), off)
                    }
                    Some(_) => Answered::with(number, sampled()),
                    None => Answered::with(number, String::new()),
                })
            }
        }
    }

    /// Returns the answer about an order, and how far off a chance may be, from 0 to 1.
    fn of_order(
        &self,
        answer: &Answer,
        order: Option<&str>,
    ) -> Result<(Chance, Option<f64>), RefusedView> {
        let way = self.way(order)?;
        let terms = Terms {
            others: self.settled(),
            ..Terms::default()
        };
        if let Answer::Row(words) = answer {
            return Ok(self.row(words, &way, terms));
        }
        let outlook = Outlook::new(&*self.rules, &way.battle);
        let all = outlook.law(&way.legal, terms);
        let sum = |weigh: &dyn Fn(&[Effect]) -> u32, own: bool| {
            let unit = Some(self.one(own));
            let effects = |outcomes: &Outcomes| {
                let found = outcomes.iter().find(|(of, _)| *of == unit);
                found.map_or(0, |(_, effects)| weigh(effects))
            };
            all.all().fold(Chance::NONE, |sum, (outcomes, chance)| {
                sum.plus(chance.scaled(effects(outcomes)))
            })
        };
        let found = match *answer {
            Answer::Gone(own) => sum(&|all| u32::from(all.iter().any(Effect::is_gone)), own),
            Answer::Back(own) => sum(&|all| u32::from(all.iter().any(Effect::is_back)), own),
            Answer::Stands(own) => {
                let had = u32::from(way.battle.unit(self.one(own)).stands);
                let lost = |e: &Effect| match e {
                    _ if e.is_gone() => had,
                    Effect::Stands(change) if *change < 0 => u32::from(change.unsigned_abs()),
                    _ => 0,
                };
                sum(&|all| all.iter().map(lost).sum(), own)
            }
            Answer::Mark(own, at) => {
                let up = |e: &Effect| match e {
                    Effect::Mark(mark, change, _) if *mark == at && *change > 0 => {
                        change.unsigned_abs()
                    }
                    _ => 0,
                };
                sum(&|all| all.iter().map(up).sum(), own)
            }
            Answer::Steps | Answer::Ends(_) | Answer::Row(_) => Chance::NONE,
        };
        Ok((found, all.within))
    }

    /// Tells whether its grid asks for an outcome by its words. Only working it out can show
    /// whether there is such an outcome.
    #[must_use]
    pub fn asks_for_an_outcome(&self) -> bool {
        let grid = self.grid.as_ref();
        grid.is_some_and(|grid| matches!(grid.answer, Answer::Row(_)))
    }

    /// Returns the flaw that no outcome has some words, and what would be right.
    pub(crate) fn unknown_words(&self, text: &str, words: &str) -> Flaws {
        let card = self.rules.card();
        let marks = card.marks.iter().filter(|mark| !mark.title.is_empty());
        let marks: Vec<&str> = marks.map(|mark| mark.id.as_str()).collect();
        let terms = Terms {
            others: self.settled(),
            ..Terms::default()
        };
        let rows = self.way(None).map_or_else(
            |_| Vec::new(),
            |way| {
                Outlook::new(&*self.rules, &way.battle)
                    .odds(&way.legal, terms)
                    .rows
            },
        );
        let rows: Vec<String> = rows.iter().map(|row| format!("`{}`", row.label)).collect();
        let says = say!(
            "nobody can answer `{words}`: no outcome has this name",
            words = words
        );
        let hint = say!(
            "ask `target gone`, `target back`, `target stands`, `steps`, `target first`, a mark like `target {mark}`, or an outcome: {rows}",
            mark = marks.first().copied().unwrap_or("hits"),
            rows = rows.join(", ")
        );
        Flaws::one(text, place_of(text, words), says, Some(hint))
    }

    fn row(&self, words: &str, way: &crate::Way, terms: Terms) -> (Chance, Option<f64>) {
        let outlook = Outlook::new(&*self.rules, &way.battle);
        let (rows, within) = outlook.rows_of(&way.legal, terms);
        let asked = |labels: &[String; 2]| labels.iter().any(|l| l.eq_ignore_ascii_case(words));
        let found = rows.into_iter().filter(|(labels, _)| asked(labels));
        let sum = found.fold(Chance::NONE, |sum, (_, chance)| sum.plus(chance));
        (sum, within)
    }
}
