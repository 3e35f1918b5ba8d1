import { beforeEach, expect, test } from 'vitest'
import { seal, sealName, unseal } from './sealed.ts'
import { endSession, saveSession, sealKey } from './session.ts'
import { tabShelf } from './store.ts'
import { freshBrowser } from './test-browser.ts'

const email = 'femi@example.com'
const femi = { status: 'active', name: 'F', email, phone: '', username: '', type: 'phlebotomist' } as const
const now = new Date('2026-11-22T10:00:00Z')

beforeEach(() => {
  freshBrowser()
  saveSession('token', femi)
})

test('after signing out nothing is encrypted, and no new key is made', async () => {
  const before = await seal(femi.email, '2026-11-22', 'round')
  expect(await unseal(before, now)).toBe('round')
  endSession()
  expect(await seal(femi.email, '2026-11-22', 'round')).toBeNull()
  expect(tabShelf().getItem(sealKey)).toBeNull()
  expect(await unseal(before, now)).toBeNull()
})

test('an answer to an earlier user is not encrypted for the current one', async () => {
  saveSession('token', { ...femi, email: 'bisi@example.com' })
  expect(await seal(femi.email, '2026-11-22', 'round')).toBeNull()
})

test('each tab has its own name for its records, which stays the same', async () => {
  await seal(femi.email, '2026-11-22', 'round')
  const first = await sealName()
  expect(await sealName()).toBe(first)
  freshBrowser()
  saveSession('token', femi)
  await seal(femi.email, '2026-11-22', 'round')
  expect(await sealName()).not.toBe(first)
})
