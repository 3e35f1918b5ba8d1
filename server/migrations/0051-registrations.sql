-- An address may have several registrations that wait for their code: each is an unverified account of its own, and the
-- first that is confirmed ends the others. All other accounts still have an address of their own.
alter table account drop constraint account_email_key;
create unique index account_email on account (email) where state <> 'unverified';
create index account_by_email on account (email);

-- The browser that registered, as the hash of a random cookie: a confirmation link opened there needs no password.
alter table account add column device_hash bytea check (octet_length(device_hash) = 32);

-- A registration that was confirmed while others waited, or by a new password, keeps nothing that was typed: its owner
-- sets a password, a name and a phone afterwards.
alter table account drop constraint account_phone_check;
alter table account add constraint account_phone_check check (phone = '' or phone ~ '^234[0-9]{10}$');

-- Codes are counted by address, as a keyed hash, so that the count outlives a registration that is dropped. Codes live
-- for ten minutes; the ones of before are asked for again.
delete from code;
alter table code add column email_hash bytea not null check (octet_length(email_hash) = 32);
alter table code alter column account_id drop not null;
alter table code drop constraint code_account_id_fkey;
alter table code add constraint code_account_id_fkey foreign key (account_id) references account (id) on delete set null;
create index code_email on code (email_hash, issued_at);
