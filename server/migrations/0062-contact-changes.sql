-- Phones and choices of notices that an account changed at one go, with what stood before, so that its owner can undo it by
-- the link of a mail. A row is deleted once it is undone, and when its time is over.
create table contact_change (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  -- The session that made it: what the same session changes before the mail is made joins the same change.
  session_hash bytea not null check (octet_length(session_hash) = 32),
  browser text not null check (length(browser) <= 60),
  began_at timestamptz not null,
  -- The phones and choices before it.
  stood jsonb not null check (jsonb_typeof(stood) = 'object'),
  -- What was changed, in its order, without a full phone number.
  acts jsonb not null check (jsonb_array_length(acts) between 1 and 20),
  -- Set when the mail is made. Nothing joins the change from then on.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  expires_at timestamptz,
  check ((token_hash is null) = (expires_at is null))
);
create index contact_change_account on contact_change (account_id, id);
create index contact_change_began_at on contact_change (began_at);

-- When its owner put the number back by the link of a mail. A new password by mail leaves such a number.
alter table proven_phone add column restored_at timestamptz;
