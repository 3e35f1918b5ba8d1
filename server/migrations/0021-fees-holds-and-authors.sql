-- When somebody of ours had gone to the patient in vain, in the time that was promised: whoever gives up after that keeps
-- paying the fee, whatever becomes of later visits. Once the lab has rejected what was taken, nothing of it is kept.
alter table lab_order add column fee_earned_at timestamptz;
-- For how many seconds an order has held a place unpaid, all its holds together.
alter table lab_order add column held_seconds smallint not null default 0 check (held_seconds between 0 and 1800);

-- A visit that has another time by now does not tell when it was promised before: nothing of it counts as earned.
update lab_order set fee_earned_at = missed.at
from (select order_id, max(event.at) as at from collection join collection_event event on event.collection_id = collection.id,
    lateral (select visit_time::time as time) asked,
    lateral (select (visit_on + case when time >= '07:00' and time < '19:00'
      then make_time((extract(hour from time)::int + 1) / 2 * 2 - 1, 0, 0) else time end) at time zone 'Africa/Lagos' as begins) window_of
  where event.verb = 'miss' and event.from_state = 'on_the_way' and event.reason <> 'unable'
    and event.at between begins and begins + interval '2 hours' group by order_id) missed
where missed.order_id = lab_order.id and lab_order.set_off_at is not null
  and not exists (select from lab_order_event again where again.order_id = lab_order.id and again.verb = 'recollect'
    and again.at >= missed.at);

-- What the phone of whoever made a move said about its time, and when we heard of it.
alter table collection_event add column said_at timestamptz;
alter table collection_event add column heard_at timestamptz;

-- What a phone says too late to move money by itself is decided by a person.
alter table money_case drop constraint money_case_kind_check;
alter table money_case add constraint money_case_kind_check check (kind in ('held_money', 'refund_stuck', 'refund_failed',
  'dispute', 'unknown_at_paystack', 'missing_at_paystack', 'amount_differs', 'reversed_outside', 'refund_unknown',
  'books_differ', 'orphan_webhook', 'late_choice', 'visit_late_word'));

-- Who wrote a value. What had been written before was written by whoever entered its version last.
alter table result_value add column entered_by bigint references account (id);
alter table result_value disable trigger result_value_is_verified;
update result_value set entered_by = version.entered_by from report_version version
where version.report_id = result_value.report_id and version.number = result_value.number;
alter table result_value enable trigger result_value_is_verified;
alter table result_value alter column entered_by set not null;

-- Everybody who has ever written a value of a version, also one that stands there no more. Only the trigger below
-- writes here, so that nobody can leave themselves out.
create table report_author (
  report_id uuid not null,
  number smallint not null,
  account_id bigint not null references account (id),
  primary key (report_id, number, account_id),
  foreign key (report_id, number) references report_version (report_id, number)
);
insert into report_author (report_id, number, account_id)
  select distinct report_id, number, account_id from report_event where verb = 'enter'
  union select report_id, number, entered_by from result_value;
create trigger report_author_is_history before update or delete on report_author
  for each row execute function forbid_change();

create function note_author() returns trigger language plpgsql as $$
begin
  insert into report_author (report_id, number, account_id) values (new.report_id, new.number, new.entered_by)
    on conflict do nothing;
  return null;
end $$;
create trigger result_value_has_author after insert or update on result_value
  for each row execute function note_author();

create function refuse_author() returns trigger language plpgsql as $$
begin
  if exists (select from report_author where report_id = new.report_id and number = new.number
      and account_id = new.verified_by) then
    raise exception 'nobody verifies what they wrote' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger report_version_has_two_people before update on report_version
  for each row when (new.state = 'verified') execute function refuse_author();

-- Which test of which order a report is of stays as it was begun.
create trigger report_is_frozen before update or delete on report
  for each row execute function forbid_change();

-- A released version stands until the next one is: at the end of the transaction there is one.
create function require_successor() returns trigger language plpgsql as $$
begin
  if not exists (select from report_version next where next.report_id = new.report_id
      and next.number = new.number + 1 and next.state in ('released', 'corrected')) then
    raise exception 'a released report stands until its correction is released' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger report_version_is_succeeded after update on report_version
  deferrable initially deferred for each row when (new.state = 'corrected') execute function require_successor();

-- A sample of which a result is out is not rejected: what is wrong with the result is corrected.
create function keep_reported_specimen() returns trigger language plpgsql as $$
begin
  if exists (select from specimen_test served
      join report on report.order_id = served.order_id and report.position = served.position
        and report.test_id = served.test_id
      join report_version version on version.report_id = report.id and version.state in ('released', 'corrected')
      where served.specimen_id = new.id) then
    raise exception 'a sample whose result is out is not rejected' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger specimen_is_reported before update on specimen
  for each row when (new.state = 'rejected') execute function keep_reported_specimen();
