-- The chain that a person with every right in the database cannot make: its links are keyed with a secret that is not here,
-- and made by the worker (see docs/decisions/0060). The triggers below only say what is yet to be chained.

-- Rows of history that no link covers yet.
create table audit_pending (
  id bigint generated always as identity primary key,
  source text not null,
  row_key text not null check (row_key ~ '^\d+(/\d+)?$'),
  -- The row was written before there was this chain, so that it may have been altered before.
  taken_over boolean not null default false,
  queued_at timestamptz not null default clock_timestamp()
);

-- One link for each row of history, in one chain for all tables.
create table audit_link (
  position bigint primary key check (position > 0),
  source text not null,
  row_key text not null,
  -- Which columns of the row are hashed, and how.
  form smallint not null,
  taken_over boolean not null,
  at timestamptz not null,
  key_id text not null,
  mac bytea not null check (octet_length(mac) = 32),
  unique (source, row_key)
);
create trigger audit_link_is_history before update or delete on audit_link
  for each row execute function forbid_change();
create trigger audit_link_is_kept before truncate on audit_link for each statement execute function forbid_change();

-- Where the chain ends, sealed with the secret.
create table audit_chain_end (
  only_one boolean primary key default true check (only_one),
  position bigint not null check (position > 0),
  key_id text not null,
  seal bytea not null check (octet_length(seal) = 32),
  at timestamptz not null
);
create function keep_audit_chain_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.position < old.position then
    raise exception 'the end of the audit chain only goes forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_chain_end_goes_forward before update or delete on audit_chain_end
  for each row execute function keep_audit_chain_end();
create trigger audit_chain_end_is_kept before truncate on audit_chain_end
  for each statement execute function forbid_change();

-- A signed statement of where the chain ended on a day. The same is mailed to the operator.
create table audit_anchor (
  id bigint generated always as identity primary key,
  day date not null unique,
  position bigint not null,
  mac bytea not null,
  -- How many findings a check of the whole chain had before it was signed.
  findings integer not null check (findings >= 0),
  key_id text not null,
  at timestamptz not null,
  signature bytea not null
);
create trigger audit_anchor_is_history before update or delete on audit_anchor
  for each row execute function forbid_change();
create trigger audit_anchor_is_kept before truncate on audit_anchor for each statement execute function forbid_change();

-- An operator had the chain begin anew after one that no longer holds. Its link is the first of the new chain.
create table audit_restart (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  reason text not null check (length(reason) between 1 and 500)
);
create trigger audit_restart_is_history before update or delete on audit_restart
  for each row execute function forbid_change();
create trigger audit_restart_is_kept before truncate on audit_restart for each statement execute function forbid_change();

create function queue_for_chain() returns trigger language plpgsql as $$
begin
  insert into audit_pending (source, row_key) select tg_table_name, id::text from made order by id;
  return null;
end $$;
create function queue_audit_entry_for_chain() returns trigger language plpgsql as $$
begin
  insert into audit_pending (source, row_key)
    select 'audit_entry', order_id || '/' || number from made order by order_id, number;
  return null;
end $$;

create trigger audit_entry_is_queued after insert on audit_entry
  referencing new table as made for each statement execute function queue_audit_entry_for_chain();

do $$
declare
  history text;
begin
  foreach history in array array['list_seen', 'result_opened', 'result_share_opened', 'report_event', 'lab_order_event',
    'payment_event', 'specimen_event', 'staff_member_event', 'ledger_posting', 'audit_anchor'] loop
    execute format('create trigger %I after insert on %I referencing new table as made
      for each statement execute function queue_for_chain()', history || '_is_queued', history);
    if history <> 'audit_anchor' then
      execute format('insert into audit_pending (source, row_key, taken_over) select %L, id::text, true from %I order by id',
        history, history);
    end if;
  end loop;
end $$;
insert into audit_pending (source, row_key, taken_over)
  select 'audit_entry', order_id || '/' || number, true from audit_entry order by order_id, number;

-- What was only kept from single changes is kept from being emptied, too.
do $$
declare
  history text;
begin
  foreach history in array array['report_event', 'lab_order_event', 'payment_event', 'specimen_event', 'staff_member_event',
    'result_opened'] loop
    execute format('create or replace trigger %I before truncate on %I for each statement execute function forbid_change()',
      history || '_is_kept', history);
  end loop;
end $$;
