-- A lab's worklist finds what it shows by an index, however long the lab's history is.
create extension if not exists btree_gin;

-- By the first letters of an order's number, and by a part of its patient's name. Only a search for a name says
-- `lab_id + 0`: any other would take this index for one of labs, and look through all orders of one.
create index lab_order_number on lab_order (lab_id, reference collate "C") where paid_at is not null;
create index lab_order_patient_name on lab_order using gin ((lab_id + 0), fold(patient_name) gin_trgm_ops)
  where paid_at is not null;
-- What happened on a day: rows are added as time goes on, so a few numbers for each stretch of the table are enough.
create index lab_order_event_at on lab_order_event using brin (at) with (pages_per_range = 16, autosummarize = on);
-- The few samples that a visit could not take. Every look at a sample asks for it, and without an index of these alone the
-- database reads through all that visits took.
create index visit_sample_left_out on visit_sample (specimen_id, at desc) where reason is not null;
