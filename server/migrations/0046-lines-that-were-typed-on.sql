-- Which lines of its test stood there when a result was typed: where a line is another measurement by now, what was typed is
-- not put in its place. Null for what was typed before this was kept.
alter table entry_draft add column lines_version text check (lines_version ~ '^[0-9a-f]{16}$');
