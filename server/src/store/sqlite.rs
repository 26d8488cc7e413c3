//! The `Store` over SQLite: one statement per method. Columns are for look-ups and order; the row itself is JSON, so a
//! new field of the domain needs a migration only if it is looked up.

use std::fmt::Display;

use contact_centre::store::{
    AgentRow, BrokerCredentialRow, ChannelRow, ContactField, ContactRow, FrameRow, GroupRow, JobRow, JobState,
    QualificationRow, QueueRow, QueueTail, SendRow, SessionRow, Store, StoreError, StoreResult, TokenRow,
    WebChatEventRow,
};
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::{
    AgentId, AttendanceGroupId, Channel, ContactId, CustomId, Message, OrgUnit, OrgUnitId, Protocol, QualificationId,
    QueueId, Wall,
};

/// A store in one SQLite connection.
pub struct SqliteStore {
    connection: Connection,
}

impl SqliteStore {
    pub(super) fn new(connection: Connection) -> Self {
        Self { connection }
    }

    /// Checkpoints the write-ahead log, so that a copy of the database file alone is complete.
    pub fn flush(&self) -> StoreResult<()> {
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map_err(failed)
    }

    /// The end of every agent's queue.
    pub fn queue_tails(&self) -> StoreResult<Vec<QueueTail>> {
        self.many("SELECT row FROM queue_head ORDER BY agent_id", &[])
    }

    pub(super) fn one<T: DeserializeOwned>(&self, sql: &str, parameters: &[&dyn ToSql]) -> StoreResult<Option<T>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let row: Option<String> = statement.query_row(parameters, |row| row.get(0)).optional().map_err(failed)?;
        row.as_deref().map(read).transpose()
    }

    pub(super) fn many<T: DeserializeOwned>(&self, sql: &str, parameters: &[&dyn ToSql]) -> StoreResult<Vec<T>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let rows = statement.query_map(parameters, |row| row.get::<_, String>(0)).map_err(failed)?;
        rows.map(|row| read(&row.map_err(failed)?)).collect()
    }

    fn number(&self, sql: &str, parameters: &[&dyn ToSql]) -> StoreResult<u64> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let number: i64 = statement.query_row(parameters, |row| row.get(0)).map_err(failed)?;
        u64::try_from(number).map_err(failed)
    }

    pub(super) fn write(&mut self, sql: &str, parameters: &[&dyn ToSql]) -> StoreResult<()> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        statement.execute(parameters).map(|_| ()).map_err(failed)
    }
}

impl Store for SqliteStore {
    fn begin(&mut self) -> StoreResult<()> {
        // IMMEDIATE: takes the write lock before the first read, so a later write cannot fail with SQLITE_BUSY.
        self.write("BEGIN IMMEDIATE", &[])
    }

    fn commit(&mut self) -> StoreResult<()> {
        self.write("COMMIT", &[])
    }

    fn rollback(&mut self) -> StoreResult<()> {
        self.write("ROLLBACK", &[])
    }

    fn next_number(&mut self, counter: &str) -> StoreResult<u64> {
        self.number(
            "INSERT INTO counter (name, value) VALUES (?1, 1)
             ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value",
            params![counter],
        )
    }

    fn org_unit(&self, id: &OrgUnitId) -> StoreResult<Option<OrgUnit>> {
        self.one("SELECT row FROM org_unit WHERE id = ?1", params![id.as_str()])
    }

    fn put_org_unit(&mut self, row: &OrgUnit) -> StoreResult<()> {
        self.write(
            "INSERT INTO org_unit (id, row) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET row = excluded.row",
            params![row.id.as_str(), json(row)?],
        )
    }

    fn agent(&self, id: &AgentId) -> StoreResult<Option<AgentRow>> {
        self.one("SELECT row FROM agent WHERE id = ?1", params![id.as_str()])
    }

    fn agent_by_login(&self, login: &str) -> StoreResult<Option<AgentRow>> {
        self.one("SELECT row FROM agent WHERE login = ?1", params![login])
    }

    fn agents(&self) -> StoreResult<Vec<AgentRow>> {
        self.many("SELECT row FROM agent ORDER BY id", &[])
    }

    fn supervisors(&self) -> StoreResult<Vec<AgentRow>> {
        self.many("SELECT row FROM agent WHERE json_extract(row, '$.record.role') = 'supervisor' ORDER BY id", &[])
    }

    fn put_agent(&mut self, row: &AgentRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO agent (id, login, row) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET login = excluded.login, row = excluded.row",
            params![row.id.as_str(), row.login, json(row)?],
        )
    }

    fn group(&self, id: &AttendanceGroupId) -> StoreResult<Option<GroupRow>> {
        self.one("SELECT row FROM attendance_group WHERE id = ?1", params![id.as_str()])
    }

    fn groups_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<GroupRow>> {
        self.many(
            "SELECT attendance_group.row FROM group_member JOIN attendance_group ON attendance_group.id = group_id
             WHERE agent_id = ?1 ORDER BY attendance_group.id",
            params![agent.as_str()],
        )
    }

    fn put_group(&mut self, row: &GroupRow) -> StoreResult<()> {
        let id = row.group.id.as_str();
        self.write(
            "INSERT INTO attendance_group (id, row) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET row = excluded.row",
            params![id, json(row)?],
        )?;
        self.write("DELETE FROM group_member WHERE group_id = ?1", params![id])?;
        for member in &row.members {
            self.write(
                "INSERT INTO group_member (agent_id, group_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![member.as_str(), id],
            )?;
        }
        Ok(())
    }

    fn queue(&self, id: &QueueId) -> StoreResult<Option<QueueRow>> {
        self.one("SELECT row FROM queue WHERE id = ?1", params![id.as_str()])
    }

    fn queues(&self, channel: Channel) -> StoreResult<Vec<QueueRow>> {
        self.many("SELECT row FROM queue WHERE channel = ?1 ORDER BY id", params![channel.as_str()])
    }

    fn put_queue(&mut self, row: &QueueRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO queue (id, channel, row) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET channel = excluded.channel, row = excluded.row",
            params![row.id.as_str(), row.channel.as_str(), json(row)?],
        )
    }

    fn qualification(&self, id: &QualificationId) -> StoreResult<Option<QualificationRow>> {
        self.one("SELECT row FROM qualification WHERE id = ?1", params![id.as_str()])
    }

    fn qualifications_of(&self, list: &QueueId) -> StoreResult<Vec<QualificationRow>> {
        self.many("SELECT row FROM qualification WHERE list = ?1 ORDER BY position, id", params![list.as_str()])
    }

    fn qualification_by_alias(&self, alias: &str) -> StoreResult<Option<QualificationRow>> {
        self.one("SELECT row FROM qualification WHERE alias = ?1 ORDER BY id LIMIT 1", params![alias])
    }

    fn put_qualification(&mut self, row: &QualificationRow) -> StoreResult<()> {
        let list = row.list.as_ref().map(QueueId::as_str);
        self.write(
            "INSERT INTO qualification (id, list, position, alias, row) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET
                 list = excluded.list, position = excluded.position, alias = excluded.alias, row = excluded.row",
            params![row.record.id.as_str(), list, row.position, row.alias, json(row)?],
        )
    }

    fn session(&self, agent: &AgentId) -> StoreResult<Option<SessionRow>> {
        self.one("SELECT row FROM session WHERE agent_id = ?1", params![agent.as_str()])
    }

    fn put_session(&mut self, row: &SessionRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO session (agent_id, row) VALUES (?1, ?2) ON CONFLICT (agent_id) DO UPDATE SET row = excluded.row",
            params![row.agent_id.as_str(), json(row)?],
        )
    }

    fn token(&self, hash: &str) -> StoreResult<Option<TokenRow>> {
        self.one("SELECT row FROM token WHERE hash = ?1", params![hash])
    }

    fn put_token(&mut self, row: &TokenRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO token (hash, session_id, expires_at, row) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (hash) DO UPDATE SET
                 session_id = excluded.session_id, expires_at = excluded.expires_at, row = excluded.row",
            params![row.hash, row.session_id, row.expires_at.0, json(row)?],
        )
    }

    fn tokens_of_session(&self, session_id: &str) -> StoreResult<Vec<TokenRow>> {
        self.many("SELECT row FROM token WHERE session_id = ?1 ORDER BY hash", params![session_id])
    }

    fn delete_tokens_of_session(&mut self, session_id: &str) -> StoreResult<()> {
        self.write("DELETE FROM token WHERE session_id = ?1", params![session_id])
    }

    fn broker_credential(&self, login: &str) -> StoreResult<Option<BrokerCredentialRow>> {
        self.one("SELECT row FROM broker_credential WHERE login = ?1", params![login])
    }

    fn put_broker_credential(&mut self, row: &BrokerCredentialRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO broker_credential (login, session_id, expires_at, row) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (login) DO UPDATE SET
                 session_id = excluded.session_id, expires_at = excluded.expires_at, row = excluded.row",
            params![row.login, row.session_id, row.expires_at.0, json(row)?],
        )
    }

    fn delete_broker_credentials_of_session(&mut self, session_id: &str) -> StoreResult<()> {
        self.write("DELETE FROM broker_credential WHERE session_id = ?1", params![session_id])
    }

    fn delete_expired(&mut self, before: Wall) -> StoreResult<()> {
        self.write("DELETE FROM token WHERE expires_at < ?1", params![before.0])?;
        self.write("DELETE FROM broker_credential WHERE expires_at < ?1", params![before.0])
    }

    fn channel(&self, agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>> {
        self.one(
            "SELECT row FROM agent_channel WHERE agent_id = ?1 AND channel = ?2",
            params![agent.as_str(), channel.as_str()],
        )
    }

    fn connected_channels(&self, channel: Channel) -> StoreResult<Vec<ChannelRow>> {
        self.many(
            "SELECT row FROM agent_channel WHERE channel = ?1 AND connected = 1 ORDER BY agent_id",
            params![channel.as_str()],
        )
    }

    fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO agent_channel (agent_id, channel, connected, row) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (agent_id, channel) DO UPDATE SET connected = excluded.connected, row = excluded.row",
            params![row.agent_id.as_str(), row.channel.as_str(), row.connected, json(row)?],
        )
    }

    fn job(&self, protocol: &Protocol) -> StoreResult<Option<JobRow>> {
        self.one("SELECT row FROM job WHERE protocol = ?1", params![protocol.as_str()])
    }

    fn job_by_secret(&self, hash: &str) -> StoreResult<Option<JobRow>> {
        self.one("SELECT row FROM job WHERE json_extract(row, '$.secret_hash') = ?1", params![hash])
    }

    fn jobs_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<JobRow>> {
        self.many(
            "SELECT row FROM job WHERE agent_id = ?1 AND state IN (?2, ?3) ORDER BY protocol",
            params![agent.as_str(), JobState::Active.as_str(), JobState::Ended.as_str()],
        )
    }

    fn jobs_in_state(&self, state: JobState) -> StoreResult<Vec<JobRow>> {
        self.many("SELECT row FROM job WHERE state = ?1 ORDER BY waiting_since, protocol", params![state.as_str()])
    }

    fn put_job(&mut self, row: &JobRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO job (protocol, state, agent_id, waiting_since, row) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (protocol) DO UPDATE SET state = excluded.state, agent_id = excluded.agent_id,
                 waiting_since = excluded.waiting_since, row = excluded.row",
            params![row.protocol.as_str(), row.state.as_str(), row.agent_id.as_str(), row.waiting_since.0, json(row)?],
        )
    }

    fn messages_after(&self, protocol: &Protocol, after: u64, limit: usize) -> StoreResult<Vec<Message>> {
        self.many(
            "SELECT row FROM message WHERE protocol = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
            params![protocol.as_str(), integer(after), integer(limit)],
        )
    }

    fn put_message(&mut self, row: &Message) -> StoreResult<()> {
        self.write(
            "INSERT INTO message (protocol, seq, row) VALUES (?1, ?2, ?3)
             ON CONFLICT (protocol, seq) DO UPDATE SET row = excluded.row",
            params![row.protocol.as_str(), integer(row.seq), json(row)?],
        )
    }

    fn send(&self, sender: &str, protocol: &Protocol, custom_id: &CustomId) -> StoreResult<Option<SendRow>> {
        self.one(
            "SELECT row FROM sent WHERE sender = ?1 AND protocol = ?2 AND custom_id = ?3",
            params![sender, protocol.as_str(), custom_id.as_str()],
        )
    }

    fn sends_of(&self, sender: &str, protocol: &Protocol) -> StoreResult<Vec<SendRow>> {
        self.many(
            "SELECT row FROM sent WHERE sender = ?1 AND protocol = ?2 ORDER BY seq, custom_id",
            params![sender, protocol.as_str()],
        )
    }

    fn put_send(&mut self, row: &SendRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO sent (sender, protocol, custom_id, seq, row) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (sender, protocol, custom_id) DO UPDATE SET seq = excluded.seq, row = excluded.row",
            params![row.sender, row.protocol.as_str(), row.custom_id.as_str(), integer(row.reply.seq), json(row)?],
        )
    }

    fn contact(&self, id: &ContactId) -> StoreResult<Option<ContactRow>> {
        self.one("SELECT row FROM contact WHERE id = ?1", params![id.as_str()])
    }

    fn contacts_by(&self, field: ContactField, value: &str) -> StoreResult<Vec<ContactRow>> {
        if value.is_empty() {
            return Ok(Vec::new());
        }
        let sql = match field {
            ContactField::Id => "SELECT row FROM contact WHERE external_identifier = ?1 ORDER BY id",
            ContactField::WhatsappIdentifier => "SELECT row FROM contact WHERE whatsapp_identifier = ?1 ORDER BY id",
            ContactField::ChatIdentifier => "SELECT row FROM contact WHERE chat_identifier = ?1 ORDER BY id",
            ContactField::Phone1 => "SELECT row FROM contact WHERE phone1 = ?1 ORDER BY id",
        };
        self.many(sql, params![value])
    }

    fn search_contacts(
        &self,
        text: &str,
        org_units: &[OrgUnitId],
        offset: usize,
        limit: usize,
    ) -> StoreResult<(Vec<ContactRow>, usize)> {
        let text = text.to_lowercase();
        let org_units = json(&org_units)?;
        let total = self.number(
            "SELECT count(*) FROM contact
             WHERE instr(search, ?1) > 0 AND org_unit_id IN (SELECT value FROM json_each(?2))",
            params![text, org_units],
        )?;
        let page = self.many(
            "SELECT row FROM contact
             WHERE instr(search, ?1) > 0 AND org_unit_id IN (SELECT value FROM json_each(?2))
             ORDER BY name, id LIMIT ?3 OFFSET ?4",
            params![text, org_units, integer(limit), integer(offset)],
        )?;
        Ok((page, usize::try_from(total).map_err(failed)?))
    }

    fn put_contact(&mut self, row: &ContactRow) -> StoreResult<()> {
        let contact = &row.contact;
        let identifiers = ContactField::ALL.map(|field| row.identifier(field));
        let [external, whatsapp, chat, phone] = identifiers;
        let parts = [contact.fullname.as_str(), contact.email.as_str(), external, whatsapp, chat, phone];
        let search = parts.map(str::to_lowercase).join("\u{1f}");
        self.write(
            "INSERT INTO contact (id, org_unit_id, name, external_identifier, whatsapp_identifier, chat_identifier, phone1,
                 search, row)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (id) DO UPDATE SET org_unit_id = excluded.org_unit_id, name = excluded.name,
                 external_identifier = excluded.external_identifier, whatsapp_identifier = excluded.whatsapp_identifier,
                 chat_identifier = excluded.chat_identifier, phone1 = excluded.phone1, search = excluded.search,
                 row = excluded.row",
            params![
                contact.id.as_str(),
                row.org_unit_id.as_str(),
                contact.fullname,
                external,
                whatsapp,
                chat,
                phone,
                search,
                json(row)?
            ],
        )
    }

    fn queue_tail(&self, agent: &AgentId) -> StoreResult<Option<QueueTail>> {
        self.one("SELECT row FROM queue_head WHERE agent_id = ?1", params![agent.as_str()])
    }

    fn put_queue_tail(&mut self, row: &QueueTail) -> StoreResult<()> {
        self.write(
            "INSERT INTO queue_head (agent_id, row) VALUES (?1, ?2) ON CONFLICT (agent_id) DO UPDATE SET row = excluded.row",
            params![row.agent_id.as_str(), json(row)?],
        )
    }

    fn put_frame(&mut self, row: &FrameRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO frame (agent_id, seq, row) VALUES (?1, ?2, ?3)
             ON CONFLICT (agent_id, seq) DO UPDATE SET row = excluded.row",
            params![row.agent_id.as_str(), integer(row.seq), json(row)?],
        )
    }

    fn frames_after(&self, agent: &AgentId, after: u64, limit: usize) -> StoreResult<Vec<FrameRow>> {
        self.many(
            "SELECT row FROM frame WHERE agent_id = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
            params![agent.as_str(), integer(after), integer(limit)],
        )
    }

    fn frame_count(&self, agent: &AgentId) -> StoreResult<usize> {
        let count = self.number("SELECT count(*) FROM frame WHERE agent_id = ?1", params![agent.as_str()])?;
        usize::try_from(count).map_err(failed)
    }

    fn acknowledge(&mut self, agent: &AgentId, seq: u64) -> StoreResult<()> {
        self.write("DELETE FROM frame WHERE agent_id = ?1 AND seq = ?2", params![agent.as_str(), integer(seq)])
    }

    fn clear_frames(&mut self, agent: &AgentId) -> StoreResult<()> {
        self.write("DELETE FROM frame WHERE agent_id = ?1", params![agent.as_str()])
    }

    fn put_web_chat_event(&mut self, row: &WebChatEventRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO outside_event (protocol, number, row) VALUES (?1, ?2, ?3)
             ON CONFLICT (protocol, number) DO UPDATE SET row = excluded.row",
            params![row.protocol.as_str(), integer(row.number), json(row)?],
        )
    }

    fn web_chat_events_after(
        &self,
        protocol: &Protocol,
        after: u64,
        limit: usize,
    ) -> StoreResult<Vec<WebChatEventRow>> {
        self.many(
            "SELECT row FROM outside_event WHERE protocol = ?1 AND number > ?2 ORDER BY number LIMIT ?3",
            params![protocol.as_str(), integer(after), integer(limit)],
        )
    }
}

fn failed(error: impl Display) -> StoreError {
    StoreError(error.to_string())
}

pub(super) fn json<T: Serialize + ?Sized>(row: &T) -> StoreResult<String> {
    serde_json::to_string(row).map_err(failed)
}

fn read<T: DeserializeOwned>(row: &str) -> StoreResult<T> {
    serde_json::from_str(row).map_err(failed)
}

/// SQLite integers are signed: larger numbers become `i64::MAX`.
pub(super) fn integer(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
