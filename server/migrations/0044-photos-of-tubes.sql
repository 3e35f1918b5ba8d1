-- A phlebotomist may photograph the tubes of a visit: three times at each time of it that somebody went.
create table visit_photo (
  -- Made on the phone, so that the same photo is kept once however often it is sent.
  id uuid primary key,
  collection_id uuid not null,
  order_id bigint not null,
  -- Of which time of the visit it is: a visit that is moved begins anew.
  round smallint not null check (round > 0),
  place smallint not null constraint visit_photo_three check (place between 1 and 3),
  account_id bigint not null references account (id),
  -- Of what was sent, before it was cleaned.
  hash bytea not null constraint visit_photo_hashed check (octet_length(hash) = 32),
  -- A JPEG without anything beside the picture itself; null once it is forgotten.
  image bytea constraint visit_photo_sized check (octet_length(image) between 1 and 196608),
  width smallint not null check (width between 1 and 2048),
  height smallint not null check (height between 1 and 2048),
  taken_at timestamptz not null,
  received_at timestamptz not null,
  forgotten_at timestamptz,
  unique (collection_id, round, place),
  foreign key (collection_id, order_id) references collection (id, order_id),
  constraint visit_photo_forgotten check ((image is null) = (forgotten_at is not null)),
  constraint visit_photo_taken_before check (taken_at <= received_at)
);
create index visit_photo_order on visit_photo (order_id);
create index visit_photo_kept on visit_photo (received_at) where image is not null;

-- Somebody went, and the door was opened to them, at the time that the photo is of.
create function check_visit_photo() returns trigger language plpgsql as $$
declare
  visit collection;
begin
  select * into visit from collection where id = new.collection_id for share;
  if visit.round <> new.round or visit.arrived_at is null or visit.state not in ('on_the_way', 'collected', 'delivered') then
    raise exception 'a photo is of a visit where somebody is or was' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger visit_photo_is_of_visit before insert on visit_photo
  for each row execute function check_visit_photo();

-- Nothing of it changes but that the picture is forgotten, once its order is over or a year has gone.
create function keep_visit_photo() returns trigger language plpgsql as $$
declare
  was visit_photo := old;
begin
  was.image := null;
  was.forgotten_at := new.forgotten_at;
  if old.image is null or new.image is not null or new is distinct from was then
    raise exception 'visit_photo is append-only' using errcode = 'restrict_violation';
  end if;
  if new.forgotten_at < old.received_at + interval '1 year' and not exists (
    select from lab_order o where o.id = old.order_id and o.state in ('results_ready', 'cancelled')) then
    raise exception 'a photo is kept while its order goes on' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger visit_photo_is_kept before update on visit_photo
  for each row execute function keep_visit_photo();
create trigger visit_photo_is_history before delete on visit_photo
  for each row execute function forbid_change();
create trigger visit_photo_stays before truncate on visit_photo
  for each statement execute function forbid_change();

-- Two more words of who saw or changed what.
alter table audit_entry drop constraint audit_entry_what_check;
alter table audit_entry add constraint audit_entry_what_check check (what in ('order_seen', 'results_seen', 'visit_seen',
  'checked_in', 'sample_handled', 'values_entered', 'correction_begun', 'report_read', 'report_saved', 'report_verified',
  'report_sent_back', 'report_released', 'report_corrected', 'report_acknowledged', 'report_withdrawn', 'share_made',
  'share_opened', 'share_revoked',
  'patient_proven', 'patient_refused', 'labels_printed', 'visit_moved', 'worklist_searched', 'counselling_noted',
  'photo_taken', 'photo_seen'));
