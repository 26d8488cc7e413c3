//! The state of WhatsApp and its requests: marks of attendances, registration of numbers, routes.

use super::active_job::ManualActivation;
use super::compose::Forward;
use super::inbox::Inbox;
use super::registry::NAME;
use super::status::{StatusEffect, effect_of};
use super::{Exit, slices};
use crate::conversation::{Conversation, DeliveryReport};
use crate::flow::{
    Answer, Asked, Context, EventNumber, Fresh, List, ListAnswer, RequestId, Requests, Saving, SavingStep, ServerWrite,
    SortedMap, SortedSet, Table, Text,
};
use crate::jobs::Jobs;
use crate::notifications::Topic;
use crate::scripts::Script;
use crate::wire::{
    self, ActiveWhatsAppJobRequest, AgentId, CampaignRecord, Channel, EventMeta, MessageStatus, OptInRequest, Protocol,
    QueueId, TemplateRecord, WhatsAppJobRequest, WhatsAppMedia, WhatsAppRoute, WhatsAppRouteEvent, WhatsAppStatusEvent,
};

#[derive(Clone, Debug)]
pub(super) enum Pending {
    ReadAll,
    Pin(AgentId, Protocol),
    Unread(AgentId, Protocol),
    OptIn(Protocol),
    Inbox,
    Reopen(Protocol),
    /// The templates of the list with this address.
    Templates(String, Asked),
    /// The address of the list and the number of the route.
    TemplateRoute(String, String, Asked),
    Check(Box<ActiveWhatsAppJobRequest>),
    /// The agent is still filling in the form.
    EarlyCheck,
    Begin(Box<ActiveWhatsAppJobRequest>),
    /// The look-up of a start without an answer.
    BeginLookUp(Box<ActiveWhatsAppJobRequest>),
    Campaigns(Asked),
    Routes(Asked),
    DefaultCampaign(AgentId),
    Gallery(Protocol, Asked),
    /// The attendance, the id of the file that needs a new address, and the number of the portion that is requested for it.
    GalleryAgain(Protocol, String, u32),
    Script(Protocol),
    /// The script of the queue, for an attendance whose campaign has none.
    QueueScript(Protocol),
    ScriptFields(Protocol),
}

/// The routes of a campaign.
#[derive(Default)]
pub(super) struct Routes {
    /// The campaign that the agent chose last.
    pub wanted: QueueId,
    /// The campaign whose routes are loaded.
    pub of: QueueId,
    pub list: List<WhatsAppRoute>,
}

/// WhatsApp and Instagram of one agent.
pub struct WhatsApp {
    pub(super) requests: Requests<Pending>,
    /// Numbers of routes whose provider cannot be reached.
    routes_down: SortedSet<String>,
    /// The last event about the state of a route, by the number of the route.
    route_news: SortedMap<String, EventNumber>,
    /// Attendances whose customer is not registered for messages of the provider.
    not_opted_in: SortedSet<Protocol>,
    pub(super) inbox: Inbox,
    /// Entries of the inbox that events changed while its list is being loaded.
    pub(super) inbox_fresh: Fresh<Protocol>,
    /// Attendances that open as soon as they arrive.
    pub(super) to_open: Vec<Protocol>,
    /// Attendances that were reopened without an answer: the list of attendances shows whether they are open.
    pub(super) reopened_unanswered: SortedSet<Protocol>,
    pub(super) manual_activations: Vec<ManualActivation>,
    /// The agent closed the dialog of the attendance that is being begun.
    pub(super) begin_left: bool,
    /// Why the start that was checked last would be refused.
    pub(super) begin_refusal: Option<Text>,
    /// `None` until the agent's record was read.
    pub(super) default_campaign: Option<String>,
    pub(super) campaign_saving: Saving<String>,
    /// Marks of attendances that are being saved.
    pins: Table<Saving<bool>>,
    unread_marks: Table<Saving<bool>>,
    pub(super) campaigns: List<CampaignRecord>,
    /// The campaigns were loaded once.
    pub(super) has_campaigns: bool,
    pub(super) routes: Routes,
    /// Lists by their addresses.
    pub(super) templates: SortedMap<String, List<TemplateRecord>>,
    /// The address of the templates of an attendance.
    pub(super) template_lists: SortedMap<Protocol, String>,
    pub(super) forward: Option<Forward>,
    pub(super) galleries: Table<List<WhatsAppMedia>>,
    /// Ids of the files of a gallery that wait for a new address.
    pub(super) expired_media: Table<SortedSet<String>>,
    /// Scripts of attendances that were opened.
    pub(super) scripts: Table<Script>,
}

impl Default for WhatsApp {
    fn default() -> Self {
        Self {
            requests: Requests::new(NAME),
            routes_down: SortedSet::new(),
            route_news: SortedMap::new(),
            not_opted_in: SortedSet::new(),
            inbox: Inbox::default(),
            inbox_fresh: Fresh::default(),
            to_open: Vec::new(),
            reopened_unanswered: SortedSet::new(),
            manual_activations: Vec::new(),
            begin_left: false,
            begin_refusal: None,
            default_campaign: None,
            campaign_saving: Saving::default(),
            pins: Table::default(),
            unread_marks: Table::default(),
            campaigns: List::default(),
            has_campaigns: false,
            routes: Routes::default(),
            templates: SortedMap::new(),
            template_lists: SortedMap::new(),
            forward: None,
            galleries: Table::default(),
            expired_media: Table::default(),
            scripts: Table::default(),
        }
    }
}

impl WhatsApp {
    pub(super) fn is_route_down(&self, route_phone: &str) -> bool {
        self.routes_down.contains(route_phone)
    }

    pub(super) fn needs_opt_in(&self, protocol: &Protocol) -> bool {
        self.not_opted_in.contains(protocol)
    }

    pub(super) fn is_busy(&self, protocol: &Protocol) -> bool {
        self.reopened_unanswered.contains(protocol)
            || self.requests.any(|pending| match pending {
                Pending::OptIn(busy) | Pending::Reopen(busy) => busy == protocol,
                _ => false,
            })
    }

    /// Marks the slices that show whether a request about the attendance or the inbox entry is pending.
    pub(super) fn mark(&self, context: &mut Context, protocol: &Protocol) {
        context.dirty(slices::WHATSAPP_JOB.of(protocol.clone()));
        context.dirty(slices::INBOX.key());
    }

    /// The agent has read the conversation (API-100). Nothing is shown of a failure: the next list corrects the count.
    pub fn read_all(&mut self, context: &mut Context, agent: &AgentId, protocol: &Protocol, path: &'static str) {
        self.post(context, Pending::ReadAll, ServerWrite::ReadAll, path, agent, protocol);
    }

    /// The agent pins or unpins an attendance; it is shown at once (JOB-027).
    pub fn pin(&mut self, context: &mut Context, jobs: &mut Jobs, agent: &AgentId, protocol: &Protocol, pinned: bool) {
        let Some(before) = jobs.get(protocol).map(|job| job.server().pinned) else { return };
        jobs.set_pinned(context, protocol, pinned);
        if let Some(pinned) = self.pins.or_default(protocol).change(before, pinned) {
            self.send_pin(context, jobs, agent, protocol, pinned);
        }
    }

    fn send_pin(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol, pinned: bool) {
        let path = match (is_chat(jobs, protocol), pinned) {
            (false, true) => "whatsapp/pin",
            (false, false) => "whatsapp/unpin",
            (true, true) => "chat/pin",
            (true, false) => "chat/unpin",
        };
        self.post(context, Pending::Pin(agent.clone(), protocol.clone()), ServerWrite::MarkJob, path, agent, protocol);
    }

    /// The agent marks an attendance as read or unread; it is shown at once (JOB-028).
    pub fn mark_unread(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        agent: &AgentId,
        protocol: &Protocol,
        unread: bool,
    ) {
        let Some(before) = jobs.get(protocol).map(|job| job.is_unread()) else { return };
        jobs.set_marked_unread(context, protocol, unread);
        if let Some(unread) = self.unread_marks.or_default(protocol).change(before, unread) {
            self.send_unread(context, jobs, agent, protocol, unread);
        }
    }

    fn send_unread(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol, unread: bool) {
        let path = match (is_chat(jobs, protocol), unread) {
            (false, true) => "whatsapp/unread",
            (false, false) => "whatsapp/read",
            (true, true) => "chat/unread",
            (true, false) => "chat/read",
        };
        self.post(
            context,
            Pending::Unread(agent.clone(), protocol.clone()),
            ServerWrite::MarkJob,
            path,
            agent,
            protocol,
        );
    }

    pub(super) fn post(
        &mut self,
        context: &mut Context,
        pending: Pending,
        write: ServerWrite,
        path: &'static str,
        agent: &AgentId,
        protocol: &Protocol,
    ) {
        let body = WhatsAppJobRequest { agent_id: agent.clone(), protocol: protocol.clone() };
        context.request(&mut self.requests, pending, write.post(path).json(&body).repeat_when_busy());
    }

    /// Registers the customer's number for messages of the provider (API-107).
    pub fn opt_in(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol).filter(|_| !self.is_busy(protocol)) else { return };
        let server = job.server();
        let user = [&server.phone, &server.contact_identifier].into_iter().find(|number| !number.is_empty());
        let body = OptInRequest { user: user.cloned().unwrap_or_default() };
        let request = ServerWrite::OptIn.post("gupshup/set-optin").json(&body);
        context.request(&mut self.requests, Pending::OptIn(protocol.clone()), request);
        self.mark(context, protocol);
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        request: RequestId,
        answer: Answer,
    ) -> Vec<Exit> {
        let is_done = matches!(answer, Answer::Ok(_));
        match self.requests.take(request) {
            Some(Pending::ReadAll) | None => Vec::new(),
            Some(Pending::Pin(agent, protocol)) => match answered(&mut self.pins, &protocol, is_done) {
                SavingStep::Saved => Vec::new(),
                SavingStep::Send(pinned) => {
                    self.send_pin(context, jobs, &agent, &protocol, pinned);
                    Vec::new()
                }
                SavingStep::Restore(before) => {
                    jobs.set_pinned(context, &protocol, before);
                    not_changed(protocol, "whatsapp.pin.failed", &answer)
                }
            },
            Some(Pending::Unread(agent, protocol)) => match answered(&mut self.unread_marks, &protocol, is_done) {
                SavingStep::Saved => Vec::new(),
                SavingStep::Send(unread) => {
                    self.send_unread(context, jobs, &agent, &protocol, unread);
                    Vec::new()
                }
                SavingStep::Restore(before) => {
                    jobs.set_marked_unread(context, &protocol, before);
                    not_changed(protocol, "whatsapp.unread.failed", &answer)
                }
            },
            Some(Pending::OptIn(protocol)) => {
                self.mark(context, &protocol);
                if is_done {
                    self.not_opted_in.remove(&protocol);
                    Vec::new()
                } else {
                    let text = match answer.is_uncertain() {
                        true => ServerWrite::OptIn.unknown(),
                        false => Text::key("whatsapp.optIn.failed"),
                    };
                    vec![Exit::refused(Topic::Mark(protocol), text)]
                }
            }
            Some(Pending::Inbox) => self.on_inbox(context, answer),
            Some(Pending::Reopen(protocol)) => self.on_reopened(context, jobs, protocol, &answer),
            Some(Pending::Check(request)) => self.on_checked(context, *request, answer),
            Some(Pending::EarlyCheck) => {
                self.on_begin_checked(context, answer);
                Vec::new()
            }
            Some(Pending::Begin(request)) => self.on_begun(context, jobs, request, answer),
            Some(Pending::BeginLookUp(request)) => self.on_begin_looked_up(context, jobs, &request, answer),
            Some(Pending::DefaultCampaign(agent)) => self.on_default_campaign(context, &agent, &answer),
            Some(Pending::Script(protocol)) => {
                let exits = self.on_script(context, jobs, &protocol, answer);
                self.fall_back_to_queue(context, jobs, &protocol);
                exits
            }
            Some(Pending::QueueScript(protocol)) => self.on_script(context, jobs, &protocol, answer),
            Some(Pending::ScriptFields(protocol)) => self.on_script_fields(context, &protocol, answer),
            Some(reading) => {
                self.on_read(context, jobs, reading, answer);
                Vec::new()
            }
        }
    }

    /// The answer to a request that changes nothing on the server.
    fn on_read(&mut self, context: &mut Context, jobs: &Jobs, pending: Pending, answer: Answer) {
        match pending {
            Pending::Templates(address, asked) => {
                self.take_templates(context, &address, asked, ListAnswer::whole(answer));
            }
            Pending::TemplateRoute(address, phone, asked) => {
                self.on_template_route(context, address, &phone, asked, answer);
            }
            Pending::Campaigns(asked) => self.on_campaigns(context, asked, answer),
            Pending::Routes(asked) => self.on_routes(context, asked, answer),
            Pending::Gallery(protocol, asked) => self.on_media(context, &protocol, asked, answer),
            Pending::GalleryAgain(protocol, asked, page) => {
                self.on_media_again(context, jobs, &protocol, &asked, page, answer);
            }
            _ => {}
        }
    }

    /// The provider sent a receipt for a message (WAP-040 to WAP-046).
    pub fn on_status(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        conversation: &mut Conversation,
        meta: &EventMeta,
        event: &WhatsAppStatusEvent,
    ) -> Vec<Exit> {
        let protocol = &event.protocol;
        let effect = effect_of(event);
        if effect == StatusEffect::Nothing || jobs.get(protocol).is_none() {
            return Vec::new();
        }
        let not_taken = effect != StatusEffect::Update;
        let report = DeliveryReport {
            message_id: event.unique_id.clone(),
            custom_id: event.custom_id.clone(),
            status: if not_taken { MessageStatus::Error } else { event.status },
            status_version: event.status_version,
            error: event.reason.clone(),
        };
        conversation.set_message_status(context, jobs, protocol, &report);
        match effect {
            StatusEffect::NotOptedIn => {
                self.not_opted_in.insert(protocol.clone());
                context.dirty(slices::WHATSAPP_JOB.of(protocol.clone()));
                vec![Exit::refused(Topic::NumberFault(protocol.clone()), Text::key("whatsapp.optIn.needed"))]
            }
            // Delivered again after a reload: the customer may have written since then, and the list says so.
            StatusEffect::NumberNotExists if jobs.covers(meta) => Vec::new(),
            StatusEffect::NumberNotExists => {
                jobs.set_number_not_exists(context, protocol, meta);
                vec![Exit::refused(Topic::NumberFault(protocol.clone()), Text::key("whatsapp.number.notExists"))]
            }
            StatusEffect::Nothing | StatusEffect::Update => Vec::new(),
        }
    }

    /// The connection of a route to its provider changed (WAP-044).
    pub fn on_route(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        meta: &EventMeta,
        event: &WhatsAppRouteEvent,
    ) -> Vec<Exit> {
        if !self.is_route_news(&event.route_phone, meta) {
            return Vec::new();
        }
        let changed = self.set_route(&event.route_phone, event.connected);
        mark_all(context, jobs);
        let lost = changed && !event.connected;
        lost.then(|| Exit::refused(Topic::Route, Text::key("whatsapp.number.disconnected"))).into_iter().collect()
    }

    /// An attendance arrived or changed. Events of its route are sent only to agents who have an attendance of it.
    pub fn on_job(&mut self, context: &mut Context, jobs: &Jobs, meta: &EventMeta, job: &wire::Job) {
        let is_news = !job.route_phone.is_empty() && self.is_route_news(&job.route_phone, meta);
        if is_news && self.set_route(&job.route_phone, !job.route_disconnected) {
            mark_all(context, jobs);
        }
    }

    /// The server's list of attendances was applied; newer events about a route stay.
    pub fn on_jobs_listed(&mut self, context: &mut Context, jobs: &Jobs, as_of_seq: u64, epoch: &str) {
        let mut changed = false;
        for job in jobs.protocols().filter_map(|protocol| jobs.get(protocol)) {
            let server = job.server();
            let is_newer = self.route_news.get(&server.route_phone).is_some_and(|news| news.is_after(as_of_seq, epoch));
            if !is_newer && !server.route_phone.is_empty() {
                changed |= self.set_route(&server.route_phone, !server.route_disconnected);
            }
        }
        if changed {
            mark_all(context, jobs);
        }
    }

    /// Whether no newer event about the route arrived before, because events may arrive in another order. Remembers the
    /// number of the event.
    fn is_route_news(&mut self, route_phone: &str, meta: &EventMeta) -> bool {
        let Some(number) = EventNumber::of(meta) else { return true };
        let epoch = number.epoch.as_deref().unwrap_or_default();
        if self.route_news.get(route_phone).is_some_and(|known| known.is_after(number.seq, epoch)) {
            return false;
        }
        self.route_news.insert(route_phone.to_owned(), number);
        true
    }

    /// Sets the state of a route. Returns whether it changed.
    fn set_route(&mut self, route_phone: &str, connected: bool) -> bool {
        match connected {
            true => self.routes_down.remove(route_phone),
            false => self.routes_down.insert(route_phone.to_owned()),
        }
    }

    /// An attendance was removed.
    pub fn job_removed(&mut self, context: &mut Context, protocol: &Protocol) {
        self.not_opted_in.remove(protocol);
        self.pins.remove(protocol);
        self.unread_marks.remove(protocol);
        self.template_lists.remove(protocol);
        self.galleries.remove(protocol);
        self.expired_media.remove(protocol);
        self.scripts.remove(protocol);
        for slice in [&slices::TEMPLATES, &slices::MEDIA, &slices::SCRIPT] {
            context.dirty(slice.of(protocol.clone()));
        }
        if self.forward.as_ref().is_some_and(|forward| forward.protocol == *protocol) {
            self.close_forward(context);
        }
    }
}

/// Whether the attendance is a web chat: the marks of a web chat have paths of their own.
fn is_chat(jobs: &Jobs, protocol: &Protocol) -> bool {
    jobs.get(protocol).is_some_and(|job| job.channel() == Channel::Chat)
}

/// The state of a route changed: attendances show it.
fn mark_all(context: &mut Context, jobs: &Jobs) {
    for protocol in jobs.protocols() {
        context.dirty(slices::WHATSAPP_JOB.of(protocol.clone()));
    }
}

/// The answer to the request that saves the mark of an attendance.
fn answered(marks: &mut Table<Saving<bool>>, protocol: &Protocol, is_saved: bool) -> SavingStep<bool> {
    let Some(saving) = marks.get_mut(protocol) else { return SavingStep::Saved };
    let step = saving.answered(is_saved);
    if !saving.is_under_way() {
        marks.remove(protocol);
    }
    step
}

/// The earlier mark is restored (JOB-030, JOB-031). Without an answer the server may have changed it: the next list
/// shows it.
fn not_changed(protocol: Protocol, key: &str, answer: &Answer) -> Vec<Exit> {
    let reload = answer.is_passing().then_some(Exit::Reconcile);
    let text = if answer.is_uncertain() { ServerWrite::MarkJob.unknown() } else { Text::key(key) };
    std::iter::once(Exit::refused(Topic::Mark(protocol), text)).chain(reload).collect()
}
