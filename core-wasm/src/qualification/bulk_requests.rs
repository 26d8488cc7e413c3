//! The requests of a bulk action: loads the lists of the queues, and qualifies one attendance after another.

use super::bulk::Bulk;
use super::bulk_item::{BulkItemEvent, BulkReason};
use super::bulk_lists::QueueList;
use super::machine::{Exit, Options, Pending, Qualification, UNQUALIFIED};
use super::payload::{PayloadFacts, payload};
use super::{records, slices};
use crate::flow::{Answer, Context, HttpRequest, ItemList, ServerWrite, path};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{ListBody, Protocol, QualificationRecord, QueueId};

impl Qualification {
    /// Access to the bulk action for a change, after which its view and its record are updated.
    pub fn bulk_mut(&mut self, context: &mut Context) -> &mut Bulk {
        context.dirty(slices::BULK.key());
        context.persist(records::BULK.key());
        &mut self.bulk
    }

    /// `GET qualifications/{id}`; the default qualification if the attendance has neither queue nor campaign.
    pub fn load_bulk_list(&mut self, context: &mut Context, id: Option<QueueId>) {
        match id {
            Some(id) => {
                let request = HttpRequest::get(path!["qualifications", id.clone()]);
                context.request(&mut self.requests, Pending::BulkList(id), request);
            }
            None => self.load_bulk_default(context, None),
        }
    }

    fn load_bulk_default(&mut self, context: &mut Context, id: Option<QueueId>) {
        let request = HttpRequest::get("qualifications").query("qualify_alias", UNQUALIFIED);
        context.request(&mut self.requests, Pending::BulkDefault(id), request);
    }

    pub(super) fn on_bulk_list(&mut self, context: &mut Context, id: QueueId, answer: Answer) {
        let list = match answer {
            Answer::NotFound(_) => Ok(ListBody::<QualificationRecord>::default()),
            answer => answer.read(),
        };
        match list {
            Ok(list) => {
                context.report_unreadable(ItemList::Qualifications, list.data.unreadable);
                if list.data.is_empty() {
                    return self.load_bulk_default(context, Some(id));
                }
                let list = QueueList { options: Options::Ready(list.data.into_vec()), automatic: None };
                self.bulk_mut(context).list_loaded(Some(id), list);
            }
            Err(_) => {
                let list = QueueList { options: Options::Failed, automatic: None };
                self.bulk_mut(context).list_loaded(Some(id), list);
            }
        }
    }

    pub(super) fn on_bulk_default(&mut self, context: &mut Context, id: Option<QueueId>, answer: Answer) {
        let default = answer.read::<ListBody<QualificationRecord>>().ok().and_then(|list| list.data.into_iter().next());
        let options = if default.is_some() { Options::Ready(Vec::new()) } else { Options::Failed };
        self.bulk_mut(context).list_loaded(id, QueueList { options, automatic: default });
    }

    /// `POST job/{channel}/qualify` for one attendance of the work.
    pub fn send_bulk(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        chosen: &QualificationRecord,
    ) {
        let Some(job) = jobs.get(protocol) else { return };
        let now = context.server_now();
        let body = payload(&PayloadFacts {
            job,
            chosen,
            observation: &self.bulk.observation,
            agent_id: &acting_agent.agent_id,
            agent_name: &acting_agent.name,
            now,
        });
        let request = ServerWrite::Qualify.post(path!["job", job.channel().as_str(), "qualify"]).json(&body);
        context.request(&mut self.requests, Pending::BulkQualify(protocol.clone()), request);
    }

    pub(super) fn on_bulk_qualified(&mut self, context: &mut Context, protocol: Protocol, answer: Answer) -> Vec<Exit> {
        let needs_observation = answer.error_body().is_some_and(|body| body.errors.contains_key("observation"));
        let event = match answer {
            Answer::Ok(_) | Answer::NotFound(_) => BulkItemEvent::Reached,
            answer if answer.is_passing() => BulkItemEvent::AnswerLost,
            answer if answer.reason() == Some("CONTACT_NOT_REGISTERED") => {
                BulkItemEvent::Refused(BulkReason::NeedsContact)
            }
            _ if needs_observation => BulkItemEvent::Refused(BulkReason::NeedsObservation),
            _ => BulkItemEvent::Refused(BulkReason::Refused),
        };
        if !self.bulk_mut(context).apply_event(&protocol, event) {
            return Vec::new();
        }
        match event {
            BulkItemEvent::Reached => vec![Exit::QualifiedInBulk(protocol)],
            BulkItemEvent::AnswerLost => vec![Exit::LookUp],
            _ => Vec::new(),
        }
    }
}
