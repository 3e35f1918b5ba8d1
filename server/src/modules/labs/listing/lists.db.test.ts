import { expect, test } from 'vitest'
import { openLabServer } from '../../../../test/lab-server.ts'
import { listLabs } from '../labs.ts'
import { labsByName } from './repository.ts'

const { db, sql } = await openLabServer()
const first = { page: 1, limit: 15 }
const [one] = await sql<{ id: number; name: string }[]>`select id::int, name from lab
  where active and offer_count > 0 order by name_folded limit 1`
const { id, name } = one ?? expect.unreachable()

await sql`insert into lab_location (lab_id, name, address, landmark, area, state, latitude, longitude, opening_hours, departments, position)
  select lab_id, 'Second', '2 New Street', landmark, area, state, latitude, longitude, opening_hours, departments, 2
  from lab_location where lab_id = ${id} limit 1`

/** The first page as the database has it. */
async function pageNow() {
  const filter = { favourite: false, home: false, iso: false }
  return await labsByName(db, { accountId: 1, limit: 15, offset: 0, filter })
}

test.each([
  `update lab set name = 'Aaa of the labs' where id = ${id}`,
  `update lab set slug = 'aaa-of-the-labs' where id = ${id}`,
  `update lab set accreditation = 'MLSCN; ISO 15189:2022' where id = ${id}`,
  `update lab set registration_number = 'RA/0/1' where id = ${id}`,
  `update lab set registration_expires_on = '2031-01-01' where id = ${id}`,
  `update lab set quality_assessment = 'None' where id = ${id}`,
  `update lab set iso_scope = array['Haematology'] where id = ${id}`,
  `update lab set home_collection = not home_collection where id = ${id}`,
  `update lab set about = 'Another lab', founded_year = 1901 where id = ${id}`,
  `update lab set offer_count = offer_count + 1 where id = ${id}`,
  `update lab_location set address = '1 New Street' where lab_id = ${id} and position = 1`,
  `update lab_location set area = 'Yaba', state = 'Lagos' where lab_id = ${id} and position = 1`,
  `update lab_location set position = 50 where lab_id = ${id} and position = 1`,
  `update lab_location set active = false where lab_id = ${id} and position = 2`,
  `update lab_location set active = true where lab_id = ${id} and position = 2`,
  `update lab set active = false where id = ${id}`,
  `update lab set active = true where id = ${id}`,
  `update lab set offer_count = 0 where id = ${id}`,
  `update lab set offer_count = 5 where id = ${id}`,
  `insert into lab (slug, name, about, accreditation, registration_number, registration_expires_on, departments, home_collection,
    email, phone, offer_count) values ('aab', 'Aab', '', '', 'T', '2099-01-01', '{}', true, 'a@b.example', '234', 2)`,
  `delete from lab where slug = 'aab'`,
])('a list shows a change at once: %s', async (change) => {
  const before = await listLabs(db, 1, first)
  expect(before).toEqual(await pageNow())
  await sql.unsafe(change)
  const now = await listLabs(db, 1, first)
  expect(now).toEqual(await pageNow())
  expect(now).not.toEqual(before)
})

test('so does a search, one with a typing error, and one by place', async () => {
  const search = async (q: string) => (await listLabs(db, 1, { ...first, q })).labs.map((lab) => lab.id)
  expect(await search('zuberi')).toEqual([])
  expect(await search('zubreri')).toEqual([])
  await sql`update lab set name = 'Zuberi Diagnostics' where id = ${id}`
  expect(await search('zuberi')).toEqual([id])
  expect(await search('zubreri')).toEqual([id])
  await sql`update lab set name = ${name} where id = ${id}`
  expect(await search('zuberi')).toEqual([])
  expect(await search('zubreri')).toEqual([])
  await sql`update lab set places_folded = ' zuberiland lagos' where id = ${id}`
  expect(await search('zuberiland')).toEqual([id])
})

test('each account sees its own favourites, also when several accounts ask concurrently', async () => {
  const [mine, theirs] = await sql<{ id: number }[]>`select id::int from account order by id limit 2`
  const marked = async (account: number) =>
    (await listLabs(db, account, first)).labs.filter((lab) => lab.isFavourite).map((lab) => lab.id)
  await sql`insert into favourite (account_id, lab_id, at) values (${mine?.id ?? 0}, ${id}, now())`
  const asked = [mine, theirs, mine].map((account) => marked(account?.id ?? 0))
  expect(await Promise.all(asked)).toEqual([[id], [], [id]])
  await sql`delete from favourite`
  expect(await marked(mine?.id ?? 0)).toEqual([])
})

test('a list shows a change once it is committed, and not before', async () => {
  const before = await listLabs(db, 1, first)
  await sql.begin(async (other) => {
    await other`update lab set name = 'Aaaa under way' where id = ${id}`
    expect(await listLabs(db, 1, first)).toEqual(before)
  })
  expect((await listLabs(db, 1, first)).labs[0]?.name).toBe('Aaaa under way')
})
