import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listMigrations, migrate } from '../src/infra/db/migrate.ts'
import { openSql, type Sql } from './sql.ts'

/** The first version that knows whose a consent is. */
const first = '0053-consent-of-a-person.sql'

const serverUrl = inject('postgresUrl')
const name = `test_${randomBytes(8).toString('hex')}`
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
const sql = openSql(url, 2)

type Booked = { readonly name: string; readonly born?: string; readonly unpaid?: boolean }

/** Whom one doctor has booked for with each mailbox, which has said yes. */
const mailboxes: Readonly<Record<string, readonly Booked[]>> = {
  alone: [
    { name: 'Ada Obi', born: '1985-03-27' },
    { name: 'ADA OBI', born: '1985-03-27' },
  ],
  unpaid: [
    { name: 'Ada Obi', born: '1985-03-27' },
    { name: 'Emeka Obi', born: '1980-02-01', unpaid: true },
  ],
  family: [
    { name: 'Zara Obi', born: '2019-03-04' },
    { name: 'Emeka Obi', born: '1980-02-01' },
    { name: 'Emeka Obi', born: '1980-02-01' },
  ],
  unborn: [{ name: 'Ada Obi', born: '1985-03-27' }, { name: 'Ada Obi' }],
  nothing: [],
}

beforeAll(async () => {
  await onServer(`create database ${name}`)
  await fillAsBefore()
  await migrate(url)
}, 120_000)

afterAll(async () => {
  await sql.end()
  await onServer(`drop database if exists ${name} with (force)`)
})

async function onServer(statement: string): Promise<void> {
  const server = openSql(serverUrl, 1)
  await server.unsafe(statement)
  await server.end()
}

async function fillAsBefore(): Promise<void> {
  const own = openSql(url, 1)
  await own`create table migration (name text primary key, hash text not null, ran_at timestamptz not null default now())`
  for (const { name: file, text, hash } of listMigrations().filter((one) => one.name < first)) {
    await own.begin((tx) => tx.unsafe(text))
    await own`insert into migration (name, hash) values (${file}, ${hash})`
  }
  // What the migration asks the worker for.
  await own`create schema graphile_worker`
  await own`create table graphile_worker.asked (name text, payload json)`
  await own`create function graphile_worker.add_job(name text, payload json) returns void language sql
    as $$ insert into graphile_worker.asked values (name, payload) $$`
  // Of labs and tests nothing is needed here but their numbers.
  await own`set session_replication_role = replica`
  for (const [mailbox, booked] of Object.entries(mailboxes)) await insertMailbox(own, mailbox, booked)
  await insertConsent(own, 'gone', 'account_deleted')
  await own.end()
}

async function insertMailbox(own: Sql, mailbox: string, booked: readonly Booked[]): Promise<void> {
  const email = `${mailbox}@old.example`
  for (const [at, { name: patient, born = null, unpaid = false }] of booked.entries())
    await own`
      insert into lab_order (reference, account_id, client_reference, request_hash, state, lab_id, location_id, lab_slug,
        lab_name, location_name, location_address, mode, patient_name, patient_email, patient_phone, patient_gender,
        patient_born_on, test_count, sub_total_kobo, collection_fee_kobo, total_kobo, rate_id, lab_share_kobo,
        doctor_share_kobo, phlebotomist_share_kobo, platform_share_kobo, created_at, paid_at, expires_at)
      select ${`${mailbox} ${at}`}, 7, ${`${mailbox} ${at}`}, '\\x00', ${unpaid ? 'awaiting_payment' : 'scheduled'}, 1, 1,
        'yaba', 'Yaba', 'Main', '1 Road', 'walkin', ${patient}, ${email}, '2348030000000',
        ${/Emeka/.test(patient) ? 'Male' : 'Female'}, ${born}::text::date, 1, 1, 0, 1, 1, 1, 0, 0, 0, now(),
        ${unpaid ? null : new Date()}::timestamptz, now() + interval '1 day'`
  await insertConsent(own, mailbox, null)
}

async function insertConsent(own: Sql, mailbox: string, ended: string | null): Promise<void> {
  await own`insert into reading_consent (id, patient_email, doctor_id, sensitive, words_version, given_at, expires_at, ended,
      ended_at)
    values (gen_random_uuid(), ${`${mailbox}@old.example`}, 7, true, 'old', now() - interval '1 day',
      now() + interval '300 days', ${ended}, ${ended === null ? null : new Date()}::timestamptz)`
}

test('a consent of before is kept where all that was booked with its email is about one person, and ends elsewhere', async () => {
  const found = await sql<{ mailbox: string; person: string | null; ended: string | null }[]>`
    select split_part(patient_email, '@', 1) as mailbox, person, ended from reading_consent order by 1`
  const adaAt = (mailbox: string) =>
    JSON.stringify(['ada obi', 'Female', '1985-03-27', `${mailbox}@old.example`]).replaceAll(',', ', ')
  expect(found.map((one) => ({ ...one }))).toEqual([
    { mailbox: 'alone', person: adaAt('alone'), ended: null },
    { mailbox: 'family', person: null, ended: 'person_unclear' },
    { mailbox: 'gone', person: null, ended: 'account_deleted' },
    { mailbox: 'nothing', person: null, ended: 'person_unclear' },
    { mailbox: 'unborn', person: null, ended: 'person_unclear' },
    { mailbox: 'unpaid', person: adaAt('unpaid'), ended: null },
  ])
})

test('whoever is not known any more is asked again, each person once, by their newest order', async () => {
  const asked = await sql<{ reference: string; key: string }[]>`
    select o.reference, payload ->> 'noticeKey' as key from graphile_worker.asked
      join lab_order o on o.id = (payload ->> 'orderId')::bigint where name = 'mail-consent' order by o.reference`
  expect(asked.map(({ reference }) => reference)).toEqual(['family 0', 'family 2', 'unborn 0', 'unborn 1'])
  expect(new Set(asked.map(({ key }) => key)).size).toBe(4)
})

test('what was kept ends as ever, and stays as it was given', async () => {
  await expect(sql`update reading_consent set person = 'another' where ended is null`).rejects.toThrow(
    'a consent stays as it was given',
  )
})
