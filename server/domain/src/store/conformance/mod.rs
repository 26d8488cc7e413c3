//! Conformance test of `Store` implementations: run on an empty store, it returns the first statement that does not
//! hold. Every store passes it.

mod assignment;
mod broadcasts;
mod call_recordings;
mod call_supervisions;
mod concurrency;
mod dialer;
pub mod divided;
mod due;
mod effects;
mod frames;
mod history;
mod imports;
mod list_views;
mod notes;
mod people;
mod presence;
mod retention;
mod same_person;
mod texts;
mod uniqueness;
mod voice;
mod web_chat;
mod whatsapp;

pub use concurrency::check_interleaved;

use frames::frame;

use super::{
    AbsenceFact, AgentRow, BrokerCredentialRow, ChannelRow, ContactField, ContactRow, GroupRow, JobRow, JobState,
    KeptFor, PauseFact, QualificationRow, QueueRow, SendRow, Sequence, SessionRow, Store, StoreError, TokenPurpose,
    TokenRow, WrapUpFact,
};
use wire::{
    AgentId, AgentRecord, AgentRole, AttendanceGroup, Channel, ChannelStatus, ClientStatus, Contact, ContactId,
    ContactIdentifiers, CustomId, JobTransfer, Message, OrgUnit, OrgUnitId, Protocol, QualificationId,
    QualificationRecord, QualifyPayload, QueueId, SendMessageReply, Wall,
};

type Check = Result<(), String>;

/// Checks an empty store.
///
/// # Errors
/// The first statement that does not hold.
pub fn check(store: &mut dyn Store) -> Check {
    transactions(store)?;
    agents(store)?;
    sessions(store)?;
    channels(store)?;
    jobs(store)?;
    messages(store)?;
    contacts(store)?;
    frames::check(store)?;
    web_chat::check(store)?;
    people::check(store)?;
    same_person::check(store)?;
    presence::check(store)?;
    due::check(store)?;
    voice::check(store)?;
    dialer::check(store)?;
    whatsapp::check(store)?;
    broadcasts::check(store)?;
    effects::check(store)?;
    assignment::check(store)?;
    history::check(store)?;
    imports::check(store)?;
    notes::check(store)?;
    list_views::check(store)?;
    call_recordings::check(store)?;
    call_supervisions::check(store)?;
    retention::check(store)?;
    texts::check(store)?;
    uniqueness::check(store)
}

impl From<StoreError> for String {
    fn from(error: StoreError) -> Self {
        error.to_string()
    }
}

fn holds(condition: bool, statement: &str) -> Check {
    if condition { Ok(()) } else { Err(statement.to_owned()) }
}

/// Runs `change` in a transaction that is committed.
fn committed(store: &mut dyn Store, change: impl FnOnce(&mut dyn Store) -> Check) -> Check {
    store.begin()?;
    change(store)?;
    store.commit()?;
    Ok(())
}

fn transactions(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        holds(store.next_version("a")? == 1, "a counter begins with 1")?;
        holds(store.next_version("a")? == 2, "a counter grows by one")?;
        holds(store.next_version("b")? == 1, "counters are apart")?;
        holds(store.next_number(Sequence::Contact)? == 1, "a sequence begins with 1")?;
        holds(store.next_number(Sequence::Contact)? == 2, "a sequence grows by one")?;
        holds(store.next_number(Sequence::Protocol)? == 1, "sequences are apart")
    })?;
    let unit = |name: &str| OrgUnit { id: OrgUnitId::from("u1"), name: name.to_owned(), ..OrgUnit::default() };
    committed(store, |store| Ok(store.put_org_unit(&unit("before"))?))?;
    store.begin()?;
    store.put_org_unit(&unit("first"))?;
    store.put_org_unit(&unit("inside"))?;
    store.put_org_unit(&OrgUnit { id: OrgUnitId::from("u2"), ..OrgUnit::default() })?;
    let inside = store.org_unit(&OrgUnitId::from("u1"))?;
    holds(inside == Some(unit("inside")), "a transaction reads its own changes")?;
    store.next_version("a")?;
    store.put_job(&job("rolled-back", JobState::Active, "agent-r", 1))?;
    store.insert_frame(&frame("agent-r", 1))?;
    store.rollback()?;
    holds(store.org_unit(&OrgUnitId::from("u1"))? == Some(unit("before")), "a roll-back puts a changed row back")?;
    holds(store.org_unit(&OrgUnitId::from("u2"))?.is_none(), "a roll-back removes a new row")?;
    holds(store.jobs_of_agent(&AgentId::from("agent-r"))?.is_empty(), "a roll-back removes a row from look-ups")?;
    holds(store.jobs_in_state(JobState::Active)?.is_empty(), "a roll-back removes a row from state look-ups")?;
    holds(store.frame_count(&AgentId::from("agent-r"))? == 0, "a roll-back removes frames")?;
    committed(store, |store| {
        holds(store.next_version("a")? == 3, "a roll-back puts a counter back")?;
        holds(store.next_number(Sequence::Contact)? > 2, "a roll-back never repeats a number that was committed")
    })
}

fn agents(store: &mut dyn Store) -> Check {
    let role = |login: &str| if login == "ana" { AgentRole::Supervisor } else { AgentRole::Agent };
    let agent = |id: &str, login: &str| AgentRow {
        id: AgentId::from(id),
        login: login.to_owned(),
        password_hash: "hash".to_owned(),
        record: AgentRecord { agent_name: "Ana Souza".to_owned(), role: role(login), ..AgentRecord::default() },
        absence: Some(AbsenceFact { since: Wall(3), supervisor_name: "Carla".to_owned() }),
        absence_version: 4,
        must_change_password: true,
    };
    let group = |id: &str, members: &[&str]| GroupRow {
        group: AttendanceGroup { id: id.into(), channel: Some(Channel::Chat), ..AttendanceGroup::default() },
        org_unit_id: OrgUnitId::from("u1"),
        members: members.iter().map(|id| AgentId::from(*id)).collect(),
    };
    let queue = |id: &str, channel: Channel| QueueRow {
        id: QueueId::from(id),
        name: format!("queue {id}"),
        channel,
        group_id: "g1".into(),
        org_unit_id: OrgUnitId::from("u1"),
        tags: Vec::new(),
    };
    let qualification = |id: &str, list: Option<&str>, position: u32, alias: Option<&str>| QualificationRow {
        record: QualificationRecord { id: QualificationId::from(id), ..QualificationRecord::default() },
        list: list.map(QueueId::from),
        position,
        alias: alias.map(str::to_owned),
        org_unit_id: OrgUnitId::from("u1"),
    };
    committed(store, |store| {
        store.put_agent(&agent("1", "ana"))?;
        store.put_agent(&agent("2", "bruno"))?;
        store.put_agent(&agent("2", "bruno.lima"))?;
        store.put_group(&group("g2", &["1"]))?;
        store.put_group(&group("g1", &["1", "2"]))?;
        store.put_queue(&queue("q2", Channel::Chat))?;
        store.put_queue(&queue("q1", Channel::Chat))?;
        store.put_queue(&queue("q3", Channel::Voice))?;
        store.put_qualification(&qualification("x", Some("q1"), 2, None))?;
        store.put_qualification(&qualification("y", Some("q1"), 1, None))?;
        store.put_qualification(&qualification("z", None, 0, Some("unqualified")))?;
        Ok(())
    })?;
    holds(store.agent(&AgentId::from("1"))? == Some(agent("1", "ana")), "an agent comes back as it was put")?;
    holds(store.agent(&AgentId::from("9"))?.is_none(), "an unknown agent is none")?;
    holds(store.agent_by_login("bruno.lima")?.is_some(), "an agent is found by the new login")?;
    let ids: Vec<AgentId> = store.agents()?.into_iter().map(|row| row.id).collect();
    holds(ids == [AgentId::from("1"), AgentId::from("2")], "agents come by id")?;
    let of_unit = |unit: &str, role: AgentRole| store.agents_of_unit(&OrgUnitId::from(unit), role);
    holds(of_unit("", AgentRole::Supervisor)? == [agent("1", "ana")], "supervisors are found by their role")?;
    holds(of_unit("", AgentRole::Agent)? == [agent("2", "bruno.lima")], "agents are found by their role")?;
    holds(of_unit("another", AgentRole::Agent)?.is_empty(), "agents are found by their org unit")?;
    let calls = store.agents_with_calls(&OrgUnitId::from(""))?;
    holds(calls.is_empty(), "no agent can work with calls")?;
    let with_calls = AgentRow {
        record: AgentRecord { channels: vec![Channel::Voice], ..agent("2", "bruno.lima").record },
        ..agent("2", "bruno.lima")
    };
    committed(store, |store| Ok(store.put_agent(&with_calls)?))?;
    holds(store.agents_with_calls(&OrgUnitId::from(""))? == [with_calls], "agents with calls are found")?;
    holds(store.agent_by_login("bruno")?.is_none(), "an agent is not found by the old login")?;
    let groups = store.groups_of_agent(&AgentId::from("1"))?;
    holds(groups == [group("g1", &["1", "2"]), group("g2", &["1"])], "groups of an agent come by id")?;
    committed(store, |store| Ok(store.put_group(&group("g2", &[]))?))?;
    holds(store.groups_of_agent(&AgentId::from("1"))?.len() == 1, "a former member has the group no more")?;
    holds(store.group(&"g2".into())? == Some(group("g2", &[])), "a group is found by id")?;
    let queues: Vec<QueueId> = store.queues(Channel::Chat)?.into_iter().map(|row| row.id).collect();
    holds(queues == [QueueId::from("q1"), QueueId::from("q2")], "queues of a channel come by id")?;
    let of_unit = store.queues_of_unit(&OrgUnitId::from("u1"), Channel::Voice)?;
    holds(of_unit == [queue("q3", Channel::Voice)], "queues are found by org unit and channel")?;
    holds(store.queues_of_unit(&OrgUnitId::from("u2"), Channel::Voice)?.is_empty(), "another org unit has none")?;
    holds(store.queue(&QueueId::from("q3"))? == Some(queue("q3", Channel::Voice)), "a queue is found by id")?;
    let offered: Vec<QualificationId> =
        store.qualifications_of(&QueueId::from("q1"))?.into_iter().map(|row| row.record.id).collect();
    holds(offered == [QualificationId::from("y"), QualificationId::from("x")], "qualifications come by position")?;
    let of_alias = |unit: &str| store.qualification_by_alias("unqualified", &OrgUnitId::from(unit));
    let own = qualification("z", None, 0, Some("unqualified"));
    holds(of_alias("u1")? == Some(own), "a qualification is found by its alias")?;
    holds(of_alias("u2")?.is_none(), "another org unit has none")?;
    holds(store.qualification(&QualificationId::from("x"))?.is_some(), "a qualification is found by id")
}

fn sessions(store: &mut dyn Store) -> Check {
    let session = SessionRow {
        agent_id: AgentId::from("1"),
        org_unit_id: OrgUnitId::from("u1"),
        session_id: "s1".to_owned(),
        started_at: Wall(5),
        ended_at: None,
        linked: true,
        last_beat: Some(Wall(7)),
        acted_at: Some(Wall(6)),
        ended_idle: false,
    };
    let token = |hash: &str, session: &str, expires: i64| TokenRow {
        hash: hash.to_owned(),
        agent_id: AgentId::from("1"),
        session_id: session.to_owned(),
        purpose: TokenPurpose::Password,
        issued_at: Wall(1),
        expires_at: Wall(expires),
    };
    let credential = |login: &str, session: &str, expires: i64| BrokerCredentialRow {
        login: login.to_owned(),
        passcode_hash: "hash".to_owned(),
        agent_id: AgentId::from("1"),
        session_id: session.to_owned(),
        expires_at: Wall(expires),
        number: 1,
    };
    committed(store, |store| {
        store.put_session(&SessionRow { session_id: "s0".to_owned(), ..session.clone() })?;
        store.put_session(&session)?;
        for (hash, of, expires) in [("t1", "s1", 100), ("t2", "s1", 200), ("t3", "s2", 100), ("t4", "s2", 300)] {
            store.put_token(&token(hash, of, expires))?;
            store.put_broker_credential(&credential(hash, of, expires))?;
        }
        Ok(())
    })?;
    holds(store.session(&AgentId::from("1"))? == Some(session.clone()), "an agent has one session, the latest")?;
    holds(
        store.linked_sessions_of(&OrgUnitId::from("u1"))? == [session.clone()],
        "linked sessions are found by org unit",
    )?;
    holds(store.linked_sessions_of(&OrgUnitId::from("u2"))?.is_empty(), "another org unit has none")?;
    holds(store.linked_sessions()? == [session.clone()], "linked sessions of all org units are found")?;
    committed(store, |store| Ok(store.put_session(&SessionRow { linked: false, ..session })?))?;
    holds(store.linked_sessions_of(&OrgUnitId::from("u1"))?.is_empty(), "a session without a link is not listed")?;
    holds(store.token("t1")? == Some(token("t1", "s1", 100)), "a token is found by its hash")?;
    let of_session = store.tokens_of_session("s1")?;
    holds(of_session == [token("t1", "s1", 100), token("t2", "s1", 200)], "tokens of a session come by hash")?;
    committed(store, |store| {
        store.delete_tokens_of_session("s1")?;
        store.delete_broker_credentials_of_session("s1")?;
        Ok(())
    })?;
    holds(store.token("t1")?.is_none() && store.token("t2")?.is_none(), "tokens of a session go together")?;
    holds(store.token("t3")?.is_some(), "tokens of another session stay")?;
    holds(store.broker_credential("t2")?.is_none(), "credentials of a session go together")?;
    holds(store.broker_credential("t3")? == Some(credential("t3", "s2", 100)), "other credentials stay")?;
    retention::deletes_before(store, KeptFor::Credentials, 101)?;
    holds(store.token("t3")?.is_none() && store.broker_credential("t3")?.is_none(), "what expired before goes")?;
    holds(store.token("t4")?.is_some() && store.broker_credential("t4")?.is_some(), "what expires later stays")
}

fn channels(store: &mut dyn Store) -> Check {
    let row = |agent: &str, channel: Channel, connected: bool| ChannelRow {
        agent_id: AgentId::from(agent),
        channel,
        connected,
        pause: None,
        scheduled_pause: Some(pause_fact()),
        paused_ms: 8,
        exten: if channel == Channel::Voice { "1001".to_owned() } else { String::new() },
        on_hold: 6,
        open_jobs: 3,
        wrap_up: Some(wrap_up_fact()),
        interrupted_wrap_up: None,
        internal_call: true,
        status: ChannelStatus::ScheduledPause,
        since: Some(Wall(1)),
        connected_since: None,
        logged_ms: 9,
        idle_since: Wall(2),
    };
    committed(store, |store| {
        store.put_channel(&row("2", Channel::Chat, true))?;
        store.put_channel(&row("1", Channel::Chat, true))?;
        store.put_channel(&row("1", Channel::Voice, true))?;
        store.put_channel(&row("3", Channel::Chat, false))?;
        Ok(())
    })?;
    let connected: Vec<AgentId> =
        store.connected_channels(Channel::Chat)?.into_iter().map(|row| row.agent_id).collect();
    holds(connected == [AgentId::from("1"), AgentId::from("2")], "connected channels come by agent")?;
    let voice = store.channel(&AgentId::from("1"), Channel::Voice)?;
    holds(voice == Some(row("1", Channel::Voice, true)), "a channel comes back as it was put")?;
    committed(store, |store| Ok(store.put_channel(&row("2", Channel::Chat, false))?))?;
    holds(store.connected_channels(Channel::Chat)?.len() == 1, "a disconnected channel is not listed")?;
    holds(store.connected_count(Channel::Chat)? == 1, "connected channels are counted")
}

fn wrap_up_fact() -> WrapUpFact {
    WrapUpFact { protocol: "p1".into(), since: Wall(5), until: Wall(6), extended: 1, extensions: 2 }
}

fn pause_fact() -> PauseFact {
    PauseFact { id: "1".to_owned(), name: "Almoço".to_owned(), since: Wall(4), max_seconds: 3_600, exceeded: true }
}

fn job(protocol: &str, state: JobState, agent: &str, waiting_since: i64) -> JobRow {
    JobRow {
        protocol: Protocol::from(protocol),
        channel: Channel::Chat,
        state,
        agent_id: AgentId::from(agent),
        queue_id: QueueId::from("q1"),
        queue_name: "Renovações".to_owned(),
        group_id: "g1".into(),
        group_name: "Grupo".to_owned(),
        observation_required: true,
        org_unit_id: OrgUnitId::from("u1"),
        customer_name: "Íris 🌷".to_owned(),
        chat_identifier: "iris@example.com".to_owned(),
        identifier_verified: None,
        contact_id: Some(ContactId::from("7")),
        tags: Vec::new(),
        created_at: Wall(1),
        waiting_since: Wall(waiting_since),
        assigned_at: None,
        first_assigned_at: Some(Wall(2)),
        ended_at: None,
        ended_by: None,
        start_date_qualification: None,
        qualification: Some(super::StoredQualification {
            payload: QualifyPayload { observation: "feito".to_owned(), ..QualifyPayload::default() },
            agent_id: AgentId::from(agent),
            at: Wall(3),
        }),
        seq: 4,
        message_changes: 2,
        version: 5,
        last_message: Some(Message { message: "olá".to_owned(), ..Message::default() }),
        messages_not_read: 1,
        unanswered_since: Some(Wall(7)),
        answered: true,
        snoozed: Some(super::SnoozeFact { until: Wall(11), agent_id: AgentId::from(agent) }),
        client_status: ClientStatus::Inactive,
        returned_to_queue: true,
        transfer_count: 2,
        transferred_by: Some(AgentId::from("1")),
        transfer: Some(JobTransfer { note: "boleto corrigido".to_owned(), seq: 3, ..JobTransfer::default() }),
        contact_noted: None,
        has_no_traces: false,
        marks: super::AgentMarks { pinned: true, unread: true },
    }
}

fn job_look_ups(store: &mut dyn Store) -> Check {
    let names = |rows: Vec<JobRow>| rows.into_iter().map(|row| row.protocol.0).collect::<Vec<_>>();
    let (group, contact) = ("g1".into(), ContactId::from("7"));
    let waiting = names(store.waiting_after(&group, None, 9)?);
    holds(waiting == ["p2", "p3", "p1"], "the queue of a group has the same order")?;
    holds(store.waiting_count(&group)? == 3, "waiting attendances of a group are counted")?;
    holds(store.waiting_count(&"g2".into())? == 0, "another group has none of them")?;
    let of_contact = names(store.jobs_of_contact(&contact, JobState::Active)?);
    holds(of_contact == ["p5", "p7"], "attendances of a contact come by protocol")?;
    holds(store.jobs_of_contact(&ContactId::from("8"), JobState::Active)?.is_empty(), "another contact has none")
}

fn jobs(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_job(&job("p3", JobState::Waiting, "", 10))?;
        store.put_job(&job("p1", JobState::Waiting, "", 30))?;
        store.put_job(&job("p2", JobState::Waiting, "", 10))?;
        store.put_job(&job("p5", JobState::Active, "1", 1))?;
        store.put_job(&job("p4", JobState::Ended, "1", 2))?;
        store.put_job(&job("p6", JobState::Qualified, "1", 3))?;
        store.put_job(&job("p7", JobState::Active, "2", 4))?;
        Ok(())
    })?;
    let names = |rows: Vec<JobRow>| rows.into_iter().map(|row| row.protocol.0).collect::<Vec<_>>();
    let waiting = names(store.jobs_in_state(JobState::Waiting)?);
    holds(waiting == ["p2", "p3", "p1"], "the line is ordered by time of waiting, then protocol")?;
    let of_agent = names(store.jobs_of_agent(&AgentId::from("1"))?);
    holds(of_agent == ["p4", "p5"], "an agent has its open and ended attendances, by protocol")?;
    let found = store.job(&Protocol::from("p5"))?;
    holds(found == Some(job("p5", JobState::Active, "1", 1)), "an attendance comes back as it was put")?;
    job_look_ups(store)?;
    committed(store, |store| Ok(store.put_job(&job("p2", JobState::Active, "1", 10))?))?;
    let left = names(store.waiting_after(&"g1".into(), None, 9)?);
    holds(left == ["p3", "p1"], "an assigned attendance leaves the queue of its group")?;
    holds(names(store.jobs_in_state(JobState::Waiting)?) == ["p3", "p1"], "a changed state leaves the former list")?;
    holds(names(store.jobs_of_agent(&AgentId::from("1"))?).len() == 3, "a changed agent enters the new list")
}

fn messages(store: &mut dyn Store) -> Check {
    let message = |protocol: &str, seq: u64| Message {
        protocol: Protocol::from(protocol),
        seq,
        message: format!("<b>texto</b> \u{202e} {seq}"),
        ..Message::default()
    };
    let send = |sender: &str, custom_id: &str, seq: u64| SendRow {
        sender: sender.to_owned(),
        protocol: Protocol::from("p1"),
        custom_id: CustomId::from(custom_id),
        text: "olá".to_owned(),
        reply: SendMessageReply { message_id: "a|b".to_owned(), seq, ..SendMessageReply::default() },
    };
    committed(store, |store| {
        for seq in [1, 3, 2, 10] {
            store.insert_message(&message("p1", seq))?;
        }
        store.insert_message(&message("p0", 5))?;
        store.insert_message(&message("p2", 5))?;
        store.insert_send(&send("agent:1", "BBBBBBBBBB", 1))?;
        store.insert_send(&send("agent:1", "AAAAAAAAAA", 2))?;
        store.insert_send(&send("customer", "AAAAAAAAAA", 3))?;
        Ok(())
    })?;
    let seqs = |after: u64, limit: usize| -> Result<Vec<u64>, StoreError> {
        Ok(store.messages_after(&Protocol::from("p1"), after, limit)?.into_iter().map(|row| row.seq).collect())
    };
    holds(seqs(0, 200)? == [1, 2, 3, 10], "messages come by seq, of their attendance only")?;
    holds(seqs(2, 1)? == [3], "messages are read on from a seq, up to the limit")?;
    let first = store.messages_after(&Protocol::from("p1"), 0, 1)?;
    holds(first == [message("p1", 1)], "a message comes back as it was put")?;
    let found = store.send("agent:1", &Protocol::from("p1"), &CustomId::from("AAAAAAAAAA"))?;
    holds(found == Some(send("agent:1", "AAAAAAAAAA", 2)), "a send is found by sender, protocol and custom_id")?;
    let unknown = store.send("agent:2", &Protocol::from("p1"), &CustomId::from("AAAAAAAAAA"))?;
    holds(unknown.is_none(), "another sender's custom_id is another send")?;
    let order: Vec<u64> =
        store.sends_of("agent:1", &Protocol::from("p1"))?.into_iter().map(|row| row.reply.seq).collect();
    holds(order == [1, 2], "sends come in the order of their answers")
}

fn contacts(store: &mut dyn Store) -> Check {
    let contact = |id: &str, name: &str, chat: &str, unit: &str| ContactRow {
        contact: Contact {
            id: ContactId::from(id),
            fullname: name.to_owned(),
            email: format!("{id}@example.com"),
            identifiers: ContactIdentifiers { chat_identifier: chat.to_owned(), ..ContactIdentifiers::default() },
            ..Contact::default()
        },
        org_unit_id: OrgUnitId::from(unit),
        blocked: false,
        wallet: Some(AgentId::from("7")),
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    };
    committed(store, |store| {
        store.put_contact(&contact("3", "Caio Prado", "caio", "u1"))?;
        store.put_contact(&contact("1", "Bía Reis", "bia", "u1"))?;
        store.put_contact(&contact("2", "Alice Nunes", "bia", ""))?;
        store.put_contact(&contact("4", "Davi Melo", "", "u2"))?;
        Ok(())
    })?;
    let found = store.contacts_by(ContactField::ChatIdentifier, "bia")?;
    let expected = [contact("1", "Bía Reis", "bia", "u1"), contact("2", "Alice Nunes", "bia", "")];
    holds(found == expected, "contacts of an identifier come by id")?;
    holds(store.contacts_by(ContactField::Phone1, "bia")?.is_empty(), "identifiers are apart by field")?;
    holds(store.contacts_by(ContactField::ChatIdentifier, "")?.is_empty(), "an empty identifier finds nobody")?;
    committed(store, |store| Ok(store.put_contact(&contact("3", "Caio Prado", "caio2", "u1"))?))?;
    holds(store.contacts_by(ContactField::ChatIdentifier, "caio")?.is_empty(), "a former identifier finds nobody")?;
    holds(store.contact(&ContactId::from("3"))?.is_some(), "a contact is found by id")
}
