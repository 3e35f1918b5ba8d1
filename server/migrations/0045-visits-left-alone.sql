-- Visits that nobody looks after are looked for by those that are still open, and not among all that were ever made.
create index collection_left_alone on collection (visit_on, visit_time, id) where state = 'assigned';
create index collection_on_the_way on collection (visit_on, id) where state = 'on_the_way';
