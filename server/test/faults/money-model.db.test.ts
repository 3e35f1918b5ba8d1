import {
  cancelOrder,
  linkOrder,
  payByLink,
  payOrder,
  readOrder,
  renewLink,
  stopLink,
} from '@labalaba/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenInvariants } from '../../src/invariants.ts'
import { createVerifiedAccount, openHasher } from '../../src/modules/accounts/index.ts'
import { expireUnpaidOrders } from '../../src/modules/payments/index.ts'
import { settle } from '../../src/modules/payments/settle.ts'
import { castPassword } from '../cast.ts'
import { book, buildWorld, type Caller } from '../world.ts'
import * as model from './money-model.ts'

const world = await buildWorld()
const hasher = openHasher()
const hour = 60 * 60 * 1000
const total = 1_000_000

/** One order of an owner of its own, and its expected state. */
type Trial = { readonly order: string; readonly email: string; owner: Caller; readonly must: model.Model }

/** A step is tried if the model allows it; `n` chooses among the possibilities. */
type Step = {
  can(must: model.Model, n: number): boolean
  act(trial: Trial, n: number): Promise<void>
}

const unpaid = ({ attempts }: model.Model) => attempts.filter(({ captured }) => captured === null)
const capturedUnsettled = ({ attempts }: model.Model) =>
  attempts.filter(({ captured, state }) => captured !== null && state === 'started')

function chosen<T>(list: readonly T[], n: number): T {
  return list[n % list.length] ?? expect.unreachable()
}

const steps = {
  start: {
    can: model.isPayable,
    async act({ order, owner, must }, n) {
      const useCredit = n % 2 === 0
      const { data } = await owner(payOrder, { params: { reference: order }, body: { useCredit } })
      const credit = useCredit ? Math.min(must.credit, total) : 0
      const attempt: model.Attempt = {
        reference: data.reference,
        due: total - credit,
        credit,
        byLink: false,
        captured: null,
        state: 'started',
      }
      must.attempts.push(attempt)
      if (attempt.due > 0) return
      attempt.captured = 0
      model.payWith(must, attempt)
    },
  },
  startByLink: {
    can: (must) => model.linkIsOpen(must) && model.isPayable(must),
    async act({ order, owner, must }) {
      const { data } = await owner(readOrder, { params: { reference: order } })
      const token = data.link?.url?.split('/').at(-1) ?? ''
      const paying = await world.nobody(payByLink, {
        params: { token },
        body: { email: 'uncle@cast.example' },
      })
      must.attempts.push({
        reference: paying.data.reference,
        due: total,
        credit: 0,
        byLink: true,
        captured: null,
        state: 'started',
      })
    },
  },
  pay: {
    can: (must) => unpaid(must).length > 0,
    async act({ must }, n) {
      const attempt = chosen(unpaid(must), n)
      const amount = attempt.due + chosen([0, 0, 0, -100, 100], n)
      await world.control('POST', `/transactions/${attempt.reference}/succeed`, { amount, webhook: false })
      attempt.captured = amount
    },
  },
  hear: {
    can: (must) => capturedUnsettled(must).length > 0,
    async act({ must }, n) {
      const attempt = chosen(capturedUnsettled(must), n)
      await Promise.all([1, 2].map(() => settle(world.provider, attempt.reference)))
      model.learn(must, attempt)
    },
  },
  makeLink: {
    can: model.isPayable,
    async act({ order, owner, must }) {
      await owner(linkOrder, { params: { reference: order } })
      if (!model.linkIsOpen(must)) must.linkEndsAt = must.hours + 72
      must.link = 'active'
      must.endsAt = Math.max(must.endsAt, must.linkEndsAt)
    },
  },
  renewLink: {
    can: model.isPayable,
    async act({ order, owner, must }) {
      await owner(renewLink, { params: { reference: order }, body: { renew: true } })
      must.link = 'active'
      must.linkEndsAt = must.hours + 72
      must.endsAt = Math.max(must.endsAt, must.linkEndsAt)
    },
  },
  stopLink: {
    can: ({ link }) => link === 'active',
    async act({ order, owner, must }) {
      await owner(stopLink, { params: { reference: order } })
      model.stopLink(must)
    },
  },
  cancel: {
    can: ({ order }) => order === 'awaiting_payment' || order === 'scheduled',
    async act({ order, owner, must }, n) {
      const byLink = must.attempts.some((attempt) => attempt.byLink && attempt.state === 'settled')
      const refundTo = byLink ? 'source' : chosen(['source', 'credit'] as const, n)
      const send = () => owner(cancelOrder, { params: { reference: order }, body: { refundTo } })
      for (const { httpStatus } of await Promise.all([send(), send()])) expect(httpStatus).toBe(200)
      model.cancel(must, refundTo)
    },
  },
  pass: {
    can: () => true,
    async act(trial, n) {
      const hours = chosen([1, 12, 25, 73], n)
      world.clock.moveOn(hours * hour)
      trial.must.hours += hours
      trial.owner = await signedIn(trial.email)
    },
  },
  expire: {
    can: () => true,
    async act({ must }) {
      await expireUnpaidOrders({ db: world.db, clock: world.clock })
      model.expire(must)
    },
  },
} satisfies Record<string, Step>

const signedIn = (email: string) => world.as({ email } as Parameters<typeof world.as>[0])
let people = 0

/** An owner with one unpaid order, and perhaps with credit from one that was cancelled before. */
async function begin(withCredit: boolean): Promise<Trial> {
  people += 1
  const email = `model-${people}@cast.example`
  await createVerifiedAccount(
    world.db,
    { clock: world.clock, hasher },
    {
      email,
      name: 'Mama Model',
      phone: '2348030000077',
      type: 'user',
      address: 'Yaba',
      password: castPassword,
    },
  )
  const owner = await signedIn(email)
  if (withCredit) {
    const before = await book(owner)
    await world.control('POST', `/transactions/${before.payment}/succeed`, { webhook: false })
    await settle(world.provider, before.payment)
    await owner(cancelOrder, { params: { reference: before.order }, body: { refundTo: 'credit' } })
  }
  const { order, payment } = await book(owner)
  const must = model.freshModel(total, withCredit ? total : 0)
  must.attempts.push({
    reference: payment,
    due: total,
    credit: 0,
    byLink: false,
    captured: null,
    state: 'started',
  })
  return { order, email, owner, must }
}

/** The same of the real one, in the model's words. */
async function realOf({ order, email }: Trial) {
  const [row] = await world.sql<{ state: string; link: string | null; credit: number; attempts: string[] }[]>`
    select o.state, (select state from payment_link l where l.order_id = o.id order by created_at desc limit 1) as link,
      (select coalesce(-sum(amount_kobo), 0) from ledger_line join ledger_account a on a.id = account_id
        where a.kind = 'patient_credit' and a.owner = o.account_id::text) as credit,
      array(select reference || ' ' || replace(state, 'refunded', 'refunding') from payment p
        where p.order_id = o.id order by id) as attempts
    from lab_order o join account on account.id = o.account_id where o.reference = ${order} and account.email = ${email}`
  return row
}

/** How often each step is chosen, so that most plans get as far as money that moves. */
const weights = {
  start: 3,
  startByLink: 2,
  pay: 5,
  hear: 6,
  makeLink: 1,
  renewLink: 1,
  stopLink: 1,
  cancel: 2,
  pass: 1,
  expire: 1,
} as const satisfies Record<keyof typeof steps, number>
const names = Object.keys(weights) as (keyof typeof steps)[]
const anyStep = fc.tuple(
  fc.oneof(...names.map((name) => ({ weight: weights[name], arbitrary: fc.constant(name) }))),
  fc.nat({ max: 59 }),
)

/** The rare states that the plans must have reached; with another seed each run takes the same ways. */
const reached = { 'paid by credit': 0, 'paid twice': 0, 'paid late': 0, 'cancelled when paid': 0, held: 0 }
const seed = Number(process.env.MODEL_SEED ?? 20_261_122)

/** Ways to states that chance seldom finds. */
const deep: readonly [boolean, [keyof typeof steps, number][]][] = [
  [
    false,
    [
      ['start', 1],
      ['pay', 0],
      ['pay', 0],
      ['hear', 0],
      ['hear', 0],
      ['cancel', 1],
    ],
  ],
  [
    false,
    [
      ['pass', 2],
      ['expire', 0],
      ['pay', 0],
      ['hear', 0],
      ['cancel', 0],
    ],
  ],
  [
    true,
    [
      ['start', 0],
      ['cancel', 0],
    ],
  ],
]

function note(name: string, before: model.Model, { order, attempts, hours, endsAt }: model.Model): void {
  const count = (state: model.Attempt['state']) =>
    attempts.filter((attempt) => attempt.state === state).length
  if (attempts.some(({ state, credit }) => state === 'settled' && credit > 0)) reached['paid by credit']++
  if (name === 'hear' && before.order === 'scheduled' && count('refunding') > 0) reached['paid twice']++
  if (name === 'hear' && before.order !== 'scheduled' && order === 'scheduled' && hours >= endsAt)
    reached['paid late']++
  if (name === 'cancel' && before.order === 'scheduled') reached['cancelled when paid']++
  if (count('held') > 0) reached.held++
}

test('whatever users do in whatever order, an order, its attempts, its link and the credit match the model', async () => {
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.array(anyStep, { minLength: 6, maxLength: 18 }),
    async (withCredit, plan) => {
      const trial = await begin(withCredit)
      const done: string[] = []
      for (const [name, n] of plan) {
        const step: Step = steps[name]
        if (!step.can(trial.must, n)) continue
        done.push(`${name} ${n}`)
        const before = structuredClone(trial.must)
        await step.act(trial, n)
        note(name, before, trial.must)
        const { order, link, credit, attempts } = trial.must
        expect(await realOf(trial), done.join(', ')).toEqual({
          state: order,
          link: link === 'none' ? null : link,
          credit,
          attempts: attempts.map(({ reference, state }) => `${reference} ${state}`),
        })
      }
      expect(await brokenInvariants(world.db)).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 40, seed, endOnFailure: true, examples: [...deep] })
  expect(Object.entries(reached).filter(([, times]) => times === 0)).toEqual([])
}, 240_000)
