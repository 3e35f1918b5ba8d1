-- What an account has typed into a booking that is not placed: for a day, and the owner's alone.
create table booking_draft (
  account_id bigint primary key references account (id),
  -- Another with each change, so that one tab cannot write over another's newer words without knowing them.
  version uuid not null default gen_random_uuid(),
  answers jsonb not null,
  lab jsonb,
  tests jsonb not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index booking_draft_expires on booking_draft (expires_at);
