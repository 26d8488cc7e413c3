-- Members of groups are rows as every other entity has them. The columns of all tables follow their declarations (schema.rs).

CREATE TABLE group_member_rows (
    agent_id TEXT NOT NULL,
    group_id TEXT NOT NULL,
    row      TEXT NOT NULL,
    PRIMARY KEY (agent_id, group_id)
) STRICT, WITHOUT ROWID;
INSERT INTO group_member_rows (agent_id, group_id, row)
SELECT agent_id, group_id, json_object('agent_id', agent_id, 'group_id', group_id) FROM group_member;
DROP TABLE group_member;
ALTER TABLE group_member_rows RENAME TO group_member;
