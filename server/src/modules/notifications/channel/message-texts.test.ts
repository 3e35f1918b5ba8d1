import { readFileSync } from 'node:fs'
import { brand } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { messageKinds, messageText, pageFor } from './message-texts.ts'

/** What one SMS can hold in one septet each; the others of the alphabet take two, and are not used. */
const gsm7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** The longest address of a site for which a message is one SMS. */
const longestSite = `https://${'x'.repeat(28)}`
const order = { reference: 'LB-0000-0000-0000-0000' }
const labPhone = '0803 123 4567'
const everyText = messageKinds.flatMap((kind) =>
  (['booker', 'patient', 'phone'] as const).map((reader) => {
    const page = `${longestSite}/${pageFor(kind, order, reader)}`
    const facts = { page, digits: '12345', reference: order.reference, labPhone }
    return [kind, messageText(kind, facts, reader), page, reader] as const
  }),
)

test.each(everyText)('a message about %s is one SMS at its longest: %s', (_, text) => {
  expect([...text].filter((sign) => !gsm7.includes(sign))).toEqual([])
  expect(text.length).toBeLessThanOrEqual(160)
})

test('every message names its sender and a page or a phone number, or is a code; no link has a token', () => {
  for (const [kind, text, page] of everyText) {
    expect(text.startsWith(`${brand.name}: `)).toBe(true)
    if (kind === 'code') expect(text).toContain('12345')
    else if (text.includes(labPhone)) expect(text).toContain(order.reference)
    else expect(text).toContain(page)
    expect(page.slice(longestSite.length)).toMatch(
      /^\/(orders\/LB-[0-9A-Z-]{19}(\/results)?|track\?order=LB-[0-9A-Z-]{19})$/,
    )
  }
})

/** Words between single spaces, so that one is found as a whole. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `
}

test('no message names a test, a specimen, a department or a person', () => {
  const rows = (file: string) =>
    readFileSync(new URL(`../../../../../reference/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .slice(1)
  const names = rows('tests.csv').flatMap((row) => row.split(',').slice(0, 3))
  const telling = [...new Set(names.map(plain))].filter((name) => name.trim().length > 2)
  expect(telling.length).toBeGreaterThan(100)
  for (const [kind, text, page] of everyText) {
    const words = plain(text.replace(page, ''))
    expect(
      telling.filter((name) => words.includes(name)),
      kind,
    ).toEqual([])
    expect(words, kind).not.toMatch(
      /\b(blood|urine|hiv|hepatitis|haematology|chemistry|positive|negative|hello|dear)\b/,
    )
  }
})

/** What a patient is sent; the others are for a person who booked or paid. */
const patientKinds = [
  ...['paid', 'reminder', 'moved', 'day_closed', 'on_the_way', 'missed', 'left_out', 'received', 'rejected'],
  ...['cancelled', 'ready', 'call_now', 'call_today'],
]
const textOf = (kind: string, reader: string) =>
  everyText.find((one) => one[0] === kind && one[3] === reader)?.[1] ?? expect.unreachable()

test('a safety notice gives the number of the lab, to each reader', () => {
  for (const reader of ['booker', 'patient', 'phone']) {
    expect(textOf('call_now', reader)).toContain(
      `Please call the lab now: ${labPhone}. If you cannot reach it, go to a hospital with an emergency department.`,
    )
    expect(textOf('call_today', reader)).toContain(`Please call the lab today: ${labPhone}.`)
  }
  expect(textOf('call_today', 'patient')).toContain(`/orders/${order.reference}/results`)
  // The reader may be the parent of the patient.
  for (const reader of ['booker', 'patient']) expect(textOf('call_today', reader)).not.toMatch(/\byour\b/i)
  expect(textOf('call_today', 'phone')).toContain(
    'If it is closed, see a doctor. If things get worse, go to a hospital.',
  )
})

test('the phone of a patient without an email is sent to no login and to no email', () => {
  for (const [kind, text, page, reader] of everyText) {
    if (reader !== 'phone') continue
    expect(page, kind).not.toContain('/orders/')
    if (patientKinds.includes(kind)) expect(text, kind).not.toMatch(/log in|email|choose|door code:/i)
  }
})
