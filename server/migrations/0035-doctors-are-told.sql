-- A doctor acknowledges a result, and for itself that the lab has taken back what they had read.
alter table result_acknowledged add column withdrawn boolean not null default false;
alter table result_acknowledged drop constraint result_acknowledged_pkey;
alter table result_acknowledged add primary key (report_id, number, account_id, withdrawn);

create or replace function check_acknowledged() returns trigger language plpgsql as $$
begin
  if not exists (select from result_opened where report_id = new.report_id and account_id = new.account_id
      and reader = 'doctor' and (number = new.number or new.withdrawn and number < new.number)) then
    raise exception 'what is acknowledged was read' using errcode = 'restrict_violation';
  end if;
  if new.withdrawn and not exists (select from report_version where report_id = new.report_id
      and number = new.number and state = 'withdrawn') then
    raise exception 'only what was taken back is acknowledged so' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- By the link of a mail a patient shows who they are without an account.
alter table audit_entry drop constraint audit_entry_check;
alter table audit_entry add constraint audit_entry_check check (case
  when role = 'share' then account_id is null
  when role = 'patient' and what in ('patient_proven', 'patient_refused') then true
  else account_id is not null end);
