import { expect, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { commands } from '../cli.ts'
import { runCommandLine } from './run.ts'

const { sql, url } = await cloneDatabase()

test('the list of cases shows what is known of each, such as the payments that a restore has lost', async () => {
  await sql`insert into money_case (kind, subject, opened_at, found) values ('restored', 'Restore 2', now(),
    ${sql.json({ lost_payments: '1: bk-lost (₦5,000)', restored_to: 'Saturday at 10:09 am', lost_refunds: null })})`
  const lines: string[] = []
  const screen = { print: (line: string) => lines.push(line), complain: (line: string) => lines.push(line) }
  expect(await runCommandLine(commands, ['held-payments'], { DATABASE_URL: url, DEMO: 'on' }, screen)).toBe(0)
  expect(lines).toEqual([
    '1 case waits:',
    expect.stringContaining('Restore 2: '),
    '  Restored to: Saturday at 10:09 am',
    '  Payments without an order: 1: bk-lost (₦5,000)',
  ])
})
