import type { PauseDetails } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { endedWords, expectedWords, gapsIn, nothingTyped, patientsRead } from './policy.ts'

const now = new Date('2026-11-22T10:00:00Z')
const pause: PauseDetails = {
  id: 1,
  reason: 'Repairs',
  words: 'we are repairing our equipment.',
  againOn: '2026-12-01',
  begunAt: '2026-11-20T08:00:00Z',
  begunBy: 'Sola Ade',
  endedAt: null,
  endedBy: null,
}

test('patients read the lab’s text, and the day from which they can book again', () => {
  expect(patientsRead(pause, now)).toBe(
    'No bookings for now: we are repairing our equipment. Bookings again from Tuesday 1 December.',
  )
  expect(patientsRead({ words: 'moving house', againOn: null }, now)).toBe(
    'No bookings for now: moving house.',
  )
})

test('a pause needs a reason and a text for patients', () => {
  expect(Object.keys(gapsIn(nothingTyped))).toEqual(['reason', 'words'])
  expect(gapsIn({ reason: 'Repairs', words: 'repairs', againOn: '' })).toEqual({})
})

test('an ended pause shows how it ended, and an order when its patient is expected', () => {
  expect(endedWords(pause, now)).toBe('Ended by itself on Tuesday 1 December.')
  const ended = { ...pause, endedAt: '2026-11-21T08:00:00Z', endedBy: 'Tola Bakare' }
  expect(endedWords(ended, now)).toBe('Ended Saturday 21 November at 9:00 am by Tola Bakare.')
  const walkin = { reference: 'LB-1', mode: 'walkin', date: null, time: null } as const
  expect(expectedWords(walkin, now)).toBe('Walk-in: the patient can come at any time')
})
