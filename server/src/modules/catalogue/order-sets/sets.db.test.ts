import { addOrderSet, changeOrderSet, forgetOrderSet, listOrderSets, listSetOffers } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { ada, drBello, fbc, ikeja, sugar, urine, yaba } from '../../../../test/cast.ts'
import { buildWorld } from '../../../../test/world.ts'

const world = await buildWorld()
const asBello = await world.as(drBello)
const antenatal = { name: 'Antenatal booking', tests: [fbc.name, urine.name.toUpperCase(), sugar.name] }

test('a set is stored with the catalogue’s names, changed and deleted', async () => {
  const { data: made } = await asBello(addOrderSet, { body: antenatal })
  expect(made).toMatchObject({
    name: antenatal.name,
    tests: [{ name: fbc.name }, { name: urine.name }, { name: sugar.name }],
  })
  const body = { name: 'Antenatal, first visit', tests: [urine.name, urine.name, fbc.name] }
  const { data: changed } = await asBello(changeOrderSet, { params: { id: made.id }, body })
  expect(changed).toMatchObject({ id: made.id, tests: [{ name: urine.name }, { name: fbc.name }] })
  expect((await asBello(listOrderSets)).data).toEqual([changed])
  for (const _ of [1, 2])
    expect((await asBello(forgetOrderSet, { params: { id: made.id } })).httpStatus).toBe(200)
  expect((await asBello(listOrderSets)).data).toEqual([])
})

test('each location shows which tests of a set it does, which not, and today’s price', async () => {
  const { data: set } = await asBello(addOrderSet, { body: antenatal })
  const { data } = await asBello(listSetOffers, { params: { id: set.id } })
  expect(data.offers.map(({ slug, address, total }) => [slug, address, total])).toEqual([
    [yaba.slug, yaba.main, 12_500],
    [ikeja.slug, ikeja.main, 10_500],
    [yaba.slug, yaba.annex, 7_000],
  ])
  expect(data.offers[1]).toMatchObject({
    tests: [
      { name: fbc.name, amount: 7000 },
      { name: sugar.name, amount: 3500 },
    ],
    notDone: [urine.name],
  })
  const elsewhere = await asBello(listSetOffers, { params: { id: set.id }, query: { state: 'Kano' } })
  expect(elsewhere.data.offers).toEqual([])
  await asBello(forgetOrderSet, { params: { id: set.id } })
})

test('a set with a taken name, an unknown test, or of another doctor is refused', async () => {
  const { data: set } = await asBello(addOrderSet, { body: antenatal })
  const again = { ...antenatal, name: 'ANTENATAL bookíng' }
  expect((await asBello(addOrderSet, { body: again })).code).toBe('set_name_taken')
  expect((await asBello(changeOrderSet, { params: { id: set.id }, body: again })).httpStatus).toBe(200)
  const unknown = await asBello(addOrderSet, { body: { name: 'Other', tests: ['Moonlight', fbc.name] } })
  expect(unknown).toMatchObject({ code: 'unknown_test', data: { tests: ['Moonlight'] } })
  await world.sql`update order_set set account_id = (select id from account where email = ${ada.email})`
  const params = { id: set.id }
  expect((await asBello(changeOrderSet, { params, body: antenatal })).httpStatus).toBe(404)
  expect((await asBello(listSetOffers, { params })).httpStatus).toBe(404)
  await asBello(forgetOrderSet, { params })
  expect(await world.sql`select 1 from order_set`).toHaveLength(1)
})

test('of fifty-five sets made at once fifty are stored', async () => {
  const answers = await Promise.all(
    Array.from({ length: 55 }, (_, index) =>
      asBello(addOrderSet, { body: { name: `Set ${index}`, tests: [fbc.name] } }),
    ),
  )
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(50)
  expect(answers.filter(({ code }) => code === 'many_sets')).toHaveLength(5)
})
