-- A program of a lab that hands in results. Its key is told once, to whoever makes it; what is kept of it is a hash.
create table lab_system (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  name text not null check (name <> ''),
  -- How its key begins, to know it by.
  key_start text not null check (length(key_start) = 12),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  -- Whoever made the key has seen it, and so answers for what comes with it.
  made_by bigint not null references account (id),
  made_at timestamptz not null,
  last_used_at timestamptz,
  revoked_by bigint references account (id),
  revoked_at timestamptz,
  unique (id, made_by),
  check ((revoked_by is null) = (revoked_at is null))
);
create index lab_system_lab on lab_system (lab_id);

create function keep_lab_system() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null or to_jsonb(new) - array['last_used_at', 'revoked_by', 'revoked_at']
      <> to_jsonb(old) - array['last_used_at', 'revoked_by', 'revoked_at'] then
    raise exception 'a lab system keeps its key and who made it, and a revoked one stays revoked'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_system_stays before update on lab_system for each row execute function keep_lab_system();
create trigger lab_system_is_history before delete on lab_system for each row execute function forbid_change();

-- A bundle as a system handed it in: known by its own identifier, of which a hash is kept, as of what it said.
create table delivery (
  id uuid primary key default gen_random_uuid(),
  lab_id bigint not null references lab (id),
  system_id bigint not null references lab_system (id),
  identifier_hash bytea not null check (octet_length(identifier_hash) = 32),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- What was answered, and is each time again, to the letter. It says nothing about a patient.
  answer text not null,
  at timestamptz not null,
  unique (lab_id, identifier_hash)
);
create trigger delivery_is_history before update or delete on delivery
  for each row execute function forbid_change();

-- One report of a delivery. What it says is kept while it waits for somebody, and no longer.
create table delivered_report (
  id uuid primary key default gen_random_uuid(),
  delivery_id uuid not null references delivery (id),
  number smallint not null check (number > 0),
  -- Why it was not placed when it came; null where it was.
  problem text check (problem in ('no_accession', 'several_samples', 'unknown_accession', 'not_received', 'rejected',
    'order_over', 'patient_differs', 'values', 'already_entered', 'result_out')),
  state text not null check (state in ('placed', 'waiting', 'set_aside', 'forgotten')),
  content jsonb,
  unique (delivery_id, number),
  constraint delivered_report_is_kept_while_it_waits check ((state = 'waiting') = (content is not null)),
  check (problem is not null or state = 'placed')
);
create index delivered_report_waiting on delivered_report (delivery_id) where state = 'waiting';

create function settle_delivered_report() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting'
      or (old.id, old.delivery_id, old.number, old.problem)
        is distinct from (new.id, new.delivery_id, new.number, new.problem) then
    raise exception 'a delivered report is settled once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger delivered_report_settles before update on delivered_report
  for each row execute function settle_delivered_report();
create trigger delivered_report_is_history before delete on delivered_report
  for each row execute function forbid_change();

-- Who opened, placed or set aside what came in: it belongs to no order yet, so it has a history of its own.
create table delivered_report_event (
  id bigint generated always as identity primary key,
  delivered_report_id uuid not null references delivered_report (id),
  verb text not null check (verb in ('open', 'place', 'set_aside')),
  account_id bigint not null references account (id),
  -- Of which order's sample it turned out to be.
  order_id bigint references lab_order (id),
  reason text,
  at timestamptz not null,
  check ((verb = 'place') = (order_id is not null)),
  check ((verb = 'set_aside') = (reason is not null))
);
create index delivered_report_event_report on delivered_report_event (delivered_report_id);
create trigger delivered_report_event_is_history before update or delete on delivered_report_event
  for each row execute function forbid_change();

-- Which system filled a draft in. A person of the lab checks and saves it before anybody verifies it, and whoever made
-- the system's key counts as an author of it for good.
alter table report_version
  add column filled_by_system bigint references lab_system (id),
  add constraint report_version_is_checked_by_a_person check (filled_by_system is null or state = 'draft'),
  add constraint report_version_system_author foreign key (filled_by_system, entered_by)
    references lab_system (id, made_by);
alter table report_event add column system_id bigint references lab_system (id);

create function note_system_author() returns trigger language plpgsql as $$
begin
  insert into report_author (report_id, number, account_id) values (new.report_id, new.number, new.entered_by)
    on conflict do nothing;
  return null;
end $$;
create trigger report_version_has_system_author after insert or update on report_version
  for each row when (new.filled_by_system is not null) execute function note_system_author();

-- What a system did stands in an order's chain under whoever made its key.
alter table audit_entry drop constraint audit_entry_role_check;
alter table audit_entry add constraint audit_entry_role_check
  check (role in ('patient', 'doctor', 'lab', 'phlebotomist', 'share', 'system'));
