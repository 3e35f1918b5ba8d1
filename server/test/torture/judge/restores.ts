import type { Sql } from '../../sql.ts'

/** What the restores of a trial have lost and their case lists. Empty if there was none. */
export type Restores = {
  /** References of payments at Paystack that the case lists. */
  readonly payments: ReadonlySet<string>
  /** Ids of refunds at Paystack that the case lists. */
  readonly refunds: ReadonlySet<string>
  /** Whether the note of a refund at Paystack is of one that the books have lost. */
  lostRefund(note: string): boolean
}

/** Reads what the product found after its restores. */
export async function readRestores(sql: Sql): Promise<Restores> {
  const restores = await sql`select 1 from database_incarnation where restored_to is not null`
  if (restores.length === 0) return { payments: new Set(), refunds: new Set(), lostRefund: () => false }
  const findings = await sql<{ kind: string; subject: string }[]>`
    select f.kind, f.subject from restore_finding f join database_incarnation i on i.id = f.incarnation_id
      join money_case c on c.kind = 'restored' and c.subject = 'Restore ' || i.number`
  const ours = await sql<{ id: string }[]>`select id::text from refund`
  const notes = new Set(ours.map(({ id }) => `refund ${id}`))
  const listed = (kind: string) =>
    new Set(findings.filter((one) => one.kind === kind).map(({ subject }) => subject))
  return {
    payments: listed('unknown_at_paystack'),
    refunds: listed('refund_unknown'),
    lostRefund: (note) => !notes.has(note),
  }
}
