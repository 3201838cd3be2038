-- What the service remembers: completions, the runs they became, every attempt at a run, and what
-- those attempts found. All times are the database's own: one clock for all replicas.

CREATE TABLE completed_import (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id           bigint NOT NULL,
  team_uuid         text,
  organization_id   text,
  environment_id    bigint,
  source_id         text,
  source_name       text,
  source_type       text,
  prefix            text,
  source_schema_id  text NOT NULL,
  name              text,
  job_id            text NOT NULL,
  folder_path       text,
  prepared_folder   text,
  delta_version     bigint,
  finished_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  expected_rows     bigint,
  created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_at          timestamptz,
  -- The bounds keep a run's id and keys within what an index can hold.
  CONSTRAINT completed_import_source_schema_id_length
    CHECK (char_length(source_schema_id) BETWEEN 1 AND 100),
  CONSTRAINT completed_import_job_id_length CHECK (char_length(job_id) BETWEEN 1 AND 400),
  CONSTRAINT completed_import_finished_at_plausible
    CHECK (finished_at >= '1970-01-01 00:00:00+00' AND finished_at < '10000-01-01 00:00:00+00'),
  CONSTRAINT completed_import_expected_rows_not_negative CHECK (expected_rows >= 0)
);
CREATE INDEX completed_import_due ON completed_import (id) WHERE taken_at IS NULL;
CREATE INDEX completed_import_taken ON completed_import (taken_at) WHERE taken_at IS NOT NULL;

COMMENT ON TABLE completed_import IS 'Inbox: one row for each import that finished upstream. Inserting a completion twice is harmless: both become one run.';
COMMENT ON COLUMN completed_import.id IS 'Inbox id; the last tie-breaker of a table''s generations.';
COMMENT ON COLUMN completed_import.team_id IS 'The project.';
COMMENT ON COLUMN completed_import.team_uuid IS 'The project''s UUID, by which flags may target it.';
COMMENT ON COLUMN completed_import.organization_id IS 'The organisation of the project; decides how tables are named.';
COMMENT ON COLUMN completed_import.environment_id IS 'The environment of the project; null for the project itself.';
COMMENT ON COLUMN completed_import.source_id IS 'The source that was imported from.';
COMMENT ON COLUMN completed_import.source_name IS 'The source''s name as people know it; the overview shows it.';
COMMENT ON COLUMN completed_import.source_type IS 'The kind of source, such as Stripe; part of the table''s name.';
COMMENT ON COLUMN completed_import.prefix IS 'The source''s table prefix; part of the table''s name.';
COMMENT ON COLUMN completed_import.source_schema_id IS 'The importable table of the source; 1 to 100 characters.';
COMMENT ON COLUMN completed_import.name IS 'The source schema''s name, such as public.users.';
COMMENT ON COLUMN completed_import.job_id IS 'The external data job; 1 to 400 characters.';
COMMENT ON COLUMN completed_import.folder_path IS 'Folder of the import below the source bucket: team_<team>_<type>_<schema id>.';
COMMENT ON COLUMN completed_import.prepared_folder IS 'Folder of the prepared Parquet files below folder_path; one plain name.';
COMMENT ON COLUMN completed_import.delta_version IS 'Version of the Delta table that this import made; null for the newest.';
COMMENT ON COLUMN completed_import.finished_at IS 'When the import finished upstream; orders a table''s generations. A time after created_at counts as created_at.';
COMMENT ON COLUMN completed_import.expected_rows IS 'How many rows upstream counted; checked before the swap where given.';
COMMENT ON COLUMN completed_import.created_at IS 'When the completion was inserted.';
COMMENT ON COLUMN completed_import.taken_at IS 'When intake had turned it into its runs; null until then.';

CREATE TABLE completed_materialization (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id           bigint NOT NULL,
  team_uuid         text,
  organization_id   text,
  environment_id    bigint,
  saved_query_id    text NOT NULL,
  saved_query_name  text,
  model_label       text,
  job_id            text NOT NULL,
  table_uri         text,
  delta_version     bigint,
  finished_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  expected_rows     bigint,
  created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_at          timestamptz,
  CONSTRAINT completed_materialization_saved_query_id_length
    CHECK (char_length(saved_query_id) BETWEEN 1 AND 100),
  CONSTRAINT completed_materialization_job_id_length
    CHECK (char_length(job_id) BETWEEN 1 AND 400),
  CONSTRAINT completed_materialization_finished_at_plausible
    CHECK (finished_at >= '1970-01-01 00:00:00+00' AND finished_at < '10000-01-01 00:00:00+00'),
  CONSTRAINT completed_materialization_expected_rows_not_negative CHECK (expected_rows >= 0)
);
CREATE INDEX completed_materialization_due
  ON completed_materialization (id) WHERE taken_at IS NULL;
CREATE INDEX completed_materialization_taken
  ON completed_materialization (taken_at) WHERE taken_at IS NOT NULL;

COMMENT ON TABLE completed_materialization IS 'Inbox: one row for each model that was materialised upstream.';
COMMENT ON COLUMN completed_materialization.id IS 'Inbox id; the last tie-breaker of a table''s generations.';
COMMENT ON COLUMN completed_materialization.team_id IS 'The project.';
COMMENT ON COLUMN completed_materialization.team_uuid IS 'The project''s UUID, by which flags may target it.';
COMMENT ON COLUMN completed_materialization.organization_id IS 'The organisation of the project.';
COMMENT ON COLUMN completed_materialization.environment_id IS 'The environment of the project; null for the project itself.';
COMMENT ON COLUMN completed_materialization.saved_query_id IS 'The saved query that the model is; 1 to 100 characters.';
COMMENT ON COLUMN completed_materialization.saved_query_name IS 'The saved query''s name; names the table where there is no label.';
COMMENT ON COLUMN completed_materialization.model_label IS 'The model''s label; names the table.';
COMMENT ON COLUMN completed_materialization.job_id IS 'The materialisation job; 1 to 400 characters.';
COMMENT ON COLUMN completed_materialization.table_uri IS 'Where the Delta table lies.';
COMMENT ON COLUMN completed_materialization.delta_version IS 'Version of the Delta table that this job made; null for the newest.';
COMMENT ON COLUMN completed_materialization.finished_at IS 'When the materialisation finished upstream; orders a table''s generations. A time after created_at counts as created_at.';
COMMENT ON COLUMN completed_materialization.expected_rows IS 'How many rows upstream counted; checked before the swap where given.';
COMMENT ON COLUMN completed_materialization.created_at IS 'When the completion was inserted.';
COMMENT ON COLUMN completed_materialization.taken_at IS 'When intake had turned it into its run; null until then.';

CREATE TABLE source_schema (
  id              text NOT NULL,
  team_id         bigint NOT NULL,
  environment_id  bigint,
  source_id       text,
  source_name     text,
  source_type     text,
  prefix          text,
  name            text,
  should_sync     boolean NOT NULL DEFAULT true,
  deleted         boolean NOT NULL DEFAULT false,
  last_synced_at  timestamptz,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  -- The team is part of the key, so that a completion that names another team's id changes nothing of theirs.
  PRIMARY KEY (team_id, id)
);

COMMENT ON TABLE source_schema IS 'What the overview must know of each importable table of a source; kept by intake and, where it likes, by the upstream application.';
COMMENT ON COLUMN source_schema.id IS 'The source schema.';
COMMENT ON COLUMN source_schema.team_id IS 'The project.';
COMMENT ON COLUMN source_schema.environment_id IS 'The environment of the project; null for the project itself.';
COMMENT ON COLUMN source_schema.source_id IS 'The source it belongs to.';
COMMENT ON COLUMN source_schema.source_name IS 'The source''s name as people know it.';
COMMENT ON COLUMN source_schema.source_type IS 'The kind of source, such as Stripe.';
COMMENT ON COLUMN source_schema.prefix IS 'The source''s table prefix.';
COMMENT ON COLUMN source_schema.name IS 'The schema''s name, such as public.users.';
COMMENT ON COLUMN source_schema.should_sync IS 'Whether upstream imports it at all; false shows as paused.';
COMMENT ON COLUMN source_schema.deleted IS 'Whether upstream deleted it; it is then not shown.';
COMMENT ON COLUMN source_schema.last_synced_at IS 'When its last import finished upstream.';
COMMENT ON COLUMN source_schema.updated_at IS 'When this row was last written.';

CREATE TABLE workflow_run (
  id               text PRIMARY KEY,
  workflow         text NOT NULL,
  team_id          bigint NOT NULL,
  environment_id   bigint,
  organization_id  text,
  subject_kind     text NOT NULL CHECK (subject_kind IN ('source_schema', 'saved_query')),
  subject_id       text NOT NULL,
  job_id           text NOT NULL,
  token            text NOT NULL,
  payload          jsonb NOT NULL,
  completed_at     timestamptz NOT NULL,
  folder_time      timestamptz,
  inbox_id         bigint NOT NULL,
  state            text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'running', 'done')),
  outcome          text CHECK (outcome IN ('completed', 'failed', 'skipped', 'stale')),
  not_before       timestamptz NOT NULL DEFAULT now(),
  attempts         integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  picked_by        text,
  lease_until      timestamptz,
  accept_schema    boolean NOT NULL DEFAULT false,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workflow, team_id, subject_id, job_id, token),
  CHECK ((state = 'done') = (outcome IS NOT NULL)),
  CHECK ((state = 'running') = (picked_by IS NOT NULL)),
  CHECK ((state = 'running') = (lease_until IS NOT NULL))
);
CREATE INDEX workflow_run_due ON workflow_run (workflow, not_before, inbox_id) WHERE state = 'due';
CREATE INDEX workflow_run_lease ON workflow_run (lease_until) WHERE state = 'running';
CREATE INDEX workflow_run_skipped ON workflow_run (team_id, completed_at) WHERE outcome = 'skipped';
CREATE INDEX workflow_run_generation
  ON workflow_run (team_id, subject_kind, subject_id, completed_at DESC);
CREATE INDEX workflow_run_done ON workflow_run (updated_at) WHERE state = 'done';

COMMENT ON TABLE workflow_run IS 'What is to be done: one completion in one workflow.';
COMMENT ON COLUMN workflow_run.id IS 'The workflow with dashes, team, subject and job; a later generation of the same job adds its token.';
COMMENT ON COLUMN workflow_run.workflow IS 'Such as ducklake-register.data-imports.';
COMMENT ON COLUMN workflow_run.team_id IS 'The project.';
COMMENT ON COLUMN workflow_run.environment_id IS 'The environment of the project; null for the project itself.';
COMMENT ON COLUMN workflow_run.organization_id IS 'The organisation of the project.';
COMMENT ON COLUMN workflow_run.subject_kind IS 'What the completion is of: source_schema or saved_query.';
COMMENT ON COLUMN workflow_run.subject_id IS 'The source schema or the saved query.';
COMMENT ON COLUMN workflow_run.job_id IS 'The upstream job.';
COMMENT ON COLUMN workflow_run.token IS 'Tells generations of one job apart: from the prepared folder''s name, or none.';
COMMENT ON COLUMN workflow_run.payload IS 'The completion as it stood in the inbox.';
COMMENT ON COLUMN workflow_run.completed_at IS 'Generation order, first part: when the job finished upstream.';
COMMENT ON COLUMN workflow_run.folder_time IS 'Generation order, second part: the time in the prepared folder''s name; null where it has none.';
COMMENT ON COLUMN workflow_run.inbox_id IS 'Generation order, last part: the completion''s inbox id.';
COMMENT ON COLUMN workflow_run.state IS 'due, running or done.';
COMMENT ON COLUMN workflow_run.outcome IS 'How a run that is done ended: completed, failed, skipped or stale.';
COMMENT ON COLUMN workflow_run.not_before IS 'A due run is not claimed before this time.';
COMMENT ON COLUMN workflow_run.attempts IS 'Tries that count against the workflow''s limit; skips and waiting for a busy table do not.';
COMMENT ON COLUMN workflow_run.picked_by IS 'The instance that runs it; null unless running.';
COMMENT ON COLUMN workflow_run.lease_until IS 'Until when it belongs to that instance unless extended; null unless running.';
COMMENT ON COLUMN workflow_run.accept_schema IS 'An operator accepted that this generation drops or narrows columns.';
COMMENT ON COLUMN workflow_run.created_at IS 'When intake made the run.';
COMMENT ON COLUMN workflow_run.updated_at IS 'When its state last changed.';

CREATE TABLE managed_warehouse_source_job (
  id                    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id                text NOT NULL REFERENCES workflow_run (id),
  attempt               integer NOT NULL CHECK (attempt >= 1),
  team_id               bigint NOT NULL,
  environment_id        bigint,
  source_schema_id      text,
  saved_query_id        text,
  model_label           text,
  external_data_job_id  text NOT NULL,
  workflow_type         text NOT NULL,
  workflow_id           text NOT NULL,
  token                 text NOT NULL,
  completed_at          timestamptz NOT NULL,
  folder_time           timestamptz,
  inbox_id              bigint NOT NULL,
  status                text NOT NULL
    CHECK (status IN ('running', 'completed', 'failed', 'skipped', 'stale')),
  stale_reason          text CHECK (stale_reason IN ('superseded', 'lease_lost')),
  superseded_by         text,
  stage                 text,
  stage_started_at      timestamptz,
  stage_millis          jsonb NOT NULL DEFAULT '{}',
  owner                 text,
  started_at            timestamptz NOT NULL DEFAULT now(),
  heartbeat_at          timestamptz NOT NULL DEFAULT now(),
  finished_at           timestamptz,
  latest_error          text CHECK (char_length(latest_error) <= 2000),
  failure_kind          text CHECK (failure_kind IN ('retryable', 'final')),
  kept                  text,
  lake                  text,
  target_schema         text,
  target_table          text,
  landing_prefix        text,
  plan_digest           text,
  commit_sent           boolean NOT NULL DEFAULT false,
  publish_mode          text,
  files                 bigint,
  rows                  bigint,
  bytes                 bigint,
  files_rewritten       bigint,
  files_empty           bigint,
  objects_total         bigint,
  objects_done          bigint NOT NULL DEFAULT 0,
  bytes_done            bigint NOT NULL DEFAULT 0,
  base_snapshot_id      bigint,
  snapshot_id           bigint,
  snapshot_time         timestamptz,
  UNIQUE (run_id, attempt),
  CHECK ((source_schema_id IS NULL) <> (saved_query_id IS NULL)),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK ((status = 'stale') = (stale_reason IS NOT NULL)),
  CHECK (status <> 'failed' OR (latest_error IS NOT NULL AND failure_kind IS NOT NULL)),
  CHECK (status <> 'completed'
    OR (lake IS NOT NULL AND target_schema IS NOT NULL AND target_table IS NOT NULL))
);
-- A run is worked on once at a time, whatever an edited route does.
CREATE UNIQUE INDEX managed_warehouse_source_job_one_running
  ON managed_warehouse_source_job (run_id) WHERE status = 'running';
-- A gate that is off is told once a run. (One that had landed before stays: its landing must be known.)
CREATE UNIQUE INDEX managed_warehouse_source_job_one_skipped
  ON managed_warehouse_source_job (run_id) WHERE status = 'skipped' AND landing_prefix IS NULL;
CREATE INDEX managed_warehouse_source_job_latest
  ON managed_warehouse_source_job
  (team_id, source_schema_id, environment_id, started_at DESC, id DESC);
CREATE INDEX managed_warehouse_source_job_latest_model
  ON managed_warehouse_source_job (team_id, saved_query_id, started_at DESC, id DESC)
  WHERE saved_query_id IS NOT NULL;
CREATE INDEX managed_warehouse_source_job_published
  ON managed_warehouse_source_job (lake, target_schema, target_table, completed_at DESC)
  WHERE status = 'completed';
CREATE INDEX managed_warehouse_source_job_landing
  ON managed_warehouse_source_job (landing_prefix) WHERE landing_prefix IS NOT NULL;
CREATE INDEX managed_warehouse_source_job_job
  ON managed_warehouse_source_job (team_id, external_data_job_id);
CREATE INDEX managed_warehouse_source_job_finished
  ON managed_warehouse_source_job (finished_at) WHERE finished_at IS NOT NULL;

COMMENT ON TABLE managed_warehouse_source_job IS 'One row for each attempt at a run; the overview reads its readiness here.';
COMMENT ON COLUMN managed_warehouse_source_job.id IS 'The attempt''s own id; database sessions of the attempt carry it in their application name.';
COMMENT ON COLUMN managed_warehouse_source_job.run_id IS 'The run that this is an attempt at.';
COMMENT ON COLUMN managed_warehouse_source_job.attempt IS 'Numbers the attempts at a run from 1.';
COMMENT ON COLUMN managed_warehouse_source_job.team_id IS 'The project.';
COMMENT ON COLUMN managed_warehouse_source_job.environment_id IS 'The environment of the project; null for the project itself.';
COMMENT ON COLUMN managed_warehouse_source_job.source_schema_id IS 'The source schema, for an import.';
COMMENT ON COLUMN managed_warehouse_source_job.saved_query_id IS 'The saved query, for a model.';
COMMENT ON COLUMN managed_warehouse_source_job.model_label IS 'The model''s label, where it has one.';
COMMENT ON COLUMN managed_warehouse_source_job.external_data_job_id IS 'The upstream job.';
COMMENT ON COLUMN managed_warehouse_source_job.workflow_type IS 'The workflow, such as ducklake-register.data-imports.';
COMMENT ON COLUMN managed_warehouse_source_job.workflow_id IS 'The run''s id.';
COMMENT ON COLUMN managed_warehouse_source_job.token IS 'Tells generations of one job apart.';
COMMENT ON COLUMN managed_warehouse_source_job.completed_at IS 'Generation order, first part: when the job finished upstream.';
COMMENT ON COLUMN managed_warehouse_source_job.folder_time IS 'Generation order, second part: the time in the prepared folder''s name.';
COMMENT ON COLUMN managed_warehouse_source_job.inbox_id IS 'Generation order, last part: the completion''s inbox id.';
COMMENT ON COLUMN managed_warehouse_source_job.status IS 'running, completed, failed, skipped or stale.';
COMMENT ON COLUMN managed_warehouse_source_job.stale_reason IS 'Why it is stale: superseded by a newer generation, or its worker''s lease was lost.';
COMMENT ON COLUMN managed_warehouse_source_job.superseded_by IS 'The run that carries the newer generation.';
COMMENT ON COLUMN managed_warehouse_source_job.stage IS 'The stage it is in, or ended in.';
COMMENT ON COLUMN managed_warehouse_source_job.stage_started_at IS 'When that stage began.';
COMMENT ON COLUMN managed_warehouse_source_job.stage_millis IS 'Milliseconds spent in each stage that ended.';
COMMENT ON COLUMN managed_warehouse_source_job.owner IS 'The instance that works on it: host:pid:uuid. Null while a running attempt waits for a busy table; its run is due then.';
COMMENT ON COLUMN managed_warehouse_source_job.started_at IS 'When the attempt began.';
COMMENT ON COLUMN managed_warehouse_source_job.heartbeat_at IS 'When its worker was last heard of.';
COMMENT ON COLUMN managed_warehouse_source_job.finished_at IS 'When it ended; null while running.';
COMMENT ON COLUMN managed_warehouse_source_job.latest_error IS 'What failed, for the operator; at most 2,000 characters, without secrets.';
COMMENT ON COLUMN managed_warehouse_source_job.failure_kind IS 'Whether another try may help: retryable or final.';
COMMENT ON COLUMN managed_warehouse_source_job.kept IS 'What a failed attempt left in place, for the operator.';
COMMENT ON COLUMN managed_warehouse_source_job.lake IS 'The lake that was written to.';
COMMENT ON COLUMN managed_warehouse_source_job.target_schema IS 'The table''s schema in the lake.';
COMMENT ON COLUMN managed_warehouse_source_job.target_table IS 'The table''s name in the lake.';
COMMENT ON COLUMN managed_warehouse_source_job.landing_prefix IS 'Where the objects were landed in the lake''s bucket.';
COMMENT ON COLUMN managed_warehouse_source_job.plan_digest IS 'Digest of the landed objects, to know whether a later plan is the same.';
COMMENT ON COLUMN managed_warehouse_source_job.commit_sent IS 'COMMIT was sent: the catalog may know the landed objects, whatever the status says.';
COMMENT ON COLUMN managed_warehouse_source_job.publish_mode IS 'How it was published: swap, staged or incremental.';
COMMENT ON COLUMN managed_warehouse_source_job.files IS 'Files of the published table.';
COMMENT ON COLUMN managed_warehouse_source_job.rows IS 'Rows of the published table.';
COMMENT ON COLUMN managed_warehouse_source_job.bytes IS 'Bytes of the published files.';
COMMENT ON COLUMN managed_warehouse_source_job.files_rewritten IS 'Files that could not be registered and were rewritten.';
COMMENT ON COLUMN managed_warehouse_source_job.files_empty IS 'Files of the source without rows; they are not landed.';
COMMENT ON COLUMN managed_warehouse_source_job.objects_total IS 'Progress: objects to be landed.';
COMMENT ON COLUMN managed_warehouse_source_job.objects_done IS 'Progress: objects landed.';
COMMENT ON COLUMN managed_warehouse_source_job.bytes_done IS 'Progress: bytes landed.';
COMMENT ON COLUMN managed_warehouse_source_job.base_snapshot_id IS 'The DuckLake snapshot that the publication started from.';
COMMENT ON COLUMN managed_warehouse_source_job.snapshot_id IS 'The DuckLake snapshot that it made.';
COMMENT ON COLUMN managed_warehouse_source_job.snapshot_time IS 'That snapshot''s time in the catalog.';

CREATE TABLE verification_result (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  attempt_id    bigint NOT NULL REFERENCES managed_warehouse_source_job (id) ON DELETE CASCADE,
  check_name    text NOT NULL,
  severity      text NOT NULL CHECK (severity IN ('fail', 'warn')),
  passed        boolean NOT NULL,
  observed      text,
  expected      text,
  tolerance     text,
  sql           text,
  error         text,
  milliseconds  bigint NOT NULL,
  at            timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX verification_result_attempt ON verification_result (attempt_id);
CREATE INDEX verification_result_at ON verification_result (at);

COMMENT ON TABLE verification_result IS 'What each check of an attempt found.';
COMMENT ON COLUMN verification_result.id IS 'Orders the results of an attempt.';
COMMENT ON COLUMN verification_result.attempt_id IS 'The attempt that was checked.';
COMMENT ON COLUMN verification_result.check_name IS 'The check.';
COMMENT ON COLUMN verification_result.severity IS 'What a check that does not pass does: fail the attempt, or warn.';
COMMENT ON COLUMN verification_result.passed IS 'Whether what was observed is what was expected.';
COMMENT ON COLUMN verification_result.observed IS 'What was found.';
COMMENT ON COLUMN verification_result.expected IS 'What should have been found.';
COMMENT ON COLUMN verification_result.tolerance IS 'How far the two may be apart.';
COMMENT ON COLUMN verification_result.sql IS 'The statement that was run, where there was one.';
COMMENT ON COLUMN verification_result.error IS 'Why the check itself could not be run.';
COMMENT ON COLUMN verification_result.milliseconds IS 'How long the check took.';
COMMENT ON COLUMN verification_result.at IS 'When the result was stored.';

CREATE TABLE organization (
  id                text PRIMARY KEY,
  naming_version    text NOT NULL CHECK (naming_version IN ('legacy_batch_v1', 'copy_v1')),
  first_written_at  timestamptz,
  updated_at        timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE organization IS 'By which rule an organisation''s imported tables are named.';
COMMENT ON COLUMN organization.id IS 'The organisation.';
COMMENT ON COLUMN organization.naming_version IS 'legacy_batch_v1 or copy_v1.';
COMMENT ON COLUMN organization.first_written_at IS 'When data was first written under that rule; from then on it cannot be changed.';
COMMENT ON COLUMN organization.updated_at IS 'When this row was last written.';

CREATE TABLE table_binding (
  lake          text NOT NULL,
  table_schema  text NOT NULL,
  table_name    text NOT NULL,
  owner_kind    text NOT NULL CHECK (owner_kind IN ('source_schema', 'saved_query')),
  owner_id      text NOT NULL,
  owner_name    text,
  bound_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (lake, table_schema, table_name)
);

COMMENT ON TABLE table_binding IS 'To whom a table of the lake belongs; another who derives the same name is refused.';
COMMENT ON COLUMN table_binding.lake IS 'The lake.';
COMMENT ON COLUMN table_binding.table_schema IS 'The table''s schema in the lake.';
COMMENT ON COLUMN table_binding.table_name IS 'The table''s name in the lake.';
COMMENT ON COLUMN table_binding.owner_kind IS 'source_schema or saved_query.';
COMMENT ON COLUMN table_binding.owner_id IS 'The source schema or saved query that the table belongs to.';
COMMENT ON COLUMN table_binding.owner_name IS 'Its name, for messages.';
COMMENT ON COLUMN table_binding.bound_at IS 'When the table was bound.';
