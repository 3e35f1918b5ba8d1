import { sql } from 'kysely'
import type { Db, Tx } from '../../../db.ts'
import type { OrderRow } from '../../orders/index.ts'
import type { SensitiveInput } from './analyte-sheet.ts'

/**
 * Makes exactly these tests sensitive, except tests that an operator has decided about. A test that is no longer among them
 * stays sensitive for orders placed before.
 */
export async function replaceShipped(tx: Tx, tests: readonly SensitiveInput[]): Promise<void> {
  const given = JSON.stringify(tests)
  await sql`update test set sensitive = because, sensitive_until = null
    from json_to_recordset(${given}::text::json) as given ("testCode" text, because text)
    where test.code = "testCode" and not sensitive_by_operator
      and (sensitive is distinct from because or sensitive_until is not null)`.execute(tx)
  await sql`update test set sensitive_until = now()
    where sensitive is not null and sensitive_until is null and not sensitive_by_operator
      and code not in (select "testCode" from json_to_recordset(${given}::text::json) as given ("testCode" text))`.execute(
    tx,
  )
}

/**
 * Stores an operator's decision about tests, from `at` on: why each is sensitive, or null if it no longer is. Returns how
 * many.
 */
export async function saySensitive(
  tx: Tx,
  tests: readonly { readonly testCode: string; readonly because: string | null }[],
  at: Date,
): Promise<number> {
  if (tests.length === 0) return 0
  const { numAffectedRows } =
    await sql`update test set sensitive_by_operator = true, sensitive = coalesce(because, sensitive),
      sensitive_until = case when because is null and sensitive is not null
        then coalesce(sensitive_until, ${at}::timestamptz) end
    from json_to_recordset(${JSON.stringify(tests)}::text::json) as given ("testCode" text, because text)
    where test.code = "testCode" and kind = 'test'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Why each of these tests of an order is sensitive, if it is now or was at any time since the order was placed. */
export async function sensitiveAmong(
  db: Db,
  { created_at: placedAt }: Pick<OrderRow, 'created_at'>,
  testIds: readonly number[],
): Promise<Map<number, string>> {
  if (testIds.length === 0) return new Map()
  const found = await db
    .selectFrom('test')
    .select(['id', 'sensitive'])
    .where('id', 'in', [...testIds])
    .where('sensitive', 'is not', null)
    .where((e) => e.or([e('sensitive_until', 'is', null), e('sensitive_until', '>', placedAt)]))
    .execute()
  return new Map(found.flatMap(({ id, sensitive }) => (sensitive === null ? [] : [[id, sensitive] as const])))
}
