//! What the engine says, as plain data. `web/src/contract/contract.ts` is generated from these
//! types. Lengths are in the unit of the view's ruler, angles in degrees clockwise from north; x
//! points east, y north, and the origin is south-west.

mod aloud;
mod build;
mod chances;
mod coach;
mod house;
mod know;
mod lesson;
mod log;
mod odds;
mod orders;
mod overlay;
mod real_table;
mod rulebook;
mod shelf;
mod table;

pub use aloud::{AroundView, NearView, SaidOrder, SideWords, TableWords, UnitWords};
pub use build::{
    ArmyUnit, ArmyView, DraftArmy, DraftView, FlawView, Generated, Kit, KitGoal, KitGround,
    KitKind, KitMark, KitMost, KitRating,
};
pub use chances::{ChancePlace, ChanceSide, ChanceStep, Chances};
pub use coach::{Advised, Fate, Grade, GradedOrder, Review, ReviewSide, WeighedOrder};
pub use house::{ArmyInfo, HouseRule, HouseView, NumberView};
pub use know::{IntentView, ReachView, Threat, ThreatOdds, Threats, WhyNot};
pub use lesson::{Lesson, LessonClause, LookView};
pub use log::{
    Act, Answer, LogEntry, LogLine, Motion, Played, Rescued, Stance, Telling, Tiding, Wanted,
    WantedRow,
};
pub use odds::{RollView, SealView};
pub use orders::{
    ChoiceOption, ChoiceView, OfferOrder, OfferView, Placed, Preview, RefusalView, TableOrder,
    TapeView,
};
pub use overlay::{AreaKind, AreaView, CommandView, Overlay, SightView};
pub use real_table::{
    ActView, BesideView, FormView, GoView, LeftView, Saying, SoilView, SpanView, Supposed,
};
pub use rulebook::{ClauseView, Rulebook, RulingView, SectionView, SwitchView};
pub use shelf::{Catalogue, FileNames, LevelInfo, RulesetInfo, ScenarioInfo, Thumb, TutorialInfo};
pub use table::{
    EndView, MarkView, PieceView, RatingView, SideView, StandView, TerrainView, UnitView, View,
    ZoneView,
};

use sandtable_battle::Side;
pub use sandtable_odds::{
    BranchView, FactorView, MeanRow, OddsPart, OddsRow, OddsView, OthersView, TreeView,
};
use serde::Serialize;

/// A point or a size, in units of the rule set's ruler.
pub type Xy = [f64; 2];

/// A side's key in data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SideKey {
    /// The first side.
    A,
    /// The second side.
    B,
}

impl From<Side> for SideKey {
    fn from(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }
}
