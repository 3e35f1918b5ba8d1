import { lagosDate } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { buildWorld } from '../../test/world.ts'
import { commands } from '../cli.ts'
import { runCommandLine } from './run.ts'

const world = await buildWorld()
const { sql } = world

async function afterRestore(...words: string[]) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const env = {
    DATABASE_URL: world.url,
    DATA_DIR: '/nonexistent/labalaba',
    DEMO: 'on',
    SECRET_KEY: 'a secret of the tests, with more than 32 characters',
  }
  const code = await runCommandLine(commands, ['after-restore', ...words], env, { print, complain: print })
  return { code, text: lines.join('\n') }
}

const year = Number(lagosDate(world.clock.now()).slice(0, 4))
/** New Year's Eve in Lagos, half an hour before midnight. */
const eve = `${year - 1}-12-31 23:30`

test('a database that was not restored is left alone, and wrong times are refused', async () => {
  expect(await afterRestore()).toMatchObject({ code: 1, text: expect.stringContaining('give --restored-to') })
  for (const time of ['yesterday', '2026-11-28', '2026-13-45T10:00:00Z'])
    expect(await afterRestore('--restored-to', time)).toMatchObject({
      code: 2,
      text: `--restored-to is "${time}"; give it as 2026-11-28T14:05:00Z.`,
    })
  for (const times of [
    ['--restored-to', '2999-01-01T00:00:00Z'],
    ['--restored-to', eve, '--in-use-until', `${year - 1}-12-31 10:00`],
  ])
    expect(await afterRestore(...times)).toMatchObject({ code: 2, text: expect.stringContaining('earlier') })
  expect(await afterRestore('--restored-to', eve, '--in-use-until', '2999-01-01 10:00')).toMatchObject({
    code: 2,
    text: expect.stringMatching(/^--in-use-until is in the future; the database says that it is 20/),
  })
  expect(await afterRestore('--restored-to', eve)).toMatchObject({
    code: 2,
    text: expect.stringContaining('earlier than the first start of this database'),
  })
  expect(await sql`select from accession_counter`).toHaveLength(0)
  await sql`update database_incarnation set began_at = began_at - interval '2 years'`
})

test('numbers of every lab and year of the gap are skipped once, with one case also if no money is lost', async () => {
  await sql`insert into accession_counter select min(id), ${year % 100}, 40 from lab`
  await sql`insert into receipt_year values (${year}, 0)`
  const done = await afterRestore('--restored-to', eve)
  expect(done.code, done.text).toBe(0)
  expect(done.text).toContain('Payments are not set up')
  const [labs] = await sql<{ count: number }[]>`select count(*) from lab`
  const counters = () => sql<{ year: number; labs: number; least: number; most: number }[]>`
    select year, count(*) as labs, min(last) as least, max(last) as most from accession_counter group by 1 order by 1`
  const skipped = await counters()
  expect(skipped).toEqual([
    { year: (year - 1) % 100, labs: labs?.count, least: 1_000, most: 1_000 },
    { year: year % 100, labs: labs?.count, least: 1_000, most: 1_040 },
  ])
  expect(await sql`select year, first_number, last_number from receipt_gap order by 1`).toEqual([
    { year: year - 1, first_number: 1, last_number: 1_000 },
    { year, first_number: 1, last_number: 1_000 },
  ])
  expect(await sql`select kind, subject from money_case`).toEqual([
    { kind: 'restored', subject: 'Restore 2' },
  ])

  expect(await afterRestore('--restored-to', eve)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^Nothing to do/),
  })
  expect(await afterRestore()).toMatchObject({ code: 0, text: expect.stringMatching(/^Nothing to do/) })
  expect(await counters()).toEqual(skipped)
})

test('another restore is another incarnation, with its own case', async () => {
  expect((await afterRestore('--restored-to', `${year}-01-01 10:00`)).code).toBe(0)
  expect(await sql`select number from database_incarnation order by 1`).toHaveLength(3)
  expect(await sql`select subject from money_case order by 1`).toEqual([
    { subject: 'Restore 2' },
    { subject: 'Restore 3' },
  ])
  expect(await sql`select from audit_restart`).toHaveLength(2)
})

test('of two commands at once one skips the numbers', async () => {
  const time = `${year}-01-01 11:00`
  const both = await Promise.all([afterRestore('--restored-to', time), afterRestore('--restored-to', time)])
  expect(both.map(({ code }) => code)).toContain(0)
  for (const { code, text } of both)
    if (code !== 0) expect(text).toMatch(/^Another after-restore runs at this moment/)
  expect(await sql`select number from database_incarnation order by 1`).toHaveLength(4)
})

test('ids are skipped by the rate so far, and stay small after many restores', async () => {
  const idOf = async () => Number((await sql`select last_value as id from lab_id_seq`)[0]?.id)
  const before = await idOf()
  for (const minute of ['10', '11', '12', '13'])
    expect((await afterRestore('--restored-to', `${year}-01-01 12:${minute}`)).code).toBe(0)
  expect(await idOf()).toBeGreaterThan(before + 4_000)
  expect(await idOf()).toBeLessThan(1_000_000_000)
})
