-- What every slice stands on. Extensions are the trusted ones, so a database owner can create them.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;

-- Lower case without accents, for search. unaccent is only "stable", so an index needs this immutable door.
create function fold(words text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', words));

-- Refuses every change of a row that is history.
create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The key that codes and link tokens are derived from, where SECRET_KEY does not give one.
create table platform_secret (
  only_row boolean primary key default true check (only_row),
  key bytea not null check (octet_length(key) = 32)
);

-- Mail of a demonstration: kept, never sent.
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

-- One row for each notice that has gone out, so that a repeated job sends nothing twice.
create table notice (
  key text primary key,
  sent_at timestamptz not null default now()
);

-- Which set of files a loader has put in, so that loading the same files again does nothing.
create table loaded_set (
  name text primary key,
  hash text not null,
  loaded_at timestamptz not null default now()
);

-- The workers that are alive. A job whose worker is not among them was left by one that died, and is given out again.
create table job_worker (
  id text primary key,
  alive_until timestamptz not null
);
