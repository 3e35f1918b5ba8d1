-- A browser in which an account has signed in, as the hash of its cookie. Wrong passwords that strangers type elsewhere do
-- not keep it out.
create table account_device (
  account_id bigint not null references account (id),
  device_hash bytea not null check (octet_length(device_hash) = 32),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, device_hash)
);

-- Failures are counted by where they come from: a browser that the account knows, or else a network. Each kind has a count
-- of its own. Those of before had no source and mattered for a day at most.
delete from sign_in_failure;
drop index sign_in_failure_email;
alter table sign_in_failure
  add column kind text not null check (kind in ('password', 'factor', 'step_up')),
  add column source bytea not null check (octet_length(source) = 32),
  -- Whether it came from a browser in which the account has signed in before.
  add column known boolean not null,
  -- Whether the owner has had a mail about it.
  add column told boolean not null default false;
create index sign_in_failure_source on sign_in_failure (email_hash, kind, source, at);
create index sign_in_failure_strangers on sign_in_failure (email_hash, at) where kind = 'password' and not known;

-- Wrong digits by network, and those at new registrations, each of which may switch digits off for its like.
delete from wrong_code;
drop index wrong_code_at;
alter table wrong_code
  add column network bytea not null check (octet_length(network) = 32),
  add column new_registration boolean not null;
create index wrong_code_network on wrong_code (network, at) where evaluated;
create index wrong_code_registrations on wrong_code (at) where evaluated and new_registration;
create index wrong_code_at on wrong_code (at);

-- Where digits are not taken, the mail has its link alone. Codes live for ten minutes; the ones of before are asked for again.
-- Mails are counted by where they were asked from, in counted_try, and no more by code.
delete from code;
alter table code
  drop column email_hash,
  add column takes_digits boolean not null,
  drop constraint code_purpose_check,
  add constraint code_purpose_check check (purpose in ('verify_account', 'reset_password', 'sign_in'));
