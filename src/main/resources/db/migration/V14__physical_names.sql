-- How tables of the lake are called, for other programs; and the renaming of an organisation's
-- tables, which takes a step in the state database and one in the catalog.

CREATE TABLE naming_change (
  lake             text NOT NULL,
  table_schema     text NOT NULL,
  old_name         text NOT NULL,
  new_name         text NOT NULL,
  table_id         bigint,
  organization_id  text NOT NULL,
  to_version       text NOT NULL CHECK (to_version IN ('legacy_batch_v1', 'copy_v1')),
  begun_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (lake, table_schema, old_name)
);
COMMENT ON TABLE naming_change IS 'Tables that are being renamed, from before the catalog is changed until everything is. Both names are on hold meanwhile.';
COMMENT ON COLUMN naming_change.lake IS 'The lake.';
COMMENT ON COLUMN naming_change.table_schema IS 'The table''s schema in the lake.';
COMMENT ON COLUMN naming_change.old_name IS 'The table''s name before.';
COMMENT ON COLUMN naming_change.new_name IS 'The table''s name afterwards.';
COMMENT ON COLUMN naming_change.table_id IS 'The catalog''s id of the live table, which a renaming does not change; null where there is none.';
COMMENT ON COLUMN naming_change.organization_id IS 'The organisation whose tables are renamed.';
COMMENT ON COLUMN naming_change.to_version IS 'The organisation''s table-naming version afterwards.';
COMMENT ON COLUMN naming_change.begun_at IS 'When that was begun.';

CREATE VIEW physical_name AS
SELECT
  b.lake,
  r.organization_id,
  CAST(substring(b.table_schema FROM '_team_([0-9]{1,18})$') AS bigint) AS team_id,
  b.owner_kind AS subject_kind,
  b.owner_id AS subject_id,
  b.owner_name AS subject_name,
  b.table_schema,
  b.table_name,
  b.bound_at
FROM table_binding b
LEFT JOIN LATERAL (
  SELECT w.organization_id
  FROM workflow_run w
  WHERE w.team_id = CAST(substring(b.table_schema FROM '_team_([0-9]{1,18})$') AS bigint)
    AND w.subject_kind = b.owner_kind
    AND w.subject_id = b.owner_id
  ORDER BY w.completed_at DESC
  LIMIT 1
) r ON true;
COMMENT ON VIEW physical_name IS 'In which table of the lake each source schema''s and saved query''s data stands: the answer for other programs, also after a renaming.';
COMMENT ON COLUMN physical_name.lake IS 'The lake: its DATA_PATH.';
COMMENT ON COLUMN physical_name.organization_id IS 'The organisation of the newest completion; null where none is known any more.';
COMMENT ON COLUMN physical_name.team_id IS 'The project.';
COMMENT ON COLUMN physical_name.subject_kind IS 'source_schema or saved_query.';
COMMENT ON COLUMN physical_name.subject_id IS 'The source schema or the saved query.';
COMMENT ON COLUMN physical_name.subject_name IS 'Its name upstream.';
COMMENT ON COLUMN physical_name.table_schema IS 'The table''s schema in the lake.';
COMMENT ON COLUMN physical_name.table_name IS 'The table''s name in the lake.';
COMMENT ON COLUMN physical_name.bound_at IS 'Since when it is that subject''s.';
