import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  attemptReference,
  bookingDraft,
  changeDraft,
  emptyDraft,
  forgetDraft,
  renewReference,
} from './draft.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})

const signIn = (email: string) => stored.set('_tr_js_profile', JSON.stringify({ email }))

beforeEach(() => {
  forgetDraft()
  stored.clear()
})

describe('the draft of a booking', () => {
  it('keeps what was typed, and stores no patient detail in the browser', () => {
    signIn('ada@example.com')
    changeDraft({ name: 'Ada Obi', phone: '08031234567', street: '14 Allen Avenue', payment: 'link' })
    expect(bookingDraft()).toMatchObject({ name: 'Ada Obi', payment: 'link' })
    expect([...stored].filter(([key]) => key.startsWith('_booking')).join()).not.toMatch(/Ada|0803|Allen/)
  })

  it('is empty for the next person on the same phone', () => {
    signIn('ada@example.com')
    changeDraft({ name: 'Ada Obi' })
    signIn('musa@example.com')
    expect(bookingDraft()).toEqual(emptyDraft)
  })

  it('is still there for the same person after the session has expired', () => {
    signIn('ada@example.com')
    changeDraft({ name: 'Ada Obi' })
    stored.delete('_tr_js_profile')
    bookingDraft()
    signIn('ada@example.com')
    expect(bookingDraft().name).toBe('Ada Obi')
  })
})

describe('the reference of an attempt', () => {
  it('is the same for the same content, and another for other content', () => {
    const first = attemptReference('one')
    expect(first).toMatch(/^[\w.:-]{1,64}$/)
    expect(attemptReference('one')).toBe(first)
    const second = attemptReference('two')
    expect(second).not.toBe(first)
    renewReference()
    expect(attemptReference('two')).not.toBe(second)
  })
})
