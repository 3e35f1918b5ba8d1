-- What "verified" rests on beyond the registration: empty where the lab has not said.
alter table lab
  add column quality_assessment text not null default '',
  add column iso_scope text[] not null default '{}';

-- Where a location is, as words to search by, each with a space before it. People call the capital's territory Abuja.
create function place_words(area text, state text, lga text) returns text language sql immutable parallel safe
  return ' ' || btrim(regexp_replace(
    fold(area || ' ' || state || ' ' || coalesce(lga, '') ||
      case when state in ('FCT', 'Federal Capital Territory') then ' Abuja' else '' end),
    '[^a-z0-9]+', ' ', 'g'));

-- The same of all its active locations; kept by whoever writes them, so that a search reads one table.
alter table lab add column places_folded text not null default '';
update lab set places_folded = coalesce((
  select string_agg(distinct place_words(lab_location.area, lab_location.state, place.lga), '')
  from lab_location left join place on place.state = lab_location.state and place.area = lab_location.area
  where lab_location.lab_id = lab.id and lab_location.active), '');
create index lab_places_trigram on lab using gin (places_folded gin_trgm_ops);
