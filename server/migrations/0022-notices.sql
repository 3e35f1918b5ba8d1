-- Which channels somebody chose for which notices; without a row the usual choice holds, which is mail alone.
create table notice_choice (
  account_id bigint not null references account (id),
  topic text not null check (topic in ('bookings', 'results', 'money')),
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, topic, channel)
);

-- The number that somebody proved to hold, by typing the code that came to it through this very channel.
create table proven_phone (
  account_id bigint not null references account (id),
  channel text not null check (channel in ('sms', 'whatsapp')),
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  proven_at timestamptz not null,
  primary key (account_id, channel)
);

-- A code that was sent to a number. Its digits are derived from the id and stand nowhere.
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

-- No notice goes to a number that nobody has proven.
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

-- A short message, once for each notice, channel and number. Its words are made from kind and subject when it goes, so that
-- they stand nowhere. It is `unknown` from the moment it is handed over until the answer, and stays so where none comes:
-- it may have gone, so nobody sends it again.
create table phone_message (
  id uuid primary key default gen_random_uuid(),
  notice_key text not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  account_id bigint not null references account (id),
  kind text not null,
  -- The page of ours that it leads to, or the id of a code.
  subject text not null,
  -- A code has neither topic nor order.
  topic text check (topic in ('bookings', 'results', 'money')),
  order_id bigint references lab_order (id),
  -- The job that asked for it and what that was about, references only: asked for again where the message does not go.
  job text,
  payload text,
  -- `dropped` is what was not handed over, as it was not true or not wanted any more.
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'unknown', 'dropped')),
  provider_id text,
  reason text,
  queued_at timestamptz not null,
  -- Later than this it says what is not true any more, and does not go.
  good_until timestamptz not null,
  ended_at timestamptz,
  unique (notice_key, channel, phone),
  check ((state = 'sent') = (provider_id is not null)),
  check (state not in ('refused', 'dropped') or reason is not null)
);
create index phone_message_account on phone_message (account_id, queued_at);
create index phone_message_phone on phone_message (phone, queued_at);
create index phone_message_waiting on phone_message (good_until) where state = 'queued';
create index phone_message_order on phone_message (order_id);
create index phone_message_queued_at on phone_message (queued_at);

-- What has an hour of its own instead of news: asked for once.
create table timed_notice (
  kind text not null check (kind in ('placed', 'reminder')),
  order_id bigint not null references lab_order (id),
  day date not null,
  asked_at timestamptz not null,
  primary key (kind, order_id, day)
);
-- For whoever looks, once a minute, who is visited tomorrow.
create index lab_order_visited on lab_order (collection_on) where state = 'scheduled' and collection_on is not null;
