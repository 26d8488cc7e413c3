//! WhatsApp and Instagram: customers, the simulated provider behind the provider's code of the server, the real contact
//! centre and agents' pages.

use core_wasm::conversation::EntryState;
use core_wasm::conversation::MessageDelivery;
use core_wasm::flow::JobGroup;
use core_wasm::jobs::{self, JobsSlice};
use core_wasm::transfers::{self, TransfersIntent, TransfersSlice};
use core_wasm::whatsapp::{ComposerState, WhatsAppIntent, WhatsAppSlice, slices};
use core_wasm::wire::{ContactId, MessageMedia, Protocol, QueueId};
use core_wasm::{Intent, View};
use rstest::rstest;
use workspace_sim::messenger::{EntryStatus, Settings};
use workspace_sim::providers::MediaKind;
use workspace_sim::{ProviderFault, Sim, core_wasm, lines, minutes, ms, secs};

const HELENA: &str = "5511955550101";
const ANA: usize = 0;
const BRUNO: usize = 1;

/// Agents connected to WhatsApp.
fn at_work(agents: usize) -> Sim {
    let mut sim = Sim::with_agents(1, agents);
    for agent in 0..agents {
        sim.agent(agent).signs_in().connects_whatsapp();
    }
    sim
}

/// Helena wrote a message, and Ana has the attendance open.
fn in_conversation() -> (Sim, Protocol) {
    let mut sim = at_work(1);
    sim.phone(lines::SALES, HELENA).writes("Bom dia");
    let protocol = sim.agent(ANA).protocols(JobGroup::Active).remove(0);
    sim.agent(ANA).opens(&protocol);
    (sim, protocol)
}

/// Deliveries of the agent's messages, top to bottom.
fn deliveries(sim: &mut Sim, protocol: &Protocol) -> Vec<MessageDelivery> {
    let thread = sim.agent(ANA).thread(protocol);
    thread
        .into_iter()
        .map(|(.., delivery)| delivery)
        .filter(|delivery| *delivery != MessageDelivery::Received)
        .collect()
}

#[test]
fn a_customer_and_an_agent_write_to_each_other_with_receipts() {
    let (mut sim, protocol) = in_conversation();
    sim.agent(ANA).writes(&protocol, "Boa tarde, Helena.");
    sim.phone(lines::SALES, HELENA).expect_hears(&["Boa tarde, Helena."]);
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Delivered]);
    sim.phone(lines::SALES, HELENA).looks();
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Read]);
    sim.expect_agreement();
    sim.agent(ANA).reload();
    sim.expect_agreement();
}

/// The customer changes messages, also those that the agent wrote and those of an attendance that has ended.
#[test]
fn bey_166_messages_that_the_customer_changes_are_the_same_on_the_page_and_on_the_server() {
    let (mut sim, protocol) = in_conversation();
    sim.agent(ANA).writes(&protocol, "Boa tarde, Helena.");
    sim.phone(lines::SALES, HELENA).reacts("👍").edits("Boa tarde");
    sim.advance(secs(1));
    let shown = |sim: &mut Sim| -> Vec<(String, bool, bool, usize)> {
        let messages = sim.agent(ANA).messages(&protocol).into_iter().filter(|message| message.system_key.is_none());
        messages
            .map(|message| {
                let content = message.content.unwrap_or_default();
                (message.text, content.edited, content.revoked, content.reactions.len())
            })
            .collect()
    };
    let answered = ("Boa tarde, Helena.".to_owned(), false, false, 1);
    assert_eq!(shown(&mut sim), [("Boa tarde".to_owned(), true, false, 0), answered.clone()]);
    sim.expect_agreement();
    sim.agent(ANA).reload();
    sim.phone(lines::SALES, HELENA).takes_back();
    sim.advance(secs(1));
    assert_eq!(shown(&mut sim), [(String::new(), false, true, 0), answered]);
    sim.expect_agreement();
}

#[rstest]
#[case::image(MediaKind::Image, MessageMedia::Image)]
#[case::video(MediaKind::Video, MessageMedia::Video)]
#[case::audio(MediaKind::Audio { voice: true }, MessageMedia::Audio)]
#[case::sticker(MediaKind::Sticker, MessageMedia::Sticker)]
#[case::document(MediaKind::Document, MessageMedia::File)]
fn a_file_of_the_customer_is_shown_by_its_kind(#[case] kind: MediaKind, #[case] shown: MessageMedia) {
    let (mut sim, protocol) = in_conversation();
    sim.phone(lines::SALES, HELENA).shares(kind, "Segue");
    let message = sim.agent(ANA).messages(&protocol).pop().expect("a message");
    assert_eq!((message.media, message.text.as_str()), (Some(shown), "Segue"));
    sim.expect_agreement();
}

#[test]
fn an_agent_sends_files_and_a_program_with_the_name_of_a_picture_is_refused() {
    let (mut sim, protocol) = in_conversation();
    sim.agent(ANA).sends_file(&protocol, "foto.png", "A foto").sends_file(&protocol, "programa.jpg", "Um jogo");
    sim.agent(ANA).expect_snackbar("whatsapp.media.typeNotAllowed");
    sim.phone(lines::SALES, HELENA).expect_hears(&["A foto"]);
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Delivered, MessageDelivery::Failed]);
    sim.expect_agreement();
}

#[test]
fn a_receipt_that_arrives_before_the_answer_of_its_message_is_applied_after_the_answer() {
    let (mut sim, protocol) = in_conversation();
    sim.provider_is_slow(5_000);
    sim.agent(ANA).presses_send(&protocol, "Boa tarde");
    sim.advance(secs(2));
    sim.phone(lines::SALES, HELENA).looks();
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Read]);
    sim.advance(secs(10)).expect_agreement();
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Read]);
}

#[test]
fn repeated_and_reordered_webhooks_change_nothing() {
    let (mut sim, protocol) = in_conversation();
    sim.agent(ANA).writes(&protocol, "Boa tarde");
    sim.hold_webhooks();
    for text in ["um", "dois", "três"] {
        sim.phone(lines::SALES, HELENA).types_and_sends(text);
        sim.advance(secs(1));
    }
    sim.release_webhooks(true).settle();
    sim.replay_webhooks().replay_webhooks().settle();
    let mut written: Vec<String> = sim.agent(ANA).messages(&protocol).into_iter().map(|message| message.text).collect();
    written.sort_unstable();
    assert_eq!(written.iter().filter(|text| ["um", "dois", "três"].contains(&text.as_str())).count(), 3);
    sim.expect_agreement();
}

#[rstest]
#[case::a_busy_provider(ProviderFault::Busy, 1, MessageDelivery::Delivered)]
#[case::an_unreadable_answer(ProviderFault::Garbage, 1, MessageDelivery::Delivered)]
#[case::a_lost_answer(ProviderFault::LostAnswer, 1, MessageDelivery::Delivered)]
#[case::a_bad_gateway(ProviderFault::BadGateway, 0, MessageDelivery::Failed)]
fn an_answer_that_leaves_the_outcome_unknown_is_settled_by_a_receipt_and_never_a_second_message(
    #[case] fault: ProviderFault,
    #[case] heard: usize,
    #[case] delivery: MessageDelivery,
) {
    let (mut sim, protocol) = in_conversation();
    sim.provider_fails_next(fault);
    sim.agent(ANA).writes(&protocol, "Boa tarde");
    sim.advance(minutes(10)).expect_agreement();
    assert_eq!(sim.phone(lines::SALES, HELENA).hears().len(), heard);
    assert_eq!(deliveries(&mut sim, &protocol), [delivery]);
    // The conversation continues: the result of one message is no statement about the number.
    let composer = sim.agent(ANA).whatsapp_job(&protocol).map(|job| job.composer);
    assert_eq!(composer, Some(ComposerState::Free));
}

#[test]
fn a_message_without_a_known_outcome_is_an_error_until_its_receipt_arrives() {
    let (mut sim, protocol) = in_conversation();
    sim.provider_fails_next(ProviderFault::LostAnswer).hold_webhooks();
    sim.agent(ANA).writes(&protocol, "Boa tarde");
    sim.advance(minutes(2));
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Failed]);
    sim.agent(ANA).reload();
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Failed]);
    sim.release_webhooks(true).settle();
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Delivered]);
    assert_eq!(sim.phone(lines::SALES, HELENA).hears().len(), 1);
    sim.expect_agreement();
}

#[test]
fn messages_wait_for_a_provider_that_is_down_for_half_an_hour_and_are_sent_in_their_order() {
    let (mut sim, protocol) = in_conversation();
    sim.provider_is_down(true);
    sim.agent(ANA).writes(&protocol, "um").writes(&protocol, "dois");
    sim.advance(minutes(30));
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Queued, MessageDelivery::Queued]);
    sim.provider_is_down(false).advance(minutes(15));
    let mut heard = sim.phone(lines::SALES, HELENA).hears();
    heard.sort_unstable();
    assert_eq!(heard, ["dois", "um"]);
    sim.expect_agreement();
}

#[test]
fn a_message_that_the_provider_did_not_accept_for_two_hours_has_an_error() {
    let (mut sim, protocol) = in_conversation();
    sim.provider_is_down(true);
    sim.agent(ANA).writes(&protocol, "um");
    sim.advance(minutes(120));
    assert_eq!((deliveries(&mut sim, &protocol), sim.messages_wait()), (vec![MessageDelivery::Failed], false));
    sim.expect_agreement();
}

#[test]
fn a_message_is_sent_once_although_the_server_ended_during_the_send() {
    let (mut sim, protocol) = in_conversation();
    sim.provider_is_slow(2_000);
    sim.agent(ANA).presses_send(&protocol, "Boa tarde");
    sim.advance(secs(1));
    sim.server_down().advance(secs(20)).server_up().advance(minutes(3));
    sim.phone(lines::SALES, HELENA).expect_hears(&["Boa tarde"]);
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Delivered]);
    sim.expect_agreement();
}

#[test]
fn a_refusal_by_the_provider_whose_event_arrives_before_the_message_is_kept() {
    let (mut sim, protocol) = in_conversation();
    sim.provider_fails_next(ProviderFault::BadGateway).hold_frames();
    sim.agent(ANA).presses_send(&protocol, "Boa tarde");
    sim.advance(secs(2)).release_frames_backwards().settle();
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Failed]);
    sim.expect_agreement();
}

/// The window closes 24 h after the customer's message, at the same moment on the page and on the server.
#[test]
fn wap_030_a_pending_text_whose_window_closes_is_kept_with_an_error_and_not_sent() {
    let (mut sim, protocol) = in_conversation();
    sim.agent(ANA).signs_out();
    sim.advance(minutes(24 * 60 - 20)).agent(ANA).signs_in().connects_whatsapp();
    sim.advance(minutes(1)).phone(lines::SALES, HELENA).looks();
    let Some(job) = sim.agent(ANA).whatsapp_job(&protocol) else {
        // The attendance returned to its queue and came to the agent again.
        panic!("the attendance is gone: {:?}", sim.agent(ANA).protocols(JobGroup::Active));
    };
    assert_eq!(job.composer, ComposerState::Free);
    sim.server_is_slow(4_000);
    sim.advance(minutes(19) - secs(3));
    sim.agent(ANA).presses_send(&protocol, "a tempo?");
    sim.advance(secs(20)).server_is_slow(0).advance(secs(20));
    assert_eq!(sim.agent(ANA).whatsapp_job(&protocol).map(|job| job.composer), Some(ComposerState::TemplateFirst));
    sim.agent(ANA).writes(&protocol, "tarde demais").expect_snackbar("whatsapp.window.templateFirst");
    assert!(!sim.phone(lines::SALES, HELENA).hears().contains(&"tarde demais".to_owned()));
    assert_eq!(sim.agent(ANA).draft(&protocol).text, "tarde demais");
    sim.expect_agreement();
}

#[test]
fn a_template_that_the_provider_refuses_is_an_error_with_its_reason() {
    let (mut sim, protocol) = in_conversation();
    sim.arrange(|store| {
        use workspace_sim::contact_centre::store::{RouteStore, Store};
        let _: &dyn Store = store;
        let template = store.template("boas_vindas_1").expect("store").expect("the template");
        let id = "desconhecido".to_owned();
        store.put_template(&workspace_sim::contact_centre::store::TemplateRow { id, ..template }).expect("store");
    });
    sim.agent(ANA).on_whatsapp(WhatsAppIntent::LoadTemplates { protocol: protocol.clone() });
    let (template_id, variables) = ("desconhecido".to_owned(), Vec::new());
    sim.agent(ANA).on_whatsapp(WhatsAppIntent::SendTemplate {
        protocol: protocol.clone(),
        template_id,
        variables,
        file: None,
        header_link: String::new(),
    });
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Failed]);
    let failure = sim.agent(ANA).messages(&protocol).pop().and_then(|message| message.failure).expect("a failure");
    assert_eq!(failure.key, "whatsapp.failure.templateRefused");
    assert_eq!(sim.agent(ANA).whatsapp_job(&protocol).map(|job| job.composer), Some(ComposerState::Free));
    sim.expect_agreement();
}

#[test]
fn wap_046_a_number_that_has_not_opted_in_is_marked_until_the_agent_registers_it() {
    let mut sim = at_work(1);
    sim.agent(ANA).on_whatsapp(WhatsAppIntent::Begin {
        phone: "5571955560001".to_owned(),
        contact_id: ContactId::default(),
        campaign_id: "31".into(),
        route_id: String::new(),
    });
    let protocol = sim.agent(ANA).protocols(JobGroup::Active).remove(0);
    sim.agent(ANA).opens(&protocol);
    sim.agent(ANA).on_whatsapp(WhatsAppIntent::LoadTemplates { protocol: protocol.clone() });
    let View::Whatsapp(WhatsAppSlice::Templates(templates)) =
        sim.agent(ANA).view(&slices::TEMPLATES.of(protocol.clone()))
    else {
        panic!("no templates")
    };
    let template = templates.items.first().expect("a template");
    let (template_id, variables) = (template.id.clone(), vec!["Helena".to_owned(); template.variables.len()]);
    sim.agent(ANA).on_whatsapp(WhatsAppIntent::SendTemplate {
        protocol: protocol.clone(),
        template_id,
        variables,
        file: None,
        header_link: String::new(),
    });
    let needs_it = |sim: &mut Sim| sim.agent(ANA).whatsapp_job(&protocol).map(|job| job.opt_in_needed);
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Failed]);
    assert_eq!(needs_it(&mut sim), Some(true));
    sim.agent(ANA).on_whatsapp(WhatsAppIntent::OptIn { protocol: protocol.clone() });
    assert_eq!(needs_it(&mut sim), Some(false));
    sim.expect_agreement();
}

#[test]
fn of_two_agents_who_take_an_inbox_entry_at_the_same_time_its_owner_gets_it() {
    let mut sim = at_work(2);
    sim.phone(lines::SALES, HELENA).writes("Bom dia");
    let owner = usize::from(sim.agent(ANA).protocols(JobGroup::Active).is_empty());
    let ended = sim.agent(owner).protocols(JobGroup::Active).remove(0);
    sim.agent(owner).finishes(&ended);
    sim.phone(lines::SALES, HELENA).writes("Mais uma coisa");
    let entry = Protocol::from(sim.agent(owner).inbox().entries.remove(0).protocol.as_str());
    assert!(sim.agent(1 - owner).inbox().entries.is_empty());
    sim.expect_agreement();
    for agent in [1 - owner, owner] {
        sim.agent(agent).intent(core_wasm::Intent::Whatsapp(WhatsAppIntent::Reopen { protocol: entry.clone() }));
    }
    sim.settle();
    assert_eq!(sim.agent(owner).protocols(JobGroup::Active), [entry]);
    assert!(sim.agent(1 - owner).protocols(JobGroup::Active).is_empty());
    sim.expect_agreement();
}

#[test]
fn a_late_message_of_the_customer_shows_that_the_number_has_whatsapp() {
    const WITHOUT_WHATSAPP: &str = "5541955550000";
    let mut sim = at_work(1);
    sim.phone(lines::SALES, WITHOUT_WHATSAPP).writes("Bom dia");
    let protocol = sim.agent(ANA).protocols(JobGroup::Active).remove(0);
    sim.agent(ANA).opens(&protocol);
    // The later of the two messages arrives first.
    sim.delay_webhooks_by(20_000);
    sim.phone(lines::SALES, WITHOUT_WHATSAPP).types_and_sends("um");
    sim.advance(secs(1)).phone(lines::SALES, WITHOUT_WHATSAPP).types_and_sends("dois");
    sim.advance(secs(6)).agent(ANA).presses_send(&protocol, "Boa tarde");
    sim.advance(secs(2));
    let composer = |sim: &mut Sim| sim.agent(ANA).whatsapp_job(&protocol).map(|job| job.composer);
    assert_eq!(composer(&mut sim), Some(ComposerState::NumberNotExists));
    sim.advance(secs(20));
    assert_eq!(composer(&mut sim), Some(ComposerState::Free));
    sim.expect_agreement();
}

#[test]
fn messages_of_an_instagram_customer_have_no_window() {
    let mut sim = at_work(1);
    sim.phone(lines::INSTAGRAM, "ana.flores").writes("Oi");
    let protocol = sim.agent(ANA).protocols(JobGroup::Active).remove(0);
    sim.agent(ANA).opens(&protocol).writes(&protocol, "Olá!");
    sim.phone(lines::INSTAGRAM, "ana.flores").sets(Settings { blocked: true, ..Settings::default() });
    sim.agent(ANA).writes(&protocol, "Ainda aí?");
    assert_eq!(deliveries(&mut sim, &protocol), [MessageDelivery::Delivered, MessageDelivery::Failed]);
    assert_eq!(sim.phone(lines::INSTAGRAM, "ana.flores").heard(EntryStatus::Delivered), 1);
    sim.expect_agreement();
}

#[test]
fn a_text_is_kept_over_a_reload_and_sent_once() {
    let (mut sim, protocol) = in_conversation();
    sim.server_down().agent(ANA).presses_send(&protocol, "Boa tarde");
    sim.advance(secs(5)).agent(ANA).reload();
    assert!(sim.agent(ANA).outbox().iter().all(|(_, text, state)| text == "Boa tarde" && *state != EntryState::Failed));
    sim.server_up().advance(minutes(2));
    sim.phone(lines::SALES, HELENA).expect_hears(&["Boa tarde"]);
    sim.expect_agreement().advance(ms(1));
}

/// The agent chooses a campaign in the transfer dialog, then one of its agents or none.
#[rstest]
#[case::to_one_agent("102")]
#[case::to_any_agent("")]
fn api_120_an_attendance_is_transferred_to_a_campaign_and_its_agent_gets_it_with_the_note(#[case] receiver: &str) {
    let mut sim = Sim::with_agents(1, 2);
    sim.agent(ANA).signs_in().connects_whatsapp();
    sim.phone(lines::SALES, HELENA).writes("Bom dia");
    sim.agent(BRUNO).signs_in().connects_whatsapp();
    let protocol = sim.agent(ANA).protocols(JobGroup::Active).remove(0);
    sim.agent(ANA).opens(&protocol);
    let campaign_id = QueueId::from("31");
    sim.agent(ANA).intent(Intent::Transfers(TransfersIntent::LoadDestinations { protocol: protocol.clone() }));
    let choice = TransfersIntent::ChooseCampaign { protocol: protocol.clone(), campaign_id: campaign_id.clone() };
    sim.agent(ANA).intent(Intent::Transfers(choice));
    sim.advance(secs(1));
    let View::Transfers(TransfersSlice::TransferDestinations(view)) =
        sim.agent(ANA).view(&transfers::slices::DESTINATIONS.of(protocol.clone()))
    else {
        panic!("no lists")
    };
    let campaigns = view.campaigns.expect("the campaigns");
    let names: Vec<_> = campaigns.items.iter().map(|campaign| (campaign.name.as_str(), campaign.current)).collect();
    assert_eq!(names, [("Renovação por WhatsApp", false)]);
    let free: Vec<_> = campaigns.agents.iter().filter(|agent| agent.available).map(|agent| agent.id.as_str()).collect();
    assert_eq!(free, ["102"]);
    sim.agent(ANA).intent(Intent::Transfers(TransfersIntent::Transfer {
        protocol: protocol.clone(),
        to_agent_id: receiver.into(),
        queue_id: QueueId::default(),
        campaign_id,
        observation: "Quer renovar".to_owned(),
    }));
    sim.settle();
    assert!(sim.agent(ANA).job(&protocol).is_none());
    sim.agent(ANA).expect_snackbar("transfers.done");
    let texts: Vec<String> =
        sim.agent(BRUNO).opens(&protocol).messages(&protocol).into_iter().map(|message| message.text).collect();
    assert!(texts.contains(&"Quer renovar".to_owned()), "{texts:?}");
    let View::Jobs(JobsSlice::JobQueues(queues)) = sim.agent(BRUNO).view(&jobs::slices::QUEUES.key()) else {
        panic!("no queues")
    };
    assert_eq!(queues.iter().map(|queue| queue.id.as_str()).collect::<Vec<_>>(), ["31"]);
    sim.expect_agreement();
}
