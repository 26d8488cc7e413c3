//! Broadcasts between the page, the server and the provider: sending, an unknown outcome, a cancellation, and customers who want none.

use core_wasm::broadcasts::{
    BroadcastCardView, BroadcastEntryView, BroadcastsIntent, BroadcastsSlice, DraftChange, slices,
};
use core_wasm::wire::{BroadcastId, EntryStatus, VariableSource};
use core_wasm::{Intent, View};
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::{ProviderFault, Sim, core_wasm, lines, minutes, ms, secs};

const CUSTOMERS: [&str; 3] = ["5541991000011", "5541991000012", "5541991000013"];

fn acts(sim: &mut Sim, intent: BroadcastsIntent) {
    sim.agent(0).intent(Intent::Broadcasts(intent)).settles();
}

fn changes(sim: &mut Sim, change: DraftChange) {
    acts(sim, BroadcastsIntent::ChangeBroadcastDraft { change });
}

/// Ana at the page of broadcasts. One message leaves in a second, so that a list takes some time.
fn at_broadcasts() -> Sim {
    let mut config = CentreConfig::default();
    config.whatsapp.broadcasts.per_second = 1;
    let mut sim = Sim::with_config(1, 1, config);
    for number in CUSTOMERS {
        sim.phone(lines::SALES, number);
    }
    sim.agent(0).signs_in().goes_to("/broadcast");
    sim
}

/// Ana creates a broadcast to the three customers, and opens it.
fn creates(sim: &mut Sim) -> BroadcastId {
    acts(sim, BroadcastsIntent::OpenNewBroadcast);
    let name = Some("Retorno de novembro".to_owned());
    changes(sim, DraftChange { name, group_id: Some("40".into()), ..DraftChange::default() });
    changes(sim, DraftChange { campaign_id: Some("31".into()), ..DraftChange::default() });
    changes(sim, DraftChange { template_id: Some("retorno_1".to_owned()), ..DraftChange::default() });
    let rows = CUSTOMERS.map(|number| vec![format!("Cliente {number}"), number.to_owned()]);
    acts(
        sim,
        BroadcastsIntent::AddBroadcastFile {
            name: "clientes.csv".to_owned(),
            headings: vec!["nome".to_owned(), "telefone".to_owned()],
            rows: rows.to_vec(),
            lines: vec![2, 3, 4],
        },
    );
    let variables = Some(vec![VariableSource { column: "nome".to_owned(), ..VariableSource::default() }]);
    changes(sim, DraftChange { variables, ..DraftChange::default() });
    acts(sim, BroadcastsIntent::CreateBroadcast);
    let View::List(order) = sim.agent(0).view(&slices::ORDER.key()) else { panic!("the lists") };
    let id = BroadcastId::from(order.ids[0].as_str());
    acts(sim, BroadcastsIntent::OpenBroadcast { id: id.clone() });
    id
}

fn card(sim: &mut Sim, id: &BroadcastId) -> BroadcastCardView {
    match sim.agent(0).view(&slices::CARD.of(id.clone())) {
        View::Broadcasts(BroadcastsSlice::BroadcastCard(card)) => *card,
        other => panic!("{other:?}"),
    }
}

/// The entries in the order of the file.
fn entries(sim: &mut Sim, id: &BroadcastId) -> Vec<BroadcastEntryView> {
    let entry = |sim: &mut Sim, position: usize| {
        let key = slices::ENTRY.of((id.clone(), format!("{id}-{position}").as_str().into()));
        match sim.agent(0).view(&key) {
            View::Broadcasts(BroadcastsSlice::BroadcastEntry(entry)) => *entry,
            other => panic!("{other:?}"),
        }
    };
    (0..CUSTOMERS.len()).map(|position| entry(sim, position)).collect()
}

fn statuses(sim: &mut Sim, id: &BroadcastId) -> Vec<EntryStatus> {
    entries(sim, id).into_iter().map(|entry| entry.status).collect()
}

fn heard(sim: &mut Sim) -> [usize; 3] {
    CUSTOMERS.map(|number| sim.phone(lines::SALES, number).hears().len())
}

#[test]
fn brd_001_a_broadcast_reaches_each_customer_once_and_the_page_follows_each_receipt() {
    let mut sim = at_broadcasts();
    let id = creates(&mut sim);
    assert_eq!(statuses(&mut sim, &id)[2], EntryStatus::Queued);
    sim.advance(secs(10));
    sim.phone(lines::SALES, CUSTOMERS[1]).looks();
    sim.advance(secs(1));
    assert_eq!(statuses(&mut sim, &id), [EntryStatus::Delivered, EntryStatus::Read, EntryStatus::Delivered]);
    assert_eq!((heard(&mut sim), card(&mut sim, &id).progress.read), ([1, 1, 1], 1));
    sim.expect_agreement();
}

#[test]
fn bey_140_a_message_whose_answer_is_lost_is_settled_by_its_receipt_and_not_sent_again() {
    let mut sim = at_broadcasts();
    sim.hold_webhooks().provider_fails_next(ProviderFault::LostAnswer);
    let id = creates(&mut sim);
    sim.advance(secs(10));
    let first = &entries(&mut sim, &id)[0];
    assert_eq!((first.status, first.retryable), (EntryStatus::Failed, false));
    assert_eq!(first.reason.as_ref().map(|text| text.key.as_str()), Some("broadcasts.reasons.outcomeUnknown"));
    sim.release_webhooks(true).advance(secs(5));
    assert_eq!(statuses(&mut sim, &id), [EntryStatus::Delivered; 3]);
    assert_eq!(heard(&mut sim), [1, 1, 1]);
    sim.expect_agreement();
}

#[test]
fn bey_140_a_server_that_ends_between_the_request_and_its_answer_sends_no_message_twice() {
    let mut sim = at_broadcasts();
    sim.provider_is_slow(5_000);
    let id = creates(&mut sim);
    sim.advance(ms(1_500)).server_down();
    sim.advance(secs(10)).provider_is_slow(0).server_up();
    sim.advance(minutes(4));
    assert_eq!(heard(&mut sim), [1, 1, 1]);
    assert_eq!(statuses(&mut sim, &id), [EntryStatus::Delivered; 3]);
    sim.expect_agreement();
}

#[test]
fn brd_027_nothing_is_sent_after_a_cancellation_and_the_entries_say_why() {
    let mut sim = at_broadcasts();
    let id = creates(&mut sim);
    sim.advance(ms(1_200));
    acts(&mut sim, BroadcastsIntent::CancelBroadcast { id: id.clone(), name: "retorno de novembro".to_owned() });
    let sent: usize = heard(&mut sim).into_iter().sum();
    assert!((1..3).contains(&sent), "{sent}");
    sim.advance(minutes(1));
    assert_eq!(heard(&mut sim).into_iter().sum::<usize>(), sent);
    let last = entries(&mut sim, &id).remove(2);
    assert_eq!(last.reason.map(|text| text.key).as_deref(), Some("broadcasts.reasons.cancelled"));
    sim.expect_agreement();
}

#[test]
fn bey_142_a_customer_who_wrote_the_word_gets_no_broadcast_until_the_customer_resumes() {
    let mut sim = at_broadcasts();
    sim.phone(lines::SALES, CUSTOMERS[0]).writes("SAIR");
    let id = creates(&mut sim);
    sim.advance(secs(10));
    let first = entries(&mut sim, &id).remove(0);
    assert_eq!(first.reason.map(|text| text.key).as_deref(), Some("broadcasts.reasons.optedOut"));
    assert_eq!(heard(&mut sim), [0, 1, 1]);
    sim.expect_agreement();
}
