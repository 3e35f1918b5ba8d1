import { type Order, orderState, type PaymentState, paymentState } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import {
  fastFrom,
  nextWords,
  oddWords,
  pageFrom,
  paymentWords,
  spanWords,
  stagesOf,
  stateWords,
  sumWords,
  tryWords,
  waitsForChoice,
} from './rules.ts'

const order: Order = {
  reference: 'LB-1',
  state: 'scheduled',
  lab: 'Yaba Labs',
  labSlug: 'yaba-labs',
  location: 'Yaba branch',
  patientName: 'Ada Obi',
  mode: 'sampleCollection',
  testCount: 1,
  subTotal: 9000,
  collectionFee: 7000,
  total: 16_000,
  collectionDate: '2026-11-23',
  collectionTime: '07:00',
  createdAt: '2026-11-21T08:00:00Z',
  paidAt: '2026-11-21T08:10:00Z',
  sampleData: false,
  tests: [
    {
      name: 'Lipid profile',
      includes: [],
      amount: 9000,
      fastingHours: 10,
      preparation: 'Do not eat.',
      specimen: 'Venous blood',
      turnaroundHours: 24,
    },
  ],
  patient: { name: 'Ada Obi', email: 'ada@example.com', phone: '0803 123 4567', gender: 'Female', dob: null },
  place: { name: 'Yaba branch', address: '', landmark: '', area: '', state: '', openingHours: '' },
  collectionAddress: '14 Adeniyi Jones Avenue, Ikeja',
  collectionLandmark: null,
  expiresAt: '2026-11-22T08:00:00Z',
  showTests: false,
  doctorEarning: 0,
  doctorName: null,
  payments: [],
  link: null,
  lateMoney: null,
  credit: 0,
  cancelled: null,
  refunds: [],
  cancelTerms: null,
  may: { pay: false, shareLink: false, cancel: false, moveVisit: false },
  visitFull: false,
  visitHeldUntil: null,
}

const payment: Order['payments'][number] = {
  ...{ reference: 'bk-1', state: 'started', amount: 10_000, credit: 0, received: null, trouble: null },
  startedAt: '2026-11-21T08:05:00Z',
}

describe('the stages of an order', () => {
  it('are four, each with a sentence, in every state and both ways of collection', () => {
    for (const state of orderState.options) {
      for (const mode of ['walkin', 'sampleCollection'] as const) {
        const stages = stagesOf({ ...order, state, mode })
        expect(stages.map((stage) => stage.title)).toEqual([
          'Scheduled',
          'Sample Collected',
          'Lab Processing',
          'Results Ready',
        ])
        expect(stages.every((stage) => stage.words.length > 10)).toBe(true)
      }
    }
  })

  it('are completed before the present one and upcoming after it', () => {
    expect(stagesOf({ ...order, state: 'lab_processing' }).map((stage) => stage.state)).toEqual([
      'completed',
      'completed',
      'current',
      'upcoming',
    ])
    expect(stagesOf({ ...order, state: 'awaiting_payment' }).every(({ state }) => state === 'upcoming')).toBe(
      true,
    )
  })

  it('say what happens next wherever something does', () => {
    expect(nextWords(order)).toMatch(/Monday 23 November( 2026)? between 7 and 9 am/)
    expect(nextWords({ ...order, collectionDate: null, collectionTime: null })).toContain('Go to Yaba branch')
    expect(nextWords({ ...order, state: 'expired' })).toBeNull()
  })
})

describe('words', () => {
  it('exist for every state of an order and of a payment', () => {
    expect(Object.keys(stateWords).sort()).toEqual([...orderState.options].sort())
    expect(Object.keys(paymentWords).sort()).toEqual([...paymentState.options].sort())
  })

  it('say of a try that never ended that it was not used, once another has paid', () => {
    const tries = (...states: PaymentState[]) => ({
      payments: states.map((state) => ({ ...payment, state })),
    })
    expect(tryWords('started', tries('settled', 'started')).words).toBe('Not used')
    expect(tryWords('settled', tries('settled', 'started')).words).toBe('Paid')
    expect(tryWords('started', tries('started', 'failed')).words).toBe('Checking')
  })

  it('say what came and what was due, where they differ', () => {
    const held = { ...payment, received: 9_999, trouble: 'does_not_match' } as const
    expect(oddWords(held)).toBe('We have received ₦9,999, ₦10,000 was due.')
    expect(oddWords({ ...held, received: null })).toBe('It is not what was due.')
    expect(oddWords({ ...payment, received: 10_000, trouble: 'paid_before' })).toBe(
      'The booking had been paid already.',
    )
    expect(oddWords({ ...payment, received: 10_000 })).toBeNull()
  })

  it('name the credit that a try uses', () => {
    expect(sumWords(payment)).toBe('₦10,000')
    expect(sumWords({ ...payment, amount: 3_000, credit: 7_000 })).toBe('₦3,000 and ₦7,000 credit')
    expect(sumWords({ ...payment, amount: 0, credit: 7_000 })).toBe('₦7,000 credit')
  })

  it('promise no visit on a day that has passed', () => {
    const lateMoney = { at: '2026-11-23T09:00:00Z', choice: null, canKeep: false } as const
    const late = { ...order, lateMoney }
    expect(nextWords(late)).toBe('Choose a new day for the home visit, or cancel the booking.')
    expect(stagesOf(late)[0]?.words).toMatch(/The home visit needs a new day\.$/)
    expect(nextWords({ ...order, lateMoney: { ...lateMoney, choice: 'new_day' } })).toContain('comes to')
    expect(waitsForChoice({ ...late, state: 'cancelled' })).toBe(false)
  })

  it('count a fast back from the visit, in Lagos', () => {
    expect(fastFrom(order)).toMatch(/^Sunday 22 November( 2026)? at 9:00 pm$/)
    expect(fastFrom({ ...order, collectionDate: null })).toBeNull()
  })

  it('say hours up to two days, and days from three on', () => {
    expect([spanWords(24), spanWords(48), spanWords(72), spanWords(100)]).toEqual([
      '24 hours',
      '48 hours',
      '3 days',
      '5 days',
    ])
  })
})

it('a page number that is none is the first page', () => {
  expect([pageFrom('3'), pageFrom('0'), pageFrom('x'), pageFrom(null)]).toEqual([3, 1, 1, 1])
})
