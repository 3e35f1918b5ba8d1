import { describe, expect, test } from 'vitest'
import { afterWrongAnswer, isClosed, needsActionNow, pdfName, withheldBecause } from './policy.ts'

const order = { patient_born_on: '2008-11-22' }
/** The last minute of the last day as a child, in Lagos, and the next. */
const before = new Date('2026-11-21T22:59:00Z')
const after = new Date('2026-11-21T23:00:00Z')
const common = { isSensitive: false, ownFrom: null }
const sensitive = { isSensitive: true, ownFrom: null }

test('the PDFs of an order have different names, which name no sensitive test', () => {
  const report = { id: '3f2a91c0-0000-4000-8000-000000000000', test_name: 'Full blood count (FBC)' }
  const name = (number: number, isSensitive: boolean, test_name = report.test_name) =>
    pdfName('report', 'LB-7F3K', { report: { ...report, test_name }, version: { number } }, isSensitive)
  expect(name(1, false)).toBe('report-LB-7F3K-full-blood-count-fbc.pdf')
  expect(name(2, false)).toBe('report-LB-7F3K-full-blood-count-fbc-version-2.pdf')
  expect(name(1, true)).toBe('report-LB-7F3K-3f2a91c0.pdf')
  expect(name(1, false, '"\r\nÀ')).toBe('report-LB-7F3K-3f2a91c0.pdf')
})

describe('what is withheld from a reader', () => {
  test('is nothing for the patient', () => {
    for (const result of [common, sensitive])
      expect(withheldBecause('patient', order, { ...result, releasedAt: after }, after)).toBeNull()
  })

  test('is nothing for a guardian while the child is under 18, to the last minute in Lagos', () => {
    for (const result of [common, sensitive])
      expect(withheldBecause('guardian', order, { ...result, releasedAt: before }, before)).toBeNull()
  })

  test('is what a child of fourteen may have alone, if it is released from the fourteenth birthday on', () => {
    const hiv = { isSensitive: true, ownFrom: 14 }
    const child = { patient_born_on: '2012-11-22' }
    expect(withheldBecause('guardian', child, { ...hiv, releasedAt: before }, before)).toBeNull()
    expect(withheldBecause('guardian', child, { ...hiv, releasedAt: before }, after)).toBeNull()
    expect(withheldBecause('guardian', child, { ...hiv, releasedAt: after }, after)).toBe('sensitive')
    expect(withheldBecause('guardian', child, { ...sensitive, releasedAt: after }, after)).toBeNull()
    expect(withheldBecause('patient', child, { ...hiv, releasedAt: after }, after)).toBeNull()
    const noLonger = { isSensitive: false, ownFrom: 14 }
    expect(withheldBecause('guardian', child, { ...noLonger, releasedAt: after }, after)).toBeNull()
  })

  test('is, from the birthday on, every later result and every sensitive one', () => {
    expect(withheldBecause('guardian', order, { ...common, releasedAt: before }, after)).toBeNull()
    expect(withheldBecause('guardian', order, { ...sensitive, releasedAt: before }, after)).toBe('sensitive')
    expect(withheldBecause('guardian', order, { ...common, releasedAt: after }, after)).toBe('of_age')
    expect(withheldBecause('guardian', order, { ...sensitive, releasedAt: after }, after)).toBe('of_age')
  })

  test('is every sensitive result for the booker of an adult, or of a patient of unknown age', () => {
    for (const one of [order, { patient_born_on: null }]) {
      expect(withheldBecause('booker', one, { ...common, releasedAt: after }, after)).toBeNull()
      expect(withheldBecause('booker', one, { ...sensitive, releasedAt: after }, after)).toBe('sensitive')
    }
  })
})

test('each fifth wrong answer locks an order for an hour, and the fifteenth permanently', () => {
  const waits = Array.from({ length: 15 }, (_, tries) => afterWrongAnswer(tries, before)).filter(
    ({ paused_until }) => paused_until !== undefined,
  )
  expect(waits.map(({ wrong_tries }) => wrong_tries)).toEqual([5, 10, 15])
  expect(waits[0]?.paused_until?.getTime()).toBe(before.getTime() + 60 * 60 * 1000)
  expect([14, 15].map(isClosed)).toEqual([false, true])
})

test('only an immediate value makes a report need action now: an urgent one can wait for the patient', () => {
  const [immediate, urgent, usual] = (['immediate', 'urgent', null] as const).map((critical_tier) => ({
    critical_tier,
  }))
  if (!immediate || !urgent || !usual) expect.unreachable()
  expect(needsActionNow([usual, urgent, immediate])).toBe(true)
  expect(needsActionNow([usual, urgent])).toBe(false)
  expect(needsActionNow([])).toBe(false)
})
