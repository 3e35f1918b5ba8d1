-- What labs, pharmacies, phlebotomists and doctors tell who want to work with us; an operator reviews each.
create table partner_application (
  id bigint generated always as identity primary key,
  -- The sender's own token for this application, and what was sent with it.
  client_reference text not null unique,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  kind text not null check (kind in ('lab', 'pharmacy', 'phlebotomist', 'doctor')),
  name text not null,
  organisation text not null,
  email citext not null,
  phone text not null check (phone ~ '^234[0-9]{10}$'),
  -- Of Nigeria; `state` is how far the review is.
  home_state text not null,
  area text not null,
  message text not null,
  registration_number text,
  consented_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'contacted', 'accepted', 'declined')),
  created_at timestamptz not null,
  check (registration_number is null or kind = 'lab')
);
create index partner_application_state on partner_application (state, id desc);

create table partner_application_event (
  id bigint generated always as identity primary key,
  application_id bigint not null references partner_application (id),
  verb text not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text,
  at timestamptz not null
);
create index partner_application_event_application on partner_application_event (application_id, id);
create trigger partner_application_event_is_history before update or delete on partner_application_event
  for each row execute function forbid_change();

-- Tries at what anybody may call, counted for all web processes together. What a try is about (a network address, an
-- email, an order number) is kept as a keyed hash only.
create table counted_try (
  id bigint generated always as identity primary key,
  about bytea not null check (octet_length(about) = 32),
  at timestamptz not null
);
create index counted_try_about on counted_try (about, at);
create index counted_try_at on counted_try (at);
