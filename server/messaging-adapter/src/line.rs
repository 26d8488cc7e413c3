//! Routes of the domain as accounts of the simulated messenger.

use contact_centre::store::{TemplateRow, WhatsAppRouteRow};
use contact_centre::wire::MetaType;
use messaging::{Template, TemplateHeader};
use messenger::{Line, LineKind};

/// The account of the simulated messenger that a route is.
pub fn line(route: WhatsAppRouteRow, templates: Vec<TemplateRow>) -> Line {
    let kind = match route.meta_type {
        MetaType::Whatsapp => LineKind::Whatsapp,
        MetaType::Instagram => LineKind::Instagram,
    };
    let templates = templates.into_iter().map(|template| Template {
        id: template.id,
        name: template.name,
        language: template.language,
        category: Some(template.category),
        header: match template.header_media {
            Some(media) => Some(TemplateHeader::Media(crate::kind(media, false))),
            None => (!template.header.is_empty()).then_some(TemplateHeader::Text(template.header)),
        },
        body: template.body,
        variables: template.variables,
        buttons: template.buttons,
    });
    Line {
        account: route.account,
        phone: route.phone,
        name: route.name,
        kind,
        has_window: kind == LineKind::Whatsapp,
        templates: templates.collect(),
    }
}
