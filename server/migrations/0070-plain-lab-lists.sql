-- Lists of labs are read and counted as they are: no counters, no versions.
drop trigger new_lab_is_tallied on lab;
drop trigger lost_lab_is_tallied on lab;
drop trigger changed_lab_is_tallied on lab;
drop trigger location_changes_listing on lab_location;
drop trigger place_changes_listing on place;
drop function tally_new_labs(), tally_lost_labs(), tally_changed_labs(), move_lab_tally(jsonb), tell_lab_listing();
drop table lab_tally, lab_listing, lab_listing_change;
