import { afterAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../../scripts/ports.ts'
import { type Manner, startTermii } from '../../../test/termii.ts'
import type { Message } from '../mail/messenger.ts'
import { openLog } from '../observability/log.ts'
import { termiiMessenger } from './termii.ts'

const termii = await startTermii()
const logged: string[] = []
const log = openLog('debug', { write: (line) => void logged.push(line) })
const settings = {
  url: termii.url,
  apiKey: 'TL-a-secret-key',
  senders: { sms: 'Labalaba', whatsapp: 'Labalaba WA' },
  route: 'dnd',
  seconds: 15,
} as const
const messenger = termiiMessenger(settings, log)
const message: Message = { channel: 'sms', to: '2348030000001', text: 'Labalaba: good news.', digits: null }
const about = { key: 'message:1' }

beforeEach(() => {
  termii.received.length = 0
  logged.length = 0
})
afterAll(() => termii.close())

test('an SMS is sent as the documentation requires, and gets an id', async () => {
  expect(await messenger.send(message, about)).toEqual({ kind: 'accepted', id: '3017000000000001' })
  expect(termii.received).toEqual([
    {
      api_key: 'TL-a-secret-key',
      to: '2348030000001',
      from: 'Labalaba',
      sms: 'Labalaba: good news.',
      type: 'plain',
      channel: 'dnd',
    },
  ])
})

test('a WhatsApp message is sent from the device; a code uses the route for codes, which accepts digits only', async () => {
  await messenger.send({ ...message, channel: 'whatsapp' }, about)
  await messenger.send({ ...message, channel: 'whatsapp', digits: '12345' }, about)
  await messenger.send({ ...message, digits: '12345' }, about)
  expect(termii.received.map(({ from, channel, sms }) => [from, channel, sms])).toEqual([
    ['Labalaba WA', 'whatsapp', message.text],
    ['Labalaba WA', 'whatsapp_otp', '12345'],
    ['Labalaba', 'dnd', message.text],
  ])
})

test.each<[string, Manner, object]>([
  ['a rate limit', { status: 429 }, { kind: 'later', reason: 'status_429' }],
  ['a server error', { status: 500 }, { kind: 'unknown' }],
  ['an overloaded service', { status: 503 }, { kind: 'later', reason: 'status_503' }],
  ['an empty balance', { status: 402 }, { kind: 'later', reason: 'status_402' }],
  ['a route that is not open', { status: 403 }, { kind: 'later', reason: 'status_403' }],
  ['a wrong address', { status: 404 }, { kind: 'later', reason: 'status_404' }],
  ['another address', { status: 302, body: '' }, { kind: 'later', reason: 'status_302' }],
  ['a number it cannot reach', { status: 400 }, { kind: 'refused', reason: 'status_400' }],
  ['a wrong key', { status: 401 }, { kind: 'later', reason: 'status_401' }],
  ['a gateway timeout', { status: 504 }, { kind: 'unknown' }],
  ['a bad gateway', { status: 502 }, { kind: 'unknown' }],
  ['an answer without an id', { status: 200, body: '{"code":"ok"}' }, { kind: 'unknown' }],
  ['an answer that is not JSON', { status: 200, body: '<html>' }, { kind: 'unknown' }],
  ['no answer', 'hangs', { kind: 'unknown' }],
  ['a broken connection', 'breaks', { kind: 'unknown' }],
])('%s has its outcome and reason', async (_, manner, outcome) => {
  termii.next(manner)
  const patient = manner === 'hangs' ? termiiMessenger({ ...settings, seconds: 0.3 }, log) : messenger
  expect(await patient.send(message, about)).toEqual(outcome)
})

test('a refused connection means that nothing was sent, and it can be retried', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const deaf = termiiMessenger({ ...settings, url }, log)
  expect(await deaf.send(message, about)).toEqual({ kind: 'later', reason: 'no_connection' })
})

test('a server without a trusted certificate gets no message, and raises an alarm in the log, as a wrong key does', async () => {
  const plain = termiiMessenger({ ...settings, url: termii.url.replace('http:', 'https:') }, log)
  expect(await plain.send(message, about)).toEqual({ kind: 'later', reason: 'no_trust' })
  termii.next({ status: 401 }, { status: 503 })
  await messenger.send(message, about)
  await messenger.send(message, about)
  const alarms = logged.map((line) => JSON.parse(line)).filter((line) => line.alarm === 'messages')
  expect(alarms.map(({ why }) => why)).toEqual(['no_trust', 'status_401'])
})

test('the log has the result, and neither key, recipient nor text', async () => {
  termii.next('takes', { status: 400 }, 'breaks')
  for (let i = 0; i < 3; i++) await messenger.send({ ...message, digits: '12345' }, about)
  const lines = logged.join('\n')
  expect(lines.match(/"outcome":"(accepted|refused|unknown)"/g)).toHaveLength(3)
  for (const secret of ['TL-a-secret', '2348030000001', 'good news', '12345'])
    expect(lines).not.toContain(secret)
})

test('a channel without a sender is not offered', () => {
  const smsOnly = termiiMessenger({ ...settings, senders: { sms: 'Labalaba', whatsapp: null } }, log)
  expect(smsOnly.offers).toEqual(['sms'])
  expect(messenger.offers).toEqual(['sms', 'whatsapp'])
})
