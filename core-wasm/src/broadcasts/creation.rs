//! Creates a broadcast: the choices that fit the draft, the check of the server after each change, and the request. A repetition of the request
//! has the same id, so that the server creates one list; a lost answer is looked up in the lists.

use super::audience::{Chosen, FileResult, FileRow, rows_of};
use super::draft::{Draft, DraftChange, DraftFacts, Fault, has_source, most_of, refused_fields};
use super::lists::BroadcastFilter;
use super::machine::{Broadcasts, Exit, Pending};
use super::phase::{CreationEvent, CreationPhase, CreationStep};
use super::{records, slices, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, Loader, ServerWrite, Table, Text,
    folded, path,
};
use crate::session::ActingAgent;
use crate::shell::SnackbarKind;
use crate::wire::limits::BROADCAST_MAX_CONTACTS;
use crate::wire::{
    AttendanceGroup, BroadcastCheck, BroadcastId, BroadcastReply, CampaignRecord, Contact, ContactColumn, CustomId,
    LeftOut, Name, QueueId, TemplateRecord, VariableSource, Wall, WhatsAppRoute,
};

/// Delay in milliseconds between the last change of the draft and its check.
const CHECK_AFTER_MS: u64 = 300;
/// Time limit of requests with up to thousands of contacts.
const TIME_LIMIT_MS: u32 = 60_000;

/// Facts of other areas that the draft depends on.
pub(crate) struct Surroundings<'a> {
    /// Groups of the agent.
    pub groups: &'a [AttendanceGroup],
    /// The agent's campaigns; `None` before they are loaded.
    pub campaigns: Option<&'a [CampaignRecord]>,
    /// The campaign whose routes are loaded, and its routes.
    pub routes: (&'a QueueId, &'a [WhatsAppRoute]),
    /// The columns of contacts.
    pub columns: &'a [ContactColumn],
    /// Templates are loaded by group (SEC-007).
    pub templates_by_group: bool,
}

/// The check of the draft.
#[derive(Default)]
pub(super) struct Check {
    pub loader: Loader,
    /// The last answer; it stays until the next one, so that the figures do not disappear while the agent types.
    pub result: Option<BroadcastCheck>,
    /// Why each contact would be left out, by its key.
    pub left_out: Table<LeftOut>,
}

/// The creation of a broadcast.
pub(super) struct Creation {
    pub open: bool,
    pub phase: CreationPhase,
    pub draft: Draft,
    pub faults: Vec<Fault>,
    /// The agent tried to create the broadcast: faults are shown.
    pub is_tried: bool,
    pub error: Option<Text>,
    /// The campaign of `routes`.
    pub routes_of: QueueId,
    pub routes: Vec<WhatsAppRoute>,
    /// The address of the templates.
    templates_from: Option<HttpRequest>,
    pub templates: List<TemplateRecord>,
    pub check: Check,
    /// Most contacts of a broadcast, as far as the page knows.
    pub most: usize,
    pub file: FileResult,
    pub file_fault: Option<Text>,
    /// The chosen contacts as the search found them, because another search no longer has them.
    pub known: Table<Contact>,
    /// Key of the contact that the preview shows.
    pub preview: Name,
    /// When the draft changed last: it is stored within half a second.
    pub saved_at: Option<Wall>,
}

impl Default for Creation {
    fn default() -> Self {
        Self {
            open: false,
            phase: CreationPhase::default(),
            draft: Draft::default(),
            faults: Vec::new(),
            is_tried: false,
            error: None,
            routes_of: QueueId::default(),
            routes: Vec::new(),
            templates_from: None,
            templates: List::default(),
            check: Check::default(),
            most: BROADCAST_MAX_CONTACTS,
            file: FileResult::default(),
            file_fault: None,
            known: Table::default(),
            preview: Name::default(),
            saved_at: None,
        }
    }
}

impl Creation {
    pub fn template(&self) -> Option<&TemplateRecord> {
        self.templates.items().iter().find(|template| template.id == self.draft.template)
    }
}

/// Whether the campaign is one of the group.
pub(super) fn is_of_group(campaign: &CampaignRecord, draft: &Draft) -> bool {
    campaign.attendance_group_id.is_empty() || campaign.attendance_group_id == draft.group
}

impl Broadcasts {
    /// Opens or closes the draft, which is kept.
    pub fn show_new(&mut self, context: &mut Context, open: bool) {
        self.creation.open = open;
        context.dirty(slices::NEW.key());
        self.mark_contacts(context);
    }

    /// The chosen campaign, if its routes are not loaded.
    pub fn wanted_routes(&self) -> Option<QueueId> {
        let campaign = &self.creation.draft.campaign;
        (!campaign.is_empty() && *campaign != self.creation.routes_of).then(|| campaign.clone())
    }

    /// Whether the draft is shown.
    pub fn is_new_open(&self) -> bool {
        self.creation.open
    }

    /// Discards the draft.
    pub fn discard_draft(&mut self, context: &mut Context, agent: &ActingAgent) {
        if self.creation.phase.is_open() {
            self.clear_draft(context, agent);
        }
    }

    fn clear_draft(&mut self, context: &mut Context, agent: &ActingAgent) {
        self.mark_contacts(context);
        context.cancel_timer(&timers::CHECK.key());
        context.cancel_timer(&timers::TEMPLATES.key());
        let most = self.creation.most;
        self.creation = Creation { most, ..Creation::default() };
        self.search.is_only_chosen = false;
        self.arrange_contacts(context);
        context.persist(records::DRAFT.of(agent.agent_id.clone()));
        context.dirty(slices::NEW.key());
        context.dirty(slices::BROADCASTS.key());
    }

    /// Applies a change of the draft.
    pub fn change_draft(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        around: &Surroundings<'_>,
        change: DraftChange,
    ) {
        self.edit(context, agent, around, |draft| draft.apply(change));
    }

    /// Changes the draft, unless its request is pending.
    pub(super) fn edit(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        around: &Surroundings<'_>,
        change: impl FnOnce(&mut Draft) -> bool,
    ) {
        let creation = &mut self.creation;
        let template = creation.draft.template.clone();
        let (phase, step) = creation.phase.after(CreationEvent::Changed);
        if step != CreationStep::Apply || !change(&mut creation.draft) {
            return;
        }
        creation.phase = phase;
        // The changed draft is another broadcast.
        creation.draft.custom_id = CustomId::default();
        creation.error = None;
        if creation.draft.template != template {
            self.propose_sources(around);
        }
        self.fit(context, agent, around);
        self.draft_changed(context, agent, around);
    }

    fn draft_changed(&mut self, context: &mut Context, agent: &ActingAgent, around: &Surroundings<'_>) {
        let is_checkable = self.creation.draft.can_be_checked();
        let check = &mut self.creation.check;
        // A pending answer is about the earlier draft.
        check.loader.after(ListEvent::Cleared);
        check.left_out.clear();
        if is_checkable {
            context.timer(timers::CHECK.key(), CHECK_AFTER_MS);
        } else {
            check.result = None;
            context.cancel_timer(&timers::CHECK.key());
        }
        self.creation.saved_at = Some(context.server_now());
        self.judge(context, around);
        self.mark_contacts(context);
        context.persist(records::DRAFT.of(agent.agent_id.clone()));
        context.dirty(slices::NEW.key());
        context.dirty(slices::BROADCASTS.key());
    }

    /// Finds the faults of the draft.
    fn judge(&mut self, context: &Context, around: &Surroundings<'_>) {
        let name = folded(self.creation.draft.name.trim());
        let facts = DraftFacts {
            groups: around.groups,
            template: self.creation.template(),
            is_taken: self.lists.items.values().any(|known| folded(known.list.name.trim()) == name),
            most: self.creation.most,
            now: context.server_now(),
        };
        self.creation.faults = self.creation.draft.faults(&facts);
    }

    /// Brings the draft in line with the loaded campaigns, routes and templates: what does not exist is cleared, the first route is chosen, and
    /// the templates of the route are loaded.
    pub fn fit(&mut self, context: &mut Context, agent: &ActingAgent, around: &Surroundings<'_>) {
        let creation = &mut self.creation;
        let before = creation.draft.clone();
        let draft = &mut creation.draft;
        if let Some(campaigns) = around.campaigns
            && !draft.campaign.is_empty()
            && !campaigns.iter().any(|campaign| campaign.id == draft.campaign && is_of_group(campaign, draft))
        {
            draft.set_campaign(QueueId::default());
        }
        let (routes_of, routes) = around.routes;
        if *routes_of == draft.campaign {
            creation.routes_of.clone_from(routes_of);
            creation.routes = routes.to_vec();
        }
        let mut phone = None;
        if creation.routes_of == draft.campaign && !draft.campaign.is_empty() {
            let chosen = creation.routes.iter().find(|route| route.id == draft.route).or(creation.routes.first());
            draft.route = chosen.map(|route| route.id.clone()).unwrap_or_default();
            phone = chosen.map(|route| route.phone.as_str());
        }
        let source = phone.map(|phone| templates_request(draft, around.templates_by_group, phone));
        if source != creation.templates_from {
            creation.templates.clear();
            creation.templates_from = source;
            context.cancel_timer(&timers::TEMPLATES.key());
            self.apply_templates_event(context, ListEvent::Needed);
        }
        let creation = &mut self.creation;
        if creation.templates.is_complete() && creation.template().is_none() && !creation.draft.template.is_empty() {
            creation.draft.set_template(String::new());
        }
        context.dirty(slices::NEW.key());
        if self.creation.draft != before {
            self.draft_changed(context, agent, around);
        }
    }

    /// Applies an event to the list of templates.
    pub fn apply_templates_event(&mut self, context: &mut Context, event: ListEvent) {
        let Self { creation, requests, .. } = self;
        if let Some(request) = &creation.templates_from
            && let Some(asked) = creation.templates.after(event).follow(context, timers::TEMPLATES.key())
        {
            context.request(requests, Pending::Templates(asked), request.clone());
        }
        context.dirty(slices::NEW.key());
    }

    pub(super) fn on_templates(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        if let Some(step) = self.creation.templates.answered(context, asked, ListAnswer::whole(answer)) {
            self.creation.templates.shown(context, ItemList::BroadcastTemplates);
            step.follow(context, timers::TEMPLATES.key());
            context.dirty(slices::NEW.key());
        }
    }

    /// The sources that a chosen template does not have yet: the column with the name of the variable, otherwise none.
    fn propose_sources(&mut self, around: &Surroundings<'_>) {
        let Some(template) = self.creation.template() else { return };
        let file = self.creation.file.columns.iter().map(|column| (column, column));
        let of_contacts = around.columns.iter().map(|column| (&column.desc, &column.database));
        let columns: Vec<(String, &String)> =
            file.chain(of_contacts).map(|(label, name)| (folded(label), name)).collect();
        let source = |variable: &String| {
            let wanted = folded(variable);
            let column = columns.iter().find(|(label, name)| *label == wanted || folded(name) == wanted);
            let column = column.map(|(_, name)| (*name).clone()).unwrap_or_default();
            VariableSource { column, text: String::new() }
        };
        let sources: Vec<VariableSource> = template.variables.iter().map(source).collect();
        let variables = &mut self.creation.draft.variables;
        variables.resize(sources.len(), VariableSource::default());
        for (held, proposed) in variables.iter_mut().zip(sources).filter(|(held, _)| !has_source(held)) {
            *held = proposed;
        }
    }

    /// The check is due, or the agent repeats a failed one.
    pub fn check(&mut self, context: &mut Context, agent: &ActingAgent) {
        let Self { creation, requests, .. } = self;
        if !creation.draft.can_be_checked() {
            return;
        }
        let step = creation.check.loader.after(ListEvent::Needed);
        if let Some(asked) = step.follow(context, timers::CHECK.key()) {
            let keys = creation.draft.contacts.iter().map(Chosen::key).collect();
            let request = HttpRequest::ask("broadcast/whatsapp/check").json(&creation.draft.request(agent));
            context.request(requests, Pending::Check(keys, asked), request.time_limit_ms(TIME_LIMIT_MS));
        }
        context.dirty(slices::NEW.key());
    }

    pub(super) fn on_checked(&mut self, context: &mut Context, keys: Vec<Name>, asked: Asked, answer: Answer) {
        let creation = &mut self.creation;
        if !creation.check.loader.awaits(asked) {
            return;
        }
        let event = match answer.read::<BroadcastCheck>() {
            Ok(result) => {
                // The installation may allow more contacts than usual.
                creation.most = creation.most.max(keys.len());
                creation.check.left_out.clear();
                for left_out in result.left_out.iter() {
                    if let Some(key) = keys.get(left_out.index as usize) {
                        creation.check.left_out.insert(key.clone(), left_out.clone());
                    }
                }
                creation.check.result = Some(result);
                ListEvent::ArrivedLast
            }
            Err(answer) => {
                if let Some(most) = answer.error_body().and_then(most_of) {
                    creation.most = most;
                }
                ListEvent::of_failure(context, &answer)
            }
        };
        let step = creation.check.loader.after(event);
        step.follow(context, timers::CHECK.key());
        context.dirty(slices::NEW.key());
        self.mark_contacts(context);
    }

    /// Creates the broadcast, if the draft has no fault.
    pub fn create(&mut self, context: &mut Context, agent: &ActingAgent, around: &Surroundings<'_>) {
        self.judge(context, around);
        context.dirty(slices::NEW.key());
        let creation = &mut self.creation;
        creation.is_tried = true;
        let (phase, step) = creation.phase.after(CreationEvent::Submitted);
        if !creation.faults.is_empty() || step != CreationStep::Send {
            return;
        }
        (creation.phase, creation.error) = (phase, None);
        if creation.draft.custom_id.is_empty() {
            creation.draft.custom_id = context.kernel.ids.custom_id();
        }
        let request = ServerWrite::CreateBroadcast.post("broadcast/whatsapp").json(&creation.draft.request(agent));
        let request = request.time_limit_ms(TIME_LIMIT_MS).repeat_when_busy();
        context.request(&mut self.requests, Pending::Create, request);
        context.persist(records::DRAFT.of(agent.agent_id.clone()));
    }

    pub(super) fn on_created(&mut self, context: &mut Context, agent: &ActingAgent, answer: Answer) -> Vec<Exit> {
        match answer.read::<BroadcastReply>() {
            Ok(reply) => {
                let id = reply.broadcast.id.clone();
                self.put_list(context, reply.broadcast);
                self.follow_creation(context, agent, CreationEvent::Accepted, Some(id))
            }
            Err(answer) if answer.is_uncertain() => self.follow_creation(context, agent, CreationEvent::Lost, None),
            Err(answer) => {
                let body = answer.error_body();
                let faults = body.map(refused_fields).unwrap_or_default();
                let creation = &mut self.creation;
                creation.most = body.and_then(most_of).unwrap_or(creation.most);
                creation.error = faults.is_empty().then(|| match answer.reason() {
                    Some("BROADCAST_DISABLED") => Text::key("broadcasts.disabled"),
                    _ => Text::key("broadcasts.createFailed"),
                });
                creation.faults = faults;
                creation.draft.custom_id = CustomId::default();
                context.persist(records::DRAFT.of(agent.agent_id.clone()));
                self.follow_creation(context, agent, CreationEvent::Refused, None)
            }
        }
    }

    /// A lost answer is looked up: `otherwise` follows if no list has the name of the draft.
    pub(super) fn look_for_created(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        otherwise: Option<CreationEvent>,
    ) -> Vec<Exit> {
        if !matches!(self.creation.phase, CreationPhase::LookingUp | CreationPhase::Unknown) {
            return Vec::new();
        }
        let name = folded(self.creation.draft.name.trim());
        let named = self.lists.items.values().find(|known| folded(known.list.name.trim()) == name);
        let id = named.map(|known| known.list.id.clone());
        match (id, otherwise) {
            (Some(id), _) => self.follow_creation(context, agent, CreationEvent::Found, Some(id)),
            (None, Some(event)) => {
                self.creation.error = Some(match event {
                    CreationEvent::ListsRefused => ServerWrite::CreateBroadcast.unknown(),
                    _ => Text::key("broadcasts.createFailed"),
                });
                self.follow_creation(context, agent, event, None)
            }
            (None, None) => Vec::new(),
        }
    }

    fn follow_creation(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        event: CreationEvent,
        id: Option<BroadcastId>,
    ) -> Vec<Exit> {
        let (phase, step) = self.creation.phase.after(event);
        self.creation.phase = phase;
        context.dirty(slices::NEW.key());
        match step {
            CreationStep::LookUp => self.apply_lists_event(context, agent, ListEvent::NeededAfresh),
            CreationStep::Created => {
                self.clear_draft(context, agent);
                self.close(context);
                self.filter_lists(context, BroadcastFilter::default());
                self.lists.created = id;
                return vec![Exit::Said(SnackbarKind::Success, Text::key("broadcast.new.toastSuccess"))];
            }
            CreationStep::Nothing
            | CreationStep::Send
            | CreationStep::Failed
            | CreationStep::StaysUnknown
            | CreationStep::Apply => {}
        }
        Vec::new()
    }

    /// The rows of a file become chosen contacts, in the place of those of an earlier file.
    pub fn add_file(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        around: &Surroundings<'_>,
        (name, headings, rows): (String, Vec<String>, Vec<FileRow>),
    ) {
        context.dirty(slices::NEW.key());
        if !self.creation.phase.is_open() {
            return;
        }
        match rows_of(&name, &headings, rows) {
            Ok((rows, result)) => {
                self.mark_contacts(context);
                self.creation.file = result;
                self.creation.file_fault = None;
                self.propose_sources(around);
                self.edit(context, agent, around, |draft| {
                    draft.contacts.retain(|chosen| chosen.line == 0);
                    draft.contacts.extend(rows);
                    true
                });
                self.arrange_contacts(context);
            }
            Err(fault) => self.creation.file_fault = Some(fault),
        }
    }
}

fn templates_request(draft: &Draft, by_group: bool, phone: &str) -> HttpRequest {
    let path = match by_group {
        true => path!["gupshup", "templates", "group", draft.group],
        false => path!["campaigns", "whatsapp", "templates-messages", draft.campaign],
    };
    let request = HttpRequest::get(path);
    if phone.is_empty() { request } else { request.query("routePhone", phone) }
}
