//! Carries an import out: the requests of each step and what their answers mean. The lines stay with the page, which sends each
//! portion as the body that the core names.

use super::intent::{FileFault, ImportPortion};
use super::mapping::{assign, missing, proposed};
use super::registry::NAME;
use super::steps::{Event, Step, Work, after};
use super::{slices, timers};
use crate::flow::{Answer, Context, HttpRequest, RequestId, Requests, ServerWrite, Text, path};
use crate::wire::limits::{IMPORT_MAX_LINES, LIST_MAX_ITEMS};
use crate::wire::{AgentId, ContactColumn, ContactImport, ImportRefusal, ImportRequest, ImportState};

/// Delay after the last answer before the server is asked for its progress.
const PROGRESS_MS: u64 = 500;
/// Time limit of the upload of a portion.
const PORTION_LIMIT_MS: u32 = 60_000;

/// An effect of the import on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// Contacts were created or removed, so the list of contacts is loaded again. If the dialog is closed, the text is
    /// shown in a success snackbar.
    Changed(Option<Text>),
}

enum Pending {
    Create,
    Portion,
    Commit,
    Progress,
    Remove,
}

/// The file that the agent chose. Its lines stay with the page, under `handle`.
#[derive(Default)]
pub(super) struct Chosen {
    pub handle: String,
    pub name: String,
    pub headings: Vec<String>,
    pub sample: Vec<Vec<String>>,
    pub lines: u32,
}

/// The import of contacts from a file.
pub struct Imports {
    pub(super) open: bool,
    pub(super) step: Step,
    pub(super) chosen: Chosen,
    /// The field of each column, empty without one.
    pub(super) mapping: Vec<String>,
    portions: Vec<ImportPortion>,
    /// The agent who imports.
    agent: AgentId,
    /// The server's name of the import.
    id: String,
    /// Portions that the server has, and lines in them.
    stored: usize,
    pub(super) sent: u32,
    pub(super) applied: u32,
    pub(super) created: u32,
    pub(super) refused: Vec<ImportRefusal>,
    pub(super) error: Option<Text>,
    /// The portion that is being sent.
    upload: Option<RequestId>,
    requests: Requests<Pending>,
}

impl Default for Imports {
    fn default() -> Self {
        Self {
            open: false,
            step: Step::NoFile,
            chosen: Chosen::default(),
            mapping: Vec::new(),
            portions: Vec::new(),
            agent: AgentId::default(),
            id: String::new(),
            stored: 0,
            sent: 0,
            applied: 0,
            created: 0,
            refused: Vec::new(),
            error: None,
            upload: None,
            requests: Requests::new(NAME),
        }
    }
}

impl Imports {
    /// Opens or closes the dialog; its content stays.
    pub fn show(&mut self, context: &mut Context, open: bool) {
        self.open = open;
        context.dirty(slices::IMPORT.key());
    }

    /// The page has read a file. If it cannot be imported, the earlier file stays with its fields.
    pub(super) fn choose(&mut self, context: &mut Context, columns: &[ContactColumn], chosen: Chosen) {
        let Chosen { name, lines, .. } = &chosen;
        if *lines == 0 {
            return self.refuse_file(context, name, FileFault::Empty, 0);
        }
        if chosen.headings.len() > LIST_MAX_ITEMS {
            return self.refuse_file(context, name, FileFault::NoTable, 0);
        }
        if *lines > IMPORT_MAX_LINES {
            let text = Text::key("imports.tooManyLines").with("lines", lines).with("most", IMPORT_MAX_LINES);
            return self.refuse(context, text.with("file", name));
        }
        if self.follow(context, Event::Chosen) {
            let mapping = proposed(&chosen.headings, columns);
            *self = Self { open: self.open, step: self.step, chosen, mapping, ..Self::default() };
        }
    }

    /// The page could not read a file.
    pub fn refuse_file(&mut self, context: &mut Context, name: &str, fault: FileFault, line: u32) {
        let key = match fault {
            FileFault::Empty => "imports.empty",
            FileFault::NoTable => "imports.noTable",
            FileFault::Unreadable => "imports.unreadable",
            FileFault::TooLarge => "imports.tooLarge",
            FileFault::OpenQuote => "imports.openQuote",
        };
        self.refuse(context, Text::key(key).with("file", name).with("line", line));
    }

    fn refuse(&mut self, context: &mut Context, text: Text) {
        if after(self.step, Event::Chosen).is_some() {
            self.error = Some(text);
            context.dirty(slices::IMPORT.key());
        }
    }

    /// Chooses the field of a column.
    pub fn map(&mut self, context: &mut Context, column: u32, field: &str) {
        if self.step == Step::Mapping {
            assign(&mut self.mapping, column as usize, field);
            self.error = None;
            context.dirty(slices::IMPORT.key());
        }
    }

    /// Starts the import with all lines of the file.
    pub fn begin(&mut self, context: &mut Context, agent: &AgentId, portions: Vec<ImportPortion>) {
        let given: u32 = portions.iter().map(|portion| portion.lines).sum();
        if missing(&self.mapping).is_none() && given == self.chosen.lines && self.follow(context, Event::Begun) {
            (self.stored, self.sent, self.applied, self.created) = (0, 0, 0, 0);
            self.refused.clear();
            self.portions = portions;
            agent.clone_into(&mut self.agent);
            self.work(context);
        }
    }

    /// Continues the import after a failure.
    pub fn retry(&mut self, context: &mut Context) {
        if self.follow(context, Event::Retried) {
            self.work(context);
        }
    }

    /// The session ends: the page stops the upload and forgets the file.
    pub fn reset(&mut self, context: &mut Context) {
        if let Some(request) = std::mem::take(self).upload {
            context.cancel_upload(request);
        }
    }

    /// Stops the import; the server removes its lines and contacts.
    pub fn cancel(&mut self, context: &mut Context) {
        if !self.follow(context, Event::Cancelled) {
            return;
        }
        if let Some(request) = self.upload.take() {
            context.cancel_upload(request);
        }
        context.cancel_timer(&timers::PROGRESS.key());
        self.requests.clear();
        if self.step == Step::Working(Work::Removing) {
            self.remove(context);
        }
    }

    /// Sends the request of the current step.
    fn work(&mut self, context: &mut Context) {
        let Step::Working(work) = self.step else { return };
        match work {
            Work::Creating => {
                let columns = self.mapping.iter().filter(|field| !field.is_empty()).cloned().collect();
                let body = ImportRequest { agent: self.agent.clone(), columns, lines: self.chosen.lines };
                context.request(
                    &mut self.requests,
                    Pending::Create,
                    ServerWrite::ImportContacts.post("contacts/imports").json(&body),
                );
            }
            Work::Sending => self.send(context),
            Work::Committing => {
                let request = ServerWrite::ImportContacts
                    .post(path!["contacts", "imports", self.id, "commit"])
                    .query("agent", &self.agent);
                context.request(&mut self.requests, Pending::Commit, request);
            }
            Work::Applying => self.ask_progress(context),
            Work::Removing => self.remove(context),
        }
    }

    fn send(&mut self, context: &mut Context) {
        let Some(portion) = self.portions.get(self.stored) else { return };
        let request =
            ServerWrite::ImportContacts.post(path!["contacts", "imports", self.id, "lines", self.sent.to_string()]);
        let request = request.time_limit_ms(PORTION_LIMIT_MS);
        self.upload = Some(context.upload(&mut self.requests, Pending::Portion, request, portion.file.clone()));
    }

    fn remove(&mut self, context: &mut Context) {
        let request =
            ServerWrite::ImportContacts.delete(path!["contacts", "imports", self.id]).query("agent", &self.agent);
        context.request(&mut self.requests, Pending::Remove, request);
    }

    /// Asks the server for its progress, and for the refusals that are not known yet.
    pub fn ask_progress(&mut self, context: &mut Context) {
        let request = HttpRequest::get(path!["contacts", "imports", self.id]);
        let request = request.query("agent", &self.agent).query("from", self.applied);
        context.request(&mut self.requests, Pending::Progress, request);
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Option<Exit> {
        match self.requests.take(request)? {
            Pending::Create => match answer.read::<ContactImport>() {
                Ok(created) => {
                    self.id = created.id;
                    self.proceed(context, Event::Answered);
                }
                Err(answer) => self.import_failed(context, &answer),
            },
            Pending::Portion => {
                self.upload = None;
                match answer {
                    Answer::Ok(_) => {
                        self.sent += self.portions.get(self.stored).map_or(0, |portion| portion.lines);
                        self.stored += 1;
                        let is_last = self.stored >= self.portions.len();
                        self.proceed(context, if is_last { Event::Completed } else { Event::Answered });
                    }
                    answer => self.import_failed(context, &answer),
                }
            }
            Pending::Commit => match answer {
                Answer::Ok(_) => self.proceed(context, Event::Answered),
                answer => self.import_failed(context, &answer),
            },
            Pending::Progress | Pending::Remove if self.step == Step::Working(Work::Removing) => {
                return self.on_removed(context, answer);
            }
            Pending::Progress | Pending::Remove => match answer.read::<ContactImport>() {
                Ok(progress) => return self.on_progress(context, progress),
                Err(answer) => self.import_failed(context, &answer),
            },
        }
        None
    }

    fn on_progress(&mut self, context: &mut Context, progress: ContactImport) -> Option<Exit> {
        self.created = progress.created;
        let is_further = progress.next > self.applied;
        if is_further {
            self.refused.extend(progress.refused.into_vec());
            self.applied = progress.next;
        }
        if progress.state == ImportState::Done && self.applied >= self.chosen.lines {
            self.follow(context, Event::Completed);
            let outcome = Text::key("imports.done").with("count", self.created);
            return Some(Exit::Changed(Some(outcome).filter(|_| !self.open)));
        }
        self.follow(context, Event::Answered);
        // The answer contains only some of the refused lines.
        let after_ms = if is_further && progress.state == ImportState::Done { 0 } else { PROGRESS_MS };
        context.timer(timers::PROGRESS.key(), after_ms);
        None
    }

    /// An answer while the server removes the import; 404: everything was removed.
    fn on_removed(&mut self, context: &mut Context, answer: Answer) -> Option<Exit> {
        match answer.read::<ContactImport>() {
            Err(Answer::Conflict(_)) => self.proceed(context, Event::TooLate),
            Ok(import) if import.state != ImportState::Removed => {
                self.follow(context, Event::Answered);
                context.timer(timers::PROGRESS.key(), PROGRESS_MS);
            }
            Ok(_) | Err(Answer::NotFound(_)) => {
                self.follow(context, Event::Completed);
                (self.sent, self.applied, self.created) = (0, 0, 0);
                self.refused.clear();
                return Some(Exit::Changed(None));
            }
            Err(answer) => self.import_failed(context, &answer),
        }
        None
    }

    fn proceed(&mut self, context: &mut Context, event: Event) {
        if self.follow(context, event) {
            self.work(context);
        }
    }

    /// A request failed. The file and the fields that the agent chose stay.
    fn import_failed(&mut self, context: &mut Context, answer: &Answer) {
        // A session that ended asks the agent to sign in again; the import can continue afterwards if the page was not
        // reloaded.
        let (event, key) = match answer {
            Answer::NotFound(_) => (Event::Refused, "imports.expired"),
            Answer::Conflict(_) => (Event::Refused, "imports.running"),
            Answer::Unauthorized(_) => (Event::Lost, "imports.failed"),
            Answer::Refused(..) => (Event::Refused, "imports.refused"),
            _ => (Event::Lost, "imports.failed"),
        };
        if self.follow(context, event) {
            self.error = Some(Text::key(key));
        }
    }

    /// Changes the step according to an event; returns false if the event changes nothing.
    fn follow(&mut self, context: &mut Context, event: Event) -> bool {
        let Some(step) = after(self.step, event) else { return false };
        self.step = step;
        self.error = None;
        context.dirty(slices::IMPORT.key());
        true
    }
}
