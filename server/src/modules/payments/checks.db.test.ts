import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkPayment } from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ada } from '../../../test/cast.ts'
import { book, buildWorld, type Caller } from '../../../test/world.ts'
import { liftedUseLimits, type UseLimits } from '../../infra/http/use-limits.ts'
import { type CheckDependencies, openChecks } from './checks.ts'
import { openPaystack } from './paystack/paystack.ts'

/** A Paystack that reports every payment as unfinished when it is released, and counts the requests. */
const asked: string[] = []
let letAnswer = Promise.resolve()
const paystackServer: Server = createServer((request, response) => {
  const reference = String(request.url?.split('/').at(-1))
  asked.push(reference)
  void letAnswer.then(() => {
    const data = { id: 1, reference, status: 'ongoing', amount: 1_000_000, currency: 'NGN', domain: 'test' }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: true, message: '', data }))
  })
})
await new Promise<void>((resolve) => paystackServer.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(paystackServer.address() as AddressInfo).port}`

const world = await buildWorld()
let asAda: Caller
beforeAll(async () => {
  asAda = await world.as(ada)
})
afterAll(() => new Promise((resolve) => paystackServer.close(resolve)))

let addresses = 0
function newAddress(): string {
  addresses += 1
  return `41.59.0.${addresses}`
}

/** Checks with these limits, with a Paystack that accepts this many concurrent requests. */
function checks(
  useLimits: Partial<UseLimits> = {},
  limits = { perSecond: 10_000, burst: 10_000, restMs: 0 },
) {
  const deps: CheckDependencies = {
    ...world.parts,
    paystack: openPaystack(url, ['sk_test_x'], world.parts.log, limits),
    useLimits: { ...liftedUseLimits, ...useLimits },
  }
  return openChecks(deps)
}

const questionsOf = (reference: string) => asked.filter((one) => one === reference).length
const newPayment = async () => (await book(asAda)).payment

test('of concurrent checks one asks Paystack, in one process and in several', async () => {
  const reference = await newPayment()
  const held = Promise.withResolvers<void>()
  letAnswer = held.promise
  const [one, other] = [checks(), checks()]
  const first = one({ reference, address: newAddress() })
  await expect.poll(() => questionsOf(reference)).toBe(1)
  const joined = [one({ reference, address: newAddress() }), one({ reference, address: newAddress() })]
  expect(await other({ reference, address: newAddress() })).toMatchObject({ reference, state: 'started' })
  held.resolve()
  for (const answer of await Promise.all([first, ...joined]))
    expect(answer).toMatchObject({ reference, state: 'started' })
  expect(questionsOf(reference)).toBe(1)
  await one({ reference, address: newAddress() })
  expect(questionsOf(reference)).toBe(1)
  world.clock.moveOn(2000)
  await one({ reference, address: newAddress() })
  expect(questionsOf(reference)).toBe(2)
})

test('checks beyond the limit of an address are answered from the database', async () => {
  const check = checks({ checksPerAddress: 2 })
  const address = newAddress()
  const references = [await newPayment(), await newPayment(), await newPayment()]
  for (const reference of references)
    expect(await check({ reference, address })).toMatchObject({ reference, state: 'started' })
  expect(references.map(questionsOf)).toEqual([1, 1, 0])
  expect(await check({ reference: references[2] ?? '', address: newAddress() })).toBeDefined()
  expect(references.map(questionsOf)).toEqual([1, 1, 1])
})

test('an address that checks continuously must wait, whether or not it knows a payment; other addresses need not', async () => {
  const check = checks({ checksPerAddress: 1 })
  const address = newAddress()
  for (let n = 0; n < 5; n += 1)
    expect(await check({ reference: `bk-unknown-${n}`, address })).toBeUndefined()
  const reference = await newPayment()
  await expect(check({ reference, address })).rejects.toMatchObject({
    code: 'too_many',
    status: 429,
    message: expect.stringContaining('You need not pay again.'),
    details: { retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60) },
  })
  expect(await check({ reference, address: newAddress() })).toMatchObject({ reference })
})

test('a payment that is checked continuously from many addresses is not answered for a while; another is', async () => {
  const check = checks({ checksPerPayment: 3 })
  const [reference, other] = [await newPayment(), await newPayment()]
  for (let n = 0; n < 3; n += 1) await check({ reference, address: newAddress() })
  await expect(check({ reference, address: newAddress() })).rejects.toMatchObject({ code: 'too_many' })
  expect(await check({ reference: other, address: newAddress() })).toMatchObject({ reference: other })
})

test('once strangers have used up their share, the rest of the limit is for payers', async () => {
  const check = checks({}, { perSecond: 1, burst: 10, restMs: 0 })
  const references: string[] = []
  for (let n = 0; n < 8; n += 1) references.push(await newPayment())
  const answers = await Promise.all(
    references.map((reference) => check({ reference, address: newAddress() })),
  )
  expect(answers.map((answer) => answer?.state)).toEqual(references.map(() => 'started'))
  expect(references.filter((reference) => questionsOf(reference) > 0)).toHaveLength(5)
})

test('the published answer has the same shape, and a finished payment is answered without querying Paystack', async () => {
  const { payment: reference } = await book(asAda)
  await world.control('POST', `/transactions/${reference}/succeed`, { webhook: false })
  const paid = await world.nobody(checkPayment, { params: { reference }, body: {} })
  expect(paid.data).toMatchObject({ reference, state: 'settled', amount: 10_000, refund: null })
  const again = await world.nobody(checkPayment, { params: { reference }, body: {} })
  expect(again.data).toEqual(paid.data)
  expect(await checks()({ reference, address: newAddress() })).toMatchObject({ state: 'settled' })
  expect(questionsOf(reference)).toBe(0)
})
