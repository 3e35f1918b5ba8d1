import type { OwnResult, ResultReader, ResultShare } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import {
  breakGlassWords,
  chosenFirst,
  messageOf,
  openedWords,
  openingWords,
  pdfWords,
  readerName,
  readerWords,
  sensitiveOf,
  spokenPasscode,
  statusOf,
} from './policy.ts'

const year = new Date().getFullYear()
const share: ResultShare = {
  id: '1',
  forWhom: 'Dr Ade',
  url: null,
  madeBy: null,
  tests: ['Full blood count'],
  state: 'open',
  createdAt: `${year}-11-22T09:00:00Z`,
  expiresAt: `${year}-11-24T15:00:00Z`,
  endedAt: null,
  opened: [],
  timesOpened: 0,
}
const result: OwnResult = {
  ...{
    id: 'a',
    test: 'Full blood count',
    version: 1,
    partOf: null,
    sensitive: false,
    takenAt: null,
    releasedAt: share.createdAt,
  },
  ...{
    about: null,
    preliminary: false,
    correction: null,
    addsOnly: false,
    replaces: [],
    counselledBy: null,
    values: [],
    attachment: null,
    code: '',
  },
}
const hiv: OwnResult = { ...result, id: 'b', test: 'HIV screening', sensitive: true }

describe('a link to results', () => {
  it('shows whether it works, in a word as well as by its colour', () => {
    const endedAt = share.createdAt
    expect(statusOf(share)).toMatchObject({ tag: 'Works', words: expect.stringContaining('at 4:00 pm') })
    expect(statusOf({ ...share, state: 'expired' }).tag).toBe('Expired')
    expect(statusOf({ ...share, state: 'revoked', endedAt }).words).toMatch(/stopped on .*22 November/)
    expect(statusOf({ ...share, state: 'closed', endedAt })).toMatchObject({
      tag: 'Closed',
      words: expect.stringContaining('too many wrong passcodes'),
    })
  })

  it('shows how often it was opened, when, and on what device', () => {
    expect(openedWords(share)).toBe('No one has opened it yet.')
    expect(openedWords({ ...share, timesOpened: 1 })).toBe('Opened once:')
    const opening = { at: share.createdAt, device: 'iphone', file: true } as const
    const opened = [opening, opening, opening, opening, opening]
    expect(openedWords({ ...share, timesOpened: 5, opened })).toBe('Opened 5 times, newest first:')
    expect(openedWords({ ...share, timesOpened: 40, opened })).toBe('Opened 40 times. The last 5 are:')
    expect(openingWords(opening)).toMatch(/22 November.* at 10:00 am, on an iPhone: the PDF was saved$/)
  })

  it('is sent with a text without patient data, and never the passcode', () => {
    expect(messageOf(share.expiresAt)).toMatch(/^Here are lab results for you to read, until .*separately\.$/)
  })
})

it('sensitive results are shared only if chosen', () => {
  expect(chosenFirst([result, hiv])).toEqual(['a'])
  expect(sensitiveOf([result, hiv], ['a'])).toEqual([])
  expect(sensitiveOf([result, hiv], ['a', 'b'])).toEqual([hiv])
})

it('the note names what the PDF shows besides the values', () => {
  expect(pdfWords([result], ['a'])).toMatch(/name, date of birth and order id\.$/)
  const [talked, packed] = [{ ...hiv, counselledBy: 'lab' } as const, { ...result, partOf: 'Checkup' }]
  expect(pdfWords([result, talked], ['a', 'b'])).toContain('who talks with the patient')
  expect(pdfWords([packed, talked], ['a'])).toMatch(/only if you share the whole package\.$/)
  expect(pdfWords([packed, talked], ['a'])).not.toContain('talks')
})

it('a passcode is shown as it is read out', () => {
  expect(spokenPasscode('482913')).toBe('482 913')
})

describe('the readers of results', () => {
  const reader: ResultReader = {
    role: 'you',
    name: 'Ada',
    firstAt: share.createdAt,
    lastAt: share.createdAt,
    times: 1,
    saved: false,
    breakGlass: [],
  }
  it('are named by a role and a first name', () => {
    const named = (role: ResultReader['role'], name: string | null) =>
      readerName({ ...reader, role, name }, 'Yaba Lab')
    expect([named('you', 'Ada'), named('booker', 'Dr Bello'), named('patient', 'Mama')]).toEqual([
      ...['You', 'Dr Bello, who booked it', 'Mama, the patient'],
    ])
    expect([named('lab', 'Sola'), named('share', 'Dr Ade'), named('share', null)]).toEqual([
      ...['Sola, of Yaba Lab', 'The link for Dr Ade', 'A link that was shared'],
    ])
  })

  it('and by the reason of a doctor who opened them without consent, also before they are read', () => {
    const opening = { at: share.createdAt, because: 'treatment_now', reason: 'Very low sugar' } as const
    expect(breakGlassWords(opening)).toMatch(
      /^Opened without consent on .*10:00 am\. You needed treatment at once: “Very low sugar”$/,
    )
    expect(readerWords({ ...reader, times: 0, breakGlass: [opening] })).toBe('Has not read it yet')
  })

  it('and by time and number of readings', () => {
    expect(readerWords(reader)).toMatch(/22 November.*, 10:00 am$/)
    expect(readerWords({ ...reader, times: 3, saved: true })).toMatch(
      /^3 times, last on .*22 November.*, 10:00 am · the PDF was saved$/,
    )
  })
})
