-- How often something was done lately, by a keyed hash of who did it: counted by rate-limiter-flexible, whose columns
-- these are (expire is in milliseconds since 1970). After a crash of the database the counts begin anew.
create unlogged table rate_count (
  key text primary key check (length(key) <= 200),
  points integer not null,
  expire bigint
) with (fillfactor = 50);
create index rate_count_expire on rate_count (expire);

-- How many orders of an account wait for their payment, asked with each booking.
create index lab_order_account_unpaid on lab_order (account_id, expires_at) where state = 'awaiting_payment';
