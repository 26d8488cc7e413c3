//! Templates of an attendance: loaded once per list, when the agent opens the picker (WAP-097 to WAP-099).

use super::machine::{Pending, WhatsApp};
use super::{slices, timers};
use crate::flow::{Answer, Asked, Context, HttpRequest, ItemList, ListAnswer, ListEvent, ListState, Path, path};
use crate::jobs::{Job, Jobs};
use crate::wire::{ErrorBody, ListBody, Protocol, TemplateRecord, WhatsAppRoute};

/// The feature flag that loads templates by attendance group (SEC-007).
pub const TEMPLATES_BY_GROUP: &str = "templates_by_group";

/// Query with the phone of a route.
const ROUTE_PHONE: &str = "routePhone";

/// Where the templates of an attendance are loaded from, and the phone of its route: another route of the same
/// campaign, queue or provider has other templates, which the provider would refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TemplateSource {
    path: Path,
    phone: String,
    /// The path lists the routes of a queue: the name of the route is looked up first, because gupshup identifies a
    /// list by it.
    is_of_routes: bool,
}

impl TemplateSource {
    /// Attendances with the same address share the list.
    fn address(&self) -> String {
        let Self { path, phone, .. } = self;
        if phone.is_empty() { path.to_string() } else { format!("{path}?{ROUTE_PHONE}={phone}") }
    }

    fn request(&self) -> HttpRequest {
        let request = HttpRequest::get(self.path.clone());
        // The routes of all phones of the queue are looked up together.
        if self.phone.is_empty() || self.is_of_routes {
            request
        } else {
            request.query(ROUTE_PHONE, self.phone.clone())
        }
    }
}

/// A total function of flag, campaign and provider (WAP-098, WAP-099).
pub(super) fn template_source(job: &Job, by_group: bool) -> TemplateSource {
    let server = job.server();
    let (list, id) = job.queue_or_campaign();
    let provider = server.route_whatsapp.as_str();
    let path = match (by_group, list, provider) {
        (true, _, _) => path!["gupshup", "templates", "group", server.attendance_group_id],
        (false, "queues", "infobip") => Path::from("infobip/templates"),
        (false, "queues", "zenvia") => Path::from("zenvia/templates"),
        (false, "queues", "gupshup") => path!["queues", "whatsapp", "routes", id],
        (false, "queues", _) => path!["whatsapp", "templates", "org-unit", server.org_unit_id],
        (false, _, _) => path!["campaigns", "whatsapp", "templates-messages", id],
    };
    let is_of_routes = !by_group && list == "queues" && provider == "gupshup";
    TemplateSource { path, phone: server.route_phone.clone(), is_of_routes }
}

impl WhatsApp {
    /// Loads the templates of the attendance, unless they are loaded or being loaded.
    pub fn load_templates(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, by_group: bool) {
        self.apply_templates_event(context, jobs, protocol, by_group, ListEvent::Needed);
    }

    /// Applies an event to the list of templates of the attendance, and sends the request that follows.
    pub fn apply_templates_event(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        protocol: &Protocol,
        by_group: bool,
        event: ListEvent,
    ) {
        let Some(job) = jobs.get(protocol) else { return };
        let source = template_source(job, by_group);
        let address = source.address();
        self.template_lists.insert(protocol.clone(), address.clone());
        let list = self.templates.or_default(address.clone());
        // Attendances of the same queue or campaign share the list.
        for (sharing, _) in self.template_lists.iter().filter(|(_, list)| **list == address) {
            context.dirty(slices::TEMPLATES.of(sharing.clone()));
        }
        list.shown(context, ItemList::Templates);
        let step = list.after(event);
        let Some(asked) = step.follow(context, timers::TEMPLATES.of(protocol.clone())) else { return };
        let request = source.request();
        let pending = match source.is_of_routes {
            true => Pending::TemplateRoute(address, source.phone, asked),
            false => Pending::Templates(address, asked),
        };
        context.request(&mut self.requests, pending, request);
    }

    pub(super) fn on_template_route(
        &mut self,
        context: &mut Context,
        address: String,
        phone: &str,
        asked: Asked,
        answer: Answer,
    ) {
        let route = answer.read::<ListBody<WhatsAppRoute>>().and_then(|list| {
            let route = list.data.into_vec().into_iter().find(|route| route.phone == phone);
            route.ok_or(Answer::NotFound(ErrorBody::default()))
        });
        match route {
            Ok(route) => {
                let request = HttpRequest::get(path!["gupshup", "templates", route.name, route.phone]);
                context.request(&mut self.requests, Pending::Templates(address, asked), request);
            }
            Err(answer) => self.take_templates(context, &address, asked, Err(answer)),
        }
    }

    pub(super) fn take_templates(
        &mut self,
        context: &mut Context,
        address: &str,
        asked: Asked,
        answer: Result<ListAnswer<TemplateRecord>, Answer>,
    ) {
        let list = self.templates.or_default(address.to_owned());
        let Some(step) = list.answered(context, asked, answer) else { return };
        list.shown(context, ItemList::Templates);
        // Any attendance that shares the list asks again for all of them.
        if let Some((protocol, _)) = self.template_lists.iter().find(|(_, list)| *list == address) {
            step.follow(context, timers::TEMPLATES.of(protocol.clone()));
        }
        for (protocol, _) in self.template_lists.iter().filter(|(_, list)| *list == address) {
            context.dirty(slices::TEMPLATES.of(protocol.clone()));
        }
    }

    /// The loaded templates of the attendance.
    pub(super) fn templates_of(&self, protocol: &Protocol) -> (ListState, &[TemplateRecord]) {
        let list = self.template_lists.get(protocol).and_then(|address| self.templates.get(address));
        list.map_or((ListState::NotAsked, &[]), |list| (list.state(), list.items()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{self, QueueInfo};
    use rstest::rstest;

    fn info(id: &str) -> Option<QueueInfo> {
        Some(QueueInfo { id: id.into(), name: String::new() })
    }

    #[rstest]
    #[case::wap_098_sec_007_by_group(true, "gupshup", None, "gupshup/templates/group/7?routePhone=5511")]
    #[case::infobip(false, "infobip", None, "infobip/templates?routePhone=5511")]
    #[case::zenvia(false, "zenvia", None, "zenvia/templates?routePhone=5511")]
    #[case::gupshup_looks_its_route_up(false, "gupshup", None, "queues/whatsapp/routes/20?routePhone=5511")]
    #[case::wap_099_campaign(false, "gupshup", Some("31"), "campaigns/whatsapp/templates-messages/31?routePhone=5511")]
    #[case::wap_099_another_provider(false, "twilio", None, "whatsapp/templates/org-unit/1?routePhone=5511")]
    fn the_templates_are_loaded_from_the_route_of(
        #[case] by_group: bool,
        #[case] route: &str,
        #[case] campaign: Option<&str>,
        #[case] expected: &str,
    ) {
        let address = |phone: &str| {
            let job = Job::new(wire::Job {
                route_whatsapp: route.to_owned(),
                attendance_group_id: "7".into(),
                org_unit_id: "1".into(),
                route_phone: phone.to_owned(),
                queue: info("20"),
                campaign: campaign.and_then(info),
                ..wire::Job::default()
            });
            template_source(&job, by_group).address()
        };
        assert_eq!(address("5511"), expected);
        assert_ne!(address("5512"), expected, "an attendance of another route shares no list");
        assert!(!address("").contains('?'), "the server named no route");
    }
}
