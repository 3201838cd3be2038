-- A staged publication fills a table that outlives its transactions; it must be found again.

ALTER TABLE managed_warehouse_source_job ADD COLUMN shadow_table text;

COMMENT ON COLUMN managed_warehouse_source_job.shadow_table IS 'The table, in the target schema, that a staged publication fills ahead of the swap; recorded before it is made. A later attempt at the run may share it.';
