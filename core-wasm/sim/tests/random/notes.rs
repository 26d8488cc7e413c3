//! Internal notes that agents write in the course of a day.

use crate::actions::{Action, Dice, Step};
use crate::day::Day;
use core_wasm::notes::{self, NotePhase, NoteView, NotesIntent, NotesSlice};
use core_wasm::notifications::{NoticeKind, NotificationsIntent};
use core_wasm::wire::{ContactId, Protocol};
use core_wasm::{Intent, View};
use workspace_sim::{FailKind, core_wasm, ms};

impl Day {
    /// A note in an attendance of the agent that fulfils the condition.
    fn note_that(
        &mut self,
        dice: &mut Dice,
        seat: usize,
        is_so: impl Fn(&NoteView) -> bool,
    ) -> Option<(Protocol, String)> {
        let protocol = self.any_job(dice, seat)?;
        let View::Notes(NotesSlice::Notes(shown)) =
            self.sim.agent(seat).view(&notes::slices::NOTES.of(protocol.clone()))
        else {
            return None;
        };
        let fitting: Vec<String> = shown.notes.iter().filter(|note| is_so(note)).map(|note| note.id.clone()).collect();
        dice.one(&fitting).map(|id| (protocol, id.clone()))
    }

    pub fn notes(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        let Step { number, action, seat, .. } = step;
        let author = self.ready(seat)?;
        let can_change = |note: &NoteView| note.changeable_until.is_some();
        let intent = match action {
            Action::OpenMention => {
                let notices = self.sim.agent(seat).notifications();
                let mentions: Vec<_> = notices.iter().filter(|notice| notice.kind == NoticeKind::Mention).collect();
                let protocol = Protocol::from(dice.one(&mentions)?.protocol.as_str());
                let contact_id = ContactId::default();
                return self
                    .intent(seat, Intent::Notifications(NotificationsIntent::OpenCustomer { protocol, contact_id }));
            }
            Action::TypeNote => {
                let protocol = self.any_job(dice, seat)?;
                NotesIntent::NoteTyped { protocol, text: format!("nota interna {number}, não terminada de {author}") }
            }
            Action::AddNote => {
                let protocol = self.any_job(dice, seat)?;
                if dice.below(8) == 0 {
                    let refusal = FailKind::Answer(409, r#"{"cause":"somethingNew"}"#);
                    self.sim.fail_next(&format!("POST job/{protocol}/notes"), refusal);
                }
                NotesIntent::AddNote { protocol, text: format!("nota interna {number} de {author}") }
            }
            Action::MentionInNote => {
                let protocol = self.any_job(dice, seat)?;
                self.intent(seat, Intent::Notes(NotesIntent::LoadNotePeople { protocol: protocol.clone() }));
                self.sim.advance(ms(100));
                let View::Notes(NotesSlice::NotePeople(shown)) =
                    self.sim.agent(seat).view(&notes::slices::PEOPLE.key())
                else {
                    return None;
                };
                let person = dice.one(&shown.people)?.clone();
                let agent_id = person.agent_id.as_str().into();
                let text = format!("nota interna {number} para @{} de {author}", person.name);
                self.intent(
                    seat,
                    Intent::Notes(NotesIntent::NoteTyped { protocol: protocol.clone(), text: text.clone() }),
                );
                self.intent(seat, Intent::Notes(NotesIntent::MentionPerson { protocol: protocol.clone(), agent_id }));
                NotesIntent::AddNote { protocol, text }
            }
            Action::EditNote => {
                let (protocol, id) = self.note_that(dice, seat, can_change)?;
                NotesIntent::EditNote { protocol, id, text: format!("nota interna {number}, corrigida de {author}") }
            }
            Action::RemoveNote => {
                let (protocol, id) = self.note_that(dice, seat, can_change)?;
                NotesIntent::RemoveNote { protocol, id }
            }
            Action::SettleNote => {
                let (protocol, id) = self.note_that(dice, seat, |note| note.phase == NotePhase::Failed)?;
                match dice.coin() {
                    true => NotesIntent::RetryNote { protocol, id },
                    false => NotesIntent::DiscardNote { protocol, id },
                }
            }
            _ => return None,
        };
        self.intent(seat, Intent::Notes(intent))
    }
}
