import { beforeAll, expect, test } from 'vitest'
import { bringOnCast, yaba } from '../../test/cast.ts'
import { cloneDatabase } from '../../test/database.ts'
import { commands } from '../cli.ts'
import { systemClock } from '../infra/clock.ts'
import { openHasher } from '../modules/accounts/index.ts'
import { runCommandLine } from './run.ts'

const { db, sql, url } = await cloneDatabase()

beforeAll(async () => {
  const hasher = openHasher({ atOnce: 1, waiting: 50 }, { memoryCost: 256, timeCost: 1, parallelism: 1 })
  await bringOnCast(db, systemClock, hasher)
})

async function labalaba(...words: string[]) {
  const said: string[] = []
  const screen = {
    print: (line: string) => void said.push(line),
    complain: (line: string) => void said.push(line),
  }
  const code = await runCommandLine(commands, ['set-visits', ...words], { DATABASE_URL: url }, screen)
  return { code, said: said.join('\n') }
}

const places = async () => {
  const usual = await sql<{ visit_places: number }[]>`
    select visit_places from lab_location where address = ${yaba.main}`
  const special = await sql`select weekday, starts, places from slot_capacity`
  return { usual: usual[0]?.visit_places, special }
}

test('a location’s number of visits is set for all windows, and for one window of a weekday', async () => {
  expect(await labalaba(yaba.slug, yaba.main, '--places', '6')).toEqual({
    code: 0,
    said: 'Yaba Main of Yaba Lab makes 6 home visits in any window.',
  })
  const only = await labalaba(yaba.slug, yaba.main, '--places', '0', '--day', 'sunday', '--from', '07:00')
  expect(only.said).toContain('on Sundays from 07:00')
  await labalaba(yaba.slug, yaba.main, '--places', '2', '--day', 'Sunday', '--from', '07:00')
  expect(await places()).toEqual({ usual: 6, special: [{ weekday: 7, starts: '07:00', places: 2 }] })
})

test.each([
  [['no-such-lab', yaba.main, '--places', '6'], 1, 'no such lab'],
  [[yaba.slug, yaba.main], 2, '--places'],
  [[yaba.slug, yaba.main, '--places', '-1'], 2, 'set-visits'],
  [[yaba.slug, yaba.main, '--places', '501'], 2, '0 to 500'],
  [[yaba.slug, yaba.main, '--places', '6', '--day', 'Monday'], 2, '07:00'],
  [[yaba.slug, yaba.main, '--places', '6', '--from', '07:00'], 2, 'such as Monday'],
  [[yaba.slug, yaba.main, '--places', '6', '--day', 'Monday', '--from', '08:00'], 2, 'one of'],
])('%j is refused with code %i', async (words, code, said) => {
  const before = await places()
  const refused = await labalaba(...words)
  expect([refused.code, refused.said]).toEqual([code, expect.stringContaining(said)])
  expect(await places()).toEqual(before)
})
