-- What was done to keep the lake up, and tables that were taken back to an older generation.

CREATE TABLE upkeep_log (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lake          text NOT NULL,
  step          text NOT NULL,
  table_schema  text,
  table_name    text,
  dry_run       boolean NOT NULL DEFAULT false,
  started_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at   timestamptz,
  outcome       text CHECK (outcome IN ('done', 'nothing', 'busy', 'held', 'failed')),
  figures       jsonb NOT NULL DEFAULT '{}',
  notes         text CHECK (char_length(notes) <= 2000),
  snapshot_id   bigint,
  error         text CHECK (char_length(error) <= 2000),
  CHECK ((table_schema IS NULL) = (table_name IS NULL)),
  CHECK ((outcome IS NULL) = (finished_at IS NULL)),
  CHECK ((outcome = 'failed') = (error IS NOT NULL))
);
CREATE INDEX upkeep_log_step ON upkeep_log (lake, step, id);
CREATE INDEX upkeep_log_table ON upkeep_log (lake, table_schema, table_name, id)
  WHERE table_name IS NOT NULL;
COMMENT ON TABLE upkeep_log IS 'What was done to keep the lake up: a row for each step, and for each table that it touched.';
COMMENT ON COLUMN upkeep_log.id IS 'Later ones are greater.';
COMMENT ON COLUMN upkeep_log.lake IS 'The lake.';
COMMENT ON COLUMN upkeep_log.step IS 'flush, expire, merge, rewrite, clean-up, leftovers, statistics or views.';
COMMENT ON COLUMN upkeep_log.table_schema IS 'The table''s schema in the lake; null where the step was of the whole lake.';
COMMENT ON COLUMN upkeep_log.table_name IS 'The table''s name in the lake; null likewise.';
COMMENT ON COLUMN upkeep_log.dry_run IS 'Nothing was changed: the figures say what would have been.';
COMMENT ON COLUMN upkeep_log.started_at IS 'When it began.';
COMMENT ON COLUMN upkeep_log.finished_at IS 'When it ended; null while it goes on, or where its process died.';
COMMENT ON COLUMN upkeep_log.outcome IS 'done, nothing (there was nothing to do), busy (the table, or all upkeep, was another''s), held (the table is on hold) or failed.';
COMMENT ON COLUMN upkeep_log.figures IS 'What it found and did, by name.';
COMMENT ON COLUMN upkeep_log.notes IS 'What an operator should know, a line each.';
COMMENT ON COLUMN upkeep_log.snapshot_id IS 'The DuckLake snapshot that it made, where it made one and nobody else had written to the table.';
COMMENT ON COLUMN upkeep_log.error IS 'Why it failed.';

CREATE TABLE table_rollback (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lake            text NOT NULL,
  table_schema    text NOT NULL,
  table_name      text NOT NULL,
  to_snapshot     bigint NOT NULL,
  asked_by        text NOT NULL,
  started_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at     timestamptz,
  status          text NOT NULL DEFAULT 'running'
    CHECK (status IN ('running', 'completed', 'failed', 'unknown')),
  landing_prefix  text,
  commit_sent     boolean NOT NULL DEFAULT false,
  files           bigint,
  rows            bigint,
  bytes           bigint,
  snapshot_id     bigint,
  snapshot_time   timestamptz,
  leftovers_removed_at  timestamptz,
  error           text CHECK (char_length(error) <= 2000),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK (status <> 'completed' OR snapshot_id IS NOT NULL)
);
CREATE INDEX table_rollback_table ON table_rollback (lake, table_schema, table_name, id);
COMMENT ON TABLE table_rollback IS 'Tables that an operator took back to an older generation; each is a new swap.';
COMMENT ON COLUMN table_rollback.id IS 'Names it in the catalog: the commit message is rollback-<id> attempt 1.';
COMMENT ON COLUMN table_rollback.lake IS 'The lake.';
COMMENT ON COLUMN table_rollback.table_schema IS 'The table''s schema in the lake.';
COMMENT ON COLUMN table_rollback.table_name IS 'The table''s name in the lake.';
COMMENT ON COLUMN table_rollback.to_snapshot IS 'The snapshot whose rows are live again.';
COMMENT ON COLUMN table_rollback.asked_by IS 'Who asked for it.';
COMMENT ON COLUMN table_rollback.started_at IS 'When it began.';
COMMENT ON COLUMN table_rollback.finished_at IS 'When it ended.';
COMMENT ON COLUMN table_rollback.status IS 'running, completed, failed, or unknown: COMMIT was sent and its outcome was not learned.';
COMMENT ON COLUMN table_rollback.landing_prefix IS 'Where its objects were landed in the lake''s bucket.';
COMMENT ON COLUMN table_rollback.commit_sent IS 'COMMIT was sent: the catalog may know the landed objects, whatever the status says.';
COMMENT ON COLUMN table_rollback.files IS 'Files of the table.';
COMMENT ON COLUMN table_rollback.rows IS 'Its rows.';
COMMENT ON COLUMN table_rollback.bytes IS 'Bytes that were landed.';
COMMENT ON COLUMN table_rollback.snapshot_id IS 'The DuckLake snapshot that it made.';
COMMENT ON COLUMN table_rollback.snapshot_time IS 'That snapshot''s time in the catalog.';
COMMENT ON COLUMN table_rollback.error IS 'Why it failed.';
COMMENT ON COLUMN table_rollback.leftovers_removed_at IS 'When what a failed one had landed was removed, or was seen to be gone; null until then.';
