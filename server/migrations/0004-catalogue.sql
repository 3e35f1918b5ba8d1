create table test (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  name_folded text generated always as (fold(name)) stored,
  also_known_as text[] not null,
  category text not null,
  department text not null references department (name),
  specimen text not null,
  container text not null,
  fasting_hours smallint not null check (fasting_hours >= 0),
  preparation text not null,
  turnaround_hours integer not null check (turnaround_hours > 0),
  home_collection boolean not null,
  sex text not null check (sex in ('any', 'male', 'female')),
  loinc text,
  loinc_verified boolean not null,
  price_low_kobo bigint not null check (price_low_kobo >= 100),
  price_high_kobo bigint not null check (price_high_kobo >= price_low_kobo),
  popular_rank smallint,
  summary text not null
);
create unique index test_name_folded on test (name_folded);

-- A test at a lab, with its price.
create table offer (
  lab_id bigint not null references lab (id),
  test_id bigint not null references test (id),
  price_kobo bigint not null check (price_kobo >= 100),
  active boolean not null default true,
  demo boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (lab_id, test_id)
);
create index offer_test on offer (test_id, price_kobo) where active;
