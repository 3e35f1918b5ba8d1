import { setTimeout as rest } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearCart, fillCart } from './cart.ts'
import { bookingDraft, changeDraft, emptyDraft, forgetDraft } from './draft.ts'
import {
  draftIsPlaced,
  draftStatus,
  giveUpDraft,
  restoreCart,
  saveDraftNow,
  syncDraft,
} from './draft-sync.ts'
import { endSession, saveSession } from './session.ts'
import { freshBrowser, siteAnswering } from './test-browser.ts'

const person = (email: string) =>
  ({ status: 'active', name: 'A', email, phone: '', username: '', type: 'user' }) as const
const yaba = { name: 'Yaba Lab', reference: 'yaba-lab', address: '1 Herbert Macaulay Way' }
const ikeja = { name: 'Ikeja Lab', reference: 'ikeja-lab', address: '2 Allen Avenue' }
const fbc = { name: 'Full blood count', amount: 7000 }

type Kept = { answers: object; lab: object | null; tests: object[]; version: string } | null
/** The server’s drafts, by token, and how it answers. */
let kept: Record<string, Kept> = {}
let seen: string[] = []
let outage = false
let holdBack: Promise<void> | null = null
let versions = 0
let site: { close: () => Promise<void> }
let stop: () => void = () => undefined

/** Only the server’s rule: a save that is not based on the newest version is refused with that version. */
function answer(token: string, method: string, body: string): [number, object] {
  const draft = kept[token] ?? null
  if (method === 'GET') return [200, { data: { draft, credit: 0 } }]
  if (method === 'DELETE') kept[token] = null
  if (method === 'DELETE') return [200, { data: {} }]
  const { basedOn, ...content } = JSON.parse(body)
  if ((draft?.version ?? null) !== basedOn) return [409, { code: 'draft_changed', message: '', data: draft }]
  versions += 1
  kept[token] = { ...content, version: `v${versions}` }
  return [200, { data: kept[token] }]
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  freshBrowser()
  Object.assign(globalThis, { window: new EventTarget(), document: new EventTarget() })
  Object.assign(globalThis.document, { visibilityState: 'visible' })
  forgetDraft()
  kept = {}
  seen = []
  outage = false
  holdBack = null
  site = await siteAnswering(async (request, body, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    seen.push(`${request.method} ${token}`)
    if (outage) return request.socket.destroy()
    const [status, envelope] = answer(token, request.method ?? '', body)
    await holdBack
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
  })
  saveSession('ada', person('ada@example.com'))
  fillCart(yaba, [fbc])
})

afterEach(async () => {
  stop()
  stop = () => undefined
  endSession()
  vi.useRealTimers()
  await site.close()
})

/** Runs the page’s time twenty times as fast as the machine’s, until something holds. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !holds(); turn += 1) {
    vi.advanceTimersByTime(100)
    await rest(5)
  }
  expect(holds()).toBe(true)
}

async function begin(): Promise<void> {
  stop = syncDraft()
  await until(() => draftStatus() !== 'reading')
}

/** Another tab of the same account saves these answers. */
function keptElsewhere(answers: object, lab: object = yaba): void {
  versions += 1
  kept.ada = { answers, lab, tests: [fbc], version: `v${versions}` }
}

describe('the draft on the server', () => {
  it('is saved once typing has paused', async () => {
    await begin()
    expect(draftStatus()).toBe('empty')
    for (const name of ['A', 'Ad', 'Ada']) changeDraft({ name })
    expect(draftStatus()).toBe('saving')
    await until(() => draftStatus() === 'saved')
    expect(kept.ada).toMatchObject({ answers: { name: 'Ada' }, lab: yaba, tests: [fbc] })
    expect(seen.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
  })

  it('fills an empty form, and does not overwrite what was typed before it loaded', async () => {
    keptElsewhere({ name: 'Ada Obi', email: 'ada@example.com' })
    changeDraft({ name: 'Mama Obi' })
    await begin()
    expect(bookingDraft()).toMatchObject({ name: 'Mama Obi', email: 'ada@example.com' })
    await until(() => draftStatus() === 'saved')
    expect(kept.ada?.answers).toMatchObject({ name: 'Mama Obi', email: 'ada@example.com' })
  })

  it('merges the input of two tabs, and neither overwrites the other’s', async () => {
    await begin()
    changeDraft({ name: 'Ada' })
    await until(() => draftStatus() === 'saved')
    keptElsewhere({ name: 'Ada', email: 'from@another.tab' })
    changeDraft({ name: 'Ada Obi' })
    await until(() => draftStatus() === 'saved')
    expect(bookingDraft()).toMatchObject({ name: 'Ada Obi', email: 'from@another.tab' })
    expect(kept.ada?.answers).toMatchObject({ name: 'Ada Obi', email: 'from@another.tab' })
  })

  it('is retried after the network was away, and typing is never disturbed', async () => {
    await begin()
    outage = true
    changeDraft({ name: 'Ada' })
    await until(() => draftStatus() === 'failing')
    changeDraft({ name: 'Ada Obi' })
    outage = false
    window.dispatchEvent(new Event('online'))
    await until(() => draftStatus() === 'saved')
    expect(kept.ada?.answers).toMatchObject({ name: 'Ada Obi' })
  })

  it('is saved at once when the page is left', async () => {
    await begin()
    changeDraft({ name: 'Ada' })
    window.dispatchEvent(new Event('pagehide'))
    for (let turn = 0; turn < 100 && !kept.ada; turn += 1) await rest(5)
    expect(kept.ada?.answers).toMatchObject({ name: 'Ada' })
  })

  it('of another lab’s cart is not loaded: it may be about another patient', async () => {
    keptElsewhere({ name: 'Ngozi' }, ikeja)
    await begin()
    expect(bookingDraft()).toEqual(emptyDraft)
    expect(draftStatus()).toBe('empty')
    changeDraft({ name: 'Musa' })
    await until(() => draftStatus() === 'saved')
    expect(kept.ada).toMatchObject({ answers: { name: 'Musa' }, lab: yaba })
  })

  it('deleted elsewhere is not restored by a late save', async () => {
    await begin()
    changeDraft({ name: 'Ada' })
    await until(() => draftStatus() === 'saved')
    kept.ada = null
    changeDraft({ name: 'Ada O' })
    await until(() => draftStatus() === 'empty')
    expect(kept.ada).toBeNull()
    expect(bookingDraft().name).toBe('Ada O')
  })

  it('that has become an order is not saved again', async () => {
    await begin()
    changeDraft({ name: 'Ada' })
    await until(() => draftStatus() === 'saved')
    kept.ada = null
    draftIsPlaced()
    stop()
    saveDraftNow()
    await rest(50)
    expect([kept.ada, seen.filter((call) => call.startsWith('PUT')).length]).toEqual([null, 1])
  })

  it('is deleted with the booking', async () => {
    await begin()
    changeDraft({ name: 'Ada' })
    await until(() => draftStatus() === 'saved')
    await giveUpDraft()
    expect(kept.ada).toBeNull()
  })

  it('restores the cart on a device that has none', async () => {
    keptElsewhere({ name: 'Ada Obi' })
    clearCart()
    expect(await restoreCart()).toBe(true)
    expect(bookingDraft().name).toBe('Ada Obi')
    expect(JSON.parse(localStorage.getItem('_cart') ?? '')).toEqual([fbc])
  })

  it('stores no patient detail in the browser', async () => {
    await begin()
    changeDraft({ name: 'Ada Obi', street: '14 Allen Avenue', payment: 'link' })
    await until(() => draftStatus() === 'saved')
    const stored = ['_booking', '_booking_ref'].map((key) => sessionStorage.getItem(key)).join()
    expect(stored).toContain('link')
    expect(stored).not.toMatch(/Ada|Allen/)
  })
})

describe('the next person on the same phone', () => {
  it('never sees an answer that was in transit when the last one left', async () => {
    keptElsewhere({ name: 'Ada Obi', phone: '08031234567' })
    let release: () => void = vi.fn()
    holdBack = new Promise((done) => {
      release = done
    })
    stop = syncDraft()
    await until(() => seen.length === 1)
    forgetDraft()
    endSession()
    saveSession('musa', person('musa@example.com'))
    release()
    await rest(50)
    expect(bookingDraft()).toEqual(emptyDraft)
  })

  it('starts with an empty form after the last session has expired, and saves to their own account', async () => {
    await begin()
    changeDraft({ name: 'Ada Obi' })
    await until(() => draftStatus() === 'saved')
    stop()
    endSession()
    saveSession('musa', person('musa@example.com'))
    await begin()
    await until(() => seen.includes('GET musa'))
    changeDraft({ email: 'patient@example.com' })
    await until(() => draftStatus() === 'saved')
    expect(kept.musa?.answers).toMatchObject({ name: '', email: 'patient@example.com' })
    expect(kept.ada?.answers).toMatchObject({ name: 'Ada Obi', email: '' })
  })

  it('is left alone once nobody is signed in', async () => {
    await begin()
    endSession()
    changeDraft({ name: 'Ada' })
    saveDraftNow()
    vi.advanceTimersByTime(60_000)
    await rest(50)
    expect(seen.filter((call) => call.startsWith('PUT'))).toEqual([])
  })
})
