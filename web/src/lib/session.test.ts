import { beforeEach, describe, expect, it } from 'vitest'
import {
  currentProfile,
  currentToken,
  endSession,
  expiryAllows,
  loseSession,
  onSessionChange,
  onSessionLost,
  saveSession,
  sessionEndsAt,
  sessionIsOver,
  sessionRanOut,
} from './session.ts'
import { freshBrowser } from './test-browser.ts'

const ada = {
  status: 'active',
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '2348031234567',
  username: 'ada',
  type: 'user',
} as const

describe('session', () => {
  let browser = freshBrowser()
  beforeEach(() => {
    browser = freshBrowser()
  })

  it('is valid without an expiry, with one that is not a number, and before it', () => {
    expect([null, '', 'soon', '1001'].map((expiry) => expiryAllows(expiry, 1000))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('is over at the expiry and after it', () => {
    expect([expiryAllows('1000', 1000), expiryAllows('999', 1000)]).toEqual([false, false])
  })

  it('lasts 58 minutes from the moment the token is saved, under the keys of the specification', () => {
    saveSession('t0ken', ada, 1_000_000)
    expect(browser.tab.getItem('_tr_js')).toBe('t0ken')
    expect(browser.tab.getItem('_tr_js_exp')).toBe(String(1_000_000 + 58 * 60_000))
    expect(sessionEndsAt()).toBe(1_000_000 + 58 * 60_000)
    expect(currentToken(1_000_000 + 58 * 60_000 - 1)).toBe('t0ken')
    expect(currentToken(1_000_000 + 58 * 60_000)).toBeNull()
  })

  it('stores nothing that outlives the tab', () => {
    saveSession('t0ken', ada)
    expect(browser.device.getItem('_tr_js')).toBeNull()
  })

  it('returns the same profile object until it changes', () => {
    saveSession('t0ken', ada)
    expect(currentProfile()).toEqual(ada)
    expect(currentProfile()).toBe(currentProfile())
  })

  it('removes token, expiry and profile when it ends', () => {
    saveSession('t0ken', ada)
    endSession()
    expect([currentToken(), sessionEndsAt(), currentProfile()]).toEqual([null, null, null])
  })

  it('notifies its listeners of each start and end, and of a loss only when it was lost', () => {
    const changes: string[] = []
    const stops = [onSessionChange(() => changes.push('change')), onSessionLost(() => changes.push('lost'))]
    saveSession('t0ken', ada)
    endSession()
    loseSession()
    for (const stop of stops) stop()
    endSession()
    expect(changes).toEqual(['change', 'change', 'change', 'lost'])
  })

  it('knows that it is over while the old token is still stored, and why it ended until the next begins', () => {
    saveSession('t0ken', ada, 0)
    const end = 58 * 60_000
    expect([sessionIsOver(end - 1), sessionIsOver(end)]).toEqual([false, true])
    loseSession()
    expect([sessionIsOver(end), sessionRanOut()]).toEqual([false, true])
    saveSession('t0ken', ada)
    expect(sessionRanOut()).toBe(false)
    endSession()
    expect(sessionRanOut()).toBe(false)
  })
})
