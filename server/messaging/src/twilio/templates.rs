//! Parses `/v1/ContentAndApprovals`.

use serde_json::Value;

use crate::json::{at, filled, items, placeholders, text};
use crate::types::{MediaKind, Template, TemplateHeader, TemplatePage};

pub(super) fn page(body: &Value) -> TemplatePage {
    let next = filled(body, &["meta", "next_page_url"]);
    TemplatePage {
        templates: items(body, &["contents"]).iter().filter_map(template).collect(),
        // Only the query is used: the next address is built here and never taken from an answer.
        next: next.and_then(|url| url.split_once('?').map(|(_, query)| query.to_owned())),
    }
}

fn template(item: &Value) -> Option<Template> {
    let approval = at(item, &["approval_requests"])?;
    if !text(approval, &["status"])?.eq_ignore_ascii_case("approved") {
        return None;
    }
    // A content has one or more types; WhatsApp shows the richest one that has a text.
    let types = at(item, &["types"])?.as_object()?;
    let body = types.values().find_map(|kind| filled(kind, &["body"])).unwrap_or_default();
    let actions = types.values().flat_map(|kind| items(kind, &["actions"]));
    let has_media = types.values().any(|kind| !items(kind, &["media"]).is_empty());
    Some(Template {
        id: filled(item, &["sid"])?,
        name: filled(approval, &["name"]).or_else(|| filled(item, &["friendly_name"]))?,
        language: filled(item, &["language"])?,
        category: filled(approval, &["category"]),
        header: has_media.then_some(TemplateHeader::Media(MediaKind::Image)),
        variables: variables(item, &body),
        buttons: actions.filter_map(|action| filled(action, &["title"])).collect(),
        body,
    })
}

/// The placeholders of the text, then those of addresses and files, which only the list of samples contains.
fn variables(item: &Value, body: &str) -> Vec<String> {
    let mut names = placeholders(&[body]);
    let samples = at(item, &["variables"]).and_then(Value::as_object);
    for name in samples.into_iter().flat_map(|samples| samples.keys()) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}
