//! Conformance of routes, conversations, provider ids, campaigns, templates, presets, bots and files of WhatsApp.

use super::{Check, committed, holds};
use crate::store::{
    BotRow, CampaignFact, ChangeFacts, ClaimFact, ConversationAliasRow, ConversationRow, EditFact, KeptFor, MediaRow,
    MessagePlace, PresetRow, ProviderMessageRow, ReactionFact, ReceiptFact, Store, StoreError, TemplateRow,
    UnusedMediaRow, WhatsAppCampaignRow, WhatsAppJobRow, WhatsAppRouteRow,
};
use wire::{AgentId, AttendanceGroupId, MessageMedia, MessageStatus, MetaType, OrgUnitId, Protocol, QueueId, Wall};

pub(super) fn check(store: &mut dyn Store) -> Check {
    routes(store)?;
    conversations(store)?;
    aliases(store)?;
    provider_messages(store)?;
    records(store)
}

fn route(id: &str, account: &str) -> WhatsAppRouteRow {
    WhatsAppRouteRow {
        id: id.to_owned(),
        name: "Vendas 📞".to_owned(),
        provider: "gupshup".to_owned(),
        account: account.to_owned(),
        phone: "551140004000".to_owned(),
        meta_type: MetaType::Instagram,
        queue_id: QueueId::from("40"),
        org_unit_id: OrgUnitId::from("u1"),
        connected: true,
        failing: Vec::new(),
        is_simulated: true,
    }
}

fn routes(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_whatsapp_route(&route("2", "b"))?;
        Ok(store.put_whatsapp_route(&route("1", "a"))?)
    })?;
    holds(store.whatsapp_route("1")? == Some(route("1", "a")), "a route comes back as it was put")?;
    holds(store.whatsapp_route_of("gupshup", "b")?.is_some_and(|row| row.id == "2"), "it is found by its account")?;
    holds(store.whatsapp_route_of("meta", "b")?.is_none(), "of its own provider only")?;
    let both = [route("1", "a"), route("2", "b")];
    holds(store.whatsapp_routes()? == both, "routes come by identifier")?;
    holds(store.whatsapp_routes_of_unit(&OrgUnitId::from("u1"))? == both, "routes are found by org unit")?;
    holds(store.whatsapp_routes_of_unit(&OrgUnitId::from("u2"))?.is_empty(), "another org unit has none")?;
    holds(store.whatsapp_routes_of_queue(&QueueId::from("40"))? == both, "routes are found by queue")?;
    holds(store.whatsapp_routes_of_queue(&QueueId::from("41"))?.is_empty(), "another queue has none")?;
    store.begin()?;
    let refused = store.put_whatsapp_route(&route("3", "b"));
    store.rollback()?;
    holds(matches!(refused, Err(StoreError::Conflict(_))), "two routes cannot have one account")
}

fn conversation(route_id: &str, customer: &str, current: Option<&str>) -> ConversationRow {
    ConversationRow {
        route_id: route_id.to_owned(),
        customer: customer.to_owned(),
        network_id: customer.to_owned(),
        name: "Helena".to_owned(),
        org_unit_id: OrgUnitId::from("u1"),
        owner: Some(AgentId::from("1")),
        current: current.map(Protocol::from),
        last_ended_at: Some(Wall(1)),
        last_receipt: Some(Wall(2)),
        template_sent_at: Some(Wall(3)),
        pinned: true,
        marked_unread: true,
        opted_out: true,
        consent_at: Some(Wall(4)),
        number_not_exists: true,
        claim: Some(ClaimFact::Wallet(AgentId::from("2"))),
    }
}

fn job(protocol: &str, route_id: &str, customer: &str) -> WhatsAppJobRow {
    WhatsAppJobRow {
        protocol: Protocol::from(protocol),
        route_id: route_id.to_owned(),
        customer: customer.to_owned(),
        campaign: Some(CampaignFact { id: QueueId::from("31"), name: "Renovação".to_owned() }),
    }
}

fn conversations(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_conversation(&conversation("1", "b", Some("w1")))?;
        store.put_conversation(&conversation("1", "a", None))?;
        store.put_conversation(&conversation("2", "a", None))?;
        store.put_whatsapp_job(&job("w2", "1", "a"))?;
        store.put_whatsapp_job(&job("w1", "1", "b"))?;
        Ok(store.put_whatsapp_job(&job("w3", "2", "a"))?)
    })?;
    let found = store.conversation("1", "b")?;
    holds(found == Some(conversation("1", "b", Some("w1"))), "a conversation comes back as it was put")?;
    let of_route: Vec<String> = store.conversations_of_route("1")?.into_iter().map(|row| row.customer).collect();
    holds(of_route == ["a", "b"], "conversations of a route come by customer; several may have no attendance")?;
    holds(store.whatsapp_job(&Protocol::from("w2"))? == Some(job("w2", "1", "a")), "its attendance comes back")?;
    let of_customer = store.whatsapp_jobs_of("a")?;
    holds(of_customer == [job("w2", "1", "a"), job("w3", "2", "a")], "attendances are found by the customer")?;
    store.begin()?;
    let refused = store.put_conversation(&conversation("2", "b", Some("w1")));
    store.rollback()?;
    holds(matches!(refused, Err(StoreError::Conflict(_))), "two conversations cannot have one attendance")
}

fn aliases(store: &mut dyn Store) -> Check {
    let alias = |route_id: &str, alias: &str, customer: &str| ConversationAliasRow {
        route_id: route_id.to_owned(),
        alias: alias.to_owned(),
        customer: customer.to_owned(),
        at: Wall(7),
    };
    committed(store, |store| {
        store.put_conversation_alias(&alias("1", "BR.2", "b"))?;
        store.put_conversation_alias(&alias("1", "BR.1", "b"))?;
        Ok(store.put_conversation_alias(&alias("2", "BR.1", "a"))?)
    })?;
    holds(store.conversation_alias("1", "BR.1")? == Some(alias("1", "BR.1", "b")), "a further name is of its route")?;
    holds(store.conversation_alias("1", "BR.3")?.is_none(), "an unknown name is nobody's")?;
    let names: Vec<String> = store.aliases_of_conversation("1", "b")?.into_iter().map(|row| row.alias).collect();
    holds(names == ["BR.1", "BR.2"], "further names of a customer come by name")?;
    committed(store, |store| Ok(store.put_conversation_alias(&alias("1", "BR.1", "c"))?))?;
    holds(store.aliases_of_conversation("1", "b")?.len() == 1, "a name is of one customer")
}

fn provider_messages(store: &mut dyn Store) -> Check {
    let row = |route_id: &str, seq: u64| ProviderMessageRow {
        route_id: route_id.to_owned(),
        provider_id: "wamid.1".to_owned(),
        message: Some(MessagePlace { protocol: Protocol::from("w1"), seq }),
        early: Some(ReceiptFact { status: MessageStatus::Read, reason: "x".to_owned() }),
        entry: None,
        changes: Some(ChangeFacts {
            customer: "5511".to_owned(),
            edit: Some(EditFact { text: "Oi".to_owned(), at: Wall(1) }),
            revoked: true,
            reaction: Some(ReactionFact { emoji: "👍".to_owned(), at: Wall(2) }),
        }),
        at: Wall(5),
    };
    committed(store, |store| {
        store.insert_provider_message(&row("1", 1))?;
        Ok(store.insert_provider_message(&row("2", 2))?)
    })?;
    store.begin()?;
    let repeated = store.insert_provider_message(&row("1", 3));
    store.rollback()?;
    holds(matches!(repeated, Err(StoreError::Conflict(_))), "an id of a provider is one message")?;
    holds(store.provider_message("1", "wamid.1")? == Some(row("1", 1)), "the first one is kept")?;
    committed(store, |store| Ok(store.put_provider_message(&row("1", 4))?))?;
    holds(store.provider_message("1", "wamid.1")? == Some(row("1", 4)), "what is known of it can change")
}

fn records(store: &mut dyn Store) -> Check {
    let campaign = WhatsAppCampaignRow {
        id: QueueId::from("31"),
        name: "Renovação".to_owned(),
        group_id: AttendanceGroupId::from("g"),
        queue_id: QueueId::from("40"),
        org_unit_id: OrgUnitId::from("u1"),
        route_ids: vec!["1".to_owned()],
        without_template: true,
    };
    let template = TemplateRow {
        id: "t".to_owned(),
        route_id: "1".to_owned(),
        name: "renovacao".to_owned(),
        language: "pt_BR".to_owned(),
        category: "UTILITY".to_owned(),
        header: "Renovação".to_owned(),
        header_media: Some(MessageMedia::File),
        body: "Olá {{1}}".to_owned(),
        footer: "SAIR".to_owned(),
        buttons: vec!["Renovar".to_owned()],
        variables: vec!["nome".to_owned()],
    };
    let preset = PresetRow {
        id: "p".to_owned(),
        name: "Saudação".to_owned(),
        text: "Olá!".to_owned(),
        kind: "text".to_owned(),
        org_unit_id: OrgUnitId::from("u1"),
        used_by: vec![QueueId::from("40")],
    };
    let bot = BotRow { id: "b".to_owned(), name: "Triagem".to_owned(), org_unit_id: OrgUnitId::from("u1") };
    let media = MediaRow {
        id: "m".to_owned(),
        protocol: Protocol::from("w1"),
        agent_id: AgentId::from("1"),
        kind: MessageMedia::Image,
        mimetype: "image/jpeg".to_owned(),
        file_name: "comprovante.jpg".to_owned(),
        size: 7,
        created_at: Wall(9),
    };
    committed(store, |store| {
        store.put_whatsapp_campaign(&campaign)?;
        store.put_template(&template)?;
        store.put_preset(&preset)?;
        store.put_bot(&bot)?;
        Ok(store.put_media(&media)?)
    })?;
    let is_only = |rows: &[WhatsAppCampaignRow]| rows == std::slice::from_ref(&campaign);
    holds(is_only(&store.whatsapp_campaigns_of_unit(&campaign.org_unit_id)?), "campaigns are found by org unit")?;
    holds(is_only(&store.whatsapp_campaigns_of_group(&campaign.group_id)?), "campaigns are found by group")?;
    holds(store.whatsapp_campaigns_of_group(&AttendanceGroupId::from("h"))?.is_empty(), "another group has none")?;
    holds(store.whatsapp_campaigns()?.as_slice() == std::slice::from_ref(&campaign), "campaigns are listed")?;
    holds(store.whatsapp_campaign(&campaign.id)? == Some(campaign), "a campaign comes back as it was put")?;
    holds(store.templates()?.as_slice() == std::slice::from_ref(&template), "templates are listed")?;
    holds(store.templates_of_route("1")?.as_slice() == std::slice::from_ref(&template), "templates are of a route")?;
    holds(store.templates_of_route("2")?.is_empty(), "another route has none")?;
    holds(store.template("t")? == Some(template), "a template comes back as it was put")?;
    holds(store.presets()?.as_slice() == std::slice::from_ref(&preset), "presets are listed")?;
    let of_unit = store.presets_of_unit(&preset.org_unit_id)?;
    holds(of_unit.as_slice() == std::slice::from_ref(&preset), "presets are found by org unit")?;
    holds(store.preset("p")? == Some(preset), "a preset comes back as it was put")?;
    holds(store.bots_of_unit(&bot.org_unit_id)? == [bot], "bots are found by org unit")?;
    let another = OrgUnitId::from("another");
    holds(store.bots_of_unit(&another)?.is_empty(), "another org unit has none")?;
    holds(store.media("m")? == Some(media), "a file comes back as it was put")?;
    committed(store, |store| Ok(store.delete_media("m")?))?;
    holds(store.media("m")?.is_none(), "a file is deleted")?;
    unused_media(store)
}

fn unused_media(store: &mut dyn Store) -> Check {
    let row = |id: &str, at: i64| UnusedMediaRow { id: id.to_owned(), created_at: Wall(at) };
    committed(store, |store| {
        for (id, at) in [("a", 30), ("b", 10), ("c", 20)] {
            store.put_unused_media(&row(id, at))?;
        }
        Ok(())
    })?;
    holds(store.oldest_aged(KeptFor::UnusedFiles)? == Some(Wall(10)), "the oldest one is found")?;
    committed(store, |store| Ok(store.delete_unused_media("b")?))?;
    holds(store.unused_media("b")?.is_none() && store.unused_media("c")?.is_some(), "one mark is deleted")
}
