-- Where the patient of a home visit is, by the places that are known, frozen with the order. Orders of before, and of callers
-- that do not say, have none: their visits go to where the lab location is.
alter table lab_order
  add column collection_state text,
  add column collection_area text,
  add constraint lab_order_area_is_whole check ((collection_state is null) = (collection_area is null)),
  add constraint lab_order_area_is_visited check (collection_area is null or mode = 'sampleCollection'),
  add constraint lab_order_area_is_known foreign key (collection_state, collection_area) references place (state, area);

create or replace function keep_order_terms() returns trigger language plpgsql as $$
begin
  if (old.reference, old.account_id, old.lab_id, old.location_id, old.mode, old.sub_total_kobo, old.collection_fee_kobo,
      old.total_kobo, old.rate_id, old.lab_share_kobo, old.doctor_share_kobo, old.phlebotomist_share_kobo,
      old.platform_share_kobo, old.created_at, old.collection_state, old.collection_area)
    is distinct from
     (new.reference, new.account_id, new.lab_id, new.location_id, new.mode, new.sub_total_kobo, new.collection_fee_kobo,
      new.total_kobo, new.rate_id, new.lab_share_kobo, new.doctor_share_kobo, new.phlebotomist_share_kobo,
      new.platform_share_kobo, new.created_at, new.collection_state, new.collection_area)
  then raise exception 'the terms of an order are frozen' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Those who go to patients go for every lab: how many can still be visited on a day is counted over all locations.
create index slot_on_day on slot (day);

-- So many in a day that a window of a location can have as many as it may have. Screens take up to 40.
alter table phlebotomist drop constraint phlebotomist_daily_visits_check;
alter table phlebotomist add constraint phlebotomist_daily_visits_check check (daily_visits between 1 and 3000);
