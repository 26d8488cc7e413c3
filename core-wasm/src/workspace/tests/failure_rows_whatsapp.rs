//! The requests of WhatsApp with the way in which their failure is shown, as in `failure_rows`.

use super::bench::Bench;
use super::failure_rows::Row;
use super::failure_rows::Told::{Inline, Silently, Snackbar};
use crate::conversation::ConversationIntent;
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::transfers::TransfersIntent;
use crate::whatsapp::WhatsAppIntent;
use crate::wire::Protocol;
use serde_json::{Value, json};

fn w1() -> Protocol {
    "W1".into()
}

fn with_whatsapp_attendances() -> Bench {
    super::whatsapp::with_two()
}

fn with_ended_whatsapp_attendance() -> Bench {
    let mut bench = with_whatsapp_attendances();
    bench.event("WhatsAppEndEvent", json!({ "protocol": "W1" }));
    bench
}

/// A WhatsApp attendance of a campaign without a script.
fn with_campaign_attendance() -> Bench {
    let mut bench = Bench::signed_in();
    super::whatsapp::connect(&mut bench);
    bench.answer("GET campaigns/whatsapp/31/script", 204, Value::Null);
    bench.attends_whatsapp("W1", json!({ "campaign": { "id": "31" } })).open("W1");
    bench
}

pub const WHATSAPP_ROWS: &[Row] = &[
    Row {
        pending: "whatsapp::Pin",
        call: "POST whatsapp/pin",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::Pin { protocol: w1(), pinned: true });
        },
    },
    Row {
        pending: "whatsapp::Unread",
        call: "POST whatsapp/unread",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::MarkUnread { protocol: w1(), unread: true });
        },
    },
    Row {
        pending: "conversation::Renewal",
        call: "GET job/W1/messages",
        before: super::renewals::with_pictures,
        told: Silently,
        act: |bench| {
            bench.forget();
            bench.intent(Intent::Jobs(JobsIntent::RenewFile { protocol: w1(), local_id: "s1".to_owned() }));
        },
    },
    Row {
        pending: "conversation::EarlierAgain",
        call: "GET whatsapp/messages/W0",
        before: super::renewals::with_earlier_pictures,
        told: Silently,
        act: |bench| {
            bench.forget();
            super::renewals::renew_earlier(bench, "m6|x6");
        },
    },
    Row {
        pending: "whatsapp::GalleryAgain",
        call: "GET contacts/media/whatsapp",
        before: super::renewals::with_gallery,
        told: Silently,
        act: |bench| {
            bench.forget();
            super::renewals::renew_medium(bench, "m60");
        },
    },
    Row {
        pending: "whatsapp::OptIn",
        call: "POST gupshup/set-optin",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::OptIn { protocol: w1() });
        },
    },
    Row {
        pending: "whatsapp::Reopen",
        call: "POST whatsapp/reopen",
        before: with_ended_whatsapp_attendance,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::Reopen { protocol: w1() });
        },
    },
    Row {
        pending: "transfers::Transfer",
        call: "POST job/whatsapp/transfer",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.transfers(TransfersIntent::Transfer {
                protocol: w1(),
                to_agent_id: "102".into(),
                queue_id: Default::default(),
                campaign_id: Default::default(),
                observation: String::new(),
            });
        },
    },
    Row {
        pending: "whatsapp::Check",
        call: "POST job/whatsapp/check-active-sessions",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::Begin {
                phone: "5511955550102".to_owned(),
                contact_id: Default::default(),
                campaign_id: Default::default(),
                route_id: String::new(),
            });
        },
    },
    Row {
        pending: "whatsapp::EarlyCheck",
        call: "POST job/whatsapp/check-active-sessions",
        before: with_whatsapp_attendances,
        told: Silently,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::CheckBegin {
                phone: "5511955550102".to_owned(),
                contact_id: Default::default(),
                campaign_id: Default::default(),
                route_id: String::new(),
            });
        },
    },
    Row {
        pending: "whatsapp::Begin",
        call: "POST job/whatsapp/active-job",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::Begin {
                phone: "5511955550102".to_owned(),
                contact_id: Default::default(),
                campaign_id: Default::default(),
                route_id: String::new(),
            });
        },
    },
    Row {
        pending: "whatsapp::DefaultCampaign",
        call: "PUT agents/101/set-campaign-default",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::SetDefaultCampaign { campaign_id: "31".to_owned() });
        },
    },
    Row {
        pending: "whatsapp::Templates",
        call: "GET gupshup/templates/Vendas/551140004000",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadTemplates { protocol: w1() });
        },
    },
    Row {
        pending: "whatsapp::TemplateRoute",
        call: "GET queues/whatsapp/routes/20",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadTemplates { protocol: w1() });
        },
    },
    Row {
        pending: "conversation::Presets",
        call: "GET queues/whatsapp/20/preset-messages",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.intent(Intent::Conversation(ConversationIntent::LoadPresets { protocol: w1() }));
        },
    },
    Row {
        pending: "transfers::Agents",
        call: "GET queues/whatsapp/20/agents-available",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.transfers(TransfersIntent::LoadDestinations { protocol: w1() });
        },
    },
    Row {
        pending: "transfers::Queues",
        call: "GET queues/whatsapp/agent/org-unit/1",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.transfers(TransfersIntent::LoadDestinations { protocol: w1() });
        },
    },
    Row {
        pending: "transfers::Campaigns",
        call: "GET campaigns/whatsapp",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.transfers(TransfersIntent::LoadDestinations { protocol: w1() });
        },
    },
    Row {
        pending: "transfers::CampaignAgents",
        call: "GET campaigns/whatsapp/31/agents-available",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            let campaign_id = "31".into();
            bench.transfers(TransfersIntent::ChooseCampaign { protocol: w1(), campaign_id }).advance(250);
        },
    },
    Row {
        pending: "conversation::Search",
        call: "GET whatsapp/messages/search",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            let search = ConversationIntent::Search { protocol: w1(), text: "boleto".to_owned() };
            bench.intent(Intent::Conversation(search));
        },
    },
    Row {
        pending: "whatsapp::Gallery",
        call: "GET contacts/media/whatsapp",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadMedia { protocol: w1() });
        },
    },
    Row {
        pending: "whatsapp::Script",
        call: "GET queues/whatsapp/20/script",
        before: with_whatsapp_attendances,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadScript { protocol: w1() });
        },
    },
    Row {
        pending: "whatsapp::QueueScript",
        call: "GET queues/whatsapp/20/script",
        before: with_campaign_attendance,
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadScript { protocol: w1() });
        },
    },
    Row {
        pending: "whatsapp::ScriptFields",
        call: "GET script/12/fields",
        before: || {
            let mut bench = with_whatsapp_attendances();
            bench.answer("GET queues/whatsapp/20/script", 200, json!({ "id": "12", "name": "Venda" }));
            bench
        },
        told: Snackbar,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadScript { protocol: w1() });
        },
    },
    Row {
        pending: "conversation::Earlier",
        call: "GET whatsapp/messages/W1",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.intent(Intent::Conversation(ConversationIntent::LoadEarlier { protocol: w1() }));
        },
    },
    Row {
        pending: "whatsapp::Campaigns",
        call: "GET agents/101/campaigns/whatsapp",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadCampaigns);
        },
    },
    Row {
        pending: "whatsapp::Routes",
        call: "GET campaigns/whatsapp/routes/31",
        before: with_whatsapp_attendances,
        told: Inline,
        act: |bench| {
            bench.whatsapp(WhatsAppIntent::LoadRoutes { campaign_id: "31".into() });
        },
    },
];
