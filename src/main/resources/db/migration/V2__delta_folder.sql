ALTER TABLE completed_import ADD COLUMN delta_folder text;

COMMENT ON COLUMN completed_import.delta_folder IS 'The folder of the Delta table below the folder path, where it is pinned to another than the normalised name; the copy workflow reads it.';
