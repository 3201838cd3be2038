-- What must be known of a worker that died: how its engine's sessions are called at the catalog, and how
-- often in a row the same run killed its worker.

ALTER TABLE managed_warehouse_source_job ADD COLUMN catalog_session text;
ALTER TABLE managed_warehouse_source_job ADD COLUMN leftovers_claimed_at timestamptz;
ALTER TABLE managed_warehouse_source_job ADD COLUMN leftovers_removed_at timestamptz;
ALTER TABLE workflow_run ADD COLUMN deaths integer NOT NULL DEFAULT 0;

COMMENT ON COLUMN managed_warehouse_source_job.catalog_session IS 'Application name of its engine''s sessions at the catalog; who takes over a lost lease ends them by it.';
COMMENT ON COLUMN managed_warehouse_source_job.leftovers_claimed_at IS 'When a sweep began to remove what it had left in the bucket; from then on no attempt takes it up.';
COMMENT ON COLUMN managed_warehouse_source_job.leftovers_removed_at IS 'When what it had left in the bucket was removed, or was seen to be gone; null until then.';
COMMENT ON COLUMN workflow_run.deaths IS 'How often in a row its worker died without a word; it is quarantined after a number of them.';

-- The claim goes from team to team, so that one with many runs does not starve the others.
CREATE INDEX workflow_run_due_by_team
  ON workflow_run (workflow, team_id, not_before, inbox_id) WHERE state = 'due';
