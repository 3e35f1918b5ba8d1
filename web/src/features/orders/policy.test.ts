import { type Order, orderState, type PaymentState, type Promised, paymentState } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { nextWords } from './next-words.ts'
import {
  awaitsGivenUpMoney,
  awaitsNewDay,
  comeWords,
  fastFrom,
  oddWords,
  pageFrom,
  paymentWords,
  promiseStillAhead,
  promiseWords,
  spanWords,
  stagesOf,
  stateWords,
  sumWords,
  tryWords,
  untilPromiseChanges,
  waitsForChoice,
} from './policy.ts'

const order: Order = {
  reference: 'LB-1',
  state: 'scheduled',
  lab: 'Yaba Labs',
  labSlug: 'yaba-labs',
  location: 'Yaba branch',
  person: null,
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
  collectionPlace: null,
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
  promised: null,
  progress: { next: 'visit', reached: [], samples: [] },
  may: { pay: false, shareLink: false, cancel: false, moveVisit: false, readResults: false },
  visitFull: false,
  wantsNewTime: false,
  visitHeldUntil: null,
}

const payment: Order['payments'][number] = {
  reference: 'bk-1',
  state: 'started',
  amount: 10_000,
  credit: 0,
  received: null,
  trouble: null,
  startedAt: '2026-11-21T08:05:00Z',
}

describe('the promise of results', () => {
  const promised = { by: '2026-11-24T15:00:00Z', movedFrom: null, changesAt: null }
  const words = (stands: Promised['stands'], since: Promised['since'] = 'received') =>
    promiseWords({ ...promised, since, stands })

  it('shows its time and status, in words as well as by its colour', () => {
    const moment = 'Tuesday 24 November at 4:00\u00a0pm'
    expect(words('on_time')).toMatchObject({ tone: 'info', title: `Ready by ${moment}` })
    expect(words('soon')).toMatchObject({ tone: 'warn', title: `Due soon: ready by ${moment}` })
    expect(words('late')).toMatchObject({ tone: 'error', title: `Late: promised by ${moment}` })
    expect(words('on_time', 'planned').words).toContain('if the home visit goes as booked')
  })

  it('never calls the lab late with samples that it does not have', () => {
    for (const stands of ['on_time', 'soon', 'late'] as const)
      expect(JSON.stringify(words(stands, 'collected'))).not.toMatch(/lab promised|Late: promised/)
    expect(words('late', 'collected').words).toContain('not reached the lab yet')
  })

  it('explains that it moved because the samples came so late', () => {
    const moved = { ...promised, since: 'received', movedFrom: '2026-11-24T09:00:00Z' } as const
    expect(promiseWords({ ...moved, stands: 'soon' })).toEqual({
      tone: 'warn',
      title: 'Now ready by Tuesday 24 November at 4:00\u00a0pm',
      words:
        'The sample reached the lab later than planned. The results are now ready by Tuesday 24 November at 4:00\u00a0pm instead of Tuesday 24 November at 10:00\u00a0am.',
    })
    expect(promiseWords({ ...moved, stands: 'late' }).tone).toBe('error')
  })

  it('is reloaded when its status changes, within a day and not at once in a loop', () => {
    const until = (changesAt: string | null, now: string) =>
      untilPromiseChanges({ ...promised, since: 'received', stands: 'soon', changesAt }, new Date(now))
    expect(until('2026-11-24T15:00:00Z', '2026-11-24T14:59:00Z')).toBe(61_000)
    expect(until('2026-11-24T15:00:00Z', '2026-11-24T15:10:00Z')).toBe(1000)
    expect(until('2026-12-24T15:00:00Z', '2026-11-24T15:10:00Z')).toBe(86_400_000)
    expect(until(null, '2026-11-24T15:10:00Z')).toBe(null)
  })
})

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

  it('show when and by whom each was reached', () => {
    const by = { role: 'phlebotomist', name: 'Femi' } as const
    const reached = [{ stage: 'sample_collected', at: '2026-11-23T07:08:00Z', by }] as const
    const progress = { ...order.progress, reached: [...reached] }
    const words = (state: Order['state']) => stagesOf({ ...order, state, progress })[1]?.words
    expect(words('sample_collected')).toMatch(
      /^Femi, our phlebotomist, took the sample on Monday 23 November( 2026)? at 8:08 am\.$/,
    )
    expect(words('scheduled')).toBe('A phlebotomist takes the sample at home.')
  })
})

describe('texts', () => {
  it('exist for every state of an order and of a payment', () => {
    expect(Object.keys(stateWords).sort()).toEqual([...orderState.options].sort())
    expect(Object.keys(paymentWords).sort()).toEqual([...paymentState.options].sort())
  })

  it('call an unfinished payment attempt unused once another attempt has paid', () => {
    const tries = (...states: PaymentState[]) => ({
      payments: states.map((state) => ({ ...payment, state })),
    })
    expect(tryWords('started', tries('settled', 'started')).words).toBe('Not used')
    expect(tryWords('settled', tries('settled', 'started')).words).toBe('Paid')
    expect(tryWords('started', tries('started', 'failed')).words).toBe('Checking')
  })

  it('name the amount received and the amount due if they differ', () => {
    const held = { ...payment, received: 9_999, trouble: 'does_not_match' } as const
    expect(oddWords(held)).toBe('We received ₦9,999, but the price was ₦10,000.')
    expect(oddWords({ ...held, received: null })).toBe('The amount was not the price of the booking.')
    expect(oddWords({ ...payment, received: 10_000, trouble: 'paid_before' })).toBe(
      'The booking had been paid already.',
    )
    expect(oddWords({ ...payment, received: 10_000 })).toBeNull()
  })

  it('name the credit that an attempt uses', () => {
    expect(sumWords(payment)).toBe('₦10,000')
    expect(sumWords({ ...payment, amount: 3_000, credit: 7_000 })).toBe('₦3,000 and ₦7,000 credit')
    expect(sumWords({ ...payment, amount: 0, credit: 7_000 })).toBe('₦7,000 credit')
  })

  it('promise no visit on a day that has passed', () => {
    const lateMoney = { at: '2026-11-23T09:00:00Z', choice: null, canKeep: false } as const
    const late = { ...order, lateMoney, progress: { ...order.progress, next: 'choose' as const } }
    expect(nextWords(late)).toBe('Choose a new day for the home visit, or cancel the booking.')
    expect(stagesOf(late)[0]?.words).toMatch(/The home visit needs a new day\.$/)
    expect(nextWords({ ...order, lateMoney: { ...lateMoney, choice: 'new_day' } })).toContain('comes to')
    expect(waitsForChoice({ ...late, state: 'cancelled' })).toBe(false)
  })

  it('announce the money for cancelled tests until a refund does', () => {
    const samples: Order['progress']['samples'] = [{ kind: 'Blood', state: 'given_up', steps: [] }]
    const left = { ...order, progress: { ...order.progress, samples } }
    expect(awaitsGivenUpMoney(left)).toBe(true)
    expect(awaitsGivenUpMoney(order)).toBe(false)
    const sums = { amount: 5_000, toSource: 5_000, toCredit: 0 }
    const still = { endedAt: null, retryAt: null, outside: null, requestedAt: order.createdAt }
    const refund = { ...sums, ...still, state: 'pending' } as const
    expect(awaitsGivenUpMoney({ ...left, refunds: [refund] })).toBe(false)
  })

  it('do not count on a home visit that failed', () => {
    const promised = { by: '2026-11-24T15:00:00Z', since: 'planned', stands: 'on_time' } as const
    const planned = { ...order, promised: { ...promised, movedFrom: null, changesAt: null } }
    expect([promiseStillAhead(planned), awaitsNewDay(planned)]).toEqual([planned.promised, false])
    for (const next of ['missed', 'overdue', 'nobody_goes', 'again', 'left_out'] as const) {
      const failed = { ...planned, progress: { ...order.progress, next } }
      expect([promiseStillAhead(failed), awaitsNewDay(failed), fastFrom(failed)]).toEqual([null, true, null])
    }
  })

  it('count a fast back from the visit, in Lagos', () => {
    expect(fastFrom(order)).toMatch(/^Sunday 22 November( 2026)? at 9:00 pm$/)
    expect(fastFrom({ ...order, collectionDate: null })).toBeNull()
  })

  it('use hours up to two days, and days from three on', () => {
    expect([spanWords(24), spanWords(48), spanWords(72), spanWords(100)]).toEqual([
      '24 hours',
      '48 hours',
      '3 days',
      '5 days',
    ])
  })

  it('never promise hours in which a lab may be closed', () => {
    expect(comeWords(4)).toBe('Your result is ready within 4 hours after the lab gets your sample.')
    for (const next of ['walk_in', 'to_lab'] as const)
      expect(nextWords({ ...order, progress: { ...order.progress, next } })).toContain(comeWords(24))
  })
})

it('an invalid page number is the first page', () => {
  expect([pageFrom('3'), pageFrom('0'), pageFrom('x'), pageFrom(null)]).toEqual([3, 1, 1, 1])
})
