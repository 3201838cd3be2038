-- What live tables are made of, where the next generation may be published incrementally.

CREATE TABLE landed_table (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lake          text NOT NULL,
  table_schema  text NOT NULL,
  table_name    text NOT NULL,
  run_id        text NOT NULL,
  snapshot_id   bigint NOT NULL,
  increments    integer NOT NULL DEFAULT 0 CHECK (increments >= 0),
  recorded_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (lake, table_schema, table_name)
);

COMMENT ON TABLE landed_table IS 'Live tables of which is known from which objects of their source they are made. What is here is compared with the catalog before it is used.';
COMMENT ON COLUMN landed_table.id IS 'Names it in landed_object.';
COMMENT ON COLUMN landed_table.lake IS 'The lake.';
COMMENT ON COLUMN landed_table.table_schema IS 'The table''s schema in the lake.';
COMMENT ON COLUMN landed_table.table_name IS 'The table''s name in the lake.';
COMMENT ON COLUMN landed_table.run_id IS 'The run that published the newest of its generations.';
COMMENT ON COLUMN landed_table.snapshot_id IS 'The DuckLake snapshot that it made.';
COMMENT ON COLUMN landed_table.increments IS 'How many incremental publications followed the last swap.';
COMMENT ON COLUMN landed_table.recorded_at IS 'When that was recorded.';

CREATE TABLE landed_object (
  table_id          bigint NOT NULL REFERENCES landed_table (id) ON DELETE CASCADE,
  path              text NOT NULL,
  size              bigint NOT NULL,
  etag              text NOT NULL,
  landed_key        text NOT NULL,
  run_id            text NOT NULL,
  rows              bigint NOT NULL,
  signature         text NOT NULL,
  first_group_rows  bigint NOT NULL,
  leaves            jsonb NOT NULL,
  PRIMARY KEY (table_id, path)
);

COMMENT ON TABLE landed_object IS 'The objects that a live table is made of.';
COMMENT ON COLUMN landed_object.table_id IS 'The table.';
COMMENT ON COLUMN landed_object.path IS 'Path below the source''s folder, as it is landed; its directories tell the partition.';
COMMENT ON COLUMN landed_object.size IS 'Bytes.';
COMMENT ON COLUMN landed_object.etag IS 'The source''s, without quotes. Equal size and ETag mean the same content.';
COMMENT ON COLUMN landed_object.landed_key IS 'Key in the lake''s bucket.';
COMMENT ON COLUMN landed_object.run_id IS 'The run that landed it.';
COMMENT ON COLUMN landed_object.rows IS 'Rows by its footer.';
COMMENT ON COLUMN landed_object.signature IS 'From its footer: stands for its schema.';
COMMENT ON COLUMN landed_object.first_group_rows IS 'From its footer: rows of its first row group.';
COMMENT ON COLUMN landed_object.leaves IS 'From its footer: its leaf columns with their values and nulls.';

ALTER TABLE managed_warehouse_source_job ADD COLUMN publish_reason text;

COMMENT ON COLUMN managed_warehouse_source_job.publish_mode IS 'How it was published: swap, staged or incremental; unchanged where nothing had changed and nothing was published.';
COMMENT ON COLUMN managed_warehouse_source_job.publish_reason IS 'Why it was published so.';
