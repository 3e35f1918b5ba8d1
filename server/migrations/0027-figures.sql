-- What is about somebody who has confirmed an email, whoever booked it.
create index lab_order_patient_email on lab_order (patient_email) where paid_at is not null;
-- The paid orders of a lab by when they were paid, for its figures.
create index lab_order_paid on lab_order (lab_id, paid_at) where paid_at is not null;
