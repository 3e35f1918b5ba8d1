import { expect, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { cloneDatabase } from '../test/database.ts'
import { main } from './main.ts'

const { sql, url } = await cloneDatabase()

/** The program’s message if it does not start; it is stopped if it does. */
async function refusalOf(demo: 'on' | 'off'): Promise<string> {
  const port = await freePort()
  const env = { DATABASE_URL: url, PORT: String(port), ROLE: 'web', DEMO: demo, LOG_LEVEL: 'silent' }
  try {
    await (await main(env)).close()
    return ''
  } catch (error) {
    expect(error).toMatchObject({ name: 'ConfigError' })
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
    return error instanceof Error ? error.message : ''
  }
}

async function insertLab(demo: boolean): Promise<void> {
  await sql`insert into lab ${sql({
    slug: 'yaba-lab',
    name: 'Yaba Lab',
    about: '',
    founded_year: null,
    accreditation: 'MLSCN',
    registration_number: 'R1',
    registration_expires_on: '2030-01-01',
    turnaround_factor: 1,
    departments: ['Haematology'],
    home_collection: false,
    collection_fee_kobo: 0,
    email: 'desk@yaba.example',
    phone: '2347000000101',
    demo,
  })}`
}

async function insertAccount(demo: boolean): Promise<void> {
  await sql`insert into account ${sql({
    email: 'ada@mail.example',
    password_hash: '',
    name: 'Ada',
    phone: '2348030000001',
    username: '',
    address: '',
    source: 'web',
    type: 'user',
    branch: 'at_home_service',
    state: 'active',
    terms_version: '',
    privacy_version: '',
    consented_at: new Date(),
    demo,
  })}`
}

test('a real install starts on an empty database, and again on its own', async () => {
  expect(await refusalOf('off')).toBe('')
  await insertAccount(false)
  await insertLab(false)
  expect(await refusalOf('off')).toBe('')
})

test('a demonstration does not start in a database with real labs, and explains what to do', async () => {
  const words = await refusalOf('on')
  expect(words).toContain('this database holds real labs')
  expect(words).toContain('DEMO=off')
  expect(await sql`select 1 from account where demo`).toHaveLength(0)
})

test('a real install does not start in a database with demonstration labs or accounts, and explains what to do', async () => {
  await sql`update lab set demo = true`
  const words = await refusalOf('off')
  expect(words).toContain("this database holds a demonstration's labs and accounts")
  expect(words).toContain('DEMO=on')
  await sql`delete from lab`
  expect(await refusalOf('off')).toBe('')
  await sql`update account set demo = true`
  expect(await refusalOf('off')).toBe(words)
})
