-- What became of each sample that a visit was to take: a null reason says that it was taken.
alter table collection add constraint collection_of_order unique (id, order_id);
create table visit_sample (
  collection_id uuid not null,
  specimen_id uuid not null,
  order_id bigint not null,
  reason text check (reason in ('declined', 'no_vein', 'not_fasted', 'no_container', 'not_produced', 'other')),
  -- In the words of whoever was there.
  note text check (char_length(note) between 3 and 200),
  at timestamptz not null,
  primary key (collection_id, specimen_id),
  foreign key (collection_id, order_id) references collection (id, order_id),
  foreign key (specimen_id, order_id) references specimen (id, order_id),
  check (note is null or reason is not null),
  constraint visit_sample_other_has_words check (reason is distinct from 'other' or note is not null)
);
create index visit_sample_specimen on visit_sample (specimen_id, at desc);

-- Every visit up to now took all that it was to take.
insert into visit_sample (collection_id, specimen_id, order_id, at)
  select collection.id, specimen.id, specimen.order_id, collection.collected_at
  from collection join specimen on specimen.order_id = collection.order_id
    and specimen.collected_at = collection.collected_at;

create trigger visit_sample_is_history before update or delete on visit_sample
  for each row execute function forbid_change();
create trigger visit_sample_is_kept before truncate on visit_sample
  for each statement execute function forbid_change();

-- A sample that a visit could not take, and that whoever booked wants no more: its money is an operator's to decide.
alter table specimen
  drop constraint specimen_state_check,
  add constraint specimen_state_check check (state in ('expected', 'collected', 'received', 'rejected', 'given_up')),
  drop constraint specimen_check,
  add constraint specimen_check check ((state in ('expected', 'given_up')) = (collected_at is null)),
  add column given_up_at timestamptz,
  add column given_up_by bigint references account (id),
  add constraint specimen_given_up check ((state = 'given_up') = (given_up_at is not null)
    and num_nulls(given_up_at, given_up_by) in (0, 2));

create or replace function keep_specimen() returns trigger language plpgsql as $$
begin
  if (old.order_id, old.accession, old.specimen, old.container, old.replaces, old.expected_at)
    is distinct from
     (new.order_id, new.accession, new.specimen, new.container, new.replaces, new.expected_at)
    or old.state in ('rejected', 'given_up')
  then raise exception 'what a label says, and a rejection, are final' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Operators decide about its money. The list is as it was, whatever stood there.
do $$
declare was text;
begin
  select pg_get_constraintdef(oid) into was from pg_constraint
    where conrelid = 'money_case'::regclass and conname = 'money_case_kind_check';
  alter table money_case drop constraint money_case_kind_check;
  execute format('alter table money_case add constraint money_case_kind_check %s',
    replace(was, '])', ', ''samples_given_up''::text])'));
end $$;
