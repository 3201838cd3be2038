-- What operators may do: keep a table as it is, cancel a run; and a record of who did what.

CREATE TABLE table_hold (
  lake          text NOT NULL,
  table_schema  text NOT NULL,
  table_name    text NOT NULL,
  reason        text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  held_by       text NOT NULL,
  held_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (lake, table_schema, table_name)
);
COMMENT ON TABLE table_hold IS 'Tables that nothing is published to until they are released; their runs wait.';
COMMENT ON COLUMN table_hold.lake IS 'The lake.';
COMMENT ON COLUMN table_hold.table_schema IS 'The table''s schema in the lake.';
COMMENT ON COLUMN table_hold.table_name IS 'The table''s name in the lake.';
COMMENT ON COLUMN table_hold.reason IS 'Why, for whoever looks at the runs that wait; 1 to 500 characters.';
COMMENT ON COLUMN table_hold.held_by IS 'Who put it on hold.';
COMMENT ON COLUMN table_hold.held_at IS 'Since when.';

CREATE TABLE audit_log (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at       timestamptz NOT NULL DEFAULT now(),
  who      text NOT NULL,
  origin   text NOT NULL,
  action   text NOT NULL,
  subject  text NOT NULL,
  detail   jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_subject ON audit_log (subject, id);
CREATE INDEX audit_log_who ON audit_log (who, id);
COMMENT ON TABLE audit_log IS 'Who did what by page, API or command; written in the transaction that did it. Never pruned by the service.';
COMMENT ON COLUMN audit_log.id IS 'Later ones are greater.';
COMMENT ON COLUMN audit_log.at IS 'When.';
COMMENT ON COLUMN audit_log.who IS 'The user; local where someone on the service''s machine came without a login.';
COMMENT ON COLUMN audit_log.origin IS 'The address that the request came from, or cli.';
COMMENT ON COLUMN audit_log.action IS 'Such as retry, cancel, hold, release, regate or submit.';
COMMENT ON COLUMN audit_log.subject IS 'The run, the table or the job that it was done to.';
COMMENT ON COLUMN audit_log.detail IS 'What was asked for and what came of it.';

ALTER TABLE workflow_run ADD COLUMN cancel_requested_by text;
ALTER TABLE workflow_run ADD COLUMN cancel_requested_at timestamptz;
ALTER TABLE workflow_run ADD COLUMN waiting_reason text;
CREATE INDEX workflow_run_cancel ON workflow_run (picked_by) WHERE cancel_requested_at IS NOT NULL;
COMMENT ON COLUMN workflow_run.cancel_requested_by IS 'Who asked a running run to stop; null unless it is still to stop.';
COMMENT ON COLUMN workflow_run.cancel_requested_at IS 'When that was asked.';
COMMENT ON COLUMN workflow_run.waiting_reason IS 'Why a due run is not worked on, where that is not its turn alone; such as a table on hold.';
