-- One password tried at many addresses: which wrong password, as three bytes of a keyed hash, was tried where within the last
-- hour. Three bytes tell that many tried the same, and too little to find what it was. A crash may forget them.
create unlogged table tried_password (
  password bytea not null check (octet_length(password) = 3),
  email_hash bytea not null check (octet_length(email_hash) = 32),
  at timestamptz not null,
  primary key (password, email_hash)
);
create index tried_password_at on tried_password (at);

-- At how many addresses one network has typed wrong passwords.
create index sign_in_failure_network on sign_in_failure (source, at) where kind = 'password' and not known;
