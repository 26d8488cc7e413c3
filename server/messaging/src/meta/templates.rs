//! Parses `/{business-account}/message_templates`.

use serde_json::Value;

use crate::json::{at, filled, items, placeholders, text};
use crate::types::{MediaKind, Template, TemplateHeader, TemplatePage};

pub(super) fn page(body: &Value) -> TemplatePage {
    let approved = |item: &&Value| text(item, &["status"]).as_deref() == Some("APPROVED");
    TemplatePage {
        templates: items(body, &["data"]).iter().filter(approved).filter_map(template).collect(),
        // The cursor and not `paging.next`: the next address is built here and never taken from an answer.
        next: at(body, &["paging", "next"]).and_then(|_| filled(body, &["paging", "cursors", "after"])),
    }
}

fn template(item: &Value) -> Option<Template> {
    let name = filled(item, &["name"])?;
    let mut template = Template {
        id: name.clone(),
        name,
        language: filled(item, &["language"])?,
        category: filled(item, &["category"]),
        ..Template::default()
    };
    for component in items(item, &["components"]) {
        match text(component, &["type"]).unwrap_or_default().to_ascii_uppercase().as_str() {
            "HEADER" => template.header = Some(header(component)),
            "BODY" => template.body = text(component, &["text"]).unwrap_or_default(),
            "BUTTONS" => template.buttons = buttons(component).map(|(_, label, _)| label).collect(),
            _ => {}
        }
    }
    if let Some(TemplateHeader::Text(text)) = &template.header {
        template.variables.extend(placeholders(&[text]).into_iter().map(|name| format!("header.{name}")));
    }
    template.variables.extend(placeholders(&[&template.body]));
    for (index, _, url) in items(item, &["components"]).iter().flat_map(buttons) {
        if url.contains("{{") {
            template.variables.push(format!("button.{index}"));
        }
    }
    Some(template)
}

fn header(component: &Value) -> TemplateHeader {
    match text(component, &["format"]).unwrap_or_default().as_str() {
        "TEXT" => TemplateHeader::Text(text(component, &["text"]).unwrap_or_default()),
        "IMAGE" => TemplateHeader::Media(MediaKind::Image),
        "VIDEO" => TemplateHeader::Media(MediaKind::Video),
        "DOCUMENT" => TemplateHeader::Media(MediaKind::Document),
        other => TemplateHeader::Other(other.to_owned()),
    }
}

/// Index, label and address of every button.
fn buttons(component: &Value) -> impl Iterator<Item = (usize, String, String)> {
    items(component, &["buttons"]).iter().enumerate().map(|(index, button)| {
        (index, text(button, &["text"]).unwrap_or_default(), text(button, &["url"]).unwrap_or_default())
    })
}
