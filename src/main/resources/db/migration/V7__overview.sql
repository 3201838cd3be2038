-- What the overview and the list of runs look up, at ten thousand source schemas and a million runs.

-- The newest attempt of a source schema, and the newest that was applied, read separately.
CREATE INDEX managed_warehouse_source_job_newest
  ON managed_warehouse_source_job (team_id, source_schema_id, started_at DESC, id DESC)
  WHERE source_schema_id IS NOT NULL;
CREATE INDEX managed_warehouse_source_job_applied
  ON managed_warehouse_source_job (team_id, source_schema_id, finished_at DESC, id DESC)
  WHERE status = 'completed' AND source_schema_id IS NOT NULL;
CREATE INDEX managed_warehouse_source_job_applied_model
  ON managed_warehouse_source_job (team_id, saved_query_id, finished_at DESC, id DESC)
  WHERE status = 'completed' AND saved_query_id IS NOT NULL;

-- The attempts at one table, by its name.
CREATE INDEX managed_warehouse_source_job_table
  ON managed_warehouse_source_job (target_schema, target_table, id DESC)
  WHERE target_table IS NOT NULL;

-- The runs of one job, in every workflow; also the list of models.
CREATE INDEX workflow_run_job ON workflow_run (subject_kind, team_id, subject_id, job_id);

-- The newest runs, of all, of a team and of an outcome.
CREATE INDEX workflow_run_newest ON workflow_run (created_at DESC, id DESC);
CREATE INDEX workflow_run_newest_of_team ON workflow_run (team_id, created_at DESC, id DESC);
CREATE INDEX workflow_run_newest_outcome
  ON workflow_run (outcome, created_at DESC, id DESC) WHERE outcome IS NOT NULL;
