import type { IncomingMessage } from 'node:http'
import type { Profile } from '@labalaba/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetch } from './prefetch.ts'
import { endSession, saveSession } from './session.ts'
import { freshBrowser, siteAnswering } from './test-browser.ts'
import { ApiFailure, readEnvelope, send } from './transport.ts'

const ada: Profile = {
  status: 'active',
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '2348031234567',
  username: 'ada',
  type: 'user',
}

const received: IncomingMessage[] = []
let site: Awaited<ReturnType<typeof siteAnswering>>

beforeEach(async () => {
  freshBrowser()
  saveSession('a-token', ada)
  received.length = 0
  site = await siteAnswering((request, _, response) => {
    received.push(request)
    if (request.url !== '/v0/silent') response.end(`{"message":"${received.length}"}`)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})

async function ask(address: string, method = 'GET'): Promise<string | undefined> {
  return (await readEnvelope(await send(address, { method }, undefined))).message
}

it('a prefetched request is not sent again, and its answer is used once', async () => {
  prefetch(['/v0/labs/ayewo'])
  expect([await ask('/v0/labs/ayewo'), await ask('/v0/labs/ayewo')]).toEqual(['1', '2'])
  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer a-token', undefined])
})

it('an answer is used only in the session that requested it, and nothing is requested without one', async () => {
  prefetch(['/v0/labs/ayewo'])
  saveSession('another-token', ada)
  await vi.waitFor(() => expect(received).toHaveLength(1), 15_000)
  expect(await ask('/v0/labs/ayewo')).toBe('2')
  endSession()
  prefetch(['/v0/labs/ayewo'])
  expect(await ask('/v0/labs/ayewo')).toBe('3')
})

it('an answer that has waited too long is requested again, and so is every change', async () => {
  prefetch(['/v0/labs/ayewo', '/v0/booking-draft'])
  await vi.waitFor(() => expect(received).toHaveLength(2), 15_000)
  expect(await ask('/v0/booking-draft', 'PUT')).toBe('3')
  vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
  expect(await ask('/v0/labs/ayewo')).toBe('4')
})

it('times out like any other call', async () => {
  prefetch(['/v0/silent'])
  await vi.waitFor(() => expect(received).toHaveLength(1), 15_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = send('/v0/silent', { method: 'GET' }, undefined).catch((failure: unknown) => failure)
  vi.advanceTimersByTime(30_000)
  expect(await answer).toEqual(new ApiFailure(0, 'timeout', 'An unexpected error occurred'))
  expect(received).toHaveLength(1)
})
