-- Two more things that a person decides about: a sample that nobody comes to give, and samples that did not come to the
-- lab. The list is as it was, whatever stood there.
do $$
declare was text;
begin
  select pg_get_constraintdef(oid) into was from pg_constraint
    where conrelid = 'money_case'::regclass and conname = 'money_case_kind_check';
  alter table money_case drop constraint money_case_kind_check;
  execute format('alter table money_case add constraint money_case_kind_check %s',
    replace(was, '])', ', ''sample_awaited''::text, ''samples_missing''::text])'));
end $$;

-- What the watch over samples looks through: those that are waited for, and those that are on their way.
create index specimen_waited_for on specimen (expected_at) where state = 'expected';
create index specimen_on_its_way on specimen (collected_at) where state = 'collected';

-- What somebody of the lab found of what a home visit took, once it was handed over: what is not named as missing is there.
create table handover (
  collection_id uuid primary key,
  order_id bigint not null,
  account_id bigint not null references account (id),
  found_count smallint not null check (found_count >= 0),
  at timestamptz not null,
  unique (collection_id, order_id),
  foreign key (collection_id, order_id) references collection (id, order_id)
);
create index handover_order on handover (order_id);
create table handover_missing (
  collection_id uuid not null,
  specimen_id uuid not null,
  order_id bigint not null,
  primary key (collection_id, specimen_id),
  foreign key (collection_id, order_id) references handover (collection_id, order_id),
  foreign key (specimen_id, order_id) references specimen (id, order_id),
  -- What a visit did not take is not missed.
  constraint handover_missing_was_taken foreign key (collection_id, specimen_id)
    references visit_sample (collection_id, specimen_id)
);
create trigger handover_is_history before update or delete on handover
  for each row execute function forbid_change();
create trigger handover_is_kept before truncate on handover
  for each statement execute function forbid_change();
create trigger handover_missing_is_history before update or delete on handover_missing
  for each row execute function forbid_change();
create trigger handover_missing_is_kept before truncate on handover_missing
  for each statement execute function forbid_change();

-- Who of a lab looked through its worklist: how many patients were shown, and what was asked as a keyed hash, so that no
-- word of a search stands here. The same again within a quarter of an hour is one entry.
create table list_seen (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  lab_id bigint not null references lab (id),
  what text not null check (what in ('worklist_seen', 'worklist_searched')),
  asked bytea not null check (octet_length(asked) = 32),
  shown smallint not null check (shown >= 0),
  at timestamptz not null,
  quarter timestamptz not null,
  unique (account_id, asked, quarter, shown),
  constraint list_seen_in_its_quarter check (quarter = date_bin('15 minutes', at, 'epoch'))
);
create trigger list_seen_is_history before update or delete on list_seen
  for each row execute function forbid_change();
create trigger list_seen_is_kept before truncate on list_seen
  for each statement execute function forbid_change();
