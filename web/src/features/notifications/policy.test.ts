import type { NoticeChoices } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { channelsOffered, isLast, turned, whereTo } from './policy.ts'

const choices: NoticeChoices = {
  email: 'ada@mail.example',
  phone: '2348030000001',
  topics: [
    { topic: 'bookings', on: ['email'] },
    { topic: 'results', on: ['email', 'sms'] },
    { topic: 'money', on: ['email'] },
  ],
  phones: [
    { channel: 'sms', phone: '2348030000001' },
    { channel: 'whatsapp', phone: null },
  ],
}

test('a switch changes its topic and nothing else', () => {
  const on = turned(choices, { topic: 'bookings', channel: 'sms', on: true })
  expect(on.topics.map((one) => one.on)).toEqual([['email', 'sms'], ['email', 'sms'], ['email']])
  expect(turned(on, { topic: 'bookings', channel: 'sms', on: false })).toEqual(choices)
})

test('each switch shows where its messages go, and what is missing if they go nowhere yet', () => {
  expect(channelsOffered(choices).map((channel) => whereTo(choices, channel))).toEqual([
    'ada@mail.example',
    '0803 000 0001',
    'Confirm your phone first',
  ])
  expect(channelsOffered({ phones: [] })).toEqual(['email'])
})

test('the last channel of a topic is recognised', () => {
  expect(isLast(choices, 'bookings', 'email')).toBe(true)
  expect(isLast(choices, 'results', 'email')).toBe(false)
  expect(isLast(choices, 'bookings', 'sms')).toBe(false)
})
