-- Who an order's patient is stays as it was booked: by the email and the phone they read its results, by name, sex and date
-- of birth the lab knows whose sample it is. No act of ours changes them, and an account that is deleted leaves them.
create or replace function keep_order_patient() returns trigger language plpgsql as $$
begin
  if (old.for_self, old.person_id, old.consent, old.consent_version, old.patient_born_on)
    is distinct from (new.for_self, new.person_id, new.consent, new.consent_version, new.patient_born_on)
  then raise exception 'whom an order is for is frozen' using errcode = 'restrict_violation';
  end if;
  -- As text: another case of an address is another address in a mail's log.
  if (old.patient_name, old.patient_email::text, old.patient_phone, old.patient_gender)
    is distinct from (new.patient_name, new.patient_email::text, new.patient_phone, new.patient_gender)
  then raise exception 'who the patient of an order is stays so' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Operators who look through home visits or give one another time, and the staff who print labels, are written down too.
alter table audit_entry drop constraint audit_entry_role_check;
alter table audit_entry add constraint audit_entry_role_check
  check (role in ('patient', 'doctor', 'lab', 'phlebotomist', 'share', 'system', 'operator'));
alter table audit_entry drop constraint audit_entry_what_check;
alter table audit_entry add constraint audit_entry_what_check check (what in ('order_seen', 'results_seen', 'visit_seen',
  'checked_in', 'sample_handled', 'values_entered', 'correction_begun', 'report_read', 'report_saved', 'report_verified',
  'report_sent_back', 'report_released', 'report_corrected', 'report_acknowledged', 'report_withdrawn', 'share_made',
  'share_opened', 'share_revoked',
  'patient_proven', 'patient_refused', 'labels_printed', 'visit_moved'));
