import { expect, test } from 'vitest'
import { openLabServer } from '../../../test/lab-server.ts'
import { listLabs } from './lists.ts'
import { labsByName } from './repository.ts'
import { foldListingChanges, standingFor } from './standing-repository.ts'

const { db, sql } = await openLabServer()
const first = { page: 1, limit: 15 }
const [one] = await sql<{ id: number; name: string }[]>`select id::int, name from lab
  where active and offer_count > 0 order by name_folded limit 1`
const { id, name } = one ?? expect.unreachable()

await sql`insert into lab_location (lab_id, name, address, landmark, area, state, latitude, longitude, opening_hours, departments, position)
  select lab_id, 'Second', '2 New Street', landmark, area, state, latitude, longitude, opening_hours, departments, 2
  from lab_location where lab_id = ${id} limit 1`

/** The first page as it stands in the database, whatever is kept. */
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
])('a list follows a change at once: %s', async (change) => {
  const before = await listLabs(db, 1, first)
  expect(before).toEqual(await pageNow())
  await sql.unsafe(change)
  const now = await listLabs(db, 1, first)
  expect(now).toEqual(await pageNow())
  expect(now).not.toEqual(before)
})

test('so does a search, one with a slip of the finger, and the place by which it finds', async () => {
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

test('everybody is told of their own marks, also of what is kept, at once', async () => {
  const [mine, theirs] = await sql<{ id: number }[]>`select id::int from account order by id limit 2`
  const marked = async (account: number) =>
    (await listLabs(db, account, first)).labs.filter((lab) => lab.isFavourite).map((lab) => lab.id)
  await sql`insert into favourite (account_id, lab_id, at) values (${mine?.id ?? 0}, ${id}, now())`
  const asked = [mine, theirs, mine].map((account) => marked(account?.id ?? 0))
  expect(await Promise.all(asked)).toEqual([[id], [], [id]])
  await sql`delete from favourite`
  expect(await marked(mine?.id ?? 0)).toEqual([])
})

test('nobody is told of a change that is not made yet, nor keeps what was before it once it is', async () => {
  const before = await listLabs(db, 1, first)
  await sql.begin(async (other) => {
    await other`update lab set name = 'Aaaa under way' where id = ${id}`
    expect(await listLabs(db, 1, first)).toEqual(before)
  })
  expect((await listLabs(db, 1, first)).labs[0]?.name).toBe('Aaaa under way')
})

test('labs that change at once do not wait for each other', async () => {
  const [other] = await sql<{ id: number }[]>`select id::int from lab where active and id <> ${id} limit 1`
  await sql.begin(async (held) => {
    await held`update lab set offer_count = offer_count + 1, about = 'held' where id = ${id}`
    await sql.begin(async (beside) => {
      await beside`set local lock_timeout = '500ms'`
      await beside`update lab set offer_count = offer_count + 1, about = 'beside' where id = ${other?.id ?? 0}`
    })
    await foldListingChanges(db)
  })
})

test('folding changes in leaves the version as it is, also twice at once and beside more changes', async () => {
  const version = async () => (await standingFor(db, [])).version
  const before = await version()
  await Promise.all([foldListingChanges(db), foldListingChanges(db)])
  expect(await version()).toBe(before)
  expect(await sql`select from lab_listing_change`).toHaveLength(0)
  const change = () => sql`update lab set offer_count = offer_count + 1 where id = ${id}`
  await Promise.all([change(), foldListingChanges(db), change(), foldListingChanges(db), change()])
  expect(await version()).toBe(before + 3)
})

test('what no list shows leaves the version as it is', async () => {
  const before = await standingFor(db, [])
  await sql`update lab set phone = '2348000000000', email = 'other@lab.example' where id = ${id}`
  await sql`update lab_location set opening_hours = opening_hours, landmark = 'Beside the market' where lab_id = ${id}`
  await sql`update offer set price_kobo = price_kobo + 100 where lab_id = ${id}`
  expect(await standingFor(db, [])).toEqual(before)
})
