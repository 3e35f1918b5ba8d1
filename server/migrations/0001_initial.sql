-- The tables of Labalaba, grouped by module: from the bottom of the table in docs/architecture.md to its top, since a
-- table can refer only to tables above it. Two modules stand further down than there, as their tables refer to others:
-- scheduling follows orders, and audit comes last.
--
-- Who may make which transition is decided in TypeScript (`*-state-machine.ts`). The database keeps what code cannot
-- promise alone: references, unique keys, sums, limits, and history that cannot be changed.
--
-- Units stand in names: `_kobo` (a hundredth of a naira), `_bps` (a hundredth of a per cent), `_at` (a moment), `_on`
-- (a day in Lagos). Triggers of one table and event run in the order of their names.

-- ── Platform ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- PostgreSQL calls these extensions trusted: the owner of a database can create them without being a superuser.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;
create extension if not exists btree_gin;

-- Lower case without accents, for search. `unaccent` is only "stable"; an index needs a function that is immutable.
create function fold(words text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', words));

-- A name as a search compares it: folded, with one space for each run of other characters than letters and digits.
create function search_key(words text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(public.fold(words), '[^a-z0-9]+', ' ', 'g'));

-- For triggers: refuses every change of a row that is history.
create function forbid_change() returns trigger language plpgsql as $$
begin
  -- A partition has the name of its table.
  raise exception '% is append-only', regexp_replace(tg_table_name, '_(before|default|\d{4}_\d\d)$', '')
    using errcode = 'restrict_violation';
end $$;

-- ── Partitions by month ─────────────────────────────────────────────────────────────────────────────────────────────

-- Tables that only grow are partitioned by the months of Lagos (docs/decisions/0021). Each has a partition for all that is
-- older than the install (`_before`), one for each month, and a default, so that an insert never fails. A partition has no
-- rights of its own: the program reads and writes the whole table.

-- Makes the partitions of this month and of the next three, and moves rows from the default to partitions of their months.
-- Returns how many it made; 0 also if another session is making them. Only its owner can make tables, so the worker calls
-- it with its owner's rights; it takes no argument that a caller could abuse. It attaches tables that it made before, because
-- that lets inserts go on, and it waits a second for a lock at most.
create function make_partitions() returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  this_month timestamptz := date_trunc('month', now(), 'Africa/Lagos');
  whole record;
  month timestamptz;
  made integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('make partitions', 0)) then
    return 0;
  end if;
  for whole in select c.relname as name, a.attname as key,
      exists (select from pg_inherits where inhparent = c.oid) as begun
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
    where c.relnamespace = 'public'::regnamespace and p.partstrat = 'r' order by c.relname
  loop
    if not whole.begun then
      perform add_partition(whole.name, whole.name || '_before',
        format('for values from (minvalue) to (%L)', this_month));
      perform add_partition(whole.name, whole.name || '_default', 'default');
    end if;
    for month in execute format(
      'select (date_trunc(''month'', $1 at time zone ''Africa/Lagos'') + make_interval(months => step))
          at time zone ''Africa/Lagos'' from generate_series(0, 3) step
        union (select distinct date_trunc(''month'', %I, ''Africa/Lagos'') from %I where %I < $1 + interval ''1 year'' limit 24)
        order by 1', whole.key, whole.name || '_default', whole.key) using this_month
    loop
      made := made + add_month(whole.name, whole.key, month);
    end loop;
  end loop;
  return made;
end $$;

-- Makes the partition of a month, with the rows of that month that are in the default. Returns 1, or 0 if it exists.
create function add_month(whole text, key text, month timestamptz) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  part text := whole || to_char(month at time zone 'Africa/Lagos', '_YYYY_MM');
  rest text := whole || '_default';
  until timestamptz := (month at time zone 'Africa/Lagos' + interval '1 month') at time zone 'Africa/Lagos';
  range text := format('for values from (%L) to (%L)', month, until);
  misplaced boolean;
begin
  if to_regclass(format('public.%I', part)) is not null then
    return 0;
  end if;
  execute format('select exists (select from %I where %I >= $1 and %I < $2)', rest, key, key)
    into misplaced using month, until;
  if not misplaced then
    perform add_partition(whole, part, range);
    return 1;
  end if;
  -- Detached, the default has no triggers that forbid its rows to move.
  execute format('lock table %I in access exclusive mode', whole);
  execute format('alter table %I detach partition %I', whole, rest);
  execute format('create table %I (like %I including all excluding identity)', part, whole);
  execute format('with moved as (delete from %I where %I >= $1 and %I < $2 returning *) insert into %I select * from moved',
    rest, key, key, part) using month, until;
  perform attach_partition(whole, part, range);
  execute format('alter table %I attach partition %I default', whole, rest);
  return 1;
end $$;

create function add_partition(whole text, part text, range text) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create table %I (like %I including all excluding identity)', part, whole);
  perform attach_partition(whole, part, range);
end $$;

-- PostgreSQL gives a partition the triggers for each row, but not those that forbid to truncate.
create function attach_partition(whole text, part text, range text) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  name text;
begin
  -- Rows of a month hardly change. Frozen by their first vacuum, they need no later one.
  execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_freeze_min_age = 0)', part);
  execute format('alter table %I attach partition %I %s', whole, part, range);
  for name in select tgname from pg_trigger
    where tgrelid = format('public.%I', whole)::regclass and not tgisinternal and tgtype & 32 > 0
  loop
    execute format('create trigger %I before truncate on %I for each statement execute function forbid_change()', name, part);
  end loop;
end $$;

-- What is wrong with the partitions, in words; nothing if all is well. A login that cannot see a partition may ask, too.
create function partition_troubles() returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  whole record;
  next_month timestamptz := (date_trunc('month', now() at time zone 'Africa/Lagos') + interval '1 month') at time zone 'Africa/Lagos';
  misplaced boolean;
begin
  for whole in select c.relname as name from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace and p.partstrat = 'r' order by c.relname
  loop
    execute format('select exists (select from %I)', whole.name || '_default') into misplaced;
    if misplaced then
      return next whole.name || ' has rows in its default partition';
    end if;
    if to_regclass(format('public.%I', whole.name || to_char(next_month at time zone 'Africa/Lagos', '_YYYY_MM'))) is null then
      return next whole.name || ' has no partition for the next month';
    end if;
  end loop;
end $$;

revoke execute on function make_partitions(), add_month(text, text, timestamptz), add_partition(text, text, text),
  attach_partition(text, text, text) from public;

-- ── Platform secrets, loads and alarms ──────────────────────────────────────────────────────────────────────────────

-- The key from which codes and tokens of links are derived, if SECRET_KEY does not give one.
create table platform_secret (
  only_row boolean primary key default true check (only_row),
  key bytea not null check (octet_length(key) = 32)
);

-- The time of the database between two restores to an earlier state. The first row is made at the first start of the
-- product, each other by the command after-restore. While processes run, they keep the newest up to date.
create table database_incarnation (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique check (number > 0),
  began_at timestamptz not null,
  -- The gap before it: the state of the database between these times is lost. Null for the first.
  restored_to timestamptz,
  in_use_until timestamptz,
  -- When the gap was compared with Paystack.
  compared_at timestamptz,
  -- When a process last saw it, and on which cluster; null if the login may not ask the cluster.
  heartbeat_at timestamptz not null,
  system_identifier text,
  timeline integer,
  recovery_target text not null default '',
  check ((number = 1) = (restored_to is null)),
  check ((restored_to is null) = (in_use_until is null)),
  check (restored_to < in_use_until),
  check (compared_at is null or restored_to is not null)
);

-- Mails of a demonstration: stored here, never sent.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient citext not null,
  subject text not null,
  text text not null,
  html text not null,
  message_id text not null unique,
  at timestamptz not null default now()
);
create index mailbox_recipient on mailbox (recipient, id desc);
create index mailbox_at on mailbox (at);

-- Which set of files a loader has loaded, so that loading the same files again does nothing.
create table loaded_set (
  name text primary key,
  hash text not null,
  loaded_at timestamptz not null default now()
);

-- The workers that are alive. A job whose worker is not among them is given to another worker.
create table job_worker (
  id text primary key,
  alive_until timestamptz not null
);

-- What the last check of each invariant found. Every process reports it in its metrics.
create table invariant_check (
  name text primary key,
  breaches integer not null,
  checked_at timestamptz not null
);

-- When a copy of the embedded database, and a drill of a restore, was last good and last failed.
create table backup_check (
  kind text primary key check (kind in ('copy', 'drill')),
  good_at timestamptz,
  failed_at timestamptz,
  -- Why the last failed one failed.
  failure text check (length(failure) <= 500),
  -- What the last good drill measured.
  rpo_seconds integer,
  rto_seconds integer,
  check ((failed_at is null) = (failure is null))
);

-- The alarms that hold, or held a moment ago, and when each was last posted to the operators' webhook.
create table alarm (
  name text primary key check (length(name) <= 60),
  text text not null check (length(text) <= 1000),
  count integer not null,
  -- Whether it stood in the log; a scheduled check finds the others.
  logged boolean not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  posted_at timestamptz,
  posted_count integer,
  check ((posted_at is null) = (posted_count is null))
);

-- How often something was done lately, by a keyed hash of who did it. rate-limiter-flexible counts here and names the
-- columns (`expire`: milliseconds since 1970). After a crash of the database the counts begin at zero.
create unlogged table rate_count (
  key text primary key check (length(key) <= 200),
  points integer not null,
  expire bigint
) with (fillfactor = 50);
create index rate_count_expire on rate_count (expire);

-- How many calls all processes together may make to a provider now, as a token bucket. After a crash of the database it
-- begins as it does in a new install.
create unlogged table call_budget (
  provider text primary key check (length(provider) <= 40),
  calls_left double precision not null check (calls_left >= 0),
  -- Calls per second: fewer than the setting for a while after the provider has answered 429.
  per_second double precision not null check (per_second > 0),
  counted_at timestamptz not null,
  -- No process calls before then, as the provider said.
  paused_until timestamptz,
  slowed_at timestamptz,
  -- How many of them the newest statement took.
  taken integer not null check (taken >= 0)
) with (fillfactor = 50);

-- Tries of calls that need no login, counted for all web processes together. What a try is about (a network, an email,
-- an order number) is stored as a keyed hash only.
create table counted_try (
  id bigint generated always as identity primary key,
  about bytea not null check (octet_length(about) = 32),
  at timestamptz not null
);
create index counted_try_about on counted_try (about, at);
create index counted_try_at on counted_try (at);

-- ── Files ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Photos and PDFs. The bytes are in a folder or a bucket under `key`, or in the row itself until a job moves them. Each row
-- belongs to one row of another table, whose file_id names it, and ends with that one.
create table stored_file (
  id uuid primary key default gen_random_uuid(),
  hash bytea not null check (octet_length(hash) = 32),
  -- The largest is the PDF of a lab, of up to 5 MiB. Rewriting may make it a little larger.
  size integer not null constraint stored_file_sized check (size between 1 and 8388608),
  type text not null check (type in ('application/pdf', 'image/jpeg')),
  place text not null check (place in ('database', 'folder', 's3')),
  -- A key is used once: another copy of the bytes, in the same place too, has another key. So bytes that no row names can
  -- be deleted at any time, whatever else is stored at that moment.
  key text unique constraint stored_file_keyed check (key ~ ('^' || left(encode(hash, 'hex'), 2) || '/' || encode(hash, 'hex')
    || '-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')),
  bytes bytea,
  stored_at timestamptz not null,
  constraint stored_file_in_one_place check ((place = 'database') = (bytes is not null) and (place = 'database') = (key is null)),
  constraint stored_file_hashed check (hash = sha256(bytes) and size = octet_length(bytes)),
  unique (id, hash),
  unique (id, size)
);
-- They are read in pieces, and are compressed already.
alter table stored_file alter column bytes set storage external;
create index stored_file_place on stored_file (place, id);

-- Bytes in a folder or a bucket that no row names any more. A job deletes them when they are due, and then the row here.
create table removed_file (
  key text primary key,
  place text not null check (place in ('folder', 's3')),
  due_at timestamptz not null default now()
);
create index removed_file_due_at on removed_file (due_at);

-- The only change of a file is that its bytes move. What they leave is to be deleted.
create function keep_stored_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.id, new.hash, new.size, new.type, new.stored_at)
    is distinct from (old.id, old.hash, old.size, old.type, old.stored_at) then
    raise exception 'stored_file is append-only' using errcode = 'restrict_violation';
  end if;
  if old.place <> 'database' and (tg_op = 'DELETE' or new.key is distinct from old.key) then
    -- A restored database names files that were deleted or moved since its backup.
    insert into removed_file (key, place, due_at)
      values (old.key, old.place, now() + case tg_op when 'UPDATE' then interval '30 days' else interval '1 day' end)
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger stored_file_is_kept after update or delete on stored_file
  for each row execute function keep_stored_file();

-- A file ends with the row that it belongs to, or when that row no longer names it.
create function end_stored_file() returns trigger language plpgsql as $$
begin
  if old.file_id is not null and (tg_op = 'DELETE' or new.file_id is distinct from old.file_id) then
    delete from stored_file where id = old.file_id;
  end if;
  return null;
end $$;

-- ── Accounts ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table account (
  id bigint generated always as identity primary key,
  email citext not null,
  password_hash text not null,
  name text not null,
  -- Empty with the other details if the registration was confirmed while others with the same email waited, or by a new
  -- password: its owner then gives them again.
  phone text not null check (phone = '' or phone ~ '^234[0-9]{10}$'),
  username text not null,
  address text not null,
  source text not null,
  type text not null check (type in ('user', 'doctor', 'operator', 'lab', 'phlebotomist')),
  branch text not null,
  state text not null default 'unverified' check (state in ('unverified', 'active', 'suspended', 'deleted')),
  terms_version text not null,
  privacy_version text not null,
  consented_at timestamptz not null,
  -- The browser that registered, as the hash of a random cookie: a confirmation link opened there needs no password.
  device_hash bytea check (octet_length(device_hash) = 32),
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
-- Several registrations of one email may wait for their code, each as an unverified account. The first that is confirmed
-- ends the others.
create unique index account_email on account (email) where state <> 'unverified';
create index account_by_email on account (email);
-- Every start asks for accounts of the demonstration; mostly there are none.
create index account_demo on account (id) where demo;

create table account_event (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null default now()
);
create index account_event_account on account_event (account_id);

-- Where the last mail to a deleted account goes. The row is deleted once the mail is sent, and after a week in any case.
create table deletion_notice (
  account_id bigint primary key references account (id),
  email citext not null,
  name text not null,
  at timestamptz not null
);

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id bigint not null references account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- A session that waits for the second factor opens nothing else.
  awaits_factor boolean not null default false,
  factor_tries smallint not null default 0 check (factor_tries between 0 and 5),
  -- When the password, a passkey or a second factor was last given in this session. Null: only a link in a mail was used.
  confirmed_at timestamptz,
  -- The browser of the session, so that its owner can end it.
  device_hash bytea check (octet_length(device_hash) = 32),
  -- The place in the database's log after the session's last change, in bytes, if lists are read from a replica.
  position bigint
);
create index session_account on session (account_id, created_at desc);
create index session_expires on session (expires_at);

-- A browser in which an account has logged in, as the hash of its cookie. Wrong passwords that strangers type elsewhere
-- do not lock it out.
create table account_device (
  id uuid not null unique default gen_random_uuid(),
  account_id bigint not null references account (id),
  device_hash bytea not null check (octet_length(device_hash) = 32),
  -- The name by which the owner recognises it, such as "Chrome on Android". Nothing else about the browser is stored.
  browser text not null default '' check (length(browser) <= 60),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, device_hash)
);

-- Digits and token are derived from the id with the platform's key: nothing that opens an account is stored here.
create table code (
  id uuid primary key default gen_random_uuid(),
  -- Null once its registration is deleted.
  account_id bigint references account (id) on delete set null,
  purpose text not null check (purpose in ('verify_account', 'reset_password', 'sign_in')),
  state text not null default 'live' check (state in ('live', 'used', 'expired', 'burned', 'replaced')),
  -- If false, the mail has only its link: too many wrong digits came before.
  takes_digits boolean not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index code_live on code (account_id, purpose) where state = 'live';
create index code_account on code (account_id, issued_at desc);

-- Wrong digits by email, whether it has an account or not, so that no answer says which emails have one. Hashes are
-- keyed. `evaluated`: the try was compared with a live code, so it could have opened an account.
create table wrong_code (
  id bigint generated always as identity primary key,
  email_hash bytea not null check (octet_length(email_hash) = 32),
  network bytea not null check (octet_length(network) = 32),
  -- The address block, an IPv6 /48 or IPv4 /24: one tunnel alone has 65,536 networks.
  block bytea check (octet_length(block) = 32),
  new_registration boolean not null,
  -- Of the code. New passwords have a limit of their own.
  purpose text check (purpose in ('verify_account', 'reset_password', 'sign_in')),
  evaluated boolean not null,
  at timestamptz not null
);
create index wrong_code_email on wrong_code (email_hash, at);
create index wrong_code_at on wrong_code (at);
create index wrong_code_network on wrong_code (network, at) where evaluated;
create index wrong_code_block on wrong_code (block, at) where evaluated;
create index wrong_code_registrations on wrong_code (at) where evaluated and new_registration;
create index wrong_code_resets on wrong_code (at) where evaluated and purpose = 'reset_password';

-- Failed logins by email, whether it has an account or not. Hashes are keyed. They are counted by source: a browser that
-- the account knows, or else a network.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  email_hash bytea not null check (octet_length(email_hash) = 32),
  kind text not null check (kind in ('password', 'factor', 'step_up')),
  source bytea not null check (octet_length(source) = 32),
  -- The address block, as in wrong_code.
  block bytea check (octet_length(block) = 32),
  -- Whether the account has logged in before in this browser.
  from_known_browser boolean not null,
  -- Whether the owner has had a mail about it.
  owner_notified boolean not null default false,
  at timestamptz not null
);
create index sign_in_failure_at on sign_in_failure (at);
create index sign_in_failure_source on sign_in_failure (email_hash, kind, source, at);
create index sign_in_failure_strangers on sign_in_failure (email_hash, at) where kind = 'password' and not from_known_browser;
create index sign_in_failure_network on sign_in_failure (source, at) where kind = 'password' and not from_known_browser;
create index sign_in_failure_block on sign_in_failure (block, at) where kind = 'password' and not from_known_browser;

-- One password tried at many emails: which wrong password, as three bytes of a keyed hash, was tried at which email
-- within the last hour. Three bytes show that many tried the same, and are too few to find the password. A crash may
-- lose the rows.
create unlogged table tried_password (
  password bytea not null check (octet_length(password) = 3),
  email_hash bytea not null check (octet_length(email_hash) = 32),
  at timestamptz not null,
  primary key (password, email_hash)
);
create index tried_password_at on tried_password (at);

-- Leaked passwords of a list that the operator has imported, as the first bytes of their SHA-1. No account may choose one.
-- They are public already and belong to no account.
create table known_password (
  hash bytea primary key check (octet_length(hash) = 8)
);

-- The key of an authenticator app and the recovery codes are derived from the salt with the platform's key.
create table second_factor (
  account_id bigint primary key references account (id),
  salt uuid not null default gen_random_uuid(),
  confirmed_at timestamptz,
  -- The newest half minute whose code was used: no code is accepted twice.
  last_step bigint not null default 0
);

create table recovery_code_used (
  account_id bigint not null references second_factor (account_id) on delete cascade,
  number smallint not null,
  at timestamptz not null,
  primary key (account_id, number)
);

-- A passkey of an account: the public half of a key pair whose private half never leaves the authenticator.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  -- An account has at most ten: each has a place of its own.
  place smallint not null check (place between 1 and 10),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- In COSE form (RFC 9052).
  public_key bytea not null,
  -- How often the authenticator has signed, if it counts. A lower number than before means a copy of the key.
  counter bigint not null check (counter >= 0),
  -- How the browser reaches the authenticator.
  transports text[] not null,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (account_id, place)
);

-- The challenge that an authenticator signs next, as its SHA-256. A session or browser has one for each purpose: a newer
-- one replaces it, and using it deletes it. A crash may lose the rows.
create unlogged table passkey_challenge (
  purpose text not null check (purpose in ('add', 'sign_in', 'step_up')),
  -- The hash of the session's token, or of the browser's if no account is logged in.
  bound_to bytea not null check (octet_length(bound_to) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  expires_at timestamptz not null,
  primary key (purpose, bound_to)
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Operators, lab staff and phlebotomists work here by invitation.
create table staff_member (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('operator', 'lab', 'phlebotomist')),
  email citext not null,
  name text not null,
  state text not null default 'invited' check (state in ('invited', 'accepted', 'revoked')),
  account_id bigint unique references account (id),
  -- Null if it was the command line, or a demonstration.
  invited_by bigint references account (id),
  invited_at timestamptz not null,
  -- Until when the invitation can be accepted. Its link is derived from the id and this time, so a renewed invitation
  -- ends the link before. Only the hash that finds it is stored.
  expires_at timestamptz not null,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  check ((state = 'accepted') = (account_id is not null))
);
create unique index staff_member_invited on staff_member (email) where state = 'invited';
create index staff_member_newest on staff_member (invited_at desc, id);

create table staff_member_event (
  id bigint generated always as identity primary key,
  staff_id uuid not null references staff_member (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null
);
create index staff_member_event_staff on staff_member_event (staff_id, id);
create trigger staff_member_event_is_history before update or delete on staff_member_event
  for each row execute function forbid_change();
create trigger staff_member_event_is_kept before truncate on staff_member_event
  for each statement execute function forbid_change();

-- ── Partners ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Applications of labs, pharmacies, phlebotomists and doctors who want to work with us. An operator reviews each.
create table partner_application (
  id bigint generated always as identity primary key,
  -- The sender's own reference of this application, and the hash of what was sent with it.
  client_reference text not null unique,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  kind text not null check (kind in ('lab', 'pharmacy', 'phlebotomist', 'doctor')),
  name text not null,
  organisation text not null,
  email citext not null,
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  -- A state of Nigeria; `state` is that of the review.
  home_state text not null,
  area text not null,
  message text not null,
  registration_number text,
  consented_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'contacted', 'accepted', 'declined')),
  created_at timestamptz not null,
  check (registration_number is null or kind = 'lab')
);
create index partner_application_state on partner_application (state, id desc);

create table partner_application_event (
  id bigint generated always as identity primary key,
  application_id bigint not null references partner_application (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null
);
create index partner_application_event_application on partner_application_event (application_id, id);
create trigger partner_application_event_is_history before update or delete on partner_application_event
  for each row execute function forbid_change();

-- ── Labs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The areas of Nigeria's states that addresses and service areas refer to.
create table place (
  id bigint generated always as identity primary key,
  state text not null,
  area text not null,
  lga text not null,
  latitude double precision not null,
  longitude double precision not null,
  capital text not null,
  geopolitical_zone text not null,
  unique (state, area)
);

-- Where a location is, as words to search by, each after a space. People call the Federal Capital Territory Abuja.
create function place_words(area text, state text, lga text) returns text language sql immutable parallel safe
  return ' ' || btrim(regexp_replace(
    fold(area || ' ' || state || ' ' || coalesce(lga, '') ||
      case when state in ('FCT', 'Federal Capital Territory') then ' Abuja' else '' end),
    '[^a-z0-9]+', ' ', 'g'));

create function has_iso_15189(accreditation text) returns boolean language sql immutable strict parallel safe
  return accreditation ~* 'ISO\s*15189';

create table lab (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  name_folded text generated always as (fold(name)) stored,
  about text not null,
  founded_year integer,
  accreditation text not null,
  -- With MLSCN.
  registration_number text not null,
  registration_expires_on date not null,
  -- Both are empty if the lab has not stated them.
  quality_assessment text not null default '',
  iso_scope text[] not null default '{}',
  turnaround_factor numeric(4, 2) not null default 1 check (turnaround_factor > 0),
  departments text[] not null,
  home_collection boolean not null,
  collection_fee_kobo bigint not null default 700000 check (collection_fee_kobo >= 0),
  email citext not null,
  phone text not null,
  -- The two counts and the words of all active locations (`place_words`) are updated with each change of offers and
  -- locations, so that a list of labs reads one table.
  offer_count integer not null default 0,
  location_count integer not null default 0,
  places_folded text not null default '',
  active boolean not null default true,
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index lab_name_folded on lab (name_folded);
create index lab_name_trigram on lab using gin (name_folded gin_trgm_ops);
create index lab_places_trigram on lab using gin (places_folded gin_trgm_ops);
create index lab_listed on lab (name_folded, id) where active and offer_count > 0;
-- As account_demo.
create index lab_demo on lab (id) where demo;

create table lab_location (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  position integer not null,
  name text not null,
  address text not null,
  landmark text not null,
  area text not null,
  state text not null,
  latitude double precision,
  longitude double precision,
  opening_hours text not null,
  -- Whether the lab itself has set the hours: an imported file then does not change them. It is a column of this row so
  -- that an import that waits for the row's lock sees it.
  hours_said boolean not null default false,
  departments text[] not null,
  -- Null: the lab's fee.
  collection_fee_kobo bigint check (collection_fee_kobo >= 0),
  -- How many home visits the location makes in one appointment window of two hours.
  visit_places smallint not null default 4 check (visit_places between 0 and 500),
  active boolean not null default true,
  unique (lab_id, address)
);

-- Each change of a location's opening hours.
create table opening_change (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  -- Null if an imported file changed them.
  account_id bigint references account (id),
  at timestamptz not null,
  was text not null,
  became text not null
);
create index opening_change_location on opening_change (location_id, id desc);
create trigger opening_change_is_history before update or delete on opening_change
  for each row execute function forbid_change();

-- A location that takes no bookings for a while: the reason for its staff, and the words that patients read.
create table location_pause (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  reason text not null check (length(reason) between 1 and 300),
  words text not null check (length(words) between 1 and 200),
  -- The day from which it takes bookings again by itself; null if the lab must end the pause.
  again_on date,
  begun_at timestamptz not null,
  begun_by bigint not null references account (id),
  ended_at timestamptz,
  ended_by bigint references account (id),
  check ((ended_at is null) = (ended_by is null)),
  constraint location_pause_ends_after check (ended_at >= begun_at)
);
create unique index location_pause_one on location_pause (location_id) where ended_at is null;
create index location_pause_of on location_pause (location_id, id desc);

-- Who paused a location, why and since when never changes; a pause ends once.
create function keep_location_pause() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null
    or to_jsonb(new) - array['ended_at', 'ended_by'] <> to_jsonb(old) - array['ended_at', 'ended_by'] then
    raise exception 'location_pause is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger location_pause_is_history before update or delete on location_pause
  for each row execute function keep_location_pause();

create table favourite (
  account_id bigint not null references account (id),
  lab_id bigint not null references lab (id),
  at timestamptz not null default now(),
  primary key (account_id, lab_id)
);

create table lab_member (
  staff_id uuid primary key references staff_member (id),
  lab_id bigint not null references lab (id),
  duties text[] not null check (
    cardinality(duties) > 0 and duties <@ array['desk', 'scientist', 'verifier', 'manager']),
  -- The number of the practising licence (MLSCN), which is printed on the reports that they verify.
  licence text check (licence ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{2,39}$'),
  -- Their qualification, which is printed there too, such as "Medical laboratory scientist, BMLS".
  qualification text check (char_length(qualification) between 2 and 60)
);
create index lab_member_lab on lab_member (lab_id);

-- The locations at which a member of the lab works; without any row, all of the lab's.
create table lab_member_location (
  staff_id uuid not null references lab_member (staff_id),
  location_id bigint not null references lab_location (id),
  primary key (staff_id, location_id)
);

-- Who gave a member which duties, locations, licence number and qualification, and when. Two people stand behind each result; without this
-- history one person could take both duties unseen.
create table lab_member_change (
  id bigint generated always as identity primary key,
  staff_id uuid not null references lab_member (staff_id) deferrable initially deferred,
  lab_id bigint not null references lab (id),
  duties text[] not null,
  -- The addresses of the lab's locations at that time; none means all of them.
  locations text[] not null,
  licence text,
  qualification text,
  -- Null if it was the command line, or a demonstration.
  account_id bigint references account (id),
  at timestamptz not null
);
create index lab_member_change_staff on lab_member_change (staff_id, id desc);
create trigger lab_member_change_is_history before update or delete on lab_member_change
  for each row execute function forbid_change();

-- At commit, the newest change of a member says the duties, the licence number and the qualification that the member has.
create function require_member_change() returns trigger language plpgsql as $$
begin
  if not exists (
    select from lab_member member
    join lateral (select * from lab_member_change change where change.staff_id = member.staff_id
      order by change.id desc limit 1) newest on true
    where member.staff_id = new.staff_id and newest.lab_id = member.lab_id and newest.duties = member.duties
      and newest.licence is not distinct from member.licence
      and newest.qualification is not distinct from member.qualification
  ) then
    raise exception 'duties of % were changed without saying who did it', new.staff_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger lab_member_has_history after insert or update on lab_member
  deferrable initially deferred for each row execute function require_member_change();

-- A program of a lab that delivers results. Its key is shown once, to the person who makes it; only a hash is stored.
create table lab_system (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  name text not null check (name <> ''),
  -- The first characters of the key, by which people recognise it.
  key_start text not null check (length(key_start) = 12),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  -- The maker of the key has seen it, and so answers for what is delivered with it.
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

-- ── Catalogue ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- A department of a laboratory, and the category under which patients see its tests.
create table department (
  name text primary key,
  category text not null
);

-- The keys of a test's name and other names.
create function search_keys(name text, others text[]) returns text[] language sql immutable parallel safe
begin atomic
  select array_agg(distinct public.search_key(word)) from unnest(name || others) as word;
end;

-- A test or a package. A package is sold like a test; what follows from its tests is stored with it.
create table test (
  id bigint generated always as identity primary key,
  code text not null unique,
  kind text not null default 'test' check (kind in ('test', 'package')),
  name text not null,
  name_folded text generated always as (fold(name)) stored,
  also_known_as text[] not null,
  search_keys text[] generated always as (search_keys(name, also_known_as)) stored,
  category text not null,
  department text not null references department (name),
  -- What a location needs to do it: the department of a test, those of all tests of a package.
  departments text[] not null check (cardinality(departments) > 0),
  audience text not null default '',
  specimen text not null,
  container text not null,
  fasting_hours smallint not null check (fasting_hours >= 0),
  preparation text not null,
  turnaround_hours integer not null check (turnaround_hours > 0),
  home_collection boolean not null,
  sex text not null check (sex in ('any', 'male', 'female')),
  -- What it asks about the patient, at booking and before the sample; of a package, what any of its tests asks.
  asks text[] not null default '{}' check (asks <@
    '{pregnancy,blood_thinner,thyroid_medicine,antibiotics,indication}'),
  loinc text,
  loinc_verified boolean not null,
  price_low_kobo bigint not null check (price_low_kobo >= 100),
  price_high_kobo bigint not null check (price_high_kobo >= price_low_kobo),
  -- The price of a package as a factor of the sum of its tests' prices.
  price_factor numeric(4, 2) check (price_factor > 0),
  popular_rank smallint,
  summary text not null,
  -- Why only the patient reads its result; null if it is not sensitive. Once stated it stays, and `sensitive_until` ends
  -- it: results of orders placed before that moment stay sensitive.
  sensitive text check (char_length(sensitive) between 1 and 80),
  sensitive_until timestamptz,
  -- From this age on a child reads it instead of the guardian; null if from the eighteenth birthday on.
  sensitive_own_from smallint check (sensitive_own_from between 1 and 17),
  -- Whether the result of this sensitive test is released only with counselling. Once stated it stays, and
  -- `counselling_until` ends it: orders placed before that moment still need counselling.
  needs_counselling boolean not null default false,
  counselling_until timestamptz,
  -- A later catalogue of ours does not replace what an operator has stated.
  sensitive_by_operator boolean not null default false,
  analytes_by_operator boolean not null default false,
  check ((kind = 'package') = (price_factor is not null)),
  constraint test_sensitive_alone check (sensitive is null or kind = 'test'),
  constraint test_sensitive_ended check (sensitive_until is null or sensitive is not null),
  constraint test_counselling_sensitive check (not needs_counselling or sensitive is not null),
  constraint test_counselling_ended check (counselling_until is null or needs_counselling)
);
create unique index test_name_folded on test (name_folded);

create function keep_sensitive() returns trigger language plpgsql as $$
begin
  if old.sensitive is not null and new.sensitive is null then
    raise exception 'what was sensitive is so until a moment, and is not forgotten' using errcode = 'restrict_violation';
  end if;
  if old.needs_counselling and not new.needs_counselling then
    raise exception 'what needed counselling does so until a moment, and is not forgotten' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger test_stays_sensitive before update of sensitive, needs_counselling on test
  for each row execute function keep_sensitive();

create table package_test (
  package_id bigint not null references test (id),
  test_id bigint not null references test (id),
  position smallint not null,
  primary key (package_id, test_id),
  unique (package_id, position)
);
create index package_test_test on package_test (test_id);

-- What tests are for, in the words of patients.
create table purpose (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  position smallint not null,
  search_key text generated always as (search_key(name)) stored
);

create table purpose_test (
  purpose_code text not null references purpose (code),
  test_id bigint not null references test (id),
  primary key (purpose_code, test_id)
);
create index purpose_test_test on purpose_test (test_id);

-- Each process has the catalogue in its memory, searches it there, and compares this edition to know whether it is still
-- right. The edition changes in the transaction that changes a test, package or purpose. It is random, so that no two
-- databases give one edition to different facts.
create table catalogue_edition (
  only_row boolean primary key default true check (only_row),
  edition uuid not null default gen_random_uuid()
);
insert into catalogue_edition default values;

create function make_catalogue_edition() returns trigger language plpgsql as $$
begin
  update catalogue_edition set edition = gen_random_uuid();
  return null;
end $$;
create trigger test_makes_edition after insert or delete or truncate or update of code, name, also_known_as, kind, category,
    department, departments, audience, summary, specimen, fasting_hours, preparation, turnaround_hours, home_collection,
    sex, popular_rank on test
  for each statement execute function make_catalogue_edition();
create trigger package_makes_edition after insert or delete or truncate or update on package_test
  for each statement execute function make_catalogue_edition();
create trigger purpose_makes_edition after insert or delete or truncate or update on purpose
  for each statement execute function make_catalogue_edition();
create trigger purpose_of_test_makes_edition after insert or delete or truncate or update on purpose_test
  for each statement execute function make_catalogue_edition();

-- A test at a lab, with its price.
create table offer (
  lab_id bigint not null references lab (id),
  test_id bigint not null references test (id),
  price_kobo bigint not null check (price_kobo >= 100),
  -- The lab's own promise in hours; null: the catalogue's.
  turnaround_hours integer check (turnaround_hours between 1 and 2000),
  -- False if the lab never takes it at home.
  at_home boolean not null default true,
  active boolean not null default true,
  -- A paused offer is not active. One that an operator's file took off the list is neither active nor paused.
  paused boolean not null default false,
  demo boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (lab_id, test_id),
  constraint offer_paused_is_not_offered check (not (paused and active))
);
-- The labs of a test with their prices, from the index alone.
create index offer_of_test on offer (test_id, price_kobo) include (lab_id) where active;
-- The labs that have paused a test.
create index offer_paused on offer (test_id) where paused;

-- What a test costs at the labs that take bookings, as the worker counted it last. A test without a row was never counted.
create table test_market (
  test_id bigint primary key references test (id),
  counted_on date not null,
  lab_count integer not null,
  price_from_kobo bigint,
  price_to_kobo bigint
) with (fillfactor = 60);

-- What the worker counts next: a test, or all tests that a lab offers. The transaction that changes prices or labs only
-- adds rows and locks nothing, so it waits for no count and for no other change. A count deletes the rows that it has read.
create table market_change (
  id bigint generated always as identity primary key,
  test_id bigint,
  lab_id bigint,
  check (num_nonnulls(test_id, lab_id) = 1)
);

create function tell_market_of_test() returns trigger language plpgsql as $$
begin
  insert into market_change (test_id) values (new.id);
  return null;
end $$;
create trigger test_moves_market after update of departments on test
  for each row when (old.departments is distinct from new.departments) execute function tell_market_of_test();

create function tell_market_of_offers() returns trigger language plpgsql as $$
begin
  insert into market_change (test_id) select distinct test_id from changed;
  return null;
end $$;
create trigger new_offer_moves_market after insert on offer referencing new table as changed
  for each statement execute function tell_market_of_offers();
create trigger lost_offer_moves_market after delete on offer referencing old table as changed
  for each statement execute function tell_market_of_offers();

create function tell_market_of_changed_offers() returns trigger language plpgsql as $$
begin
  insert into market_change (test_id) select distinct came.test_id from went join came using (lab_id, test_id)
    where (went.active, went.price_kobo) is distinct from (came.active, came.price_kobo);
  return null;
end $$;
create trigger offer_moves_market after update on offer referencing old table as went new table as came
  for each statement execute function tell_market_of_changed_offers();

create function tell_market_of_lab() returns trigger language plpgsql as $$
begin
  insert into market_change (lab_id) values (new.id);
  return null;
end $$;
create trigger lab_moves_market after update of active, registration_expires_on on lab
  for each row when ((old.active, old.registration_expires_on) is distinct from (new.active, new.registration_expires_on))
  execute function tell_market_of_lab();

create function tell_market_of_location() returns trigger language plpgsql as $$
begin
  insert into market_change (lab_id) values (case tg_op when 'DELETE' then old.lab_id else new.lab_id end);
  return null;
end $$;
create trigger location_moves_market after insert or delete on lab_location
  for each row execute function tell_market_of_location();
create trigger changed_location_moves_market after update of active, departments on lab_location
  for each row when ((old.active, old.departments) is distinct from (new.active, new.departments))
  execute function tell_market_of_location();

create function tell_market_of_pause() returns trigger language plpgsql as $$
begin
  insert into market_change (lab_id) select lab_id from lab_location where id = new.location_id;
  return null;
end $$;
create trigger pause_moves_market after insert or update on location_pause
  for each row execute function tell_market_of_pause();

-- The version of a lab's price list. Each change of the list locks the row and counts it up.
create table price_list (
  lab_id bigint primary key references lab (id),
  version bigint not null default 0
);

-- A change of a lab's price list. It is previewed first; once confirmed it is applied on its day, or at once.
create table price_change (
  id uuid primary key default gen_random_uuid(),
  lab_id bigint not null references lab (id),
  source text not null check (source in ('edit', 'file', 'percentage')),
  -- Of a percentage: how much, and of which department; a null department means all.
  percent_bps integer check (percent_bps between -5000 and 10000),
  department text,
  -- The version of the list from which it was made.
  based_on bigint not null,
  -- How many of its tests stay as they are.
  unchanged integer not null check (unchanged >= 0),
  made_by bigint not null references account (id),
  made_at timestamptz not null,
  confirmed_by bigint references account (id),
  confirmed_at timestamptz,
  effective_on date,
  applied_at timestamptz,
  withdrawn_by bigint references account (id),
  withdrawn_at timestamptz,
  check ((source = 'percentage') = (percent_bps is not null)),
  check ((confirmed_at is null) = (confirmed_by is null) and (confirmed_at is null) = (effective_on is null)),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  constraint price_change_confirmed_first check (confirmed_at is not null or applied_at is null and withdrawn_at is null),
  constraint price_change_ends_once check (applied_at is null or withdrawn_at is null)
);
create index price_change_lab on price_change (lab_id, confirmed_at desc) where confirmed_at is not null;
create index price_change_waits on price_change (effective_on)
  where confirmed_at is not null and applied_at is null and withdrawn_at is null;
create index price_change_looked_at on price_change (made_at) where confirmed_at is null;

-- What a change does to each test. Null: this stays. The old values are those when the change was made.
create table price_change_line (
  change_id uuid not null references price_change (id) on delete cascade,
  test_id bigint not null references test (id),
  price_kobo bigint check (price_kobo >= 100),
  active boolean,
  turnaround_hours integer check (turnaround_hours between 1 and 2000),
  at_home boolean,
  old_price_kobo bigint,
  old_active boolean,
  old_turnaround_hours integer,
  old_at_home boolean,
  primary key (change_id, test_id)
);

-- Every change of an offer; the old values of a new offer are null.
create table price_history (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  test_id bigint not null references test (id),
  -- Null if it was the command line.
  change_id uuid references price_change (id),
  account_id bigint references account (id),
  at timestamptz not null,
  old_price_kobo bigint,
  price_kobo bigint not null,
  old_active boolean,
  active boolean not null,
  -- The lab's own promise; null if it gives none.
  old_turnaround_hours integer,
  turnaround_hours integer,
  old_at_home boolean,
  at_home boolean not null
);
create index price_history_offer on price_history (lab_id, test_id, id desc);
create index price_history_change on price_history (change_id);
create trigger price_history_is_history before update or delete on price_history
  for each row execute function forbid_change();

-- A confirmed change is history: it is applied or withdrawn, once, and its lines stay.
create function keep_price_change() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is null then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or old.applied_at is not null or old.withdrawn_at is not null
    or to_jsonb(new) - array['applied_at', 'withdrawn_at', 'withdrawn_by']
      <> to_jsonb(old) - array['applied_at', 'withdrawn_at', 'withdrawn_by'] then
    raise exception 'a confirmed price_change is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger price_change_is_history before update or delete on price_change
  for each row execute function keep_price_change();

create function keep_price_change_line() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and exists (select from price_change where id = old.change_id and confirmed_at is not null)
    or tg_op <> 'DELETE' and exists (select from price_change where id = new.change_id and confirmed_at is not null) then
    raise exception 'the lines of a confirmed price_change are append-only' using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger price_change_line_is_history before insert or update or delete on price_change_line
  for each row execute function keep_price_change_line();

-- Tests that a doctor orders together, from the catalogue and not at any one lab.
create table order_set (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  name text not null check (name <> '' and length(name) <= 60),
  changed_at timestamptz not null
);
create unique index order_set_name on order_set (account_id, fold(name));

create table order_set_test (
  set_id uuid not null references order_set (id) on delete cascade,
  position smallint not null check (position > 0),
  test_id bigint not null references test (id),
  primary key (set_id, position),
  unique (set_id, test_id)
);

-- ── Ledger ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Double entry in kobo: debits positive, credits negative. Append-only; corrections are new postings.
-- `doctor_pending`: what a doctor has earned, until the result is released. `patient_credit`: pays the patient's next order.
-- `chargebacks`: money that a bank takes back, a loss of the platform. `own_bank`: paid from our own bank account while
-- Paystack still holds it for us.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('provider_clearing', 'provider_fees', 'lab', 'doctor_pending', 'doctor_wallet',
    'phlebotomist', 'patient_credit', 'platform_revenue', 'unapplied', 'refunds', 'chargebacks', 'own_bank')),
  -- The id of the lab, doctor, phlebotomist or patient; '' for an account of the platform.
  owner text not null default '',
  unique (kind, owner)
);

create table ledger_posting (
  id bigint generated always as identity primary key,
  -- What happened in the world; the same is never posted twice.
  business_key text not null unique,
  kind text not null,
  order_reference text,
  at timestamptz not null default now()
);
create index ledger_posting_order on ledger_posting (order_reference);
create trigger ledger_posting_is_history before update or delete on ledger_posting
  for each row execute function forbid_change();
create trigger ledger_posting_stays before truncate on ledger_posting execute function forbid_change();

create table ledger_line (
  posting_id bigint not null references ledger_posting (id),
  position smallint not null,
  account_id bigint not null references ledger_account (id),
  amount_kobo bigint not null check (amount_kobo <> 0),
  -- The time of the posting, so that the days of one account are read without the lines of the others.
  at timestamptz not null default now(),
  primary key (posting_id, position)
);
create index ledger_line_account on ledger_line (account_id, at, posting_id, position) include (amount_kobo);
create trigger ledger_line_is_history before update or delete on ledger_line
  for each row execute function forbid_change();
create trigger ledger_line_stays before truncate on ledger_line execute function forbid_change();

create function time_of_posting() returns trigger language plpgsql as $$
begin
  new.at := (select at from ledger_posting where id = new.posting_id);
  return new;
end $$;
create trigger ledger_line_at before insert on ledger_line for each row execute function time_of_posting();

-- At commit, a posting has at least two lines and they sum to zero.
create function ledger_balances() returns trigger language plpgsql as $$
declare
  posting bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
  lines integer;
  total bigint;
begin
  select count(*), coalesce(sum(amount_kobo), 0) into lines, total from ledger_line where posting_id = posting;
  if lines < 2 or total <> 0 then
    raise exception 'posting % has % lines that sum to %', posting, lines, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_balances('id');
create constraint trigger ledger_line_balances after insert on ledger_line
  deferrable initially deferred for each row execute function ledger_balances('posting_id');

-- ── Cases ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What an operator must decide about: one open case for each kind and subject.
create table money_case (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('held_money', 'refund_stuck', 'refund_failed', 'dispute', 'unknown_at_paystack',
    'missing_at_paystack', 'amount_differs', 'reversed_outside', 'refund_unknown', 'books_differ', 'orphan_webhook',
    'late_choice', 'visit_late_word', 'result_withdrawn', 'samples_given_up', 'sample_awaited', 'samples_missing',
    'critical_call_overdue', 'critical_call_failed', 'restored')),
  -- The reference of the payment, refund, dispute or order that it is about, or the incarnation after a restore.
  subject text not null,
  order_reference text,
  amount_kobo bigint,
  -- What each side says: references, amounts and states only.
  found jsonb not null default '{}',
  opened_at timestamptz not null,
  due_at timestamptz,
  closed_at timestamptz,
  closed_by bigint references account (id),
  close_note text,
  check ((closed_at is null) = (close_note is null))
);
create unique index money_case_open on money_case (kind, subject) where closed_at is null;
create index money_case_due on money_case (due_at, opened_at) where closed_at is null;

-- Money at Paystack whose order was lost by a restore. The case of that restore lists it; it gets no case of its own.
create table restore_finding (
  kind text not null check (kind in ('unknown_at_paystack', 'refund_unknown')),
  subject text not null,
  incarnation_id uuid not null references database_incarnation (id),
  -- Null unless it is naira.
  amount_kobo bigint,
  found_at timestamptz not null,
  primary key (kind, subject)
);
create index restore_finding_of on restore_finding (incarnation_id);

-- ── Orders ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- How the money of an order is shared, from a day on. Rows never change: a new rate is a new row.
create table rate (
  id bigint generated always as identity primary key,
  effective_from timestamptz not null unique,
  lab_bps integer not null check (lab_bps between 0 and 10000),
  doctor_policy text not null check (doctor_policy in ('percentage', 'flat', 'off')),
  doctor_bps integer not null check (doctor_bps >= 0 and lab_bps + doctor_bps <= 10000),
  doctor_flat_kobo bigint not null default 0 check (doctor_flat_kobo >= 0),
  phlebotomist_bps integer not null check (phlebotomist_bps between 0 and 10000)
);
create trigger rate_is_history before update or delete on rate for each row execute function forbid_change();

-- The platform owner's default split: lab 85 %, Labalaba 15 %, of which 5 points go to the doctor who booked; of the
-- collection fee, 80 % to the phlebotomist.
insert into rate (effective_from, lab_bps, doctor_policy, doctor_bps, phlebotomist_bps)
  values ('2026-01-01T00:00:00Z', 8500, 'percentage', 500, 8000);

-- Persons whom a patient's account books for, besides its owner. A removed person leaves a row without any detail, so
-- that past orders still show that they were for the same person.
create table person (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  -- New with each change, so that a tab that has not read the newest details cannot overwrite them.
  version uuid not null default gen_random_uuid(),
  name text check (name <> ''),
  gender text check (gender in ('Male', 'Female')),
  born_on date,
  relationship text check (relationship in ('child', 'spouse', 'parent', 'sibling', 'other')),
  email citext check (email <> ''),
  phone text check (phone ~ '^234[0-9]{10}$'),
  -- What the account's owner stated when they added the person, and the version of its wording.
  consent text not null check (consent in ('guardian', 'permission')),
  consent_version text not null check (consent_version <> ''),
  consented_at timestamptz not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  check (num_nonnulls(name, gender, born_on, relationship) = case when removed_at is null then 4 else 0 end),
  check (removed_at is null or num_nonnulls(email, phone) = 0)
);
create index person_account on person (account_id) where removed_at is null;

create function keep_person() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null then
    raise exception 'a person who was removed stays so' using errcode = 'restrict_violation';
  end if;
  if (old.id, old.account_id, old.created_at) is distinct from (new.id, new.account_id, new.created_at) then
    raise exception 'a person stays with their account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger person_stays before update on person for each row execute function keep_person();
create trigger person_is_kept before delete on person for each row execute function forbid_change();

-- What an account has entered into a booking that is not placed: for a day, and readable by its owner only.
create table booking_draft (
  account_id bigint primary key references account (id),
  -- As in `person`.
  version uuid not null default gen_random_uuid(),
  answers jsonb not null,
  lab jsonb,
  tests jsonb not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index booking_draft_expires on booking_draft (expires_at);

create table lab_order (
  id bigint generated always as identity primary key,
  reference text not null unique,
  account_id bigint not null references account (id),
  -- The caller's own reference of this booking, and the hash of what was requested with it.
  client_reference text not null,
  request_hash bytea not null,
  state text not null default 'awaiting_payment' check (state in
    ('awaiting_payment', 'scheduled', 'sample_collected', 'lab_processing', 'results_ready', 'cancelled', 'expired')),
  lab_id bigint not null references lab (id),
  location_id bigint not null references lab_location (id),
  -- Their names when the order was placed.
  lab_slug text not null,
  lab_name text not null,
  location_name text not null,
  location_address text not null,
  mode text not null check (mode in ('walkin', 'sampleCollection')),

  patient_name text not null,
  -- Null: the patient has no email that we know. The address of the account that booked never stands in for it.
  patient_email citext,
  patient_phone text not null check (patient_phone ~ '^234[0-9]{10}$'),
  patient_gender text not null check (patient_gender in ('Male', 'Female')),
  patient_born_on date,
  -- Whom the order is for: the account's owner, one of its persons, another patient, or null if the caller did not say.
  for_self boolean,
  person_id uuid references person (id),
  -- What the caller stated for another patient, and the version of its wording.
  consent text check (consent in ('guardian', 'permission')),
  consent_version text,

  collection_address text,
  collection_landmark text,
  -- The place of the home visit. Callers that do not give it have none: the visit then counts to the place of the
  -- lab location.
  collection_state text,
  collection_area text,
  collection_on date,
  collection_time text check (collection_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- When the phlebotomist left for the visit: from then on the collection fee is earned.
  set_off_at timestamptz,
  -- When a phlebotomist had gone to the patient in vain, within the promised window: a payer who cancels after that pays
  -- the fee, whatever happens to later visits. Null again once the lab has rejected what was taken.
  fee_earned_at timestamptz,
  -- For how many seconds the order has held a window unpaid, all its holds together.
  held_seconds smallint not null default 0 check (held_seconds between 0 and 1800),

  show_tests boolean not null default false,
  -- A test of it is usually for the other sex than the patient's, and the booker chose it all the same.
  despite_sex boolean not null default false,
  test_count smallint not null check (test_count > 0),
  sub_total_kobo bigint not null check (sub_total_kobo > 0),
  collection_fee_kobo bigint not null check (collection_fee_kobo >= 0),
  total_kobo bigint not null check (total_kobo = sub_total_kobo + collection_fee_kobo),
  -- The split, frozen when the order was placed.
  rate_id bigint not null references rate (id),
  lab_share_kobo bigint not null check (lab_share_kobo >= 0),
  doctor_share_kobo bigint not null check (doctor_share_kobo >= 0),
  phlebotomist_share_kobo bigint not null check (phlebotomist_share_kobo >= 0),
  platform_share_kobo bigint not null check (platform_share_kobo >= 0),

  demo boolean not null default false,
  created_at timestamptz not null,
  paid_at timestamptz,
  expires_at timestamptz not null,
  -- When money came too late for the order's time or visit, and what its owner chose then.
  late_money_at timestamptz,
  late_choice text check (late_choice in ('keep', 'new_day', 'cancel')),

  unique (account_id, client_reference),
  check (lab_share_kobo + doctor_share_kobo + phlebotomist_share_kobo + platform_share_kobo = total_kobo),
  check ((mode = 'sampleCollection') =
    (collection_address is not null and collection_on is not null and collection_time is not null)),
  check (mode = 'sampleCollection' or collection_fee_kobo = 0),
  check (paid_at is not null or state in ('awaiting_payment', 'cancelled', 'expired')),
  check (set_off_at is null or mode = 'sampleCollection'),
  check (late_choice is null or late_money_at is not null),
  constraint lab_order_person_is_another check (person_id is null or for_self is false),
  constraint lab_order_consent_has_words check ((consent is null) = (consent_version is null)),
  constraint lab_order_guardian_of_a_child check
    (consent is distinct from 'guardian' or (for_self is false and patient_born_on is not null)),
  constraint lab_order_area_is_whole check ((collection_state is null) = (collection_area is null)),
  constraint lab_order_area_is_visited check (collection_area is null or mode = 'sampleCollection'),
  constraint lab_order_area_is_known foreign key (collection_state, collection_area) references place (state, area)
);

-- Of an account: its orders, its unpaid ones (counted with each booking), and what a doctor earned (limited by day).
create index lab_order_account on lab_order (account_id, id desc);
create index lab_order_account_unpaid on lab_order (account_id, expires_at) where state = 'awaiting_payment';
create index lab_order_earning on lab_order (account_id, created_at) where doctor_share_kobo > 0;
-- A doctor's patients, and the orders of each.
create index lab_order_patient_of on lab_order (account_id, coalesce(lower(patient_email), ''), fold(patient_name), id desc);
create index lab_order_person on lab_order (person_id, id desc) where person_id is not null;
-- The orders for a patient with a confirmed email, by any account; and the doctors who booked for a patient.
create index lab_order_patient_email on lab_order (patient_email) where paid_at is not null;
create index lab_order_patient on lab_order (lower(patient_email)) where paid_at is not null;
-- For scheduled jobs: orders to expire, paid home visits that are still to be made, visits of tomorrow.
create index lab_order_unpaid on lab_order (expires_at) where state = 'awaiting_payment';
create index lab_order_home_visit on lab_order (id) where state = 'scheduled' and mode = 'sampleCollection';
create index lab_order_visited on lab_order (collection_on) where state = 'scheduled' and collection_on is not null;
-- The worklist of a lab: by state, by the first characters of an order's reference, and by a part of a patient's name.
-- Only a search for a name writes `lab_id + 0`. With plain `lab_id` PostgreSQL would choose the index of names for any
-- query of a lab, and look through all its orders.
create index lab_order_work on lab_order (lab_id, state, id desc) where paid_at is not null;
create index lab_order_number on lab_order (lab_id, reference collate "C") where paid_at is not null;
create index lab_order_patient_name on lab_order using gin ((lab_id + 0), fold(patient_name) gin_trgm_ops)
  where paid_at is not null;
-- The statistics of a lab, and earlier values of a patient at the same lab.
create index lab_order_paid on lab_order (lab_id, paid_at) where paid_at is not null;
create index lab_order_measured_before on lab_order (lab_id, patient_born_on)
  where paid_at is not null and patient_born_on is not null;

-- What was agreed does not change afterwards.
create function keep_order_terms() returns trigger language plpgsql as $$
begin
  if (old.reference, old.account_id, old.lab_id, old.location_id, old.mode, old.sub_total_kobo, old.collection_fee_kobo,
      old.total_kobo, old.rate_id, old.lab_share_kobo, old.doctor_share_kobo, old.phlebotomist_share_kobo,
      old.platform_share_kobo, old.created_at, old.collection_state, old.collection_area)
    is distinct from
     (new.reference, new.account_id, new.lab_id, new.location_id, new.mode, new.sub_total_kobo, new.collection_fee_kobo,
      new.total_kobo, new.rate_id, new.lab_share_kobo, new.doctor_share_kobo, new.phlebotomist_share_kobo,
      new.platform_share_kobo, new.created_at, new.collection_state, new.collection_area)
  then raise exception 'the terms of an order are frozen' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_order_terms before update on lab_order for each row execute function keep_order_terms();

-- The patient of an order stays as booked: by email and phone they read its results, by name, sex and date of birth the
-- lab knows whose sample it is. Deleting an account does not change them either.
create function keep_order_patient() returns trigger language plpgsql as $$
begin
  if (old.for_self, old.person_id, old.consent, old.consent_version, old.patient_born_on)
    is distinct from (new.for_self, new.person_id, new.consent, new.consent_version, new.patient_born_on)
  then raise exception 'whom an order is for is frozen' using errcode = 'restrict_violation';
  end if;
  -- As text: an email in another case would be another address in the log of a mail server.
  if (old.patient_name, old.patient_email::text, old.patient_phone, old.patient_gender)
    is distinct from (new.patient_name, new.patient_email::text, new.patient_phone, new.patient_gender)
  then raise exception 'who the patient of an order is stays so' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_order_patient before update on lab_order for each row execute function keep_order_patient();

-- A person belongs to the account that books. An order for a child needs the consent of a guardian: a patient's account
-- states that it is the guardian, a doctor asks the guardian in person.
create function check_order_patient() returns trigger language plpgsql as $$
begin
  if new.person_id is not null and not exists (
      select from person where id = new.person_id and account_id = new.account_id and removed_at is null) then
    raise exception 'an order is for a person of its own account' using errcode = 'restrict_violation';
  end if;
  if new.patient_born_on > (new.created_at at time zone 'Africa/Lagos')::date - interval '18 years'
      and new.consent is distinct from 'guardian'
      and not exists (select from account where id = new.account_id and type = 'doctor') then
    raise exception 'a child is booked for with the consent of a guardian' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_order_patient_begins before insert on lab_order
  for each row execute function check_order_patient();

create table lab_order_line (
  order_id bigint not null references lab_order (id),
  position smallint not null,
  test_id bigint not null references test (id),
  name text not null,
  -- The names of the tests of a package when the order was placed; empty for a test.
  includes text[] not null default '{}',
  price_kobo bigint not null check (price_kobo >= 100),
  fasting_hours smallint not null,
  preparation text not null,
  specimen text not null,
  turnaround_hours integer not null,
  primary key (order_id, position),
  unique (order_id, test_id)
);
create trigger lab_order_line_is_frozen before update or delete on lab_order_line
  for each row execute function forbid_change();

-- What a lab knows of the patient and of why the tests were ordered: as answered at booking, and then as the lab changed it.
-- The newest row of an order counts.
create table clinical_request (
  order_id bigint not null references lab_order (id),
  number smallint not null check (number > 0),
  pregnancy text check (pregnancy in ('not_pregnant', 'pregnant', 'not_known')),
  -- The week of the pregnancy on that day, or the first day of the last period.
  week smallint check (week between 1 and 43),
  week_on date,
  last_period_on date,
  -- Null if it was not asked or not answered; empty for none of those that were asked about.
  medicines text[] check (medicines <@ '{blood_thinner,thyroid_medicine,antibiotics}'),
  indication text check (char_length(indication) between 1 and 300),
  is_urgent boolean not null,
  fasted_hours smallint check (fasted_hours between 0 and 72),
  -- Who talked with the patient before the test, and what was agreed; null if the lab has recorded no such talk.
  pretest_counselling text check (char_length(pretest_counselling) between 3 and 300),
  -- Whose reference intervals judge the results; null for those of the booked sex.
  intervals_of text check (intervals_of in ('Male', 'Female')),
  -- The date of birth by which values are judged, if the order was booked without one; an estimate if only the age is known.
  born_on date check (born_on >= '1900-01-01'),
  is_born_about boolean not null default false,
  -- The member of the lab; null for the answers of the booking.
  account_id bigint references account (id),
  at timestamptz not null,
  primary key (order_id, number),
  constraint clinical_request_week check ((week is null) = (week_on is null)
    and num_nonnulls(week, last_period_on) <= 1 and (num_nonnulls(week, last_period_on) = 0 or pregnancy = 'pregnant')),
  constraint clinical_request_born check (not is_born_about or born_on is not null)
);
create trigger clinical_request_is_history before update or delete on clinical_request
  for each row execute function forbid_change();
create trigger clinical_request_is_kept before truncate on clinical_request
  for each statement execute function forbid_change();

create table lab_order_event (
  id bigint generated always as identity,
  order_id bigint not null references lab_order (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  -- The member of the lab or the phlebotomist; null for any other actor.
  account_id bigint references account (id),
  reason text,
  at timestamptz not null,
  primary key (id, at)
) partition by range (at);
create index lab_order_event_order on lab_order_event (order_id, id);
-- What happened on a day. Rows are added in the order of time, so the times of each range of pages are enough.
create index lab_order_event_at on lab_order_event using brin (at) with (pages_per_range = 16, autosummarize = on);
create trigger lab_order_event_is_history before update or delete on lab_order_event
  for each row execute function forbid_change();
create trigger lab_order_event_is_kept before truncate on lab_order_event
  for each statement execute function forbid_change();

-- ── Scheduling ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- An appointment window of a weekday whose places differ from those of its location. Monday is 1.
create table slot_capacity (
  location_id bigint not null references lab_location (id),
  weekday smallint not null check (weekday between 1 and 7),
  starts text not null check (starts in ('07:00', '09:00', '11:00', '13:00', '15:00', '17:00')),
  places smallint not null check (places between 0 and 500),
  primary key (location_id, weekday, starts)
);

-- A window of one day whose places differ from those of its weekday.
create table slot_day (
  location_id bigint not null references lab_location (id),
  day date not null,
  starts text not null check (starts in ('07:00', '09:00', '11:00', '13:00', '15:00', '17:00')),
  places smallint not null check (places between 0 and 500),
  primary key (location_id, day, starts)
);

-- Each change of how many home visits a location makes.
create table capacity_change (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  account_id bigint not null references account (id),
  at timestamptz not null,
  was jsonb not null,
  became jsonb not null
);
create index capacity_change_location on capacity_change (location_id, id desc);
create trigger capacity_change_is_history before update or delete on capacity_change
  for each row execute function forbid_change();

-- An appointment window of a day in which a reservation was ever made. To reserve or free a place is to lock its row.
create table slot (
  id bigint generated always as identity primary key,
  location_id bigint not null references lab_location (id),
  day date not null,
  starts text not null check (starts in ('07:00', '09:00', '11:00', '13:00', '15:00', '17:00')),
  -- Never fewer than are reserved: a promise stands when the lab lowers its capacity.
  places integer not null,
  -- How many reservations it has; counted by the trigger below.
  taken integer not null default 0,
  unique (location_id, day, starts),
  constraint slot_not_overbooked check (taken between 0 and places)
);
-- Phlebotomists go for every lab: how many visits a day still takes is counted over all locations.
create index slot_on_day on slot (day);

-- The reservation of an order's home visit. Until `held_until` it is held for an unpaid order; after that another order
-- may take it. A paid one has no such time.
create table slot_place (
  order_id bigint primary key references lab_order (id),
  slot_id bigint not null references slot (id),
  held_until timestamptz,
  -- For whom an unpaid one is held, so that few people cannot hold all windows of a day. Cleared once it is paid.
  -- The mailbox of the account that booked, without what several addresses of one mailbox differ by.
  holder_mailbox text,
  -- The phone of the patient.
  holder_phone text,
  -- The network from which it was requested, as a keyed hash.
  held_from bytea,
  -- Whether the account had paid for no booking before, and is not of a verified doctor.
  is_newcomer boolean not null default false,
  constraint slot_place_holder check (held_until is not null
    or (holder_mailbox is null and holder_phone is null and held_from is null and not is_newcomer))
);
create index slot_place_slot on slot_place (slot_id);
create index slot_place_holder_mailbox on slot_place (holder_mailbox) where holder_mailbox is not null;
create index slot_place_holder_phone on slot_place (holder_phone) where holder_phone is not null;

create function count_slot_places() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then update slot set taken = taken - 1 where id = old.slot_id; end if;
  if tg_op <> 'DELETE' then update slot set taken = taken + 1 where id = new.slot_id; end if;
  return null;
end $$;
create trigger slot_place_counted after insert or delete or update of slot_id on slot_place
  for each row execute function count_slot_places();

-- ── Specimens ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- The last accession number that a lab gave in a year.
create table accession_counter (
  lab_id bigint not null references lab (id),
  year smallint not null,
  last integer not null check (last > 0),
  primary key (lab_id, year)
);

-- What is taken from a patient for an order, in one container. The row is made when the patient is expected to give it.
create table specimen (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null references lab_order (id),
  -- The number on the label: year, lab in base 36, and the running number of that lab and year.
  accession text not null unique check (accession ~ '^[0-9]{2}[0-9A-Z]+-[0-9]{5,}$'),
  specimen text not null,
  container text not null,
  state text not null default 'expected' check (state in ('expected', 'collected', 'received', 'rejected', 'given_up')),
  -- The rejected specimen that this one is taken again for.
  replaces uuid unique references specimen (id),
  expected_at timestamptz not null,
  collected_at timestamptz,
  collected_by bigint references account (id),
  received_at timestamptz,
  received_by bigint references account (id),
  rejected_at timestamptz,
  rejected_by bigint references account (id),
  rejected_reason text check (rejected_reason in ('haemolysed', 'clotted', 'insufficient_volume', 'wrong_container',
    'unlabelled', 'leaked', 'too_old', 'other')),
  -- In the lab's own words.
  rejected_note text,
  -- A missed specimen that the booker no longer wants; an operator decides about its money.
  given_up_at timestamptz,
  given_up_by bigint references account (id),
  unique (id, order_id),
  check ((state in ('expected', 'given_up')) = (collected_at is null)),
  check ((state = 'rejected') = (rejected_at is not null)),
  check (state <> 'received' or received_at is not null),
  check (collected_at is not null or received_at is null),
  check ((collected_at is null) = (collected_by is null)),
  check ((received_at is null) = (received_by is null)),
  check (num_nulls(rejected_at, rejected_by, rejected_reason) in (0, 3)),
  check (rejected_reason is distinct from 'other' or rejected_note is not null),
  constraint specimen_given_up check ((state = 'given_up') = (given_up_at is not null)
    and num_nulls(given_up_at, given_up_by) in (0, 2))
);
-- An order needs the same specimen once, however often it is checked in.
create unique index specimen_in_force on specimen (order_id, specimen, container) where state <> 'rejected';
create index specimen_order on specimen (order_id);
-- For the scheduled job that looks for specimens that do not come.
create index specimen_waited_for on specimen (expected_at) where state = 'expected';
create index specimen_on_its_way on specimen (collected_at) where state = 'collected';

-- What a label says stays true, and a rejected specimen is never accepted again.
create function keep_specimen() returns trigger language plpgsql as $$
begin
  if (old.order_id, old.accession, old.specimen, old.container, old.replaces, old.expected_at)
    is distinct from
     (new.order_id, new.accession, new.specimen, new.container, new.replaces, new.expected_at)
    or old.state in ('rejected', 'given_up')
  then raise exception 'what a label says, and a rejection, are final' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger specimen_is_kept before update on specimen for each row execute function keep_specimen();

-- A specimen whose result is out, or was out before it was withdrawn, is not rejected: the result is corrected.
create function keep_reported_specimen() returns trigger language plpgsql as $$
begin
  if exists (select from specimen_test served
      join report on report.order_id = served.order_id and report.position = served.position
        and report.test_id = served.test_id
      join report_version version on version.report_id = report.id
        and version.state in ('released', 'corrected', 'withdrawn')
      where served.specimen_id = new.id) then
    raise exception 'a sample whose result is out is not rejected' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger specimen_is_reported before update on specimen
  for each row when (new.state = 'rejected') execute function keep_reported_specimen();

-- The tests for which a specimen is used: the line of the order, and of a package which of its tests.
create table specimen_test (
  specimen_id uuid not null,
  order_id bigint not null,
  position smallint not null,
  test_id bigint not null references test (id),
  primary key (specimen_id, position, test_id),
  foreign key (specimen_id, order_id) references specimen (id, order_id),
  foreign key (order_id, position) references lab_order_line (order_id, position)
);
create index specimen_test_order on specimen_test (order_id);
create trigger specimen_test_is_frozen before update or delete on specimen_test
  for each row execute function forbid_change();

create table specimen_event (
  id bigint generated always as identity,
  specimen_id uuid not null references specimen (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  account_id bigint references account (id),
  reason text,
  at timestamptz not null,
  primary key (id, at)
) partition by range (at);
create index specimen_event_specimen on specimen_event (specimen_id, id);
create trigger specimen_event_is_history before update or delete on specimen_event
  for each row execute function forbid_change();
create trigger specimen_event_is_kept before truncate on specimen_event
  for each statement execute function forbid_change();

-- ── Home visits ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- A phlebotomist gets no visit before an operator has said in which areas they work.
create table phlebotomist (
  staff_id uuid primary key references staff_member (id),
  -- The most visits that they are assigned on one day automatically. Screens take up to 40; the limit here is so high
  -- that one phlebotomist can fill all windows of a location.
  daily_visits smallint not null default 8 check (daily_visits between 1 and 3000)
);

create table phlebotomist_area (
  staff_id uuid not null references phlebotomist (staff_id),
  state text not null check (state <> ''),
  -- Empty for all of the state.
  area text not null,
  primary key (staff_id, state, area)
);
create index phlebotomist_area_place on phlebotomist_area (state, area);

-- A home visit: a phlebotomist goes to a patient, takes the specimens of an order and brings them to its lab.
create table collection (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null references lab_order (id),
  state text not null default 'requested' check (state in
    ('requested', 'assigned', 'on_the_way', 'collected', 'delivered', 'missed', 'cancelled')),
  -- The order's day and time when the visit was opened or last moved.
  visit_on date not null,
  visit_time text not null check (visit_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- The place of the patient if the order has one, else of its lab location.
  area_state text not null,
  area text not null,
  staff_id uuid references staff_member (id),
  -- How often it was assigned or moved; each round has a door code of its own.
  round smallint not null default 0 check (round >= 0),
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  arrived_at timestamptz,
  collected_at timestamptz,
  delivered_at timestamptz,
  delivered_count smallint check (delivered_count > 0),
  missed_reason text check (missed_reason in ('nobody_home', 'not_found', 'declined', 'not_the_patient', 'unable')),
  opened_at timestamptz not null,
  constraint collection_of_order unique (id, order_id),
  check (state in ('requested', 'cancelled') or staff_id is not null),
  check (state <> 'requested' or staff_id is null),
  constraint collection_was_let_in check (state not in ('collected', 'delivered') or arrived_at is not null),
  check ((state in ('collected', 'delivered')) = (collected_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null)),
  check ((delivered_at is null) = (delivered_count is null)),
  check ((state = 'missed') = (missed_reason is not null))
);
-- However often it is requested, an order has one visit that is still to be made.
create unique index collection_open on collection (order_id)
  where state in ('requested', 'assigned', 'on_the_way', 'missed');
create index collection_order on collection (order_id);
create index collection_day on collection (visit_on, visit_time, id);
create index collection_unassigned on collection (visit_on, visit_time, id) where state = 'requested';
create index collection_round on collection (staff_id, visit_on);
create index collection_carried on collection (staff_id) where state = 'collected';
-- The scheduled job that looks for visits without a report reads only the open ones.
create index collection_left_alone on collection (visit_on, visit_time, id) where state = 'assigned';
create index collection_on_the_way on collection (visit_on, id) where state = 'on_the_way';

create table collection_event (
  id bigint generated always as identity,
  collection_id uuid not null references collection (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  account_id bigint references account (id),
  -- The phlebotomist to whom it was assigned.
  staff_id uuid references staff_member (id),
  reason text,
  at timestamptz not null,
  -- The time of the act by the phone of its actor, and when we received it.
  said_at timestamptz,
  heard_at timestamptz,
  primary key (id, at)
) partition by range (at);
create index collection_event_collection on collection_event (collection_id, id);
create trigger collection_event_is_history before update or delete on collection_event
  for each row execute function forbid_change();

-- What phlebotomists did, by the id that their phone gave to it: the same id twice is one act.
create table visit_act (
  id uuid primary key,
  collection_id uuid not null references collection (id),
  account_id bigint not null references account (id),
  verb text not null,
  -- Why it was refused for good: a wrong door code that is sent twice counts once.
  refusal text,
  done_at timestamptz not null,
  applied_at timestamptz not null
);
create index visit_act_collection on visit_act (collection_id);
create trigger visit_act_is_history before update or delete on visit_act
  for each row execute function forbid_change();

-- What happened to each specimen that a visit was to take: a null reason means that it was taken.
create table visit_sample (
  collection_id uuid not null,
  specimen_id uuid not null,
  order_id bigint not null,
  reason text check (reason in ('declined', 'no_vein', 'not_fasted', 'no_container', 'not_produced', 'other')),
  -- In the words of the phlebotomist.
  note text check (char_length(note) between 3 and 200),
  at timestamptz not null,
  primary key (collection_id, specimen_id),
  foreign key (collection_id, order_id) references collection (id, order_id),
  foreign key (specimen_id, order_id) references specimen (id, order_id),
  check (note is null or reason is not null),
  constraint visit_sample_other_has_words check (reason is distinct from 'other' or note is not null)
);
create index visit_sample_specimen on visit_sample (specimen_id, at desc);
-- The few missed specimens. Every page that shows a specimen asks for them; without this index PostgreSQL reads all that
-- visits took.
create index visit_sample_left_out on visit_sample (specimen_id, at desc) where reason is not null;
create trigger visit_sample_is_history before update or delete on visit_sample
  for each row execute function forbid_change();
create trigger visit_sample_is_kept before truncate on visit_sample
  for each statement execute function forbid_change();

-- What the lab found of the specimens that a home visit handed over: those not listed as missing are there.
create table handover (
  collection_id uuid primary key,
  order_id bigint not null,
  account_id bigint not null references account (id),
  found_count smallint not null check (found_count >= 0),
  at timestamptz not null,
  unique (collection_id, order_id),
  foreign key (collection_id, order_id) references collection (id, order_id)
);
create index handover_order on handover (order_id);
create trigger handover_is_history before update or delete on handover
  for each row execute function forbid_change();
create trigger handover_is_kept before truncate on handover
  for each statement execute function forbid_change();

create table handover_missing (
  collection_id uuid not null,
  specimen_id uuid not null,
  order_id bigint not null,
  primary key (collection_id, specimen_id),
  foreign key (collection_id, order_id) references handover (collection_id, order_id),
  foreign key (specimen_id, order_id) references specimen (id, order_id),
  -- Only what the visit took can be missing.
  constraint handover_missing_was_taken foreign key (collection_id, specimen_id)
    references visit_sample (collection_id, specimen_id)
);
create trigger handover_missing_is_history before update or delete on handover_missing
  for each row execute function forbid_change();
create trigger handover_missing_is_kept before truncate on handover_missing
  for each statement execute function forbid_change();

-- Photos of the tubes of a visit: at most three for each round.
create table visit_photo (
  -- Made on the phone, so that the same photo is stored once however often it is sent.
  id uuid primary key,
  collection_id uuid not null,
  order_id bigint not null,
  round smallint not null check (round > 0),
  place smallint not null constraint visit_photo_three check (place between 1 and 3),
  account_id bigint not null references account (id),
  -- Of the file that was sent, before it was rewritten.
  hash bytea not null constraint visit_photo_hashed check (octet_length(hash) = 32),
  -- A JPEG with nothing but the picture; null once it is deleted.
  file_id uuid unique,
  size integer not null constraint visit_photo_sized check (size between 1 and 196608),
  width smallint not null check (width between 1 and 2048),
  height smallint not null check (height between 1 and 2048),
  taken_at timestamptz not null,
  received_at timestamptz not null,
  forgotten_at timestamptz,
  unique (collection_id, round, place),
  foreign key (collection_id, order_id) references collection (id, order_id),
  foreign key (file_id, size) references stored_file (id, size),
  constraint visit_photo_forgotten check ((file_id is null) = (forgotten_at is not null)),
  constraint visit_photo_taken_before check (taken_at <= received_at)
);
create index visit_photo_order on visit_photo (order_id);
create index visit_photo_kept on visit_photo (received_at) where file_id is not null;

-- A photo is of a round in which the phlebotomist has arrived.
create function check_visit_photo() returns trigger language plpgsql as $$
declare
  visit collection;
begin
  select * into visit from collection where id = new.collection_id for share;
  if visit.round <> new.round or visit.arrived_at is null or visit.state not in ('on_the_way', 'collected', 'delivered') then
    raise exception 'a photo is of a visit where somebody is or was' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger visit_photo_is_of_visit before insert on visit_photo
  for each row execute function check_visit_photo();

-- The only change: the picture is deleted, once its order is over or a year has passed.
create function keep_visit_photo() returns trigger language plpgsql as $$
declare
  was visit_photo := old;
begin
  was.file_id := null;
  was.forgotten_at := new.forgotten_at;
  if old.file_id is null or new.file_id is not null or new is distinct from was then
    raise exception 'visit_photo is append-only' using errcode = 'restrict_violation';
  end if;
  if new.forgotten_at < old.received_at + interval '1 year' and not exists (
    select from lab_order o where o.id = old.order_id and o.state in ('results_ready', 'cancelled')) then
    raise exception 'a photo is kept while its order goes on' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger visit_photo_ends_file after update on visit_photo
  for each row execute function end_stored_file();
create trigger visit_photo_is_kept before update on visit_photo
  for each row execute function keep_visit_photo();
create trigger visit_photo_is_history before delete on visit_photo
  for each row execute function forbid_change();
create trigger visit_photo_stays before truncate on visit_photo
  for each statement execute function forbid_change();

-- ── Payments ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A link by which any person may pay an order. Its token is derived from the id with the platform's key; only the hash is
-- stored.
create table payment_link (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  order_id bigint not null references lab_order (id),
  state text not null default 'active' check (state in ('active', 'paid', 'expired', 'revoked')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index payment_link_active on payment_link (order_id) where state = 'active';
create index payment_link_order on payment_link (order_id, created_at desc);

create table payment_link_event (
  id bigint generated always as identity primary key,
  link_id uuid not null references payment_link (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  at timestamptz not null
);
create index payment_link_event_link on payment_link_event (link_id, id);
create trigger payment_link_event_is_history before update or delete on payment_link_event
  for each row execute function forbid_change();

-- Each time a link was mailed; limits count these.
create table payment_link_share (
  id bigint generated always as identity primary key,
  link_id uuid not null references payment_link (id),
  account_id bigint not null references account (id),
  recipient citext not null,
  at timestamptz not null
);
create index payment_link_share_account on payment_link_share (account_id, at);
create index payment_link_share_recipient on payment_link_share (recipient, at);
create index payment_link_share_link on payment_link_share (link_id);

-- One attempt to pay an order. Its reference is never reused.
create table payment (
  id bigint generated always as identity primary key,
  reference text not null unique check (reference ~ '^[a-z0-9-]{16,50}$'),
  order_id bigint not null references lab_order (id),
  link_id uuid references payment_link (id),
  payer_email citext not null,
  -- What Paystack is to take, and the credit that is used besides. An attempt with credit alone never reaches Paystack.
  due_kobo bigint not null,
  credit_kobo bigint not null default 0 check (credit_kobo >= 0),
  state text not null default 'started' check (state in
    ('started', 'settled', 'failed', 'abandoned', 'held', 'refunding', 'refunded')),
  -- True for the one attempt that paid the order.
  settles_order boolean not null default false,
  authorization_url text,
  -- Since when a request opens the checkout; others wait for it.
  opening_at timestamptz,
  -- When Paystack was last queried about it.
  asked_at timestamptz,
  captured_kobo bigint check (captured_kobo >= 0),
  captured_currency text,
  fee_kobo bigint check (fee_kobo >= 0),
  channel text,
  -- The SHA-256 of what Paystack calls the signature of a card, the same for the same card. A doctor earns nothing from
  -- an order that their own card paid.
  card_hash bytea check (octet_length(card_hash) = 32),
  provider_id text,
  hold_reason text,
  started_at timestamptz not null,
  paid_at timestamptz,
  -- When the scheduled job queries Paystack next; null if there is nothing left to query.
  check_at timestamptz,
  checks smallint not null default 0,
  check ((state = 'held') <= (hold_reason is not null)),
  check (due_kobo >= 0 and due_kobo + credit_kobo > 0),
  -- An attempt that paid its order has done so even if its refund failed and a person must decide.
  constraint payment_settled_check
    check (not settles_order or state in ('settled', 'refunding', 'refunded')
      or state = 'held' and coalesce(hold_reason, '') = 'refund_failed')
);
create unique index payment_settles_order on payment (order_id) where settles_order;
create index payment_order on payment (order_id, id);
create index payment_check on payment (check_at) where check_at is not null;
create index payment_held on payment (id) where state = 'held';
create index payment_card on payment (card_hash) where card_hash is not null;
-- Reconciliation reads the attempts of one day.
create index payment_started on payment (started_at);

create table payment_event (
  id bigint generated always as identity,
  payment_id bigint not null references payment (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null,
  primary key (id, at)
) partition by range (at);
create index payment_event_payment on payment_event (payment_id, id);
create trigger payment_event_is_history before update or delete on payment_event
  for each row execute function forbid_change();
create trigger payment_event_is_kept before truncate on payment_event
  for each statement execute function forbid_change();

-- A refund returns money of an order, or money that paid no order: part or all, to its source or as credit. The row
-- exists before Paystack is called.
create table refund (
  id uuid primary key default gen_random_uuid(),
  payment_id bigint not null references payment (id),
  -- What requested it; the same never requests twice.
  request_key text not null unique,
  actor text not null check (actor in ('patient', 'doctor', 'lab', 'operator', 'system')),
  reason text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  source_kobo bigint not null default 0 check (source_kobo >= 0),
  credit_kobo bigint not null default 0 check (credit_kobo >= 0),
  -- The shares that it takes back; all zero if the money paid no order.
  origin text not null check (origin in ('shares', 'unapplied')),
  lab_kobo bigint not null default 0 check (lab_kobo >= 0),
  doctor_kobo bigint not null default 0 check (doctor_kobo >= 0),
  phlebotomist_kobo bigint not null default 0 check (phlebotomist_kobo >= 0),
  platform_kobo bigint not null default 0 check (platform_kobo >= 0),
  state text not null default 'requested' check (state in ('requested', 'pending', 'processing', 'processed', 'failed')),
  provider_id text,
  requested_at timestamptz not null,
  check_at timestamptz,
  checks smallint not null default 0,
  ended_at timestamptz,
  -- The failed refund that this one makes good.
  retries uuid unique references refund (id),
  -- When the next try of a failed one is due; null if an operator decides.
  retry_at timestamptz,
  -- Until when no other process may send it to Paystack, by the database's clock, which no process can shift.
  sending_until timestamptz,
  needs_attention boolean not null default false,
  -- Why Paystack refused it. Such a refund is not retried automatically.
  refusal text,
  -- When the payer's bank details were given to Paystack.
  details_at timestamptz,
  -- Money that left without our sending it: returned in Paystack's dashboard, paid from our own bank account, or taken
  -- by the payer's bank. The reference says where to find it there.
  outside text check (outside in ('dashboard', 'bank', 'dispute')),
  outside_reference text,
  -- False for money of another currency or of Paystack's other mode: it is in none of our books.
  in_books boolean not null default true,
  check (amount_kobo = source_kobo + credit_kobo),
  check (lab_kobo + doctor_kobo + phlebotomist_kobo + platform_kobo = case origin when 'shares' then amount_kobo else 0 end),
  check ((outside is null) = (outside_reference is null)),
  check (outside is null or state = 'processed' and source_kobo > 0),
  check (refusal is null or state = 'failed'),
  check (in_books or origin = 'unapplied' and credit_kobo = 0)
);
create index refund_payment on refund (payment_id);
create index refund_check on refund (check_at) where check_at is not null;
create index refund_retry on refund (retry_at) where retry_at is not null;
-- Reconciliation reads the refunds of one day.
create index refund_requested on refund (requested_at);

-- What goes back to the source is never more than came from it, and all that goes back is never more than was paid.
create function refund_within_capture() returns trigger language plpgsql as $$
declare
  paid record;
  sourced bigint;
  given bigint;
begin
  select coalesce(captured_kobo, 0) as captured, credit_kobo as credit into paid
    from payment where id = new.payment_id for update;
  -- A failed refund keeps its credit: that was given at once.
  select coalesce(sum(source_kobo) filter (where state <> 'failed'), 0),
      coalesce(sum(case state when 'failed' then credit_kobo else amount_kobo end), 0) into sourced, given
    from refund where payment_id = new.payment_id and id <> new.id;
  if sourced + new.source_kobo > paid.captured or given + new.amount_kobo > paid.captured + paid.credit then
    raise exception 'refunds of payment % would exceed what was paid', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_within_capture before insert on refund for each row execute function refund_within_capture();

-- The hash of each webhook with a right signature: the same body acts once, however many months later it comes again.
create table paystack_body (
  hash bytea primary key check (octet_length(hash) = 32),
  event_id bigint generated always as identity unique,
  -- The month in which its event is.
  received_at timestamptz not null,
  times integer not null default 1
);

-- Every webhook with a right signature, as received, by month. After 90 days only what the books need stays of its body.
-- `outcome`: what we did with it.
create table paystack_event (
  id bigint not null,
  body_hash bytea not null,
  event text not null,
  reference text,
  body bytea not null,
  received_at timestamptz not null,
  outcome text check (outcome in ('applied', 'ignored', 'unknown_reference', 'mismatch', 'unreadable')),
  handled_at timestamptz,
  -- When personal data was removed from the body.
  reduced_at timestamptz,
  primary key (id, received_at)
) partition by range (received_at);
create index paystack_event_reference on paystack_event (reference);
create index paystack_event_open on paystack_event (received_at) where outcome is null;
create index paystack_event_orphan on paystack_event (received_at) where outcome = 'unknown_reference';
create index paystack_event_whole on paystack_event (received_at) where reduced_at is null;

-- Webhooks with a wrong signature, counted by the minute so that a flood cannot fill the disk.
create table webhook_rejection (
  minute timestamptz not null,
  reason text not null,
  times integer not null default 1,
  primary key (minute, reason)
);

-- A chargeback or complaint by a payer's bank: answered in time, or the money is lost.
create table dispute (
  id bigint generated always as identity primary key,
  provider_id text not null unique,
  payment_id bigint references payment (id),
  transaction_reference text,
  amount_kobo bigint not null check (amount_kobo >= 0),
  category text not null,
  status text not null,
  resolution text,
  due_at timestamptz,
  opened_at timestamptz not null,
  resolved_at timestamptz,
  -- Evidence gathered when it was opened: times and places; never the name of a test or a result.
  evidence jsonb not null default '{}'
);
create index dispute_payment on dispute (payment_id);

-- One comparison of a day's money with Paystack's list.
create table reconciliation (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  provider_count integer not null default 0,
  provider_kobo bigint not null default 0,
  our_count integer not null default 0,
  our_kobo bigint not null default 0,
  mended integer not null default 0,
  cases integer not null default 0
);

-- Receipts are numbered without gaps within a year, when they are first needed.
create table receipt_year (year smallint primary key, last_number integer not null default 0);

create table receipt (
  payment_id bigint primary key references payment (id),
  number text not null unique check (number ~ '^[A-Z]{2}-[0-9]{4}-[0-9]{6}$'),
  issued_at timestamptz not null
);
create trigger receipt_is_history before update or delete on receipt for each row execute function forbid_change();

-- Numbers of a year that no receipt gets, because receipts that a restore has lost may have them.
create table receipt_gap (
  year smallint not null references receipt_year (year),
  first_number integer not null check (first_number > 0),
  last_number integer not null check (last_number >= first_number),
  incarnation_id uuid not null references database_incarnation (id),
  primary key (year, first_number)
);
create trigger receipt_gap_is_history before update or delete on receipt_gap
  for each row execute function forbid_change();

-- ── Consents ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The date of birth that a patient states for an order booked without one: once, before they see anything of it.
create table stated_birth_date (
  order_id bigint primary key references lab_order (id),
  born_on date not null check (born_on >= '1900-01-01'),
  account_id bigint not null references account (id),
  at timestamptz not null
);
create trigger stated_birth_date_is_history before update or delete on stated_birth_date
  for each row execute function forbid_change();
create trigger stated_birth_date_is_kept before truncate on stated_birth_date
  for each statement execute function forbid_change();

create function check_stated_birth_date() returns trigger language plpgsql as $$
begin
  if exists (select from lab_order where id = new.order_id and patient_born_on is not null) then
    raise exception 'an order that has a date of birth is given no other' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger stated_birth_date_is_missing before insert on stated_birth_date
  for each row execute function check_stated_birth_date();

-- The patient's date of birth: as booked, or as the patient stated it; null if it is not known.
create function born_on_of(placed lab_order) returns date language sql stable as $$
  select coalesce(placed.patient_born_on, (select stated.born_on from stated_birth_date stated where stated.order_id = placed.id))
$$;

-- The person whom an order is about. Two orders are about one person if this is equal: name, sex, date of birth, and the
-- email at which the patient was asked. An order without a date of birth is about a person of its own, until the patient
-- states it.
create function person_of(placed lab_order) returns text language sql stable as $$
  select case when born_on is null then jsonb_build_array(placed.id)
    else jsonb_build_array(fold(placed.patient_name), placed.patient_gender, born_on, lower(placed.patient_email::text)) end::text
  from (select born_on_of(placed) as born_on) as known
$$;

-- Which results a patient lets a doctor read: each row is one answer, with how it ended. A consent is of a person
-- (`person_of`), not of a mailbox, which a family may share. A refusal without a consent before it is a row that ended as
-- it began (`refused`); it has no term, so its `expires_at` says nothing.
create table reading_consent (
  id uuid primary key,
  person text,
  -- The email that the doctor's orders name, in lower case.
  patient_email text not null check (patient_email <> '' and patient_email = lower(patient_email)),
  doctor_id bigint not null references account (id),
  -- The patient's account; null if the answer came by the link in a mail.
  account_id bigint references account (id),
  -- Whether it includes the results of sensitive tests.
  sensitive boolean not null,
  -- The version of the wording that the patient agreed to or refused.
  words_version text not null check (words_version <> ''),
  given_at timestamptz not null,
  expires_at timestamptz not null,
  -- A new answer replaces the one before. `person_unclear`: the orders with that email are of several persons.
  -- `doctor_suspended`: a suspended doctor reads nothing.
  ended text check (ended in ('withdrawn', 'refused', 'replaced', 'account_deleted', 'person_unclear', 'doctor_suspended')),
  ended_at timestamptz,
  check (account_id <> doctor_id),
  check (expires_at > given_at and expires_at <= given_at + interval '366 days'),
  check ((ended is null) = (ended_at is null)),
  check (ended_at >= given_at),
  constraint reading_consent_of_a_person check (person is not null or ended is not null)
);
create unique index reading_consent_in_force on reading_consent (doctor_id, person) where ended is null;
create index reading_consent_person on reading_consent (doctor_id, person, given_at desc);
create index reading_consent_doctor on reading_consent (doctor_id, patient_email);
create index reading_consent_account on reading_consent (account_id) where ended is null;
create index reading_consent_refusal on reading_consent (doctor_id) where ended in ('withdrawn', 'refused');
create trigger reading_consent_is_history before delete on reading_consent
  for each row execute function forbid_change();
create trigger reading_consent_is_kept before truncate on reading_consent
  for each statement execute function forbid_change();

create function begin_reading_consent() returns trigger language plpgsql as $$
begin
  if new.ended is not null and (new.ended <> 'refused' or new.ended_at <> new.given_at or new.sensitive) then
    raise exception 'a consent begins in force, and only a refusal ends as it begins' using errcode = 'restrict_violation';
  end if;
  if not exists (select from account where id = new.doctor_id and type = 'doctor' and lower(email) <> new.patient_email) then
    raise exception 'a consent lets a doctor read who is somebody else' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reading_consent_begins before insert on reading_consent
  for each row execute function begin_reading_consent();

create function keep_reading_consent() returns trigger language plpgsql as $$
begin
  if old.ended is not null or new.ended is null or new.ended = 'refused'
      or (old.id, old.person, old.patient_email, old.doctor_id, old.account_id, old.sensitive, old.words_version, old.given_at, old.expires_at)
        is distinct from
        (new.id, new.person, new.patient_email, new.doctor_id, new.account_id, new.sensitive, new.words_version, new.given_at, new.expires_at)
  then
    raise exception 'a consent stays as it was given, and ends once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reading_consent_stays before update on reading_consent
  for each row execute function keep_reading_consent();

-- A doctor may ask a patient a second time, once for each order.
create table reading_reminder (
  order_id bigint primary key references lab_order (id),
  at timestamptz not null
);
create trigger reading_reminder_is_history before update or delete on reading_reminder
  for each row execute function forbid_change();
create trigger reading_reminder_is_kept before truncate on reading_reminder
  for each statement execute function forbid_change();

-- ── Licences ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- One folio number verifies one account, however it is written: "MDCN/R/ 11476", "mdcn-r-011476" and "MDCN/R/11476" have
-- the same key.
create function folio_key(folio text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(upper(folio), '[^A-Z0-9]', '', 'g'), '(^|[A-Z])0+(?=[0-9])', '\1', 'g');

-- The practising licence of a doctor, as sent by the doctor and judged by an operator. `accepted` verifies the doctor.
create table doctor_licence (
  -- Made in the browser, so that one sending is one licence however often it arrives.
  id uuid primary key,
  account_id bigint not null references account (id),
  -- The name of the account when it was sent: the operator compares it with the document, and patients read it.
  name text not null,
  -- In the register of the Medical and Dental Council of Nigeria.
  folio_number text not null check (folio_number ~ '^[A-Z0-9][A-Z0-9/ -]{1,18}[A-Z0-9]$'),
  practising_year smallint not null check (practising_year between 2020 and 2100),
  -- The document. Deleted some time after the last decision; the hash of what was sent stays.
  file_id uuid unique references stored_file (id),
  document_type text not null check (document_type in ('application/pdf', 'image/jpeg')),
  document_hash bytea not null check (octet_length(document_hash) = 32),
  state text not null default 'submitted' check (state in
    ('submitted', 'asked', 'accepted', 'refused', 'suspended', 'expired', 'replaced', 'withdrawn')),
  -- What the operator asks, or why the licence was refused or suspended; the doctor reads it.
  note text check (length(note) between 1 and 500),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- How many reminders to renew it were sent.
  reminders smallint not null default 0 check (reminders between 0 and 2),
  check (file_id is not null or state not in ('submitted', 'asked'))
);
create unique index doctor_licence_waiting on doctor_licence (account_id) where state in ('submitted', 'asked');
create unique index doctor_licence_in_force on doctor_licence (account_id) where state in ('accepted', 'suspended');
create unique index doctor_licence_folio on doctor_licence (folio_key(folio_number)) where state in ('accepted', 'suspended');
create index doctor_licence_account on doctor_licence (account_id, submitted_at desc);
create index doctor_licence_queue on doctor_licence (state, submitted_at);
create trigger doctor_licence_ends_file after update or delete on doctor_licence
  for each row execute function end_stored_file();

create table doctor_licence_event (
  id bigint generated always as identity primary key,
  licence_id uuid not null references doctor_licence (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null check (actor in ('doctor', 'operator', 'system')),
  account_id bigint references account (id),
  reason text,
  at timestamptz not null
);
create index doctor_licence_event_licence on doctor_licence_event (licence_id, id);
create trigger doctor_licence_event_is_history before update or delete on doctor_licence_event
  for each row execute function forbid_change();
create trigger doctor_licence_event_is_kept before truncate on doctor_licence_event
  for each statement execute function forbid_change();

-- The doctors whose licence an operator has accepted.
create view verified_doctor as select account_id, name from doctor_licence where state = 'accepted';

-- ── Results ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What a test measures, each as one line of its report. Labs may have reference intervals of their own; these are the
-- catalogue's, for adults.
create table analyte (
  id bigint generated always as identity primary key,
  test_id bigint not null references test (id),
  position smallint not null check (position > 0),
  name text not null,
  loinc text,
  kind text not null check (kind in ('quantity', 'choice', 'text')),
  ucum text,
  unit text,
  choices text[] not null default '{}',
  -- Choices that need no attention. Without any, no choice is flagged.
  expected text[] not null default '{}',
  -- A report without it is not final. Other lines say more about a finding, comment on it, or are extras.
  needed boolean not null,
  male_low numeric,
  male_high numeric,
  female_low numeric,
  female_high numeric,
  critical_low numeric,
  critical_high numeric,
  -- Where the interval comes from.
  source text,
  -- The source was not read: a lab accepts the interval, or sets its own, before its first report.
  to_be_confirmed boolean not null,
  active boolean not null default true,
  -- What it is, in one sentence for readers without medical training.
  about text check (length(about) between 1 and 140),
  -- A text with a form of its own: `isolates`, the organisms of a culture with their susceptibility.
  structure text check (structure in ('isolates')),
  unique (test_id, position),
  check ((kind = 'choice') = (cardinality(choices) > 0)),
  check (expected <@ choices),
  check (structure is null or kind = 'text'),
  check (male_low <= male_high and female_low <= female_high)
);

-- Critical limits by age, sex and trimester (reference/critical-limits.csv), loaded with the reference data. A row without
-- `approved_by` was not signed by a pathologist: it marks values, and a lab accepts it before its first report.
create table critical_limit (
  code text primary key check (code ~ '^[a-z0-9-]{1,80}$'),
  -- A LOINC code, a test's code with the position of the line, or isolates: the organisms of any culture.
  analyte text not null,
  ucum text,
  sex text check (sex in ('Male', 'Female')),
  from_amount integer not null check (from_amount >= 0),
  from_unit text not null check (from_unit in ('hours', 'days', 'months', 'years')),
  to_amount integer check (to_amount > 0),
  to_unit text check (to_unit in ('hours', 'days', 'months', 'years')),
  -- Of a pregnancy in which alone it holds; empty: it holds for every patient.
  trimesters smallint[] not null default '{}' check (trimesters <@ '{1,2,3}'),
  at_or_below numeric,
  at_or_above numeric,
  -- Of a culture, names of organisms.
  choices text[] not null default '{}',
  tier text not null check (tier in ('immediate', 'urgent')),
  source text not null,
  source_read boolean not null,
  approved_by text,
  check ((to_amount is null) = (to_unit is null)),
  check (num_nonnulls(at_or_below, at_or_above) + (choices <> '{}')::int = 1),
  -- Whose intervals hold does not decide who can be pregnant.
  constraint critical_limit_in_pregnancy check (trimesters = '{}' or sex is null)
);
create index critical_limit_analyte on critical_limit (analyte);

-- A manager has accepted the limits of all tables that no pathologist has signed, and the intervals of the catalogue that are
-- to be confirmed, for a lab. `accepted_rows` has a hash of each of them, without its signature; `edition` is a hash of these.
create table clinical_limits_accepted (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  edition text not null check (edition ~ '^[0-9a-f]{16}$'),
  accepted_rows text[] not null,
  accepted_by bigint not null references account (id),
  accepted_at timestamptz not null,
  unique (lab_id, edition)
);
create trigger clinical_limits_accepted_is_history before update or delete on clinical_limits_accepted
  for each row execute function forbid_change();
create trigger clinical_limits_accepted_is_kept before truncate on clinical_limits_accepted
  for each statement execute function forbid_change();

-- How amounts that lab systems send in mass or equivalents become moles (reference/unit-conversions.csv), loaded with the
-- reference data.
create table unit_conversion (
  -- The LOINC code that a system sends, and that of the line which the amount is for.
  sent_loinc text primary key,
  analyte text not null,
  substance text not null,
  formula text not null,
  grams_per_mole numeric check (grams_per_mole > 0),
  charge smallint check (charge > 0),
  -- To how many decimals the result is rounded; null for the decimals that were sent.
  decimals smallint check (decimals between 0 and 3),
  source text not null,
  check (num_nonnulls(grams_per_mole, charge) > 0),
  check (grams_per_mole is null or decimals is not null)
);
create index unit_conversion_analyte on unit_conversion (analyte);

-- The units that a lab may report a line in, instead of the catalogue's (reference/reporting-units.csv), loaded with the
-- reference data.
create table reporting_unit (
  -- A LOINC code, or a test's code with the position of the line.
  analyte text not null,
  catalogue_ucum text not null,
  ucum text not null,
  unit text not null,
  -- The LOINC code of the line in this unit; null if it is not known.
  loinc text,
  -- How much one of it is in the catalogue's unit; null if that depends on the assay, so that nothing is converted.
  factor numeric check (factor > 0),
  -- To how many decimals limits and calculated values are rounded.
  decimals smallint not null check (decimals between 0 and 3),
  source text not null,
  primary key (analyte, catalogue_ucum, ucum),
  check (ucum <> catalogue_ucum)
);

-- Values to check before a report goes out, by age and sex (reference/plausibility.csv): hardly any living patient has
-- them, or they changed much since the last value. A value beyond a limit that a pathologist has signed, or that the lab has
-- accepted, is verified only with a reason; the others only warn.
create table plausibility_limit (
  code text primary key check (code ~ '^[a-z0-9-]{1,80}$'),
  -- A LOINC code, or a test's code with the position of the line.
  analyte text not null,
  ucum text,
  sex text check (sex in ('Male', 'Female')),
  from_amount integer not null check (from_amount >= 0),
  from_unit text not null check (from_unit in ('hours', 'days', 'months', 'years')),
  to_amount integer check (to_amount > 0),
  to_unit text check (to_unit in ('hours', 'days', 'months', 'years')),
  at_or_below numeric,
  at_or_above numeric,
  -- How much the value changed since the last one, as an amount or in percent of it.
  change_by numeric check (change_by > 0),
  change_percent numeric check (change_percent > 0),
  within_days integer check (within_days > 0),
  to_check text not null,
  source text not null,
  source_read boolean not null,
  approved_by text,
  check ((to_amount is null) = (to_unit is null)),
  check (num_nonnulls(change_by, change_percent) = num_nonnulls(within_days)),
  check ((within_days is null) = (num_nonnulls(at_or_below, at_or_above) > 0))
);
create index plausibility_limit_analyte on plausibility_limit (analyte);

-- Agents that organisms are expected to resist by their nature (reference/expected-resistance.csv), loaded with the reference
-- data. They only warn.
create table expected_resistance (
  code text primary key check (code ~ '^[a-z0-9-]{1,80}$'),
  organisms text[] not null check (organisms <> '{}'),
  agents text[] not null check (agents <> '{}'),
  source text not null,
  source_read boolean not null,
  approved_by text
);

-- Limits that hold in pregnancy (reference/pregnancy-limits.csv), loaded with the reference data. A row without
-- `approved_by` can mark more values than the usual interval, and never fewer.
create table pregnancy_limit (
  code text primary key check (code ~ '^[a-z0-9-]{1,80}$'),
  -- A LOINC code, or a test's code with the position of the line.
  analyte text not null,
  ucum text not null,
  -- To week 13, from week 14, or from week 28 on; null for all of them.
  trimester smallint check (trimester between 1 and 3),
  -- The outermost values that are usual.
  low numeric,
  high numeric,
  source text not null,
  source_read boolean not null,
  approved_by text,
  check (num_nonnulls(low, high) > 0),
  check (low <= high)
);
create index pregnancy_limit_analyte on pregnancy_limit (analyte);

-- The unit in which a lab reports a line, instead of the catalogue's. The columns are those of `reporting_unit` when it was
-- chosen, so that later reference data changes no lab's unit.
create table lab_unit (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  analyte_id bigint not null references analyte (id),
  ucum text not null,
  unit text not null,
  catalogue_ucum text not null,
  factor numeric check (factor > 0),
  decimals smallint not null check (decimals between 0 and 3),
  set_by bigint not null references account (id),
  set_at timestamptz not null,
  ended_by bigint references account (id),
  ended_at timestamptz,
  check (ucum <> catalogue_ucum),
  check ((ended_by is null) = (ended_at is null)),
  check (ended_at >= set_at)
);
create unique index lab_unit_in_force on lab_unit (lab_id, analyte_id) where ended_at is null;
create index lab_unit_analyte on lab_unit (analyte_id, lab_id);

-- A lab's own reference interval of an analyte, by sex and age; it replaces the catalogue's for patients whom it fits.
create table lab_interval (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  analyte_id bigint not null references analyte (id),
  -- The unit of its limits: it judges no value in another one. Null if the line has none.
  ucum text,
  -- Null for both.
  sex text check (sex in ('Male', 'Female')),
  -- From the day, or the hour, in which a patient reaches this age.
  from_amount smallint not null check (from_amount between 0 and 1000),
  from_unit text not null check (from_unit in ('hours', 'days', 'months', 'years')),
  -- Until before a patient reaches this age; null: without an end.
  to_amount smallint check (to_amount between 1 and 1000),
  to_unit text check (to_unit in ('hours', 'days', 'months', 'years')),
  low numeric,
  high numeric,
  critical_low numeric,
  critical_high numeric,
  set_by bigint not null references account (id),
  set_at timestamptz not null,
  ended_by bigint references account (id),
  ended_at timestamptz,
  check ((to_amount is null) = (to_unit is null)),
  check (num_nonnulls(low, high) > 0),
  check (low <= high),
  check (critical_low <= low and critical_low < high),
  check (critical_high >= high and critical_high > low),
  check ((ended_by is null) = (ended_at is null)),
  check (ended_at >= set_at),
  -- Two intervals in force never fit one patient. Ids are compared as ranges, for which GiST needs no extension. A month
  -- has 30.4375 days on average, a year 365.25.
  constraint lab_interval_fits_once exclude using gist (
    int8range(lab_id, lab_id, '[]') with &&,
    int8range(analyte_id, analyte_id, '[]') with &&,
    int4range(case sex when 'Female' then 1 else 0 end, case sex when 'Male' then 1 else 2 end) with &&,
    numrange(
      from_amount * case from_unit when 'hours' then 1 when 'days' then 24 when 'months' then 730.5 else 8766 end,
      to_amount * case to_unit when 'hours' then 1 when 'days' then 24 when 'months' then 730.5 else 8766 end) with &&
  ) where (ended_at is null)
);
create index lab_interval_in_force on lab_interval (lab_id, analyte_id) where ended_at is null;

-- How a lab measures a line, in its own words. It is printed on reports, and judges nothing.
create table lab_method (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  analyte_id bigint not null references analyte (id),
  method text not null constraint lab_method_length check (length(method) between 1 and 80),
  set_by bigint not null references account (id),
  set_at timestamptz not null,
  ended_by bigint references account (id),
  ended_at timestamptz,
  check ((ended_by is null) = (ended_at is null)),
  check (ended_at >= set_at)
);
create unique index lab_method_in_force on lab_method (lab_id, analyte_id) where ended_at is null;
create index lab_method_analyte on lab_method (analyte_id);

-- A unit, an interval and a method of a lab are ended once and never changed: it stays known by which of them a value was read.
create function keep_lab_setting() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null or
      (to_jsonb(old) - '{ended_at,ended_by}'::text[]) is distinct from (to_jsonb(new) - '{ended_at,ended_by}'::text[]) then
    raise exception 'a unit, an interval or a method of a lab is ended, and never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_unit_ends before update on lab_unit
  for each row execute function keep_lab_setting();
create trigger lab_unit_stays before delete on lab_unit
  for each row execute function forbid_change();
create trigger lab_interval_ends before update on lab_interval
  for each row execute function keep_lab_setting();
create trigger lab_interval_stays before delete on lab_interval
  for each row execute function forbid_change();
create trigger lab_method_ends before update on lab_method
  for each row execute function keep_lab_setting();
create trigger lab_method_stays before delete on lab_method
  for each row execute function forbid_change();

-- One for each test of an order; a package has one for each of its tests.
create table report (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null,
  position smallint not null,
  test_id bigint not null references test (id),
  -- The test's name when the report was begun.
  test_name text not null,
  foreign key (order_id, position) references lab_order_line (order_id, position),
  unique (order_id, position, test_id)
);
create trigger report_is_frozen before update or delete on report
  for each row execute function forbid_change();

-- The reports that only the patient reads: of tests that are sensitive now, or were since the order was placed.
create view sensitive_report as
  select report.id as report_id, test.sensitive as because, test.sensitive_own_from as own_from,
    test.needs_counselling and (test.counselling_until is null or test.counselling_until > placed.created_at)
      as needs_counselling
  from report join lab_order placed on placed.id = report.order_id join test on test.id = report.test_id
  where test.sensitive is not null
    and (test.sensitive_until is null or test.sensitive_until > placed.created_at);

-- What is entered for a report and not yet saved as values. Only the form in which it was typed reads it.
create table entry_draft (
  report_id uuid primary key references report (id),
  -- New with each change, so that no member overwrites the words of another without having read them.
  version uuid not null default gen_random_uuid(),
  -- Which analytes the test had when it was typed, as a hash. If one is another measurement now, what was typed for it
  -- is not filled in.
  lines_version text check (lines_version ~ '^[0-9a-f]{16}$'),
  typed jsonb not null,
  typed_by bigint not null references account (id),
  typed_at timestamptz not null,
  expires_at timestamptz not null,
  constraint entry_draft_is_small check (octet_length(typed::text) <= 524288)
);
create index entry_draft_expires on entry_draft (expires_at);

-- A report as entered, verified and released. A released version does not change; a correction is the next version.
create table report_version (
  report_id uuid not null references report (id),
  number smallint not null check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'verified', 'released', 'corrected', 'withdrawn')),
  entered_by bigint not null references account (id),
  entered_at timestamptz not null,
  -- The system that filled in the draft. A person of the lab checks and saves it before it is verified.
  filled_by_system bigint references lab_system (id),
  verified_by bigint references account (id),
  verified_at timestamptz,
  released_by bigint references account (id),
  released_at timestamptz,
  -- Who counsels the patient, if the result needs counselling.
  counselled_by text check (counselled_by in ('lab', 'doctor')),
  -- Why there is a version after the first.
  correction text,
  -- Verified and released before all its results are there. Its order is not ready before a later version is final.
  preliminary boolean not null default false,
  withdrawn_by bigint references account (id),
  withdrawn_at timestamptz,
  withdrawn_because text check (withdrawn_because in ('wrong_patient', 'unfit_sample', 'wrong_measurement', 'other')),
  -- Only the lab reads it.
  withdrawn_note text check (char_length(withdrawn_note) between 3 and 300),
  primary key (report_id, number),
  check (verified_by <> entered_by),
  check ((verified_by is null) = (state = 'draft')),
  check ((verified_by is null) = (verified_at is null)),
  check ((released_by is null) = (state in ('draft', 'verified'))),
  check ((released_by is null) = (released_at is null)),
  check ((correction is null) = (number = 1)),
  constraint report_version_draft_is_not_preliminary check (not preliminary or state <> 'draft'),
  constraint report_version_withdrawn check (num_nonnulls(withdrawn_by, withdrawn_at, withdrawn_because, withdrawn_note)
    = case state when 'withdrawn' then 4 else 0 end),
  constraint report_version_is_checked_by_a_person check (filled_by_system is null or state = 'draft'),
  -- Until then, the maker of the system's key is the author of what the system delivered.
  constraint report_version_system_author foreign key (filled_by_system, entered_by)
    references lab_system (id, made_by)
);
create unique index report_version_in_force on report_version (report_id) where state = 'released';
create unique index report_version_open on report_version (report_id) where state in ('draft', 'verified');
-- For the scheduled job that looks for critical results that no doctor has acknowledged.
create index report_version_released on report_version (released_at) where state = 'released';
create trigger report_version_stays before delete on report_version
  for each row execute function forbid_change();

create table report_event (
  id bigint generated always as identity,
  report_id uuid not null,
  number smallint not null,
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  account_id bigint not null references account (id),
  system_id bigint references lab_system (id),
  reason text,
  at timestamptz not null,
  foreign key (report_id, number) references report_version (report_id, number),
  primary key (id, at)
) partition by range (at);
create index report_event_report on report_event (report_id, number, id);
-- The check of the invariants, every few minutes, reads the last day.
create index report_event_at on report_event using brin (at);
create trigger report_event_is_history before update or delete on report_event
  for each row execute function forbid_change();
create trigger report_event_is_kept before truncate on report_event
  for each statement execute function forbid_change();

-- A value, with the unit, interval and limits by which it was read; or why the line was not measured.
create table result_value (
  report_id uuid not null,
  number smallint not null,
  position smallint not null,
  analyte_id bigint not null references analyte (id),
  name text not null,
  kind text not null check (kind in ('quantity', 'choice', 'text')),
  -- A text with a form of its own, as in `analyte`.
  structure text check (structure in ('isolates')),
  -- As typed; a quantity may begin with < or >, and a text may have several lines. Null if it was not measured.
  value text check (value <> ''),
  not_measured text check (not_measured in
    ('insufficient_specimen', 'unsuitable_specimen', 'not_available', 'not_applicable', 'not_requested',
      'triglycerides_high', 'not_calculable')),
  amount numeric,
  ucum text,
  unit text,
  -- If the lab reports the line in a unit of its own: the catalogue's unit, and how much one of the lab's is in it. Both are
  -- null where nothing is converted.
  catalogue_ucum text,
  catalogue_factor numeric check (catalogue_factor > 0),
  low numeric,
  high numeric,
  critical_low numeric,
  critical_high numeric,
  -- The interval by which it was read: the lab's own; the catalogue's for adults, checked against a source or not; one
  -- with a limit that holds in pregnancy; or none, as the catalogue's are for adults and the patient was under 18. Null if
  -- the value is compared with no interval.
  basis text check (basis in ('lab', 'catalogue', 'unconfirmed', 'adults_only', 'pregnancy')),
  -- Null if there is nothing to compare it with.
  flag text check (flag in
    ('normal', 'low', 'high', 'critical_low', 'critical_high', 'critical_abnormal', 'abnormal')),
  -- How soon someone must be called about it: immediate, within 30 minutes; urgent, within 24 hours.
  critical_tier text check (critical_tier in ('immediate', 'urgent')),
  -- What the lab says about this line, in one line of text.
  comment text constraint result_value_comment check (length(comment) between 1 and 300),
  -- How the lab measured it, in its words at the entry; null if it has not said.
  method text constraint result_value_method check (length(method) between 1 and 80),
  -- What the lab's system sent, if the value was converted from it: the number and the unit.
  sent_value text constraint result_value_sent_value check (length(sent_value) between 1 and 40),
  sent_unit text constraint result_value_sent_unit check (length(sent_unit) between 1 and 100),
  entered_by bigint not null references account (id),
  primary key (report_id, number, position),
  foreign key (report_id, number) references report_version (report_id, number),
  check ((kind = 'quantity' and value is not null) = (amount is not null)),
  constraint result_value_structure check (structure is null or kind = 'text'),
  constraint result_value_length check (length(value) <= case kind when 'text' then 20000 else 2000 end),
  -- Without a value there is nothing to judge.
  constraint result_value_measured check (num_nonnulls(value, not_measured) = 1 and (not_measured is null
    or num_nonnulls(ucum, unit, catalogue_ucum, low, high, critical_low, critical_high, basis, flag, critical_tier, method) = 0)),
  constraint result_value_sent check (num_nonnulls(sent_value, sent_unit) in (0, 2) and (sent_value is null or amount is not null)),
  constraint result_value_converted check (num_nonnulls(catalogue_ucum, catalogue_factor) in (0, 2)
    and (catalogue_ucum is null or amount is not null)),
  -- Intervals for adults never stand beside a child's value, and mark none. Critical limits hold at any age.
  check (basis is distinct from 'adults_only'
    or (num_nonnulls(low, high) = 0 and (flag is null or critical_tier is not null))),
  constraint result_value_critical_check check ((critical_tier is not null) = coalesce(flag like 'critical%', false))
);
-- The inbox asks which of a doctor's reports have a critical value; without this index it reads every value of each.
create index result_value_critical on result_value (report_id, number) where critical_tier is not null;

-- The organisms of a culture with how much grew of each, without their agents.
create function isolate_heads(value text) returns text[] immutable language sql as $$
  select array(select split_part(block, E'\n', 1) from unnest(string_to_array(value, E'\n\n')) as block
    where block !~ '^Breakpoints: ' order by 1)
$$;

-- Whether a culture only says more: it has the same organisms, each with the agents that it had, and further ones.
create function is_extended_by(before result_value, later result_value) returns boolean immutable language sql as $$
  select coalesce(before.structure = 'isolates' and later.structure = 'isolates' and before.name = later.name
    and before.value <> later.value and isolate_heads(before.value) = isolate_heads(later.value)
    -- Two strains of one name cannot be told apart.
    and cardinality(isolate_heads(later.value)) =
      (select count(distinct head) from unnest(isolate_heads(later.value)) as head)
    and not exists (select from unnest(string_to_array(before.value, E'\n\n')) as was
      where not exists (select from unnest(string_to_array(later.value, E'\n\n')) as now
        where string_to_array(was, E'\n') <@ string_to_array(now, E'\n'))), false)
$$;

-- Whether a line has a comment or a method that it did not have before.
create function is_explained_by(before result_value, later result_value) returns boolean immutable language sql as $$
  select before.comment is null and later.comment is not null or before.method is null and later.method is not null
$$;

-- Whether a line is as it was: with the same value, name, interval and mark, and not with another method or none any more.
create function is_same_line(before result_value, later result_value) returns boolean immutable language sql as $$
  select (before.position, before.analyte_id, before.name, before.kind, before.value, before.not_measured, before.ucum,
      before.unit, before.low, before.high, before.critical_low, before.critical_high, before.basis, before.flag,
      before.critical_tier)
    is not distinct from (later.position, later.analyte_id, later.name, later.kind, later.value, later.not_measured, later.ucum,
      later.unit, later.low, later.high, later.critical_low, later.critical_high, later.basis, later.flag,
      later.critical_tier)
    and (before.method is null or before.method is not distinct from later.method)
$$;

-- The lines of a version that a later one no longer has as they were, or with another comment or none.
create function lines_changed(before report_version, version report_version)
returns table (line smallint, is_measured boolean) stable language sql as $$
  select was.position, was.value is not null from result_value was
  where (was.report_id, was.number) = (before.report_id, before.number)
    and not exists (select from result_value now
      where (now.report_id, now.number, now.position) = (version.report_id, version.number, was.position)
        and (is_same_line(was, now) or is_extended_by(was, now))
        and (was.comment is null or now.comment is not distinct from was.comment))
$$;

-- Whether the lab received another specimen of a report between two of its versions, also one that it rejected since.
create function is_of_other_specimen(before report_version, version report_version) returns boolean stable language sql as $$
  select exists (select from report of_test
      join specimen_test served on (served.order_id, served.position, served.test_id)
        = (of_test.order_id, of_test.position, of_test.test_id)
      join specimen on specimen.id = served.specimen_id
    where of_test.id = version.report_id
      and specimen.received_at > before.entered_at and specimen.received_at <= version.entered_at)
$$;

-- What a version does to the preliminary one before it: it has completed it if each of its values stands, with its interval
-- and mark, and is of the same specimen, and changed it if not; or that one was withdrawn. Null for a version that follows no
-- preliminary one.
create function after_preliminary(version report_version) returns text stable language sql as $$
  select case when before.state = 'withdrawn' then 'withdrawn'
    when is_of_other_specimen(before, version)
      or exists (select from lines_changed(before, version) where is_measured) then 'changed'
    else 'completed' end
  from report_version before
  where before.report_id = version.report_id and before.number = version.number - 1 and before.preliminary
$$;

-- A PDF that a report carries, rewritten from the lab's own. It is stored once for each report, by its SHA-256.
create table report_file (
  report_id uuid not null references report (id),
  hash bytea not null,
  file_id uuid not null unique,
  -- HL7 FHIR gives a file's hash as SHA-1.
  sha1 bytea not null check (octet_length(sha1) = 20),
  size integer not null,
  pages smallint not null check (pages between 1 and 100),
  primary key (report_id, hash),
  constraint report_file_hashed foreign key (file_id, hash) references stored_file (id, hash),
  constraint report_file_sized foreign key (file_id, size) references stored_file (id, size)
);
create trigger report_file_ends_file after delete on report_file
  for each row execute function end_stored_file();
create trigger report_file_is_history before update on report_file
  for each row execute function forbid_change();
create trigger report_file_is_kept before truncate on report_file
  for each statement execute function forbid_change();

-- The version of a report that carries a file, besides values or in their place.
create table report_attachment (
  report_id uuid not null,
  number smallint not null,
  hash bytea not null,
  -- The SHA-256 of the file that the lab sent.
  original_hash bytea constraint report_attachment_original check (octet_length(original_hash) = 32),
  entered_by bigint not null references account (id),
  primary key (report_id, number),
  foreign key (report_id, number) references report_version (report_id, number),
  foreign key (report_id, hash) references report_file (report_id, hash)
);
create index report_attachment_file on report_attachment (report_id, hash);
create trigger report_attachment_is_kept before truncate on report_attachment
  for each statement execute function forbid_change();

-- Whether a version only adds to the final one before it: each line of that stands, they are of the same specimen, the lab's
-- own PDF is the same, and there are further lines, or comments or methods of lines that had none.
create function adds_to(before report_version, version report_version) returns boolean stable language sql as $$
  select before.state <> 'withdrawn' and not before.preliminary and not is_of_other_specimen(before, version)
    and not exists (select from lines_changed(before, version))
    and (select hash from report_attachment where report_id = version.report_id and number = version.number)
      is not distinct from (select hash from report_attachment where report_id = before.report_id and number = before.number)
    and exists (select from result_value added where added.report_id = version.report_id and added.number = version.number
      and not exists (select from result_value was where was.report_id = before.report_id and was.number = before.number
        and was.position = added.position and not is_extended_by(was, added) and not is_explained_by(was, added)))
$$;

-- Whether a version and each one before it only added to the final report: if one of them corrected a value, a reader may
-- still hold the earlier one. A preliminary version before those counts if the next one completed it. Null for the first
-- version.
create function adds_only(version report_version) returns boolean stable language sql as $$
  select bool_and(case when before.preliminary and later.number < version.number
    then after_preliminary(later) = 'completed' else adds_to(before, later) end)
  from report_version later
    join report_version before on before.report_id = later.report_id and before.number = later.number - 1
  where later.report_id = version.report_id and later.number <= version.number
$$;

-- A PDF that is being uploaded, in pieces. They are deleted once it is attached, or a day later.
create table report_upload (
  report_id uuid not null references report (id),
  account_id bigint not null references account (id),
  hash bytea not null check (octet_length(hash) = 32),
  piece smallint not null check (piece between 0 and 26),
  bytes bytea not null check (octet_length(bytes) between 1 and 196608),
  at timestamptz not null,
  primary key (report_id, account_id, hash, piece)
);
create index report_upload_at on report_upload (at);

-- The PDF document of a released version. The check by its code compares with this file.
create table report_sheet (
  report_id uuid not null,
  number smallint not null,
  file_id uuid not null unique,
  file_hash bytea not null,
  -- Of the code printed on it, which is derived from the report with the platform's key.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  primary key (report_id, number),
  foreign key (report_id, number) references report_version (report_id, number),
  constraint report_sheet_hashed foreign key (file_id, file_hash) references stored_file (id, hash)
);
create trigger report_sheet_is_history before update or delete on report_sheet
  for each row execute function forbid_change();

-- Everybody who has ever written a value of a version or attached a file to it, even if it was replaced since. Only the
-- triggers below write here, so that no author can leave themselves out.
create table report_author (
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  primary key (report_id, number, account_id),
  foreign key (report_id, number) references report_version (report_id, number)
);
create trigger report_author_is_history before update or delete on report_author
  for each row execute function forbid_change();

create function note_author() returns trigger language plpgsql as $$
begin
  insert into report_author (report_id, number, account_id) values (new.report_id, new.number, new.entered_by)
    on conflict do nothing;
  return null;
end $$;
create trigger result_value_has_author after insert or update on result_value
  for each row execute function note_author();
create trigger report_attachment_has_author after insert or update on report_attachment
  for each row execute function note_author();

-- The maker of a system's key stays an author of what the system filled in.
create function note_system_author() returns trigger language plpgsql as $$
begin
  insert into report_author (report_id, number, account_id) values (new.report_id, new.number, new.entered_by)
    on conflict do nothing;
  return null;
end $$;
create trigger report_version_has_system_author after insert or update on report_version
  for each row when (new.filled_by_system is not null) execute function note_system_author();

create function refuse_author() returns trigger language plpgsql as $$
begin
  if exists (select from report_author where report_id = new.report_id and number = new.number
      and account_id = new.verified_by) then
    raise exception 'nobody verifies what they wrote' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger report_version_has_two_people before update on report_version
  for each row when (new.state = 'verified') execute function refuse_author();

-- Why a value beyond a plausibility limit that stops is right, in the words of a verifier, for the entry that they saw
-- (`entered_at` of its version). A later entry needs a reason of its own.
create table value_confirmation (
  id bigint generated always as identity primary key,
  report_id uuid not null,
  number smallint not null,
  entered_at timestamptz not null,
  position smallint not null,
  value text not null,
  unit text,
  reason text not null constraint value_confirmation_reason check (char_length(reason) between 10 and 300),
  confirmed_by bigint not null references account (id),
  confirmed_at timestamptz not null,
  unique (report_id, number, position, entered_at),
  foreign key (report_id, number) references report_version (report_id, number)
);
-- The check of the invariants, every few minutes, reads the last day.
create index value_confirmation_at on value_confirmation using brin (confirmed_at);
create trigger value_confirmation_is_history before update or delete on value_confirmation
  for each row execute function forbid_change();
create trigger value_confirmation_is_kept before truncate on value_confirmation
  for each statement execute function forbid_change();

create function check_value_confirmation() returns trigger language plpgsql as $$
begin
  if exists (select from report_author where report_id = new.report_id and number = new.number
      and account_id = new.confirmed_by) then
    raise exception 'nobody confirms what they wrote' using errcode = 'restrict_violation';
  end if;
  if not exists (select from report_version version join result_value value using (report_id, number)
      where version.report_id = new.report_id and version.number = new.number and version.state = 'draft'
        and version.entered_at = new.entered_at and value.position = new.position and value.value = new.value
        and value.unit is not distinct from new.unit) then
    raise exception 'a value is confirmed as it is in the draft' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger value_confirmation_is_of_draft before insert on value_confirmation
  for each row execute function check_value_confirmation();

-- Values and attachments are written while their version is a draft. The lock makes a writer wait for a verifier.
create function keep_verified_values() returns trigger language plpgsql as $$
declare
  seen text;
begin
  if tg_op <> 'INSERT' then
    select state into seen from report_version where report_id = old.report_id and number = old.number for share;
    if seen <> 'draft' then
      raise exception 'the values of a verified report are frozen' using errcode = 'restrict_violation';
    end if;
  end if;
  if tg_op <> 'DELETE' then
    select state into seen from report_version where report_id = new.report_id and number = new.number for share;
    if seen <> 'draft' then
      raise exception 'the values of a verified report are frozen' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  return old;
end $$;
create trigger result_value_is_verified before insert or update or delete on result_value
  for each row execute function keep_verified_values();
create trigger report_attachment_is_verified before insert or update or delete on report_attachment
  for each row execute function keep_verified_values();

create function begin_report_version() returns trigger language plpgsql as $$
begin
  if new.state <> 'draft' then
    raise exception 'a report begins as a draft' using errcode = 'restrict_violation';
  end if;
  if new.number > 1 and not exists (select from report_version before where before.report_id = new.report_id
      and before.number = new.number - 1 and before.state in ('released', 'withdrawn')) then
    raise exception 'only a released report is corrected' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger report_version_begins before insert on report_version
  for each row execute function begin_report_version();

-- Patients are treated by what is released: the database itself refuses a release without verification by a second
-- person, and any change after it, whatever code asks for it.
create function move_report_version() returns trigger language plpgsql as $$
begin
  if (old.report_id, old.number, old.correction) is distinct from (new.report_id, new.number, new.correction) then
    raise exception 'a version stays the version it is' using errcode = 'restrict_violation';
  end if;
  if old.state in ('released', 'corrected', 'withdrawn')
      and not (old.state = 'released' and new.state in ('corrected', 'withdrawn')
      and (old.entered_by, old.entered_at, old.verified_by, old.verified_at, old.released_by, old.released_at, old.counselled_by,
          old.preliminary)
        is not distinct from
        (new.entered_by, new.entered_at, new.verified_by, new.verified_at, new.released_by, new.released_at, new.counselled_by,
          new.preliminary))
  then
    raise exception 'a released report does not change' using errcode = 'restrict_violation';
  end if;
  if (old.state, new.state) not in (('draft', 'draft'), ('draft', 'verified'), ('verified', 'draft'),
      ('verified', 'released'), ('released', 'corrected'), ('released', 'withdrawn')) then
    raise exception 'a report does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.state = 'verified' and new.state = 'released' and
      (old.entered_by, old.entered_at, old.verified_by, old.verified_at, old.preliminary)
        is distinct from (new.entered_by, new.entered_at, new.verified_by, new.verified_at, new.preliminary) then
    raise exception 'what was verified is what is released' using errcode = 'restrict_violation';
  end if;
  if new.preliminary and exists (select from report_version earlier where earlier.report_id = new.report_id
      and earlier.number < new.number and earlier.released_at is not null and not earlier.preliminary) then
    raise exception 'a final report does not become preliminary' using errcode = 'restrict_violation';
  end if;
  if new.state in ('verified', 'released')
      and not exists (select from result_value where report_id = new.report_id and number = new.number)
      and not exists (select from report_attachment where report_id = new.report_id and number = new.number) then
    raise exception 'a report without a value or a PDF is not verified' using errcode = 'restrict_violation';
  end if;
  if new.state = 'verified' and exists (select from report_event where report_id = new.report_id
      and number = new.number and verb = 'enter' and account_id = new.verified_by) then
    raise exception 'nobody verifies what they entered' using errcode = 'restrict_violation';
  end if;
  if new.state = 'released' then
    if not exists (select from report_sheet where report_id = new.report_id and number = new.number) then
      raise exception 'a report is released with its sheet' using errcode = 'restrict_violation';
    end if;
    if new.counselled_by is null and exists (select from sensitive_report
        where report_id = new.report_id and needs_counselling) then
      raise exception 'such a result is released with counselling' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger report_version_moves before update on report_version
  for each row execute function move_report_version();

-- A released version is in force until the next one is released: at commit there is one.
create function require_successor() returns trigger language plpgsql as $$
begin
  if not exists (select from report_version next where next.report_id = new.report_id
      and next.number = new.number + 1 and next.state in ('released', 'corrected')) then
    raise exception 'a released report stands until its correction is released' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger report_version_is_succeeded after update on report_version
  deferrable initially deferred for each row when (new.state = 'corrected') execute function require_successor();

-- Who has counselled the patient about a version of a report, or has undertaken to, when that was noted, and the note.
create table counselling (
  report_id uuid not null,
  number smallint not null,
  -- Who counsels: the lab, or the doctor who booked.
  talks text not null check (talks in ('lab', 'doctor')),
  noted_by bigint not null references account (id),
  noted_at timestamptz not null,
  note text not null check (char_length(note) between 3 and 300),
  primary key (report_id, number),
  foreign key (report_id, number) references report_version (report_id, number)
);
create trigger counselling_is_history before update or delete on counselling
  for each row execute function forbid_change();
create trigger counselling_is_kept before truncate on counselling
  for each statement execute function forbid_change();

-- The counselling of a patient by the doctor who booked, before the result of a test that needs it is out.
create table doctor_counselling (
  order_id bigint not null,
  position smallint not null,
  test_id bigint not null references test (id),
  -- Of the version that is released with it; the report may not exist yet.
  number smallint not null check (number > 0),
  noted_by bigint not null references account (id),
  consent_id uuid not null references reading_consent (id),
  noted_at timestamptz not null,
  note text not null check (char_length(note) between 3 and 300),
  primary key (order_id, position, test_id, number),
  foreign key (order_id, position) references lab_order_line (order_id, position)
);
create index doctor_counselling_consent on doctor_counselling (consent_id);
create trigger doctor_counselling_is_history before update or delete on doctor_counselling
  for each row execute function forbid_change();
create trigger doctor_counselling_is_kept before truncate on doctor_counselling
  for each statement execute function forbid_change();

-- A release or withdrawal holds the order's lock, so this waits for it; the withdrawal of the consent waits for this.
create function check_doctor_counselling() returns trigger language plpgsql as $$
declare
  consent reading_consent;
  last record;
begin
  perform from lab_order where id = new.order_id for share;
  select * into consent from reading_consent where id = new.consent_id for share;
  if consent.ended is not null or not consent.sensitive or consent.doctor_id <> new.noted_by
      or new.noted_at < consent.given_at or new.noted_at >= consent.expires_at
      or not exists (select from lab_order placed where placed.id = new.order_id and placed.account_id = new.noted_by
        and placed.paid_at is not null and person_of(placed) = consent.person)
  then
    raise exception 'a doctor talks with a patient who agrees' using errcode = 'restrict_violation';
  end if;
  select version.number, version.state into last from report join report_version version on version.report_id = report.id
    where (report.order_id, report.position, report.test_id) = (new.order_id, new.position, new.test_id)
      and version.state in ('released', 'corrected', 'withdrawn')
    order by version.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or last.state in ('released', 'corrected') then
    raise exception 'counselling is noted before the result is out' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger doctor_counselling_comes_before before insert on doctor_counselling
  for each row execute function check_doctor_counselling();

-- A result that needs counselling is released with a note of it by the one who counsels. By its name this trigger runs after
-- `report_version_moves`, which gives its reasons first.
create function require_counselling() returns trigger language plpgsql as $$
begin
  if old.state = 'verified' and new.state = 'released'
      and exists (select from sensitive_report where report_id = new.report_id and needs_counselling)
      and not exists (select from counselling where report_id = new.report_id and number = new.number
        and talks = new.counselled_by)
      and not (new.counselled_by = 'doctor' and exists (select from report join doctor_counselling noted
        on (noted.order_id, noted.position, noted.test_id) = (report.order_id, report.position, report.test_id)
        where report.id = new.report_id and noted.number = new.number)) then
    raise exception 'such a result is released with a note of counselling' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger report_version_talked before update on report_version
  for each row execute function require_counselling();

-- ── Critical calls ──────────────────────────────────────────────────────────────────────────────────────────────────

-- The call that a version with a critical value needs, from its verification on: the lab must tell someone. A version that
-- was sent back and is verified again needs another.
create table critical_call (
  id bigint generated always as identity primary key,
  report_id uuid not null,
  number smallint not null,
  -- The most urgent of its values.
  tier text not null check (tier in ('immediate', 'urgent')),
  -- Of its critical values, to see whether a later version has the same.
  values_hash bytea not null check (octet_length(values_hash) = 32),
  -- When the version was verified.
  opened_at timestamptz not null,
  -- When these values were first verified: they may have been sent back and verified again before anyone was reached.
  waits_since timestamptz not null,
  due_at timestamptz not null,
  -- The call that reached someone about just these values, of another verification: this one needs no call of its own.
  same_as bigint references critical_call (id),
  -- When the managers of the lab were mailed that it is overdue.
  managers_mailed_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('reached', 'not_reached', 'void')),
  unique (report_id, number, opened_at),
  foreign key (report_id, number) references report_version (report_id, number),
  constraint critical_call_is_due_later check (due_at > waits_since and waits_since <= opened_at),
  constraint critical_call_ended check ((ended_at is null) = (outcome is null) and ended_at >= opened_at),
  constraint critical_call_same check (same_as is null or outcome = 'reached' and same_as <> id)
);
-- A released version and the verified correction of it can each have one.
create unique index critical_call_open on critical_call (report_id, number) where ended_at is null;
create index critical_call_due on critical_call (due_at) where ended_at is null;
create trigger critical_call_stays before delete on critical_call for each row execute function forbid_change();
create trigger critical_call_is_kept before truncate on critical_call for each statement execute function forbid_change();

-- Each telephone call, or attempt of one, about a critical result.
create table critical_call_attempt (
  -- Made by the client, so that a repeated request records it once.
  id uuid primary key,
  call_id bigint not null references critical_call (id),
  made_by bigint not null references account (id),
  at timestamptz not null,
  whom text not null check (whom in ('patient', 'guardian', 'doctor', 'other')),
  name text not null check (char_length(name) between 2 and 100),
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  reached boolean not null,
  -- Whether the person repeated the result.
  read_back boolean,
  note text check (char_length(note) between 3 and 300),
  constraint critical_call_attempt_read_back check (reached = (read_back is not null))
);
create index critical_call_attempt_call on critical_call_attempt (call_id, at);
-- As report_event_at.
create index critical_call_attempt_at on critical_call_attempt using brin (at);
create trigger critical_call_attempt_is_history before update or delete on critical_call_attempt
  for each row execute function forbid_change();
create trigger critical_call_attempt_is_kept before truncate on critical_call_attempt
  for each statement execute function forbid_change();

-- A call begins open, unless the version before had just these values and someone was told them.
create function begin_critical_call() returns trigger language plpgsql as $$
begin
  if new.managers_mailed_at is not null or (new.outcome is not null) <> (new.same_as is not null) then
    raise exception 'a critical call begins open' using errcode = 'restrict_violation';
  end if;
  if new.same_as is not null and not exists (select from critical_call before where before.id = new.same_as
      and before.report_id = new.report_id and before.values_hash = new.values_hash and before.outcome = 'reached') then
    raise exception 'a call about the same values has told someone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger critical_call_begins before insert on critical_call
  for each row execute function begin_critical_call();

-- It ends once: as reached with an attempt that reached someone; as not reached after three that did not. One that ended as
-- not reached becomes reached when someone is reached after all. A call about the same values, which have waited since the
-- same time, ends with the one that reached someone.
create function end_critical_call() returns trigger language plpgsql as $$
declare
  attempts integer;
  reached boolean;
begin
  if (old.ended_at is not null and not coalesce(old.outcome = 'not_reached' and new.outcome = 'reached', false))
      or (old.report_id, old.number, old.tier, old.values_hash, old.opened_at, old.waits_since, old.due_at)
      is distinct from
      (new.report_id, new.number, new.tier, new.values_hash, new.opened_at, new.waits_since, new.due_at)
      or new.same_as is distinct from old.same_as and (old.same_as is not null or not exists (select from critical_call other
        where other.id = new.same_as and other.outcome = 'reached' and other.same_as is null
          and (other.report_id, other.values_hash, other.waits_since) = (new.report_id, new.values_hash, new.waits_since))) then
    raise exception 'a critical call ends once and does not change' using errcode = 'restrict_violation';
  end if;
  select count(*), coalesce(bool_or(attempt.reached), false) into attempts, reached
    from critical_call_attempt attempt where call_id = coalesce(new.same_as, new.id);
  if new.outcome = 'reached' and not reached or new.outcome = 'not_reached' and (reached or attempts < 3) then
    raise exception 'a critical call does not end as % with % attempts', new.outcome, attempts
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger critical_call_ends before update on critical_call for each row execute function end_critical_call();

-- An attempt belongs to an open call, or to one that another person ended by an attempt while this one was made. One that
-- reached someone also belongs to a call that had ended as not reached.
create function check_critical_call_attempt() returns trigger language plpgsql as $$
declare
  about critical_call;
begin
  select * into about from critical_call where id = new.call_id for no key update;
  if about.ended_at is not null
      and (about.outcome = 'void' or about.same_as is not null
        or (new.at > about.ended_at and not (about.outcome = 'not_reached' and new.reached))) then
    raise exception 'the critical call has ended' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger critical_call_attempt_is_in_time before insert on critical_call_attempt
  for each row execute function check_critical_call_attempt();

-- At commit, a version with a critical value has a call of the moment at which it was verified.
create function require_critical_call() returns trigger language plpgsql as $$
begin
  if exists (select from result_value where report_id = new.report_id and number = new.number
        and critical_tier is not null)
      and exists (select from report_version where report_id = new.report_id and number = new.number
        and verified_at = new.verified_at)
      and not exists (select from critical_call where report_id = new.report_id and number = new.number
        and opened_at = new.verified_at) then
    raise exception 'a verified critical value has a critical call' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger report_version_is_called_about after update on report_version
  deferrable initially deferred for each row when (old.state = 'draft' and new.state = 'verified')
  execute function require_critical_call();

-- ── Result access ───────────────────────────────────────────────────────────────────────────────────────────────────

-- A reader who has only the email of an order's patient first shows that they know the patient. Wrong answers are
-- counted for the whole life of the order.
create table patient_check (
  order_id bigint primary key references lab_order (id),
  wrong_tries smallint not null default 0 check (wrong_tries between 0 and 15),
  paused_until timestamptz
);
create trigger patient_check_is_kept before delete on patient_check for each row execute function forbid_change();

create function keep_patient_check() returns trigger language plpgsql as $$
begin
  if new.order_id <> old.order_id or new.wrong_tries < old.wrong_tries then
    raise exception 'a wrong answer stays counted' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger patient_check_stays before update on patient_check for each row execute function keep_patient_check();

-- The accounts that have shown it, once for each order.
create table patient_proof (
  order_id bigint not null references lab_order (id),
  account_id bigint not null references account (id),
  at timestamptz not null,
  primary key (order_id, account_id)
);
create trigger patient_proof_is_history before update or delete on patient_proof
  for each row execute function forbid_change();

-- The accounts that have proven to be the patient of an order. Without a date of birth nothing is proven: a family may
-- share a phone.
create view proven_patient as
  select proof.order_id, proof.account_id, proof.at
  from patient_proof proof join lab_order placed on placed.id = proof.order_id
  where placed.patient_born_on is not null or exists (select from stated_birth_date stated where stated.order_id = placed.id);

-- Break-glass: the verified doctor who booked opens, without the patient's consent, the results of an order by which life
-- may be in danger now (`immediate`). Each row is one opening; the patient reads its reason.
create table break_glass (
  id bigint generated always as identity primary key,
  order_id bigint not null references lab_order (id),
  account_id bigint not null references account (id),
  because text not null check (because in ('patient_unreachable', 'treatment_now', 'other')),
  reason text not null check (char_length(reason) between 3 and 300),
  at timestamptz not null,
  expires_at timestamptz not null,
  constraint break_glass_ends check (expires_at = at + interval '72 hours')
);
create index break_glass_order on break_glass (order_id, account_id);
create index break_glass_at on break_glass using brin (at);
create trigger break_glass_is_history before update or delete on break_glass
  for each row execute function forbid_change();
create trigger break_glass_is_kept before truncate on break_glass
  for each statement execute function forbid_change();

-- The reports that an opening is about, each in the version with an immediate value. Later corrections belong to it.
create table break_glass_report (
  break_glass_id bigint not null references break_glass (id),
  report_id uuid not null,
  number smallint not null,
  primary key (break_glass_id, report_id),
  foreign key (report_id, number) references report_version (report_id, number)
);
create index break_glass_report_report on break_glass_report (report_id);
create trigger break_glass_report_is_history before update or delete on break_glass_report
  for each row execute function forbid_change();
create trigger break_glass_report_is_kept before truncate on break_glass_report
  for each statement execute function forbid_change();

-- Whether two names can be of one person: the same words in any order, of which one name may leave some out but two, such
-- as a title or a middle name (as `namesAgree` of the contract).
create function names_agree(one text, other text) returns boolean language sql immutable as $$
  select fold(one) = fold(other) or exists (
    select from (select string_to_array(search_key(one), ' ') as a, string_to_array(search_key(other), ' ') as b) as words
    where cardinality(a) > 1 and a <@ b or cardinality(b) > 1 and b <@ a)
$$;

-- Whether the doctor who booked an order has been refused by its patient, as far as the file can tell: the newest answer of a
-- person was a withdrawal or a refusal, and an order that this doctor booked for that person has the name, the email or the
-- phone of this order, or its date of birth and a similar name. So a doctor does not evade a refusal by booking again. In
-- doubt it is the same person. If the person of this very order (`person_of`) has let the doctor read since, that counts.
-- Most doctors were never refused, so that is looked up first.
create function has_refused(about lab_order) returns boolean language sql stable as $$
  select case when exists (select from reading_consent where doctor_id = about.account_id and ended in ('withdrawn', 'refused'))
    then exists (select from reading_consent refusal
        join lab_order answered on answered.account_id = refusal.doctor_id
          and coalesce(lower(answered.patient_email), '') = refusal.patient_email
          -- The second is the person of an order whose patient has stated the date of birth after the refusal.
          and refusal.person in (person_of(answered), jsonb_build_array(answered.id)::text)
      where refusal.doctor_id = about.account_id and refusal.ended in ('withdrawn', 'refused')
        and (answered.id = about.id or answered.patient_phone = about.patient_phone or answered.patient_email = about.patient_email
          or names_agree(answered.patient_name, about.patient_name)
          or born_on_of(answered) = born_on_of(about)
            and similarity(fold(answered.patient_name), fold(about.patient_name)) >= 0.5)
        and not exists (select from reading_consent later
          where later.doctor_id = refusal.doctor_id and later.person in (refusal.person, person_of(answered))
            and (later.given_at, later.ended is null) > (refusal.given_at, false))
        and not exists (select from reading_consent later
          where later.doctor_id = refusal.doctor_id and later.person = person_of(about) and later.given_at > refusal.ended_at
            and later.ended is distinct from 'withdrawn' and later.ended is distinct from 'refused'))
    else false end
$$;

create function check_break_glass() returns trigger language plpgsql as $$
begin
  if not exists (select from lab_order placed where placed.id = new.order_id and placed.account_id = new.account_id
        and placed.paid_at is not null and not has_refused(placed))
      or not exists (select from verified_doctor where account_id = new.account_id)
  then
    raise exception 'break-glass is for the verified doctor who booked, unless the patient has refused'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger break_glass_is_for_the_doctor before insert on break_glass
  for each row execute function check_break_glass();

-- A withdrawal of the report holds the order's lock, so it waits for an opening that has begun.
create function check_break_glass_report() returns trigger language plpgsql as $$
begin
  if not exists (select from break_glass opening
      join report on report.order_id = opening.order_id and report.id = new.report_id
      join report_version version on version.report_id = report.id and version.number = new.number and version.state = 'released'
      join result_value value on value.report_id = version.report_id and value.number = version.number
        and value.critical_tier = 'immediate'
      where opening.id = new.break_glass_id and version.released_at > opening.at - interval '30 days')
  then
    raise exception 'break-glass opens a report with an immediate value, released in the last thirty days'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger break_glass_report_is_immediate before insert on break_glass_report
  for each row execute function check_break_glass_report();

-- Who has read which version, and when: on the screen, or as the PDF. A doctor reads by a consent or by break-glass.
create table result_opened (
  id bigint generated always as identity primary key,
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  reader text not null check (reader in ('patient', 'lab', 'doctor')),
  consent_id uuid references reading_consent (id),
  break_glass_id bigint references break_glass (id),
  way text not null check (way in ('screen', 'file')),
  at timestamptz not null,
  foreign key (report_id, number) references report_version (report_id, number),
  constraint result_opened_consent_check
    check (num_nonnulls(consent_id, break_glass_id) = case reader when 'doctor' then 1 else 0 end)
);
create index result_opened_report on result_opened (report_id, number);
create index result_opened_consent on result_opened (consent_id, at) where consent_id is not null;
create index result_opened_break_glass on result_opened (break_glass_id) where break_glass_id is not null;
-- As report_event_at.
create index result_opened_at on result_opened using brin (at);
create trigger result_opened_is_history before update or delete on result_opened
  for each row execute function forbid_change();
create trigger result_opened_is_kept before truncate on result_opened
  for each statement execute function forbid_change();

-- Until when an opening reaches a report: for 72 hours; and, if the doctor has read it, for 72 hours after each later
-- correction or withdrawal, as they acted on what they read. Null if the opening is not about this report.
create function break_glass_until(opening_id bigint, about uuid) returns timestamptz language sql stable as $$
  select greatest(opening.expires_at, max(coalesce(later.withdrawn_at, later.released_at)) + interval '72 hours')
  from break_glass opening
    join break_glass_report opened on opened.break_glass_id = opening.id and opened.report_id = about
    left join report_version later on later.report_id = about and later.number >= opened.number
      and later.released_at is not null and (later.number > opened.number or later.withdrawn_at is not null)
      and exists (select from result_opened read where read.break_glass_id = opening.id and read.report_id = about
        and (read.number < later.number or read.number = later.number and later.withdrawn_at is not null))
  where opening.id = opening_id group by opening.expires_at
$$;

-- Whether a doctor reads a report by break-glass at a time: verified, and not refused by the patient since.
create function reads_by_break_glass(doctor bigint, about uuid, moment timestamptz) returns boolean language sql stable as $$
  select exists (select from break_glass_report opened
      join break_glass opening on opening.id = opened.break_glass_id
      join lab_order placed on placed.id = opening.order_id
    where opened.report_id = about and opening.account_id = doctor and opening.at <= moment
      and moment < break_glass_until(opening.id, about) and not has_refused(placed)
      and exists (select from verified_doctor where account_id = doctor))
$$;

-- The reading is recorded before anything is shown, so a doctor is shown nothing without consent or break-glass. A
-- withdrawal of the consent waits for a reading that has begun; a reading after it is refused.
create function check_doctor_reading() returns trigger language plpgsql as $$
declare
  consent reading_consent;
begin
  if new.reader <> 'doctor' then
    return new;
  end if;
  if new.break_glass_id is not null then
    if not exists (select from break_glass opening
        join break_glass_report opened on opened.break_glass_id = opening.id and opened.report_id = new.report_id
        where opening.id = new.break_glass_id and opening.account_id = new.account_id and new.number >= opened.number
          and new.at >= opening.at and new.at < break_glass_until(opening.id, new.report_id))
        or not reads_by_break_glass(new.account_id, new.report_id, new.at)
    then
      raise exception 'a doctor reads by break-glass what they have opened' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  select * into consent from reading_consent where id = new.consent_id for share;
  if consent.ended is not null or consent.doctor_id <> new.account_id
      or new.at < consent.given_at or new.at >= consent.expires_at
      or not exists (select from report join lab_order placed on placed.id = report.order_id where report.id = new.report_id
        and placed.account_id = consent.doctor_id and person_of(placed) = consent.person)
      or not consent.sensitive and exists (select from sensitive_report where report_id = new.report_id)
  then
    raise exception 'a doctor reads what the patient agrees to' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger result_opened_is_agreed_to before insert on result_opened
  for each row execute function check_doctor_reading();

-- A doctor acknowledges a result in the version that they read, and separately that the lab has withdrawn it.
create table result_acknowledged (
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  withdrawn boolean not null default false,
  at timestamptz not null,
  primary key (report_id, number, account_id, withdrawn),
  foreign key (report_id, number) references report_version (report_id, number)
);
create index result_acknowledged_at on result_acknowledged using brin (at);
create trigger result_acknowledged_is_history before update or delete on result_acknowledged
  for each row execute function forbid_change();
create trigger result_acknowledged_is_kept before truncate on result_acknowledged
  for each statement execute function forbid_change();

create function check_acknowledged() returns trigger language plpgsql as $$
begin
  if not exists (select from result_opened where report_id = new.report_id and account_id = new.account_id
      and reader = 'doctor' and (number = new.number or new.withdrawn and number < new.number)) then
    raise exception 'what is acknowledged was read' using errcode = 'restrict_violation';
  end if;
  if new.withdrawn and not exists (select from report_version where report_id = new.report_id
      and number = new.number and state = 'withdrawn') then
    raise exception 'only what was taken back is acknowledged so' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger result_acknowledged_was_read before insert on result_acknowledged
  for each row execute function check_acknowledged();

-- A doctor who has not acknowledged a critical result is reminded once.
create table result_reminded (
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  at timestamptz not null,
  primary key (report_id, number, account_id),
  foreign key (report_id, number) references report_version (report_id, number)
);

-- Results that their owner lets another person read, by a link and a passcode that are sent separately.
create table result_share (
  id uuid primary key,
  order_id bigint not null references lab_order (id),
  -- The account that made it, and that may see the link again.
  account_id bigint not null references account (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Keyed with the platform's secret: trying all passcodes against a copy of this table opens nothing.
  passcode_hash bytea not null check (octet_length(passcode_hash) = 32),
  for_whom text check (for_whom <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How many reports it shows, so that none is added later.
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
create trigger result_share_is_history before delete on result_share for each row execute function forbid_change();
create trigger result_share_is_kept before truncate on result_share for each statement execute function forbid_change();

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

-- The reports that a share shows; none that is released later.
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

-- A share and its reports are inserted in one transaction: at commit, and ever after, they are as many as the share says.
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

-- When a share was opened, and on what kind of device; no network address is stored.
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

-- ── Lab integration ─────────────────────────────────────────────────────────────────────────────────────────────────

-- A FHIR bundle that a system delivered. It is recognised by its own identifier; only hashes of that and of its content
-- are stored.
create table delivery (
  id uuid primary key default gen_random_uuid(),
  lab_id bigint not null references lab (id),
  system_id bigint not null references lab_system (id),
  identifier_hash bytea not null check (octet_length(identifier_hash) = 32),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- The answer, which is given again, word for word, if the bundle is delivered again. It says nothing about a patient.
  answer text not null,
  at timestamptz not null,
  unique (lab_id, identifier_hash)
);
create trigger delivery_is_history before update or delete on delivery
  for each row execute function forbid_change();

-- One report of a delivery. An unmatched one keeps its content until the lab has placed it or set it aside.
create table delivered_report (
  id uuid primary key default gen_random_uuid(),
  delivery_id uuid not null references delivery (id),
  number smallint not null check (number > 0),
  -- Why it was not placed when it came; null if it was.
  problem text check (problem in ('no_accession', 'several_samples', 'unknown_accession', 'not_received', 'rejected',
    'order_over', 'patient_differs', 'values', 'already_entered', 'result_out')),
  state text not null check (state in ('placed', 'waiting', 'set_aside', 'forgotten')),
  content jsonb,
  unique (delivery_id, number),
  constraint delivered_report_is_kept_while_it_waits check ((state = 'waiting') = (content is not null)),
  check (problem is not null or state = 'placed')
);
create index delivered_report_waiting on delivered_report (delivery_id) where state = 'waiting';
create trigger delivered_report_is_history before delete on delivered_report
  for each row execute function forbid_change();

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

-- Who opened, placed or set aside an unmatched report: it belongs to no order yet, so it has a history of its own.
create table delivered_report_event (
  id bigint generated always as identity primary key,
  delivered_report_id uuid not null references delivered_report (id),
  verb text not null check (verb in ('open', 'place', 'set_aside')),
  account_id bigint not null references account (id),
  -- The order to whose specimen it belongs.
  order_id bigint references lab_order (id),
  reason text,
  at timestamptz not null,
  check ((verb = 'place') = (order_id is not null)),
  check ((verb = 'set_aside') = (reason is not null))
);
create index delivered_report_event_report on delivered_report_event (delivered_report_id);
create trigger delivered_report_event_is_history before update or delete on delivered_report_event
  for each row execute function forbid_change();

-- ── Notifications ───────────────────────────────────────────────────────────────────────────────────────────────────

-- The hash of the key of each notification that was sent, so that a repeated job sends nothing twice, in any month.
create table notice_key (
  hash bytea primary key check (octet_length(hash) = 32)
);

-- Each notification that was sent, by month.
create table notice (
  key text not null,
  sent_at timestamptz not null,
  primary key (key, sent_at)
) partition by range (sent_at);
-- Whether any mail has left since a time.
create index notice_sent_at on notice (sent_at);

-- Notifications that are due at an hour of their own and not after an event: requested once.
create table timed_notice (
  kind text not null check (kind in ('placed', 'reminder')),
  order_id bigint not null references lab_order (id),
  day date not null,
  asked_at timestamptz not null,
  primary key (kind, order_id, day)
);

-- Phone numbers that an account has proven to hold, by typing the code that came to it through this very channel.
create table proven_phone (
  account_id bigint not null references account (id),
  channel text not null check (channel in ('sms', 'whatsapp')),
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  proven_at timestamptz not null,
  -- When the owner restored the number by the link of a mail. A new password by mail does not remove such a number.
  restored_at timestamptz,
  primary key (account_id, channel)
);

-- A code that was sent to a number. Its digits are derived from the id and stored nowhere.
create table phone_code (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  channel text not null check (channel in ('sms', 'whatsapp')),
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  state text not null default 'live' check (state in ('live', 'used', 'burned', 'replaced')),
  tries smallint not null default 0 check (tries between 0 and 5),
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index phone_code_live on phone_code (account_id, channel) where state = 'live';

-- The channels that an account chose for its notifications. Without a row the default holds, which is mail alone.
create table notice_choice (
  account_id bigint not null references account (id),
  topic text not null check (topic in ('bookings', 'results', 'money')),
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, topic, channel)
);

-- No notification goes to a number that is not proven.
create function keep_channel_proven() returns trigger language plpgsql as $$
begin
  if new.is_on and new.channel <> 'email' and not exists
    (select 1 from proven_phone where account_id = new.account_id and channel = new.channel)
  then raise exception 'a channel is chosen whose number is not proven' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger notice_choice_is_proven before insert or update on notice_choice
  for each row execute function keep_channel_proven();

-- Changes of phones and channels by an account, with the state before, so that its owner can undo them by the link of a
-- mail. The row is deleted once they are undone, or when its time is over.
create table contact_change (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  -- The session that made it: what the same session changes before the mail is made joins the same row.
  session_hash bytea not null check (octet_length(session_hash) = 32),
  browser text not null check (length(browser) <= 60),
  began_at timestamptz not null,
  -- The phones and choices before it.
  stood jsonb not null check (jsonb_typeof(stood) = 'object'),
  -- What was changed, in its order, without a full phone number.
  acts jsonb not null check (jsonb_array_length(acts) between 1 and 20),
  -- Set when the mail is made. Nothing joins the row from then on.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  expires_at timestamptz,
  check ((token_hash is null) = (expires_at is null))
);
create index contact_change_account on contact_change (account_id, id);
create index contact_change_began_at on contact_change (began_at);

-- An SMS or WhatsApp message, once for each notification, channel and number. Its words are made from kind and subject
-- when it is sent, and stored nowhere. It is `unknown` from the moment it is handed to the provider until the answer, and
-- stays so if none comes: it may have been sent, so it is not sent again.
create table phone_message (
  id uuid primary key default gen_random_uuid(),
  notice_key text not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  -- Null: the phone that the order names for a patient, which no account has proven.
  account_id bigint references account (id),
  kind text not null,
  -- The page of ours to which it leads, or the id of a code.
  subject text not null,
  -- A code has neither topic nor order.
  topic text check (topic in ('bookings', 'results', 'money')),
  order_id bigint references lab_order (id),
  -- The job that queued it and its payload, references only: queued again if the message is not sent.
  job text,
  payload text,
  -- `dropped`: not handed over, because it was no longer true or no longer wanted.
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'unknown', 'dropped')),
  provider_id text,
  reason text,
  queued_at timestamptz not null,
  -- After this it would say what is no longer true, and is not sent.
  good_until timestamptz not null,
  ended_at timestamptz,
  unique (notice_key, channel, phone),
  check ((state = 'sent') = (provider_id is not null)),
  check (state not in ('refused', 'dropped') or reason is not null),
  check (account_id is not null or order_id is not null)
);
create index phone_message_account on phone_message (account_id, queued_at);
create index phone_message_phone on phone_message (phone, queued_at);
create index phone_message_waiting on phone_message (good_until) where state = 'queued';
create index phone_message_order on phone_message (order_id);
create index phone_message_queued_at on phone_message (queued_at);

-- ── Audit ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Who saw or changed what about the patient of an order: one chain for each order, each entry hashed with the one before.
create table audit_entry (
  order_id bigint not null references lab_order (id),
  -- The trigger below sets this and both hashes, whatever is given.
  number integer not null default 0 check (number > 0),
  at timestamptz not null,
  -- `system`: the program of a lab, under the account that made its key.
  role text not null check (role in ('patient', 'doctor', 'lab', 'phlebotomist', 'share', 'system', 'operator')),
  account_id bigint references account (id),
  share_id uuid references result_share (id),
  what text not null check (what in ('order_seen', 'results_seen', 'visit_seen', 'checked_in', 'sample_handled',
    'values_entered', 'correction_begun', 'report_read', 'report_saved', 'report_verified', 'report_sent_back',
    'report_released', 'report_corrected', 'report_acknowledged', 'report_withdrawn', 'report_called', 'share_made', 'share_opened',
    'share_revoked', 'patient_proven', 'patient_refused', 'labels_printed', 'visit_moved', 'worklist_searched',
    'counselling_noted', 'photo_taken', 'photo_seen', 'break_glass', 'clinical_request_changed',
    'value_confirmed')),
  report_id uuid,
  report_number smallint,
  prev_hash bytea not null default '',
  hash bytea not null default '',
  -- `audit_head` gives each number once; the key needs the time, because it names the partition.
  primary key (order_id, number, at),
  foreign key (report_id, report_number) references report_version (report_id, number),
  -- By the link of a mail a patient proves who they are without an account.
  constraint audit_entry_check check (case
    when role = 'share' then account_id is null
    when role = 'patient' and what in ('patient_proven', 'patient_refused') then true
    else account_id is not null end),
  check ((role = 'share' or what in ('share_made', 'share_revoked')) = (share_id is not null)),
  check ((what like 'report\_%' or what in ('values_entered', 'correction_begun', 'value_confirmed')) = (report_id is not null)),
  check ((report_id is null) = (report_number is null))
) partition by range (at);
create index audit_entry_share on audit_entry (share_id) where share_id is not null;
create trigger audit_entry_is_history before update or delete on audit_entry
  for each row execute function forbid_change();
create trigger audit_entry_is_kept before truncate on audit_entry for each statement execute function forbid_change();

-- The last entry of each chain, so that a missing end is found.
create table audit_head (
  order_id bigint primary key references lab_order (id),
  number integer not null check (number >= 0),
  hash bytea not null,
  -- The latest of its entries' times.
  at timestamptz not null
);
create index audit_head_at on audit_head (at);
create trigger audit_head_is_kept before truncate on audit_head for each statement execute function forbid_change();

-- No field can contain the separator, so two different entries never give the same text.
create function audit_hash(entry audit_entry) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws('|', 'labalaba audit 1', entry.order_id, entry.number,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.role, coalesce(entry.account_id::text, '-'),
    coalesce(entry.share_id::text, '-'), entry.what, coalesce(entry.report_id::text, '-'),
    coalesce(entry.report_number::text, '-'), encode(entry.prev_hash, 'hex')), 'UTF8'))
$$;

-- A transaction that adds an entry locks the head of its chain until its end, and the next one waits. The order is locked
-- first: a release holds the order's lock when it adds an entry, and with the head locked first the two would wait for
-- each other. The trigger has its owner's rights, so the logins of the program need none on `audit_head`, and entries
-- come there by their own trigger only.
create function chain_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Only an entry moves the head of its chain: within the trigger above, the trigger depth is two.
create function keep_audit_head() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 then
    raise exception 'the end of a chain moves with its entries alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_head_is_chained before insert or update or delete on audit_head
  for each row execute function keep_audit_head();

-- Which member of a lab looked through its worklist: how many patients were shown, and the query as a keyed hash, so that
-- no word of a search is stored. The same again within a quarter of an hour is one row.
create table list_seen (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  lab_id bigint not null references lab (id),
  what text not null check (what in ('worklist_seen', 'worklist_searched')),
  asked bytea not null check (octet_length(asked) = 32),
  shown smallint not null check (shown >= 0),
  at timestamptz not null,
  quarter timestamptz not null,
  unique (account_id, asked, quarter, shown),
  constraint list_seen_in_its_quarter check (quarter = date_bin('15 minutes', at, 'epoch'))
);
create trigger list_seen_is_history before update or delete on list_seen
  for each row execute function forbid_change();
create trigger list_seen_is_kept before truncate on list_seen
  for each statement execute function forbid_change();

-- The keyed chain over all history (docs/decisions/0016), which a person with every right in the database cannot forge:
-- the worker makes its links with a secret that is not stored here. The triggers below only queue what is to be chained.

-- Rows of history that no link covers yet.
create table audit_pending (
  id bigint generated always as identity primary key,
  source text not null,
  row_key text not null check (row_key ~ '^\d+(/\d+)?$'),
  -- The row was written before the chain covered its table, so it may have been altered before.
  taken_over boolean not null default false,
  queued_at timestamptz not null default clock_timestamp()
);

-- One link for each row of history, in one chain for all tables. No two links have one position: who adds links moves the
-- end of the chain from where they read it.
create table audit_link (
  position bigint not null check (position > 0),
  source text not null,
  row_key text not null,
  -- Which columns of the row are hashed, and how.
  form smallint not null,
  taken_over boolean not null,
  at timestamptz not null,
  key_id text not null,
  mac bytea not null check (octet_length(mac) = 32),
  primary key (position, at)
) partition by range (at);
create index audit_link_row on audit_link (source, row_key);
create trigger audit_link_is_history before update or delete on audit_link
  for each row execute function forbid_change();
create trigger audit_link_is_kept before truncate on audit_link for each statement execute function forbid_change();

-- Partitions that the command `archive` has written to files and dropped, in one transaction. The links of the chain stay; those of an archived row are
-- between the two positions, and are checked against the file. Signed, because a row that is missing is no finding then.
create table archived_part (
  id bigint generated always as identity primary key,
  table_name text not null,
  part text not null,
  -- The partition has rows before this time.
  until_at timestamptz not null,
  row_count bigint not null check (row_count >= 0),
  file text not null unique,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- The first and last link of its rows, and the codes of both; null if the table is not in the chain or had no rows.
  first_position bigint,
  last_position bigint,
  first_mac bytea,
  last_mac bytea,
  key_id text not null,
  signature bytea not null,
  archived_at timestamptz not null,
  check ((first_position is null) = (last_position is null) and (first_position is null) = (first_mac is null)
    and (first_mac is null) = (last_mac is null)),
  check (first_position <= last_position)
);
create trigger archived_part_is_history before update or delete on archived_part for each row execute function forbid_change();
create trigger archived_part_is_kept before truncate on archived_part for each statement execute function forbid_change();

-- Rows of partitioned tables from before this time are in archives.
create function archived_until() returns timestamptz language sql stable as $$
  select coalesce(max(until_at), '-infinity') from archived_part
$$;

-- Where the chain ends, sealed with the secret.
create table audit_chain_end (
  only_one boolean primary key default true check (only_one),
  position bigint not null check (position > 0),
  key_id text not null,
  seal bytea not null check (octet_length(seal) = 32),
  at timestamptz not null
);
create trigger audit_chain_end_is_kept before truncate on audit_chain_end
  for each statement execute function forbid_change();

create function keep_audit_chain_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.position < old.position then
    raise exception 'the end of the audit chain only goes forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_chain_end_goes_forward before update or delete on audit_chain_end
  for each row execute function keep_audit_chain_end();

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

-- An operator began a new chain after one that no longer verifies. Its link is the first of the new chain.
create table audit_restart (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  reason text not null check (length(reason) between 1 and 500)
);
create trigger audit_restart_is_history before update or delete on audit_restart
  for each row execute function forbid_change();
create trigger audit_restart_is_kept before truncate on audit_restart for each statement execute function forbid_change();

-- Both have their owner's rights, as `chain_audit_entry`.
create function queue_for_chain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_pending (source, row_key) select tg_table_name, id::text from made order by id;
  return null;
end $$;
create function queue_audit_entry_for_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_pending (source, row_key)
    select 'audit_entry', order_id || '/' || number from made order by order_id, number;
  return null;
end $$;

create trigger audit_entry_is_queued after insert on audit_entry
  referencing new table as made for each statement execute function queue_audit_entry_for_chain();
create trigger audit_anchor_is_queued after insert on audit_anchor
  referencing new table as made for each statement execute function queue_for_chain();
create trigger ledger_posting_is_queued after insert on ledger_posting
  referencing new table as made for each statement execute function queue_for_chain();
create trigger break_glass_is_queued after insert on break_glass
  referencing new table as made for each statement execute function queue_for_chain();
create trigger list_seen_is_queued after insert on list_seen
  referencing new table as made for each statement execute function queue_for_chain();
create trigger lab_order_event_is_queued after insert on lab_order_event
  referencing new table as made for each statement execute function queue_for_chain();
create trigger payment_event_is_queued after insert on payment_event
  referencing new table as made for each statement execute function queue_for_chain();
create trigger report_event_is_queued after insert on report_event
  referencing new table as made for each statement execute function queue_for_chain();
create trigger result_opened_is_queued after insert on result_opened
  referencing new table as made for each statement execute function queue_for_chain();
create trigger result_share_opened_is_queued after insert on result_share_opened
  referencing new table as made for each statement execute function queue_for_chain();
create trigger specimen_event_is_queued after insert on specimen_event
  referencing new table as made for each statement execute function queue_for_chain();
create trigger staff_member_event_is_queued after insert on staff_member_event
  referencing new table as made for each statement execute function queue_for_chain();

-- ── Vacuum ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- PostgreSQL vacuums a table when a fifth of its rows is dead. For these that is too late: the dead rows of a queue stand
-- in the way of whoever takes the next one, and a table of a few hot rows has hundreds of dead versions of each.
alter table audit_pending set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table rate_count set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table call_budget set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100);
alter table audit_chain_end set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100);
alter table job_worker set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100);
alter table slot_place set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table slot set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500, fillfactor = 80);
-- Their rows change a few times soon after they are made. With room on their page, no index is written for that.
alter table session set (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 90);
alter table audit_head set (autovacuum_vacuum_scale_factor = 0.05);
alter table phone_message set (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 85);
alter table payment set (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 85);
alter table lab_order set (autovacuum_vacuum_scale_factor = 0.05);
alter table paystack_body set (autovacuum_vacuum_insert_scale_factor = 0.05);
alter table notice_key set (autovacuum_vacuum_insert_scale_factor = 0.05);

-- ── Partitions ──────────────────────────────────────────────────────────────────────────────────────────────────────

select make_partitions();
