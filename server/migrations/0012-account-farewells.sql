-- Where the last mail to a deleted account goes. It is forgotten once it is sent, and after a week in any case.
create table account_farewell (
  account_id bigint primary key references account (id),
  email citext not null,
  name text not null,
  at timestamptz not null
);
