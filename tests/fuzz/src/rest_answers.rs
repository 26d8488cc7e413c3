//! What REST brings to the core: any status and body for any of the calls of a morning, and every type that is read.

use crate::desk::{Desk, protocols};
use crate::{is_read_back_equal, split};
use core_wasm::channels::ChannelsIntent;
use core_wasm::contacts::ContactsIntent;
use core_wasm::conversation::ConversationIntent;
use core_wasm::flow::{HttpReply, JobGroup};
use core_wasm::jobs;
use core_wasm::jobs::JobsIntent;
use core_wasm::jobs::JobsSlice;
use core_wasm::notifications::NotificationsIntent;
use core_wasm::pauses::PausesIntent;
use core_wasm::qualification::QualificationIntent;
use core_wasm::session::SessionIntent;
use core_wasm::supervision::SupervisionIntent;
use core_wasm::wire::*;
use core_wasm::{Input, Intent, PageInput, View};

/// Which day, which call, which status.
pub const HEAD: usize = 3;
const STATUSES: [u16; 16] = [200, 200, 200, 200, 201, 204, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503];

pub fn run(input: &[u8]) {
    let ([day, call, status], body) = split::<HEAD>(input);
    every_type(&body);
    let supervisor = day % 8 == 0;
    let mut desk = Desk::again(supervisor);
    let status = STATUSES[status % STATUSES.len()];
    let reply = HttpReply { status, authorization: None, retry_after: None, body: Secret::new(body.clone()) };
    desk.instead = Some((call % MOST_CALLS, reply));
    desk.start();
    let before = desk.watch();
    if supervisor {
        desk.feed(Input::Page(PageInput::RouteRequested { path: "/supervisor".to_owned() }));
        desk.intend(Intent::Supervision(SupervisionIntent::ReloadBoard));
    } else {
        morning().into_iter().for_each(|intent| desk.intend(intent));
    }
    desk.passes(12_000);
    desk.changed_since(&before);
    // After any answer to one call nothing is listed twice and the total is the sum.
    let lists: Vec<_> = JobGroup::ALL.into_iter().map(|group| desk.workspace.view(&jobs::order_key(group))).collect();
    let mut ids: Vec<_> =
        lists.iter().flat_map(|view| if let View::List(list) = view { list.ids.clone() } else { vec![] }).collect();
    let rows = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), rows, "an attendance is listed twice");
    if let View::Jobs(JobsSlice::JobSummary(summary)) = desk.workspace.view(&jobs::slices::SUMMARY.key()) {
        assert_eq!(summary.total as usize, rows, "the total of the attendances");
    }
}

/// More than a morning makes.
const MOST_CALLS: usize = 64;

/// Everything an agent may ask the server for.
fn morning() -> Vec<Intent> {
    let [ended, open, unread] = protocols() else { panic!("three attendances") };
    let (ended, open, unread) =
        (Protocol::from(ended.as_str()), Protocol::from(open.as_str()), Protocol::from(unread.as_str()));
    let chat = || vec![Channel::Chat];
    vec![
        Intent::Jobs(JobsIntent::OpenJob { protocol: unread.clone() }),
        Intent::Jobs(JobsIntent::OpenJob { protocol: open.clone() }),
        Intent::Conversation(ConversationIntent::SendMessage {
            protocol: open.clone(),
            text: "Um momento.".to_owned(),
        }),
        Intent::Contacts(ContactsIntent::OpenContactSearch { protocol: open.clone(), open: true }),
        Intent::Contacts(ContactsIntent::SearchContacts { protocol: open.clone(), text: "helena".to_owned() }),
        Intent::Contacts(ContactsIntent::OpenContactForm { protocol: open.clone() }),
        Intent::Contacts(ContactsIntent::SaveContact {
            protocol: open.clone(),
            fullname: "Mariana Reis".to_owned(),
            identifier: "m@example.com".to_owned(),
            email: String::new(),
        }),
        Intent::Contacts(ContactsIntent::ReloadContact { protocol: open.clone() }),
        Intent::Jobs(JobsIntent::ReloadThread { protocol: open.clone() }),
        Intent::Qualification(QualificationIntent::OpenQualification { protocol: ended.clone() }),
        Intent::Qualification(QualificationIntent::ReloadQualifications { protocol: ended.clone() }),
        Intent::Qualification(QualificationIntent::ChooseQualification {
            protocol: ended.clone(),
            qualification_id: "1".into(),
        }),
        Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: ended }),
        Intent::Pauses(PausesIntent::OpenPauseDialog { channels: chat() }),
        Intent::Pauses(PausesIntent::ReloadPauses),
        Intent::Pauses(PausesIntent::EnterPause { channels: chat(), pause_id: "2".into() }),
        Intent::Pauses(PausesIntent::LeavePause { channels: chat() }),
        Intent::Notifications(NotificationsIntent::NotificationsReadAll),
        Intent::Jobs(JobsIntent::ReloadJobs),
        Intent::Jobs(JobsIntent::FinishJob { protocol: open, confirmed: true, waits: false }),
        Intent::Jobs(JobsIntent::FinishJob { protocol: unread, confirmed: true, waits: false }),
        Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true }),
        Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }),
        Intent::Session(SessionIntent::SignOut { confirmed: true }),
        Intent::Session(SessionIntent::SignIn {
            login: "ana.souza".to_owned(),
            password: Secret::new("agente123".to_owned()),
        }),
    ]
}

macro_rules! each {
    ($text:ident: $($type:ty),* $(,)?) => { $(is_read_back_equal::<$type>($text);)* };
}

fn every_type(text: &str) {
    each!(text:
        ActiveJobs, AgentRecord, AgentStatus, AbsenceRecord, AgentPauses, Board, ChannelReply, Contact, ErrorBody,
        LoginReply, MessagesReply, NotificationEvent, OrgUnit, PauseReply, PauseAllReply, QueueRecord,
        SendMessageReply, StartListenerReply, Success, SystemDatetime, SystemReply, ValidateReply,
        ListBody<AttendanceGroup>, ListBody<Contact>, ListBody<JobTag>, ListBody<NotificationEvent>,
        ListBody<PauseRecord>, ListBody<QualificationRecord>, ListBody<QueueRecord>,
    );
}
