-- Pauses that agents may take, stored notifications, failed sign-ins and the extensions of the telephone system.

CREATE TABLE pause (
    id          TEXT PRIMARY KEY,
    org_unit_id TEXT NOT NULL,
    position    INTEGER NOT NULL,
    row         TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX pause_by_org_unit ON pause (org_unit_id, position);

CREATE TABLE notification (
    id       TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    number   INTEGER NOT NULL,
    read     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    row      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX notification_by_agent ON notification (agent_id, number);
CREATE INDEX notification_by_time ON notification (at);

CREATE TABLE sign_in_attempt (
    key            TEXT PRIMARY KEY,
    last_failed_at INTEGER NOT NULL,
    row            TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempt_by_time ON sign_in_attempt (last_failed_at);

CREATE TABLE extension (
    id  TEXT PRIMARY KEY,
    row TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX agent_by_role ON agent (json_extract(row, '$.record.role'), id);
