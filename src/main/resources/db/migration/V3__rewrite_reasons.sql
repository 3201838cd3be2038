ALTER TABLE managed_warehouse_source_job ADD COLUMN rewrite_reasons text;

COMMENT ON COLUMN managed_warehouse_source_job.rewrite_reasons IS 'Why files were rewritten instead of registered, with the number of files for each reason; null where all were registered.';
