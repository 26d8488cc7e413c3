//! Internal notes, registered with the workspace.

use super::registry::NAME;
use super::{NoteMode, Notes, NotesIntent, NotesSlice, records, slices, timers};
use crate::flow::{Answer, AreaName, ListEvent, RequestId, Text};
use crate::jobs::{JobOrigin, RemovalReason};
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{AgentId, AgentRole, EventMeta, NotificationEvent, Protocol, events};
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Notes {
    type Intent = NotesIntent;
    type Event = events::notes::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::NOTES, |workspace, protocol| {
            let is_own = workspace.jobs.get(&protocol).is_some();
            if !is_own && !workspace.notes.reads_elsewhere(&protocol) {
                return None;
            }
            // The history shows one attendance.
            let of_one = !is_own && workspace.history.opened().any(|opened| opened == protocol.as_str());
            let thread = workspace.conversation.thread(&protocol);
            let view = workspace.notes.notes_view(&protocol, thread, of_one, workspace.session.viewer());
            Some(NotesSlice::Notes(Box::new(view)))
        }),
        &Show(&slices::DRAFT, |workspace, protocol| {
            workspace.jobs.get(&protocol)?;
            Some(NotesSlice::NoteDraft(Box::new(workspace.notes.draft_view(&protocol))))
        }),
        &Show(&slices::PEOPLE, |workspace, ()| NotesSlice::NotePeople(workspace.notes.people_view())),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::LIST, |workspace, protocol| {
            workspace.notes.apply_list_event(context!(workspace), &protocol, ListEvent::Due);
        }),
        &When(&timers::PEOPLE, |workspace, ()| workspace.notes.apply_people_event(context!(workspace), ListEvent::Due)),
        &When(&timers::LOOK_UP, |workspace, protocol| workspace.notes.look_up(context!(workspace), &protocol)),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[&Keep(&records::NOTES, |workspace, (_, protocol)| {
        workspace.notes.record(&workspace.jobs, &protocol, workspace.server_now())
    })];

    fn on_event(workspace: &mut Workspace, _: &EventMeta, event: Self::Event) {
        // The area checks the version of the note itself, so no answer covers the event.
        let events::notes::Event::Changed(event) = event;
        workspace.notes.note_changed(context!(workspace), &workspace.jobs, &event.protocol, event.note);
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let agent = workspace.acting_agent().agent_id;
        workspace.notes.on_reply(context!(workspace), &agent, request, answer);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.notes.reset();
    }

    fn job_added(workspace: &mut Workspace, protocol: &Protocol, _origin: JobOrigin) {
        context!(workspace).dirty(slices::NOTES.of(protocol.clone()));
        context!(workspace).dirty(slices::DRAFT.of(protocol.clone()));
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        let agent = workspace.acting_agent().agent_id;
        let customer = workspace.jobs.customer(protocol).map(|customer| customer.name).unwrap_or_default();
        workspace.notes.job_removed(context!(workspace), &agent, protocol, &customer);
        if workspace.notes.reads_elsewhere(protocol) {
            workspace.notes.apply_list_event(context!(workspace), protocol, ListEvent::Reopened);
        }
    }

    fn reconcile(workspace: &mut Workspace, _agent: &AgentId) {
        let open = workspace.jobs.active_job().cloned();
        workspace.notes.reconcile(context!(workspace), open.as_ref());
        workspace.notes.reconcile_elsewhere(context!(workspace), &workspace.jobs);
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let agent = workspace.acting_agent();
        let agent_id = &agent.agent_id;
        let protocol = intent.protocol();
        let is_reload = matches!(intent, NotesIntent::ReloadNotes { .. }) && workspace.notes.reads_elsewhere(protocol);
        if workspace.jobs.get(protocol).is_none() && !is_reload {
            return;
        }
        let notes = &mut workspace.notes;
        let context = context!(workspace);
        match &intent {
            NotesIntent::SetNoteMode { note, .. } => {
                notes.set_mode(context, protocol, if *note { NoteMode::Note } else { NoteMode::Reply });
            }
            NotesIntent::NoteTyped { text, .. } => notes.typed(context, agent_id, protocol, text),
            NotesIntent::MentionPerson { agent_id: person, .. } => notes.mention(context, agent_id, protocol, person),
            NotesIntent::AddNote { text, .. } => notes.add(context, agent_id, protocol, text),
            NotesIntent::EditNote { id, text, .. } => notes.edit(context, &agent, protocol, &id.as_str().into(), text),
            NotesIntent::RemoveNote { id, .. } => notes.remove(context, &agent, protocol, &id.as_str().into()),
            NotesIntent::RetryNote { id, .. } => notes.retry(context, agent_id, protocol, &id.as_str().into()),
            NotesIntent::DiscardNote { id, .. } => notes.discard(context, agent_id, protocol, &id.as_str().into()),
            NotesIntent::ReloadNotes { .. } => notes.apply_list_event(context, protocol, ListEvent::Reopened),
            NotesIntent::LoadNotePeople { .. } => notes.load_people(context, protocol),
        }
    }
}

impl NotesIntent {
    /// The attendance that it is about.
    fn protocol(&self) -> &Protocol {
        match self {
            Self::SetNoteMode { protocol, .. }
            | Self::NoteTyped { protocol, .. }
            | Self::MentionPerson { protocol, .. }
            | Self::AddNote { protocol, .. }
            | Self::EditNote { protocol, .. }
            | Self::RemoveNote { protocol, .. }
            | Self::RetryNote { protocol, .. }
            | Self::DiscardNote { protocol, .. }
            | Self::ReloadNotes { protocol }
            | Self::LoadNotePeople { protocol } => protocol,
        }
    }
}

impl Workspace {
    /// A note mentions the agent: a snackbar names its author and the customer, unless the conversation is visible. The
    /// server creates the entry of the notification centre.
    pub(crate) fn mentioned(&mut self, event: &NotificationEvent) {
        let text = Text::key("notifications.mention").with("agent", &event.text);
        self.snackbar(Topic::Mentioned(event.protocol.clone()), SnackbarKind::Info, text);
    }

    /// Opens the notes of an attendance of another agent, one of which mentions this agent.
    pub(crate) fn open_notes_of(&mut self, protocol: Protocol, customer: String) {
        self.shell.dialogs.open(context!(self), Dialog::Notes { protocol, customer });
        self.follow_notes_dialog();
    }

    /// The notes of another agent's attendance are held while the dialog shows them, those of one of the history while it is opened.
    pub(crate) fn follow_notes_dialog(&mut self) {
        let is_supervisor = self.session.agent().role == AgentRole::Supervisor;
        let mut shown: Vec<Protocol> =
            self.history.opened_with_notes(&self.session.agent_id(), is_supervisor).collect();
        if let Some(Dialog::Notes { protocol, .. }) = self.shell.dialogs.current() {
            shown.push(protocol.clone());
        }
        self.notes.read_elsewhere(context!(self), &self.jobs, shown);
    }
}
