-- Lab staff and phlebotomists work here too. They and operators come by invitation.
alter table account
  drop constraint account_type_check,
  add constraint account_type_check check (type in ('user', 'doctor', 'operator', 'lab', 'phlebotomist'));

create table staff_member (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('operator', 'lab', 'phlebotomist')),
  email citext not null,
  name text not null,
  state text not null default 'invited' check (state in ('invited', 'accepted', 'revoked')),
  account_id bigint unique references account (id),
  -- Null where it was the command line, or a demonstration.
  invited_by bigint references account (id),
  invited_at timestamptz not null,
  -- Until when the invitation can be accepted. Its link is derived from the id and this time, so renewing it ends the
  -- link before; only what finds it is kept.
  expires_at timestamptz not null,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  check ((state = 'accepted') = (account_id is not null))
);
create unique index staff_member_invited on staff_member (email) where state = 'invited';
create index staff_member_newest on staff_member (invited_at desc, id);

insert into staff_member (type, email, name, state, account_id, invited_at, expires_at)
  select 'operator', email, name, 'accepted', id, created_at, created_at from account where type = 'operator';

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

create table lab_member (
  staff_id uuid primary key references staff_member (id),
  lab_id bigint not null references lab (id),
  duties text[] not null check (
    cardinality(duties) > 0 and duties <@ array['desk', 'scientist', 'verifier', 'manager'])
);
create index lab_member_lab on lab_member (lab_id);

-- The locations that somebody works at; without any, all of the lab's.
create table lab_member_location (
  staff_id uuid not null references lab_member (staff_id),
  location_id bigint not null references lab_location (id),
  primary key (staff_id, location_id)
);

-- The key of an authenticator app, and the recovery codes, are derived from the salt with the platform's key.
create table second_factor (
  account_id bigint primary key references account (id),
  salt uuid not null default gen_random_uuid(),
  confirmed_at timestamptz,
  -- The newest half minute whose code was used: none is taken twice.
  last_step bigint not null default 0
);

create table recovery_code_used (
  account_id bigint not null references second_factor (account_id) on delete cascade,
  number smallint not null,
  at timestamptz not null,
  primary key (account_id, number)
);

-- A session that waits for the second factor opens nothing else.
alter table session
  add column awaits_factor boolean not null default false,
  add column factor_tries smallint not null default 0 check (factor_tries between 0 and 5);
