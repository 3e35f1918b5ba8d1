-- A report carries the rewritten PDF; beside it stands the SHA-256 of what the lab sent. It is null for what was attached
-- before PDFs were rewritten: that is kept as it came, and the same file sent again is rewritten.
alter table report_attachment
  add column original_hash bytea constraint report_attachment_original check (octet_length(original_hash) = 32);

-- Rewriting may make a file a little larger than what came.
alter table report_file
  drop constraint report_file_check1,
  add constraint report_file_sized check (size = octet_length(file) and size between 1 and 8388608);
