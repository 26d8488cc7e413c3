//! Pauses, notifications, failed sign-ins and extensions in memory.

use super::MemoryStore;
use super::undo_log::Undo;
use crate::store::{AttemptRow, ExtensionRow, NotificationRow, PauseRow, PresenceStore, StoreResult};
use wire::{AgentId, OrgUnitId, Wall};

impl PresenceStore for MemoryStore {
    fn pause(&self, id: &str) -> StoreResult<Option<PauseRow>> {
        Ok(self.tables.pauses.get(id).cloned())
    }

    fn pauses_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<PauseRow>> {
        let mut rows: Vec<_> =
            self.tables.pauses.values().filter(|row| &row.org_unit_id == org_unit).cloned().collect();
        rows.sort_by_key(|row| row.position);
        Ok(rows)
    }

    fn put_pause(&mut self, row: &PauseRow) -> StoreResult<()> {
        let before = self.tables.pauses.insert(row.id.clone(), row.clone());
        self.log_undo(Undo::Pause(row.id.clone(), before));
        Ok(())
    }

    fn notification(&self, id: &str) -> StoreResult<Option<NotificationRow>> {
        Ok(self.tables.notifications.get(id).cloned())
    }

    fn notifications_of(&self, agent: &AgentId, limit: usize) -> StoreResult<Vec<NotificationRow>> {
        let mut rows: Vec<_> =
            self.tables.notifications.values().filter(|row| &row.agent_id == agent).cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.number));
        rows.truncate(limit);
        Ok(rows)
    }

    fn unread_notifications_of(&self, agent: &AgentId) -> StoreResult<Vec<NotificationRow>> {
        let all = self.notifications_of(agent, usize::MAX)?;
        Ok(all.into_iter().filter(|row| !row.read).collect())
    }

    fn put_notification(&mut self, row: &NotificationRow) -> StoreResult<()> {
        let before = self.tables.notifications.insert(row.id.clone(), row.clone());
        self.log_undo(Undo::Notification(row.id.clone(), before.map(Box::new)));
        Ok(())
    }

    fn delete_notification(&mut self, id: &str) -> StoreResult<()> {
        let before = self.tables.notifications.remove(id);
        self.log_undo(Undo::Notification(id.to_owned(), before.map(Box::new)));
        Ok(())
    }

    fn delete_old_notifications(&mut self, before: Wall) -> StoreResult<()> {
        let old = self.tables.notifications.values().filter(|row| row.at < before);
        for id in old.map(|row| row.id.clone()).collect::<Vec<_>>() {
            let before = self.tables.notifications.remove(&id);
            self.log_undo(Undo::Notification(id, before.map(Box::new)));
        }
        Ok(())
    }

    fn attempts(&self, key: &str) -> StoreResult<Option<AttemptRow>> {
        Ok(self.tables.attempts.get(key).cloned())
    }

    fn put_attempts(&mut self, row: &AttemptRow) -> StoreResult<()> {
        let before = self.tables.attempts.insert(row.key.clone(), row.clone());
        self.log_undo(Undo::Attempts(row.key.clone(), before));
        Ok(())
    }

    fn delete_attempts(&mut self, key: &str) -> StoreResult<()> {
        let before = self.tables.attempts.remove(key);
        self.log_undo(Undo::Attempts(key.to_owned(), before));
        Ok(())
    }

    fn delete_old_attempts(&mut self, before: Wall) -> StoreResult<()> {
        let old = self.tables.attempts.values().filter(|row| row.last_failed_at < before);
        for key in old.map(|row| row.key.clone()).collect::<Vec<_>>() {
            self.delete_attempts(&key)?;
        }
        Ok(())
    }

    fn extension(&self, id: &str) -> StoreResult<Option<ExtensionRow>> {
        Ok(self.tables.extensions.get(id).cloned())
    }

    fn put_extension(&mut self, row: &ExtensionRow) -> StoreResult<()> {
        let before = self.tables.extensions.insert(row.id.clone(), row.clone());
        self.log_undo(Undo::Extension(row.id.clone(), before));
        Ok(())
    }
}
