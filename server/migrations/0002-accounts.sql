create table account (
  id bigint generated always as identity primary key,
  email citext not null unique,
  password_hash text not null,
  name text not null,
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  username text not null,
  address text not null,
  source text not null,
  type text not null check (type in ('user', 'doctor', 'operator')),
  branch text not null,
  state text not null default 'unverified' check (state in ('unverified', 'active', 'suspended', 'deleted')),
  terms_version text not null,
  privacy_version text not null,
  consented_at timestamptz not null,
  demo boolean not null default false,
  created_at timestamptz not null default now()
);

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

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id bigint not null references account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_account on session (account_id, created_at desc);
create index session_expires on session (expires_at);

-- The digits and the token are derived from the id with the platform's key: nothing that opens an account is kept here.
create table code (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  purpose text not null check (purpose in ('verify_account', 'reset_password')),
  state text not null default 'live' check (state in ('live', 'used', 'expired', 'burned', 'replaced')),
  tries smallint not null default 0 check (tries between 0 and 5),
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index code_live on code (account_id, purpose) where state = 'live';
create index code_account on code (account_id, issued_at desc);

-- Wrong digits by address, known or not, so that no answer tells which addresses have an account. The address is kept as a
-- keyed hash. Only tries that were held against a live code could have opened an account: `evaluated`.
create table wrong_code (
  id bigint generated always as identity primary key,
  email_hash bytea not null check (octet_length(email_hash) = 32),
  evaluated boolean not null,
  at timestamptz not null
);
create index wrong_code_email on wrong_code (email_hash, at);
create index wrong_code_at on wrong_code (at) where evaluated;

-- Failed sign-ins by address, known or not; the address itself is kept as a keyed hash.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  email_hash bytea not null check (octet_length(email_hash) = 32),
  at timestamptz not null
);
create index sign_in_failure_email on sign_in_failure (email_hash, at);
create index sign_in_failure_at on sign_in_failure (at);
