-- The triggers that write the chains of history do so with their owner's rights. So the logins of the program need none on
-- the chain's ends and on what waits to be chained, and history gets there only by its own triggers (see docs/decisions/0065).
alter function chain_audit_entry() security definer set search_path = public, pg_temp;
alter function queue_for_chain() security definer set search_path = public, pg_temp;
alter function queue_audit_entry_for_chain() security definer set search_path = public, pg_temp;
