-- Tries are counted by address block too: an IPv6 /48 or an IPv4 /24, as a keyed hash. One tunnel has 65,536 networks of its
-- own. Rows of before have none, and matter in every other count as they did.
alter table sign_in_failure
  add column block bytea check (octet_length(block) = 32);
create index sign_in_failure_block on sign_in_failure (block, at) where kind = 'password' and not known;

-- What a code was for that wrong digits were held against: those for new passwords have a limit of their own.
alter table wrong_code
  add column block bytea check (octet_length(block) = 32),
  add column purpose text check (purpose in ('verify_account', 'reset_password', 'sign_in'));
create index wrong_code_block on wrong_code (block, at) where evaluated;
create index wrong_code_resets on wrong_code (at) where evaluated and purpose = 'reset_password';
