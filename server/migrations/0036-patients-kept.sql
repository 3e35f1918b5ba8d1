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
