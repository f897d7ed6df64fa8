-- Idempotency keys: each request that carried a key and succeeded, with its answer.
-- The row is written in the transaction of the request, so the request and its key are stored together or not at all.
create table request_key (
  tenant_id int not null,
  -- 'user <id>' or 'key <id of the API key>'. Callers choose their keys independently.
  caller text collate "C" not null,
  request_key text collate "C" not null,
  -- SHA-256 of the operation and its input. The same key with another input is refused.
  body_hash text not null,
  -- Message code of the answer, such as S0012.
  answer_msg text not null,
  -- Data of the answer as JSON text, encrypted: an answer may contain a secret that is shown once.
  answer_data text,
  created_date timestamptz not null,
  primary key (tenant_id, caller, request_key)
);

-- For the job that deletes old keys.
create index request_key_created_date on request_key (tenant_id, created_date);

select app_guard('request_key');
revoke update on request_key from shotkeeper_app;
