-- Passwords of a list that the operator has imported, as the first bytes of their SHA-1: nobody may choose one. They are on
-- public lists already, and belong to no account.
create table known_password (
  hash bytea primary key check (octet_length(hash) = 8)
);
