import { listLabs } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { ada } from '../../../../test/cast.ts'
import { buildWorld } from '../../../../test/world.ts'
import { labsByName } from './repository.ts'

const { db, sql, as } = await buildWorld()

const filters = [false, true].flatMap((home) => [false, true].map((iso) => ({ favourite: false, home, iso })))

/** What the list would count, lab by lab, beside the number it shows. */
async function expectRightTotals(): Promise<void> {
  for (const filter of filters) {
    const page = { accountId: 1, limit: 15, filter }
    const first = await labsByName(db, { ...page, offset: 0 })
    const behind = await labsByName(db, { ...page, offset: 10_000 })
    expect([first.total, behind.labs]).toEqual([behind.total, []])
    const said = first.total
    const [counted] = await sql<
      { labs: number }[]
    >`select count(*)::int as labs from lab where active and offer_count > 0
      and (home_collection or not ${filter.home}) and (accreditation ~* 'ISO\\s*15189' or not ${filter.iso})`
    expect([filter, said]).toEqual([filter, counted?.labs])
  }
}

test('the number of labs in a list follows every change of a lab', async () => {
  await expectRightTotals()
  const [first] = await sql<
    { id: number }[]
  >`select id from lab where active and offer_count > 0 order by id limit 1`
  const id = first?.id ?? 0
  const changes = [
    sql`update lab set home_collection = not home_collection where id = ${id}`,
    sql`update lab set accreditation = 'MLSCN; ISO 15189:2022' where id = ${id}`,
    sql`update lab set accreditation = 'MLSCN' where id = ${id}`,
    sql`update lab set active = false where id = ${id}`,
    sql`update lab set offer_count = 0 where id = ${id}`,
    sql`update lab set active = true where id = ${id}`,
    sql`update lab set offer_count = 3 where id = ${id}`,
    sql`update lab set home_collection = not home_collection, name = name || ' '`,
    sql`insert into lab (slug, name, about, accreditation, registration_number, registration_expires_on, departments,
        home_collection, email, phone, offer_count)
      select 'tally-' || n, 'Tally ' || n, '', case when n % 2 = 0 then 'ISO15189' else '' end, 'T' || n, '2099-01-01', '{}',
        n % 3 = 0, 't@tally.example', '234', n % 4 from generate_series(1, 24) n`,
    sql`delete from lab where slug like 'tally-%' and home_collection`,
  ]
  for (const change of changes) {
    await change
    await expectRightTotals()
  }
})

test('two concurrent changes of which labs are listed are both counted', async () => {
  const ids = await sql<{ id: number }[]>`select id from lab where slug like 'tally-%' order by id`
  await Promise.all(
    ids.map(
      ({ id }) =>
        sql`update lab set offer_count = case offer_count when 0 then 1 else 0 end where id = ${id}`,
    ),
  )
  await expectRightTotals()
})

test('a misspelt search finds a lab at once, also by its new name, and no longer after its deletion', async () => {
  const caller = await as(ada)
  const found = async () =>
    (await caller(listLabs, { query: { q: 'Zanzibarr Wumbo' } })).data.map(({ name }) => name)
  expect(await found()).toEqual([])
  await sql`update lab set name = 'Zanzibar Wumbu', offer_count = 1, active = true where slug = 'tally-1'`
  expect(await found()).toEqual(['Zanzibar Wumbu'])
  await sql`update lab set name = 'Zanzibor Wumbo' where slug = 'tally-1'`
  expect(await found()).toEqual(['Zanzibor Wumbo'])
  await sql`update lab set active = false where slug = 'tally-1'`
  expect(await found()).toEqual([])
})
