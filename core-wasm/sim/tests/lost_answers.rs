//! Writes whose answer is lost: the server executed the write, or never received it. The agent reads the true result,
//! once, and page and server agree (BEY-153).

use core_wasm::channels::ChannelsIntent;
use core_wasm::contacts::ContactsIntent;
use core_wasm::flow::{EntityKind, JobGroup};
use core_wasm::people::{Fields, PeopleIntent};
use core_wasm::qualification::QualificationIntent;
use core_wasm::session::SessionIntent;
use core_wasm::tags::TagsIntent;
use core_wasm::transfers::TransfersIntent;
use core_wasm::whatsapp::WhatsAppIntent;
use core_wasm::wire::{Channel, ContactId, Protocol};
use core_wasm::{Intent, pauses::PausesIntent};
use workspace_sim::{FailKind, SUPPORT, Sim, core_wasm, lines, secs};

const HELENA: &str = "5511955550101";

struct Case {
    name: &'static str,
    /// A part of the name of the request.
    needle: &'static str,
    before: fn() -> (Sim, Protocol),
    act: fn(&mut Sim, &Protocol),
    /// The text for a write that was executed; `None`: the page shows it without a text.
    done: Option<&'static str>,
    /// The text for a write that was not executed; `None`: it was repeated, and then executed.
    not_done: Option<&'static str>,
}

fn of_unknown() -> (Sim, Protocol) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    (sim, chat)
}

fn of_known() -> (Sim, Protocol) {
    let mut sim = Sim::with_agents(1, 2);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("helena").is_known_as(Some("helena.duarte@example.com")).starts(SUPPORT);
    sim.agent(1).signs_in().connects_chat();
    (sim, chat)
}

fn with_qualified_chat() -> (Sim, Protocol) {
    let (mut sim, chat) = of_known();
    sim.agent(0).finishes(&chat).chooses(&chat, "5").observes(&chat, "Tirou a dúvida");
    (sim, chat)
}

fn with_open_whatsapp_attendance() -> (Sim, Protocol) {
    let mut sim = Sim::with_agents(1, 2);
    sim.agent(0).signs_in().connects_whatsapp();
    sim.phone(lines::SALES, HELENA).writes("Bom dia");
    let protocol = sim.agent(0).protocols(JobGroup::Active).remove(0);
    sim.agent(0).opens(&protocol);
    sim.agent(1).signs_in().connects_whatsapp();
    (sim, protocol)
}

fn ended_on_whatsapp() -> (Sim, Protocol) {
    let (mut sim, protocol) = with_open_whatsapp_attendance();
    sim.agent(0).finishes(&protocol);
    (sim, protocol)
}

fn paused() -> (Sim, Protocol) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    enters_pause(&mut sim, &Protocol::default());
    sim.settle();
    (sim, Protocol::default())
}

fn idle() -> (Sim, Protocol) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    (sim, Protocol::default())
}

fn at_contacts() -> (Sim, Protocol) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().goes_to("/contact-management");
    sim.settle();
    (sim, Protocol::default())
}

fn does(sim: &mut Sim, intent: Intent) {
    sim.agent(0).intent(intent);
}

fn enters_pause(sim: &mut Sim, _: &Protocol) {
    let pause_id = sim.agent(0).pauses().reasons.first().expect("a pause").id.as_str().into();
    does(sim, Intent::Pauses(PausesIntent::EnterPause { channels: vec![Channel::Chat], pause_id }));
}

fn first_contact(sim: &mut Sim) -> ContactId {
    sim.agent(0).contact_list().first().expect("a contact").as_str().into()
}

fn transfers(sim: &mut Sim, protocol: &Protocol) {
    let transfer = TransfersIntent::Transfer {
        protocol: protocol.clone(),
        to_agent_id: Default::default(),
        queue_id: Default::default(),
        campaign_id: Default::default(),
        observation: "Quer renovar".to_owned(),
    };
    does(sim, Intent::Transfers(transfer));
}

fn form(fields: &[(&str, &str)]) -> Fields {
    fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn opens_form_and_saves(sim: &mut Sim, protocol: &Protocol, fullname: &str, identifier: &str) {
    does(sim, Intent::Contacts(ContactsIntent::OpenContactForm { protocol: protocol.clone() }));
    let (fullname, identifier) = (fullname.to_owned(), identifier.to_owned());
    does(
        sim,
        Intent::Contacts(ContactsIntent::SaveContact {
            protocol: protocol.clone(),
            fullname,
            identifier,
            email: String::new(),
        }),
    );
}

const CASES: [Case; 18] = [
    Case { name: "a pause", needle: "pauses/chat/enter", before: idle, act: enters_pause, done: None, not_done: None },
    Case {
        name: "the end of a pause",
        needle: "pauses/chat/leave",
        before: paused,
        act: |sim, _| does(sim, Intent::Pauses(PausesIntent::LeavePause { channels: vec![Channel::Chat] })),
        done: None,
        not_done: None,
    },
    Case {
        name: "a channel disconnected",
        needle: "channels/chat/disconnect",
        before: idle,
        act: |sim, _| {
            let off = ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true };
            does(sim, Intent::Channels(off));
        },
        done: None,
        not_done: None,
    },
    Case {
        name: "a channel connected",
        needle: "channels/whatsapp/connect",
        before: idle,
        act: |sim, _| does(sim, Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp })),
        done: None,
        not_done: None,
    },
    Case {
        name: "a transfer of a chat",
        needle: "job/chat/transfer",
        before: of_known,
        act: transfers,
        done: Some("transfers.done"),
        not_done: Some("transfers.failed"),
    },
    Case {
        name: "a transfer on WhatsApp",
        needle: "job/whatsapp/transfer",
        before: with_open_whatsapp_attendance,
        act: transfers,
        done: Some("transfers.done"),
        not_done: Some("transfers.failed"),
    },
    Case {
        name: "a registration",
        needle: "POST contacts",
        before: of_unknown,
        act: |sim, protocol| opens_form_and_saves(sim, protocol, "Mariana Prado", "mariana@example.com"),
        done: Some("contacts.created"),
        not_done: Some("contacts.saveFailed"),
    },
    Case {
        name: "a new name",
        needle: "PUT contacts",
        before: of_known,
        act: |sim, protocol| opens_form_and_saves(sim, protocol, "Helena D. Duarte", ""),
        done: Some("contacts.saved"),
        not_done: None,
    },
    Case {
        name: "a link with a contact",
        needle: "vinculate",
        before: of_unknown,
        act: |sim, protocol| {
            sim.agent(0).searches(protocol, "Otávio");
            let search = sim.agent(0).contact(protocol).and_then(|panel| panel.search).expect("the search");
            let contact_id = ContactId::from(search.results.first().expect("a contact").id.as_str());
            does(sim, Intent::Contacts(ContactsIntent::LinkContact { protocol: protocol.clone(), contact_id }));
        },
        done: Some("contacts.linked"),
        not_done: None,
    },
    Case {
        name: "a qualification",
        needle: "job/chat/qualify",
        before: with_qualified_chat,
        act: |sim, protocol| {
            let confirm = QualificationIntent::ConfirmQualification { protocol: protocol.clone() };
            does(sim, Intent::Qualification(confirm));
        },
        done: Some("qualificationSuccess"),
        not_done: None,
    },
    Case {
        name: "a new contact of the list",
        needle: "POST contacts",
        before: at_contacts,
        act: |sim, _| {
            does(sim, Intent::People(PeopleIntent::OpenContactEditor { contact_id: ContactId::default() }));
            let fields = form(&[("fullname", "Pessoa Nova"), ("id", "nova-1")]);
            does(sim, Intent::People(PeopleIntent::SaveContactEditor { fields }));
        },
        done: Some("contacts.created"),
        not_done: Some("contacts.saveFailed"),
    },
    Case {
        name: "a field of a contact",
        needle: "PUT contacts",
        before: at_contacts,
        act: |sim, _| {
            let (field, value) = ("email".to_owned(), "pessoa@example.com".to_owned());
            let contact_id = first_contact(sim);
            does(sim, Intent::People(PeopleIntent::SaveContactField { contact_id, field, value }));
        },
        done: Some("contacts.saved"),
        not_done: None,
    },
    Case {
        name: "a contact deleted",
        needle: "DELETE contacts",
        before: at_contacts,
        act: |sim, _| {
            let contact_ids = vec![first_contact(sim)];
            does(sim, Intent::People(PeopleIntent::DeleteContacts { contact_ids }));
        },
        done: Some("contacts.deleted"),
        not_done: None,
    },
    Case {
        name: "a new company",
        needle: "employers/create",
        before: at_contacts,
        act: |sim, _| {
            does(sim, Intent::People(PeopleIntent::OpenCompanyEditor { employer_id: Default::default() }));
            let fields = form(&[("name", "Empresa Nova"), ("code", "NOVA1")]);
            does(sim, Intent::People(PeopleIntent::SaveCompanyEditor { fields, roles: Vec::new() }));
        },
        done: Some("contactManagement.employerForm.created"),
        not_done: Some("contactManagement.employerForm.error"),
    },
    Case {
        name: "a tag",
        needle: "tag-items",
        before: at_contacts,
        act: |sim, _| {
            let (kind, id) = (EntityKind::Contact, first_contact(sim).to_string());
            does(sim, Intent::Tags(TagsIntent::LoadTagsOf { kind, id: id.clone() }));
            sim.settle();
            let tags = sim.agent(0).tags_of(kind, &id).expect("its tags");
            let item_ids = vec![tags.choices.first().expect("a tag").items.first().expect("an item").id.clone()];
            does(sim, Intent::Tags(TagsIntent::AddTagItems { kind, id, item_ids }));
        },
        done: None,
        not_done: None,
    },
    Case {
        name: "a pin",
        needle: "whatsapp/pin",
        before: with_open_whatsapp_attendance,
        act: |sim, protocol| {
            sim.agent(0).on_whatsapp(WhatsAppIntent::Pin { protocol: protocol.clone(), pinned: true });
        },
        done: None,
        not_done: None,
    },
    Case {
        name: "an attendance opened again",
        needle: "whatsapp/reopen",
        before: ended_on_whatsapp,
        act: |sim, protocol| {
            sim.agent(0).on_whatsapp(WhatsAppIntent::Reopen { protocol: protocol.clone() });
        },
        done: None,
        not_done: Some("whatsapp.reopen.failed"),
    },
    Case {
        name: "a setting",
        needle: "notify-message",
        before: idle,
        act: |sim, _| does(sim, Intent::Session(SessionIntent::SetNotify { channel: Channel::Chat, on: false })),
        done: None,
        not_done: None,
    },
];

#[test]
fn bey_153_the_agent_reads_the_true_result_of_a_write_whose_answer_was_lost() {
    let mut wrong = Vec::new();
    for Case { name, needle, before, act, done, not_done } in CASES {
        for fault in [FailKind::LostReply, FailKind::NoAnswer] {
            let (mut sim, protocol) = (before)();
            // Earlier snackbars have closed.
            sim.advance(secs(30)).settle();
            let from = sim.trace_length();
            sim.fail_next(needle, fault.clone());
            act(&mut sim, &protocol);
            sim.settle();
            sim.advance(secs(3));
            assert!(sim.trace_since(from).contains(needle), "{name}: not asked");
            let expected = if fault == FailKind::LostReply { done } else { not_done.or(done) };
            let said: Vec<String> = sim.agent(0).snackbars().into_iter().map(|note| note.body.key).collect();
            let told: Vec<&str> = said.iter().map(String::as_str).filter(|key| !NEWS.contains(key)).collect();
            if told != expected.into_iter().collect::<Vec<_>>() {
                wrong.push(format!("{name}, {fault:?}: {told:?}"));
                continue;
            }
            sim.expect_agreement();
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Texts about events, in addition to the result of the write.
const NEWS: [&str; 1] = ["qualification.qualifiedEvent"];
