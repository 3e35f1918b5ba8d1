import { enterResults, type LabReport, releaseReport, verifyReport } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, fbc, sola, sugar, tola, urine } from '../../../../test/cast.ts'
import { plausible, releaseAll, reportsOf } from '../../../../test/results.ts'
import { buildWorld, until } from '../../../../test/world.ts'

const world = await buildWorld()
await world.work()

const threeTests = { test: [{ ...fbc }, { ...sugar }, { ...urine }] }
const of = (name: string) => (report: LabReport) => report.test === name

/** How often an address has read that a result of an order is out before the rest, that all are, and to call the lab. */
async function told(address: string, reference: string) {
  const about = (await world.mailTo(address)).filter(({ text }) => text.includes(reference))
  const mails = about.filter(({ subject }) => subject === 'Your result is ready')
  const calls = about.filter(({ subject }) => subject === 'Please call the lab now').length
  const part = mails.filter(({ text }) => text.includes('We write again when the rest is ready')).length
  return { part, whole: mails.length - part, calls }
}

/** Releases a blood count whose haemoglobin is too low to wait. */
async function releaseCritical(reference: string): Promise<void> {
  const [asSola, asTola] = await Promise.all([world.as(sola), world.as(tola)])
  const blood = async () => (await reportsOf(asSola, reference)).find(of(fbc.name)) ?? expect.unreachable()
  const report = await blood()
  const params = { id: report.id }
  const at = report.analytes.find(({ name }) => name === 'Haemoglobin')?.position
  const values = plausible(report).map((one) => (one.position === at ? { ...one, value: '4.1' } : one))
  await asSola(enterResults, { params, body: { values, basedOn: null } })
  const [entered] = (await blood()).versions
  expect(entered?.values.some(({ flag }) => flag === 'critical_low')).toBe(true)
  await asTola(verifyReport, { params, body: { seen: entered?.enteredAt ?? '' } })
  expect((await asTola(releaseReport, { params, body: { counselledBy: null } })).httpStatus).toBe(200)
}

test('the first early result of a day causes one notification, and the last one that of the whole order', async () => {
  const reference = await orderAtBench(world, await world.as(ada), threeTests)
  await releaseAll(world, reference, of(sugar.name))
  await releaseAll(world, reference, of(urine.name))
  await until('who booked has read it', async () => (await told(ada.email, reference)).part > 0)
  await releaseAll(world, reference)
  await until('all is told', async () => (await told(ada.email, reference)).whole > 0)
  expect(await told(ada.email, reference)).toEqual({ part: 1, whole: 1, calls: 0 })
  // At an address that may be mistyped it says no more than a stranger may read.
  const strangers = (await world.mailTo('mama@cast.example')).filter(({ text }) => text.includes(reference))
  const ready = strangers.filter(({ subject }) => subject === 'Your result is ready')
  expect(ready).toHaveLength(2)
  for (const { text } of ready) expect(text).not.toContain(sugar.name)
})

test('a critical result has a notification of its own in place of the usual one', async () => {
  const reference = await orderAtBench(world, await world.as(ada), threeTests)
  await releaseAll(world, reference, of(sugar.name))
  await releaseCritical(reference)
  await until('both are told', async () => (await told(ada.email, reference)).calls === 1)
  await releaseAll(world, reference)
  await until('all is told', async () => (await told(ada.email, reference)).whole > 0)
  expect(await told(ada.email, reference)).toEqual({ part: 1, whole: 1, calls: 1 })
})

test('the only result of an order causes only the notification of the whole order', async () => {
  const reference = await orderAtBench(world, await world.as(ada), { test: [{ ...sugar }] })
  await releaseAll(world, reference)
  await until('all is told', async () => (await told(ada.email, reference)).whole > 0)
  expect(await told(ada.email, reference)).toEqual({ part: 0, whole: 1, calls: 0 })
})
