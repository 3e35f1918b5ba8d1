-- Two people stand behind a result only as long as nobody makes one of them into both unseen: who gave somebody their
-- duties and locations, and when, stays.
create table lab_member_change (
  id bigint generated always as identity primary key,
  staff_id uuid not null references lab_member (staff_id) deferrable initially deferred,
  lab_id bigint not null references lab (id),
  duties text[] not null,
  -- The addresses of the lab's locations then; none means all of them.
  locations text[] not null,
  -- Null where it was the command line, or a demonstration.
  account_id bigint references account (id),
  at timestamptz not null
);
create index lab_member_change_staff on lab_member_change (staff_id, id desc);

insert into lab_member_change (staff_id, lab_id, duties, locations, account_id, at)
  select member.staff_id, member.lab_id, member.duties,
    coalesce((select array_agg(address order by position) from lab_member_location place
      join lab_location on lab_location.id = place.location_id where place.staff_id = member.staff_id), '{}'),
    staff.invited_by, staff.invited_at
  from lab_member member join staff_member staff on staff.id = member.staff_id;

create trigger lab_member_change_is_history before update or delete on lab_member_change
  for each row execute function forbid_change();

create function require_member_change() returns trigger language plpgsql as $$
begin
  if not exists (
    select from lab_member member
    join lateral (select * from lab_member_change change where change.staff_id = member.staff_id
      order by change.id desc limit 1) newest on true
    where member.staff_id = new.staff_id and newest.lab_id = member.lab_id and newest.duties = member.duties
  ) then
    raise exception 'duties of % were changed without saying who did it', new.staff_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger lab_member_has_history after insert or update on lab_member
  deferrable initially deferred for each row execute function require_member_change();
