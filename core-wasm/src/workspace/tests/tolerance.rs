//! Answers of a newer server: items that this version cannot read are shown as not supported (BEY-121).

use super::bench::Bench;
use super::failures::rows;
use super::samples::{active_jobs, chat_job, with};
use super::voice::{intends, registered, takes_call};
use crate::flow::ItemList;
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::people::PeopleIntent;
use crate::shell::{ShellSlice, slices};
use crate::view::View;
use crate::voice::VoiceIntent;
use crate::wire::MessageMedia;
use serde_json::json;

const ACTIVE: &str = "GET agents/101/jobs/active";

fn reported(bench: &Bench) -> Vec<&str> {
    let reports = bench.reports().into_iter().filter(|report| report.code == "unsupportedItem");
    reports.map(|report| report.detail.as_str()).collect()
}

#[test]
fn bey_121_a_message_of_an_unknown_kind_shows_as_not_supported_and_is_reported_once() {
    let mut bench = Bench::signed_in();
    let message = |seq: u64| {
        json!({ "message": { "protocol": "P1", "seq": seq, "message_id": format!("m{seq}|"), "senderType": "customer",
            "message_media_type": "location", "message": "" } })
    };
    bench.attends("P1").event("ChatMessageEvent", message(1)).event("ChatMessageEvent", message(2));
    assert_eq!(bench.row("P1").preview.and_then(|preview| preview.label), Some(MessageMedia::Unsupported));
    let shown = |bench: &Bench| bench.thread("P1").iter().map(|message| message.media).collect::<Vec<_>>();
    assert_eq!(shown(&bench), [Some(MessageMedia::Unsupported); 2]);
    assert_eq!(reported(&bench), ["messages"]);
}

#[test]
fn bey_121_an_attendance_of_an_unknown_channel_is_shown_as_not_supported_and_removes_no_other() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2");
    let unknown = with(chat_job("P3"), json!({ "channel": "hologram" }));
    let listed = active_jobs(&[chat_job("P1"), unknown]);
    bench.answer(ACTIVE, 200, listed.clone()).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!((bench.has_job("P1"), bench.has_job("P2"), bench.has_job("P3")), (true, true, false));
    assert_eq!(unsupported(&bench, ItemList::Attendances), 1);
    bench.answer(ACTIVE, 200, listed).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!((bench.summary().load_failed, reported(&bench)), (false, vec!["attendances"]));
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1")])).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(unsupported(&bench, ItemList::Attendances), 0, "the server has it no more");
}

/// The items of the list that are shown as not supported.
fn unsupported(bench: &Bench, list: ItemList) -> u32 {
    let View::Shell(ShellSlice::Unsupported(lists)) = bench.workspace.view(&slices::UNSUPPORTED.key()) else {
        panic!("no view")
    };
    lists.iter().find(|shown| shown.list == list).map_or(0, |shown| shown.count)
}

/// The request that loads each list: the row of the table of requests, by the name of the `Pending` for its answer.
fn read_by(list: ItemList) -> &'static str {
    match list {
        ItemList::Attendances => "jobs::Active",
        ItemList::Inbox => "whatsapp::Inbox",
        ItemList::Messages => "conversation::Messages",
        ItemList::History => "history::Page",
        ItemList::HistoryOf => "history::Of",
        ItemList::Pauses => "pauses::OfAgent",
        ItemList::Board => "supervision::Board",
        ItemList::Campaigns => "whatsapp::Campaigns",
        ItemList::Notifications => "notifications::List",
        ItemList::Contacts => "people::Contacts",
        ItemList::CompanyContacts => "people::CompanyContacts",
        ItemList::Companies => "people::Companies",
        ItemList::CompanyChoices => "people::Pick",
        ItemList::ContactColumns => "people::Columns",
        ItemList::ContactFilters => "people::SavedFilters",
        ItemList::FoundContacts => "contacts::Find",
        ItemList::SamePersons => "people::SamePersons",
        ItemList::Presets => "conversation::Presets",
        ItemList::Templates => "whatsapp::Templates",
        ItemList::TransferAgents => "transfers::Agents",
        ItemList::TransferQueues => "transfers::Queues",
        ItemList::TransferCampaigns => "transfers::Campaigns",
        ItemList::TransferCampaignAgents => "transfers::CampaignAgents",
        ItemList::Tags => "tags::Catalogue",
        ItemList::Qualifications => "qualification::Options",
        ItemList::Media => "whatsapp::Gallery",
        ItemList::ScriptFields => "voice::ScriptFields",
        ItemList::Notes => "notes::List",
        ItemList::FoundMessages => "message_search::Find",
        ItemList::Colleagues => "colleagues::List",
        ItemList::DeadEffects => "dead_effects::List",
        ItemList::Broadcasts => "broadcasts::Lists",
        ItemList::BroadcastEntries => "broadcasts::Entries",
        ItemList::BroadcastTemplates => "broadcasts::Templates",
        ItemList::BroadcastContacts => "broadcasts::Contacts",
    }
}

/// A call of a queue with a script.
fn with_script() -> Bench {
    let mut bench = registered();
    bench.answer("GET queues/voice/9/script", 200, json!({ "id": "12", "name": "Venda" }));
    takes_call(&mut bench);
    bench
}

#[test]
fn bey_121_every_list_shows_its_unreadable_items_as_not_supported_and_reports_them_once() {
    for list in ItemList::ALL {
        let pending = read_by(list);
        let (mut bench, call, act): (Bench, &str, fn(&mut Bench)) = match list {
            ItemList::Inbox => (Bench::signed_in(), "GET agents/101/jobs/inbox", |bench| {
                bench.intent(Intent::Jobs(JobsIntent::ReloadJobs));
            }),
            ItemList::ScriptFields => (with_script(), "GET script/12/fields", |bench| {
                intends(bench, VoiceIntent::OpenScript { protocol: "V1".into() });
            }),
            _ => {
                let row = rows().find(|row| row.pending == pending).expect(pending);
                ((row.before)(), row.call, row.act)
            }
        };
        let items = json!([7, [], "?"]);
        let data = if list == ItemList::Attendances { json!({ "chat": items }) } else { items };
        bench.forget().answer(call, 200, json!({ "data": data }));
        act(&mut bench);
        // A message keeps its place in the thread (tested above). Loaded notes are added to the notes that the thread
        // holds.
        let shown = if [ItemList::Messages, ItemList::Notes].contains(&list) { 0 } else { 3 };
        assert_eq!(unsupported(&bench, list), shown, "{list:?}");
        assert_eq!(reported(&bench), [list.as_str()], "{list:?}");
    }
}

#[test]
fn bey_121_a_further_portion_adds_its_unreadable_items_to_the_number_and_a_new_search_resets_the_number() {
    let mut bench = Bench::signed_in();
    let page = |numbers: std::ops::RangeInclusive<u32>| {
        let good = numbers.map(super::companies::company);
        json!({ "data": good.chain([json!(7)]).collect::<Vec<_>>(), "total": 40, "per_page": 10 })
    };
    bench.answer("GET employers", 200, page(1..=9));
    bench.page(PageInput::RouteRequested { path: "/employer-management".to_owned() });
    bench.answer("GET employers", 200, page(11..=19)).forget().intent(Intent::People(PeopleIntent::MoreCompanies));
    assert!(bench.call("GET employers").query_text().contains("page=2&"), "the unreadable one counts as a row");
    assert_eq!(unsupported(&bench, ItemList::Companies), 2);
    bench.answer("GET employers", 200, json!({ "data": [] }));
    bench.intent(Intent::People(PeopleIntent::SearchCompanies { text: "sul".to_owned() })).advance(1_000);
    assert_eq!(unsupported(&bench, ItemList::Companies), 0);
}
