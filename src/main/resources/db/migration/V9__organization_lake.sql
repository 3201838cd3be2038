CREATE TABLE organization_lake (
  organization_id  text PRIMARY KEY CHECK (organization_id <> ''),
  lake             text NOT NULL CHECK (lake ~ '^[a-z0-9-]{1,40}$'),
  mapped_at        timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE organization_lake IS 'Which lake an organisation''s tables are published to. While there is no row the environment''s lake serves all; once there is one, an organisation without a row is refused.';
COMMENT ON COLUMN organization_lake.organization_id IS 'The organisation.';
COMMENT ON COLUMN organization_lake.lake IS 'The lake''s name: its file is lakes/<name>.properties; environment for the lake of the service''s own settings.';
COMMENT ON COLUMN organization_lake.mapped_at IS 'When this row was last written.';
