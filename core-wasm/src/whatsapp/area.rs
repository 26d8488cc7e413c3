//! WhatsApp, registered with the workspace.

use super::registry::NAME;
use super::view::ViewFacts;
use super::{Exit, TEMPLATES_BY_GROUP, WhatsApp, WhatsAppIntent, WhatsAppSlice, slices, timers};
use crate::flow::{Answer, AreaName, ListEvent, RequestId};
use crate::jobs::{JobOrigin, RemovalReason};
use crate::wire::numbers::is_of_brazil;
use crate::wire::{
    ActiveWhatsAppJobRequest, AgentId, Channel, ChannelStatus, EventMeta, Job, Protocol, TemplateChoice, events,
};
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for WhatsApp {
    type Intent = WhatsAppIntent;
    type Event = events::whatsapp::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::WHATSAPP, |workspace, ()| WhatsAppSlice::Whatsapp(Box::new(workspace.whatsapp.view()))),
        &Show(&slices::INBOX, |workspace, ()| {
            WhatsAppSlice::Inbox(Box::new(workspace.whatsapp.inbox_view(workspace.session.viewer())))
        }),
        &Show(&slices::FORWARD, |workspace, ()| {
            Some(WhatsAppSlice::Forward(Box::new(workspace.whatsapp.forward_view(&workspace.jobs)?)))
        }),
        &Show(&slices::TEMPLATES, |workspace, protocol| {
            Some(WhatsAppSlice::Templates(Box::new(workspace.whatsapp.templates_view(&protocol)?)))
        }),
        &Show(&slices::MEDIA, |workspace, protocol| {
            Some(WhatsAppSlice::MediaGallery(Box::new(
                workspace.whatsapp.gallery_view(&protocol, workspace.session.viewer())?,
            )))
        }),
        &Show(&slices::SCRIPT, |workspace, protocol| {
            let job = workspace.jobs.get(&protocol)?;
            Some(WhatsAppSlice::JobScript(Box::new(workspace.whatsapp.script_view(job, &protocol)?)))
        }),
        &Show(&slices::WHATSAPP_JOB, |workspace, protocol| {
            let facts = ViewFacts {
                connected: workspace.channels.status(Channel::Whatsapp) != ChannelStatus::Disconnected,
                now: workspace.server_now(),
                clock_offset_ms: workspace.kernel.clock_offset_ms,
            };
            let job = workspace.jobs.get(&protocol).filter(|job| job.channel() == Channel::Whatsapp)?;
            Some(WhatsAppSlice::WhatsappJob(Box::new(workspace.whatsapp.job_view(job, facts))))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::CAMPAIGNS, |workspace, ()| {
            let agent = workspace.session.agent_id();
            workspace.whatsapp.apply_campaigns_event(context!(workspace), &agent, ListEvent::Due);
        }),
        &When(&timers::ROUTES, |workspace, ()| {
            workspace.whatsapp.apply_routes_event(context!(workspace), ListEvent::Due)
        }),
        &When(&timers::MEDIA, |workspace, protocol| {
            workspace.whatsapp.apply_media_event(context!(workspace), &workspace.jobs, &protocol, ListEvent::Due);
        }),
        &When(&timers::TEMPLATES, |workspace, protocol| {
            let by_group = workspace.has_templates_by_group();
            let (whatsapp, jobs) = (&mut workspace.whatsapp, &workspace.jobs);
            whatsapp.apply_templates_event(context!(workspace), jobs, &protocol, by_group, ListEvent::Due);
        }),
    ];

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        if workspace.session.agent().channels.contains(&Channel::Whatsapp) {
            workspace.whatsapp.load_inbox(context!(workspace), agent);
        }
        let campaign = workspace.session.agent().campaign_whatsapp_default.clone();
        workspace.whatsapp.take_default_campaign(context!(workspace), &campaign);
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.whatsapp.on_reply(context!(workspace), &mut workspace.jobs, request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.whatsapp = WhatsApp::default();
    }

    fn job_added(workspace: &mut Workspace, protocol: &Protocol, origin: JobOrigin) {
        match origin {
            JobOrigin::Start => {}
            JobOrigin::List | JobOrigin::Event => workspace.open_awaited(protocol),
        }
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        workspace.whatsapp.job_removed(context!(workspace), protocol);
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        use events::whatsapp::Event;
        match event {
            Event::Message(event) => workspace.message_arrived(event.into_message(), meta),
            Event::New(_) | Event::Transfer(_) | Event::End(_) if workspace.jobs.covers(meta) => {}
            Event::New(event) => workspace.on_whatsapp_job(event.job, meta),
            Event::Transfer(event) => {
                let mut job = event.job;
                // A transferred attendance becomes active (TRF-040).
                job.active_attendance |= event.transfer && job.campaign.is_some();
                workspace.on_whatsapp_job(job, meta);
            }
            Event::End(event) => {
                workspace.end_job(&event.protocol);
            }
            Event::Status(event) => {
                let (jobs, conversation) = (&mut workspace.jobs, &mut workspace.conversation);
                let exits = workspace.whatsapp.on_status(context!(workspace), jobs, conversation, meta, &event);
                workspace.route(exits);
            }
            Event::File(event) => {
                let (jobs, conversation) = (&mut workspace.jobs, &mut workspace.conversation);
                conversation.take_file(context!(workspace), jobs, *event);
            }
            Event::Change(event) => {
                let (jobs, conversation) = (&mut workspace.jobs, &mut workspace.conversation);
                conversation.take_change(context!(workspace), jobs, *event);
            }
            Event::Route(event) => {
                let exits = workspace.whatsapp.on_route(context!(workspace), &workspace.jobs, meta, &event);
                workspace.route(exits);
            }
            Event::TransferResponse(event) => workspace.remove_job(&event.protocol, RemovalReason::Transferred),
            Event::Inbox(event) => {
                workspace.whatsapp.on_inbox_entry(context!(workspace), meta, event.inbox_job);
            }
            Event::InboxEnd(event) => workspace.whatsapp.on_inbox_end(context!(workspace), meta, &event.protocol),
            Event::ManualRefused(event) => {
                let exits = workspace.whatsapp.on_manual_refused(context!(workspace), &event);
                workspace.route(exits);
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        if matches!(intent, WhatsAppIntent::SetDefaultCampaign { .. }) {
            workspace.setting_changes();
        }
        let agent = workspace.session.agent_id();
        let by_group = workspace.has_templates_by_group();
        let connected = workspace.channels.is_connected(Channel::Whatsapp);
        let largest_file = workspace.session.system().settings.attachment_limit_bytes;
        let is_of_brazil = is_of_brazil(&workspace.session.system().settings.number_country);
        let context = context!(workspace);
        let (whatsapp, jobs, conversation) = (&mut workspace.whatsapp, &mut workspace.jobs, &workspace.conversation);
        let exits = match intent {
            WhatsAppIntent::SendTemplate { protocol, template_id, variables, file, header_link } => {
                let choice = TemplateChoice { id: template_id, variables, header_link };
                whatsapp.send_template(jobs, &protocol, choice, file)
            }
            WhatsAppIntent::SelectForward { protocol, local_id } => {
                whatsapp.select_forward(context, conversation, &protocol, &local_id);
                Vec::new()
            }
            WhatsAppIntent::ForwardTo { protocol } => {
                whatsapp.forward_to(context, jobs, conversation, &protocol, largest_file)
            }
            WhatsAppIntent::Begin { phone, contact_id, campaign_id, route_id } => {
                let agent_id = agent;
                let channel = Channel::Whatsapp;
                let request = ActiveWhatsAppJobRequest { agent_id, channel, phone, contact_id, campaign_id, route_id };
                whatsapp.begin(context, request, connected, is_of_brazil)
            }
            WhatsAppIntent::CheckBegin { phone, contact_id, campaign_id, route_id } => {
                let agent_id = agent;
                let channel = Channel::Whatsapp;
                let request = ActiveWhatsAppJobRequest { agent_id, channel, phone, contact_id, campaign_id, route_id };
                whatsapp.check_begin(context, request, is_of_brazil);
                Vec::new()
            }
            intent => {
                whatsapp.act(context, jobs, &agent, intent, by_group);
                Vec::new()
            }
        };
        workspace.route(exits);
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Snackbar(topic, kind, text) => workspace.snackbar(topic, kind, text),
            Self::Open(protocol) => workspace.open_job(&protocol, false),
            Self::Enable(protocol) => {
                let exits = workspace.jobs.enable(context!(workspace), &protocol);
                workspace.route(exits);
                workspace.refresh_status();
                workspace.open_job(&protocol, false);
            }
            Self::Send(protocol, outgoing) => {
                let agent = workspace.acting_agent();
                let exit = workspace.conversation.send_content(
                    context!(workspace),
                    &mut workspace.jobs,
                    &agent,
                    &protocol,
                    *outgoing,
                );
                workspace.route(exit);
            }
            Self::LookUp => workspace.reconcile(),
            Self::Reconcile => workspace.schedule_reconcile(),
            Self::SettingsInDoubt => workspace.doubt_settings(),
        }
    }
}

impl Workspace {
    /// Whether the feature flag of templates by group is on (SEC-007).
    fn has_templates_by_group(&self) -> bool {
        self.services.flags_on().iter().any(|flag| flag == TEMPLATES_BY_GROUP)
    }

    /// A new or changed attendance of WhatsApp (JOB-007, JOB-008).
    fn on_whatsapp_job(&mut self, mut job: Job, meta: &EventMeta) {
        job.channel = Some(Channel::Whatsapp);
        self.whatsapp.on_job(context!(self), &self.jobs, meta, &job);
        let protocol = job.protocol.clone();
        self.on_job_event(job, meta);
        // Also an attendance that was in the list already, for example one that ended and was begun again.
        self.open_awaited(&protocol);
    }

    /// Opens the attendance if the agent began it, whether an event or a list added it.
    fn open_awaited(&mut self, protocol: &Protocol) {
        let Some(job) = self.jobs.get(protocol).filter(|job| job.channel() == Channel::Whatsapp) else { return };
        let phone = job.server().phone.clone();
        if self.whatsapp.take_awaited(context!(self), protocol, &phone) {
            self.open_job(protocol, false);
        }
    }
}
