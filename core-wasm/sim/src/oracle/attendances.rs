//! Comparison of attendances with the server: lists, rows, headers, threads, contacts and forms.

use super::{Differences, Page};
use crate::ledger::line;
use contact_centre::store::{JobRow, JobState, QueueSettingsStore, Store};
use contact_centre::wire::Channel;
use core_wasm::View;
use core_wasm::contacts::ContactStateView;
use core_wasm::contacts::ContactsSlice;
use core_wasm::conversation::{AttachmentView, ConversationSlice, MessageContentView, MessageDelivery, MessageView};
use core_wasm::flow::{JobGroup, SliceKey, Text};
use core_wasm::jobs::JobsSlice;
use core_wasm::jobs::{self, ComposerView, JobView};
use core_wasm::qualification::{BulkItemState, BulkStage, QualificationSlice};
use core_wasm::shell::{MessagePreview, Viewer};
use core_wasm::wire::{Message, MessageStatus, Name, OpenSpan, Protocol, SenderType, Wall};
use std::collections::BTreeSet;

const ALL_MESSAGES: usize = 1_000_000;

/// The opening hours in a row.
fn spans(hours: &[f64]) -> Vec<OpenSpan> {
    let at = |moment: f64| Wall(moment as i64);
    hours.chunks_exact(2).map(|pair| OpenSpan { from: at(pair[0]), until: at(pair[1]) }).collect()
}

fn attendances_of_agent(page: &Page<'_>) -> Vec<JobRow> {
    page.server.store.jobs_of_agent(&page.agent).expect("store")
}

/// The server's attendance that the slice belongs to. One that the server does not list is found by `order`.
fn job_of(page: &Page<'_>, key: &SliceKey) -> Option<JobRow> {
    let protocol = key.protocol()?;
    attendances_of_agent(page).into_iter().find(|job| job.protocol == *protocol)
}

/// The messages of a thread in the order in which they are shown: by their places, then by the times at which they were written, then by their numbers.
fn messages(page: &Page<'_>, protocol: &Protocol) -> Vec<Message> {
    let mut messages = page.server.store.messages_after(protocol, 0, ALL_MESSAGES).expect("store");
    messages.sort_by_key(|message| (message.placed_at.or(message.time), message.time, message.seq));
    messages
}

pub(super) fn summary(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Jobs(JobsSlice::JobSummary(summary)) = view else { return };
    found.compare("attendances in all", summary.total as usize, attendances_of_agent(page).len());
    found.compare("the list is loaded", (summary.loaded, summary.load_failed), (true, false));
    found.compare("messages without an attendance", summary.unattended, 0);
    let waits =
        |job: &&JobRow| job.state == JobState::Active && job.unanswered_since.is_some() && job.snoozed.is_none();
    if attendances_of_agent(page).iter().all(|job| !sends(page, &job.protocol)) {
        found.compare(
            "customers who wait",
            summary.waiting as usize,
            attendances_of_agent(page).iter().filter(waits).count(),
        );
    }
}

pub(super) fn order(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let View::List(list) = view else { return };
    if jobs::slices::WAITING.has(key) {
        let waits = |id: &Name| {
            attendances_of_agent(page)
                .iter()
                .any(|job| job.protocol.as_str() == id.as_str() && job.state == JobState::Active)
        };
        return found.must(list.ids.iter().all(waits), || format!("{:?} wait, and not all are open", list.ids));
    }
    let is_listed = |job: &&JobRow| match job.state {
        JobState::Active => key == &jobs::order_key(group_of_open(page, job)),
        _ => jobs::slices::TO_QUALIFY.has(key),
    };
    let held = attendances_of_agent(page);
    let there: BTreeSet<&str> = held.iter().filter(is_listed).map(|job| job.protocol.as_str()).collect();
    let mut ids = list.ids.clone();
    if jobs::slices::ACTIVE.has(key)
        && let View::List(waiting) = page.view(&jobs::slices::WAITING.key())
    {
        ids.extend(waiting.ids);
    }
    let here: BTreeSet<&str> = ids.iter().map(Name::as_str).collect();
    found.compare(&key.to_string(), here, there);
}

/// The queues of the attendances.
pub(super) fn queues(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Jobs(JobsSlice::JobQueues(queues)) = view else { return };
    let held: BTreeSet<String> =
        attendances_of_agent(page).into_iter().map(|job| job.queue_name).filter(|name| !name.is_empty()).collect();
    found.compare("queues of the list", queues.into_iter().map(|queue| queue.name).collect::<BTreeSet<_>>(), held);
}

/// Only conversations of WhatsApp can be pinned.
fn group_of_open(page: &Page<'_>, job: &JobRow) -> JobGroup {
    if job.snoozed.is_some() {
        return JobGroup::Snoozed;
    }
    let conversation = super::messages::conversation_of(page, &job.protocol);
    if conversation.is_some_and(|conversation| conversation.pinned) { JobGroup::Pinned } else { JobGroup::Active }
}

pub(super) fn row(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(job), View::Jobs(JobsSlice::JobRow(row))) = (job_of(page, key), view) else { return };
    let about = |part: &str| format!("{part} of {} in the list", job.protocol);
    found.compare(
        &about("facts"),
        (row.disabled, row.client_status, row.queue.as_str(), row.channel),
        (job.state != JobState::Active, job.client_status, job.queue_name.as_str(), job.channel),
    );
    found.must(!row.typing || page.has_typed(&job.protocol), || {
        format!("{}: the customer types nothing", about("typing"))
    });
    // The tags of the attendance, then those of the contact that the server linked, then those of the company.
    let linked = job.contact_id.as_ref().and_then(|id| page.server.store.contact(id).expect("store"));
    let of_contact = linked.map(|row| row.contact.tags).unwrap_or_default();
    let tags: Vec<String> = job.tags.iter().chain(&of_contact).map(|tag| tag.tag_item_name.clone()).collect();
    let shown = row.tags.iter().map(|tag| tag.name.clone()).take(tags.len()).collect();
    found.compare(&about("tags"), shown, tags);
    if !row.failed && !sends(page, &job.protocol) {
        let last = job.last_message.as_ref();
        found.compare(
            &about("preview"),
            row.preview.clone(),
            last.map(|message| MessagePreview::of(message, page.viewer(), &[])),
        );
    }
    match job.state {
        JobState::Active if job.snoozed.is_none() => unread(page, &job, row.unread, found),
        // An attendance that ended or is snoozed counts nowhere as unread.
        _ => found.compare(&about("unread messages"), row.unread, 0),
    }
    let until = job.snoozed.as_ref().map(|snoozed| snoozed.until.as_js());
    found.compare(&about("snooze"), row.snoozed_until, until);
    if !sends(page, &job.protocol) {
        let since = job.unanswered_since.filter(|_| job.state == JobState::Active && job.snoozed.is_none());
        found.compare(&about("wait for an answer"), row.waiting, since.map(Wall::as_js));
        if let Some(since) = since {
            // The page computes with the opening hours that it got, the server with the calendar.
            let calendar = page.server.store.queue_settings(&job.queue_id).expect("store").calendar;
            let spans = row.waiting_hours.as_deref().map(spans);
            let counted =
                |spans: &Vec<OpenSpan>| (OpenSpan::open_ms(spans, since, page.now), OpenSpan::is_open(spans, page.now));
            found.compare(
                &about("open time of the wait"),
                spans.as_ref().map(counted),
                calendar.map(|calendar| (calendar.open_ms(since, page.now), calendar.is_open(page.now))),
            );
        }
    }
}

/// Messages of the agent that the server has not confirmed are shown in the row.
fn sends(page: &Page<'_>, protocol: &Protocol) -> bool {
    page.browser.workspace.outbox().protocols().contains(protocol)
}

/// The server does not know what an agent has read, only what the agent has answered. An attendance that this browser
/// never showed has the server's count; in one that it showed, every unanswered message after that time is unread.
fn unread(page: &Page<'_>, job: &JobRow, shown: u32, found: &mut Differences) {
    let what = format!("unread messages of {}", job.protocol);
    let Some(seen) = page.seen_at(&job.protocol) else {
        return found.compare(&what, shown, job.messages_not_read);
    };
    let of_customer =
        messages(page, &job.protocol).into_iter().filter(|message| message.sender_type == SenderType::Customer);
    let times: Vec<Option<Wall>> = of_customer.map(|message| message.arrived_at.or(message.time)).collect();
    let later = times.iter().filter(|time| time.is_some_and(|time| time > seen)).count();
    let possible = later.min(job.messages_not_read as usize)..=times.len();
    found.must(possible.contains(&(shown as usize)), || format!("{what}: {shown}, {possible:?} are possible"));
}

pub(super) fn job(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(job), View::Jobs(JobsSlice::Job(shown))) = (job_of(page, key), view) else { return };
    let about = |part: &str| format!("{part} of {}", job.protocol);
    let row = page.server.store.channel(&page.agent, job.channel).expect("store");
    let composer = match (job.state, row.is_some_and(|row| row.connected)) {
        (JobState::Active, true) => ComposerView::Open,
        (JobState::Active, false) => ComposerView::ChannelDisconnected,
        _ => ComposerView::Closed,
    };
    found.compare(
        &about("header"),
        (shown.disabled, shown.client_status, shown.queue.as_str(), shown.contact_identifier.as_str(), shown.composer),
        (
            job.state != JobState::Active,
            job.client_status,
            job.queue_name.as_str(),
            job.chat_identifier.as_str(),
            composer,
        ),
    );
    found.must(shown.snooze.is_none_or(|snooze| !snooze.asked), || format!("{} waits for its snooze", job.protocol));
    found.must(!shown.finishing, || format!("{} waits for its end", job.protocol));
    found.compare(&about("channel"), shown.channel, job.channel);
}

fn header(page: &Page<'_>, protocol: &Protocol) -> Option<JobView> {
    match page.view(&jobs::slices::JOB.of(protocol.clone())) {
        View::Jobs(JobsSlice::Job(job)) => Some(*job),
        _ => None,
    }
}

/// The messages that the server confirmed, in the order in which they are shown: the whole thread if it is shown,
/// otherwise a part of it in the same order.
pub(super) fn thread(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(job), View::List(list)) = (job_of(page, key), view) else { return };
    if job.channel == Channel::Voice {
        // A call has no thread on the page; the server has system messages about its transfers.
        return;
    }
    let here: Vec<String> = list
        .ids
        .into_iter()
        .filter_map(|id| match page.view(&core_wasm::conversation::slices::MESSAGE.of((job.protocol.clone(), id))) {
            View::Conversation(ConversationSlice::Message(message)) => Some(message),
            _ => None,
        })
        // A message that the provider refused is on the server, too; `message` compares it.
        .filter(|message| !matches!(message.delivery, MessageDelivery::Sending | MessageDelivery::Failed))
        .map(|message| line(message.sender.sender_type(), message.system_key.as_deref().unwrap_or(&message.text)))
        .collect();
    // A thread that was restored and not loaded since shows a message that the provider refused meanwhile as sent.
    let is_read = page.browser.workspace.has_read_thread(&job.protocol);
    let there: Vec<String> = messages(page, &job.protocol)
        .iter()
        .filter(|message| !is_read || message.status != MessageStatus::Error)
        .map(|message| {
            line(message.sender_type, if message.system_message { &message.system_key } else { text_of(message) })
        })
        .collect();
    // A thread whose load failed shows that, with a button to try again.
    let failed = header(page, &job.protocol).is_none_or(|job| job.thread_failed);
    if !failed && page.shown().as_ref() == Some(&job.protocol) {
        found.compare(&format!("thread of {}", job.protocol), here, there);
    } else {
        let mut rest = there.iter();
        // A thread that was not loaded since shows messages that customers changed meanwhile in their earlier state.
        let of_customer = line(SenderType::Customer, "");
        let may_differ = |line: &&String| !is_read && line.starts_with(&of_customer);
        let in_order = here.iter().filter(|line| !may_differ(line)).all(|line| rest.any(|other| other == line));
        found.must(in_order, || format!("thread of {}: {here:#?} is no part of {there:#?}", job.protocol));
    }
}

/// The text, or the caption of a file.
fn text_of(message: &Message) -> &str {
    if message.message.is_empty() { &message.caption } else { &message.message }
}

fn delivery_of(message: &Message) -> MessageDelivery {
    match (message.sender_type, message.status) {
        (SenderType::Customer | SenderType::System, _) => MessageDelivery::Received,
        (_, MessageStatus::Queued) => MessageDelivery::Queued,
        (_, MessageStatus::Sent) => MessageDelivery::Sent,
        (_, MessageStatus::Delivered) => MessageDelivery::Delivered,
        (_, MessageStatus::Read) => MessageDelivery::Read,
        (_, MessageStatus::Error) => MessageDelivery::Failed,
    }
}

fn failure_of(message: &Message) -> Text {
    if message.error.is_empty() {
        return Text::key("chat.message.failed");
    }
    Text::reason("whatsapp.failure", &message.error, &std::collections::BTreeMap::default(), "chat.message.failed")
}

/// Each message that the server confirmed has its time and its sender; a waiting message is compared by the outbox.
pub(super) fn message(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(job), View::Conversation(ConversationSlice::Message(shown))) = (job_of(page, key), view) else { return };
    let held = messages(page, &job.protocol);
    let about = |seq: u64| format!("message {seq} of {}", job.protocol);
    let expected = |message: &Message| expected_delivery(page, &job.protocol, shown.delivery, message);
    if let Some(own) = shown.local_id.strip_prefix('c') {
        // A message that the agent discards, edits or sends again is not compared.
        if let Some(held) = held.iter().find(|message| message.custom_id.as_str() == own) {
            found.compare(&about(held.seq), (shown.delivery, shown.media), (expected(held), held.media()));
            // A thread that was not loaded shows the reason that was known before: a provider may send another reason
            // later.
            let is_read = page.browser.workspace.has_read_thread(&job.protocol);
            if is_read && shown.delivery == MessageDelivery::Failed && held.status == MessageStatus::Error {
                let reason = failure_of(held);
                found.compare(&format!("failure of {}", about(held.seq)), shown.failure.as_ref(), Some(&reason));
            }
        }
        return;
    }
    let Some(seq) = shown.local_id.strip_prefix('s').and_then(|seq| seq.parse::<u64>().ok()) else { return };
    let held = held.into_iter().find(|message| message.seq == seq);
    if let Some(held) = &held {
        if held.status_version > 0 && !page.browser.workspace.has_read_thread(&job.protocol) {
            // A thread that was not loaded shows the state that was known before.
            return;
        }
        compare_file(page, &job.protocol, &shown, held, found);
        compare_changes(&about(seq), &shown, held, found);
    }
    found.compare(
        &about(seq),
        Some((shown.sender.sender_type(), shown.text.clone(), shown.time, shown.arrived, shown.delivery, shown.media)),
        held.map(|message| {
            // A system message has no text, except the note of a transfer.
            let is_plain_line = message.system_message && shown.text.is_empty();
            let text = if is_plain_line { String::new() } else { text_of(&message).to_owned() };
            let (delivery, media) = (expected(&message), message.media());
            let arrived =
                message.arrived_at.filter(|arrived| message.time.is_some_and(|time| arrived.since_ms(time) >= 300_000));
            let (time, arrived) = (message.time.map(Wall::as_js), arrived.map(Wall::as_js));
            (message.sender_type, text, time, arrived, delivery, media)
        }),
    );
}

/// Compares the customer's changes of the message.
fn compare_changes(about: &str, shown: &MessageView, held: &Message, found: &mut Differences) {
    let marks = |content: &MessageContentView| {
        let quote = content.answered.as_ref().map(|quote| (quote.text.clone(), quote.revoked));
        (content.edited, content.revoked, content.reactions.clone(), quote)
    };
    let here = shown.content.as_deref().map(marks).unwrap_or_default();
    let there = MessageContentView::of(held, Viewer::default()).as_ref().map(marks).unwrap_or_default();
    found.compare(&format!("changes of {about}"), here, there);
}

/// The file of a message that the page did not send. A thread that was not loaded shows the state that was known
/// before.
fn compare_file(page: &Page<'_>, protocol: &Protocol, shown: &MessageView, held: &Message, found: &mut Differences) {
    let here = shown.content.as_ref().and_then(|content| content.attachment.as_ref());
    let was_open = here.is_some_and(|file| file.state.is_some());
    if was_open && !page.browser.workspace.has_read_thread(protocol) {
        return;
    }
    let there = MessageContentView::of(held, Viewer::default()).and_then(|content| content.attachment);
    // The address is different in each answer.
    let compared =
        |file: &AttachmentView| (file.name.clone(), file.size, file.mimetype.clone(), file.state, file.url.is_empty());
    let about = format!("the file of message {} of {protocol}", held.seq);
    found.compare(&about, here.map(compared), there.as_ref().map(compared));
}

/// The delivery that the page must show. A restored thread is loaded when it is opened; before that only undelivered
/// messages are refetched, and nothing in a thread that the agent never opened (a day also sends messages in a thread
/// that is not shown, which no agent could do).
fn expected_delivery(page: &Page<'_>, protocol: &Protocol, shown: MessageDelivery, held: &Message) -> MessageDelivery {
    use MessageDelivery::{Delivered, Failed, Queued, Read, Sent};
    let delivery = delivery_of(held);
    if page.browser.workspace.has_read_thread(protocol) {
        return delivery;
    }
    let was_opened = page.browser.workspace.has_opened(protocol);
    match (shown, delivery) {
        (Delivered, Read | Failed) => shown,
        // The failed message had an unknown outcome.
        (Queued | Failed, Sent | Delivered | Read | Failed) | (Sent, Delivered | Read | Failed) if !was_opened => shown,
        _ => delivery,
    }
}

pub(super) fn contact(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(job), View::Contacts(ContactsSlice::Contact(panel))) = (job_of(page, key), view) else { return };
    found.compare(&format!("identifier of {}", job.protocol), panel.identifier.as_str(), job.chat_identifier.as_str());
    // A contact that the page found by itself is linked to the attendance when it is saved or used.
    let Some(linked) = &job.contact_id else { return };
    let held = page.server.store.contact(linked).expect("store");
    let shown = match panel.contact {
        ContactStateView::Found { contact } => Some((contact.id, contact.name)),
        _ => None,
    };
    // An attendance that ended keeps what it knows of a contact that was deleted; no contact of an open one can be.
    if held.is_none() && job.state != JobState::Active {
        return;
    }
    let held = held.map(|row| (row.contact.id.0, row.contact.fullname));
    found.compare(&format!("contact of {}", job.protocol), shown, held);
}

pub(super) fn qualification(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(job), View::Qualification(QualificationSlice::Qualification(form))) = (job_of(page, key), view) else {
        return;
    };
    found.compare(
        &format!("observation required for {}", job.protocol),
        form.observation_required,
        job.observation_required,
    );
    if form.loading || form.load_failed {
        return;
    }
    let listed = page.server.store.qualifications_of(&job.queue_id).expect("store");
    let listed: Vec<String> = listed.into_iter().map(|row| row.record.id.0).collect();
    found.compare(
        &format!("qualifications of {}", job.protocol),
        form.options.into_iter().map(|option| option.id).collect(),
        listed,
    );
}

/// The selected attendances are in the server's list, and no bulk action is running.
pub(super) fn bulk(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Qualification(QualificationSlice::Bulk(bulk)) = view else { return };
    let held = attendances_of_agent(page);
    let job = |protocol: &str| held.iter().find(|job| job.protocol.as_str() == protocol);
    let Some(dialog) = &bulk.dialog else {
        let ended =
            bulk.selected.iter().filter_map(|protocol| job(protocol)).filter(|job| job.state != JobState::Active);
        found.compare("selected attendances that have ended", bulk.ended as usize, ended.count());
        return found.must(bulk.selected.iter().all(|protocol| job(protocol).is_some()), || {
            format!("{:?} are selected, and not all are in the list", bulk.selected)
        });
    };
    found.must(dialog.stage != BulkStage::Working, || format!("a bulk action is under way: {dialog:?}"));
    for item in dialog.items.iter().filter(|item| item.state == BulkItemState::Done) {
        let is_open = job(&item.protocol).is_some_and(|job| job.state == JobState::Active);
        found.must(!is_open, || format!("{} is done, and open", item.protocol));
    }
}
