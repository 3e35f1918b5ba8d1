import { type NextStep, nextStep, type Order, type TrackedOrder } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import { nextWords, nowhereWords } from './next-words.ts'
import { sampleNext, sampleStates, sampleTitles, stepWords } from './progress-words.ts'
import { trackNext } from './tracking/next.ts'
import { sampleOrder } from './tracking/policy.ts'

const tracked = sampleOrder(new Date('2026-11-21T12:00:00Z'))

function orderAt(next: NextStep, mode: Order['mode'], readResults = true): Order {
  const home = mode === 'sampleCollection'
  const order: Partial<Order> = {
    ...{ reference: 'LB-1', state: 'scheduled', mode, lateMoney: null },
    ...{ collectionDate: home ? '2026-11-20' : null, collectionTime: home ? '07:00' : null },
    ...{ collectionAddress: '14 Adeniyi Jones Avenue', testCount: 1, tests: [], collectionFee: 7000 },
    collectionPlace: { state: 'Lagos', area: 'Ikeja' },
    cancelTerms: { refund: 17_000, keptFee: 0, keptFor: null, toSource: 17_000, mayBeCredit: true },
    may: { pay: false, shareLink: false, cancel: true, moveVisit: true, readResults },
    place: { name: 'Yaba', address: '', landmark: '', area: '', state: '', openingHours: '' },
    progress: { next, reached: [], samples: [] },
  }
  return order as Order
}

function trackedAt(next: NextStep, mode: Order['mode'] = 'sampleCollection'): TrackedOrder {
  return { ...tracked, state: 'scheduled', mode, progress: { ...tracked.progress, next } }
}

/** The text of each case on the order’s page and on the public page. */
const cases: [NextStep, RegExp, RegExp][] = [
  ['choose', /money came late/, /person who booked chooses/],
  ['visit', /comes to 14 Adeniyi/, /phlebotomist comes on/],
  ['on_the_way', /is on the way/, /is on the way/],
  ['with_patient', /with the patient now/, /with the patient/],
  ['overdue', /No phlebotomist came/, /No phlebotomist came/],
  ['nobody_goes', /We cannot come at the moment/, /We cannot come/],
  ['unheard', /not heard yet how it went/, /not heard yet how it went/],
  ['missed', /No sample was taken/, /No sample was taken/],
  ['again', /another home visit\. Or come to Yaba/, /A new sample is needed/],
  ['left_out', /another home visit\. Or come to Yaba/, /The rest are still needed/],
  ['walk_in', /Go to Yaba/, /Go to Yaba/],
  ['rest', /takes the rest at Yaba/, /takes the rest at Yaba/],
  ['to_lab', /goes to the lab/, /goes to the lab/],
  ['results', /A scientist checks/, /A scientist checks/],
  ['read', /Take the results to a doctor/, /results are ready/],
]

describe('what happens next', () => {
  it.each(cases)('is described for "%s" on both pages', (next, onOrder, onTrack) => {
    expect(nextWords(orderAt(next, 'sampleCollection'))).toMatch(onOrder)
    expect(Object.values(trackNext(trackedAt(next))).join(' ')).toMatch(onTrack)
  })

  it('is empty if an order is not paid or has ended, on its own page', () => {
    for (const next of ['pay', 'none'] as const) expect(nextWords(orderAt(next, 'walkin'))).toBe(null)
    expect(cases.length + 2).toBe(nextStep.options.length)
  })

  it('sends a doctor who may read the results to no other doctor', () => {
    expect(nextWords(orderAt('read', 'walkin'), true)).toBe('The results are ready for you to read.')
    expect(nextWords(orderAt('read', 'walkin', false), true)).toMatch(/^The patient can read/)
  })

  it('sends no one to a doctor with results that they may not read', () => {
    expect(nextWords(orderAt('read', 'walkin', false))).toMatch(/^The patient can read the results now/)
  })

  it('promises no visit if none is planned, and does not wait for a failed one', () => {
    for (const next of ['overdue', 'unheard', 'missed', 'nobody_goes', 'again', 'left_out'] as const) {
      const words = `${nextWords(orderAt(next, 'sampleCollection'))} ${JSON.stringify(trackNext(trackedAt(next)))}`
      expect(words).not.toMatch(/phlebotomist comes/)
    }
  })

  it('explains, if no phlebotomist goes there, what the patient can do and what is refunded', () => {
    const order = orderAt('nobody_goes', 'sampleCollection')
    expect(sampleNext({ state: 'expected' }, order, 'nobody_goes')).toBe('It is taken at the lab.')
    const words = nowhereWords(order).join(' ')
    expect(words).toMatch(/Come to Yaba on a day when it is open/)
    expect(words).toMatch(/We cannot come to Ikeja/)
    expect(words).toMatch(/You get the ₦7,000 for the home visit back/)
    expect(words).toMatch(/cancel the booking and get all of your money back/)
    expect(words).not.toMatch(/another time/)
    const terms = { refund: 10_000, keptFee: 7000, keptFor: 'went_in_vain' } as const
    const inVain = nowhereWords({
      ...order,
      cancelTerms: { ...terms, toSource: 10_000, mayBeCredit: true },
    }).join(' ')
    expect(inVain).not.toMatch(/You get the|all of your money/)
    const begun = nowhereWords({
      ...order,
      cancelTerms: null,
      progress: { ...order.progress, samples: [{ kind: null, state: 'again', steps: [] }] },
    }).join(' ')
    expect(begun).not.toMatch(/You get the|cancel/)
    expect(begun).toMatch(/Come to Yaba/)
  })

  it('sends walk-in patients back to the lab, and never to a home visit', () => {
    expect(nextWords(orderAt('again', 'walkin'))).toBe(
      'Come to Yaba for a new sample, on a day when it is open. It costs nothing more.',
    )
    expect(JSON.stringify(trackNext(trackedAt('again', 'walkin')))).not.toMatch(/home visit/)
  })

  it('is highlighted on the public page: amber if due soon or with a question, red if late', () => {
    const look = (stands: 'on_time' | 'soon' | 'late', next: NextStep) =>
      trackNext({
        ...trackedAt(next),
        promised: {
          by: '2026-11-22T09:00:00Z',
          since: 'collected',
          stands,
          movedFrom: null,
          changesAt: null,
        },
      }).look
    for (const next of ['to_lab', 'results'] as const)
      expect([look('on_time', next), look('soon', next), look('late', next)]).toEqual([
        ...[undefined, 'soon', 'late'],
      ])
    for (const next of [
      ...(['missed', 'overdue', 'unheard', 'nobody_goes', 'again', 'left_out', 'choose'] as const),
    ])
      expect(look('on_time', next)).toBe('ask')
  })

  it('never calls the lab late for samples that it does not have', () => {
    const promised = { by: '2026-11-22T09:00:00Z', since: 'collected', stands: 'late' } as const
    const late = trackNext({
      ...trackedAt('to_lab'),
      promised: { ...promised, movedFrom: null, changesAt: null },
    })
    expect(late).toMatchObject({ support: true, words: expect.stringContaining('not reached the lab yet') })
  })
})

describe('a sample', () => {
  it('is named by its kind, and counted if there are more', () => {
    const kinds = (...all: (string | null)[]) => sampleTitles(all.map((kind) => ({ kind })))
    expect(kinds('Urine')).toEqual(['Urine'])
    expect(kinds('Blood', 'Urine', 'Blood')).toEqual(['Blood, 1 of 2', 'Urine', 'Blood, 2 of 2'])
    expect(kinds(null, null)).toEqual(['Sample 1 of 2', 'Sample 2 of 2'])
    expect(kinds(null)).toEqual(['Sample'])
  })

  it('is not described as all in progress once some results are released', () => {
    const order = { state: 'lab_processing', mode: 'walkin' } as const
    const received = { state: 'received' } as const
    expect(sampleNext(received, order)).toBe('The lab is working on it.')
    expect(sampleNext(received, { ...order, may: { readResults: true } })).toMatch(/^Some results are ready/)
    expect(sampleNext(received, { ...order, state: 'results_ready' })).toBe('Its results are ready.')
  })

  it('has a text for each state and each event', () => {
    for (const state of ['expected', 'again', 'collected', 'received', 'given_up'] as const) {
      expect(sampleStates[state].words).not.toBe('')
      for (const mode of ['walkin', 'sampleCollection'] as const)
        expect(sampleNext({ state }, { state: 'scheduled', mode })).toMatch(/\.$/)
    }
    for (const what of ['collected', 'received', 'not_taken', 'rejected', 'given_up'] as const)
      for (const role of ['lab', 'phlebotomist', 'patient', 'doctor'] as const)
        expect(stepWords({ what, by: { role, name: null } })).toMatch(
          /^[A-Z].+ by (the lab|a phlebotomist|the person who booked)$/,
        )
    expect(stepWords({ what: 'collected', by: { role: 'lab', name: 'Sola' } })).toBe(
      'Taken by Sola at the lab',
    )
  })
})
