-- One folio number verifies one account, however it is typed: "MDCN/R/ 11476", "mdcn-r-011476" and "MDCN/R/11476" are one.
create function folio_key(folio text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(upper(folio), '[^A-Z0-9]', '', 'g'), '(^|[A-Z])0+(?=[0-9])', '\1', 'g');

drop index doctor_licence_folio;
create unique index doctor_licence_folio on doctor_licence (folio_key(folio_number)) where state in ('accepted', 'suspended');
