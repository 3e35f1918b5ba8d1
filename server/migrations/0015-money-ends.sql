-- Money that left in a way that we did not send: given back in Paystack's dashboard, paid from our own bank account, or
-- taken by the payer's bank. The reference is where to look it up there.
alter table refund
  add outside text check (outside in ('dashboard', 'bank', 'dispute')),
  add outside_reference text,
  -- Money of another currency or of Paystack's other mode stands in none of our books; it is counted as it came.
  add in_books boolean not null default true,
  -- Why Paystack refused it; such a one is not tried again by itself.
  add refusal text,
  -- When the payer's bank details were given to Paystack.
  add details_at timestamptz,
  add check ((outside is null) = (outside_reference is null)),
  add check (outside is null or state = 'processed' and source_kobo > 0),
  add check (refusal is null or state = 'failed'),
  add check (in_books or origin = 'unapplied' and credit_kobo = 0);

-- What was paid from our own bank account, as Paystack still holds it for us.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in ('provider_clearing', 'provider_fees',
  'lab', 'doctor_pending', 'doctor_wallet', 'phlebotomist', 'patient_credit', 'platform_revenue', 'unapplied', 'refunds',
  'chargebacks', 'own_bank'));

create trigger payment_link_event_is_history before update or delete on payment_link_event
  for each row execute function forbid_change();
