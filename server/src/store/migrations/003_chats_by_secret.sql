-- A start that a customer repeats finds its chat by the secret.
CREATE INDEX job_by_secret ON job (json_extract(row, '$.secret_hash'));
