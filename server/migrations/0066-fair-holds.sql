-- Whom the place of an unpaid home visit is held for, so that few people cannot hold all of a day. It goes once the place is
-- paid for.
alter table slot_place
  -- The mailbox of the account that booked, without what several addresses of one mailbox differ by.
  add holder_mailbox text,
  -- The phone of the patient.
  add holder_phone text,
  -- The network that it was asked for from, as a keyed hash.
  add held_from bytea,
  -- Whether the account had paid for no booking before, and is of no verified doctor.
  add is_newcomer boolean not null default false,
  add constraint slot_place_holder check (held_until is not null
    or (holder_mailbox is null and holder_phone is null and held_from is null and not is_newcomer));
create index slot_place_holder_mailbox on slot_place (holder_mailbox) where holder_mailbox is not null;
create index slot_place_holder_phone on slot_place (holder_phone) where holder_phone is not null;
