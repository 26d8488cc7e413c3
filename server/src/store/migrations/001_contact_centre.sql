-- Every table: the key and the columns that look-ups use, and the whole row as JSON. What the JSON holds belongs to the domain.

CREATE TABLE counter (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE org_unit (
    id  TEXT PRIMARY KEY,
    row TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE agent (
    id    TEXT PRIMARY KEY,
    login TEXT NOT NULL UNIQUE,
    row   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE attendance_group (
    id  TEXT PRIMARY KEY,
    row TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE group_member (
    agent_id TEXT NOT NULL,
    group_id TEXT NOT NULL REFERENCES attendance_group (id) ON DELETE CASCADE,
    PRIMARY KEY (agent_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE queue (
    id      TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    row     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE qualification (
    id       TEXT PRIMARY KEY,
    list     TEXT,
    position INTEGER NOT NULL,
    alias    TEXT,
    row      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX qualification_by_list ON qualification (list, position);
CREATE INDEX qualification_by_alias ON qualification (alias);

CREATE TABLE session (
    agent_id TEXT PRIMARY KEY,
    row      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
    hash       TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    row        TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX token_by_session ON token (session_id);
CREATE INDEX token_by_expiry ON token (expires_at);

CREATE TABLE broker_credential (
    login      TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    row        TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX broker_credential_by_session ON broker_credential (session_id);
CREATE INDEX broker_credential_by_expiry ON broker_credential (expires_at);

CREATE TABLE agent_channel (
    agent_id  TEXT NOT NULL,
    channel   TEXT NOT NULL,
    connected INTEGER NOT NULL,
    row       TEXT NOT NULL,
    PRIMARY KEY (agent_id, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
    protocol      TEXT PRIMARY KEY,
    state         TEXT NOT NULL,
    agent_id      TEXT NOT NULL,
    waiting_since INTEGER NOT NULL,
    row           TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX job_by_state ON job (state, waiting_since, protocol);
CREATE INDEX job_by_agent ON job (agent_id, state);

CREATE TABLE message (
    protocol TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    row      TEXT NOT NULL,
    PRIMARY KEY (protocol, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE sent (
    sender    TEXT NOT NULL,
    protocol  TEXT NOT NULL,
    custom_id TEXT NOT NULL,
    seq       INTEGER NOT NULL,
    row       TEXT NOT NULL,
    PRIMARY KEY (sender, protocol, custom_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE contact (
    id                  TEXT PRIMARY KEY,
    org_unit_id         TEXT NOT NULL,
    name                TEXT NOT NULL,
    external_identifier TEXT NOT NULL,
    whatsapp_identifier TEXT NOT NULL,
    chat_identifier     TEXT NOT NULL,
    phone1              TEXT NOT NULL,
    -- Everything that a search looks into, in lower case: SQLite's own lower() knows ASCII only.
    search              TEXT NOT NULL,
    row                 TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX contact_by_name ON contact (name, id);
CREATE INDEX contact_by_external_identifier ON contact (external_identifier);
CREATE INDEX contact_by_whatsapp_identifier ON contact (whatsapp_identifier);
CREATE INDEX contact_by_chat_identifier ON contact (chat_identifier);
CREATE INDEX contact_by_phone1 ON contact (phone1);

CREATE TABLE queue_head (
    agent_id TEXT PRIMARY KEY,
    row      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A stored frame is an unacknowledged one.
CREATE TABLE frame (
    agent_id TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    row      TEXT NOT NULL,
    PRIMARY KEY (agent_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE outside_event (
    protocol TEXT NOT NULL,
    number   INTEGER NOT NULL,
    row      TEXT NOT NULL,
    PRIMARY KEY (protocol, number)
) STRICT, WITHOUT ROWID;
