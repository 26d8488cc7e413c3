//! The draft of a broadcast: its fields, how they change, and the rules that it must fulfil before it is created (BRD-007 to BRD-012).

use super::audience::Chosen;
use crate::flow::Text;
use crate::session::ActingAgent;
use crate::wire::limits::{BROADCAST_NAME_MAX_CHARS, BROADCAST_NAME_MIN_CHARS};
use crate::wire::templates::is_header_link;
use crate::wire::{
    AttendanceGroup, AttendanceGroupId, BroadcastRequest, BroadcastTemplate, CustomId, ErrorBody, QueueId,
    TemplateRecord, VariableSource, Wall, is_visible,
};
use derive::ReadObject;
use serde::Serialize;

/// A new broadcast that the agent prepares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct Draft {
    /// Name of the broadcast.
    pub name: String,
    /// The group.
    pub group: AttendanceGroupId,
    /// The campaign.
    pub campaign: QueueId,
    /// Id of the route.
    pub route: String,
    /// Id of the template.
    pub template: String,
    /// The sources of the variables of the template.
    pub variables: Vec<VariableSource>,
    /// Address of the header's file.
    pub header_link: String,
    /// When the sending begins; `None`: at once.
    pub starts_at: Option<Wall>,
    /// The chosen contacts.
    pub contacts: Vec<Chosen>,
    /// Id of a request with an unknown result, which a repetition repeats; empty without one.
    pub custom_id: CustomId,
}

/// The changed fields of a draft; an absent field stays.
#[derive(Clone, Debug, Default, PartialEq, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct DraftChange {
    /// Name of the broadcast.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub name: Option<String>,
    /// The group.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
    pub group_id: Option<AttendanceGroupId>,
    /// The campaign.
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string"))]
    pub campaign_id: Option<QueueId>,
    /// The route.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub route_id: Option<String>,
    /// The template.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub template_id: Option<String>,
    /// The sources of all variables.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub variables: Option<Vec<VariableSource>>,
    /// Address of the header's file.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub header_link: Option<String>,
    /// When the sending begins, as a JavaScript time value; 0: at once.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub starts_at: Option<f64>,
}

/// A field of the draft that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DraftField {
    /// Name.
    Name,
    /// Group.
    Group,
    /// Campaign.
    Campaign,
    /// Route.
    Route,
    /// Template.
    Template,
    /// Sources of the variables.
    Variables,
    /// Address of the header's file.
    HeaderLink,
    /// Chosen contacts.
    Contacts,
    /// Start of the sending.
    StartsAt,
}

/// A field, and why its value is refused.
pub(super) type Fault = (DraftField, Text);

/// Facts that the rules of a draft need.
pub(super) struct DraftFacts<'a> {
    /// Groups of the agent.
    pub groups: &'a [AttendanceGroup],
    /// The chosen template, if it is loaded.
    pub template: Option<&'a TemplateRecord>,
    /// Another list of the agent has the name.
    pub is_taken: bool,
    /// Most contacts.
    pub most: usize,
    /// The server's time.
    pub now: Wall,
}

impl Draft {
    /// Whether the agent has entered nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Applies a change. A field that depends on a changed one is cleared. Returns whether something changed.
    pub(super) fn apply(&mut self, change: DraftChange) -> bool {
        let before = self.clone();
        let DraftChange { name, group_id, campaign_id, route_id, template_id, variables, header_link, starts_at } =
            change;
        self.name = name.unwrap_or(before.name.clone());
        self.group = group_id.unwrap_or(before.group.clone());
        if let Some(campaign) = campaign_id.filter(|campaign| *campaign != before.campaign) {
            self.set_campaign(campaign);
        }
        self.route = route_id.unwrap_or(std::mem::take(&mut self.route));
        if let Some(template) = template_id.filter(|template| *template != before.template) {
            self.set_template(template);
        }
        self.variables = variables.unwrap_or(std::mem::take(&mut self.variables));
        self.header_link = header_link.unwrap_or(std::mem::take(&mut self.header_link));
        if let Some(at) = starts_at {
            self.starts_at = (at > 0.0).then_some(Wall(at as i64));
        }
        *self != before
    }

    /// Chooses a campaign, whose route and template the agent chooses again.
    pub(super) fn set_campaign(&mut self, campaign: QueueId) {
        self.campaign = campaign;
        self.route.clear();
        self.set_template(String::new());
    }

    /// Chooses a template, whose variables get new sources.
    pub(super) fn set_template(&mut self, template: String) {
        self.template = template;
        self.variables.clear();
        self.header_link.clear();
    }

    /// Whether the server can check who would get the message.
    pub(super) fn can_be_checked(&self) -> bool {
        !(self.group.is_empty() || self.campaign.is_empty() || self.template.is_empty() || self.contacts.is_empty())
            && self.variables.iter().all(has_source)
    }

    /// The body of the request.
    pub(super) fn request(&self, agent: &ActingAgent) -> BroadcastRequest {
        BroadcastRequest {
            agent_id: agent.agent_id.clone(),
            org_unit_id: agent.org_unit_id.clone(),
            custom_id: self.custom_id.clone(),
            name: self.name.trim().to_owned(),
            attendance_group_id: self.group.clone(),
            campaign_id: self.campaign.clone(),
            route_id: self.route.clone(),
            template: BroadcastTemplate {
                id: self.template.clone(),
                variables: self.variables.iter().map(only_one).collect(),
                header_link: self.header_link.trim().to_owned(),
            },
            contacts: self.contacts.iter().map(|chosen| chosen.contact.clone()).collect(),
            starts_at: self.starts_at,
        }
    }

    /// Every fault of the draft, in the order of the fields.
    pub(super) fn faults(&self, facts: &DraftFacts<'_>) -> Vec<Fault> {
        let required = || Some(Text::key("broadcasts.fault.required"));
        let needed = |is_missing: bool| if is_missing { required() } else { None };
        let chars = self.name.trim().chars().count();
        let name = match chars {
            0 => required(),
            BROADCAST_NAME_MIN_CHARS..=BROADCAST_NAME_MAX_CHARS if facts.is_taken => Some(duplicate()),
            BROADCAST_NAME_MIN_CHARS..=BROADCAST_NAME_MAX_CHARS => None,
            _ => Some(name_length()),
        };
        let is_offered = |group: &AttendanceGroup| group.broadcast_enabled && group.id == self.group;
        let group = match self.group.as_str() {
            "" => required(),
            id if !id.bytes().all(|digit| digit.is_ascii_digit()) => Some(Text::key("broadcasts.fault.groupInvalid")),
            _ if !facts.groups.iter().any(is_offered) => Some(Text::key("broadcasts.fault.groupUnknown")),
            _ => None,
        };
        let count = facts.template.map_or(0, |template| template.variables.len());
        let has_all = self.variables.len() >= count && self.variables.iter().all(has_source);
        let needs_link = facts.template.is_some_and(|template| template.header_media.is_some());
        let contacts = match self.contacts.len() {
            0 => Some(Text::key("broadcasts.fault.noContacts")),
            count if count > facts.most => Some(too_many(facts.most)),
            _ => None,
        };
        let is_past = self.starts_at.is_some_and(|at| at < facts.now);
        let faults = [
            (DraftField::Name, name),
            (DraftField::Group, group),
            (DraftField::Campaign, needed(self.campaign.is_empty())),
            (DraftField::Route, needed(self.route.is_empty())),
            (DraftField::Template, needed(facts.template.is_none())),
            (
                DraftField::HeaderLink,
                (needs_link && !is_header_link(self.header_link.trim()))
                    .then(|| Text::key("broadcasts.fault.headerLink")),
            ),
            (DraftField::Variables, (!has_all).then(|| Text::key("broadcasts.fault.variables"))),
            (DraftField::Contacts, contacts),
            (DraftField::StartsAt, is_past.then(|| Text::key("broadcasts.fault.past"))),
        ];
        faults.into_iter().filter_map(|(field, text)| Some((field, text?))).collect()
    }
}

/// The source with one field: the server refuses both.
fn only_one(source: &VariableSource) -> VariableSource {
    let text = if source.column.is_empty() { source.text.clone() } else { String::new() };
    VariableSource { column: source.column.clone(), text }
}

/// Whether the value of a variable comes from anywhere.
pub(super) fn has_source(source: &VariableSource) -> bool {
    is_visible(&source.column) || is_visible(&source.text)
}

/// Another list of the org unit has the name (BRD-025).
pub(super) fn duplicate() -> Text {
    Text::key("broadcasts.fault.duplicate")
}

fn name_length() -> Text {
    let text = Text::key("broadcasts.fault.nameLength").with("least", BROADCAST_NAME_MIN_CHARS);
    text.with("most", BROADCAST_NAME_MAX_CHARS)
}

fn too_many(most: usize) -> Text {
    Text::key("broadcasts.fault.tooMany").with("count", most)
}

/// Most contacts that the server takes, from its refusal.
pub(super) fn most_of(body: &ErrorBody) -> Option<usize> {
    usize::try_from(body.details.get("most")?.as_u64()?).ok()
}

/// The fields that the server refused (422), and a name that is taken (409).
pub(super) fn refused_fields(body: &ErrorBody) -> Vec<Fault> {
    let mut faults = Vec::new();
    if body.cause.as_deref() == Some("duplicate") {
        faults.push((DraftField::Name, duplicate()));
    }
    for (field, reason) in &body.errors {
        let field = match field.as_str() {
            "name" => DraftField::Name,
            "attendanceGroupId" => DraftField::Group,
            "campaignId" => DraftField::Campaign,
            "routeId" => DraftField::Route,
            "template" => DraftField::Template,
            "contacts" => DraftField::Contacts,
            "startsAt" => DraftField::StartsAt,
            _ => continue,
        };
        let text = match (field, reason.as_str()) {
            (DraftField::Contacts, "tooLong") => too_many(most_of(body).unwrap_or_default()),
            (DraftField::Contacts, _) => Text::key("broadcasts.fault.noContacts"),
            (DraftField::StartsAt, _) => Text::key("broadcasts.fault.past"),
            (_, "required") => Text::key("broadcasts.fault.required"),
            (DraftField::Name, _) => name_length(),
            (DraftField::Group, "invalid") => Text::key("broadcasts.fault.groupInvalid"),
            (DraftField::Group, _) => Text::key("broadcasts.fault.groupUnknown"),
            (DraftField::Template, "invalid") => Text::key("broadcasts.fault.variables"),
            _ => Text::key("broadcasts.fault.unknown"),
        };
        faults.push((field, text));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::BroadcastContact;
    use rstest::rstest;
    use serde_json::json;

    fn group(id: &str, broadcast_enabled: bool) -> AttendanceGroup {
        AttendanceGroup { id: id.into(), broadcast_enabled, ..AttendanceGroup::default() }
    }

    fn valid() -> Draft {
        let contact = BroadcastContact { contact_id: "5".into(), ..BroadcastContact::default() };
        Draft {
            name: "Renovação".to_owned(),
            group: "40".into(),
            campaign: "31".into(),
            route: "1".to_owned(),
            template: "t1".to_owned(),
            variables: vec![VariableSource { column: "fullname".to_owned(), text: String::new() }],
            contacts: vec![Chosen { contact, ..Chosen::default() }],
            ..Draft::default()
        }
    }

    fn faults(draft: &Draft, is_taken: bool) -> Vec<(DraftField, String)> {
        let template = TemplateRecord { variables: vec!["1".to_owned()], ..TemplateRecord::default() };
        let facts = DraftFacts {
            groups: &[group("40", true), group("41", false)],
            template: (!draft.template.is_empty()).then_some(&template),
            is_taken,
            most: 1_000,
            now: Wall(1_000),
        };
        draft.faults(&facts).into_iter().map(|(field, text)| (field, text.key)).collect()
    }

    #[rstest]
    #[case::a_valid_draft(valid(), None)]
    #[case::brd_008_no_group(Draft { group: "".into(), ..valid() }, Some((DraftField::Group, "required")))]
    #[case::brd_008_a_group_that_is_no_number(
        Draft { group: "4a".into(), ..valid() },
        Some((DraftField::Group, "groupInvalid"))
    )]
    #[case::brd_007_a_group_without_broadcasts(
        Draft { group: "41".into(), ..valid() },
        Some((DraftField::Group, "groupUnknown"))
    )]
    #[case::brd_009_no_name(Draft { name: "  ".to_owned(), ..valid() }, Some((DraftField::Name, "required")))]
    #[case::brd_010_two_characters(Draft { name: "ab ".to_owned(), ..valid() }, Some((DraftField::Name, "nameLength")))]
    #[case::brd_010_three_characters(Draft { name: "çãé".to_owned(), ..valid() }, None)]
    #[case::brd_010_a_hundred_characters(Draft { name: "á".repeat(100), ..valid() }, None)]
    #[case::brd_010_a_hundred_and_one(Draft { name: "a".repeat(101), ..valid() }, Some((DraftField::Name, "nameLength")))]
    #[case::brd_011_no_contact(Draft { contacts: vec![], ..valid() }, Some((DraftField::Contacts, "noContacts")))]
    #[case::brd_012_a_thousand_contacts(Draft { contacts: vec![Chosen::default(); 1_000], ..valid() }, None)]
    #[case::brd_012_more_contacts(
        Draft { contacts: vec![Chosen::default(); 1_001], ..valid() },
        Some((DraftField::Contacts, "tooMany"))
    )]
    #[case::no_campaign(Draft { campaign: "".into(), ..valid() }, Some((DraftField::Campaign, "required")))]
    #[case::no_route(Draft { route: String::new(), ..valid() }, Some((DraftField::Route, "required")))]
    #[case::no_template(
        Draft { template: String::new(), variables: vec![], ..valid() },
        Some((DraftField::Template, "required"))
    )]
    #[case::a_variable_without_a_source(
        Draft { variables: vec![VariableSource::default()], ..valid() },
        Some((DraftField::Variables, "variables"))
    )]
    #[case::a_start_in_the_past(Draft { starts_at: Some(Wall(999)), ..valid() }, Some((DraftField::StartsAt, "past")))]
    #[case::a_start_later(Draft { starts_at: Some(Wall(1_001)), ..valid() }, None)]
    fn a_draft_is_refused_field_by_field(#[case] draft: Draft, #[case] expected: Option<(DraftField, &str)>) {
        let expected: Vec<_> =
            expected.into_iter().map(|(field, key)| (field, format!("broadcasts.fault.{key}"))).collect();
        assert_eq!(faults(&draft, false), expected);
    }

    #[test]
    fn brd_025_the_name_of_another_list_of_the_agent_is_refused_before_the_request() {
        assert_eq!(faults(&valid(), true), [(DraftField::Name, "broadcasts.fault.duplicate".to_owned())]);
    }

    #[test]
    fn a_refusal_of_the_server_is_shown_at_its_fields() {
        let read = |value: serde_json::Value| refused_fields(&serde_json::from_value(value).expect("an error"));
        let keys = |value| read(value).into_iter().map(|(field, text)| (field, text.key)).collect::<Vec<_>>();
        assert_eq!(
            keys(json!({ "errors": { "name": "tooShort", "attendanceGroupId": "unknown", "newer": "x" } })),
            [
                (DraftField::Group, "broadcasts.fault.groupUnknown".to_owned()),
                (DraftField::Name, "broadcasts.fault.nameLength".to_owned()),
            ]
        );
        assert_eq!(
            keys(json!({ "cause": "duplicate" })),
            [(DraftField::Name, "broadcasts.fault.duplicate".to_owned())]
        );
        let most = read(json!({ "errors": { "contacts": "tooLong" }, "details": { "most": 5000 } }));
        assert_eq!(most[0].1.params.get("count").map(String::as_str), Some("5000"));
    }

    #[test]
    fn a_changed_campaign_clears_its_route_and_template_and_an_absent_field_stays() {
        let mut draft = valid();
        assert!(draft.apply(DraftChange { campaign_id: Some("32".into()), ..DraftChange::default() }));
        assert_eq!((draft.name.as_str(), draft.campaign.as_str()), ("Renovação", "32"));
        assert_eq!((draft.route.as_str(), draft.template.as_str(), draft.variables.len()), ("", "", 0));
        assert!(!draft.apply(DraftChange { campaign_id: Some("32".into()), ..DraftChange::default() }));
        draft.apply(DraftChange { starts_at: Some(5_000.0), ..DraftChange::default() });
        assert_eq!(draft.starts_at, Some(Wall(5_000)));
        draft.apply(DraftChange { starts_at: Some(0.0), ..DraftChange::default() });
        assert_eq!(draft.starts_at, None);
    }
}
