//! Internal notes as the interface shows them.

use super::draft::NoteMode;
use super::machine::{Notes, OfConversation, Write, WriteKind};
use super::phase::{NotePhase, Phase};
use crate::conversation::Thread;
use crate::flow::{ListState, LocalId, Text};
use crate::shell::{Viewer, avatar_color, initials};
use crate::wire::limits::NOTE_MAX_CHARS;
use crate::wire::{Note, NoteMention, NotePerson, Protocol, Wall};
use serde::Serialize;

/// Consecutive notes within this time share one frame.
const FRAME_MS: i64 = 10 * 60_000;

/// An agent whom a note mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteMentionView {
    /// The agent.
    pub agent_id: String,
    /// Name of the agent, which the text contains after `@`.
    pub name: String,
    /// The mentioned agent is the signed-in agent.
    pub own: bool,
}

/// A note at its place in a thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    /// Id of the note.
    pub id: String,
    /// The signed-in agent wrote the note.
    pub own: bool,
    /// Name of the author.
    pub author: String,
    /// Initials of the author, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the author's avatar.
    pub color: String,
    /// The text; empty once it was removed.
    pub text: String,
    /// The agents whom the note mentions.
    pub mentions: Vec<NoteMentionView>,
    /// When the note was written, as a JavaScript time value.
    pub time: f64,
    /// The author changed the text.
    pub edited: bool,
    /// The author removed the note.
    pub removed: bool,
    /// Until when the agent may change the note, as a JavaScript time value; absent for a note that the agent may not
    /// change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub changeable_until: Option<f64>,
    /// The progress of the note's write.
    pub phase: NotePhase,
    /// Why the note was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub failure: Option<Text>,
    /// Local id of the message before which the note is placed; absent at the end of the thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub before: Option<String>,
    /// The note begins a frame; the later notes share it, up to the next one that begins a frame.
    pub frame_start: bool,
}

/// The notes of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NotesView {
    /// The state of the list of notes.
    pub state: ListState,
    /// The notes, in the order of their times.
    pub notes: Vec<NoteView>,
}

/// The note in the composer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NoteDraftView {
    /// Whether the composer writes an answer or a note.
    pub mode: NoteMode,
    /// The composer takes `text` only when this grows.
    pub epoch: u32,
    /// The text as the core has it.
    pub text: String,
    /// Names of those whom it mentions.
    pub mentions: Vec<String>,
    /// Characters above the limit of a note.
    pub excess: u32,
}

/// An agent whom a note may mention.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NotePersonView {
    /// The agent.
    pub agent_id: String,
    /// Name.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Name of the first attendance group; empty without one.
    pub team: String,
    /// The agent is signed in with an open link.
    pub online: bool,
}

/// The agents whom a note may mention.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NotePeopleView {
    /// The state of the list of agents.
    pub state: ListState,
    /// The agents, sorted by name.
    pub people: Vec<NotePersonView>,
}

impl From<&NotePerson> for NotePersonView {
    fn from(person: &NotePerson) -> Self {
        Self {
            agent_id: person.agent_id.to_string(),
            name: person.name.clone(),
            initials: initials(&person.name),
            color: avatar_color(&person.name).to_owned(),
            team: person.team.clone(),
            online: person.online,
        }
    }
}

fn mention_view(mention: &NoteMention, viewer: Viewer<'_>) -> NoteMentionView {
    let agent_id = mention.agent_id.as_str();
    NoteMentionView {
        agent_id: agent_id.to_owned(),
        name: mention.name.clone(),
        own: viewer.is(agent_id, &mention.name),
    }
}

/// The view of a note, with the pending change of its author.
fn note_view(note: &Note, write: Option<&Write>, protocol: &Protocol, viewer: Viewer<'_>) -> NoteView {
    let own = viewer.is(note.agent_id.as_str(), &note.agent_name);
    let is_changed = write.is_some_and(|write| write.kind == WriteKind::Edit);
    let is_removed = note.removed || write.is_some_and(|write| write.kind == WriteKind::Remove && !write.is_failed());
    let mentions = write.filter(|_| is_changed).map_or(&note.mentions, |write| &write.mentions);
    let text = write.filter(|_| is_changed).map_or(note.text.for_staff(), |write| &write.text);
    let until = note.changeable_until.filter(|_| own && !is_removed && write.is_none() && note.protocol == *protocol);
    NoteView {
        id: note.id.to_string(),
        own,
        author: note.agent_name.clone(),
        initials: initials(&note.agent_name),
        color: avatar_color(&note.agent_name).to_owned(),
        text: if is_removed { String::new() } else { text.to_owned() },
        mentions: mentions.iter().filter(|_| !is_removed).map(|mention| mention_view(mention, viewer)).collect(),
        time: note.at.unwrap_or_default().as_js(),
        edited: !is_removed && (note.edited || is_changed),
        removed: is_removed,
        changeable_until: until.map(Wall::as_js),
        phase: write.map_or(NotePhase::Kept, |write| NotePhase::of(&write.phase)),
        failure: write.and_then(Write::failure),
        before: None,
        frame_start: true,
    }
}

impl Write {
    fn is_failed(&self) -> bool {
        matches!(self.phase, Phase::Failed(_))
    }

    fn failure(&self) -> Option<Text> {
        match &self.phase {
            Phase::Failed(reason) => Some(reason.clone()),
            Phase::Sending { .. } | Phase::Waiting { .. } | Phase::Asking { .. } => None,
        }
    }

    /// The note that a pending write adds, as the server will have it.
    fn as_note(&self, protocol: &Protocol, viewer: Viewer<'_>) -> Note {
        Note {
            id: self.id.clone(),
            protocol: protocol.clone(),
            agent_id: viewer.agent_id.into(),
            agent_name: viewer.name.to_owned(),
            text: crate::wire::NoteText::new(self.text.clone()),
            mentions: self.mentions.clone(),
            at: Some(self.at),
            ..Note::default()
        }
    }
}

/// Sets the place of each note and where frames begin: no message is inside a frame, and its notes are within ten
/// minutes of each other.
fn place(notes: &mut [NoteView], before: impl Fn(Wall) -> Option<LocalId>) {
    let mut last: Option<(f64, Option<String>)> = None;
    for note in notes {
        note.before = before(Wall(note.time as i64)).map(|id| id.to_string());
        let place = (note.time, note.before.clone());
        note.frame_start = last.is_none_or(|(time, before)| before != place.1 || place.0 - time > FRAME_MS as f64);
        last = Some(place);
    }
}

impl OfConversation {
    fn notes_view(&self, protocol: &Protocol, thread: Option<&Thread>, of_one: bool, viewer: Viewer<'_>) -> NotesView {
        let write_of = |note: &Note| self.writes.iter().find(|write| write.id == note.id && note.protocol == *protocol);
        let shown = self.notes.iter().filter(|note| !of_one || note.protocol == *protocol);
        let held = shown.map(|note| note_view(note, write_of(note), protocol, viewer));
        let is_new = |write: &&Write| write.kind == WriteKind::Add && self.notes.iter().all(|note| note.id != write.id);
        let added = self.writes.iter().filter(is_new).map(|write| NoteView {
            changeable_until: None,
            ..note_view(&write.as_note(protocol, viewer), Some(write), protocol, viewer)
        });
        let mut notes: Vec<NoteView> = held.chain(added).collect();
        notes.sort_by(|one, other| one.time.total_cmp(&other.time));
        place(&mut notes, |at| thread?.first_after(at).cloned());
        NotesView { state: self.state(), notes }
    }

    fn draft_view(&self) -> NoteDraftView {
        let length = self.draft.text.chars().count();
        NoteDraftView {
            mode: self.mode,
            epoch: self.draft.epoch,
            text: self.draft.text.clone(),
            mentions: self.draft.mentions.iter().map(|mention| mention.name.clone()).collect(),
            excess: u32::try_from(length.saturating_sub(NOTE_MAX_CHARS)).unwrap_or(u32::MAX),
        }
    }
}

impl Notes {
    /// The notes of a conversation, at their places in its thread. `of_one`: without those of the conversation's other attendances.
    pub fn notes_view(
        &self,
        protocol: &Protocol,
        thread: Option<&Thread>,
        of_one: bool,
        viewer: Viewer<'_>,
    ) -> NotesView {
        let held = self.held.get(protocol).map(|held| held.notes_view(protocol, thread, of_one, viewer));
        held.unwrap_or(NotesView { state: ListState::NotAsked, notes: Vec::new() })
    }

    /// The note in the composer.
    pub fn draft_view(&self, protocol: &Protocol) -> NoteDraftView {
        self.held.get(protocol).map(OfConversation::draft_view).unwrap_or_default()
    }

    /// The agents whom a note may mention.
    pub fn people_view(&self) -> NotePeopleView {
        NotePeopleView {
            state: self.people.state(),
            people: self.people.items().iter().map(NotePersonView::from).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::NoteText;

    fn note(id: &str, agent: &str, minute: i64) -> Note {
        Note {
            id: id.into(),
            protocol: "P1".into(),
            agent_id: agent.into(),
            agent_name: format!("Agent {agent}"),
            text: NoteText::new("Texto".to_owned()),
            at: Some(Wall(minute * 60_000)),
            changeable_until: Some(Wall((minute + 15) * 60_000)),
            version: 1,
            ..Note::default()
        }
    }

    fn views(notes: &[Note], messages: &[i64]) -> Vec<NoteView> {
        let viewer = Viewer { agent_id: "101", name: "Ana" };
        let mut views: Vec<NoteView> = notes.iter().map(|note| note_view(note, None, &"P1".into(), viewer)).collect();
        place(&mut views, |at| {
            let next = messages.iter().find(|minute| **minute * 60_000 > at.0);
            next.map(|minute| LocalId::from(format!("m{minute}")))
        });
        views
    }

    #[test]
    fn bey_160_notes_are_placed_by_their_time_and_share_a_frame_within_ten_minutes() {
        let notes = [
            note("A", "101", 1),
            note("B", "102", 11),
            note("C", "101", 22),
            note("D", "101", 24),
            note("E", "101", 31),
        ];
        let placed: Vec<(Option<String>, bool)> =
            views(&notes, &[23, 30]).into_iter().map(|note| (note.before, note.frame_start)).collect();
        let before = |id: &str| Some(id.to_owned());
        assert_eq!(
            placed,
            [(before("m23"), true), (before("m23"), false), (before("m23"), true), (before("m30"), true), (None, true)]
        );
    }

    #[test]
    fn bey_160_only_own_notes_of_the_attendance_can_be_changed() {
        let earlier = Note { protocol: "P0".into(), ..note("C", "101", 1) };
        let gone = Note { removed: true, ..note("D", "101", 1) };
        let views = views(&[note("A", "101", 1), note("B", "102", 1), earlier, gone], &[]);
        let until: Vec<(bool, Option<f64>)> = views.iter().map(|note| (note.own, note.changeable_until)).collect();
        assert_eq!(until, [(true, Some(960_000.0)), (false, None), (true, None), (true, None)]);
    }

    #[test]
    fn bey_160_the_view_of_a_note_contains_the_pending_change_of_its_author() {
        let viewer = Viewer { agent_id: "101", name: "Ana" };
        let known = note("A", "101", 1);
        let write = |kind, phase| Write {
            kind,
            id: "A".into(),
            text: "Outro".to_owned(),
            mentions: Vec::new(),
            at: Wall(1),
            phase,
        };
        let failed = || Phase::Failed(Text::key("notes.failed.tooLate"));
        let sending = || Phase::Sending { lost: 0 };
        let shown = |write: Write| {
            let view = note_view(&known, Some(&write), &"P1".into(), viewer);
            (view.text, view.removed, view.phase, view.failure.is_some(), view.changeable_until)
        };
        let expected = [
            (write(WriteKind::Edit, sending()), ("Outro", false, NotePhase::Sending, false)),
            (write(WriteKind::Edit, failed()), ("Outro", false, NotePhase::Failed, true)),
            (write(WriteKind::Remove, sending()), ("", true, NotePhase::Sending, false)),
            (write(WriteKind::Remove, failed()), ("Texto", false, NotePhase::Failed, true)),
        ];
        for (write, (text, removed, phase, has_failed)) in expected {
            assert_eq!(shown(write), (text.to_owned(), removed, phase, has_failed, None));
        }
    }
}
