//! Pauses, notifications, failed sign-ins and extensions in SQLite.

use contact_centre::store::{AttemptRow, ExtensionRow, NotificationRow, PauseRow, PresenceStore, StoreResult};
use rusqlite::params;
use wire::{AgentId, OrgUnitId, Wall};

use super::sqlite::{SqliteStore, integer, json};

impl PresenceStore for SqliteStore {
    fn pause(&self, id: &str) -> StoreResult<Option<PauseRow>> {
        self.one("SELECT row FROM pause WHERE id = ?1", params![id])
    }

    fn pauses_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<PauseRow>> {
        self.many("SELECT row FROM pause WHERE org_unit_id = ?1 ORDER BY position, id", params![org_unit.as_str()])
    }

    fn put_pause(&mut self, row: &PauseRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO pause (id, org_unit_id, position, row) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET
                 org_unit_id = excluded.org_unit_id, position = excluded.position, row = excluded.row",
            params![row.id, row.org_unit_id.as_str(), row.position, json(row)?],
        )
    }

    fn notification(&self, id: &str) -> StoreResult<Option<NotificationRow>> {
        self.one("SELECT row FROM notification WHERE id = ?1", params![id])
    }

    fn notifications_of(&self, agent: &AgentId, limit: usize) -> StoreResult<Vec<NotificationRow>> {
        self.many(
            "SELECT row FROM notification WHERE agent_id = ?1 ORDER BY number DESC LIMIT ?2",
            params![agent.as_str(), integer(limit)],
        )
    }

    fn unread_notifications_of(&self, agent: &AgentId) -> StoreResult<Vec<NotificationRow>> {
        self.many(
            "SELECT row FROM notification WHERE agent_id = ?1 AND read = 0 ORDER BY number DESC",
            params![agent.as_str()],
        )
    }

    fn put_notification(&mut self, row: &NotificationRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO notification (id, agent_id, number, read, at, row) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (id) DO UPDATE SET agent_id = excluded.agent_id, number = excluded.number,
                 read = excluded.read, at = excluded.at, row = excluded.row",
            params![row.id, row.agent_id.as_str(), integer(row.number), row.read, row.at.0, json(row)?],
        )
    }

    fn delete_notification(&mut self, id: &str) -> StoreResult<()> {
        self.write("DELETE FROM notification WHERE id = ?1", params![id])
    }

    fn delete_old_notifications(&mut self, before: Wall) -> StoreResult<()> {
        self.write("DELETE FROM notification WHERE at < ?1", params![before.0])
    }

    fn attempts(&self, key: &str) -> StoreResult<Option<AttemptRow>> {
        self.one("SELECT row FROM sign_in_attempt WHERE key = ?1", params![key])
    }

    fn put_attempts(&mut self, row: &AttemptRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO sign_in_attempt (key, last_failed_at, row) VALUES (?1, ?2, ?3)
             ON CONFLICT (key) DO UPDATE SET last_failed_at = excluded.last_failed_at, row = excluded.row",
            params![row.key, row.last_failed_at.0, json(row)?],
        )
    }

    fn delete_attempts(&mut self, key: &str) -> StoreResult<()> {
        self.write("DELETE FROM sign_in_attempt WHERE key = ?1", params![key])
    }

    fn delete_old_attempts(&mut self, before: Wall) -> StoreResult<()> {
        self.write("DELETE FROM sign_in_attempt WHERE last_failed_at < ?1", params![before.0])
    }

    fn extension(&self, id: &str) -> StoreResult<Option<ExtensionRow>> {
        self.one("SELECT row FROM extension WHERE id = ?1", params![id])
    }

    fn put_extension(&mut self, row: &ExtensionRow) -> StoreResult<()> {
        self.write(
            "INSERT INTO extension (id, row) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET row = excluded.row",
            params![row.id, json(row)?],
        )
    }
}
