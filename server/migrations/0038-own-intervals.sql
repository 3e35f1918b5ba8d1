-- What a value was measured by: the lab's own interval; the catalogue's for adults, read in a source or still to be
-- confirmed by the lab; or nothing, as the catalogue's are for adults and the patient was under 18. Null where nothing is
-- measured by an interval, and of values from before this was kept.
alter table result_value add column basis text check (basis in ('lab', 'catalogue', 'unconfirmed', 'adults_only')),
  -- Limits for adults never stand beside a child's value, and mark none.
  add check (basis is distinct from 'adults_only'
    or num_nonnulls(low, high, critical_low, critical_high, flag) = 0);

-- How a lab measures an analyte itself, by sex and age; in place of the catalogue's interval where one fits.
create table lab_interval (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab (id),
  analyte_id bigint not null references analyte (id),
  -- Null for both.
  sex text check (sex in ('Male', 'Female')),
  -- From the day on which somebody is so old.
  from_amount smallint not null check (from_amount between 0 and 1000),
  from_unit text not null check (from_unit in ('days', 'months', 'years')),
  -- Until the day before somebody is so old; null without an end.
  to_amount smallint check (to_amount between 1 and 1000),
  to_unit text check (to_unit in ('days', 'months', 'years')),
  low numeric,
  high numeric,
  critical_low numeric,
  critical_high numeric,
  set_by bigint not null references account (id),
  set_at timestamptz not null,
  ended_by bigint references account (id),
  ended_at timestamptz,
  check ((to_amount is null) = (to_unit is null)),
  check (num_nonnulls(low, high) > 0),
  check (low <= high),
  check (critical_low <= low and critical_low < high),
  check (critical_high >= high and critical_high > low),
  check ((ended_by is null) = (ended_at is null)),
  check (ended_at >= set_at),
  -- Two in force never fit one person. Ranges stand for equality, which a GiST index has of them without an extension.
  constraint lab_interval_fits_once exclude using gist (
    int8range(lab_id, lab_id, '[]') with &&,
    int8range(analyte_id, analyte_id, '[]') with &&,
    int4range(case sex when 'Female' then 1 else 0 end, case sex when 'Male' then 1 else 2 end) with &&,
    numrange(
      from_amount * case from_unit when 'days' then 1 when 'months' then 30.4375 else 365.25 end,
      to_amount * case to_unit when 'days' then 1 when 'months' then 30.4375 else 365.25 end) with &&
  ) where (ended_at is null)
);
create index lab_interval_in_force on lab_interval (lab_id, analyte_id) where ended_at is null;

-- An interval is ended once and never changed: what reports were read by stays known.
create function keep_lab_interval() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null or
      (to_jsonb(old) - '{ended_at,ended_by}'::text[]) is distinct from (to_jsonb(new) - '{ended_at,ended_by}'::text[]) then
    raise exception 'an interval is ended, and never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_interval_ends before update on lab_interval
  for each row execute function keep_lab_interval();
create trigger lab_interval_stays before delete on lab_interval
  for each row execute function forbid_change();

-- Who was measured before at the same lab.
create index lab_order_measured_before on lab_order (lab_id, patient_born_on)
  where paid_at is not null and patient_born_on is not null;

-- Who talked with the patient about a version of a report, or has taken it on, when it was noted, and what is noted.
create table counselling (
  report_id uuid not null,
  number smallint not null,
  -- Who talks: the lab, or the doctor who booked.
  talks text not null check (talks in ('lab', 'doctor')),
  noted_by bigint not null references account (id),
  noted_at timestamptz not null,
  note text not null check (char_length(note) between 3 and 300),
  primary key (report_id, number),
  foreign key (report_id, number) references report_version (report_id, number)
);
create trigger counselling_is_history before update or delete on counselling
  for each row execute function forbid_change();

-- A sensitive result goes out with such a note, and whoever talks is who the note says. Asked after the other moves of a
-- version are judged, as triggers go by their names.
create function require_counselling() returns trigger language plpgsql as $$
begin
  if old.state = 'verified' and new.state = 'released'
      and exists (select from report join sensitive_test using (test_id) where report.id = new.report_id)
      and not exists (select from counselling where report_id = new.report_id and number = new.number
        and talks = new.counselled_by) then
    raise exception 'a sensitive result is released with a note of counselling' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger report_version_talked before update on report_version
  for each row execute function require_counselling();
