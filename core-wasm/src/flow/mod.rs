//! The base of all areas: time, timers, identifiers, requests and effects as values, so that areas decide without I/O.
//! Never contains the rules of an area.

mod changed_records;
mod clock;
mod context;
mod coverage;
mod effect;
mod entity;
mod fact;
mod fold;
mod fresh;
mod from_page;
mod http;
mod ids;
mod key;
mod list;
mod marks;
mod ordered_list;
mod repeat;
mod saving;
mod slice;
mod sorted;
mod store_key;
mod table;
mod text;
mod time_zone;
mod timers;
mod token;
mod unreadable;
mod unstored;
mod voice;
mod write;
mod writes;

pub use changed_records::ChangedRecords;
pub use clock::{Mono, Now};
pub use context::{Context, Kernel};
pub use coverage::{AnswerAge, Coverage, EventNumber};
pub use effect::{
    BrokerCommand, DesktopCommand, DesktopKind, DesktopNotice, Effect, Identification, Melody, Report, ReportLevel,
    Sound, StoreId, Tone, UploadCommand,
};
pub use entity::{Entity, EntityKind};
pub use fact::{Fact, FactKey, FactRow};
pub use fold::folded;
pub use fresh::{Fresh, Freshness};
pub use from_page::{FromPage, PageFault, PageObject, read_tagged};
pub(crate) use http::path;
pub use http::{
    Answer, AreaName, HttpFailure, HttpReply, HttpRequest, Method, Path, PutOff, RequestId, Requests, encode_component,
};
pub use ids::Ids;
pub use key::{Ids as KeyIds, Key, Kind, Parts, Row, RowName, Subject};
pub use list::{
    Asked, Choices, IdList, IdPortion, List, ListAnswer, ListEvent, ListState, ListStep, Loader, Portion, Progress,
};
pub use marks::Marks;
pub use ordered_list::{ListOp, ListPatch, ListSnapshot, OrderedList, Rank};
pub use repeat::{Repetitions, RetryAfter};
pub use saving::{Saving, SavingStep};
pub(crate) use slice::slice_views;
pub use slice::{JobGroup, ListName, LocalId, OfEntity, Slice, SliceKey, SliceRow};
pub use sorted::{SortedMap, SortedSet};
pub use store_key::{Record, StoreKey, StorePlace, StoreRow};
pub use table::Table;
pub use text::{Text, camel_case_reason};
pub use time_zone::TimeZone;
pub use timers::{FLUSH, REPEAT, Timer, TimerKey, TimerRow, Timers, Wake};
pub use token::{HttpState, TokenChange};
pub use unreadable::{ItemList, Unreadable, UnsupportedItems};
pub use unstored::{Unstored, WriteOutcome};
pub use voice::{PeerCommand, RemoteCandidate, VoiceCommand};
pub use write::{ActionAfterLoss, Outcome, WriteEvent, WriteState, WriteStep};
pub use writes::{AfterLoss, ServerWrite, WriteRow};
