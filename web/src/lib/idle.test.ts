import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenPageIdle } from './idle.ts'

let readyState = 'complete'
let page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  readyState = 'complete'
  page = new EventTarget()
  vi.stubGlobal('document', {
    get readyState() {
      return readyState
    },
  })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('deferred work begins five seconds after the last key, scroll or touch, and once', () => {
  const act = vi.fn()
  whenPageIdle(act)
  for (const sign of ['keydown', 'scroll', 'pointerdown']) {
    vi.advanceTimersByTime(4900)
    page.dispatchEvent(new Event(sign))
  }
  vi.advanceTimersByTime(4900)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(400)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(20_000)
  expect(act).toHaveBeenCalledTimes(1)
})

test('deferred work does not begin while the page is loading, nor between idling and a touch', () => {
  const act = vi.fn()
  readyState = 'loading'
  whenPageIdle(act)
  vi.advanceTimersByTime(60_000)
  readyState = 'complete'
  page.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(5100)
  page.dispatchEvent(new Event('touchmove'))
  vi.advanceTimersByTime(4000)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1300)
  expect(act).toHaveBeenCalledTimes(1)
})

test('cancelled work does not begin', () => {
  const act = vi.fn()
  whenPageIdle(act)()
  vi.advanceTimersByTime(60_000)
  expect(act).not.toHaveBeenCalled()
})
