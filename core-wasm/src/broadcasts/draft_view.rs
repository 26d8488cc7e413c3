//! The draft of a new broadcast and the contacts to choose from, as the page shows them.

use super::creation::{Surroundings, is_of_group};
use super::draft::{Draft, DraftField};
use super::machine::Broadcasts;
use super::phase::CreationPhase;
use super::policy::reason_text;
use super::preview::BroadcastPreviewView;
use crate::flow::{ListState, OrderedList, Text};
use crate::people::{ContactFilterChoice, NamedView, contact_value, whatsapp_number};
use crate::shell::{avatar_color, initials};
use crate::wire::{LeftOut, Name, TemplateRecord, Wall, broadcast_reasons};
use serde::Serialize;

/// A variable of the chosen template.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastVariableView {
    /// Name; empty: the variable is shown as its number.
    pub name: String,
    /// Column of the contact or of the file; empty: the text.
    pub column: String,
    /// The text for all contacts.
    pub text: String,
    /// Number of chosen contacts without a value in the column, as the server counted them.
    pub missing: u32,
}

/// Why a field of the draft is refused.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DraftFaultView {
    /// The field.
    pub field: DraftField,
    /// Why its value is refused.
    pub text: Text,
}

/// Chosen contacts who would not get the message, for one reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LeftOutReasonView {
    /// The reason.
    pub text: Text,
    /// Names of the contacts.
    pub names: Vec<String>,
}

/// What the server would do now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastCheckView {
    /// Number of contacts who would get the message.
    pub receives: u32,
    /// Number of contacts who would not.
    pub left_out: u32,
    /// The contacts who would not, by reason.
    pub reasons: Vec<LeftOutReasonView>,
    /// When the first message would be sent, as a JavaScript time value.
    pub first_at: f64,
    /// When the last message would be sent, about, as a JavaScript time value.
    pub last_at: f64,
    /// Greatest number of customers of the route within 24 hours; `None`: unknown or without limit.
    pub daily_limit: Option<u32>,
    /// Number of customers of the last 24 hours.
    pub daily_used: u32,
    /// Number of contacts above the limit, to whom the rest is sent later.
    pub over_limit: u32,
}

/// The draft of a new broadcast.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NewBroadcastView {
    /// The state of the creation; the fields can be changed in `editing` and `unknown`.
    pub phase: CreationPhase,
    /// Name of the broadcast.
    pub name: String,
    /// Id of the group.
    pub group_id: String,
    /// Id of the campaign.
    pub campaign_id: String,
    /// Id of the route.
    pub route_id: String,
    /// Id of the template.
    pub template_id: String,
    /// Address of the header's file.
    pub header_link: String,
    /// When the sending begins, as a JavaScript time value; `None`: at once.
    pub starts_at: Option<f64>,
    /// The variables of the template.
    pub variables: Vec<BroadcastVariableView>,
    /// Number of chosen contacts.
    pub chosen: u32,
    /// Most contacts of a broadcast.
    pub most: u32,
    /// Groups with which the agent may send broadcasts (BRD-007).
    pub groups: Vec<NamedView>,
    /// The campaigns were loaded.
    pub campaigns_loaded: bool,
    /// Campaigns of the group.
    pub campaigns: Vec<NamedView>,
    /// The routes of the campaign were loaded.
    pub routes_loaded: bool,
    /// Routes of the campaign.
    pub routes: Vec<NamedView>,
    /// The provider of the chosen route cannot be reached.
    pub route_disconnected: bool,
    /// Load state of `templates`.
    pub templates_state: ListState,
    /// Templates of the route.
    pub templates: Vec<TemplateRecord>,
    /// Columns for the variables: `id` is the value of `column`, those of the file first.
    pub columns: Vec<NamedView>,
    /// The faults of the draft, in the order of the fields; shown after the agent tried to create the broadcast.
    pub faults: Vec<DraftFaultView>,
    /// Why the broadcast was not created.
    pub error: Option<Text>,
    /// What the server would do now; `None` before the first answer, and for an incomplete draft.
    pub check: Option<BroadcastCheckView>,
    /// A check is pending or follows.
    pub checking: bool,
    /// The last check failed; `check` may be the one before.
    pub check_failed: bool,
    /// When the draft was stored, as a JavaScript time value; `None` for an unchanged one.
    pub saved_at: Option<f64>,
    /// The contact of the preview; `None` without a chosen contact whose values are known.
    pub preview: Option<BroadcastPreviewView>,
    /// Name of the file; empty without one.
    pub file: String,
    /// Number of rows of the file.
    pub file_rows: u32,
    /// Number of rows with a number that another row has.
    pub file_repeated: u32,
    /// Lines of the file without a number.
    pub file_without_phone: Vec<u32>,
    /// Why the last file was refused.
    pub file_fault: Option<Text>,
}

/// The search for contacts; its rows are `broadcastContactOrder:shown` and `broadcastContact:<id>`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastContactsView {
    /// The searched text.
    pub text: String,
    /// The filter.
    pub filter: ContactFilterChoice,
    /// Load state of the found contacts.
    pub state: ListState,
    /// Number of contacts that the search finds, as the server counted them, and of the rows of the file.
    pub total: u32,
    /// All found contacts are loaded.
    pub complete: bool,
    /// Only the chosen contacts are shown.
    pub only_chosen: bool,
    /// All found contacts are being loaded to be chosen.
    pub choosing_all: bool,
    /// Number of chosen contacts among those that are shown.
    pub chosen: u32,
}

/// A contact to choose, or a row of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastContactView {
    /// Identifies the contact or row.
    pub id: String,
    /// The contact; empty for a row.
    pub contact_id: String,
    /// Name.
    pub name: String,
    /// Initials for the avatar.
    pub initials: String,
    /// Background colour of the avatar.
    pub color: String,
    /// Number; empty if there is none.
    pub phone: String,
    /// Number of the line of the file; 0 for a contact.
    pub line: u32,
    /// The contact is chosen.
    pub chosen: bool,
    /// Why the contact would not get the message; `None`: it would, or it is not known.
    pub left_out: Option<Text>,
    /// The values of the variables, in their order; an empty one is missing, or not known for a contact that the search does not show.
    pub values: Vec<String>,
}

/// The column of contacts that a row of a file has by its meaning, whatever its heading is.
const FULLNAME: &str = "fullname";

/// Why a contact would be left out.
fn left_out_text(left_out: &LeftOut) -> Text {
    if left_out.reason == broadcast_reasons::MISSING_VALUE && !left_out.column.is_empty() {
        return Text::key("broadcasts.reasons.missingValueIn").with("column", &left_out.column);
    }
    reason_text(left_out.status, &left_out.reason).unwrap_or_else(|| Text::key("broadcasts.status.failed"))
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn named(id: &str, name: &str) -> NamedView {
    NamedView { id: id.to_owned(), name: name.to_owned() }
}

impl Broadcasts {
    /// The draft; `None` while it is closed.
    pub fn new_view(&self, around: &Surroundings<'_>) -> Option<NewBroadcastView> {
        let creation = &self.creation;
        let Draft { name, group, campaign, route, template, variables, header_link, starts_at, contacts, .. } =
            &creation.draft;
        let routes_loaded = creation.routes_of == *campaign && !campaign.is_empty();
        let routes = if routes_loaded { creation.routes.as_slice() } else { &[] };
        let campaigns = around.campaigns.unwrap_or_default();
        let campaigns = campaigns.iter().filter(|item| !group.is_empty() && is_of_group(item, &creation.draft));
        let file_columns = creation.file.columns.iter().map(|column| named(column, column));
        let faults = creation.faults.iter().filter(|_| creation.is_tried);
        creation.open.then(|| NewBroadcastView {
            phase: creation.phase,
            name: name.clone(),
            group_id: group.0.clone(),
            campaign_id: campaign.0.clone(),
            route_id: route.clone(),
            template_id: template.clone(),
            header_link: header_link.clone(),
            starts_at: starts_at.map(Wall::as_js),
            variables: (0..variables.len()).filter_map(|index| self.variable_view(index)).collect(),
            chosen: count(contacts.len()),
            most: count(creation.most),
            groups: around
                .groups
                .iter()
                .filter(|group| group.broadcast_enabled)
                .map(|group| named(group.id.as_str(), &group.name))
                .collect(),
            campaigns_loaded: around.campaigns.is_some(),
            campaigns: campaigns.map(|item| named(item.id.as_str(), &item.name)).collect(),
            routes_loaded,
            routes: routes.iter().map(|route| named(&route.id, &route.name)).collect(),
            route_disconnected: routes.iter().any(|item| item.id == *route && !item.connected),
            templates_state: creation.templates.state(),
            templates: creation.templates.items().to_vec(),
            columns: file_columns
                .chain(around.columns.iter().map(|column| named(&column.database, &column.desc)))
                .collect(),
            faults: faults.map(|(field, text)| DraftFaultView { field: *field, text: text.clone() }).collect(),
            error: creation.error.clone(),
            check: self.check_view(),
            checking: creation.check.loader.is_loading()
                || (creation.draft.can_be_checked() && creation.check.loader.state() == ListState::NotAsked),
            check_failed: creation.check.loader.state() == ListState::Failed,
            saved_at: creation.saved_at.map(Wall::as_js),
            preview: self.preview_view(),
            file: creation.file.name.clone(),
            file_rows: creation.file.read,
            file_repeated: creation.file.repeated,
            file_without_phone: creation.file.without_phone.clone(),
            file_fault: creation.file_fault.clone(),
        })
    }

    fn variable_view(&self, index: usize) -> Option<BroadcastVariableView> {
        let creation = &self.creation;
        let source = creation.draft.variables.get(index)?;
        let names = creation.template().map(|template| template.variables.as_slice()).unwrap_or_default();
        let is_missing = |left_out: &&LeftOut| !source.column.is_empty() && left_out.column == source.column;
        Some(BroadcastVariableView {
            name: names.get(index).cloned().unwrap_or_default(),
            column: source.column.clone(),
            text: source.text.clone(),
            missing: count(creation.check.left_out.values().filter(is_missing).count()),
        })
    }

    fn check_view(&self) -> Option<BroadcastCheckView> {
        let check = self.creation.check.result.as_ref()?;
        let mut reasons: Vec<LeftOutReasonView> = Vec::new();
        for left_out in check.left_out.iter() {
            let (text, name) = (left_out_text(left_out), left_out.contact_name.clone());
            match reasons.iter_mut().find(|reason| reason.text == text) {
                Some(reason) => reason.names.push(name),
                None => reasons.push(LeftOutReasonView { text, names: vec![name] }),
            }
        }
        let free = check.daily_limit.map(|limit| limit.saturating_sub(check.daily_used));
        Some(BroadcastCheckView {
            receives: check.receives,
            left_out: count(check.left_out.len()),
            reasons,
            first_at: check.first_at.as_js(),
            last_at: check.last_at.as_js(),
            daily_limit: check.daily_limit,
            daily_used: check.daily_used,
            over_limit: free.map_or(0, |free| check.receives.saturating_sub(free)),
        })
    }

    /// The search for contacts; `None` while the draft is closed.
    pub fn contacts_view(&self) -> Option<BroadcastContactsView> {
        let search = &self.search;
        let chosen = self.creation.draft.contacts.iter().filter(|chosen| search.order.contains(&chosen.key()));
        let rows = self.creation.draft.contacts.iter().filter(|chosen| chosen.line > 0);
        self.creation.open.then(|| BroadcastContactsView {
            text: search.text.clone(),
            filter: search.filter.clone(),
            state: search.list.state(),
            total: search.list.total().saturating_add(count(rows.count())),
            complete: search.list.is_complete(),
            only_chosen: search.is_only_chosen,
            choosing_all: search.is_choosing_all,
            chosen: count(chosen.count()),
        })
    }

    /// The contacts to choose from.
    pub fn contact_order(&self) -> &OrderedList {
        &self.search.order
    }

    /// A contact to choose, or a row of a file; `None` while the draft is closed.
    pub fn contact_view(&self, key: &Name) -> Option<BroadcastContactView> {
        let creation = &self.creation;
        if !creation.open {
            return None;
        }
        let chosen = creation.draft.contacts.iter().find(|chosen| chosen.key() == *key);
        // Who was chosen once is known, and has no view without a choice or a search that shows it (`contact_keys`).
        let found = if chosen.is_some() { self.known_contact(key) } else { self.search.contact(key) };
        let (name, phone) = match (chosen, found) {
            (_, Some(contact)) => (contact.fullname.as_str(), whatsapp_number(contact)),
            (Some(chosen), None) => (chosen.name.as_str(), chosen.phone.as_str()),
            (None, None) => return None,
        };
        let value = |column: &str| {
            let of_row = chosen.and_then(|chosen| match chosen.contact.fields.get(column) {
                Some(value) => Some(value.clone()),
                None => (column == FULLNAME && chosen.line > 0).then(|| chosen.name.clone()),
            });
            of_row.or_else(|| found.map(|contact| contact_value(contact, column))).unwrap_or_default()
        };
        let sources = creation.draft.variables.iter();
        let values =
            sources.map(|source| if source.column.is_empty() { source.text.clone() } else { value(&source.column) });
        Some(BroadcastContactView {
            id: key.to_string(),
            contact_id: found
                .map(|contact| contact.id.0.clone())
                .unwrap_or_else(|| chosen.map(|chosen| chosen.contact.contact_id.0.clone()).unwrap_or_default()),
            name: name.to_owned(),
            initials: initials(name),
            color: avatar_color(name).to_owned(),
            phone: phone.to_owned(),
            line: chosen.map_or(0, |chosen| chosen.line),
            chosen: chosen.is_some(),
            left_out: creation.check.left_out.get(key).map(left_out_text),
            values: values.collect(),
        })
    }
}
