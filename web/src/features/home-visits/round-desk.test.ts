import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveSession } from '../../lib/session.ts'
import { freshBrowser, siteAnswering } from '../../lib/test-browser.ts'
import { closeDesk, currentDesk, doAct, openDesk, sync } from './round-desk.ts'

const person = (email: string) =>
  ({ status: 'active', name: 'F', email, phone: '', username: '', type: 'phlebotomist' }) as const
const setOff = { verb: 'set_off', visit: '7b1c1f0e-6a58-4c0f-9a35-2f9d1c0b7f11', round: 1 } as const

/** How many acts each token sent, in order. */
let sent: string[] = []
let site: { close: () => Promise<void> }
let free: () => void = () => undefined

/** A browser whose tabs take turns, and in which another tab holds the lock until `free`. */
function holdTurn(): void {
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const request = async (_: string, __: object, act: () => Promise<void>) => {
    await held
    await act()
  }
  Object.defineProperty(globalThis, 'navigator', {
    value: { onLine: true, locks: { request } },
    configurable: true,
  })
}

const browser = globalThis.navigator

beforeEach(async () => {
  freshBrowser()
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true })
  sent = []
  site = await siteAnswering((request, body, response) => {
    const acts: { id: string }[] = body ? JSON.parse(body).acts : []
    if (acts.length > 0) sent.push(`${request.headers.authorization} ${acts.length}`)
    const round = { day: '2026-11-22', visits: [] }
    const outcomes = acts.map(({ id }) => ({ id, isDone: true, code: null, message: null }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: body ? { outcomes, round } : round }))
  })
})

afterEach(async () => {
  closeDesk()
  await site.close()
  Object.defineProperty(globalThis, 'navigator', { value: browser, configurable: true })
})

test('acts that wait for another tab are not sent by another account that has signed in meanwhile', async () => {
  saveSession('femi-token', person('femi@example.com'))
  await openDesk()
  holdTurn()
  const doing = doAct(setOff)
  const sending = sync()
  saveSession('bisi-token', person('bisi@example.com'))
  free()
  await Promise.all([doing, sending])
  expect(sent).toEqual([])
  await openDesk()
  expect(currentDesk().waiting).toEqual([])
  expect(sent).toEqual([])

  saveSession('femi-again', person('femi@example.com'))
  await openDesk()
  expect(sent).toEqual(['Bearer femi-again 1'])
  expect(currentDesk().waiting).toEqual([])
})

test('if a browser stores nothing, the page says so, and acts are sent anyway', async () => {
  saveSession('femi-token', person('femi@example.com'))
  await openDesk()
  expect(currentDesk().isStored).toEqual({ acts: true, round: false })
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true })
  const doing = doAct(setOff)
  expect(currentDesk()).toMatchObject({ storing: 1, isStored: { acts: true } })
  await doing
  expect(currentDesk().storing).toBe(0)
  expect(currentDesk().isStored.acts).toBe(false)
  expect(currentDesk().waiting).toHaveLength(1)
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true })
  void sync()
  await vi.waitFor(() => expect(sent).toEqual(['Bearer femi-token 1']), 15_000)
  await vi.waitFor(() => expect(currentDesk().waiting).toEqual([]), 15_000)
})
