import { beforeEach, expect, test } from 'vitest'
import { endSession, loseSession, saveSession, sealKey } from '../../lib/session.ts'
import { freshBrowser } from '../../lib/test-browser.ts'
import { storedPhotos } from './offline-round.ts'

const person = (email: string) =>
  ({ status: 'active', name: 'F', email, phone: '', username: '', type: 'phlebotomist' }) as const
const [femi, bisi] = [person('femi@example.com'), person('bisi@example.com')]
const key = JSON.stringify(Array.from({ length: 32 }, (_, at) => at))

let browser = freshBrowser()
const storedKey = () => browser.tab.getItem(sealKey)

/** Femi’s tab has encrypted a record. */
beforeEach(async () => {
  browser = freshBrowser()
  saveSession('t0ken', femi)
  browser.tab.setItem(sealKey, key)
  await storedPhotos(new Date())
})

test('the key of a tab whose session was lost stays for the same account only', async () => {
  loseSession()
  expect(storedKey()).toBe(key)
  saveSession('t0ken', femi)
  expect([storedKey(), browser.tab.getItem('_seal_of')]).toEqual([key, null])
  loseSession()
  saveSession('t0ken', bisi)
  expect([storedKey(), browser.tab.getItem('_seal_of')]).toEqual([null, null])
})

test('signing out removes the key, also if the round is read afterwards', async () => {
  endSession()
  await Promise.resolve()
  loseSession()
  expect([storedKey(), browser.tab.getItem('_seal_of')]).toEqual([null, null])
})
