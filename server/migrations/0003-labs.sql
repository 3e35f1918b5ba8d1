-- A department of a laboratory and the category under which patients see its tests.
create table department (
  name text primary key,
  category text not null
);

create table place (
  id bigint generated always as identity primary key,
  state text not null,
  area text not null,
  lga text not null,
  latitude double precision not null,
  longitude double precision not null,
  capital text not null,
  geopolitical_zone text not null,
  unique (state, area)
);

create table lab (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  name_folded text generated always as (fold(name)) stored,
  about text not null,
  founded_year integer,
  accreditation text not null,
  registration_number text not null,
  registration_expires_on date not null,
  turnaround_factor numeric(4, 2) not null default 1 check (turnaround_factor > 0),
  departments text[] not null,
  home_collection boolean not null,
  collection_fee_kobo bigint not null default 700000 check (collection_fee_kobo >= 0),
  email citext not null,
  phone text not null,
  -- How many tests it offers; kept by whoever writes offers, so that a list needs no count.
  offer_count integer not null default 0,
  location_count integer not null default 0,
  active boolean not null default true,
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index lab_name_folded on lab (name_folded);
create index lab_name_trigram on lab using gin (name_folded gin_trgm_ops);
create index lab_listed on lab (name_folded, id) where active and offer_count > 0;

create table lab_location (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  position integer not null,
  name text not null,
  address text not null,
  landmark text not null,
  area text not null,
  state text not null,
  latitude double precision,
  longitude double precision,
  opening_hours text not null,
  departments text[] not null,
  -- A location may set its own fee; null means the lab's.
  collection_fee_kobo bigint check (collection_fee_kobo >= 0),
  active boolean not null default true,
  unique (lab_id, address)
);

create table favourite (
  account_id bigint not null references account (id),
  lab_id bigint not null references lab (id),
  at timestamptz not null default now(),
  primary key (account_id, lab_id)
);
