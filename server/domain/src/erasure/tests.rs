use super::rows_for_tests::{
    TestCustomer, UNIT, WALDEMAR, ZULEICA, all_rows, centre, centre_with_agent, put_customer, put_dial,
};
use super::*;
use crate::store::{
    DialerStore, ENTITIES, EffectLane, EffectStore, PeopleStore, RouteStore, ScriptStore, VoiceStore, WhatsAppStore,
};
use crate::testing::{ANA, START, SUPPORT, TestCentre};
use crate::whatsapp::{WhatsAppInbound, WhatsAppInboundMessage};
use rstest::rstest;
use std::collections::BTreeSet;
use wire::ContactId;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn erase_by(test: &mut TestCentre, identifier: &str, end: bool) -> Result<ErasedRows, ErasureError> {
    let erasure = CustomerErasure { org_unit: OrgUnitId::from(UNIT), identifier: identifier.to_owned(), end };
    test.with(|centre, store, context| centre.erase_customer(store, context, &erasure))
}

/// Tables with a row that contains one of the customer's words.
fn tables_with(test: &TestCentre, customer: &TestCustomer) -> BTreeSet<&'static str> {
    let words = customer.words();
    let has_word = |row: &String| words.iter().any(|word| row.to_lowercase().contains(word));
    let rows = all_rows(&test.store).into_iter();
    rows.filter(|(_, rows)| rows.iter().any(has_word)).map(|(table, _)| table).collect()
}

/// Tables whose rows belong to customers without containing one of their words as written: here the number of rows shows that they are erased.
const WITHOUT_WORDS: [&str; 7] =
    ["web_chat", "web_chat_use", "provider_message", "unused_media", "churn_score", "dial", "text_index"];

#[rstest]
#[case::by_number(ZULEICA.phone)]
#[case::by_number_without_the_country_code("11987650001")]
#[case::by_number_as_people_write_it("+55 (11) 98765-0001")]
#[case::by_mail_address(ZULEICA.email)]
#[case::by_mail_address_in_capitals("ZULEICA@CORREIO.EXAMPLE")]
#[case::by_the_businesss_own_identifier(ZULEICA.external)]
#[case::by_the_id_of_the_contact("771")]
fn bey_150_nothing_of_an_erased_customer_is_left_and_nothing_of_another_is_changed(#[case] identifier: &str) {
    let mut test = centre();
    put_customer(&mut test.store, &WALDEMAR, START);
    let before = all_rows(&test.store);
    put_customer(&mut test.store, &ZULEICA, START);
    let with_customers: BTreeSet<&str> =
        ENTITIES.iter().filter(|entity| !entity.is_without_customers).map(|entity| entity.table.name).collect();
    let expected: BTreeSet<&str> =
        with_customers.iter().copied().filter(|table| !WITHOUT_WORDS.contains(table)).collect();
    assert_eq!(tables_with(&test, &ZULEICA), expected, "the customer is in every table that may have customers");

    let erased = erase_by(&mut test, identifier, false).unwrap();

    assert_eq!(tables_with(&test, &ZULEICA), BTreeSet::new());
    assert_eq!(erased.files.iter().collect::<BTreeSet<_>>(), ZULEICA.files().iter().collect());
    let after = all_rows(&test.store);
    let mut grown = BTreeSet::new();
    for (table, rows) in &after {
        let (rows, before): (BTreeSet<_>, BTreeSet<_>) = (rows.iter().collect(), before[table].iter().collect());
        assert!(before.is_subset(&rows), "rows of {table} are as they were");
        if rows.len() > before.len() {
            grown.insert(*table);
        }
    }
    // The blanked rows, the operator's act, the number that stays blocked, and the files to delete.
    let left = [
        "audit",
        "broadcast",
        "broadcast_entry",
        "contact_import_portion",
        "due",
        "effect",
        "provider_message",
        "suppressed_number",
        "whatsapp_route",
    ];
    assert_eq!(grown.into_iter().filter(|table| !left.contains(table)).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(after["provider_message"].len(), before["provider_message"].len() + 1, "a receipt without a message");
    let touched: BTreeSet<&str> = erased.rows.keys().copied().collect();
    let together = ["search_term", "contact_address", "unused_media", "dial"];
    let counted: BTreeSet<&str> = with_customers.into_iter().filter(|table| !together.contains(table)).collect();
    assert_eq!(touched, counted, "each table is counted");
}

#[test]
fn bey_150_a_second_erasure_finds_nothing_and_changes_nothing() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    erase_by(&mut test, ZULEICA.phone, false).unwrap();
    let before = all_rows(&test.store);
    assert_eq!(erase_by(&mut test, ZULEICA.phone, false), Ok(ErasedRows::default()));
    assert_eq!(all_rows(&test.store), before);
}

#[test]
fn the_audit_keeps_who_changed_which_field_of_which_contact() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    erase_by(&mut test, ZULEICA.email, false).unwrap();
    let (rows, _) = test.store.audit_of(&OrgUnitId::from(UNIT), 0, 9).unwrap();
    let shown = rows.iter().map(|row| {
        let fields: Vec<&str> = row.changes.iter().map(|change| change.field.as_str()).collect();
        let what = if row.kind == "customer" { format!("{} tables", fields.len()) } else { fields.join(" ") };
        format!("{} {} {} {}: {what}", row.agent_name, row.action, row.kind, row.id)
    });
    let shown: Vec<String> = shown.collect();
    assert_eq!(
        shown[..2],
        ["Ana Souza deleted contact 881: fullname email", "Ana Souza created contact 771: fullname email",]
    );
    assert!(shown[2].starts_with("operator erased customer :"), "{shown:?}");
}

#[rstest]
#[case::an_empty_identifier("", "The identifier must be a number, a mail address or an id.")]
#[case::the_placeholder_of_calls_without_a_number(
    "anonymous",
    "The identifier must be a number, a mail address or an id."
)]
fn an_identifier_of_no_customer_is_refused(#[case] identifier: &str, #[case] expected: &str) {
    let mut test = centre();
    let before = all_rows(&test.store);
    assert_eq!(erase_by(&mut test, identifier, true).unwrap_err().to_string(), expected);
    assert_eq!(all_rows(&test.store), before);
}

#[test]
fn an_unknown_org_unit_is_refused() {
    let erasure = CustomerErasure { org_unit: OrgUnitId::from("9"), identifier: ZULEICA.phone.to_owned(), end: false };
    let erased = centre().with(|centre, store, context| centre.erase_customer(store, context, &erasure));
    assert_eq!(erased, Err(ErasureError::OrgUnit));
}

#[test]
fn rows_of_another_org_unit_stay() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    let [chat, ..] = ZULEICA.protocols();
    let job = test.store.job(&chat).unwrap().unwrap();
    test.store.put_job(&JobRow { org_unit_id: OrgUnitId::from("2"), ..job }).unwrap();
    erase_by(&mut test, ZULEICA.email, false).unwrap();
    assert!(test.store.job(&chat).unwrap().is_some());
}

#[test]
fn a_number_that_others_use_too_is_not_erased_as_the_customers() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    put_customer(&mut test.store, &WALDEMAR, START);
    // Both customers wrote from the same address; the agent linked each attendance with its contact.
    for customer in [&ZULEICA, &WALDEMAR] {
        let [chat, ..] = customer.protocols();
        let job = test.store.job(&chat).unwrap().unwrap();
        test.store.put_job(&JobRow { chat_identifier: "portaria@predio.example".to_owned(), ..job }).unwrap();
    }
    erase_by(&mut test, ZULEICA.phone, false).unwrap();
    let is_there = |customer: &TestCustomer| test.store.job(&customer.protocols()[0]).unwrap().is_some();
    assert_eq!([&ZULEICA, &WALDEMAR].map(is_there), [false, true]);
    assert!(test.store.contact(&WALDEMAR.contact_id()).unwrap().is_some());
}

#[test]
fn a_blocked_number_stays_blocked_and_an_opt_out_holds_until_the_customer_allows_messages() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    let row = test.store.conversation("r1", ZULEICA.phone).unwrap().unwrap();
    test.store.put_conversation(&crate::store::ConversationRow { opted_out: true, ..row }).unwrap();
    erase_by(&mut test, ZULEICA.phone, false).unwrap();
    let unit = OrgUnitId::from(UNIT);
    let wishes = |test: &mut TestCentre, phone: &str| {
        test.with(|centre, store, context| {
            let tx = Transaction { config: &centre.config, areas: centre.areas, store, context };
            (suppression::is_blocked(&tx, &unit, phone).unwrap(), suppression::has_opted_out(&tx, "r1", phone).unwrap())
        })
    };
    assert!(!test.store.is_blocked_number(&unit, ZULEICA.phone).unwrap(), "the list does not have the number");
    assert_eq!(wishes(&mut test, ZULEICA.phone), (true, true));
    assert_eq!(wishes(&mut test, WALDEMAR.phone), (false, false));

    let route = test.store.whatsapp_route("r1").unwrap().unwrap();
    let consent = [WhatsAppInbound::Consent { customer: ZULEICA.phone.to_owned(), granted: true, at: None }];
    test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, &route.provider, &route.account, &consent).unwrap()
    });
    assert_eq!(wishes(&mut test, ZULEICA.phone), (true, false));
    assert!(!test.store.conversation("r1", ZULEICA.phone).unwrap().unwrap().opted_out);
}

#[test]
fn a_customer_who_opted_out_and_was_erased_gets_no_templates_after_a_new_message() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    let row = test.store.conversation("r1", ZULEICA.phone).unwrap().unwrap();
    test.store.put_conversation(&crate::store::ConversationRow { opted_out: true, ..row }).unwrap();
    erase_by(&mut test, ZULEICA.phone, false).unwrap();
    let route = test.store.whatsapp_route("r1").unwrap().unwrap();
    let message = WhatsAppInboundMessage {
        provider_id: "wamid.new".to_owned(),
        customer: ZULEICA.phone.to_owned(),
        text: "Oi".to_owned(),
        ..WhatsAppInboundMessage::default()
    };
    test.with(|centre, store, context| {
        let items = [WhatsAppInbound::Message(Box::new(message))];
        centre.whatsapp_inbound(store, context, &route.provider, &route.account, &items).unwrap()
    });
    assert!(test.store.conversation("r1", ZULEICA.phone).unwrap().unwrap().opted_out);
}

/// An open chat that waits or has an agent.
#[rstest]
#[case::a_chat_that_waits(false)]
#[case::a_chat_with_an_agent(true)]
fn an_erasure_with_an_open_attendance_is_refused_unless_it_may_end_the_attendance(#[case] with_agent: bool) {
    let mut test = centre();
    if !with_agent {
        let ana = AgentOf(&test).row();
        test.store.put_channel(&crate::store::ChannelRow { connected: false, ..ana }).unwrap();
    }
    let chat = test.customer("Zuleica", SUPPORT);
    let open = |test: &TestCentre| AgentOf(test).row().open_jobs;
    assert_eq!(open(&test), u32::from(with_agent));
    let before = all_rows(&test.store);
    let refused = erase_by(&mut test, "zuleica@example.com", false).unwrap_err();
    let expected = format!("The customer has open attendances ({}): pass --end, too, to end them.", chat.protocol);
    assert_eq!(refused.to_string(), expected);
    assert_eq!(all_rows(&test.store), before);

    erase_by(&mut test, "zuleica@example.com", true).unwrap();

    assert!(test.store.job(&chat.protocol).unwrap().is_none());
    assert_eq!(open(&test), 0, "the agent has room again");
    let rows = all_rows(&test.store);
    assert!(!rows.values().flatten().any(|row| row.contains("zuleica@example.com")));
}

struct AgentOf<'t>(&'t TestCentre);

impl AgentOf<'_> {
    fn row(&self) -> crate::store::ChannelRow {
        self.0.store.channel(&wire::AgentId::from(ANA), wire::Channel::Chat).unwrap().unwrap()
    }
}

#[test]
fn an_erasure_while_the_number_is_dialled_is_refused_unless_it_may_end_the_call() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    put_dial(&mut test.store, &ZULEICA);
    let refused = erase_by(&mut test, ZULEICA.phone, false).unwrap_err();
    assert_eq!(refused.to_string(), "The customer is being called: pass --end, too, to end the call.");
    erase_by(&mut test, ZULEICA.phone, true).unwrap();
    assert!(test.store.dials().unwrap().is_empty());
    assert_eq!(tables_with(&test, &ZULEICA), BTreeSet::new());
}

#[test]
fn an_erasure_ends_an_open_call_and_an_entry_of_the_inbox() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    let [_, call, inbox] = ZULEICA.protocols();
    for (protocol, state) in [(&call, JobState::Active), (&inbox, JobState::Inbox)] {
        let job = test.store.job(protocol).unwrap().unwrap();
        test.store.put_job(&JobRow { state, ended_at: None, ..job }).unwrap();
    }
    let talking = test.store.call(&call).unwrap().unwrap();
    test.store.put_call(&crate::store::CallRow { phase: crate::store::CallPhase::Talking, ..talking }).unwrap();
    erase_by(&mut test, ZULEICA.phone, true).unwrap();
    assert_eq!(tables_with(&test, &ZULEICA), BTreeSet::new());
}

#[test]
fn files_that_the_command_could_not_delete_are_deleted_by_an_effect() {
    let mut test = centre();
    put_customer(&mut test.store, &ZULEICA, START);
    let files = erase_by(&mut test, ZULEICA.phone, false).unwrap().files;
    let waiting =
        test.store.effects_until(EffectKind::DeleteFiles.as_str(), EffectLane::Mass, START.plus_ms(DAY_MS), 9).unwrap();
    let listed = waiting.iter().flat_map(|effect| serde_json::from_str::<Vec<String>>(&effect.body).unwrap());
    assert_eq!(listed.collect::<Vec<_>>(), files);
}

#[test]
fn deleting_a_contact_deletes_its_answers_and_risks() {
    let (mut test, ana) = centre_with_agent();
    put_customer(&mut test.store, &ZULEICA, START);
    test.bare(&ana, "DELETE", &format!("/contacts/{}/AGENT-{ANA}", ZULEICA.external)).ok();
    let rows = all_rows(&test.store);
    assert!(rows["churn_removal"].is_empty() && rows["churn_score"].is_empty());
    let of_contact = crate::store::ScriptAnswerRow::of_contact(&ContactId::from("771"));
    assert!(test.store.script_answers(&of_contact).unwrap().is_empty());
}
