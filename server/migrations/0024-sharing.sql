-- Results that their owner lets somebody else read, by a link and a passcode that are told apart.
create table result_share (
  id uuid primary key,
  order_id bigint not null references lab_order (id),
  -- Who made it, and so may show the link again.
  account_id bigint not null references account (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Keyed with the install's secret, so that a million passcodes tried against a copy of this table open nothing.
  passcode_hash bytea not null check (octet_length(passcode_hash) = 32),
  for_whom text check (for_whom <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How many reports it shows, so that none joins it later.
  report_count smallint not null check (report_count > 0),
  wrong_tries smallint not null default 0 check (wrong_tries between 0 and 15),
  locked_until timestamptz,
  -- Revoked by an owner of the results, or closed after too many wrong passcodes.
  ended text check (ended in ('revoked', 'closed')),
  ended_at timestamptz,
  check (expires_at > created_at and expires_at <= created_at + interval '30 days'),
  check ((ended is null) = (ended_at is null)),
  check ((wrong_tries = 15) <= (ended is not null))
);
create index result_share_order on result_share (order_id);
create index result_share_account on result_share (account_id) where ended is null;

create function keep_result_share() returns trigger language plpgsql as $$
begin
  if old.ended is not null then
    raise exception 'a share that has ended stays as it is' using errcode = 'restrict_violation';
  end if;
  if (old.id, old.order_id, old.account_id, old.token_hash, old.passcode_hash, old.for_whom, old.created_at, old.expires_at,
        old.report_count)
      is distinct from
      (new.id, new.order_id, new.account_id, new.token_hash, new.passcode_hash, new.for_whom, new.created_at, new.expires_at,
        new.report_count)
      or new.wrong_tries < old.wrong_tries then
    raise exception 'a share keeps its link, its passcode, its end and its count' using errcode = 'restrict_violation';
  end if;
  if old.locked_until is not null and (new.locked_until is null or new.locked_until < old.locked_until) then
    raise exception 'a share waits for as long as it was told to' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger result_share_stays before update on result_share for each row execute function keep_result_share();
create trigger result_share_is_history before delete on result_share for each row execute function forbid_change();
create trigger result_share_is_kept before truncate on result_share for each statement execute function forbid_change();

-- The reports that a share shows: what comes later is not shared by it.
create table result_share_report (
  share_id uuid not null references result_share (id),
  report_id uuid not null references report (id),
  primary key (share_id, report_id)
);
create trigger result_share_report_is_history before update or delete on result_share_report
  for each row execute function forbid_change();
create trigger result_share_report_is_kept before truncate on result_share_report
  for each statement execute function forbid_change();

create function check_share_report() returns trigger language plpgsql as $$
begin
  if not exists (
    select from result_share share join report on report.order_id = share.order_id
    where share.id = new.share_id and report.id = new.report_id
      and exists (select from report_version where report_id = report.id and state = 'released')
  ) then
    raise exception 'a share shows released reports of its own order' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger result_share_report_is_out before insert on result_share_report
  for each row execute function check_share_report();

-- A share and its reports come in one transaction: at its end they are as many as the share says, then and ever after.
create function check_share_whole() returns trigger language plpgsql as $$
declare
  which uuid := case tg_table_name when 'result_share' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'share_id' end;
begin
  if (select report_count from result_share where id = which)
      <> (select count(*) from result_share_report where share_id = which) then
    raise exception 'a share shows what it was made with' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger result_share_is_whole after insert on result_share
  deferrable initially deferred for each row execute function check_share_whole();
create constraint trigger result_share_report_is_whole after insert on result_share_report
  deferrable initially deferred for each row execute function check_share_whole();

-- When a share was opened, and on what kind of device; no address is kept.
create table result_share_opened (
  id bigint generated always as identity primary key,
  share_id uuid not null references result_share (id),
  way text not null check (way in ('screen', 'file')),
  device text not null check (device in ('android', 'iphone', 'ipad', 'windows', 'mac', 'linux', 'other')),
  at timestamptz not null
);
create index result_share_opened_share on result_share_opened (share_id, id);
create trigger result_share_opened_is_history before update or delete on result_share_opened
  for each row execute function forbid_change();
create trigger result_share_opened_is_kept before truncate on result_share_opened
  for each statement execute function forbid_change();

-- Who saw or changed what of an order's patient: one chain an order, each entry hashed with the one before.
create table audit_entry (
  order_id bigint not null references lab_order (id),
  -- Both are counted below, whatever is given.
  number integer not null default 0 check (number > 0),
  at timestamptz not null,
  role text not null check (role in ('patient', 'doctor', 'lab', 'phlebotomist', 'share')),
  account_id bigint references account (id),
  share_id uuid references result_share (id),
  what text not null check (what in ('order_seen', 'results_seen', 'visit_seen', 'checked_in', 'sample_handled',
    'values_entered', 'correction_begun', 'report_read', 'report_saved', 'report_verified', 'report_sent_back',
    'report_released', 'report_corrected', 'share_made', 'share_opened', 'share_revoked')),
  report_id uuid,
  report_number smallint,
  prev_hash bytea not null default '',
  hash bytea not null default '',
  primary key (order_id, number),
  foreign key (report_id, report_number) references report_version (report_id, number),
  check ((role = 'share') = (account_id is null)),
  check ((role = 'share' or what in ('share_made', 'share_revoked')) = (share_id is not null)),
  check ((what like 'report\_%' or what in ('values_entered', 'correction_begun')) = (report_id is not null)),
  check ((report_id is null) = (report_number is null))
);
create index audit_entry_share on audit_entry (share_id) where share_id is not null;

-- Where each chain ends, so that one whose end was cut off shows.
create table audit_head (
  order_id bigint primary key references lab_order (id),
  number integer not null check (number >= 0),
  hash bytea not null,
  -- The latest of its entries' times.
  at timestamptz not null
);
create index audit_head_at on audit_head (at);

-- Every field has a form that holds no stroke, so that two entries never read alike.
create function audit_hash(entry audit_entry) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', 'labalaba audit 1', entry.order_id, entry.number,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.role, coalesce(entry.account_id::text, '-'),
    coalesce(entry.share_id::text, '-'), entry.what, coalesce(entry.report_id::text, '-'),
    coalesce(entry.report_number::text, '-'), encode(entry.prev_hash, 'hex')), 'UTF8'))
$$;

-- What was read and done before there was this chain: one order after the other, each from its beginning.
do $$
declare
  was record;
  made audit_entry;
begin
  for was in
    select report.order_id, done.*
    from (
      select report_id, number, at, reader as role, account_id,
        case way when 'file' then 'report_saved' else 'report_read' end as what, 1 as kind, id from result_opened
      union all
      select report_id, number, at, 'lab', account_id, case verb when 'enter' then 'values_entered'
        when 'verify' then 'report_verified' when 'send_back' then 'report_sent_back' when 'begin' then 'correction_begun'
        when 'correct' then 'report_corrected' else 'report_released' end, 0, id
      from report_event
    ) as done join report on report.id = done.report_id
    order by report.order_id, done.at, done.kind, done.id
  loop
    if made.order_id is distinct from was.order_id then
      if made.order_id is not null then
        insert into audit_head values (made.order_id, made.number, made.hash, made.at);
      end if;
      made.number := 0;
      made.hash := sha256(convert_to('labalaba audit of order ' || was.order_id, 'UTF8'));
    end if;
    made := row(was.order_id, made.number + 1, was.at, was.role, was.account_id, null, was.what, was.report_id, was.number,
      made.hash, '');
    made.hash := audit_hash(made);
    insert into audit_entry select made.*;
  end loop;
  if made.order_id is not null then
    insert into audit_head values (made.order_id, made.number, made.hash, made.at);
  end if;
end $$;

-- What is looked at every few minutes is what the last day brought.
create index result_opened_at on result_opened using brin (at);
create index report_event_at on report_event using brin (at);

-- Whoever writes to an order's chain holds its end until their transaction does, and whoever comes next waits. The order
-- comes first: a release holds it when it writes here, and the reference to it would have us wait for that with the end in
-- our hands.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  perform from lab_order where id = new.order_id for key share;
  insert into audit_head (order_id, number, hash, at)
    values (new.order_id, 0, sha256(convert_to('labalaba audit of order ' || new.order_id, 'UTF8')), new.at)
    on conflict do nothing;
  select * into strict head from audit_head where order_id = new.order_id for no key update;
  new.number := head.number + 1;
  new.prev_hash := head.hash;
  new.hash := audit_hash(new);
  update audit_head set number = new.number, hash = new.hash, at = greatest(at, new.at)
    where order_id = new.order_id;
  return new;
end $$;
create trigger audit_entry_is_chained before insert on audit_entry for each row execute function chain_audit_entry();
create trigger audit_entry_is_history before update or delete on audit_entry
  for each row execute function forbid_change();
create trigger audit_entry_is_kept before truncate on audit_entry for each statement execute function forbid_change();

-- Only an entry moves the end of its chain: what is done within its trigger is two deep.
create function keep_audit_head() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 then
    raise exception 'the end of a chain moves with its entries alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_head_is_chained before insert or update or delete on audit_head
  for each row execute function keep_audit_head();
create trigger audit_head_is_kept before truncate on audit_head for each statement execute function forbid_change();
