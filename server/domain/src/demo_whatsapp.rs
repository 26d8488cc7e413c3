//! Demo data of WhatsApp and Instagram: two simulated routes with their queues, a campaign with templates, presets, a bot.

use crate::demo::{ORG_UNIT, RENEWALS, SUPPORT, put_group, put_queue};
use crate::demo_accounts::DemoData;
use crate::demo_voice::script_field;
use crate::store::{
    BotRow, PresetRow, QualificationRow, QueueSettings, QueueSettingsRow, ScriptRow, Store, StoreResult, TemplateRow,
    WhatsAppCampaignRow, WhatsAppRouteRow,
};
use wire::{
    AgentId, AttendanceGroupId, Channel, JobTag, MessageMedia, MetaType, OrgUnitId, QualificationId,
    QualificationRecord, QueueId, ScriptFieldKind,
};

/// Queue of the WhatsApp route, also the identifier of its group.
pub(crate) const SALES: &str = "40";
/// Queue of the Instagram route, also the identifier of its group.
const INSTAGRAM: &str = "41";
pub(crate) const CAMPAIGN: &str = "31";
pub(crate) const SALES_ROUTE: &str = "1";
const INSTAGRAM_ROUTE: &str = "2";

const QUALIFICATIONS: [(&str, &str, &str); 3] = [
    ("61", "WhatsApp > Resolvido", "positive"),
    ("62", "WhatsApp > Retornar depois", "neutral"),
    ("63", "WhatsApp > Sem interesse", "negative"),
];

/// A template of the demo. The header is the name of the company, or a file.
struct DemoTemplate {
    id: &'static str,
    name: &'static str,
    category: &'static str,
    header_media: Option<MessageMedia>,
    body: &'static str,
    variables: &'static [&'static str],
    buttons: &'static [&'static str],
}

const TEMPLATES: [DemoTemplate; 4] = [
    DemoTemplate {
        id: "renovacao_1",
        name: "renovacao",
        category: "UTILITY",
        header_media: None,
        body: "Olá {{1}}, o seu plano vence em {{2}}.",
        variables: &["nome", "mês"],
        buttons: &["Renovar", "Falar com um atendente"],
    },
    DemoTemplate {
        id: "retorno_1",
        name: "retorno",
        category: "UTILITY",
        header_media: None,
        body: "Olá {{1}}, podemos continuar o seu atendimento?",
        variables: &["nome"],
        buttons: &[],
    },
    DemoTemplate {
        id: "boas_vindas_1",
        name: "boas_vindas",
        category: "MARKETING",
        header_media: None,
        body: "Bem-vindo à Central Aurora!",
        variables: &[],
        buttons: &["Conhecer planos"],
    },
    DemoTemplate {
        id: "segunda_via_1",
        name: "segunda_via",
        category: "UTILITY",
        header_media: Some(MessageMedia::File),
        body: "Olá {{1}}, segue a segunda via da sua fatura.",
        variables: &["nome"],
        buttons: &[],
    },
];

/// A preset message: identifier, name, text, kind.
const PRESETS: [(&str, &str, &str, &str); 4] = [
    ("1", "Saudação", "Olá! Em que posso ajudar?", "text"),
    ("2", "Aguarde", "Só um momento, vou verificar.", "text"),
    ("3", "Despedida", "Obrigado pelo contato. Tenha um bom dia!", "text"),
    (
        "4",
        "Apresentação",
        "Olá, {{primeiro_nome}}! Aqui é {{agente_primeiro_nome}}. O protocolo deste atendimento é {{protocolo}}.",
        "text",
    ),
];

/// Business hours of the Instagram queue; the other queues are always open.
const INSTAGRAM_HOURS: &str = r#"{"zone":"America/Sao_Paulo","days":{"mon":["08:00-20:00"],"tue":["08:00-20:00"],
    "wed":["08:00-20:00"],"thu":["08:00-20:00"],"fri":["08:00-20:00"],"sat":["09:00-13:00"]},
    "holidays":{"2026-12-25":[],"2027-01-01":[]}}"#;

/// Adds missing rows; existing rows are kept.
pub(crate) fn put_whatsapp(store: &mut dyn Store, data: &DemoData) -> StoreResult<()> {
    if !store.whatsapp_routes()?.is_empty() {
        return Ok(());
    }
    let mut members = Vec::new();
    for agent in &data.agents {
        members.extend(add_channel(store, &agent.id)?);
    }
    let tag = JobTag {
        tag_item_id: "41".to_owned(),
        tag_item_name: "WhatsApp".to_owned(),
        tag_item_color: "#1B5E20".to_owned(),
    };
    put_group(store, SALES, "Vendas WhatsApp", Channel::Whatsapp, members.clone(), false)?;
    put_queue(store, SALES, "Vendas WhatsApp", Channel::Whatsapp, vec![tag])?;
    put_group(store, INSTAGRAM, "Instagram", Channel::Whatsapp, members, false)?;
    put_queue(store, INSTAGRAM, "Instagram", Channel::Whatsapp, Vec::new())?;
    let queue_id = QueueId::from(INSTAGRAM);
    let settings = store.queue_settings(&queue_id)?;
    let calendar = serde_json::from_str(INSTAGRAM_HOURS).ok();
    store.put_queue_settings(&QueueSettingsRow { queue_id, settings: QueueSettings { calendar, ..settings } })?;
    store.put_whatsapp_route(&route(SALES_ROUTE, "Vendas", "gupshup", "551140004000", MetaType::Whatsapp, SALES))?;
    let instagram =
        route(INSTAGRAM_ROUTE, "Aurora no Instagram", "simulated", "17841400000000099", MetaType::Instagram, INSTAGRAM);
    store.put_whatsapp_route(&instagram)?;
    store.put_whatsapp_campaign(&WhatsAppCampaignRow {
        id: QueueId::from(CAMPAIGN),
        name: "Renovação por WhatsApp".to_owned(),
        group_id: AttendanceGroupId::from(SALES),
        queue_id: QueueId::from(SALES),
        org_unit_id: OrgUnitId::from(ORG_UNIT),
        route_ids: vec![SALES_ROUTE.to_owned()],
        without_template: false,
    })?;
    put_qualifications(store)?;
    put_script(store)?;
    put_texts(store)
}

/// The campaign uses the script of its queue; the Instagram queue has none.
fn put_script(store: &mut dyn Store) -> StoreResult<()> {
    store.put_script(&ScriptRow {
        id: "13".to_owned(),
        name: "Vendas WhatsApp".to_owned(),
        text: "Confirme o endereço de instalação com {{fullname}} antes de enviar a proposta.".to_owned(),
        fields: vec![
            script_field("1", "Plano", ScriptFieldKind::Select, &["Básico", "Completo"]),
            script_field("2", "Endereço confirmado", ScriptFieldKind::Checkbox, &[]),
            script_field("3", "Observação", ScriptFieldKind::Text, &[]),
        ],
        org_unit_id: OrgUnitId::from(ORG_UNIT),
        used_by: [SALES, CAMPAIGN].map(QueueId::from).to_vec(),
    })
}

/// Lets an agent work on WhatsApp; returns the agent if it exists.
fn add_channel(store: &mut dyn Store, id: &AgentId) -> StoreResult<Option<AgentId>> {
    let Some(mut row) = store.agent(id)? else { return Ok(None) };
    if !row.record.channels.contains(&Channel::Whatsapp) {
        row.record.channels.push(Channel::Whatsapp);
        store.put_agent(&row)?;
    }
    Ok(Some(id.clone()))
}

fn route(id: &str, name: &str, provider: &str, phone: &str, meta_type: MetaType, queue: &str) -> WhatsAppRouteRow {
    WhatsAppRouteRow {
        id: id.to_owned(),
        name: name.to_owned(),
        provider: provider.to_owned(),
        account: phone.to_owned(),
        phone: phone.to_owned(),
        meta_type,
        queue_id: QueueId::from(queue),
        org_unit_id: OrgUnitId::from(ORG_UNIT),
        connected: true,
        failing: Vec::new(),
        is_simulated: true,
    }
}

fn put_qualifications(store: &mut dyn Store) -> StoreResult<()> {
    for (position, (id, name, kind)) in (0..).zip(QUALIFICATIONS) {
        store.put_qualification(&QualificationRow {
            record: QualificationRecord {
                id: QualificationId::from(id),
                name: name.to_owned(),
                kind: kind.to_owned(),
                finish_dialing: false,
            },
            list: Some(QueueId::from(SALES)),
            position,
            alias: None,
            org_unit_id: OrgUnitId::default(),
        })?;
    }
    Ok(())
}

fn put_texts(store: &mut dyn Store) -> StoreResult<()> {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    for template in TEMPLATES {
        let DemoTemplate { id, name, category, header_media, body, variables, buttons } = template;
        store.put_template(&TemplateRow {
            id: id.to_owned(),
            route_id: SALES_ROUTE.to_owned(),
            name: name.to_owned(),
            language: "pt_BR".to_owned(),
            category: category.to_owned(),
            header: if header_media.is_none() { "Central Aurora".to_owned() } else { String::new() },
            header_media,
            body: body.to_owned(),
            footer: "Responda SAIR para não receber mais".to_owned(),
            buttons: owned(buttons),
            variables: owned(variables),
        })?;
    }
    for (id, name, text, kind) in PRESETS {
        store.put_preset(&PresetRow {
            id: id.to_owned(),
            name: name.to_owned(),
            text: text.to_owned(),
            kind: kind.to_owned(),
            org_unit_id: OrgUnitId::from(ORG_UNIT),
            used_by: [SALES, INSTAGRAM, CAMPAIGN, RENEWALS, SUPPORT].map(QueueId::from).to_vec(),
        })?;
    }
    store.put_bot(&BotRow { id: "1".to_owned(), name: "Triagem".to_owned(), org_unit_id: OrgUnitId::from(ORG_UNIT) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::QueueSettingsStore;
    use crate::testing::TestCentre;

    #[test]
    fn the_demo_has_a_queue_with_hours_and_others_that_are_always_open() {
        let test = TestCentre::new();
        let hours = |queue: &str| test.store.queue_settings(&QueueId::from(queue)).unwrap().calendar;
        assert!(hours(INSTAGRAM).is_some_and(|calendar| calendar.next_opening(wire::Wall(0)).is_some()));
        assert!(hours(SALES).is_none());
    }
}
