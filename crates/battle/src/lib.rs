//! The kernel of Sandtable: the state of the table, the orders players give, the events that
//! happened, and the traits that every rule set implements.
//!
//! A rule set judges orders ([`Rules::check`]) and resolves them ([`Rules::resolve`]); only
//! [`Battle::apply`] changes a battle. The kernel knows no rules and has no turn loop: rule sets
//! use events to say whose turn it is and who must choose what.

mod advice;
pub mod aim;
mod amend;
mod annex;
mod battle;
pub mod c;
mod card;
mod choice;
mod clause;
mod data;
pub mod decimal;
mod dice;
mod difference;
mod event;
mod id;
pub mod joint;
mod lanes;
mod lists;
mod mark;
mod numbers;
mod offer;
mod order;
mod pack;
mod pending;
pub mod phrase;
pub mod real_table;
mod row;
mod rules;
mod ruling;
mod scene;
pub mod seal;
mod setting;
mod sheet;
mod sight;
mod spoken;
mod stands;
mod terrain;
pub mod trace;
mod unit;
mod units;
pub mod written;

pub use advice::{Advice, ChargeReach, Influence, Profile};
pub use aim::Aim;
pub use amend::{Amend, MOST_AMENDS};
pub use annex::{Annex, AnnexText};
pub use battle::{Await, Battle, Cursor, Gap, NOTES, Outcome};
pub use card::{
    ArmySpec, Before, Card, Credit, KindSpec, OrderSpec, PhaseSpec, RatingSpec, Renew, StateSpec,
    Strength,
};
pub use choice::{Choice, Chooser};
pub use clause::{
    Clause, ClauseText, Parity, RulingText, Standing, Switch, SwitchRange, Switches, read_clauses,
    read_rulings, read_switches,
};
pub use data::{plainly, read_json, read_toml, read_value};
pub use dice::{
    Ask, Dice, Faces, Key, Recorded, Roll, Rolled, Stream, Surplus, Thrown, VOID, given,
};
pub use difference::{Difference, Texts};
pub use event::{Event, Gait};
pub use id::{Group, Side, UnitId};
pub use joint::Joint;
pub use lists::{Element, Muster};
pub use mark::{
    BattleMark, Far, MARKS, Mark, MarkSpec, Marked, Marks, Memory, Named, Set, SideMark, Sort,
    WIDE_MARKS,
};
pub use numbers::{Bound, Number, NumberSort, NumberTable};
pub use offer::{LegSet, Naming, Offer, Reach, Scope, Verb};
pub use order::{Hand, Leg, Legs, Order};
pub use pack::{Case, Fars, Pack, Packed, Part, Rest, Shape, name_of_case, pack_type};
pub use pending::Pending;
pub use real_table::{Beside, Face, Near, Patch, Soil, Stand, Stated, Statement};
pub use row::Row;
pub use rules::{Judging, Rules};
pub use ruling::{Factor, Legal, Refusal, Refusals, Ruling, Witness};
pub use sandtable_tongue::say;
pub use scene::{Scene, Stopped};
pub use seal::Seal;
pub use setting::{
    Area, Arrival, EventCards, Feature, Goal, Ground, GroupSpec, Houses, LAST_TURN, Material,
    Piece, Score, Setting, SideSpec, Victory, Zone,
};
pub use sheet::{SheetBlock, SheetRows, SheetTable, read_sheet};
pub use sight::Sight;
pub use stands::Stands;
pub use terrain::Terrain;
pub use unit::{RATINGS, Status, Unit};
pub use units::Units;
