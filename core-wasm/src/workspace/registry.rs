//! How areas are registered: the trait that each area implements in its `area.rs`, and the one list of all areas.

use super::Workspace;
use crate::conversation::FilePlanView;
use crate::flow::{
    Answer, AreaName, FactKey, KeyIds, OrderedList, Record, RequestId, Row, Slice, SliceKey, SliceRow, StoreKey,
    StoreRow, Timer, TimerKey, TimerRow,
};
use crate::jobs::{JobOrigin, RemovalReason};
use crate::view::View;
use crate::wire::{AgentId, AreaEvent, EventFault, EventMeta, MessageMedia, Protocol};
use serde::de::DeserializeOwned;

/// What an area registers with the workspace. Functions take the whole workspace, because an area's reaction may need
/// other areas; its state machine does not know the workspace.
pub(crate) trait Area {
    /// Intents of this area.
    type Intent;
    /// Broker events of this area.
    type Event: AreaEvent;

    /// The name under which the area's requests are answered.
    const NAME: AreaName;
    /// The slices that this area shows.
    const SLICES: &'static [&'static dyn Shown] = &[];
    /// The timers that this area sets.
    const TIMERS: &'static [&'static dyn Timed] = &[];
    /// The records that this area keeps on the machine.
    const RECORDS: &'static [&'static dyn Kept] = &[];

    /// Adds the keys of existing slices that are neither global nor one per attendance.
    fn live_keys(_workspace: &Workspace, _keys: &mut Vec<SliceKey>) {}

    /// Restores the area from stored records.
    fn restore(_workspace: &mut Workspace, _records: &StoredRecords) {}

    /// Handles an intent of this area.
    fn on_intent(workspace: &mut Workspace, intent: Self::Intent);

    /// Handles a broker event of this area. The area drops an event that its last answer from the server already contains.
    fn on_event(_workspace: &mut Workspace, _meta: &EventMeta, _event: Self::Event) {}

    /// The server answered a request of this area.
    fn on_reply(_workspace: &mut Workspace, _call: RequestId, _answer: Answer) {}

    /// The session ended: forgets everything of it.
    fn reset(_workspace: &mut Workspace) {}

    /// A fact of an area below, which this area follows, changed in this step.
    fn fact_changed(_workspace: &mut Workspace, _fact: &FactKey) {}

    /// An attendance was added, by an event or a list of the server.
    fn job_added(_workspace: &mut Workspace, _protocol: &Protocol, _origin: JobOrigin) {}

    /// An attendance was removed.
    fn job_removed(_workspace: &mut Workspace, _protocol: &Protocol, _reason: RemovalReason) {}

    /// Compares the area's state with the server's (design: wire, Reconcile).
    fn reconcile(_workspace: &mut Workspace, _agent: &AgentId) {}
}

/// The tables and functions of one area.
pub(super) struct AreaRow {
    name: AreaName,
    slices: &'static [&'static dyn Shown],
    timers: &'static [&'static dyn Timed],
    records: &'static [&'static dyn Kept],
    live_keys: fn(&Workspace, &mut Vec<SliceKey>),
    restore: fn(&mut Workspace, &StoredRecords),
    on_event: fn(&mut Workspace, &EventMeta, &str) -> Option<Result<(), EventFault>>,
    on_reply: fn(&mut Workspace, RequestId, Answer),
    reset: fn(&mut Workspace),
    fact_changed: fn(&mut Workspace, &FactKey),
    job_added: fn(&mut Workspace, &Protocol, JobOrigin),
    job_removed: fn(&mut Workspace, &Protocol, RemovalReason),
    reconcile: fn(&mut Workspace, &AgentId),
}

impl AreaRow {
    const fn of<A: Area>() -> Self {
        Self {
            name: A::NAME,
            slices: A::SLICES,
            timers: A::TIMERS,
            records: A::RECORDS,
            live_keys: A::live_keys,
            restore: A::restore,
            on_event: read_event::<A>,
            on_reply: A::on_reply,
            reset: A::reset,
            fact_changed: A::fact_changed,
            job_added: A::job_added,
            job_removed: A::job_removed,
            reconcile: A::reconcile,
        }
    }
}

/// Reads an event and passes it to the area; `None` if it is not an event of this area.
fn read_event<A: Area>(workspace: &mut Workspace, meta: &EventMeta, body: &str) -> Option<Result<(), EventFault>> {
    let event = A::Event::read(&meta.event, body)?;
    Some(event.map(|event| A::on_event(workspace, meta, event)))
}

/// What an area reports to the workspace: a fact for a lower area, work for a higher one, or a text for the agent.
pub(crate) trait AreaExit {
    /// Executes the exit.
    fn follow(self, workspace: &mut Workspace);

    /// Called once after all exits of one reaction were executed, also if there were none.
    fn followed(_workspace: &mut Workspace)
    where
        Self: Sized,
    {
    }
}

/// All areas, each after those that it uses.
static AREAS: &[AreaRow] = &[
    AreaRow::of::<Workspace>(),
    AreaRow::of::<crate::session::Session>(),
    AreaRow::of::<crate::shell::Shell>(),
    AreaRow::of::<crate::connection::Connection>(),
    AreaRow::of::<crate::channels::Channels>(),
    AreaRow::of::<crate::pauses::Pauses>(),
    AreaRow::of::<crate::absence::Absence>(),
    AreaRow::of::<crate::supervision::Supervision>(),
    AreaRow::of::<crate::dead_effects::DeadEffects>(),
    AreaRow::of::<crate::notifications::Notifications>(),
    AreaRow::of::<crate::jobs::Jobs>(),
    AreaRow::of::<crate::contacts::Contacts>(),
    AreaRow::of::<crate::people::People>(),
    AreaRow::of::<crate::conversation::Conversation>(),
    AreaRow::of::<crate::chat::Chat>(),
    AreaRow::of::<crate::qualification::Qualification>(),
    AreaRow::of::<crate::voice::Voice>(),
    AreaRow::of::<crate::colleagues::Colleagues>(),
    AreaRow::of::<crate::call_supervision::SupervisedCall>(),
    AreaRow::of::<crate::whatsapp::WhatsApp>(),
    AreaRow::of::<crate::transfers::Transfers>(),
    AreaRow::of::<crate::tags::Tags>(),
    AreaRow::of::<crate::history::History>(),
    AreaRow::of::<crate::churn::Churn>(),
    AreaRow::of::<crate::imports::Imports>(),
    AreaRow::of::<crate::notes::Notes>(),
    AreaRow::of::<crate::message_search::MessageSearch>(),
    AreaRow::of::<crate::list_views::ListViews>(),
    AreaRow::of::<crate::broadcasts::Broadcasts>(),
    #[cfg(test)]
    AreaRow::of::<crate::counter::Counter>(),
];

/// A slice and its view.
pub(crate) trait Shown: Sync {
    /// The row of the keys.
    fn row(&self) -> &'static SliceRow;

    /// The present value of the view.
    fn view(&self, workspace: &Workspace, key: &SliceKey) -> View;

    /// The list behind the slice, if the slice is delivered as patches.
    fn list<'a>(&self, workspace: &'a Workspace, key: &SliceKey) -> Option<&'a OrderedList>;
}

/// A slice that is delivered as one view: the function gives it, or `None` if its entity does not exist.
pub(crate) struct Show<I: 'static, V: 'static>(pub &'static Slice<I>, pub fn(&Workspace, I) -> V);

impl<I: KeyIds, V: Into<View>> Shown for Show<I, V> {
    fn row(&self) -> &'static SliceRow {
        self.0.row()
    }

    fn view(&self, workspace: &Workspace, key: &SliceKey) -> View {
        key.ids().map(|ids| (self.1)(workspace, ids)).into()
    }

    fn list<'a>(&self, _: &'a Workspace, _: &SliceKey) -> Option<&'a OrderedList> {
        None
    }
}

/// A slice that is delivered as patches of a list.
pub(crate) struct ShowList<I: 'static>(pub &'static Slice<I>, pub fn(&Workspace, I) -> Option<&OrderedList>);

impl<I: KeyIds> Shown for ShowList<I> {
    fn row(&self) -> &'static SliceRow {
        self.0.row()
    }

    fn view(&self, workspace: &Workspace, key: &SliceKey) -> View {
        self.list(workspace, key).map_or(View::Absent, |list| View::List(list.snapshot()))
    }

    fn list<'a>(&self, workspace: &'a Workspace, key: &SliceKey) -> Option<&'a OrderedList> {
        (self.1)(workspace, key.ids()?)
    }
}

/// A timer and its reaction.
pub(crate) trait Timed: Sync {
    /// The row of the keys.
    fn row(&self) -> &'static TimerRow;

    /// The timer is due.
    fn fire(&self, workspace: &mut Workspace, key: &TimerKey);
}

/// The function runs when the timer is due.
pub(crate) struct When<I: 'static>(pub &'static Timer<I>, pub fn(&mut Workspace, I));

impl<I: KeyIds> Timed for When<I> {
    fn row(&self) -> &'static TimerRow {
        self.0.row()
    }

    fn fire(&self, workspace: &mut Workspace, key: &TimerKey) {
        if let Some(ids) = key.ids() {
            (self.1)(workspace, ids);
        }
    }
}

/// A record and its content.
pub(crate) trait Kept: Sync {
    /// The row of the keys.
    fn row(&self) -> &'static StoreRow;

    /// The present text of the record; `None`: delete the record.
    fn text(&self, workspace: &Workspace, key: &StoreKey) -> Option<String>;
}

/// The function gives the text of a record.
pub(crate) struct Keep<I: 'static>(pub &'static Record<I>, pub fn(&Workspace, I) -> Option<String>);

impl<I: KeyIds> Kept for Keep<I> {
    fn row(&self) -> &'static StoreRow {
        self.0.row()
    }

    fn text(&self, workspace: &Workspace, key: &StoreKey) -> Option<String> {
        (self.1)(workspace, key.ids()?)
    }
}

/// Stored records found at the start. One that cannot be read is dropped, the others are used.
pub(crate) struct StoredRecords(Vec<(StoreKey, String)>);

impl StoredRecords {
    /// Records by name and text; one with an unknown name is dropped.
    pub(super) fn read(records: Vec<(String, String)>) -> Self {
        Self(records.into_iter().filter_map(|(name, text)| Some((Workspace::record_key(&name)?, text))).collect())
    }

    /// All readable records of one kind.
    pub fn all<I: KeyIds, T: DeserializeOwned>(&self, kind: &'static Record<I>) -> impl Iterator<Item = (I, T)> {
        self.0.iter().filter_map(|(key, text)| Some((kind.ids(key)?, crate::wire::from_object(text).ok()?)))
    }

    /// The record of a kind of which there is one.
    pub fn one<T: DeserializeOwned>(&self, kind: &'static Record<()>) -> Option<T> {
        self.all(kind).next().map(|((), record)| record)
    }
}

impl Workspace {
    /// The rows of all slices.
    pub fn slice_rows() -> impl Iterator<Item = &'static SliceRow> {
        AREAS.iter().flat_map(|area| area.slices).map(|slice| slice.row())
    }

    /// The rows of all timers.
    pub fn timer_rows() -> impl Iterator<Item = &'static TimerRow> {
        AREAS.iter().flat_map(|area| area.timers).map(|timer| timer.row())
    }

    /// The rows of all records.
    pub fn record_rows() -> impl Iterator<Item = &'static StoreRow> {
        AREAS.iter().flat_map(|area| area.records).map(|record| record.row())
    }

    /// Parses the text of a slice key; `None` if no area has such a slice.
    pub fn slice_key(text: &str) -> Option<SliceKey> {
        SliceKey::parse(Self::slice_rows(), text)
    }

    /// Parses the name of a record; `None` if no area has such a record.
    pub fn record_key(name: &str) -> Option<StoreKey> {
        StoreKey::parse(Self::record_rows(), name)
    }

    /// What happens to a file that the agent chooses: in the composer of an attendance, or for the header of a
    /// template.
    pub fn plan_file(
        &self,
        protocol: &Protocol,
        mimetype: &str,
        size: f64,
        header: Option<MessageMedia>,
    ) -> FilePlanView {
        FilePlanView::of(&self.jobs, protocol, mimetype, size, header)
    }

    /// The view of one slice; `View::Absent` if it does not exist. A list is returned whole; `patch` returns its changes.
    pub fn view(&self, key: &SliceKey) -> View {
        shown(key).map_or(View::Absent, |slice| slice.view(self, key))
    }

    pub(super) fn list(&self, key: &SliceKey) -> Option<&OrderedList> {
        shown(key)?.list(self, key)
    }

    /// JSON text of a record; `None`: delete the record.
    pub fn record(&self, key: &StoreKey) -> Option<String> {
        let mut records = AREAS.iter().flat_map(|area| area.records);
        records.find(|record| std::ptr::eq(record.row(), key.row()))?.text(self, key)
    }

    pub(super) fn on_timer(&mut self, key: &TimerKey) {
        let mut timers = AREAS.iter().flat_map(|area| area.timers);
        if let Some(timer) = timers.find(|timer| std::ptr::eq(timer.row(), key.row())) {
            timer.fire(self, key);
        }
    }

    pub(super) fn restore_from(&mut self, records: &StoredRecords) {
        for area in AREAS {
            (area.restore)(self, records);
        }
    }

    /// Executes the exits of one reaction of an area.
    pub(crate) fn route<E: AreaExit>(&mut self, exits: impl IntoIterator<Item = E>) {
        for exit in exits {
            exit.follow(self);
        }
        E::followed(self);
    }

    /// Passes an event to its area.
    ///
    /// # Errors
    /// The event is of no area, or its body is unreadable.
    pub(crate) fn on_event(&mut self, meta: &EventMeta, body: &str) -> Result<(), EventFault> {
        self.kernel.event_sent_at = meta.sent_at;
        let handled = AREAS.iter().find_map(|area| (area.on_event)(self, meta, body));
        self.kernel.event_sent_at = None;
        handled.unwrap_or_else(|| Err(meta.unregistered()))
    }

    pub(super) fn answer(&mut self, request: RequestId, answer: Answer) {
        if let Some(area) = AREAS.iter().find(|area| area.name == request.area) {
            (area.on_reply)(self, request, answer);
        }
    }

    /// Compares all areas with the server, the highest areas first.
    pub(crate) fn reconcile(&mut self) {
        if self.session.is_ready() {
            self.cancel_scheduled_reconcile();
            let agent = self.session.agent_id();
            for area in AREAS.iter().rev() {
                (area.reconcile)(self, &agent);
            }
        }
    }

    /// Tells the areas which facts changed in this step.
    pub(super) fn pass_changes(&mut self) {
        for fact in std::mem::take(&mut self.kernel.changed) {
            for area in AREAS {
                (area.fact_changed)(self, &fact);
            }
        }
    }

    /// An attendance was removed: the areas forget it, the highest area first.
    pub(crate) fn job_removed(&mut self, protocol: &Protocol, reason: RemovalReason) {
        for area in AREAS.iter().rev() {
            (area.job_removed)(self, protocol, reason);
        }
    }

    /// An attendance was added: the areas take it, the highest area first, so that a lower area knows what a higher one
    /// loads for it.
    pub(crate) fn job_added(&mut self, protocol: &Protocol, origin: JobOrigin) {
        for area in AREAS.iter().rev() {
            (area.job_added)(self, protocol, origin);
        }
    }

    pub(super) fn reset_areas(&mut self) {
        for key in self.live_keys() {
            self.kernel.dirty.insert(key);
        }
        for area in AREAS {
            (area.reset)(self);
        }
        let kernel = &mut self.kernel;
        kernel.timers.cancel_all();
        kernel.http.clear_token(&mut kernel.ids);
        kernel.clock_offset_ms = 0;
        kernel.clock_known = false;
        kernel.stale.clear();
    }

    /// Keys of all existing slices.
    pub fn live_keys(&self) -> Vec<SliceKey> {
        let global = Self::slice_rows().filter(|row| row.name().is_global()).map(SliceKey::global);
        let mut keys: Vec<SliceKey> = global.collect();
        for protocol in self.jobs.protocols() {
            let of_job = Self::slice_rows().filter(|row| row.name().is_per_job());
            keys.extend(of_job.map(|row| SliceKey::of_job(row, protocol.clone())));
        }
        for area in AREAS {
            (area.live_keys)(self, &mut keys);
        }
        keys
    }
}

fn shown(key: &SliceKey) -> Option<&'static dyn Shown> {
    let mut slices = AREAS.iter().flat_map(|area| area.slices).copied();
    slices.find(|slice| std::ptr::eq(slice.row(), key.row()))
}
