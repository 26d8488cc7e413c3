//! Each ended attendance is qualified once. Opening loads the queue's list; if the queue has none, the default
//! 'unqualified' is used. Choice and observation stay until the server accepts them; then the attendance is closed and
//! removed together with this state (QUA-013).
//!
//! Options: `NotAsked`, `Loading`, `Ready`, `Failed`.

use super::bulk::Bulk;
use super::bulk_lists::list_of;
use super::payload::{PayloadFacts, payload};
use super::registry::NAME;
use super::{records, slices};
use crate::contacts::Contacts;
use crate::flow::path;
use crate::flow::{Answer, Context, HttpRequest, ItemList, RequestId, Requests, ServerWrite, Table, Text};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{AttendanceGroup, Channel, ListBody, Protocol, QualificationId, QualificationRecord, QueueId};
use derive::ReadObject;
use serde::Serialize;

/// The alias of the default qualification (QUA-003).
pub(super) const UNQUALIFIED: &str = "unqualified";

/// The list of qualifications to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Options {
    /// The list was not loaded yet.
    #[default]
    NotAsked,
    /// The list is being loaded.
    Loading,
    /// The list; empty if the queue has none.
    Ready(Vec<QualificationRecord>),
    /// Loading failed; the agent can repeat it.
    Failed,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Form {
    pub options: Options,
    /// The default qualification, used without a choice because the list is empty.
    pub automatic: Option<QualificationRecord>,
    pub chosen: Option<QualificationId>,
    pub observation: String,
    pub choice_missing: bool,
    pub observation_missing: bool,
    pub error: Option<Text>,
    pub pending: bool,
}

/// The stored part of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct StoredQualification {
    /// The chosen qualification.
    pub chosen: Option<QualificationId>,
    /// The observation.
    pub observation: String,
}

/// An effect of a qualification on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// The agent has to register the customer first (QUA-005).
    ContactNeeded(Protocol),
    /// The dialog opens.
    Open(Protocol),
    /// The server accepted the qualification.
    Qualified(Protocol),
    /// Shown in an error snackbar.
    Refused(Protocol, Text),
    /// The server accepted the qualification of an attendance of a bulk action.
    QualifiedInBulk(Protocol),
    /// A qualification got no answer: the list is refetched.
    LookUp,
}

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Options(Protocol),
    Default(Protocol),
    Qualify(Protocol),
    BulkList(QueueId),
    BulkDefault(Option<QueueId>),
    BulkQualify(Protocol),
}

/// The qualification forms of all attendances and their pending requests.
pub struct Qualification {
    forms: Table<Form>,
    pub(super) requests: Requests<Pending>,
    /// The bulk action.
    pub bulk: Bulk,
}

impl Default for Qualification {
    fn default() -> Self {
        Self { forms: Table::default(), requests: Requests::new(NAME), bulk: Bulk::default() }
    }
}

impl Qualification {
    pub(super) fn form(&self, protocol: &Protocol) -> Option<&Form> {
        self.forms.get(protocol)
    }

    fn form_mut(&mut self, context: &mut Context, protocol: &Protocol) -> &mut Form {
        context.dirty(slices::QUALIFICATION.of(protocol.clone()));
        self.forms.or_default(protocol)
    }

    /// Opens the form of an ended attendance. `None`: the attendance does not exist or has not ended.
    pub fn open(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) -> Option<Exit> {
        if !jobs.get(protocol)?.is_ended() {
            return None;
        }
        if !Contacts::is_registered(jobs, protocol) {
            return Some(Exit::ContactNeeded(protocol.clone()));
        }
        let form = self.form_mut(context, protocol);
        if matches!(form.options, Options::NotAsked | Options::Failed) {
            self.load(context, jobs, protocol);
        }
        Some(Exit::Open(protocol.clone()))
    }

    /// `GET qualifications/{id}` with the queue's or campaign's id (QUA-023).
    pub fn load(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let source = list_of(job);
        self.form_mut(context, protocol).options = Options::Loading;
        match source {
            Some(id) => {
                let request = HttpRequest::get(path!["qualifications", id]);
                context.request(&mut self.requests, Pending::Options(protocol.clone()), request);
            }
            None => self.load_default(context, protocol),
        }
    }

    fn load_default(&mut self, context: &mut Context, protocol: &Protocol) {
        let request = HttpRequest::get("qualifications").query("qualify_alias", UNQUALIFIED);
        context.request(&mut self.requests, Pending::Default(protocol.clone()), request);
    }

    /// The agent chose a qualification.
    pub fn choose(&mut self, context: &mut Context, protocol: &Protocol, chosen: QualificationId) {
        let form = self.form_mut(context, protocol);
        form.chosen = Some(chosen);
        form.choice_missing = false;
        form.error = None;
        context.persist(records::QUALIFICATION.of(protocol.clone()));
    }

    /// The agent changed the observation.
    pub fn observe(&mut self, context: &mut Context, protocol: &Protocol, observation: &str) {
        let form = self.form_mut(context, protocol);
        observation.clone_into(&mut form.observation);
        if !observation.trim().is_empty() {
            form.observation_missing = false;
        }
        context.persist(records::QUALIFICATION.of(protocol.clone()));
    }

    /// Whether an observation is required, by the attendance or the record of its attendance group.
    pub fn observation_required(jobs: &Jobs, groups: &[AttendanceGroup], protocol: &Protocol) -> bool {
        jobs.get(protocol).is_some_and(|job| {
            job.server().attendance_group_info.observation_required
                || groups.iter().any(|group| {
                    group.id == job.server().attendance_group_id && !group.id.is_empty() && group.observation_required
                })
        })
    }

    /// Checks the form and sends it; missing fields are marked instead.
    pub fn confirm(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        groups: &[AttendanceGroup],
        acting_agent: &ActingAgent,
        protocol: &Protocol,
    ) -> Option<Exit> {
        // The attendance was called again or reopened: the chosen values are kept until its end.
        let job = jobs.get(protocol).filter(|job| job.is_ended())?;
        if !Contacts::is_registered(jobs, protocol) {
            return Some(Exit::ContactNeeded(protocol.clone()));
        }
        let now = context.server_now();
        let chosen = self.complete(context, jobs, groups, protocol)?;
        let form = self.form_mut(context, protocol);
        form.pending = true;
        let body = payload(&PayloadFacts {
            job,
            chosen: &chosen,
            observation: &form.observation,
            agent_id: &acting_agent.agent_id,
            agent_name: &acting_agent.name,
            now,
        });
        let request = ServerWrite::Qualify.post(path!["job", job.channel().as_str(), "qualify"]).json(&body);
        context.request(&mut self.requests, Pending::Qualify(protocol.clone()), request);
        None
    }

    /// The form of an open attendance that may be finished and qualified in one dialog: its list is loaded.
    pub fn prepare(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        if Contacts::is_registered(jobs, protocol) {
            let form = self.form_mut(context, protocol);
            if matches!(form.options, Options::NotAsked | Options::Failed) {
                self.load(context, jobs, protocol);
            }
        }
    }

    /// The qualification from the form; `None` if a value is missing, which is marked, or if the form was sent already.
    pub fn complete(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        groups: &[AttendanceGroup],
        protocol: &Protocol,
    ) -> Option<QualificationRecord> {
        let required = Self::observation_required(jobs, groups, protocol);
        let form = self.form_mut(context, protocol);
        if form.pending {
            return None;
        }
        let chosen = match (&form.options, &form.automatic) {
            (Options::Ready(_), Some(default)) => Some(default.clone()),
            (Options::Ready(options), None) => {
                options.iter().find(|option| Some(&option.id) == form.chosen.as_ref()).cloned()
            }
            _ => None,
        };
        form.error = None;
        form.choice_missing = chosen.is_none();
        form.observation_missing = required && form.observation.trim().is_empty();
        chosen.filter(|_| !form.observation_missing)
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Vec<Exit> {
        match self.requests.take(request) {
            Some(Pending::Options(protocol)) => {
                self.on_options(context, &protocol, answer);
                Vec::new()
            }
            Some(Pending::Default(protocol)) => {
                self.on_default_qualification(context, &protocol, answer);
                Vec::new()
            }
            Some(Pending::Qualify(protocol)) => self.on_qualified(context, &protocol, answer),
            Some(Pending::BulkList(id)) => {
                self.on_bulk_list(context, id, answer);
                Vec::new()
            }
            Some(Pending::BulkDefault(id)) => {
                self.on_bulk_default(context, id, answer);
                Vec::new()
            }
            Some(Pending::BulkQualify(protocol)) => self.on_bulk_qualified(context, protocol, answer),
            None => Vec::new(),
        }
    }

    fn on_options(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) {
        if !self.forms.contains_key(protocol) {
            return;
        }
        let list = match answer {
            Answer::NotFound(_) => Ok(ListBody::<QualificationRecord>::default()),
            answer => answer.read(),
        };
        if let Ok(list) = &list {
            context.report_unreadable(ItemList::Qualifications, list.data.unreadable);
        }
        match list {
            Ok(list) if list.data.is_empty() => self.load_default(context, protocol),
            Ok(list) => {
                let form = self.form_mut(context, protocol);
                if !list.data.iter().any(|option| Some(&option.id) == form.chosen.as_ref()) {
                    form.chosen = None;
                }
                form.options = Options::Ready(list.data.into_vec());
            }
            Err(_) => self.form_mut(context, protocol).options = Options::Failed,
        }
    }

    fn on_default_qualification(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) {
        if !self.forms.contains_key(protocol) {
            return;
        }
        let default = answer.read::<ListBody<QualificationRecord>>().ok().and_then(|list| list.data.into_iter().next());
        let form = self.form_mut(context, protocol);
        match default {
            Some(default) => {
                form.automatic = Some(default);
                form.options = Options::Ready(Vec::new());
            }
            None => form.options = Options::Failed,
        }
    }

    fn on_qualified(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let Some(form) = self.forms.get_mut(protocol) else {
            // The server's event arrived first and removed the attendance.
            return Vec::new();
        };
        context.dirty(slices::QUALIFICATION.of(protocol.clone()));
        form.pending = false;
        match answer {
            Answer::Ok(_) | Answer::NotFound(_) => vec![Exit::Qualified(protocol.clone())],
            answer => {
                if answer.error_body().is_some_and(|body| body.errors.contains_key("observation")) {
                    form.observation_missing = true;
                }
                if answer.reason() == Some("CONTACT_NOT_REGISTERED") {
                    return vec![Exit::ContactNeeded(protocol.clone())];
                }
                let text = match answer.is_uncertain() {
                    true => ServerWrite::Qualify.unknown(),
                    false => Text::key("qualification.failed"),
                };
                form.error = Some(text.clone());
                vec![Exit::Refused(protocol.clone(), text)]
            }
        }
    }

    /// Whether the qualify request waits for its answer.
    pub fn is_pending(&self, protocol: &Protocol) -> bool {
        self.forms.get(protocol).is_some_and(|form| form.pending)
    }

    /// The attendance was removed: its form is dropped.
    pub fn job_removed(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.forms.remove(protocol).is_some() {
            context.dirty(slices::QUALIFICATION.of(protocol.clone()));
            context.persist(records::QUALIFICATION.of(protocol.clone()));
        }
    }

    /// The record of a form; `None` without a form.
    pub fn record_of(&self, protocol: &Protocol) -> Option<StoredQualification> {
        let form = self.forms.get(protocol)?;
        (form.chosen.is_some() || !form.observation.is_empty())
            .then(|| StoredQualification { chosen: form.chosen.clone(), observation: form.observation.clone() })
    }

    /// Restores a stored form.
    pub fn restore(&mut self, protocol: Protocol, record: StoredQualification) {
        let form = Form { chosen: record.chosen, observation: record.observation, ..Form::default() };
        self.forms.insert(protocol, form);
    }

    /// The success message of the server's event names the channel (QUA-017, QUA-019).
    pub fn qualified_text(channel: Channel, protocol: &Protocol) -> Text {
        Text::key("qualification.qualifiedEvent").with("channel", channel.display_name()).with("protocol", protocol)
    }
}
