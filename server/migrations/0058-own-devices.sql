-- The browser that a session belongs to, so that its owner can end it. Null for sessions of before, which last an hour.
alter table session
  add column device_hash bytea check (octet_length(device_hash) = 32);

-- What its owner calls a browser by, and knows it by: "Chrome on Android". Nothing else of it is kept.
alter table account_device
  add column id uuid not null unique default gen_random_uuid(),
  add column browser text not null default '' check (length(browser) <= 60);
