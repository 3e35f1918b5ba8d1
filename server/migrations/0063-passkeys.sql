-- A passkey of an account: the public half of a key pair whose private half never leaves the authenticator.
create table passkey (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  -- An account has ten at most: each has a place of its own.
  place smallint not null check (place between 1 and 10),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- In COSE form (RFC 9052).
  public_key bytea not null,
  -- How often the authenticator has signed, where it counts. It never goes back: else there is a copy of the key.
  counter bigint not null check (counter >= 0),
  -- How the browser reaches the authenticator.
  transports text[] not null,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (account_id, place)
);

-- The challenge that an authenticator signs next, as its SHA-256. A session or browser has one of a purpose: a newer one
-- replaces it, and using it deletes it. A crash may forget them.
create unlogged table passkey_challenge (
  purpose text not null check (purpose in ('add', 'sign_in', 'step_up')),
  -- The hash of the session's token, or of the browser's where nobody is signed in.
  bound_to bytea not null check (octet_length(bound_to) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  expires_at timestamptz not null,
  primary key (purpose, bound_to)
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
