-- Tests are searched in memory, so an edition covers all that they are found by: purposes too.
drop trigger test_makes_edition on test;
create trigger test_makes_edition after insert or delete or truncate or update of code, name, also_known_as, kind, category, department,
    departments, audience, summary, specimen, fasting_hours, preparation, turnaround_hours, home_collection, sex, popular_rank on test
  for each statement execute function make_catalogue_edition();
create trigger purpose_makes_edition after insert or delete or truncate or update on purpose
  for each statement execute function make_catalogue_edition();
create trigger purpose_of_test_makes_edition after insert or delete or truncate or update on purpose_test
  for each statement execute function make_catalogue_edition();
