-- People whom a patient's account books for beside its owner. Whoever is removed leaves a row without a word about them,
-- so that past orders still say that they were for one and the same person.
create table person (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account (id),
  -- Another with each change, so that one tab cannot write over another's newer words without knowing them.
  version uuid not null default gen_random_uuid(),
  name text check (name <> ''),
  gender text check (gender in ('Male', 'Female')),
  born_on date,
  relationship text check (relationship in ('child', 'spouse', 'parent', 'sibling', 'other')),
  email citext check (email <> ''),
  phone text check (phone ~ '^234[0-9]{10}$'),
  -- What the owner of the account said when the person was kept, in the words of that version.
  consent text not null check (consent in ('guardian', 'permission')),
  consent_version text not null check (consent_version <> ''),
  consented_at timestamptz not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  check (num_nonnulls(name, gender, born_on, relationship) = case when removed_at is null then 4 else 0 end),
  check (removed_at is null or num_nonnulls(email, phone) = 0)
);
create index person_account on person (account_id) where removed_at is null;

create function keep_person() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null then
    raise exception 'a person who was removed stays so' using errcode = 'restrict_violation';
  end if;
  if (old.id, old.account_id, old.created_at) is distinct from (new.id, new.account_id, new.created_at) then
    raise exception 'a person stays with their account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger person_stays before update on person for each row execute function keep_person();
create trigger person_is_kept before delete on person for each row execute function forbid_change();

-- Whom an order is for: the account's owner, one of their people, somebody else, or null where nobody said.
alter table lab_order
  add column for_self boolean,
  add column person_id uuid references person (id),
  add column consent text check (consent in ('guardian', 'permission')),
  add column consent_version text,
  add constraint lab_order_person_is_another check (person_id is null or for_self is false),
  add constraint lab_order_consent_has_words check ((consent is null) = (consent_version is null)),
  add constraint lab_order_guardian_of_a_child check
    (consent is distinct from 'guardian' or (for_self is false and patient_born_on is not null));
create index lab_order_person on lab_order (person_id, id desc) where person_id is not null;

-- Who reads an order's results depends on these.
create function keep_order_patient() returns trigger language plpgsql as $$
begin
  if (old.for_self, old.person_id, old.consent, old.consent_version, old.patient_born_on)
    is distinct from (new.for_self, new.person_id, new.consent, new.consent_version, new.patient_born_on)
  then raise exception 'whom an order is for is frozen' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_order_patient before update on lab_order for each row execute function keep_order_patient();

-- A doctor asks the guardian themselves; a patient's account says that it is one. A person is of the account that books.
create function check_order_patient() returns trigger language plpgsql as $$
begin
  if new.person_id is not null and not exists (
      select from person where id = new.person_id and account_id = new.account_id and removed_at is null) then
    raise exception 'an order is for a person of its own account' using errcode = 'restrict_violation';
  end if;
  if new.patient_born_on > (new.created_at at time zone 'Africa/Lagos')::date - interval '18 years'
      and new.consent is distinct from 'guardian'
      and not exists (select from account where id = new.account_id and type = 'doctor') then
    raise exception 'a child is booked for with the consent of a guardian' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lab_order_patient_begins before insert on lab_order
  for each row execute function check_order_patient();

-- Whoever reads an order by its patient's email alone shows first that they know the patient. Wrong answers of an order
-- are counted for its whole life.
create table patient_check (
  order_id bigint primary key references lab_order (id),
  wrong_tries smallint not null default 0 check (wrong_tries between 0 and 15),
  paused_until timestamptz
);
create function keep_patient_check() returns trigger language plpgsql as $$
begin
  if new.order_id <> old.order_id or new.wrong_tries < old.wrong_tries then
    raise exception 'a wrong answer stays counted' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger patient_check_stays before update on patient_check for each row execute function keep_patient_check();
create trigger patient_check_is_kept before delete on patient_check for each row execute function forbid_change();

-- Accounts that have shown it, once for each order.
create table patient_proof (
  order_id bigint not null references lab_order (id),
  account_id bigint not null references account (id),
  at timestamptz not null,
  primary key (order_id, account_id)
);
create trigger patient_proof_is_history before update or delete on patient_proof
  for each row execute function forbid_change();

alter table audit_entry drop constraint audit_entry_what_check;
alter table audit_entry add constraint audit_entry_what_check check (what in ('order_seen', 'results_seen', 'visit_seen',
  'checked_in', 'sample_handled', 'values_entered', 'correction_begun', 'report_read', 'report_saved', 'report_verified',
  'report_sent_back', 'report_released', 'report_corrected', 'report_acknowledged', 'report_withdrawn', 'share_made',
  'share_opened', 'share_revoked',
  'patient_proven', 'patient_refused'));
