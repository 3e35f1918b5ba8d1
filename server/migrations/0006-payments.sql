-- A link by which anybody may pay an order. Its token is derived from the id with the platform's key; only the hash is here.
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

-- Each time a link was mailed; what limits it.
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

-- One attempt to pay an order, with one reference for ever.
create table payment (
  id bigint generated always as identity primary key,
  reference text not null unique check (reference ~ '^[a-z0-9-]{16,50}$'),
  order_id bigint not null references lab_order (id),
  link_id uuid references payment_link (id),
  payer_email citext not null,
  due_kobo bigint not null check (due_kobo > 0),
  state text not null default 'started' check (state in
    ('started', 'settled', 'failed', 'abandoned', 'held', 'refunding', 'refunded')),
  -- True on the one attempt that paid the order.
  settles_order boolean not null default false,
  authorization_url text,
  -- Since when somebody is opening the checkout; the others wait for them.
  opening_at timestamptz,
  -- When Paystack was last asked about it.
  asked_at timestamptz,
  captured_kobo bigint check (captured_kobo >= 0),
  captured_currency text,
  fee_kobo bigint check (fee_kobo >= 0),
  channel text,
  provider_id text,
  hold_reason text,
  started_at timestamptz not null,
  paid_at timestamptz,
  -- When the sweep asks Paystack next; null when there is nothing more to ask.
  check_at timestamptz,
  checks smallint not null default 0,
  check ((state = 'held') <= (hold_reason is not null)),
  check (not settles_order or state in ('settled', 'refunding', 'refunded'))
);
create unique index payment_settles_order on payment (order_id) where settles_order;
create index payment_order on payment (order_id, id);
create index payment_check on payment (check_at) where check_at is not null;
create index payment_held on payment (id) where state = 'held';

create table payment_event (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null
);
create index payment_event_payment on payment_event (payment_id, id);
create trigger payment_event_is_history before update or delete on payment_event
  for each row execute function forbid_change();

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

-- A refund that we asked for. The row exists before Paystack is called.
create table refund (
  id uuid primary key default gen_random_uuid(),
  payment_id bigint not null references payment (id),
  amount_kobo bigint not null check (amount_kobo > 0),
  reason text not null,
  state text not null default 'requested' check (state in ('requested', 'pending', 'processing', 'processed', 'failed')),
  provider_id text,
  requested_at timestamptz not null,
  check_at timestamptz,
  checks smallint not null default 0,
  ended_at timestamptz
);
create unique index refund_open on refund (payment_id) where state <> 'failed';
create index refund_check on refund (check_at) where check_at is not null;

-- Every webhook whose signature was right, as it came. `outcome` says what became of it.
create table paystack_event (
  id bigint generated always as identity primary key,
  body_hash bytea not null unique,
  event text not null,
  reference text,
  body bytea not null,
  received_at timestamptz not null,
  times integer not null default 1,
  outcome text check (outcome in ('applied', 'ignored', 'unknown_reference', 'mismatch', 'unreadable')),
  handled_at timestamptz
);
create index paystack_event_reference on paystack_event (reference);
create index paystack_event_open on paystack_event (received_at) where outcome is null;

-- Webhooks with a wrong signature: counted by the minute, so that a flood cannot fill the disk.
create table webhook_rejection (
  minute timestamptz not null,
  reason text not null,
  times integer not null default 1,
  primary key (minute, reason)
);
